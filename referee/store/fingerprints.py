"""Fixed-length fingerprints of words by which mails and letters are known again. Never gives a word back."""

from hashlib import blake2b


def fingerprint(word: str) -> bytes:
    """Return 16 bytes that stand for a word: never the same for two words, by chance or by design."""
    return blake2b(word.encode("utf-8", "surrogatepass"), digest_size=16).digest()
