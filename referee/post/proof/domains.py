"""Which domain speaks for which, without a list of all registries. Pure."""

LONGEST_REGISTRY = len("com.au")
"""A domain of two labels that is no longer may be a registry's, under which anybody has names."""


def aligned(signer: str, domain: str) -> bool:
    """Whether a signing domain speaks for `domain`: the same, or a parent of it that is no registry's, such as co.uk.

    Registries' domains of two labels are short: one of at most six characters is taken for a registry's.
    """
    parent = domain.endswith("." + signer) and len(signer) > LONGEST_REGISTRY and "." in signer
    return bool(signer) and (signer == domain or parent)


def organisation(domain: str) -> str:
    """Whose domain it may be: its last two labels, or three where those two may be a registry's of a country, as in
    `club.co.uk`. Too coarse or too fine for some, so let only quotas depend on it."""
    labels = domain.split(".")
    parent = ".".join(labels[-2:])
    country = len(labels[-1]) == 2 and len(parent) <= LONGEST_REGISTRY
    return ".".join(labels[-3:]) if country else parent
