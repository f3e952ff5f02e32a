"""Badly typed commands: what a line may have been meant as. Never decides whether to act on it: the desk does."""
