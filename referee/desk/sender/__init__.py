"""The writer of a mail, and what they may do."""
