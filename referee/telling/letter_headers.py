"""The subjects of letters; the `Spades-*` and `List-*` headers, by which robot players, archives and mail programs read
a letter; and the commitments, salts and seeds, by which readers check the deals, as far as its text names them.

A subject says what is due from the reader, what an answer is, or the chief news, after the tag of the game or
tournament. Each kind of letter has its own, which kinds.py and the answers name. No subject reads as a command.
The digits of commitments and seeds stand in headers; the facts say what each belongs to. docs/fairness.md says what
they are and how to check them. Shows only what views show. Encodes nothing: names outside ASCII are encoded when a
letter becomes bytes (post/compose.py).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote

from referee.dominoes.line import Knock, Laid, ends
from referee.dominoes.view import SeatView as TilesView
from referee.post.reading.safe_lines import clean
from referee.records.lines import HEAD_SHOWN
from referee.spades.plans import NO_HABITS, Habits
from referee.spades.view import SeatView
from referee.table import events as ev
from referee.table.fairness import ATTEMPTS
from referee.table.seats import SEATS
from referee.table.view import TableView
from referee.telling import news as n
from referee.telling.formats import listed, short_moment
from referee.telling.kinds import END, REDEAL, kind_of
from referee.telling.letter_kinds import ConfirmPlease
from referee.telling.notices import Answer
from referee.telling.sentences.plan_words import rules
from referee.telling.tournaments.headlines import headline
from referee.telling.tournaments.notices import TournamentLetter

Headers = tuple[tuple[str, str], ...]

BLIND = "B0"
"""A nil that its player bid before they saw their hand."""

UNSAFE = str.maketrans("=;?", "   ")


def event_names(news: Sequence[n.News]) -> tuple[str, ...]:
    """Return the values of Spades-Event for news, in the order of events."""
    names = tuple(name for item in news for name in kind_of(item).names(item))
    # a game that is over is not dealt again
    return tuple(name for name in names if name != REDEAL or END not in names)


@dataclass(frozen=True, slots=True)
class Position:
    """The position that a letter shows: `scene` is what a trick or round ended with (None: `view`), `view` what begins.

    `deadline`: of the player on turn; `hand`: the letter is private and shows the cards, and the reader's plans and
    `habits`; `turn`: it also says what the player may do with them.
    """

    view: TableView
    scene: TableView | None = None
    deadline: datetime | None = None
    hand: bool = False
    turn: bool = False
    habits: Habits = NO_HABITS


@dataclass(frozen=True, slots=True)
class InTournament:
    """The tournament that a letter is about, and the one match of it, if it is about one; what the letter commits to,
    and the seeds that it reveals, 64 hex digits each."""

    number: int
    match: int | None = None
    commits: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()

    @property
    def place(self) -> Headers:
        """The headers that say where in which tournament."""
        match = () if self.match is None else (("Spades-Match", str(self.match)),)
        return (("Spades-Tournament", str(self.number)), *match)


def spades_headers(
    events: Sequence[str],
    *,
    game: int | None,
    head: str | None = None,
    news: Sequence[n.News] = (),
    position: Position | None = None,
    tournament: InTournament | None = None,
) -> Headers:
    """Make all headers that apply.

    `head`: of the public record of the game, or else the tournament, as it is now; None if there is none, as before a
    table's game begins.
    """
    fields: list[tuple[str, str]] = []
    started = n.start_of(news)
    if started is not None and started.fixture is not None:
        tournament = InTournament(started.fixture.tournament, started.fixture.match)
    if game is not None:
        fields.append(("Spades-Game", str(game)))
    if events:
        fields.append(("Spades-Event", ",".join(events)))
    if tournament is not None:
        fields.extend(tournament.place)
    if actor := _actor(news):
        fields.append(("Spades-Actor", actor))
    if position is not None:
        fields.extend(_of_game(news, position))
        fields.extend(_due(position.view, position.deadline))
        fields.extend(_private(position))
    fields.extend(chance(*digits(news)))
    if tournament is not None:
        fields.extend(chance(tournament.commits, tournament.seeds))
    if head is not None:
        fields.append(("Spades-Record", head[:HEAD_SHOWN]))
    if position is not None and position.view.result is not None:
        fields.append(("Spades-Result", _result(position.view)))
    return tuple(fields)


def chance(commits: Sequence[str], seeds: Sequence[str]) -> Headers:
    """Make the headers with commitments and revealed seeds, by round and attempt."""
    named = (("Spades-Commit", commits), ("Spades-Reveal", seeds))
    return tuple((name, " ".join(values)) for name, values in named if values)


def _actor(news: Sequence[n.News]) -> str | None:
    return next((actor(item) for item in news if (actor := kind_of(item).actor)), None)


def _of_game(news: Sequence[n.News], position: Position) -> Iterator[tuple[str, str]]:
    """Yield the headers of the position. If a trick or round just ended, its round, trick, table, books and bids are
    meant."""
    names = event_names(news)
    view, ended = position.view, position.scene or position.view
    yield "Spades-Sheet", view.sheet.name
    yield "Spades-Turn", str(view.turn)
    if isinstance(view, TilesView):
        then = ended if isinstance(ended, TilesView) and "round" in names else view
        yield "Spades-Round", str(then.round)
        yield "Spades-Seats", _seats(view)
        yield from _of_tiles(view, then)
    elif isinstance(view, SeatView):
        yield from _of_cards(names, view, ended if isinstance(ended, SeatView) else view, turn=position.turn)


def _of_tiles(view: TilesView, then: TilesView) -> Iterator[tuple[str, str]]:
    if then.course:
        yield "Spades-Table", ", ".join(map(_done, then.course))
    if then.line.first is not None:
        yield "Spades-Ends", ", ".join(f"{arm} {number}" for arm, number in ends(then.line).items())
    yield "Spades-Left", " ".join(map(str, then.left))
    yield "Spades-Score", " ".join(map(str, view.score))


def _done(act: Laid | Knock) -> str:
    return f"{act.seat}={f'{act.tile} {act.arm}' if isinstance(act, Laid) else 'knock'}"


def _of_cards(names: Sequence[str], view: SeatView, scene: SeatView, *, turn: bool) -> Iterator[tuple[str, str]]:
    trick = "trick" in names
    then = scene if trick or "round" in names else view
    yield "Spades-Round", str(then.round)
    if trick:
        yield "Spades-Trick", str(len(then.tricks))
    elif not then.bidding and not then.scored:
        yield "Spades-Trick", str(len(then.tricks) + 1)
    yield "Spades-Seats", _seats(view)
    yield "Spades-Bids", " ".join(_bid(then, seat) for seat in SEATS)
    if table := then.tricks[-1] if trick else then.table:
        yield "Spades-Table", " ".join(f"{seat}={card}" for seat, card in table)
    if turn and view.since:
        yield "Spades-Since", " ".join(f"{seat}={card}" for seat, card in view.since)
    yield "Spades-Books", " ".join(map(str, then.books))
    yield "Spades-Score", " ".join(map(str, view.score))
    if view.sheet.bag_penalty is not None:
        yield "Spades-Bags", " ".join(map(str, view.bags))


def _seats(view: TableView) -> str:
    """Write the names by seat, without the signs that part them."""
    return "; ".join(f"{seat}={clean(view.name(seat)).translate(UNSAFE)}" for seat in SEATS)


def _bid(view: SeatView, seat: int) -> str:
    bid = view.bids[seat - 1]
    return "-" if bid is None else BLIND if seat in view.blind else str(bid)


def _due(view: TableView, deadline: datetime | None) -> Iterator[tuple[str, str]]:
    """Yield the headers that say whose turn it is and until when; for a provisional result, until when teams may
    challenge it."""
    if view.to_act is not None:
        yield "Spades-To-Act", f"{view.to_act[0]} {view.to_act[1]}"
    provisional = isinstance(view, SeatView) and view.provisional is not None and view.result is None
    waits = view.to_act is not None or provisional
    if waits and deadline is not None and not view.paused:
        yield "Spades-Deadline", f"{deadline.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"


def _private(position: Position) -> Iterator[tuple[str, str]]:
    view = position.view
    if position.hand and view.hand and view.result is None:
        yield "Spades-Hand", " ".join(map(str, view.hand))
    if position.turn and isinstance(view, TilesView) and view.moves:
        yield "Spades-Legal", ", ".join(f"{move.tile} {move.arm}" for move in view.moves)
    if position.turn and isinstance(view, SeatView) and (legal := _legal(view)):
        yield "Spades-Legal", " ".join(legal)
    if position.turn and isinstance(view, SeatView) and view.claimable:
        yield "Spades-Claimable", "yes"
    if position.hand and view.result is None:
        yield from _plans(view, position.habits)
    if position.hand and view.by_plan:
        yield "Spades-Played-By", " ".join(str(done.turn) for done in view.by_plan)


def _plans(view: TableView, habits: Habits) -> Iterator[tuple[str, str]]:
    """Yield the rules that stand for the reader."""
    if standing := rules(view, habits):
        yield "Spades-Plan", "; ".join(standing)


def _legal(view: SeatView) -> tuple[str, ...]:
    if view.held_back:
        return ("show", BLIND) if view.may_bid_blind else ("show",)
    return tuple(map(str, view.legal_bids or view.legal_cards))


def _result(view: TableView) -> str:
    assert view.result is not None, "asked only of a game that is over"
    winner = "-" if view.result.team is None else f"team {view.result.team}"
    return f"{winner}; {view.result.by}"


def list_headers(game: int, address: str) -> Headers:
    """Make the headers of RFC 2369 and 2919, for announcements that the referee itself distributes; `unsubscribe` makes
    the header that every letter to a person has."""
    return (
        ("List-Id", f"Spades game {game} <spades-{game}.{address.rpartition('@')[2]}>"),
        ("List-Help", _mailto(address, "help")),
        ("List-Subscribe", _mailto(address, f"watch {game}")),
        ("List-Post", "NO"),
    )


def unsubscribe(address: str, line: str, subject: str) -> Headers:
    """Make the header by which mail programs offer to end such letters with a mail: it says `line`, and goes to the
    letter's own reply address. The one click of RFC 8058 would need a web server."""
    return (("List-Unsubscribe", _mailto(address, line, subject)),)


