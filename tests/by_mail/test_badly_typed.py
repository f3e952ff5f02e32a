"""Badly typed mails of whoever is on turn, through the whole path: what is exact acts, the rest is offered or
explained, and nothing of it is a misplay."""

import re
import tempfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.asking import commands as ask
from referee.asking.grammar import read_commands
from referee.desk.table import start
from referee.spades import events as ev
from referee.spades.cards import Card, parse_card
from referee.spades.commands import MakeBid, PlayCard
from referee.spades.law import consequences
from referee.store import people
from tests.by_mail.sheet_tables import table as sheet_table
from tests.docs.test_first_game import hands
from tests.talk import MASTER, NAMES, STARTER, Laid, Letter, Talk

Hands = tuple[tuple[Card, ...], ...]
WORDS = Path(__file__).parents[1] / "asking"


class Typed(NamedTuple):
    """A row of badly_typed.txt or typed_blind.txt."""

    at: str
    text: str
    meant: str
    then: str

    @property
    def expected(self) -> str:
        """Return the outcome that is expected: `act`, `ask` or `tell`."""
        return self.then.partition(", not ")[0]

    @property
    def person(self) -> str:
        """Return the outcome that a person would choose."""
        return self.then.partition(", not ")[2] or self.expected


def rows(name: str, columns: int) -> Iterator[list[str]]:
    for line in (WORDS / name).read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield [part.strip() for part in line.split(" | ", columns - 1)]


TYPED = [Typed(*row) for row in rows("badly_typed.txt", 4)]
BLIND = [Typed(*row) for row in rows("typed_blind.txt", 4)]
TRAPS = [(at, text) for at, text in rows("traps.txt", 2)]


def followed(folder: Path) -> Talk:
    talk = Talk(folder, luck=12).starts().bids()
    assert talk.acts("play AS") == "PlayCard/accepted"
    return talk


def dealt(folder: Path, cards: Hands, *acts: str, sheet: str = "109") -> Talk:
    """Return a table with these hands, at which this was bid and played. Nothing of it is remembered: a deal is
    replaced."""
    talk = Talk(folder, luck=12)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(start, "playing_order", lambda key, team: (0, 1, 2, 3))
        patch.setattr(consequences, "deal", lambda key, sheet: cards)
        assert talk.master(f"{STARTER}\nsheet: {sheet}", subject="a game") == "Start/accepted"
        for act in acts:
            assert talk.acts(act).endswith("/accepted"), act
    return talk


def cards(text: str) -> Hands:
    """Read hands written one a line."""
    return tuple(tuple(map(parse_card, line.split())) for line in text.strip().splitlines())


BIDS = ("bid 4", "bid 3", "bid 3", "bid 3")
VOID = cards("""
    KH QH JH 9H 8H 7H 6H 5H 4H 3H 2H AS KS
    AH QS JS TS 8S 7S 6S 4S 3S AD KD JD TD
    TH 9D 8D 6D 5D AC KC QC JC TC 7C 6C 2C
    9S 5S 2S QD 7D 4D 3D 2D 9C 8C 5C 4C 3C
""")
PRIDE = cards("""
    KS LJ AS QS JS TS 8S 7S 6S 5S 4S 3S AH
    BJ 2S 9S KH 8H 4H QD 7D 5D AC TC 6C 3D
    QH JH TH 9H 7H 6H 5H 3H 2H AD KD JD TD
    9D 8D 6D 4D KC QC JC 9C 8C 7C 5C 4C 3C
""")
TABLES: dict[str, Callable[[Path], Talk]] = {
    "bid": lambda folder: Talk(folder, luck=12).starts(),
    "lead": lambda folder: Talk(folder, luck=12).starts().bids(),
    "follow": followed,
    "joker": lambda folder: sheet_table(folder, "usag", "spade lead: any", luck=2).bids(),
    "blind": lambda folder: sheet_table(folder, "sigma"),
    "page": lambda folder: dealt(folder, hands(), *BIDS),
    "hearts": lambda folder: dealt(folder, hands(), *BIDS, "play KH"),
    "spades": lambda folder: dealt(folder, hands(), *BIDS, "play JS", "play TS"),
    "void": lambda folder: dealt(folder, VOID, *BIDS, "play KH", "play AH", "play TH"),
    "pride": lambda folder: dealt(folder, PRIDE, *["bid 4"] * 4, "play KS", sheet="pride\nspade lead: any"),
    "fsu": lambda folder: sheet_table(folder, "fsu"),
}


