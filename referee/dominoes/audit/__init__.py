"""The checks of a public record. Standard library only, like the whole game."""
