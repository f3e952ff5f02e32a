"""The Gamesmaster's `start` with its lines, as the documents write them and as people do."""

import pytest

from referee.asking import commands as ask
from referee.asking.grammar import read_commands
from referee.config import GameSettings
from tests.asking.reading import asked, why

FOUR = (
    ("Ann", "ann@example.org"),
    ("Bob", "bob@example.org"),
    ("Carol", "carol@example.org"),
    ("Dave", "dave@example.org"),
)

NAMED = tuple((name, None) for name, _ in FOUR)
"""The same players by name alone: the referee is to know them."""
ONE_LINE = "players: " + ", ".join(f"{name} <{address}>" for name, address in FOUR)


@pytest.mark.parametrize(
    ("block", "start"),
    [
        (ONE_LINE, ask.Start(FOUR)),
        (ONE_LINE.replace(", C", ",\nC"), ask.Start(FOUR)),
        (ONE_LINE.replace("Carol ", "Carol\n"), ask.Start(FOUR)),
        ("Players:\n" + "\n".join(f"{n} <{a.upper()}>" for n, a in FOUR), ask.Start(FOUR)),
        ("players:\n" + "\n".join(f"- {n} <{a}>," for n, a in FOUR), ask.Start(FOUR)),
        ("\nplayers:\n\n" + "\n".join(f"{i}. {n} <{a}>" for i, (n, a) in enumerate(FOUR, 1)), ask.Start(FOUR)),
        ("players:\n" + "\n".join(f"{n} <{a}<mailto:{a}>>" for n, a in FOUR), ask.Start(FOUR)),
        (f"teams: Ann + carol\n{ONE_LINE}", ask.Start(FOUR, ("Ann", "Carol"))),
        (f"team: Bob & Dave\n{ONE_LINE}", ask.Start(FOUR, ("Bob", "Dave"))),
        (f"teams: Ann + Dave, Bob + Carol\n{ONE_LINE}", ask.Start(FOUR, ("Ann", "Dave"))),
        (f"teams: Ann and Dave vs Bob and Carol\n{ONE_LINE}", ask.Start(FOUR, ("Ann", "Dave"))),
        ("sheet: Standard\ntime limit: 36 hours", ask.Start(sheet="standard", limit="36 hours")),
        ("limit: 90 s", ask.Start(limit="90 s")),
        ("target: 300\nbag-penalty = none\nHand Limit: 8",
         ask.Start(changes=(("target", "300"), ("bag_penalty", "none"), ("hand_limit", "8")))),
        ("teams: Ann + Carol", ask.Start(team=("Ann", "Carol"))),
        ("teams Ann + Carol", ask.Start(team=("Ann", "Carol"))),
        (f"{ONE_LINE}\nteam Ann & Carol", ask.Start(FOUR, ("Ann", "Carol"))),
        ("players: Ann, Bob, Carol, Dave", ask.Start(NAMED)),
        ("players: Ann, Bob; Carol and Dave", ask.Start(NAMED)),
        ("players: Ann, Bob,\nCarol, Dave", ask.Start(NAMED)),
        ("players:\n- Ann\n- Bob\n\n- Carol\n- Dave", ask.Start(NAMED)),
        ("players: Ann, Bob <bob@example.org>, Carol\n<carol@example.org>, Dave",
         ask.Start((NAMED[0], *FOUR[1:3], NAMED[3]))),
        ("Team Bid: 4 to 26\nbid turns: 0, 3", ask.Start(changes=(("team_bid", "4 to 26"), ("bid_turns", "0, 3")))),
        ("contract: [[0, 10, 0, -10, 0],\n [13, 0, 200, -10, 0]]\ntarget: 300",
         ask.Start(changes=(("contract", "[[0, 10, 0, -10, 0],\n[13, 0, 200, -10, 0]]"), ("target", "300")))),
        ('misplay cost: {"points": -50, "books":\n0}\ntarget: 300',
         ask.Start(changes=(("misplay_cost", '{"points": -50, "books":\n0}'), ("target", "300")))),
        ("contract: 0, 10, 0,\n-10, 0", ask.Start(changes=(("contract", "0, 10, 0,\n-10, 0"),))),
        ("suits: S: AKQ, H: AK,\nD: AK,\nC: A", ask.Start(changes=(("suits", "S: AKQ, H: AK,\nD: AK,\nC: A"),))),
    ],
)  # fmt: skip
def test_start_block(block: str, start: ask.Start) -> None:
    assert asked(f"start\n{block}\n\nThanks a lot\nG. M.") == [start]


