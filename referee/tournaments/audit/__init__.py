"""The checks of a tournament's public record, alone and with the records of its games."""
