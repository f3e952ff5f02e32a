"""The words of letters: every answer, refusal and piece of news has words, and they agree with the rule book."""

import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from referee import templates_folder
from referee.asking.command_table import COMMANDS
from referee.asking.help_topics import PAGES
from referee.config import ConfigError
from referee.desk.case import Wrong
from referee.dominoes.events import RoundScored
from referee.dominoes.line import Knock, Laid
from referee.dominoes.tiles import Tile
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.fold import replay
from referee.spades.game import Played
from referee.spades.plans import plan_from
from referee.spades.rulesheet import Cost
from referee.spades.sheets import SHEETS
from referee.spades.view import SeatView, view
from referee.table import commands as cmd
from referee.table.refusal import Reason
from referee.telling import error_answers, notices
from referee.telling import letter_kinds as a
from referee.telling import news as n
from referee.telling.formats import span_left
from referee.telling.kinds import KINDS
from referee.telling.letters import Contents, Letters, Occasion
from referee.telling.news import story_of_events
from referee.telling.sentences.news_lines import headline, lines
from tests.chance import fresh
from tests.rulings import start
from tests.telling.letter_samples import (
    ADDRESS,
    COMMITS,
    DEADLINE,
    LINES,
    SEED,
    WRITTEN,
    Links,
    answered,
    forward,
    ids,
    last_card,
    members,
    opening,
    player,
    samples,
    settings,
    step,
    told,
    whole,
)
from tests.telling.tournament_samples import invitations, tournament_answers

SAMPLES = samples()
LETTERS = Letters(settings())

GAME_LINE = a.GameLine(view(opening()[0]), DEADLINE)
FACTS: dict[str, dict[str, object]] = {
    Reason.NOT_A_BID: {"bid": 1},
    Reason.TEAM_BID: {"bid": 12},
    Reason.BID_STANDS: {"bid": 4},
    Reason.ILLEGAL_CARD: {"card": Card("Q", "S"), "fault": "unbroken"},
    Reason.ILLEGAL_TILE: {"tile": Tile(6, 4), "arm": "left", "fault": "unfit"},
    Reason.WHICH_END: {
        "tile": Tile(6, 4),
        "moves": (Laid(1, Tile(6, 4), "left", 10, 10), Laid(1, Tile(6, 4), "up", 7, 0)),
    },
    Reason.NOT_OFFERED: {"what": "a blind bid"},
    Reason.NO_SUCH_BOOK: {"book": 14, "round": 2, "played": 3},
    Reason.CHALLENGED_BEFORE: {"book": 5},
    Reason.CHALLENGE_LATE: {"round": 1, "open": 2},
    Reason.CHANGE_ENOUGH: {"bid": 5},
    Reason.MADE_BEFORE: {"round": 1, "made": ev.CardPlayed(1, 2, Card("Q", "S"), "player")},
    Wrong.ASKED_BEFORE: {"dead": ""},
    Wrong.NOT_SHOWN_WHOLE: {"dead": ""},
    Reason.CONCEDED_ENOUGH: {"round": 3},
    Reason.NOT_OFFERED: {"what": "a misdeal"},
    Reason.NO_SUCH_BOOK: {"book": 5, "round": 2, "played": 3},
    Reason.CHALLENGED_BEFORE: {"book": 5},
    Reason.CHALLENGE_LATE: {"round": 1, "open": 3},
    Reason.NO_SUCH_TURN: {"turn": 3, "first": 10, "last": 20},
    Reason.TURN_VOIDED: {"turn": 12},
    Reason.VOIDS_NOTHING: {"turn": 12, "free": False},
    Reason.NAME_TAKEN: {"name": "Bob"},
    Reason.SALT_CLOSED: {"round": 3},
    Reason.PLAN_AFTER_BID: {"bid": 4},
    Wrong.WHICH_GAME: {
        "games": (GAME_LINE, a.GameLine(replace(GAME_LINE.view, game=13), DEADLINE)),
        "tables": (14,),
        "disagree": False,
    },
    Wrong.SAY_CARDS: {"words": ("QS", "aces")},
    Wrong.NAME_CARDS: {"words": ("QS", "aces")},
    Wrong.SALT_CARDS: {"words": ("QS", "aces")},
    Wrong.NO_SUCH_GAME: {"game": 99},
    Wrong.BEFORE_RESTORE: {"game": 99},
    Wrong.NOT_IN_GAME: {"game": 12},
    Wrong.SEATED_GAMESMASTER: {"game": 12, "masters": ("gm2@club.test",)},
    Wrong.NUMBER_WHILE_PLAYING: {"number": 4},
    Wrong.START_DOUBLE: {"what": "Ann"},
    Wrong.ENOUGH: {"what": "started games"},
    Wrong.START_ADDRESS: {"address": ADDRESS},
    Wrong.START_LINE: {"sentence": "'x' is not a span of time"},
    Wrong.TOURNAMENT: {"sentence": "There is no tournament now; `tournaments` lists what there was"},
    Wrong.START_TEAM: {"name": "Zoe"},
    Wrong.START_AGAIN: {"game": 12},
    Wrong.START_WAITS: {"game": 12, "names": ("Bob", "Carol")},
    Wrong.EMPTY_SEAT: {"game": 12, "name": "Bob"},
    Wrong.UNKNOWN_SHEET: {"sheet": "foo", "near": "", "known": ("109",)},
    Wrong.JOIN_ALREADY: {"sheet": "109", "sentence": "besides you, Bob waits there, and 2 more players are missing"},
    Wrong.WHICH_PARTNER: {"sentence": "The referee knows nobody called Bob"},
    Wrong.LOOKS_ALIKE: {"name": "Ann.", "like": "Ann"},
    Wrong.BAD_VALUE: {"sentence": "'x' is no time zone"},
    Wrong.ADDRESS_TAKEN: {"address": "bob@example.org"},
    Wrong.SAY_LIST: {"list": "spades-list@example.org"},
    Wrong.WATCHERS_FULL: {"game": 12, "most": 20, "domain": "example.org"},
    Wrong.NO_REMATCH: {"game": 12, "asked": True},
    Wrong.NO_SUCH_PLAYER: {"name": "Zoe", "names": ("Ann", "Bob")},
    Wrong.NO_SUCH_ROUND: {"round": 5, "last": 2},
    Wrong.PRIVATE_ONLY: {"command": "hand", "early": False},
}