def test_start_block_ends_at_the_first_other_line() -> None:
    assert asked("start\ntarget: 300\nthanks\nsheets are fine") == [ask.Start(changes=(("target", "300"),))]
    assert asked("start\nsheet: fsu\n\nstatus") == [ask.Start(sheet="fsu"), ask.Status()]
    assert asked("start\ntarget: 300,\nstatus") == [ask.Start(changes=(("target", "300,"),)), ask.Status()]
    assert asked("start\ntarget: 300\n4") == [ask.Start(changes=(("target", "300"),)), ask.BareNumber(4)]
    assert asked("start\nsheet: fsu\nsay: hello") == [ask.Start(sheet="fsu"), ask.Say("hello")]
    assert read_commands(f"start\n{ONE_LINE}\n\nhttp://example.org").chat == "http://example.org"


@pytest.mark.parametrize(
    ("block", "hint"),
    [
        ("players: Ann, Bob, Carol", "3 players,"),
        ("players: Ann, Bob, Carol, ann", "same name"),
        ("players: Ann <ann@example.org>", "1 player,"),
        (ONE_LINE + ", Eve <eve@example.org>", "5 players"),
        (ONE_LINE.replace("Bob", "ANN"), "same name"),
        (ONE_LINE.replace("bob@", "ann@"), "same address"),
        (ONE_LINE.replace("bob@", "bob@@"), "address"),
        (ONE_LINE.replace("Bob", "B#b"), "letters"),
        ("players:", "names nobody"),
        ("target:", "has no value"),
        ("target: 300\ntarget: 400", "twice"),
        (f"{ONE_LINE}\nteams: Ann + Eve", "Eve"),
        (f"{ONE_LINE}\nteams: Ann", "Ann + Carol"),
        (f"{ONE_LINE}\nteams: Ann + Ann", "Ann + Carol"),
        ("time limit: soon", "3 days"),
    ],
)
def test_malformed_start(block: str, hint: str) -> None:
    assert hint in why(f"start\n{block}")


@pytest.mark.parametrize(
    ("block", "quoted"),
    [
        ("rules: fsu\ntarget: 300", "rules: fsu"),
        ("name: hello\nsheet: fsu", "name: hello"),
        ("play: fsu", "play: fsu"),
        ("hand: 10", "hand: 10"),
        ("Let's play short:\nsheet: fsu\ntarget: 100", "sheet: fsu"),
        ("sheet fsu", "sheet fsu"),
        ("target 300", "target 300"),
        ("hand limit is 8", "hand limit is 8"),
        ("time limit 36 hours", "time limit 36 hours"),
        ("- teams Ann + Carol", "- teams Ann + Carol"),
        ("- sheet: fsu", "- sheet: fsu"),
        ("**Sheet:** fsu", "**Sheet:** fsu"),
        ("sheet: fsu\nthanks, GM\n\ntarget: 100", "target: 100"),
        ("sheet: fsu\nstatus\nbag-penalty = none", "bag-penalty = none"),
        ("contract: 0, 10, 0, -10, 0\n13, 0, 200, -10, 0", "13, 0, 200, -10, 0"),
    ],
)
def test_a_setting_that_would_be_left_out_stops_the_start(block: str, quoted: str) -> None:
    for start in (f"start\n{block}", f"start\n{ONE_LINE}\n{block}"):
        reading = read_commands(start)
        assert [each.line for each in reading.unclear] == ["start"]
        assert f"`{quoted}`" in reading.unclear[0].why
        assert not any(isinstance(each.command, ask.Start) for each in reading.asked)


@pytest.mark.parametrize(
    "words",
    [
        "Thanks, GM",
        "Players are late again\nsheets to the wind\nTalk soon\nSuits me",
        "Good luck!\n\nGus Master\nhttp://example.org\nThe target is yours",
        "status\nsay: hello",
        "start\nsheet: usag",
    ],
)
def test_words_below_the_settings_are_harmless(words: str) -> None:
    assert asked(f"start\nsheet: fsu\n\n{words}")[0] == ask.Start(sheet="fsu")


