"""The lines that people write of tournaments, read into values: announcements, entries, the Gamesmaster's lines. Knows
no database."""
