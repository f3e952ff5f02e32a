"""The open questions of the referee about tournaments, each waiting for somebody's `yes`. Changes nothing."""

from referee.asking.grammar import read_commands
from referee.asking.tournaments import commands as ask
from referee.desk.case import Case
from referee.desk.sender.identify import Sender
from referee.desk.tournaments.meant import names_known
from referee.desk.tournaments.partners import naming, waiting
from referee.names import same_name
from referee.store import entries, people, tournaments
from referee.store.people import Person, Token
from referee.store.tournaments import TournamentRow


def awaited(case: Case, sender: Sender) -> tuple[Token, ...]:
    """Return the tokens of the letters whose questions wait for a proven sender, each question once: those about the
    tournament of the letter that the mail answers, or else all.

    Returns () if the letter has a question of its own, had one that is settled, brings a player's question, or is about
    a game: a `yes` to such a letter means that letter alone.
    """
    person, answered = sender.person, sender.token
    if person is None or sender.proof is None:
        return ()
    if answered is not None and (answered.asks or answered.taken or answered.game is not None or answered.asker):
        return ()
    found = {token.offer: token for token in people.offers(case.tx, person.id, case.now)}
    open = tuple(token for token in found.values() if _waits(case, sender, person, token))
    same = tuple(one for one in open if answered is not None and one.tournament == answered.tournament)
    return same or open


def _waits(case: Case, sender: Sender, person: Person, token: Token) -> bool:
    """Tell if the question of a letter is still open."""
    row = None if token.tournament is None else tournaments.find(case.tx, token.tournament)
    asked = read_commands(token.offer or "", names=names_known(case)).asked
    if row is None or len(asked) != 1:
        return False
    match asked[0].command:
        case ask.Enter(address=str(captain)):
            return _is_named(case, row, person, captain)
        case ask.AcceptTeam(team):
            held = (one for one in entries.of_tournament(case.tx, row.id) if one.state == "held")
            return sender.may_steer and any(same_name(one.team, team) for one in held)
        case ask.StandIn():
            return any((one["do"], one.get("person")) == ("offer", person.id) for one in row.pending)
    return False


def _is_named(case: Case, row: TournamentRow, person: Person, captain: str) -> bool:
    """Tell if an entry of that captain waits for a person."""
    found = naming(waiting(case, row.id, person), person)
    return any(people.by_id(case.tx, one.captain).address == captain for one in found)