class Tables:
    """Each table once; `at` puts it back to where it stood if somebody has acted, or had most of a day's answers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ready: dict[str, tuple[Talk, Laid, int]] = {}

    def at(self, name: str) -> Talk:
        if name not in self.ready:
            (self.folder / name).mkdir()
            talk = TABLES[name](self.folder / name)
            with talk.store.transaction() as tx:
                for seated in people.seated(tx, 1).values():
                    people.change(tx, seated.id, notify="turn")
            self.ready[name] = talk, talk.laid(), talk.kept().last_seq
            return talk
        talk, laid, last = self.ready[name]
        if talk.kept().last_seq != last or len(talk.letters) > len(laid.letters) + 30:
            talk.stand_as(laid)
        return talk


@pytest.fixture(scope="module")
def tables() -> Iterator[Tables]:
    with tempfile.TemporaryDirectory() as folder:
        yield Tables(Path(folder))


def unescaped(text: str) -> str:
    """Return the text of a row as it is mailed."""
    return re.sub(r"\\u([0-9a-f]{4})", lambda sign: chr(int(sign[1], 16)), text).replace("\\n", "\n")


def says(talk: Talk, text: str) -> Letter | None:
    """Have whoever is due write this; return the letter that answers it."""
    who, count = talk.due(), len(talk.letters)
    letter = next(x for x in reversed(talk.to(who)) if "turn" in x.events)
    text = unescaped(text)
    if text.startswith("subject: "):
        mail = talk.mail(who, "", subject=text[9:], proven=True)
    else:
        mail = talk.mail(who, text, answers=letter)
    talk.deliver(mail)
    return next((x for x in talk.letters[count:] if x.to == letter.to), None)


def command(text: str) -> ask.Command | None:
    """Return the one command that a line is; None for `-`."""
    asked = read_commands(text).asked
    return asked[0].command if len(asked) == 1 else None


def acted(talk: Talk, since: int) -> list[object]:
    """List what came of a mail: bids and cards as commands, anything else but the end of a trick as the event."""
    found: list[object] = []
    for event in talk.trail()[since:]:
        match event:
            case ev.TrickTaken():
                continue
            case ev.BidMade():
                found.append(MakeBid(event.bid, blind=event.blind))
            case ev.CardPlayed():
                found.append(PlayCard(event.card))
            case _:
                found.append(event)
    return found


def what_came(talk: Talk, typed: Typed) -> str:
    """Return `act`, `ask` or `tell` if it is about what was meant, else what is wrong."""
    since = len(talk.trail())
    letter = says(talk, typed.text)
    done = acted(talk, since)
    text = "" if letter is None else letter.flat
    if done:
        return "act" if done == [command(typed.meant)] else f"wrong act: {done}, {text}"
    if letter is None:
        return "unanswered"
    if "Did you mean: " in text:
        offered = text.partition("Did you mean: ")[2].partition("?")[0]
        if typed.meant == "-" or command(offered) != command(typed.meant):
            return f"wrong offer: {offered}"
        return "ask"
    asks = typed.meant if typed.meant in ("score", "hand") else None
    return "act" if asks and "no command" not in text and "error" not in letter.events else "tell"


@pytest.mark.parametrize("at", TABLES)
def test_badly_typed_mails_are_done_explained_or_offered_and_a_yes_does_what_was_offered(
    tables: Tables, at: str
) -> None:
    wrong = []
    for typed in (typed for typed in (*TYPED, *BLIND) if typed.at == at):
        talk = tables.at(at)
        since, who, got = len(talk.trail()), talk.due(), what_came(talk, typed)
        if got != typed.expected:
            wrong.append(f"{typed.text!r} -> {got}")
        elif got == "ask":
            assert len(talk.trail()) == since, typed.text
            outcome = talk.says(who, "yes", answers=talk.last(who))
            assert outcome.endswith("/accepted Yes/accepted"), f"{typed.text!r} -> {outcome}"
            if isinstance(meant := command(typed.meant), MakeBid | PlayCard):
                assert acted(talk, since) == [meant], typed.text
    assert not wrong, "\n".join(wrong)
    assert any(typed.at == at for typed in (*TYPED, *BLIND))


@pytest.mark.parametrize("written", [TYPED, BLIND], ids=["typed", "blind"])
def test_of_ten_lines_that_mean_something_eight_act_or_are_offered(written: list[Typed]) -> None:
    assert len(written) >= 100 and {typed.at for typed in written} <= {*TABLES}
    meant = [typed for typed in written if typed.person != "tell"]
    assert sum(typed.expected != "tell" for typed in meant) >= 0.8 * len(meant)


def test_chat_is_no_move(tables: Tables) -> None:
    """Talk on one's turn without a command brings an answer, and nothing else."""
    assert len(TRAPS) >= 40
    for at, text in TRAPS:
        talk = tables.at(at)
        since, letter = len(talk.trail()), says(talk, text)
        assert len(talk.trail()) == since, f"{at}: {text!r} was a move"
        offers = letter is not None and "Did you mean" in letter.text
        assert letter is not None and not offers, f"{at}: {text!r} -> {letter and letter.text}"


