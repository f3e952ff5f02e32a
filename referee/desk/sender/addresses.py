"""The addresses on a mail: the referee's own among them, and whether anybody else got the mail."""

from referee.config import Settings
from referee.post.messages import Message
from referee.store.people import Person


def local_domain(settings: Settings) -> tuple[str, str]:
    """Return the referee's own address in two parts."""
    local, _, domain = settings.referee.address.rpartition("@")
    return local, domain


def subaddress(settings: Settings, address: str) -> str | None:
    """Return the subaddress in one of the referee's addresses; "" for the bare address, None for anyone else's
    address."""
    local, domain = local_domain(settings)
    name, _, host = address.rpartition("@")
    if host != domain or not name.startswith(local):
        return None
    rest = name.removeprefix(local)
    sign = settings.smtp.subaddress
    return "" if not rest else rest[len(sign) :] if sign and rest.startswith(sign) else None


def is_ours(settings: Settings, address: str) -> bool:
    """Tell if an address is the list's or the referee's, with or without a subaddress."""
    return address == settings.referee.list or subaddress(settings, address) is not None


def went_to_others(settings: Settings, message: Message, person: Person | None) -> bool:
    """Tell if a mail went to a list, or to anyone besides the referee and `person`, its sender, at their registered
    address."""
    everyone = message.everyone
    others = {address for address in everyone.addresses if subaddress(settings, address) is None}
    return message.listed or everyone.odd or bool(others - {person.address} if person else others)
