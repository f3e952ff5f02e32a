"""From bytes to a mail that we can read: Incoming or Ignored. Total and bounded: no input raises or takes long."""
