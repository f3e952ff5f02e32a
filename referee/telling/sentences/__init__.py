"""The sentences of letters: how events, turns, plans, rulings and ends read. They decide nothing."""
