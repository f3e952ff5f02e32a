"""Letters and pages about tournaments: announcements, entries, draws, standings, brackets, ends."""
