"""One letter of each kind, from a game that is really played. Every figure is fixed, for the golden letters."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from html.parser import HTMLParser
from urllib.parse import unquote

from referee.config import RefereeSettings, Settings
from referee.desk.case import Wrong
from referee.post.messages import Letter
from referee.post.settings import ImapSettings, SmtpSettings
from referee.spades import commands as cmd
from referee.spades.cards import Card
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.spades.law.moves import legal_bids, legal_cards
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.spades.sheets import SHEETS, usual_terms
from referee.spades.view import view
from referee.table.fairness import Deck, commit
from referee.table.refusal import Reason
from referee.table.seats import SEATS, Names
from referee.telling import news as n
from referee.telling.error_answers import Error, Refused
from referee.telling.letter_kinds import (
    ConfirmPlease,
    DoubtPlease,
    HandPage,
    HelpPage,
    Last,
    Member,
    MembersPage,
    MovePlease,
    NewTablePage,
    Noted,
    OtherAddress,
    PairPlease,
    RecordPage,
    RulesPage,
    SaltKept,
    WaysOut,
    Welcome,
    WelcomePlease,
)
from referee.telling.letters import Cause, Contents, Ids, Letters, Occasion, Recipient
from referee.telling.news import Story, story_of_events
from referee.telling.notices import (
    Announcement,
    Answer,
    Decided,
    GameResult,
    ListNews,
    MasterActed,
    MasterAnswers,
    MeetNews,
    MeetPlease,
    PlayerAsks,
    RematchPlease,
    ReplacePlease,
    StillWaiting,
    TableFull,
    TableSeated,
    Undeliverable,
    VoidPlease,
    WantsOut,
)
from tests.chance import fresh
from tests.rulings import decide, start

SEED = bytes(range(32)).hex()
NAMES: Names = ("Ann", "Bob", "Carol", "Dave")
WRITTEN = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
LIMIT = timedelta(days=3)
DEADLINE = WRITTEN + LIMIT
ADDRESS = "referee@example.org"
LIST = "spades-list@example.org"
LIST_NEWS = ListNews(
    "Bob has joined the list for sheet 109.", "Besides you, Bob waits there, and 2 more players are missing."
)
COMMITS = tuple(commit("spades", Deck(12, 1, attempt, seed)) for attempt, seed in enumerate(fresh(SEED)[:3], 1))
LINES = ('{"e":"concession","seat":1}', '{"e":"concession","seat":3}')
"""Part of a public record."""

HEAD = "5e" * 32
"""The head of the record in answers that show nothing else of the game."""

ROWS = (
    ("bid 4", "Bids that many tricks.", "player"),
    ("hand", "Sends you your cards and what is due.", "private"),
    ("score", "Sends the score.", "anyone"),
    ("pause", "Stops the clock; moves are still accepted.", "gamesmaster"),
)

TOPICS = ("bid", "play", "plans", "time", "gamesmaster")


def settings(*, mode: str = "builtin", subaddress: str = "+", name: str = "Spades Referee") -> Settings:
    """Return the settings that letters need, and no more."""
    return Settings(
        referee=RefereeSettings(
            address=ADDRESS,
            name=name,
            gamesmasters=("gm@example.org",),
            list=LIST if mode == "external" else None,
            list_mode=mode,  # type: ignore[arg-type]
        ),
        imap=ImapSettings(host="localhost", username="u", password="p"),
        smtp=SmtpSettings(host="localhost", subaddress=subaddress),  # type: ignore[arg-type]
    )


def ids(token: str | None = "abcdefghijklmnopqrstuvwx") -> Ids:
    """Return ids as the desk gives them; no token for a list."""
    return Ids(
        message_id="m1@example.org",
        in_reply_to="spades.12.1@example.org",
        references=("spades.12.1@example.org",),
        reply_to=None if token is None else f"referee+{token}@example.org",
        token=token,
    )


def player(name: str = "Ann", zone: str | None = "Europe/Berlin", format: str = "html") -> Recipient:
    """Return a player as letters know them."""
    return Recipient(address="ann@example.org", name=name, timezone=zone, format=format)


THE_LIST = Recipient(address=LIST, name="", timezone=None, format="html")


def opening(names: Names = NAMES, sheet: RuleSheet = SHEETS["109"], **dealt: object) -> tuple[Game, Story]:
    """Return a game just begun, or under way as `dealt` says, and its story."""
    *before, deal = start(12, names, sheet, int(LIMIT.total_seconds()), fresh(SEED), terms=usual_terms(sheet.name))
    events = (*before, replace(deal, **dealt))  # type: ignore[arg-type]
    return replay(events), story_of_events(None, events, 24)


def step(game: Game, seat: int | None, command: cmd.Command) -> tuple[Game, Story]:
    """Return the game after a command, and its story."""
    events = decide(game, seat, command, answers=game.turn, seeds=fresh(SEED))
    return replay(events, game), story_of_events(game, events)


def forward(game: Game, until: Callable[[Game], bool]) -> Game:
    """Return the game after moves that anyone may make, until it is as wished: bids of 3, the last legal card."""
    while not until(game):
        game, _ = step_on(game)
    return game


def step_on(game: Game) -> tuple[Game, Story]:
    """Return the game after its next such move."""
    waiting = game.due
    assert waiting is not None, "the game goes on"
    seat, what = waiting
    if what == "bid":
        game = game if seat in game.seen else step(game, seat, cmd.Show())[0]
        return step(game, seat, cmd.MakeBid(3 if 3 in legal_bids(game, seat) else legal_bids(game, seat)[0]))
    return step(game, seat, cmd.PlayCard(legal_cards(game, seat)[-1]))


def last_card(game: Game) -> tuple[Game, Story]:
    """Return the game after its round's last card, and the story of that."""
    return step_on(forward(game, lambda g: len(g.tricks) == TRICKS - 1 and len(g.trick) == len(SEATS) - 1))


