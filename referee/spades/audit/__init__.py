"""What checks a public record. Standard library only, like the whole game."""