def views() -> list[SeatView | None]:
    bidding = opening()[0]
    playing = forward(bidding, lambda g: len(g.tricks) == 2)
    over = step(bidding, None, cmd.Abort())[0]
    return [None, *(view(game, seat) for game in (bidding, playing, over) for seat in (1, 2))]


@pytest.mark.parametrize("reason", [*Reason, *Wrong], ids=lambda reason: reason.value)
def test_every_refusal_says_what_would_work(reason: Reason | Wrong) -> None:
    refused = error_answers.Refused("the line as written", reason.value, FACTS.get(reason, {}))
    for own in views():
        letter = answered(LETTERS, error_answers.Error((refused,) * 2, (), (), own, DEADLINE))
        said = letter.text.partition("> the line as written\n\n")[2].partition("\n\n")[0]
        assert len(said) > 15
        assert said.rstrip()[-1] in '.:"' or said.split()[-1].isdigit()
        assert "Your mail changed nothing" in letter.text
        for fact in FACTS.get(reason, {}).values():
            assert not isinstance(fact, str) or fact in ("unbroken", "unfit") or fact in letter.text.replace("\n", " ")


def names_of(kind: type[notices.Answer]) -> set[str]:
    """Return the names of all kinds of answers below one."""
    return {name for one in kind.__subclasses__() for name in (one.__name__, *names_of(one))}


