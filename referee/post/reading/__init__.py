"""From bytes to a mail that we can read. Total and bounded: no input raises or takes long."""
