"""The ground of every public record: its lines and their chain of hashes, the codec of a log, and draws from a seed."""
