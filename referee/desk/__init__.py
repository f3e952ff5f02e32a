"""The handling of a mail once we know what it says: one module for each kind of request."""