def test_a_yes_does_what_was_offered_once_and_at_that_turn(tables: Tables) -> None:
    talk = tables.at("lead")
    who, since = talk.due(), len(talk.trail())
    says(talk, "pley QS")
    offer = talk.last(who)
    assert "Yes: play QS" in offer.html and len(talk.trail()) == since
    for text in ("yep\nno, wait", "ja\n\nI should ask first"):
        assert talk.says(who, text, answers=offer) == "no-command" and len(talk.trail()) == since
    assert talk.says(who, "yes please", answers=offer) == "PlayCard/accepted Yes/accepted"
    assert acted(talk, since) == [command("play QS")]
    since = len(talk.trail())
    assert "accepted" not in talk.says(who, "yes", answers=offer)
    assert len(talk.trail()) == since


def test_an_offer_of_an_earlier_turn_is_over(tables: Tables) -> None:
    talk = tables.at("lead")
    who = talk.due()
    says(talk, "pley QS")
    offer = talk.last(who)
    assert talk.acts("play JH") == "PlayCard/accepted"
    since = len(talk.trail())
    assert "PlayCard/not-your-turn" in talk.says(who, "yes", answers=offer)
    assert len(talk.trail()) == since


def test_a_slip_of_the_gamesmaster_is_offered_and_theirs_alone(tables: Tables) -> None:
    talk = tables.at("lead")
    before = talk.kept().deadline
    assert talk.master("extned 2 days") == "no-command"
    assert "Did you mean: extend 2 days?" in talk.last(MASTER).text and talk.kept().deadline == before
    assert talk.says(MASTER, "yes", answers=talk.last(MASTER)) == "ExtendBy/accepted Yes/accepted"
    assert before is not None and talk.kept().deadline == before + timedelta(days=2)
    players = says(talk, "extned 2 days")
    assert players is not None and "Did you mean" not in players.text
    talk.master("extned 2 days", proven=False)
    assert "Did you mean" not in talk.last(MASTER).text


@pytest.mark.parametrize(
    ("said", "offered"),
    [
        ("pause because Bob is ill", "pause"),
        ("extend Bob by 2 days", "extend 2 days"),
        ("timelimit: 2 days", "limit 2 days"),
        ("the limit is 2 days", ""),
        ("replace Bob by Eve <eve@club.test>", "replace Bob with Eve <eve@club.test>"),
        ("cancel game 1", "abort"),
        ("cancel game 3", ""),
        ("Please end this game", "abort"),
        ("We should end this game one day", ""),
    ],
)
def test_what_a_gamesmaster_writes_instead_of_a_command_is_offered(tables: Tables, said: str, offered: str) -> None:
    talk = tables.at("lead")
    before = talk.trail()
    assert talk.master(said) == "no-command" and talk.trail() == before
    letter = talk.last(MASTER)
    assert ("Did you mean" in letter.text) == bool(offered)
    if offered:
        assert f"Did you mean: {offered}?" in letter.flat
        assert talk.says(MASTER, "yes", answers=letter).endswith("/accepted Yes/accepted") and talk.trail() != before


def test_what_would_be_refused_now_is_not_offered(tables: Tables) -> None:
    talk = tables.at("lead")
    for slip, of_master in (("calim", False), ("misdael", False), ("puase", True), ("rseume", True)):
        before = talk.trail()
        letter = says(talk, slip) if not of_master else (talk.master(slip) and talk.last(MASTER)) or None
        assert letter is not None and ("Did you mean" in letter.text) == (slip == "puase")
        assert talk.trail() == before
    assert talk.master("pause") == "Pause/accepted"
    talk.master("puase")
    assert "Did you mean" not in talk.last(MASTER).text, "it is paused"
    talk.master("rseume")
    assert "Did you mean: resume?" in talk.last(MASTER).text
    assert talk.says(MASTER, "yes", answers=talk.last(MASTER)) == "Resume/accepted Yes/accepted"


