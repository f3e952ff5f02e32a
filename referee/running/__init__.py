"""The daemon and what surrounds it. Rules on nothing."""
