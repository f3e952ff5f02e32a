"""Which tournament a mail means, looked up in one place. Changes nothing."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.asking.tournaments.titles import Names
from referee.desk.case import Case, Complaint
from referee.desk.quotas import may_rule_tournament
from referee.desk.refusals import Wrong
from referee.desk.requests.request import Request
from referee.names import same_name
from referee.post.messages import Incoming
from referee.store import entries, inbox, outbox, tournaments
from referee.store.tournaments import TournamentRow
from referee.telling.formats import listed
from referee.telling.tournaments.notices import Times
from referee.tournaments.tournament import Tournament


@dataclass(frozen=True, slots=True)
class MeantTournament:
    """The tournament that a request means, as it stands."""

    row: TournamentRow
    state: Tournament

    @property
    def times(self) -> Times:
        """Its instants."""
        return times_of(self.row)


def times_of(row: TournamentRow) -> Times:
    """The instants of a tournament."""
    return Times(sign_up_until=row.sign_up_until, closes_at=row.closes_at, draw_at=row.draw_at, begins_at=row.begins_at)


def arrival(case: Case, request: Request[Any]) -> datetime:
    """When a request reached the mailbox; one that waited for a `yes`, when that did: nobody keeps a choice open by not
    answering."""
    asked = request.mail.arrived
    return asked if case.inbox is None else max(asked, inbox.mail(case.tx, case.inbox).arrived)


def names_known(case: Case) -> Names:
    """The names that a line of a mail may mean: of the tournaments that are not over, and of their teams."""
    rows = tournaments.open_ones(case.tx)
    if not rows:
        return Names()
    # anybody can note a team by themselves, and its name would cost time in every mail
    noted = (one for row in rows for one in entries.of_tournament(case.tx, row.id))
    teams = {one.team for one in noted if one.state in entries.AGREED}
    over = [row.name for row in tournaments.latest_over(case.tx)]
    return Names(tuple(dict.fromkeys((*(row.name for row in rows), *over))), tuple(sorted(teams)))


def tournament_meant(case: Case, request: Request[Any], *, over: bool = False) -> MeantTournament:
    """The one tournament meant, by its name in the line, else by the letter that the mail answers or the tag in its
    subject, else the only one there is; of several, the only one that the sender plays in.

    `over`: one that is over may be meant too. Raises Complaint.
    """
    rows = tournaments.open_ones(case.tx)
    if over:
        rows += [row for row in tournaments.latest_over(case.tx) if row not in rows]
    named: str | None = request.command.tournament
    # of two that had the same name the one that is open is meant, or else the later
    found = [row for row in rows if same_name(row.name, named)][:1] if named else _by_mail(case, request, rows)
    if len(found) == 1:
        return MeantTournament(found[0], tournaments.load(case.tx, found[0].id))
    if named and any(same_name(row.name, named) for row in tournaments.latest_over(case.tx)):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{named} is over")
    raise Complaint(Wrong.TOURNAMENT, sentence=_which(named, found or rows))


def _which(named: str | None, rows: list[TournamentRow]) -> str:
    if not rows:
        return "there is no tournament now; `tournaments` lists what there was"
    names = listed([f"`{row.name}`" for row in rows], "or")
    if named:
        return f"no tournament is called `{named}`; there is {names}"
    return f"it does not say which tournament is meant: name it, {names}"


def _by_mail(case: Case, request: Request[Any], rows: list[TournamentRow]) -> list[TournamentRow]:
    """The tournaments that may be meant where the line names none. Raises Complaint if the mail is about one that is
    over: its matches have the same numbers."""
    numbers, subject = tournaments_of_mail(case, request), request.incoming.subject.casefold()
    found = [row for row in rows if row.id in numbers or f"[{row.name.casefold()}]" in subject]
    if not found:
        past = [row for row in tournaments.latest_over(case.tx) if f"[{row.name.casefold()}]" in subject]
        past += [row for number in sorted(numbers) if (row := tournaments.find(case.tx, number)) is not None]
        if past:
            raise Complaint(Wrong.TOURNAMENT, sentence=f"{past[0].name} is over; {_which(None, rows)}")
        found = [row for row in rows if row.phase not in ("over", "cancelled")]
    person = request.sender.person
    if len(found) > 1 and person is not None:
        own = entries.tournaments_of(case.tx, person.id)
        found = [row for row in found if row.id in own] or found
    return found


def tournaments_of_mail(case: Case, request: Request[Any]) -> set[int]:
    """The tournaments of the token and of the letter that a mail answers."""
    token = request.sender.token
    found = {None if token is None else token.tournament, _answered(case, request.incoming)}
    return {number for number in found if number is not None}


def _answered(case: Case, incoming: Incoming) -> int | None:
    letter = outbox.referred(case.tx, incoming.references)
    return None if letter is None else letter.tournament


def steered(case: Case, request: Request[Any]) -> MeantTournament:
    """The tournament to steer. Raises Complaint if the sender plays in it where another gamesmaster is configured."""
    meant = tournament_meant(case, request)
    person = request.sender.person
    plays = person is not None and meant.row.id in entries.tournaments_of(case.tx, person.id)
    others = set(case.desk.settings.referee.gamesmasters) - {request.sender.address}
    if plays and others:
        raise Complaint(
            Wrong.TOURNAMENT, sentence=f"you play in {meant.row.name}, and another Gamesmaster can rule on it"
        )
    if not may_rule_tournament(case, request.sender.address, meant.row.id):
        raise Complaint(Wrong.ENOUGH, what="steered this tournament")
    return meant
