"""What people write of tournaments -> values: announcements, entries, the Gamesmaster's lines. Knows no database."""