def every_answer() -> list[notices.Answer]:
    playing = forward(opening()[0], lambda g: len(g.tricks) == 2 and len(g.trick) == 1)
    over, paused = step(playing, None, cmd.Abort())[0], step(playing, None, cmd.Pause())[0]
    public, own = view(playing), [one for one in views() if one is None or one.seat]
    ended = forward(playing, lambda g: g.round == 2)
    played = next(item for item in last_card(playing)[1].news if isinstance(item, n.RoundOver))
    told_of = ("Ann + Carol: +60 for the bid, +1 for 1 sandbag.",)
    rows = tuple((row.usage, row.help, row.who.value) for row in COMMANDS)
    unclear = (("bid", "it names no number; write it like `bid 4`"),)
    found: list[notices.Answer] = [
        *(a.Noted("you bid 4", public, DEADLINE, beginner=one) for one in (True, False)),
        *(
            error_answers.Error((), unclear, done, one, DEADLINE)
            for one in own
            for done in ((), ("Your name is Ann.",))
        ),
        *(
            error_answers.NotUnderstood(line, one, DEADLINE, asked)
            for one in own
            for line in (None, "hello")
            for asked in (False, True)
        ),
        *(a.MemoryPage(one) for one in (public, view(over))),
        *(a.TrickPage(one) for one in (public, view(over), view(over, 2))),
        *(a.HandPage(one, when) for one in own if one is not None for when in (None, DEADLINE)),
        *(a.HelpPage(topic, ()) for topic in (*PAGES, "109", "../../etc/passwd")),
        *(a.HelpPage(topic, rows, PAGES, gamesmaster=True) for topic in (None, "help", *PAGES)),
        *(a.HelpPage(topic, (), PAGES, absent=True, playing=False) for topic in ("blind", "gamesmaster")),
        a.HelpPage(None, rows, PAGES, unknown=True),
        a.HelpPage("bid", rows[:1]),
        *(a.StatusPage(games) for games in ((), (GAME_LINE,), (GAME_LINE, a.GameLine(view(paused), None)))),
        *(a.GamesPage(games) for games in ((), (GAME_LINE,), (GAME_LINE, a.GameLine(view(over), None)))),
        a.TablesPage(DEADLINE, (), (), (), ()),
        a.MembersPage(DEADLINE, (members()[0],)),
        *(a.MembersPage(DEADLINE, members(), more) for more in (0, 1, 120)),
        a.NewTablePage(tuple((name, f"start\nsheet: {name}\nplayers:\n") for name in SHEETS), tuple(SHEETS)[1:]),
        notices.StillWaiting("109"),
        *(notices.Announcement(name, "We meet on Friday.") for name in ("", "Gil")),
        *(notices.MasterActed(name, "gil@example.org", ("pause", "limit 2 days")) for name in ("", "Gil")),
        a.TablesPage(
            DEADLINE,
            (GAME_LINE, a.GameLine(view(paused), None)),
            (DEADLINE, DEADLINE),
            tuple(
                a.FullTable(number, "109", ("Ann", "Bob", "Carol", "Dave"), when)
                for number, when in ((13, DEADLINE), (14, None))
            ),
            tuple(a.WaitingPerson("pride", "Eve", "eve@example.org", mate) for mate in (None, "Zoe")),
            ("Spring Cup: 4 of 8 matches are over.",),
        ),
        a.ScorePage(public, ()),
        a.ScorePage(view(ended), (played,)),
        a.ScorePage(view(last_card(opening(sheet=SHEETS["fsu"], score=(190, 0))[0])[0]), (played,), DEADLINE),
        a.HistoryPage(public, public, 1, (), ()),
        a.HistoryPage(public, view(last_card(playing)[0]), 3, ("Bob challenges.",), told_of),
        a.HistoryPage(public, view(opening()[0]), 1, (), ()),
        *(
            a.PlansPage(one, when, said, offer)
            for one in own
            if one is not None
            for when, said, offer in (
                (None, (), None),
                (DEADLINE, ("You play it.",), Card("Q", "S")),
                (DEADLINE, (), 0),
            )
        ),
        *(error_answers.Error((), unclear, (), one, DEADLINE, plan_from("KH, lowest")) for one in own),
        a.Done(("You are called Ann.",)),
        a.ConfirmPlease(("watch 12", "name Ann"), DEADLINE),
        *(
            a.WelcomePlease(("watch 12", "name Ann"), DEADLINE, waiting, old)
            for waiting, old in (((), ()), ((("109", 3), ("pride", 1)), ("join",)))
        ),
        a.Welcome((("109", 1),), "hello there"),
        a.Welcome((), None),
        a.Welcome((), None, invitations()[:2]),
        *(
            error_answers.WelcomeError((), fault, unclear)
            for fault in ((), (error_answers.Refused("play QS", "no-game"),))
        ),
        notices.ListNews(
            "Bob has joined the list for sheet 109.", "Besides you, Bob waits there, and 2 more players are missing."
        ),
        *(a.PairPlease("Bob", "bob@example.org", DEADLINE, sheet) for sheet in ("", "pride")),
        *(a.ConfirmPlease(plain, DEADLINE, doubtful=("play QS",)) for plain in ((), ("concede",))),
        *(a.DoubtPlease(lines, DEADLINE) for lines in (("play QS",), ("concede", "name Ann"))),
        *(a.MovePlease("Ann", "ann@example.org", "a@example.net", leaves, DEADLINE) for leaves in (True, False)),
        *(
            notices.TableFull("109", (("Ann", "a@example.org"),) * 4, teams, 12, COMMITS, seated=bool(teams))
            for teams in ((), (("Ann", "Bob"),))
        ),
        *(
            notices.TableSeated("109", ("Ann", "Bob", "Carol", "Dave"), teams, 12, COMMITS)
            for teams in ((), (("Ann", "Bob"),))
        ),
        *(notices.GameResult(view(game), LINES) for game in (over, step(playing, None, cmd.Forfeit(1))[0])),
        a.RecordPage(12, LINES),
        *(
            a.SaltKept(12, "correcthorse", number, closes)
            for number, closes in ((1, None), (2, "trick 6 of round 1 is taken"))
        ),
        notices.RematchPlease(12, "Ann", ("Ann + Carol", "Bob + Dave"), "109", DEADLINE),
        *(notices.RematchOff(12, "Ann", name) for name in ("Ann", "Bob")),
        notices.MeetPlease(12, DEADLINE, "Bob"),
        notices.MeetNews(12, DEADLINE, "you come", (), ("Ann", "Carol", "Dave")),
        notices.MeetNews(12, DEADLINE, "Ann comes", ("Ann",), ("Carol", "Dave")),
        notices.MeetNews(12, DEADLINE, "you come", ("Ann", "Carol"), ("Dave",)),
        notices.MeetNews(12, DEADLINE, "Ann comes", ("Ann", "Carol", "Dave"), ()),
        *(notices.VoidPlease(12, "Ann", 37, "my finger slipped", charged) for charged in ("", "Ann")),
        notices.ReplacePlease(12, "Ann", "Dave", "Eve"),
        notices.PlayerAsks("Bob", "When do we go on?"),
        *(notices.MasterAnswers(name, "On Friday.", "When do we go on?") for name in ("", "Gil")),
        error_answers.NotUnderstood("on Friday", None, None, question=True),
        error_answers.NotUnderstood("play 6-4", public, DEADLINE, other_game=True),
        notices.Silence(public, 2),
        notices.Decided("A protest is over", "the protest of Bob is answered; the game goes on"),
        *(notices.WantsOut(public, 2, "no", team, out) for team, out in (("", False), ("Aces", False), ("", True))),
        a.OtherAddress(),
        a.WaysOut(),
        a.WaysOut(out=(12,)),
        a.WaysOut(games=((12, "Carol"), (13, "Eve"))),
        a.WaysOut((12,), ((13, "Eve"),), "109", (14,), ("leave Cup",), ("15", "Spring Cup")),
        a.WaysOut(tables=(14,), quiet=True),
        a.WaysOut(others=(12, 13)),
        *(
            notices.Undeliverable(game, name, "b@example.org", "550 no", tries)
            for game, name, tries in ((12, "B", 1), (None, "", 3))
        ),
        notices.Undeliverable(12, "B", "b@example.org", "550 no", 1, DEADLINE),
        *(notices.NoLongerWatching(12, 3, "b@example.org", why) for why in ("550 no", "it came back")),
        notices.Alarm(("The disk is full; make room.",)),
        *(a.RulesPage(sheet) for sheet in SHEETS.values()),
        *tournament_answers(),
    ]
    return found


