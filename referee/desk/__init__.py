"""The handling of a mail after it was read: one module for each kind of request."""
