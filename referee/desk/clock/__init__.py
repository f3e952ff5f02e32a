"""The clock of a game: until when someone may act, and what happens when they do not (109, clause 7)."""
