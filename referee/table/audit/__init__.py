"""The checks of a public record, as far as every game has them."""
