"""From bytes to a mail that we can read: Message or Ignored. Total and bounded: no input raises or takes long."""