def told(
    letters: Letters,
    game: Game,
    story: Story,
    seat: int,
    *,
    turn: bool = True,
    news: bool = True,
    reminder: bool = False,
    asked_by: str | None = None,
) -> Letter:
    """Return the private letter of one seat about a story."""
    occasion = Occasion(news=story.news, written=WRITTEN, deadline=DEADLINE)
    return letters.private(
        occasion,
        story.scene,
        view(game, seat),
        player(game.names[seat - 1]),
        ids(),
        Contents(deal=seat in story.sees_hand, turn=turn, news=news, reminder=reminder, asked_by=asked_by),
    )


def announced(letters: Letters, game: Game, story: Story, to: Recipient, *, watcher: bool = False) -> Letter:
    """Return the announcement of a story."""
    deadline = DEADLINE if game.due or game.provisional else None
    occasion = Occasion(news=story.news, written=WRITTEN, deadline=deadline)
    token = None if to.address == LIST or watcher else "abcdefghijklmnopqrstuvwx"
    return letters.announcement(occasion, story.scene, view(game), to, ids(token), "watcher" if watcher else "player")


def answered(letters: Letters, answer: Answer, *, game: int | None = 12, last: Last | None = None) -> Letter:
    """Return an answer to Ann."""
    head = _head(answer) if game else None
    cause = Cause(written=WRITTEN, game=game, head=head, last=last)
    return letters.answer(answer, player(), ids(), cause)


def _head(answer: Answer) -> str | None:
    """Return the head of the record of the game that an answer is about; a table has none."""
    match answer:
        case TableFull() | TableSeated():
            return None
        case RecordPage():
            return answer.head
    own = getattr(answer, "view", None)
    return HEAD if own is None else str(own.head)


