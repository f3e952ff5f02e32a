"""IMAP and SMTP: the only sockets. Knows mail as bytes."""
