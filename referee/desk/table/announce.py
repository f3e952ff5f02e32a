"""Who hears of an act, and who is told to act: the letters of one story, one to a person for one act."""

from dataclasses import dataclass, replace
from datetime import datetime

from referee.desk.case import Case
from referee.desk.send import About, new_ids, recipient, round_thread, send, send_answer
from referee.desk.table.records import record
from referee.desk.table.story import Story
from referee.post.messages import Letter
from referee.spades.consequences import ATTEMPTS
from referee.spades.game import Game, called, due
from referee.spades.view import view
from referee.store import games, outbox, people
from referee.store.people import Person
from referee.telling import fairness_rows
from referee.telling.answers import GameResult, Silence
from referee.telling.letters import Contents, Occasion, Recipient
from referee.telling.news import (
    Bid,
    ClockRanOut,
    GameOver,
    Misdeal,
    News,
    Play,
    Provisional,
    Replacement,
    Restored,
    SaltsMixed,
    TrickWon,
    Void,
)
from referee.telling.record_file import record_file
from referee.telling.spades_headers import event_names

SILENCES_TOLD = 3
FIRST = 1
"""The seat of player 1."""
QUIET = {
    "play": fairness_rows.QUIET,
    "trick": (*fairness_rows.QUIET, Play, Bid, ClockRanOut),
    "turn": (*fairness_rows.QUIET, Play, Bid, ClockRanOut, TrickWon),
}
"""News that alone make no letter for someone who wants `notify each trick` or `my turns`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """One story with its moment, and the record that goes to the Gamesmaster with it, once the game is over."""

    story: Story
    occasion: Occasion
    gamesmaster: str
    record: tuple[str, ...]


def announce(
    case: Case, story: Story, deadline: datetime | None, *, turn: bool = True, begins: bool = False
) -> frozenset[str]:
    """Queue every letter about a story, and say whom they go to.

    `turn`: whoever is to act is told so; `begins`: the game starts with it.
    """
    hearing = _hearing(case, story, deadline)
    if case.desk.settings.referee.list_mode == "external" and story.news:
        _to_list(case, hearing, turn=turn)
    seated = people.seated(case.tx, story.game.number)
    told = {
        person.address
        for seat, person in seated.items()
        if _to_player(case, hearing, seat, person, turn=turn, begins=begins)
    }
    for person in people.watching(case.tx, story.game.number):
        if person not in seated.values() and not _unwanted(person, None, story.news):
            _to_watcher(case, hearing, person)
            told.add(person.address)
    return frozenset(told | _to_gamesmaster(case, hearing, told, begins=begins))


def _hearing(case: Case, story: Story, deadline: datetime | None) -> Hearing:
    kept = games.find(case.tx, story.game.number)
    assert kept is not None, "the game is kept before it is announced"
    over = any(isinstance(item, GameOver) for item in story.news)
    return Hearing(
        story=story,
        occasion=Occasion(news=story.news, written=case.now, deadline=deadline),
        gamesmaster=kept.gamesmaster,
        record=record(case.tx, story.game.number) if over else (),
    )


def _with_record(hearing: Hearing, letter: Letter) -> Letter:
    """A Gamesmaster who plays or watches hears of the result as of all else: then the record goes with that."""
    if letter.to != hearing.gamesmaster or not hearing.record:
        return letter
    return replace(letter, attachments=(record_file(hearing.story.game.number, hearing.record),))


def _thread(case: Case, hearing: Hearing) -> str:
    return round_thread(case.desk.settings, hearing.story.game.number, hearing.story.shown.round)


def _about(hearing: Hearing, *more: str) -> About:
    game = hearing.story.game
    names = (*event_names(hearing.occasion.news), *more)
    return About(game=game.number, turn=game.turn, event=",".join(names))


def _to_list(case: Case, hearing: Hearing, *, turn: bool) -> None:
    settings = case.desk.settings.referee
    assert settings.list is not None, "the settings hold a list in external mode"
    to = Recipient(address=settings.list, name="", timezone=None, format="html")
    about, thread = _about(hearing), _thread(case, hearing)
    ids = new_ids(case, None, about, thread=thread, opens=outbox.referred(case.tx, (thread,)) is None, token=False)
    public = view(hearing.story.game)
    letter = case.desk.letters.announcement(hearing.occasion, hearing.story.shown, public, to, ids)
    number = send(case, letter, about)
    if turn:
        _note_notice(case, hearing.story.game, None, number)


def _to_player(case: Case, hearing: Hearing, seat: int, person: Person, *, turn: bool, begins: bool) -> bool:
    story = hearing.story
    builtin = case.desk.settings.referee.list_mode == "builtin"
    seated = any(isinstance(item, Replacement) and item.seat == seat for item in story.news)
    own = view(story.game, seat)
    dealt = seat in story.dealt or (seated and own.has_hand)
    mine = seat in called(story.game) and (turn or dealt)
    if not (mine or dealt or seated or builtin):
        return False
    if not (mine or dealt or seated) and _unwanted(person, seat, hearing.occasion.news):
        return False
    more = [name for name, on in (("deal", dealt), ("turn", mine)) if on]
    news = builtin or begins or not more
    about = (
        _about(hearing, *more) if news else About(game=story.game.number, turn=story.game.turn, event=",".join(more))
    )
    ids = new_ids(case, person, about, thread=_thread(case, hearing))
    to = recipient(person)
    if mine or dealt or seated:
        contents = Contents(deal=dealt, turn=mine, news=news)
        letter = case.desk.letters.private(hearing.occasion, story.shown, own, to, ids, contents)
    else:
        letter = case.desk.letters.announcement(hearing.occasion, story.shown, view(story.game), to, ids)
    number = send(case, _with_record(hearing, letter), about)
    if turn:
        _note_notice(case, story.game, seat, number)
    return True


def _note_notice(case: Case, game: Game, seat: int | None, letter: int) -> None:
    """The clock waits for the letter to the seat that it is on, not for that to a partner who may act too; where it is
    on nobody, since all may challenge, for the letter to the list (`seat` None) or the first player's."""
    waiting = due(game)
    listed = case.desk.settings.referee.list_mode == "external"
    awaited = waiting[0] if waiting is not None else None if listed else FIRST
    if seat == awaited and (waiting or game.provisional):
        games.set_notice(case.tx, game.number, letter)


