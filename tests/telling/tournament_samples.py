"""One letter of each kind about a tournament, from tournaments that are really played out. Every figure is fixed."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Literal

from referee.post.messages import Letter
from referee.spades.game import Game
from referee.spades.view import view
from referee.table import commands as cmd
from referee.table.terms import Terms
from referee.telling import news as n
from referee.telling.letter_kinds import Welcome
from referee.telling.letters import Cause, Contents, Letters, Occasion, Recipient
from referee.telling.notices import Answer
from referee.telling.tournaments.headlines import ENTRY
from referee.telling.tournaments.notices import (
    Champion,
    Drawn,
    EntryHeld,
    EntryNews,
    EntryPlease,
    Invitation,
    MasterAsked,
    MatchTime,
    SignUpClosed,
    TournamentAmended,
    TournamentAnnounced,
    TournamentNews,
    TournamentPage,
    TournamentsPage,
)
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.decide import GameEnd
from referee.tournaments.draw import roster
from referee.tournaments.events import Team
from referee.tournaments.fold import lines_of, replay
from referee.tournaments.formats import Format, Stage, StageKind
from referee.tournaments.matches import match_of
from referee.tournaments.presets import FSU, PRIDE, SIGMA, USAG
from referee.tournaments.tournament import Times, Tournament
from tests.telling.letter_samples import DEADLINE, THE_LIST, WRITTEN, ids, opening, player, settings, step, step_on
from tests.tournaments.played import ROOT, SEED, Played, without

OWN: tuple[Literal["held", "in", "waiting"], ...] = ("held", "in", "waiting")
USUAL = timedelta(days=3)
TERMS = Terms(leave=14)
UNTIL = datetime(2026, 12, 16, tzinfo=UTC)
TIMES = Times(
    sign_up_until=UNTIL,
    closes_at=UNTIL,
    draw_at=UNTIL + timedelta(days=1),
    begins_at=datetime(2026, 12, 20, tzinfo=UTC),
)
NAMES = (
    "The Aces", "Kings", "Nil by Mouth", "Ann + Bob", "Étoiles", "Bags & Co", "Trick or Treat",
    "The Late Night Cutters",
)  # fmt: skip
PLAYERS = (
    "Ann", "Bob", "Carol", "Dave", "Eve", "Finn", "Gil", "Hana", "Ida", "Jan", "Kim", "Leo", "Mia", "Ned", "Ola", "Pat",
)  # fmt: skip
GIL_SAYS = (
    "Last year's cup took nine weeks. This year we play to 250, so that it ends before Easter.",
    "",
    "Newcomers are welcome: ask me for a partner.",
)
SPRING = replace(
    PRIDE, time_limit=timedelta(days=2), forfeit_after=4, draw_after=timedelta(days=1), classes=(), divisions=()
)


def teams(count: int, divisions: Sequence[str] = ("",)) -> tuple[Team, ...]:
    """Return teams of known names, dealt out to the divisions in turn."""
    return tuple(
        Team(NAMES[n], (PLAYERS[2 * n], PLAYERS[2 * n + 1]), divisions[n % len(divisions)]) for n in range(count)
    )


def announced(format: Format = SPRING, name: str = "Spring Cup") -> Played:
    """Return a tournament that has just been announced."""
    events, t = decide.announce(3, name, format, 250, SEED, ROOT)
    return Played(Random(7), t, list(events))


def drawn(format: Format = SPRING, count: int = 8, name: str = "Spring Cup") -> Played:
    """Return a tournament just after its draw."""
    played = announced(format, name)
    played.then(decide.close(played.t, ("The Aces",), roster(teams(count, format.divisions or ("",)))))
    played.then(decide.draw_order(played.t, (("", ""),) * count))
    return played


def won(played: Played, match: int, how: str = "score", score: tuple[int, int] = (250, 180)) -> None:
    """End the game of a match; its first team wins with these points."""
    game = played.t.games[match]
    first = game.odd == game.teams[0]
    points = score if first else (score[1], score[0])
    sets = (0, 2) if first else (2, 0)
    won = 1 if first else 2
    played.then(
        decide.finish(played.t, GameEnd(match=match, won=won, how=how, score=points, sets=sets, head=f"{match:064x}"))
    )


def playing(t: Tournament, *, round: int = 3) -> tuple[MatchTime, ...]:
    """Return each game that is being played, Ann or another on turn."""
    return tuple(
        MatchTime(
            match=number,
            game=game.game,
            on_turn=t.team(game.teams[0]).players[0],
            deadline=WRITTEN + timedelta(days=1),
            limit_at=WRITTEN + timedelta(days=30),
            score=(120 + number, 80),
            round=round,
        )
        for number, game in sorted(t.games.items())
        if game.state == "running"
    )


def since(played: Played, start: int) -> tuple[ev.Event, ...]:
    """Return the events from number `start` on."""
    return tuple(played.events[start:])


def tell(answer: Answer, to: Recipient | None = None, *, number: int | None = 3) -> Letter:
    """Return a letter to Ann, or to whom it goes."""
    letters = Letters(settings(mode="external" if to == THE_LIST else "builtin"))
    token = ids(None) if to == THE_LIST else ids()
    own = replace(token, in_reply_to=None, references=())
    cause = Cause(written=WRITTEN, tournament=number, called="" if number is None else "Spring Cup")
    return letters.answer(answer, to or player(), own, cause)


def news(played: Played, start: int, team: str | None = "The Aces") -> TournamentNews:
    """Return the events since event `start`."""
    running, before = playing(played.t), replay(played.events[:start])
    return TournamentNews(
        tournament=played.t, times=TIMES, happened=since(played, start), running=running, team=team, before=before
    )


def tournament_samples() -> dict[str, Letter]:
    """Return the golden letters, by name."""
    found = _sign_up() | _entries() | _round_robin() | _brackets() | _rulings() | _pages() | _starts()
    return {f"tournament-{name}": letter for name, letter in found.items()}


def _sign_up() -> dict[str, Letter]:
    t = announced().t
    page = TournamentAnnounced(
        tournament=t, times=TIMES, gamesmaster="Gil <gil@example.org>", usual_limit=USUAL, terms=TERMS
    )
    divided = announced(replace(SPRING, divisions=("Gold", "Silver"), approval=True, classes=SIGMA.classes))
    usag = replace(TIMES, closes_at=UNTIL + timedelta(hours=12), draw_at=UNTIL + timedelta(hours=36))
    league = TournamentAnnounced(
        tournament=announced(FSU, "Campus League").t,
        times=usag,
        gamesmaster="Gil <gil@example.org>",
        usual_limit=USUAL,
        terms=TERMS,
    )
    closed = announced()
    closed.then(decide.close(closed.t, ("The Aces",), roster(teams(8))))
    sooner = replace(page, times=replace(TIMES, sign_up_until=UNTIL - timedelta(days=3)))
    amended = TournamentAmended(
        tournament=divided.t, times=page.times, old=page, new=replace(page, tournament=divided.t, words=("Hi!",))
    )
    return {
        "announced": tell(page),
        "announced-list": tell(page, THE_LIST),
        "announced-master": tell(replace(page, to_master=True, players=12)),
        "announced-divisions": tell(replace(page, tournament=divided.t)),
        "announced-league": tell(league),
        "amended": tell(replace(amended, team="The Aces")),
        "amended-watcher": tell(amended),
        "extended": tell(TournamentAmended(tournament=t, times=page.times, old=sooner, new=page)),
        "closed": tell(SignUpClosed(tournament=closed.t, times=TIMES)),
    }


def _entries() -> dict[str, Letter]:
    t = announced(replace(SPRING, classes=SIGMA.classes)).t
    plain = announced().t
    please = EntryPlease(tournament=plain, times=TIMES, captain="Bob <bob@example.org>", team="The Aces", division="")
    item = EntryNews(
        tournament=plain,
        times=TIMES,
        team="The Aces",
        players=("Bob", "Ann"),
        what="in",
        place=3,
        partner="Bob <bob@example.org>",
    )
    held = EntryHeld(
        tournament=t,
        times=TIMES,
        team="The Aces",
        players=(("Bob", "bob@example.org"), ("Ann", "ann@example.org")),
        classes=("collegiate", "alumni"),
    )
    asked = MasterAsked(
        tournament=plain,
        times=TIMES,
        sentences=("Spring Cup was to close, and it has 3 teams; it needs 4",),
        commands=("extend sign-up by 7 days", "cancel Spring Cup because …"),
    )
    return {
        "entry-please": tell(please),
        "entry-substitute": tell(replace(please, captain="Bob", substitute_for="Carol")),
        "entry-in": tell(item),
        "entry-waiting": tell(replace(item, what="waiting", place=17)),
        "entry-refused": tell(replace(item, what="refused", reason="Bob is no member of the club.")),
        "entry-held": tell(held),
        "master-asked": tell(asked),
    }


def _round_robin() -> dict[str, Letter]:
    played = drawn(count=5)
    draw = Drawn(tournament=played.t, times=TIMES, team="The Aces")
    found = {"drawn-rounds": tell(draw)}
    played.begin()
    start = len(played.events)
    first = played.running()[0]
    won(played, first)
    found["result"] = tell(news(played, start))
    start = len(played.events)
    while not any(isinstance(one, ev.StageOpened) for one in since(played, start)):
        won(played, played.running()[0], score=(250, 100 + 10 * len(played.events)))
    played.begin()
    found["standings"] = tell(news(played, start))
    return found


def _brackets() -> dict[str, Letter]:
    found = {}
    for format, count, name in ((USAG, 8, "single"), (SIGMA, 6, "double")):
        played = drawn(format, count, "Spring Cup")
        salted = replace(played.t, salts=(("applepie", ""), ("", "<b>7"), *played.t.salts[2:]))
        found[f"drawn-{name}"] = tell(Drawn(tournament=salted, times=TIMES, team="The Aces"))
        for _ in range(3):
            played.begin()
            start = len(played.events)
            won(played, played.running()[0])
        played.begin()
        found[f"bracket-{name}"] = tell(news(played, start, None))
        ended = next(one for one in since(played, start) if isinstance(one, ev.Resulted))
        team = played.t.games[ended.match].teams[name == "single"]
        found[f"after-{name}"] = tell(news(played, start, team))
        played.play_out()
        lines = lines_of(played.events)
        found[f"champion-{name}"] = tell(Champion(tournament=played.t, times=TIMES, team="Kings", lines=lines))
    return found


def _rulings() -> dict[str, Letter]:
    played = drawn(USAG)
    played.begin()
    first, second = played.running()[:2]
    one = match_of(played.t, first)
    assert one is not None and one.teams is not None
    start = len(played.events)
    played.then(decide.rule(played.t, one, one.teams[1], (180, 250), "a card was seen", frozenset()))
    ruled = tell(news(played, start))
    start = len(played.events)
    played.then(decide.withdraw(played.t, played.t.games[second].teams[0], "captain", "one of us is ill"))
    out = tell(news(played, start))
    start = len(played.events)
    played.then(decide.cancel(played.t, "too many teams are ill"))
    off = TournamentNews(tournament=played.t, times=TIMES, happened=since(played, start), running=(), team=None)
    return {"ruled": ruled, "withdrawn": out, "cancelled": tell(off)}


def _starts() -> dict[str, Letter]:
    """Return the first letters of a match, to who bids first and to the list; and those once silence would lose it."""
    game, story = opening()
    fixture = n.Fixture(3, "Spring Cup", 7, ("The Aces", "Kings"))
    started = tuple(n.GameStarted(0, fixture=fixture) if isinstance(one, n.GameStarted) else one for one in story.news)
    occasion = Occasion(news=started, written=WRITTEN, deadline=DEADLINE)
    contents = Contents(deal=True, turn=True, news=True)
    own = Letters(settings()).private(occasion, story.scene, view(game, 1), player(), ids(), contents)
    return {"match-start": own} | _silence(game)


def _silence(game: Game) -> dict[str, Letter]:
    """Return a match's letters once the clock has acted for Bob, and one more silence costs a team the match."""
    game = step_on(game)[0]
    game, story = step(game, None, cmd.TimeUp(game.turn))
    bobs = n.Stake(3, "Kings", 7, "Spring Cup")
    happened = tuple(replace(one, stake=bobs) if isinstance(one, n.ClockRanOut) else one for one in story.news)
    occasion = Occasion(news=happened, written=WRITTEN, deadline=DEADLINE)
    own, stake = Letters(settings()), replace(bobs, team="The Aces")
    turn = own.private(
        occasion, story.scene, view(game, 3), player("Carol"), ids(), Contents(turn=True, news=True, stake=stake)
    )
    late = Contents(turn=True, reminder=True, stake=stake)
    reminder = own.private(replace(occasion, news=()), view(game), view(game, 3), player("Carol"), ids(), late)
    return {"silence-turn": turn, "silence-reminder": reminder}


