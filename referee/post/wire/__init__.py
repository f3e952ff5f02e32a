"""IMAP and SMTP: the only sockets of the post office. To it mail is bytes."""