def wrong_card(game: Game) -> Card:
    """Return a card that the seat to act holds and may not play."""
    waiting = game.due
    assert waiting is not None, "the game goes on"
    return min(game.hand(waiting[0]) - set(legal_cards(game, waiting[0])))


AGAIN = "you bid 4 in round 1 already, and that stands"


def may_revoke(game: Game) -> bool:
    """Tell if the seat to act holds a card that does not follow suit, and one that does."""
    waiting = game.due
    return bool(game.trick) and waiting is not None and len(legal_cards(game, waiting[0])) < len(game.hand(waiting[0]))


@cache
def samples() -> dict[str, Letter]:
    """Return the letters by name."""
    builtin, external = Letters(settings()), Letters(settings(mode="external"))
    game, story = opening()
    found = {
        "start-first-bidder": told(builtin, game, story, 1),
        "start-asked": told(builtin, game, story, 2, turn=False, asked_by="Maria"),
        "start-deal": told(builtin, game, story, 2, turn=False),
        "start-list": announced(external, game, story, THE_LIST),
        "deal": told(external, game, story, 3, turn=False, news=False),
        "reminder": told(external, game, story, 1, news=False, reminder=True),
    }
    game, story = step(game, 1, cmd.MakeBid(0))
    found["bid-announcement"] = announced(builtin, game, story, player("Dave"))
    found["bid-turn"] = told(builtin, game, story, 2)
    game, story = step(game, None, cmd.TimeUp(game.turn))
    found["timeout-list"] = announced(external, game, story, THE_LIST)
    found["timeout-turn"] = told(builtin, game, story, 3)
    found["timeout-own"] = told(builtin, game, story, 2, turn=False)
    game = forward(game, lambda g: len(g.tricks) == 5 and len(g.trick) == 2)
    game, story = step_on(game)
    found["play-announcement"] = announced(builtin, game, story, player("Ann"), watcher=True)
    found["play-turn"] = told(builtin, game, story, (game.due or (0,))[0])
    game, story = step_on(game)
    found["trick-list"] = announced(external, game, story, THE_LIST)
    found["trick-turn"] = told(builtin, game, story, (game.due or (0,))[0])
    return found | _later(builtin, external, game) | _ruled(builtin, external)


