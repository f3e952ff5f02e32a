"""The letters of one story, one to a person for each act: who hears of it, and who learns that it is their turn;
also whose plans the act ended.

Rules on nothing and moves no clock; it only notes which letter the clock waits for.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from referee.desk.case import Case
from referee.desk.clock.deadlines import TurnClock
from referee.desk.clock.running_time import away_now, leave_left
from referee.desk.masters import masters_to_tell, name_of_master
from referee.desk.outgoing import (
    PLAY,
    About,
    new_ids,
    queue_letter,
    recipient,
    round_thread,
    send_answer,
    stored_together,
)
from referee.desk.table.match import stake, team_in_match
from referee.desk.table.records import course, record
from referee.games import Game, SeatView, Step, view
from referee.post.messages import Letter
from referee.spades import events as ev
from referee.spades.game import Game as Cards
from referee.spades.plans import Plan, When
from referee.store import games, marks, matches, outbox, people
from referee.store.people import Person
from referee.table.events import Deal
from referee.table.fairness import ATTEMPTS
from referee.table.game import ByPlan
from referee.table.seats import SEATS
from referee.table.view import on_hold
from referee.telling.kinds import concerns, kind_of, wanted
from referee.telling.letter_headers import event_names
from referee.telling.letters import Contents, Ids, Occasion, Part, Recipient
from referee.telling.news import ClockRanOut, News, Story, end_of, new_player, own_time_out, start_of
from referee.telling.notices import GameResult, Silence
from referee.telling.record_file import record_file
from referee.telling.sentences.rulings import throws_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Owners:
    """The news of one act for the owners of plans, by seat."""

    receipts: frozenset[int] = frozenset()
    """The seats whose players acted, by hand or by a plan, and want a receipt."""
    ended: Mapping[int, tuple[Plan, ...]] = field(default_factory=dict)
    """Plans that the act ended without their owner's doing."""
    stand: Mapping[int, tuple[Plan, ...]] = field(default_factory=dict)
    """Plans that stand, where a void undid what plans had done."""
    played: Mapping[int, tuple[ByPlan, ...]] = field(default_factory=dict)
    """The acts of plans since their owner's last act by hand, in a round that the act scored, if another round was
    dealt."""

    asked: tuple[int, ...] = ()
    """The seats of the players whom the Gamesmaster put there, and whose letter asks them to play."""


NOBODY = Owners()


def ended_plans(before: Game | None, steps: Iterable[Step]) -> dict[int, tuple[Plan, ...]]:
    """Return the plans that a void, a new deal, a hand shown or a turn ended, by seat: not those dropped by hand. A
    successor never learns of the previous player's plans."""
    ended: dict[int, tuple[Plan, ...]] = {}
    for place, (event, game) in enumerate(steps):
        by_hand = isinstance(event, ev.Unplanned) and not place
        if isinstance(event, ev.Cancelling) and before is not None and not by_hand:
            if isinstance(event, ev.Voided):
                ended |= _bids_taken_back(before, event.to)
            for seat in SEATS:
                stand = {one.plan for one in game.plans[seat - 1]}
                gone = (one.plan for one in before.plans[seat - 1] if one.plan not in stand)
                ended[seat] = (*ended.get(seat, ()), *gone)
        before = game
    return {seat: plans for seat, plans in ended.items() if plans}


def undone_plans(before: Game | None, steps: Iterable[Step]) -> dict[int, tuple[Plan, ...]]:
    """Return, by seat, the plans that stand although a void undid acts of plans."""
    stand: dict[int, tuple[Plan, ...]] = {}
    for event, game in steps:
        if isinstance(event, ev.Voided) and before is not None:
            for seat, _ in _acted_by_plan(before, event.to):
                stand[seat] = tuple(one.plan for one in game.plans[seat - 1])
        before = game
    return {seat: plans for seat, plans in stand.items() if plans}


def _bids_taken_back(game: Game, since: int) -> dict[int, tuple[Plan, ...]]:
    """Return the planned bids that were made at position `since` or later, by seat: a bid is planned for one turn."""
    if not isinstance(game, Cards):
        return {}
    bids = ((seat, done.what) for seat, done in _acted_by_plan(game, since) if isinstance(done.what, int))
    return {seat: (Plan(When.BID, bid=bid, blind=seat in game.blind),) for seat, bid in bids}