@pytest.mark.parametrize("slip", ["abrot", "forfiet team 1", "repalce Bob with Eve", "concde", "strat"])
def test_what_cannot_be_undone_is_never_offered(tables: Tables, slip: str) -> None:
    talk = tables.at("lead")
    talk.master(slip)
    assert "Did you mean" not in talk.last(MASTER).text
    letter = says(talk, slip)
    assert letter is not None and "Did you mean" not in letter.text


def test_two_things_that_a_mail_may_mean_are_no_offer(tables: Tables) -> None:
    talk = tables.at("lead")
    for text in ("pley QS\nplya JH", "play QS\nplay JH", "play the queen"):
        since, letter = len(talk.trail()), says(talk, text)
        assert letter is not None and "Did you mean" not in letter.text and len(talk.trail()) == since


def test_every_near_miss_of_one_turn_is_answered(tables: Tables) -> None:
    talk = tables.at("lead")
    for text in ("pley QS", "pley QS", "king spades", "king spades", "play nice", "play nice"):
        assert says(talk, text) is not None


@pytest.mark.parametrize("text", ["Q spade", "pley QS", "yes please"])
def test_whoever_has_proved_nothing_does_nothing_by_a_slip(tables: Tables, text: str) -> None:
    talk = tables.at("lead")
    since = len(talk.trail())
    assert talk.says(talk.due(), text, answers=None, subject="[Spades 1]") == "no-command"
    assert len(talk.trail()) == since
    assert "Did you mean" not in talk.last(talk.due()).text


@pytest.mark.parametrize("text", ["Ha!", "ha ha ha", "Ah, ok", "Hà"])
def test_a_laugh_plays_no_ace_of_hearts(tmp_path: Path, text: str) -> None:
    talk = Talk(tmp_path, luck=3).starts().bids()
    assert "AH" in talk.last(talk.due())["Spades-Legal"].split()
    assert talk.acts(text) == "no-command"


def test_a_slip_out_of_turn_is_refused_and_offered_as_a_plan(tables: Tables) -> None:
    talk = tables.at("lead")
    since = len(talk.trail())
    other = next(name.lower() for name in NAMES if name.lower() != talk.due())
    card = str(sorted(talk.game().hand(talk.game().names.index(other.title()) + 1))[0])
    slip = f"{card} please"
    assert talk.says(other, slip, answers=None, subject="[Spades 1]", proven=True) == "BareCard/not-your-turn"
    assert f"> {slip}" in talk.last(other).text and "yes" in talk.last(other).text
    assert len(talk.trail()) == since


def test_a_slip_beside_a_plan_or_on_the_list_is_left_alone(tables: Tables) -> None:
    talk = tables.at("lead")
    who, since = talk.due(), len(talk.trail())
    letter = talk.last(who)
    talk.says(who, "plan hearts: lowest\nQ spade", answers=letter)
    assert [type(each) for each in acted(talk, since)] == [ev.Planned]
    listed = tables.at("bid")
    since = len(listed.trail())
    headers = {"List-Id": "<spades.club.test>"}
    assert "accepted" not in listed.says(listed.due(), "Q spade", to="list@club.test", headers=headers, proven=True)
    assert len(listed.trail()) == since


@pytest.mark.parametrize(
    "headers",
    [{"Auto-Submitted": "auto-replied"}, {"Precedence": "auto_reply"}, {"X-Autoreply": "yes"}],
    ids=lambda headers: next(iter(headers)),
)
def test_no_automatic_mail_agrees_to_anything(tables: Tables, headers: dict[str, str]) -> None:
    talk = tables.at("lead")
    who = talk.due()
    says(talk, "pley QS")
    offer, since = talk.last(who), len(talk.trail())
    for text in ("I am away until Monday. Did you write to the right person?\n\nyes", "Q spade"):
        assert talk.says(who, text, answers=offer, headers=headers).startswith("ignored/")
    assert len(talk.trail()) == since


def test_unclear_plans_of_whoever_is_not_on_turn_are_answered_as_plans_are(tables: Tables) -> None:
    talk = tables.at("lead")
    other = next(name.lower() for name in NAMES if name.lower() != talk.due())
    count = len(talk.to(other))
    for _ in range(12):
        assert talk.says(other, "plan hearts: 3X, lowest", proven=True) == "refused/unclear"
    assert len(talk.to(other)) == count + 12


def test_a_card_and_a_plan_in_one_mail_say_what_is_not_held(tables: Tables) -> None:
    talk = tables.at("lead")
    who = talk.due()
    count = len(talk.to(who))
    talk.says(who, "play QS\nplan hearts: KH, lowest", answers=talk.last(who))
    texts = " ".join(letter.flat for letter in talk.to(who)[count:])
    assert "You do not hold" in texts, texts
