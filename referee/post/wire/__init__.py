"""IMAP and SMTP: the only sockets of the post office. Here mail is just bytes."""