def _later(builtin: Letters, external: Letters, game: Game) -> dict[str, Letter]:
    revoking = forward(opening()[0], may_revoke)
    seat = (revoking.due or (0,))[0]
    after, story = step(revoking, seat, cmd.PlayCard(wrong_card(revoking)))
    found = {
        "misplay-list": announced(external, after, story, THE_LIST),
        "misplay-turn": told(builtin, after, story, seat),
    }
    game = forward(game, lambda g: len(g.tricks) == 12 and len(g.trick) == 3)
    game, story = step_on(game)
    found["round-list"] = announced(external, game, story, THE_LIST)
    found["round-turn"] = told(builtin, game, story, 2)
    ended, story = step(step(game, 1, cmd.Concede())[0], 3, cmd.Concede())
    found["end-list"] = announced(external, ended, story, THE_LIST)
    refused = (
        Refused("play QS", Reason.BIDDING_NOW.value),
        Refused("address me@x", Wrong.BAD_VALUE.value, {"sentence": "'me@x' is no address"}),
    )
    return (
        found
        | {
            "error": answered(builtin, Error(refused, (), (), view(game, 2), DEADLINE)),
            "error-last": answered(builtin, Error(refused, (), (), view(game, 2), DEADLINE), last=Last.ACTING),
            "hand-last": answered(builtin, HandPage(view(game, 1), DEADLINE), last=Last.RESTING),
            "hand": answered(builtin, HandPage(view(game, 1), DEADLINE)),
            "noted": answered(builtin, Noted("you bid 4", view(game), DEADLINE)),
            "noted-again": answered(builtin, Noted(AGAIN, view(game), DEADLINE, beginner=False)),
            "help": answered(builtin, HelpPage(None, ROWS, TOPICS), game=None),
            "help-commands": answered(builtin, HelpPage("help", ROWS, TOPICS, gamesmaster=True), game=None),
            "rules": answered(builtin, RulesPage(SHEETS["109"]), game=None),
            "confirm": answered(builtin, ConfirmPlease(("watch 12",), DEADLINE), game=None),
            "confirm-game": answered(builtin, ConfirmPlease(("abort",), DEADLINE, game=view(game)), game=None),
            "welcome": answered(builtin, Welcome((("109", 3), ("pride", 1)), "Hello, may I play?"), game=None),
            "welcome-please": answered(builtin, WelcomePlease(("join",), DEADLINE, (("109", 3),)), game=None),
            "ways-out": answered(builtin, WaysOut((), ((12, "Carol"),), "sigma", (), ("leave Cup",), ("14",))),
            "wants-out": answered(builtin, WantsOut(view(game), 2, "I quit")),
            "wants-out-early": answered(builtin, WantsOut(view(game), 2, "no", out=True)),
            "ways-out-early": answered(builtin, WaysOut(out=(12,))),
            "list-news": answered(builtin, LIST_NEWS, game=None),
            "confirm-doubt": answered(builtin, ConfirmPlease(("concede",), DEADLINE, doubtful=("play QS",)), game=None),
            "doubt": answered(builtin, DoubtPlease(("play QS",), DEADLINE), game=None),
            "move-old": answered(builtin, moves(leaves=True), game=None),
            "move-wrote": answered(builtin, moves(leaves=True, wrote=True), game=None),
            "other-address": answered(builtin, OtherAddress(), game=None),
            "move-new": answered(builtin, moves(leaves=False), game=None),
            "pair": answered(builtin, PairPlease("Bob", "bob@example.org", DEADLINE), game=None),
            "pair-asked": answered(builtin, PairPlease("Ann", "ann@example.org", DEADLINE, "109"), game=None),
            "salt-kept": answered(builtin, SaltKept(12, "correcthorse", 2, "trick 6 of round 1 is taken")),
            "record": answered(builtin, RecordPage(12, LINES)),
            "result": answered(builtin, GameResult(view(ended), LINES)),
            "void-please": answered(builtin, VoidPlease(12, "Ann", 37, "my finger slipped", "Ann")),
            "replace-please": answered(builtin, ReplacePlease(12, "Ann", "Dave", "Eve")),
            "player-asks": answered(builtin, PlayerAsks("Bob", "When do we go on?")),
            "master-answers": answered(builtin, MasterAnswers("Gil", "On Friday at noon.", "When do we go on?")),
            "rematch": answered(
                builtin,
                RematchPlease(12, "Bob", ("Ann + Carol", "Bob + Dave"), "109", DEADLINE),
            ),
            "members": answered(builtin, MembersPage(DEADLINE, members()), game=None),
            "new-table": answered(builtin, new_table(), game=None),
            "still-waiting": answered(builtin, StillWaiting("109"), game=None),
            "announcement": answered(builtin, Announcement("Gil", "We meet on Friday."), game=None),
            "master-acted": answered(builtin, MasterActed("Gil", "gil@example.org", ("pause",))),
            "decided": answered(builtin, Decided("A protest is over", "the Gamesmaster answers it; the game goes on")),
            "meet": answered(builtin, MeetPlease(12, DEADLINE, "Bob")),
            "meet-news": answered(builtin, MeetNews(12, DEADLINE, "Carol comes", ("Bob", "Carol"), ("Dave",))),
        }
        | _tables(builtin)
        | _came_back(builtin, external)
    )


def members() -> tuple[Member, ...]:
    """Return some members: one who never wrote, one who was silent for long, and one who plays."""
    return (
        Member("Bob", "bob@example.org", None, (12,), False),
        Member("Carol", "carol@example.org", DEADLINE - timedelta(days=40), (), True),
        Member("Ann", "ann@example.org", DEADLINE - timedelta(days=1), (12, 13), False),
    )


