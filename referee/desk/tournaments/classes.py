"""The words behind the commas of an entry: the division, and the class of its writer. Changes nothing."""

import re

from referee.asking.courtesies import YES_ALONE
from referee.desk.case import Case, Complaint
from referee.desk.refusals import Wrong
from referee.names import same_name
from referee.store import entries, people, tournaments
from referee.store.people import Token
from referee.store.tournaments import Cup

AGREES = re.compile(rf"(?:{YES_ALONE})\b[ ,:.!]*", re.IGNORECASE)
OFFER = re.compile(r"enter .+ with (?P<captain>\S+@\S+)")
"""The line that a letter offers for a `yes` when it asks somebody to enter."""


def words_of(meant: Cup, words: tuple[str, ...]) -> tuple[str, str]:
    """Return the division and the class among the words of an entry. Here and below: raises Complaint."""
    format, division, given = meant.state.format, "", ""
    for word in words:
        if found := next((one for one in format.divisions if same_name(one, _bare(word))), None):
            division = found
        elif found := next((one for one in format.classes if same_name(one, word)), None):
            given = found
        else:
            known = [f"`{one}`" for one in (*format.divisions, *format.classes)]
            mend = f"it has {', '.join(known)}" if known else "leave it out"
            sentence = f"{meant.row.name} knows no `{word}`; {mend}. A comma ends the name of a team"
            raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    return division, given


def _bare(word: str) -> str:
    return word[9:] if word.casefold().startswith("division ") else word


def classes_of(meant: Cup, captain: str, partner: str, address: str) -> tuple[str, str]:
    """Return the classes of both players, one of each: if one has not said theirs, it follows from the other's.
    `address`: the person with whom the writer of the line enters."""
    both = meant.state.format.classes
    if not both:
        return "", ""
    captain = captain or other_class(both, partner)
    partner = partner or other_class(both, captain)
    if not captain:
        raise Complaint(Wrong.TOURNAMENT, sentence=_say_which(meant.row.name, both, address))
    if captain == partner:
        raise Complaint(
            Wrong.TOURNAMENT,
            sentence=f"a team here has one {both[0]} and one {both[1]}, and you would both be {captain}",
        )
    return captain, partner


def other_class(both: tuple[str, ...], known: str) -> str:
    """Return the class of the other player; empty if neither class is known."""
    return {both[0]: both[1], both[1]: both[0]}.get(known, "") if both else ""


def _say_which(name: str, both: tuple[str, ...], address: str) -> str:
    return (
        f"a team here has one {both[0]} and one {both[1]}; say which you are: "
        f"`enter {name} with {address}, {both[0]}`, or the same with `{both[1]}`"
    )


def class_said(case: Case, token: Token, line: str) -> str | None:
    """Return the class that the answer to a question names: `yes, alumni`, or `alumni` alone."""
    if token.tournament is None or not token.offer or not OFFER.fullmatch(token.offer):
        return None
    said = AGREES.sub("", line.strip(" .!"), count=1)
    classes = tournaments.load(case.tx, token.tournament).state.format.classes
    return next((one for one in classes if same_name(one, said)), None)


def check_class(case: Case, token: Token, said: str) -> None:
    """Check that a `yes` to a letter settles the classes of the team: one of its players must have said theirs. Raises
    Complaint if neither has; the question stays open."""
    asks = OFFER.fullmatch(token.offer or "")
    if token.tournament is None or asks is None or said:
        return
    t = tournaments.load(case.tx, token.tournament).state
    captain = people.by_address(case.tx, asks["captain"])
    if not t.format.classes or captain is None:
        return
    both = {captain.id, token.person}
    waiting = [one for one in entries.of_tournament(case.tx, t.number) if one.state == "asked" and one.captain in both]
    if waiting and not any(one.classes[0] for one in waiting):
        raise Complaint(Wrong.TOURNAMENT, sentence=_say_which(t.name, t.format.classes, captain.address))