def test_every_answer_renders_in_text_and_html() -> None:
    found = every_answer()
    assert {type(answer).__name__ for answer in found} == names_of(notices.Answer) - {"TournamentLetter", "AboutFormat"}
    for answer in found:
        for game in (None, 12):
            letter = answered(LETTERS, answer, game=game)
            assert letter.html is not None
            assert not Links(letter.html).open
            assert "None" not in letter.text
            assert "\n\n\n" not in letter.text
            assert dict(letter.headers)["Spades-Event"] == answer.event


def test_every_help_page_is_there_and_named() -> None:
    others = [answered(LETTERS, a.HelpPage(topic, (), PAGES)).text.split() for topic in (None, "help", "bid")]
    for topic in PAGES:
        for words in others:
            assert {f"{topic},", f"{topic}."} & {*words} or topic == "bid"
        words = (templates_folder() / "help" / f"{topic}.txt").read_text("utf-8").split()[:8]
        assert " ".join(words) in " ".join(answered(LETTERS, a.HelpPage(topic, (), PAGES)).text.split())


def test_help_lists_every_command() -> None:
    text = answered(LETTERS, a.HelpPage("help", tuple((r.usage, r.help, r.who.value) for r in COMMANDS))).text
    for row in COMMANDS:
        assert f"- {row.usage}: " in text.replace("\n  ", " ")


