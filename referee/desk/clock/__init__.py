"""The clock of a game: how long players have, and what happens when time runs out (109, clause 7)."""
