"""Dominoes, partnership all fives: pure rules and pure state. Standard library only; no clock, dice, logging, mail or
SQL."""