def invitations() -> tuple[Invitation, ...]:
    """Return one invitation of each state."""
    item = Invitation(
        tournament="Spring Cup",
        format=SPRING,
        times=TIMES,
        state="named",
        line="enter Spring Cup with Bob",
        team="The Aces",
        partner="Bob",
    )
    free = replace(item, state="free", line="enter Spring Cup with Bob as The Aces")
    asked = replace(item, state="asked", line="enter Spring Cup with ann@example.org")
    own = (replace(item, state=state, line="") for state in OWN)
    return item, free, asked, *own


def _pages() -> dict[str, Letter]:
    league = drawn(FSU, 5, "Campus League")
    for _ in range(4):
        league.step()
    league.begin()
    cup = announced()
    cup.then(decide.note(cup.t, ev.Entered(teams(1)[0])))
    running = playing(league.t)
    page = TournamentPage(
        gamesmaster="Gil <gm@club.test>",
        usual_limit=USUAL,
        terms=TERMS,
        tournament=league.t,
        times=TIMES,
        what="standings",
        running=running,
    )
    listed = TournamentsPage(
        tournaments=((cup.t, TIMES, ()), (league.t, TIMES, running)), invitations=invitations()[:1]
    )
    return {
        "list": tell(listed, number=None),
        "welcome": tell(Welcome((("109", 3),), "What is this Spring Cup?", invitations()[:2]), number=None),
        "page-standings": tell(page),
        "page-schedule": tell(replace(page, what="schedule")),
        "page-rules": tell(replace(page, tournament=cup.t, what="rules", running=(), words=GIL_SAYS)),
    }


