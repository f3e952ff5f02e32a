"""The Spades Referee: 109 Spades, played by e-mail."""

__version__ = "1.0.0"