def test_only_plain_letters_are_folded_in_the_name_of_a_sheet() -> None:
    assert asked("start\nsheet: SIGMA") == [ask.Start(sheet="sigma")]
    assert asked("start\nsheet: \u017figma") == [ask.Start(sheet="\u017figma")]


def test_the_head_of_an_older_mail_below_is_no_setting() -> None:
    """The head is in a language that no table of ours has."""
    below = "\n\nDari: Ann Smith\nTerkirim: Selasa\nKepada: wasit\n\nstart\ntarget: 100\n"
    reading = read_commands(f"start\n{ONE_LINE}\ntarget: 300{below}")
    assert [each.command for each in reading.asked] == [ask.Start(FOUR, changes=(("target", "300"),))]
    assert reading.unclear == ()
    one = asked(f"start\n{ONE_LINE}\n\nfoo: 3\ntarget: 300")
    assert one == [ask.Start(FOUR, changes=(("foo", "3"), ("target", "300")))], (
        "one such line is a setting that is refused"
    )


@pytest.mark.parametrize(
    ("block", "limit", "terms"),
    [
        ("limit: 36 hours", "36 hours", ask.TermLines()),
        ("time limit: 3 days", "3 days", ask.TermLines()),
        ("leave: 14", None, ask.TermLines(leave=14)),
        ("Leave: 14 days.", None, ask.TermLines(leave=14)),
        ("leave: none", None, ask.TermLines(leave=0)),
        ("leave = 0", None, ask.TermLines(leave=0)),
        ("weekends: off", None, ask.TermLines(weekends=False)),
        ("Weekends: on", None, ask.TermLines(weekends=True)),
        ("last trick: by hand", None, ask.TermLines(last_trick="by hand")),
        ("Last-Trick: by itself", None, ask.TermLines(last_trick="by itself")),
        (
            "leave: 7\ntime limit: 1 day\nlast trick: by hand\nweekends: off",
            "1 day",
            ask.TermLines("by hand", 7, False),
        ),
    ],
)
def test_terms(block: str, limit: str | None, terms: ask.TermLines) -> None:
    assert asked(f"start\nsheet: fsu\n{block}\n\nThanks") == [ask.Start(sheet="fsu", limit=limit, terms=terms)]
    assert asked(f"start\n{block}\ntarget: 300\nstatus")[0] == ask.Start(
        limit=limit, changes=(("target", "300"),), terms=terms
    )


@pytest.mark.parametrize(
    ("block", "hint"),
    [
        ("time limit: soon", "3 days"),
        ("time limit: 1 day + 10 days", "3 days"),
        ("leave: a while", "`leave: 14 days` or `leave: none`"),
        ("leave: 400", "at most 365"),
        ("leave:", "has no value"),
        ("leave: 3\nleave: 4", "twice"),
        ("weekends: sometimes", "`weekends: on` or `weekends: off`"),
        ("last trick: by Ann", "`last trick: by itself` or `last trick: by hand`"),
        ("sheet: fsu\nThanks\nleave: 14", "`leave: 14` after `Thanks` would be left out"),
        ("sheet: fsu\nThanks\nweekends off", "`weekends off` after `Thanks` would be left out"),
    ],
)
def test_terms_that_cannot_be_read(block: str, hint: str) -> None:
    assert hint in why(f"start\n{block}")


def test_words_that_are_also_terms_are_harmless_below() -> None:
    for below in ("leave me alone", "weekends are fine", "leave\nback"):
        assert asked(f"start\nsheet: fsu\n\n{below}")[0] == ask.Start(sheet="fsu")


def test_the_configuration_writes_terms_as_a_start_does() -> None:
    assert GameSettings() == GameSettings(last_trick="by itself", leave=None, weekends=True)
    written = {"last_trick": "by hand", "leave": "14 days", "weekends": "off"}
    assert GameSettings.model_validate(written) == GameSettings(last_trick="by hand", leave=14, weekends=False)
    assert GameSettings.model_validate({"leave": 0}).leave == 0