def _mailto(address: str, line: str, subject: str = "") -> str:
    return f"<mailto:{quote(address, safe='@+')}?subject={quote(subject or line, safe='')}&body={quote(line, safe='')}>"


LONGEST = 100
LAST_DAY = timedelta(hours=25)
WEEK = timedelta(days=6)


def of_game(view: TableView, words: str) -> str:
    """Write `[Spades 12] Paused`."""
    return f"[{view.sheet.game.capitalize()} {view.game}] {_fitting(words)}"


def turn_subject(view: TableView, place: str, news: str = "") -> str:
    """Write `[Spades 12] Your turn: round 2, trick 5`, or with `news` before it, `Game 12 begins`."""
    return of_game(view, ". ".join(filter(None, (news, f"Your turn: {place}"))))


def due_subject(
    view: TableView, task: str, deadline: datetime | None, written: datetime, zone: str | None, why: str
) -> str:
    """Write `[Spades 12] Last day: bid by Fri 12:00 UTC` in a reminder; `why` a second letter comes, if it is none."""
    left = None if deadline is None else deadline - written
    why = why or ("Last day" if left is not None and left < LAST_DAY else "Still your turn")
    if deadline is None or left is None:
        return of_game(view, f"{why}: {task}")
    by = short_moment(deadline, zone, dated=left >= WEEK)
    return of_game(view, f"{why}: {task} by {by}")