def tournament_answers() -> tuple[Answer, ...]:
    """Return letters of every kind, and in every state that changes their words."""
    new, ran, over = announced().t, drawn(USAG), drawn(FSU)
    ran.begin()
    over.play_out()
    said = [announced(without(SPRING, **changes)).t for changes in CHANGES]
    item = EntryNews(
        tournament=new,
        times=TIMES,
        team="The Aces",
        players=("Bob", "Ann"),
        what="in",
        place=3,
        partner="Bob <bob@example.org>",
    )
    page = TournamentPage(
        gamesmaster="Gil <gm@club.test>",
        usual_limit=USUAL,
        terms=TERMS,
        tournament=over.t,
        times=TIMES,
        what="standings",
        running=(),
    )
    closed = decide.close(new, (), roster(teams(4)))[1]
    called_off = decide.cancel(new, "")[1]
    states = (new, closed, ran.t, replace(ran.t, paused=True), over.t, called_off)
    ask = MasterAsked(tournament=new, times=TIMES, sentences=("the match waits for you",), commands=())
    before, now = (
        TournamentAnnounced(
            tournament=t, times=TIMES, gamesmaster="Gil <gil@example.org>", usual_limit=USUAL, terms=TERMS
        )
        for t in said[:2]
    )
    amended = TournamentAmended(tournament=now.tournament, times=now.times, old=before, new=now)
    return (
        *(
            TournamentAnnounced(
                tournament=t, times=TIMES, gamesmaster="Gil <gil@example.org>", usual_limit=USUAL, terms=TERMS
            )
            for t in said
        ),
        *(
            EntryPlease(tournament=t, times=TIMES, captain="Bob <b@x.org>", team="Bob + Ann", division="A")
            for t in said
        ),
        *(replace(item, what=what, by="Bob", reason="no") for what in ENTRY),
        replace(item, what="dropped", place=None),
        EntryHeld(
            tournament=new,
            times=TIMES,
            team="The Aces",
            players=(("Bob", "b@x.org"), ("Ann", "a@x.org")),
            classes=("", ""),
            late=True,
        ),
        *(replace(amended, team=team) for team in (None, "The Aces")),
        SignUpClosed(tournament=closed, times=TIMES),
        *(Drawn(tournament=ran.t, times=TIMES, team=team) for team in (None, "The Aces")),
        *(
            TournamentNews(tournament=over.t, times=TIMES, happened=(event,), running=(), team=None)
            for event in over.events
        ),
        *(Champion(tournament=over.t, times=TIMES, team=team) for team in (None, "Kings")),
        ask,
        TournamentsPage(tournaments=((new, TIMES, ()),), invitations=invitations()),
        *(TournamentsPage(tournaments=found) for found in ((), tuple((t, TIMES, ()) for t in states))),
        *(replace(page, tournament=t, what=what) for t in states for what in ("standings", "bracket", "schedule")),
        replace(page, tournament=ran.t, left=timedelta(days=2)),
    )


CHANGES: tuple[dict[str, object], ...] = (
    {},
    {"approval": True, "protest": True, "late_entries": True},
    {"stages": (Stage(kind=StageKind.ROUND_ROBIN, rounds=4),)},
    {"stages": (Stage(kind=StageKind.LEAGUE, meetings=2), Stage(kind=StageKind.DOUBLE, best=4))},
    {"stages": (Stage(kind=StageKind.ROUND_ROBIN), Stage(kind=StageKind.SINGLE, third_place=True))},
    {"classes": SIGMA.classes, "divisions": ("A", "B"), "rating": FSU.rating},
)
"""The figures of a format that an announcement may change, as its words must say."""