def _unwanted(person: Person, seat: int | None, news: tuple[News, ...]) -> bool:
    """Whether e asked not to hear of this; that eir own time ran out, or eir own salt is public, e always hears."""
    own = seat is not None and any(_own(item, seat) for item in news)
    return not own and all(isinstance(item, QUIET[person.notify]) for item in news)


def _own(item: News, seat: int) -> bool:
    match item:
        case ClockRanOut():
            return item.seat == seat
        case SaltsMixed(salts=salts):
            # whether it is there as it was sent, only e can check
            return bool(salts[seat - 1])
    return False


def _to_watcher(case: Case, hearing: Hearing, person: Person) -> None:
    """To someone who only watches, after all other letters; but a Gamesmaster may be needed."""
    about = _about(hearing)
    ids = new_ids(case, person, about, thread=_thread(case, hearing))
    public, to = view(hearing.story.game), recipient(person)
    letter = case.desk.letters.announcement(hearing.occasion, hearing.story.shown, public, to, ids, watcher=True)
    send(case, _with_record(hearing, letter), about, bulk=person.address != hearing.gamesmaster)


def _to_gamesmaster(case: Case, hearing: Hearing, told: set[str], *, begins: bool) -> set[str]:
    """The start, the result and what needs em, unless e was told already; and that a player fell silent.

    Whom letters went to.
    """
    game = hearing.story.game
    master = people.welcome(case.tx, hearing.gamesmaster, hearing.gamesmaster.partition("@")[0])
    fresh = master.address not in told
    over = bool(hearing.record)
    begins = begins or any(_needs_master(item) for item in hearing.occasion.news)
    if begins and fresh:
        _to_watcher(case, hearing, master)
    if over and fresh:
        send_answer(case, master, GameResult(view(game), hearing.record), game=game.number)
    for item in hearing.occasion.news:
        if isinstance(item, ClockRanOut) and game.silences[item.seat - 1] == SILENCES_TOLD:
            send_answer(case, master, Silence(view(game), item.seat), game=game.number)
    return {master.address} if fresh and (begins or over) else set()


def _needs_master(item: News) -> bool:
    """Whether the game waits for the Gamesmaster, or for disputes that e will have to settle."""
    match item:
        case Provisional() | Restored():
            return True
        case Misdeal(attempt=attempt) | Void(thrown_in=attempt):
            return attempt > 0 and attempt % ATTEMPTS == 0
    return False


def remind(case: Case, game: Game, deadline: datetime | None) -> None:
    """Tell those who may act once more: the limit is near."""
    seated = people.seated(case.tx, game.number)
    for seat in called(game):
        _remind(case, game, seat, seated[seat], deadline)


def _remind(case: Case, game: Game, seat: int, person: Person, deadline: datetime | None) -> None:
    about = About(game=game.number, turn=game.turn, event="reminder")
    ids = new_ids(case, person, about, thread=round_thread(case.desk.settings, game.number, game.round))
    occasion = Occasion(news=(), written=case.now, deadline=deadline)
    own, contents = view(game, seat), Contents(turn=True, reminder=True)
    letter = case.desk.letters.private(occasion, view(game), own, recipient(person), ids, contents)
    send(case, letter, about)