def test_rules_follow_the_sheet() -> None:
    ours = replace(
        SHEETS["109"], name="ours", target=321, nil=55, bag_penalty=None, spade_lead="broken", misplay_faults=(),
        misplay_act=None, misplay_cost=Cost(0, 0), misplay_forfeit=None, over_points=0,
    )  # fmt: skip
    text = answered(LETTERS, a.RulesPage(ours)).text
    for figure in ("321", "+55", "−55"):
        assert figure in text
    for absent in ("500", "109", "sandbag", "−100"):
        assert absent not in text


def test_letters_take_every_figure_of_a_sheet_from_it() -> None:
    ours = replace(SHEETS["109"], name="ours", target=321)
    events = start(12, ("Ann", "Bob", "Carol", "Dave"), ours, 60, fresh(SEED))
    text = whole(told(LETTERS, replay(events), story_of_events(None, events, 24), 1))
    assert "321" in text
    assert "500" not in text
    assert "109" not in text


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("Europe/Berlin", "That is 19:00 in Berlin, 3 days from now."),
        ("Asia/Tokyo", "That is Wed 25 Nov 03:00 in Tokyo, 3 days from now."),
        ("America/Argentina/Buenos_Aires", "That is 15:00 in Buenos Aires, 3 days from now."),
        ("Etc/UTC", "That is 3 days from now."),
        (None, "That is 3 days from now."),
    ],
)
def test_a_deadline_is_shown_in_utc_and_in_their_own_zone(zone: str | None, said: str) -> None:
    game, story = opening()
    occasion = Occasion(news=story.news, written=WRITTEN, deadline=DEADLINE)
    letter = LETTERS.private(
        occasion, story.scene, view(game, 1), player(zone=zone), ids(), Contents(deal=True, turn=True, news=True)
    )
    assert letter.text.split("\n")[2:4] == ["Your turn, Ann: bid by Tue 24 Nov 18:00 UTC.", said]


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (timedelta(days=3), "3 days"),
        (timedelta(days=2, hours=5, minutes=7), "2 days 5 hours"),
        (timedelta(hours=1, minutes=1), "1 hour 1 minute"),
        (timedelta(seconds=90), "1 minute 30 seconds"),
        (timedelta(seconds=1), "1 second"),
        (timedelta(seconds=-5), "no time"),
    ],
)
def test_what_is_left(span: timedelta, said: str) -> None:
    assert span_left(span) == said


