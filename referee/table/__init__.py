"""The table of any game: four people in two teams, rounds dealt from a committed seed, a clock, and a Gamesmaster."""