def answer_subject(answer: Answer, game: int | None, due: str = "", tournament: str = "", title: str = "Spades") -> str:
    """Write `[Spades 12] Your memory, round 3`; where it shows its reader their position, and it is their turn, `due`
    says so: `[Spades 12] Not done. Your turn: round 3, trick 5`. What is about a `tournament` and no game has its name
    as a tag: `[Spring Cup] The draw`. `title`: the name of the game that it is about."""
    if isinstance(answer, TournamentLetter):
        return f"[{answer.tournament.name}] {_fitting(headline(answer))}"
    if isinstance(answer, ConfirmPlease) and answer.game is not None:
        game = answer.game.game
    # no name has braces
    words = answer.subject.format(of=answer)
    words = f"{words}{'' if words.endswith('?') else '.'} Your turn: {due}" if due else words
    return f"[{tournament or 'Spades' if game is None else f'{title} {game}'}] {_fitting(words)}"


def _fitting(words: str) -> str:
    """Clean the words, and cut them if they are too long for a list of mails."""
    line = clean(words)
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1].rstrip()}…"


def with_reference(subject: str, token: str | None, subaddress: str) -> str:
    """Put the token into the subject, if the provider has no subaddresses to carry it."""
    return subject if subaddress or not token else f"{subject} (ref {token})"