def test_while_the_clock_is_stopped_no_limit_is_shown() -> None:
    game, story = step(opening()[0], None, cmd.Pause())
    occasion = Occasion(news=story.news, written=WRITTEN, deadline=None)
    own = LETTERS.private(occasion, story.scene, view(game, 1), player(), ids(), Contents(turn=True, news=True))
    public = LETTERS.announcement(occasion, story.scene, view(game), player(), ids())
    for letter in (own, public):
        assert "UTC" not in letter.text
        assert "clock is stopped" in letter.text.replace("\n", " ")
        assert "Spades-Deadline" not in dict(letter.headers)


def test_a_corrected_notice_says_that_its_limit_holds() -> None:
    game, story = opening()
    text = told(LETTERS, game, replace(story, news=(n.LateNotice(1, 7200),), sees_hand=frozenset()), 1, news=False).text
    assert "A new time limit, Ann: bid by Tue 24 Nov 18:00 UTC." in text
    assert "The limit in this letter is the one that counts." in " ".join(text.split())


@pytest.mark.parametrize("game", [12, None])
def test_the_foot_of_an_answer_has_a_link_to_help(game: int | None) -> None:
    html = answered(LETTERS, a.Done(("Done.",)), game=game).html or ""
    assert re.findall(r"&amp;body=(\w+)", html) == ["help"]


def test_words_to_all_are_quoted() -> None:
    public = view(opening()[0])
    occasion = Occasion(news=(n.Said(2, "good luck, all"),), written=WRITTEN, deadline=DEADLINE)
    letter = LETTERS.announcement(occasion, public, public, player(), ids())
    assert letter.text.count("Bob writes to the table:") == 1
    assert "Bob writes to the table:\n\n> good luck, all\n" in letter.text
    assert ">good luck, all</blockquote>" in (letter.html or "")
    own = told(LETTERS, opening()[0], replace(opening()[1], news=occasion.news), 1)
    assert "- Bob writes to the table:\n\n> good luck, all\n" in own.text
    assert "Spades-Event" not in dict(letter.headers)


def test_every_kind_of_news_has_words() -> None:
    game = forward(opening()[0], lambda g: len(g.tricks) == 1 and bool(g.trick))
    shown = view(game)
    queen = Card("Q", "S")
    items: list[n.News] = [
        n.GameStarted(8), n.RoundDealt(2, 3, 1, False), n.Bid(1, 0), n.Play(1, queen),
        n.TrickWon(1, 2, (Played(1, queen),)),
        n.Misplay(2, queen, "revoke", -100, 1, 1), n.Void(3, "because", 2, -100), n.Void(3, "", None, 0),
        n.Void(3, "", None, 0, True),
        ev.Conceded(1), ev.ConcessionWithdrawn(1), ev.Paused(), ev.Resumed(), n.GivenBack(2), n.Awaiting(),
        n.Restored("noon", True), n.Restored("noon", False),
        ev.Extended(7200), ev.Limited(7200), ev.LastRoundSet(7), ev.Hurried(7200), ev.Hurried(0),
        n.LateNotice(2, 7200), n.LateNotice(None, 7200),
        n.Replacement(2, "Eve", "Bob"),
        n.Said(1, "hello"), n.GameOver(1, "score", (510, 300)), n.GameOver(2, "forfeit", (0, 0)),
        n.GameOver(1, "concession", (5, 6)), n.GameOver(None, "abort", (1, 2)), n.GameOver(1, "hands", (2, 1)),
        n.GameOver(1, "sets", (2, 1)), n.Provisional(2, "score", (180, 210)), ev.Misdealt(9, 2),
        n.Challenge(2, 1, 3, 5, True, 3, 0), n.Challenge(2, 1, 3, 5, False, 0, -50), n.Bid(1, 5, changed=True),
        last_card(game)[1].news[2], n.Claim(1, (queen, queen)),
        n.Claim(1, (queen,)),
        n.Away(2, date(2026, 12, 20), date(2027, 1, 3)), n.Back(2),
        Laid(2, Tile(6, 4), "left", 10, 10), Knock(3, (2, 5)), RoundScored(2, "out", (7, 0, 6, 3), (0, 15), (20, 45)),
    ]  # fmt: skip
    without_words = {n.ClockRanOut, n.Commitments, ev.SaltsClosed, ev.Revealed}
    assert {type(item) for item in items} | without_words == set(KINDS)
    for item in items:
        found = lines((item,), shown)
        apart = n.GameStarted | n.RoundDealt | n.RoundOver | RoundScored
        assert found or isinstance(item, apart), "those have a part of their own"
        assert headline((item,), shown)
        assert all(line.text.endswith((".", ":")) or "because:" in line.text for line in found)
    assert lines((n.ClockRanOut(1),), shown) == ()
    assert lines((ev.Extended(7200),), shown)[0].text == "The Gamesmaster gives 2 hours more for the running turn."
    assert lines((n.GameOver(1, "score", (510, 300)),), shown)[0].text == "Ann + Carol have won, 510 to 300."


