"""The law of the game: which moves are legal, what each brings about, who wins. Pure, and the same for every asker."""
