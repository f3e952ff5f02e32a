"""Who wrote a mail, and what they may do."""
