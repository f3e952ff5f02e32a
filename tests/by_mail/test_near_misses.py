"""Badly typed mails of whoever is on turn, through the whole path: done, offered or explained, and never a misplay."""

import re
import tempfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.asking import commands as ask
from referee.asking.grammar import read_commands
from referee.desk.table import begin
from referee.post.reading.safe_lines import safe_line
from referee.spades import consequences
from referee.spades import events as ev
from referee.spades.cards import Card, parse_card
from referee.spades.commands import MakeBid, PlayCard
from referee.store import people
from tests.by_mail.sheet_tables import table as sheet_table
from tests.docs.test_first_game import hands
from tests.laid import Laid
from tests.talk import MASTER, NAMES, STARTER, Letter, Talk

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
        """What comes of it: `act`, `ask` or `tell`."""
        return self.then.partition(", not ")[0].replace("wrong", "tell")

    @property
    def as_meant(self) -> bool:
        """Whether that is what a person would do."""
        return self.then == self.expected


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
    """A table with these hands, at which this was bid and played. Nothing of it is remembered: a deal is replaced."""
    talk = Talk(folder, luck=12)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(begin, "playing_order", lambda key, team: (0, 1, 2, 3))
        patch.setattr(consequences, "deal", lambda key, sheet: cards)
        assert talk.master(f"{STARTER}\nsheet: {sheet}", subject="a game") == "Start/accepted"
        for act in acts:
            assert talk.acts(act).endswith("/accepted"), act
    return talk


def cards(text: str) -> Hands:
    """Hands written one a line."""
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
            self.ready[name] = talk, talk.laid(0), talk.kept().last_seq
            return talk
        talk, laid, last = self.ready[name]
        if talk.kept().last_seq != last or len(talk.letters) > len(laid.letters) + 30:
            talk.letters = []
            talk.stand_as(laid)
        return talk


@pytest.fixture(scope="module")
def tables() -> Iterator[Tables]:
    with tempfile.TemporaryDirectory() as folder:
        yield Tables(Path(folder))


def unescaped(text: str) -> str:
    """The text of a row as it is mailed."""
    return re.sub(r"\\u([0-9a-f]{4})", lambda sign: chr(int(sign[1], 16)), text).replace("\\n", "\n")


def says(talk: Talk, text: str) -> Letter | None:
    """Whoever is due writes this; the letter that answers it."""
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
    """The one command that a line is; None for `-`."""
    asked = read_commands(text).asked
    return asked[0].command if len(asked) == 1 else None


def acted(talk: Talk, since: int) -> list[object]:
    """What came of a mail: bids and cards as commands, anything else but the end of a trick as the event."""
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
    """`act`, `ask` or `tell`, each only if it is about what was meant; else what is wrong."""
    since = len(talk.trail())
    letter = says(talk, typed.text)
    done = acted(talk, since)
    text = "" if letter is None else " ".join(letter.text.split())
    if done:
        lines = map(safe_line, unescaped(typed.text).splitlines())
        told = "Understood: " in text or any(read_commands(line).asked for line in lines)
        return "act" if done == [command(typed.meant)] and told else f"wrong act: {done}, {text}"
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
def test_badly_typed_mails_are_done_offered_or_explained(tables: Tables, at: str) -> None:
    came = {typed: what_came(tables.at(at), typed) for typed in (*TYPED, *BLIND) if typed.at == at}
    wrong = [f"{typed.text!r} -> {got}" for typed, got in came.items() if got != typed.expected]
    assert came and not wrong, "\n".join(wrong)


@pytest.mark.parametrize("written", [TYPED, BLIND], ids=["typed", "blind"])
def test_of_ten_badly_typed_mails_nine_come_to_what_a_person_would_do(written: list[Typed]) -> None:
    assert len(written) >= 100 and {typed.at for typed in written} <= {*TABLES}
    assert sum(typed.as_meant for typed in written) >= 0.9 * len(written)


def test_chat_is_no_move(tables: Tables) -> None:
    """What is said on one's turn without a command brings an answer, and nothing else."""
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
    assert "PlayCard/stale" in talk.says(who, "yes", answers=offer)
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
    assert talk.says(other, slip, answers=None, subject="[Spades 1]", proven=True) == "PlayCard/not-your-turn"
    assert f"> {slip}" in talk.last(other).text and "yes" in talk.last(other).text
    assert len(talk.trail()) == since


def test_a_slip_beside_a_plan_is_done_and_one_on_the_list_is_not(tables: Tables) -> None:
    talk = tables.at("lead")
    who, since = talk.due(), len(talk.trail())
    letter = talk.last(who)
    talk.says(who, "plan hearts: lowest\nQ spade", answers=letter)
    assert command("play QS") in acted(talk, since)
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
    texts = " ".join(" ".join(letter.text.split()) for letter in talk.to(who)[count:])
    assert "You do not hold" in texts, texts