def test_letters_say_that_the_clock_acted() -> None:
    game = opening()[0]
    _, story = step(game, None, cmd.TimeUp(game.turn))
    assert [line.text for line in lines(story.news, story.scene)] == [
        "Ann was silent until their time ran out, so the referee bids 2 for them."
    ]


def test_plain_text_for_those_who_asked_for_it() -> None:
    game, story = opening()
    occasion = Occasion(news=story.news, written=WRITTEN, deadline=DEADLINE)
    letter = LETTERS.announcement(occasion, story.scene, view(game), replace(player(), format="text"), ids())
    assert letter.html is None


def test_the_operators_templates_come_first(tmp_path: Path) -> None:
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers" / "done.txt").write_text("So be it, {{ answer.lines[0] }}\n")
    own = settings()
    letters = Letters(own.model_copy(update={"referee": own.referee.model_copy(update={"templates": tmp_path})}))
    assert "So be it, captain" in answered(letters, a.Done(("captain",))).text
    assert "Trick" not in answered(letters, error_answers.NotUnderstood("x", None, None)).text


def test_unusable_templates_are_reported_at_start(tmp_path: Path) -> None:
    own = settings()

    def letters(folder: Path) -> Letters:
        return Letters(own.model_copy(update={"referee": own.referee.model_copy(update={"templates": folder})}))

    (tmp_path / "game.txt").write_text("{% if %}")
    with pytest.raises(ConfigError, match=r"game\.txt, line 1: Expected an expression"):
        letters(tmp_path)
    with pytest.raises(ConfigError, match="there is no folder"):
        letters(tmp_path / "none")


def test_the_commands_of_a_help_page_stand_out() -> None:
    rows = (("plan hearts: 3H, lowest", "Says beforehand: hearts.", "private"), ("bid 4", "Bids.", "player"))
    html = answered(LETTERS, a.HelpPage("plans", rows), game=None).html or ""
    assert "<strong>plan hearts: 3H, lowest</strong>: Says beforehand: hearts.<" in html
    assert "<strong>hand</strong>: your cards and what is due" in (answered(LETTERS, a.HelpPage(None, rows)).html or "")
    table = answered(LETTERS, a.ScorePage(view(opening()[0]), ())).html or ""
    assert "<strong>" not in table, "there a colon means nothing"


def test_what_is_to_be_typed_is_code_in_html_and_in_backticks_in_plain_text() -> None:
    letter = answered(
        LETTERS, error_answers.Error((), (("bid", "it names no number; write it like `bid 4`"),), (), None, None)
    )
    assert "write it like `bid 4`." in letter.text
    assert letter.html is not None and "write it like <code>bid 4</code>." in letter.html and "`" not in letter.html


def test_nothing_of_others_is_code_that_html_obeys() -> None:
    hostile = "`<script>` and `</code><b>`"
    letter = answered(LETTERS, error_answers.Error((), ((hostile, hostile),), (), None, None))
    assert letter.html is not None
    assert "<script" not in letter.html and "<b>" not in letter.html
    assert "<code>&lt;script&gt;</code>" in letter.html
