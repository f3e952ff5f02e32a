"""Fixed-length fingerprints of words by which mails and letters are known again. Never gives a word back."""

from hashlib import blake2b


def fingerprint(word: str, size: int = 16) -> bytes:
    """`size` bytes that stand for a word: 16 of them are never the same for two words, by chance or by design."""
    return blake2b(word.encode("utf-8", "surrogatepass"), digest_size=size).digest()