def new_table() -> NewTablePage:
    """Return the lines of a start for each choice."""
    names = ("109, usual", "109, quick", "109, unhurried", "standard", "fsu")
    lines = "target: 500\ntime limit: 3 days\nleave: 14\nplayers:\n"
    starts = tuple((name, f"start\nsheet: {name.partition(',')[0]}\n{lines}") for name in names)
    return NewTablePage(starts, names[3:])


def moves(*, leaves: bool, wrote: bool = False) -> MovePlease:
    """Return a question to one of the two addresses of a player who moves."""
    return MovePlease("Ann", "ann@example.org", "ann@example.net", leaves, DEADLINE, wrote)


def _came_back(builtin: Letters, external: Letters) -> dict[str, Letter]:
    """Say that a letter to Ann came back on their turn, or before it."""
    game, _ = opening()
    late = Story((n.LateNotice(1, 5 * 3600),), view(game), game, sees_hand=frozenset())
    notice = Undeliverable(12, "Ann", "ann@example.org", "550 no such user", 1)
    return {
        "late-turn": told(external, game, late, 1, news=False),
        "undeliverable": answered(builtin, replace(notice, deadline=DEADLINE)),
        "undeliverable-before": answered(builtin, notice),
    }


def _tables(builtin: Letters) -> dict[str, Letter]:
    players, teams = tuple((name, f"{name.lower()}@example.org") for name in NAMES), (("Ann", "Carol"),)
    full = TableFull("109", players, teams, 12, COMMITS, seated=False)
    seated = TableSeated("109", NAMES, teams, 12, COMMITS)
    return {
        "table": answered(builtin, full),
        "table-seated": answered(builtin, seated),
    }


def ended_by_forfeit(**dealt: object) -> tuple[Game, Story]:
    """Return a game that the Gamesmaster ends in trick 3 of its first round, and the story of that."""
    game = forward(opening(**dealt)[0], lambda g: len(g.tricks) == 2 and len(g.trick) == 1)  # type: ignore[arg-type]
    return step(game, None, cmd.Forfeit(1))


def undone(game: Game, charge: int | None = None) -> tuple[Game, Story]:
    """Return that game after a void that undoes its end, back to the first card."""
    return step(game, None, cmd.RuleVoid(5, "Ann had a spade", charge))


def salted(until: Callable[[Game], bool]) -> Game:
    """Return a first round in which two players gave a salt for the second."""
    game = opening()[0]
    for seat, phrase in ((1, "correct horse"), (3, "7" * 80)):
        game, _ = step(game, seat, cmd.Salt(phrase))
    return forward(game, until)


def _ruled(builtin: Letters, external: Letters) -> dict[str, Letter]:
    game, story = step_on(salted(lambda g: len(g.tricks) == 5 and len(g.trick) == 3))
    found = {
        "salts-list": announced(external, game, story, THE_LIST),
        "salts-turn": told(builtin, game, story, (game.due or (0,))[0]),
    }
    game, story = ended_by_forfeit()
    found["forfeit-list"] = announced(external, game, story, THE_LIST)
    game, story = undone(game, charge=1)
    found["void-anew-turn"] = told(builtin, game, story, 1)
    game, story = ended_by_forfeit(attempt=3)
    game, story = undone(game)
    return found | {"void-waits-list": announced(external, game, story, THE_LIST)}


def whole(letter: Letter) -> str:
    """Return everything that a reader of the mail or its source can see."""
    return "\n".join((letter.subject, *(value for _, value in letter.headers), letter.text, unquote(letter.html or "")))


def flat(letter: Letter) -> str:
    """Return a letter's text without its line breaks."""
    return " ".join(letter.text.split())


class Links(HTMLParser):
    """The addresses of links, and every element and attribute."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value for name, value in attrs if name == "href" and value]
        if tag not in {"meta", "br", "col", "hr"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes something else"
