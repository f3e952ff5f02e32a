"""From bytes to a mail that was read: Incoming or Ignored. Total and bounded: no input raises, none takes long."""