def _acted_by_plan(game: Game, since: int) -> frozenset[tuple[int, ByPlan]]:
    """Find the acts at position `since` or later of plans of those who sit there now, each with its seat."""
    found: set[tuple[int, ByPlan]] = set()
    past: Any = game
    while past is not None and past.turn > since:
        own = [seat for seat in SEATS if past.names[seat - 1] == game.names[seat - 1]]
        found |= {(seat, done) for seat in own for done in past.by_plan[seat - 1] if done.turn >= since}
        past = past.before
    return frozenset(found)


def played_before_deal(before: Game | None, steps: Iterable[Step]) -> dict[int, tuple[ByPlan, ...]]:
    """Collect the acts of plans, by seat, in the round that ended: the state after a deal no longer holds them."""
    played: dict[int, tuple[ByPlan, ...]] = {}
    for event, game in steps:
        if isinstance(event, Deal) and before is not None and before.points is not None:
            played = {seat: before.by_plan[seat - 1] for seat in SEATS if before.by_plan[seat - 1]}
        before = game
    return played


SILENCES = 3
LONG = timedelta(days=14)
"""The age of a game whose letter says what it brings to meet."""

FIRST = 1
"""The seat of player 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """One story and its moment: the facts that all its letters share."""

    story: Story
    occasion: Occasion
    public: SeatView
    """The game as everybody may see it."""
    held: bool
    """No move counts: a protest waits for the Gamesmaster."""
    gamesmaster: str
    record: tuple[str, ...]
    """The public record, which goes to the players and the Gamesmaster; empty until the game is over."""
    owners: Owners
    tells_turn: bool
    """The letters tell players that it is their turn."""
    notice: bool
    """The clock waits for the letter that does."""

    @property
    def begins(self) -> bool:
        """The game starts with this story."""
        return start_of(self.story.news) is not None


class Reached(NamedTuple):
    """The people who got a letter about a story."""

    addresses: frozenset[str]
    shown: frozenset[int]
    """The seats whose players got one of their own, which shows them their cards and plans."""


def announce(
    case: Case,
    gamesmaster: str,
    story: Story,
    clock: TurnClock,
    owners: Owners = NOBODY,
    *,
    tells_turn: bool = True,
) -> Reached:
    """Queue every letter about a story of the game that `gamesmaster` steers, after which its clock is `clock`.
    `tells_turn`: tell the players on turn that they are."""
    occasion = _occasion(case, story.game, clock.deadline, story.news)
    over = end_of(story.news) is not None
    if over:
        occasion = replace(occasion, course=course(case.tx, story.game.number))
    waits = matches.held(case.tx, story.game) is not None
    hearing = Hearing(
        story=story,
        occasion=occasion,
        public=_seen(story.game, None, held=waits),
        held=waits,
        gamesmaster=gamesmaster,
        record=record(case.tx, story.game.number) if over else (),
        owners=owners,
        tells_turn=tells_turn,
        notice=clock.waits,
    )
    with stored_together(case) as gathering:
        return _announce(gathering, hearing)


def _announce(case: Case, hearing: Hearing) -> Reached:
    story = hearing.story
    if case.desk.settings.referee.list_mode == "external" and story.news:
        _to_list(case, hearing)
    seated = people.seated(case.tx, story.game.number)
    kinds = {seat: _to_player(case, hearing, seat, person) for seat, person in seated.items()}
    reached = {seated[seat].address for seat, kind in kinds.items() if kind}
    for person in people.watching(case.tx, story.game.number):
        if person not in seated.values() and _wants(person, None, hearing):
            _to_watcher(case, hearing, person)
            reached.add(person.address)
    addresses = frozenset(reached | _to_gamesmaster(case, hearing, reached))
    return Reached(addresses, frozenset(seat for seat, kind in kinds.items() if kind == "own"))


def _seen(game: Game, seat: int | None, *, held: bool) -> SeatView:
    return on_hold(view(game, seat)) if held else view(game, seat)


def _occasion(case: Case, game: Game, deadline: datetime | None, news: tuple[News, ...] = ()) -> Occasion:
    return Occasion(
        news=news,
        written=case.now,
        deadline=deadline,
        away=away_now(case, game.number),
        leave=leave_left(case, game),
    )


def _is_long(case: Case, game: int, seat: int) -> bool:
    """Tell if a game has gone on for long, nobody has proposed a time to meet, and no letter to the player in `seat`
    has said what that brings."""
    row, said = games.find(case.tx, game), (f"meet {game}", f"long game {game} {seat}")
    long = row is not None and case.now - row.started_at >= LONG
    return long and all(marks.get_mark(case.tx, mark) is None for mark in said)


def _announcement(case: Case, hearing: Hearing, to: Recipient, ids: Ids, part: Part = "player") -> Letter:
    """Write the letter to somebody who is shown no cards."""
    letters, scene = case.desk.letters, hearing.story.scene
    return letters.announcement(hearing.occasion, scene, hearing.public, to, ids, part)


def _with_record(hearing: Hearing, letter: Letter) -> Letter:
    """Attach the record of a game that is over. A list gets none: many hold back mail of that size."""
    if not hearing.record:
        return letter
    return replace(letter, attachments=(record_file(hearing.story.game.number, hearing.record),))


def _thread(case: Case, hearing: Hearing) -> str:
    return round_thread(case.desk.settings, hearing.story.game.number, hearing.story.scene.round)


def _about(hearing: Hearing, *more: str) -> About:
    game = hearing.story.game
    names = (*event_names(hearing.occasion.news), *more)
    return About(game=game.number, turn=game.turn, event=",".join(names))


def _to_list(case: Case, hearing: Hearing) -> None:
    settings = case.desk.settings.referee
    assert settings.list is not None, "the settings hold a list in external mode"
    to = Recipient(address=settings.list, name="", timezone=None, format="html")
    about, thread = _about(hearing), _thread(case, hearing)
    ids = new_ids(case, None, about, thread=thread, opens=outbox.referred(case.tx, (thread,)) is None)
    queue_letter(case, _announcement(case, hearing, to, ids), about, notice=_is_notice(case, hearing, None))


def _to_player(case: Case, hearing: Hearing, seat: int, person: Person) -> Literal["own", "public"] | None:
    """Write to a player if the news concerns them; after a play that is, by default, only the player on turn. Returns
    the kind of their letter, `own` or `public`; None if they get no letter."""
    story, builtin = hearing.story, case.desk.settings.referee.list_mode == "builtin"
    seated = new_player(story.news, seat) is not None
    dealt = seat in story.sees_hand or (seated and view(story.game, seat).has_hand)
    due_now = seat in story.game.called and not hearing.held and (hearing.tells_turn or dealt)
    ended, stand = (of.get(seat, ()) for of in (hearing.owners.ended, hearing.owners.stand))
    receipt = seat in hearing.owners.receipts and not (due_now or dealt)
    asked = seat in hearing.owners.asked
    ran_out = own_time_out(story.news, seat) is not None and end_of(story.news) is None
    private = ran_out or due_now or dealt or seated or receipt or bool(ended or stand) or asked
    if not private and (not builtin or not _wants(person, seat, hearing)):
        return None
    more = [name for name, on in (("deal", dealt), ("turn", due_now), ("receipt", receipt)) if on]
    with_news = builtin or hearing.begins or not more
    about = _about(hearing, *more) if with_news else replace(_about(hearing), event=",".join(more))
    about = replace(about, offer=PLAY if asked else None)
    ids = new_ids(case, person, about, thread=_thread(case, hearing))
    to = replace(recipient(person), seat=seat)
    if private:
        own = _seen(story.game, seat, held=hearing.held)
        own = replace(own, by_plan=(*hearing.owners.played.get(seat, ()), *own.by_plan))
        at_stake = stake(case, story.game, seat) if due_now else None
        contents = Contents(deal=dealt, turn=due_now, news=with_news, receipt=receipt, ended=ended, stake=at_stake)
        if long := (due_now or dealt) and _is_long(case, story.game.number, seat):
            marks.set_mark(case.tx, f"long game {story.game.number} {seat}", case.now.isoformat())
        contents = replace(contents, stand=stand, long=long)
        if asked:
            contents = replace(contents, asked_by=name_of_master(case, hearing.gamesmaster))
        letter = case.desk.letters.private(hearing.occasion, story.scene, own, to, ids, contents)
    else:
        letter = _announcement(case, hearing, to, ids)
    queue_letter(case, _with_record(hearing, letter), about, notice=_is_notice(case, hearing, seat))
    return "own" if private else "public"


def _is_notice(case: Case, hearing: Hearing, seat: int | None) -> bool:
    """Tell if the clock waits for a letter. It waits for the letter to the seat that is due, not for a letter to a
    partner who may act too. If nobody is due, since all may challenge, it waits for the letter to the list (`seat`
    None) or to the first player."""
    game = hearing.story.game
    waiting = game.due
    listed = case.desk.settings.referee.list_mode == "external"
    awaited = waiting[0] if waiting is not None else None if listed else FIRST
    return hearing.notice and seat == awaited and (waiting or game.provisional) is not None


def _wants(person: Person, seat: int | None, hearing: Hearing) -> bool:
    """Tell if a person hears of the news: a player in `seat`, or a watcher."""
    news = hearing.story.news
    own = seat is not None and any(concerns(item, seat, hearing.public) for item in news)
    return own or wanted(person.notify, news)


def _to_watcher(case: Case, hearing: Hearing, person: Person, part: Part = "watcher") -> None:
    """Write to someone who has no seat. Their letters go out after all others, except to a Gamesmaster, who may be
    needed."""
    about = _about(hearing)
    ids = new_ids(case, person, about, thread=_thread(case, hearing))
    letter = _announcement(case, hearing, recipient(person), ids, part)
    master = person.address == hearing.gamesmaster
    queue_letter(case, _with_record(hearing, letter) if master else letter, replace(about, bulk=not master))


def _to_gamesmaster(case: Case, hearing: Hearing, reached: set[str]) -> set[str]:
    """Tell the Gamesmaster about the start, the result and any matter that needs them, unless they were `reached`
    already. Always tell them about a player who fell silent. Returns the addresses written to."""
    game, news = hearing.story.game, hearing.story.news
    about, heard = About(game=game.number), set[str]()
    if hearing.gamesmaster not in reached and any(_needs_master(item, game) for item in news):
        master = people.welcome(case.tx, hearing.gamesmaster)
        watches = master in people.watching(case.tx, game.number)
        _to_watcher(case, hearing, master, "watcher" if watches else "master")
        heard.add(hearing.gamesmaster)
    ended = end_of(news)
    if ended is not None:
        page = GameResult(view(game), hearing.record, ended.match)
        for person in _free(case, hearing):
            if person.address not in reached:
                heard.add(person.address)
                send_answer(case, person, page, about)
    for item in news:
        if isinstance(item, ClockRanOut) and game.silences[item.seat - 1] == SILENCES:
            team = team_in_match(case, game.number, item.seat)
            for person in _free(case, hearing):
                send_answer(case, person, Silence(view(game), item.seat, team), about)
    return heard


def _free(case: Case, hearing: Hearing) -> list[Person]:
    """Find who may rule on this game: its Gamesmaster or, if they play, the Gamesmasters who do not play."""
    masters = masters_to_tell(case, hearing.story.game.number, hearing.gamesmaster)
    return [people.welcome(case.tx, address) for address in masters]


def _needs_master(item: News, after: Game) -> bool:
    """Tell if the game starts, waits for the Gamesmaster, or has disputes that they will have to settle."""
    waits = bool(after.thrown_in) and after.attempt % ATTEMPTS == 0
    return kind_of(item).for_masters or (waits and throws_in(item))


def send_reminders(case: Case, game: Game, deadline: datetime | None) -> None:
    """Remind those who may act that the limit is near."""
    seated = people.seated(case.tx, game.number)
    for seat in game.called:
        contents = Contents(turn=True, reminder=True, stake=stake(case, game, seat))
        _by_the_clock(case, game, seat, seated[seat], deadline, contents)


def send_receipts(case: Case, game: Game, seats: Iterable[int], deadline: datetime | None) -> None:
    """Show players the table, and what their plans have done."""
    seated = people.seated(case.tx, game.number)
    for seat in seats:
        _by_the_clock(case, game, seat, seated[seat], deadline, Contents(receipt=True))


def _by_the_clock(
    case: Case, game: Game, seat: int, person: Person, deadline: datetime | None, contents: Contents
) -> None:
    """Write to a player about the present position, of which they have heard before."""
    about = About(game=game.number, turn=game.turn, event="receipt" if contents.receipt else "reminder")
    ids = new_ids(case, person, about, thread=round_thread(case.desk.settings, game.number, game.round))
    held = matches.held(case.tx, game) is not None
    public, own = (_seen(game, one, held=held) for one in (None, seat))
    letter = case.desk.letters.private(_occasion(case, game, deadline), public, own, recipient(person), ids, contents)
    queue_letter(case, letter, about)
