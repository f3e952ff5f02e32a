"""The domains that speak for others, without a list of all registries. Pure."""

LONGEST_REGISTRY = len("com.au")
"""A two-label domain no longer than this may be a registry's, under which anybody can have names."""


def aligned(signer: str, domain: str) -> bool:
    """Tell if a signing domain speaks for `domain`: the same one, or a parent that is not a registry's, such as co.uk.

    Registries' two-label domains are short: we take one of at most six characters for a registry's.
    """
    parent = domain.endswith("." + signer) and len(signer) > LONGEST_REGISTRY and "." in signer
    return bool(signer) and (signer == domain or parent)


def organisation(domain: str) -> str:
    """Guess whose domain it is: its last two labels, or three if those two may be a country registry's, as in
    `club.co.uk`. Too coarse or too fine for some, so let only quotas depend on it."""
    labels = domain.split(".")
    parent = ".".join(labels[-2:])
    country = len(labels[-1]) == 2 and len(parent) <= LONGEST_REGISTRY
    return ".".join(labels[-3:]) if country else parent
