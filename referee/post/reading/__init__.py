"""Bytes to a mail that was read. Total and bounded: no input raises, none takes long."""
