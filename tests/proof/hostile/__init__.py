"""Mails with hostile words in every place of the lines that a mail server writes above them, and their honest twins.

Written from the grammars (RFC 5321 4.4, RFC 5322, RFC 8601) and from what the servers' own sources and mails show,
never from the referee's reading of such lines.
"""
