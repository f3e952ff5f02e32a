"""What checks a public record. Standard library only, like all of the game."""
