"""Tournaments: formats, draws, pairings, brackets, standings. Pure; knows no database, mail or clock."""