RENEWED = "They replace those in earlier letters."
LATE = "These commitments were made after the salts were known, so for these deals there is only the referee's word."


class Fact(NamedTuple):
    """A sentence or title and the lines below it, if any: each a label and a value to copy in one piece."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()


def facts(news: Sequence[n.News], scene: TableView) -> tuple[Fact, ...]:
    """Collect the facts in the news; first the facts that the headers hold. Empty at the start of a game, whose letter
    has enough to say: its headers and the record hold them."""
    if n.start_of(news) is not None:
        return ()
    restored = any(isinstance(item, n.Restored) for item in news)
    held = list(_named(news))
    first = (Fact(f"The headers of this letter hold {listed(held)}."),) if held else ()
    return (*first, *dict.fromkeys(fact for item in news for fact in _facts(item, scene, restored=restored)))


def digits(news: Sequence[n.News]) -> tuple[list[str], list[str]]:
    """Return new commitments and revealed seeds, 64 hex digits each, by round and attempt."""
    commits = [commit for item in news if isinstance(item, n.Commitments) for commit in item.commits]
    return commits, [item.seed for item in news if isinstance(item, ev.Revealed)]


def _facts(item: n.News, scene: TableView, *, restored: bool) -> Iterator[Fact]:
    match item:
        case n.Commitments(first=first) if first > ATTEMPTS:
            yield Fact(LATE)
        case n.Commitments() if restored:
            yield Fact(RENEWED)
        case ev.SaltsClosed(number, salts) if any(salts):
            given = tuple((f"{scene.name(seat)}:", salts[seat - 1]) for seat in SEATS if salts[seat - 1])
            yield Fact(f"Salts for round {number}:", given)


def _named(news: Sequence[n.News]) -> Iterator[str]:
    """Name the contents of Spades-Reveal and Spades-Commit, the seeds of one round together."""
    for number, seeds in groupby((item for item in news if isinstance(item, ev.Revealed)), lambda item: item.round):
        attempts = [item.attempt for item in seeds]
        yield f"the seed{'s' * (len(attempts) > 1)} of round {number}{_attempts(attempts[0], attempts[-1])}"
    for item in news:
        if isinstance(item, n.Commitments):
            last = item.first + len(item.commits) - 1
            yield f"the commitments to the deals of round {item.round}{_attempts(item.first, last)}"


def _attempts(first: int, last: int) -> str:
    """Name these attempts: `, attempt 1`, `, attempts 4 to 6`; empty for the whole first block."""
    if (first, last) == (1, ATTEMPTS):
        return ""
    return f", attempt {first}" if first == last else f", attempts {first} to {last}"
