"""The ground of every public record: its lines, its chain of hashes, the codec of a log, and draws from a seed."""
