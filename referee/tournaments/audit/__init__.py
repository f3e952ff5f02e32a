"""What checks a tournament's public record, alone and with the records of its games."""
