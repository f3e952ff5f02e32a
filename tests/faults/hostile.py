"""A day of a hostile player, and of a hostile watcher or stranger, at a table of four: what they can cause, and which
bound holds it.

Their mail is proven as far as possible: whoever has a domain has as many proven addresses as they like, at any
subdomain. Each way to harm has a table of its own and a day that does not end. Afterwards the others are answered as
before, and the running turn ends by its bound. Needs no server; never says how much work is too much, but prints it.
"""

import itertools
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from referee.desk import quotas as day
from referee.desk.outgoing import envelope_sender
from referee.desk.table.watchers import LOST, PER_DOMAIN
from referee.spades.law.moves import BID_CHANGES
from referee.spades.sheets import SHEETS
from referee.store import people
from referee.store.backend import url_of
from referee.table.rulings import WITHDRAWALS
from referee.table.seats import team_of
from tests import outgoing
from tests.by_mail.answerers import ANSWERERS
from tests.by_mail.returned import REPORT
from tests.faults.club import quiet
from tests.faults.runs import Figures
from tests.scratch import scratch_store
from tests.talk import MASTER, NAMES, START, STARTER, Talk, address

MAILS, FEW_MAILS, FEWER_MAILS, FEWEST_MAILS = 200, 42, 12, 4
WATCHERS, FEW_WATCHERS = 100, 20
EVE = "eve@evil.test"
SEATS, MASTERS = len(NAMES), 1
CHALLENGED = 2
"""The challenges possible in each book: one of each of two opponents."""
BETWEEN_ACTS = 5
"""The mails that a watcher writes for each announced act."""
BOOKS = 3
"""The number of books of `fsu` played before they are challenged."""
QUESTIONS = ("score", "status", "hand", "games", "history", "help", "rules")
SETTINGS = ("name Abe", "format text", "timezone Europe/Berlin", "notify my turns")
SETTINGS_BACK = ("name Ada", "format html", "timezone UTC", "notify each play")
STEERING = (STARTER, "pause", "resume", "extend 2 days", "abort", "forfeit team 1", "replace Ann with Eve <eve@a.test>")
ALL_OF_IT = (
    *QUESTIONS, *SETTINGS, "bid 3", "bid 99", "play QS", "say I give up", "salt {n}", "concede", "withdraw concession",
    "address a{n}@evil.test", "join", "leave", "watch 1", "unwatch 1", "yes", "no", "auto show", "record 1",
    "how are you?",
)  # fmt: skip


class Table:
    """A game that has just begun, somebody who means it harm, and those who hear of each act."""

    def __init__(self, talk: Talk, hostile: str, times: int, watchers: int) -> None:
        self.talk, self.hostile, self.times = talk, hostile, times
        self.hearers = SEATS + watchers

    def writes(self, text: str, who: str | None = None, *, proven: bool = True, **more: Any) -> bytes:
        """Write a new mail by the hostile person, or in the name of `who`."""
        return self.talk.mail(who or self.hostile, text, subject="[Spades 1] so", proven=proven, **more)


Mails = Callable[[Table], Iterator[bytes]]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to harm: who does it, their mails without end, and how many letters a day they may bring.

    `who`: `player` off turn, `on turn`, `watcher` or `stranger`. `acts`: what all hear of besides, players and
    watchers; where there is none, nobody watches at first. `watchers`: how many may watch in the end. `few`: mails in
    the short form.
    """

    name: str
    who: str
    mails: Mails
    bound: Callable[[Table], int]
    held: str
    acts: int = 0
    sheet: str = "109"
    watchers: int = WATCHERS
    few: int = FEWER_MAILS


def lines(*texts: str, who: str | None = None, proven: bool = True) -> Mails:
    """Yield one mail for each text, over and over; `{n}` is another number each time."""

    def mails(table: Table) -> Iterator[bytes]:
        for number, text in enumerate(itertools.cycle(texts)):
            yield table.writes(f"{text.replace('{n}', str(number))}\n\nfor the {number}th time", who, proven=proven)

    return mails


def wave(text: str, sender: Callable[[int], str], *, proven: bool = True) -> Mails:
    """Yield the same mails, each from another address."""

    def mails(table: Table) -> Iterator[bytes]:
        for number in itertools.count():
            yield table.writes(text, sender(number), proven=proven)

    return mails


def of_one_domain(number: int) -> str:
    """Return an address in a domain whose owner makes up names and subdomains."""
    return f"w{number}@evil.test" if number % 2 else f"w@s{number}.evil.test"


def of_many_domains(number: int) -> str:
    return f"w@evil{number}.test"


def forged(table: Table) -> Iterator[bytes]:
    """Yield all of it in the name of whoever is on turn, and nothing proves it."""
    victim = table.talk.due()
    yield from lines(*ALL_OF_IT, who=victim, proven=False)(table)


def long_sayings(table: Table) -> Iterator[bytes]:
    for number in itertools.count():
        yield table.writes("say " + f"well {number} played " * 55)


def claims(table: Table) -> Iterator[bytes]:
    """Challenge every book that was played, of either opponent, again and again."""
    game = table.talk.game()
    own = game.names.index(table.hostile.title()) + 1
    others = [game.names[seat - 1] for seat in range(1, SEATS + 1) if team_of(seat) != team_of(own)]
    books = range(1, BOOKS + 2)
    return lines(*(f"challenge book {book} {other}" for book in books for other in others))(table)


def old_questions(table: Table) -> Iterator[bytes]:
    """Answer for ever a question that they bring about themselves."""
    yield table.writes("name Abe", proven=False)
    asked = table.talk.last(table.hostile)
    assert asked.events == ["confirm"]
    while True:
        yield table.writes("yes", answers=asked)


def to_others(table: Table) -> Iterator[bytes]:
    """Show each reply address that they get to a list, with their cards; every other mail is proven besides."""
    for number in itertools.count():
        last = table.talk.last(table.hostile)
        quoted = "".join(f"> {line}\n" for line in last.text.splitlines())
        yield table.writes(f"score\n\n{quoted}", answers=last, cc="spades@else.test", proven=bool(number % 2))


def machines(table: Table) -> Iterator[bytes]:
    """Let ten machines answer every letter, each in its own way, and the letters that this brings; then begin again."""
    heard = 0
    while True:
        got = table.talk.to(table.hostile)
        if heard == len(got):
            yield table.writes("score")
            continue
        letter = got[heard]
        heard += 1
        for answer in ANSWERERS.values():
            text = f"{answer(letter)}\n\n" + "".join(f"> {line}\n" for line in letter.text.splitlines())
            yield table.writes(text, answers=letter)


def bounces(table: Table) -> Iterator[bytes]:
    """Bounce every letter that they ever got, with the right secret; then ask for another."""
    talk, done = table.talk, 0
    while True:
        with talk.store.reading() as tx:
            letters = outgoing.letters(tx, done + 1, talk.seen)
        done = talk.seen
        for letter in (each for each in letters if each.recipient == address(table.hostile)):
            yield _report(talk, letter.recipient, letter.secret)
        yield table.writes(f"score\n\nafter letter {done}")


def watched_bounces(table: Table) -> Iterator[bytes]:
    """Do the same as a watcher, who comes back each time that they are left out; the others play on meanwhile."""
    every = bounces(table)
    for number in itertools.count():
        yield table.writes(f"watch 1\n\nfor the {number}th time")
        yield table.writes(_move(table.talk), table.talk.due())
        yield from itertools.islice(every, BETWEEN_ACTS - 2)


def guessed_bounces(table: Table) -> Iterator[bytes]:
    """Bounce letters with invented secrets."""
    for number in itertools.count():
        yield _report(table.talk, address(table.talk.due()), f"{number:024d}".translate(str.maketrans("01", "ab")))


def _report(talk: Talk, of: str, secret: str) -> bytes:
    to = envelope_sender(talk.settings, secret)
    head = f"From: mailer-daemon@evil.test\nTo: {to}\nSubject: Mail delivery\nMessage-ID: <{secret}@evil.test>\n"
    return (head + REPORT.format(words="No such user.", address=of, action="failed")).replace("\n", "\r\n").encode()


def many_lines(table: Table) -> Iterator[bytes]:
    prose = "\n".join(f"On day {n} the queen of spades met 10 hearts and bid them 3." for n in range(2000))
    for number in itertools.count():
        yield table.writes(f"{('hand', 'bid 99', 'how are you?')[number % 3]}\n\n{prose}\n{number}")


def many_faults(table: Table) -> Iterator[bytes]:
    text = "\n".join(f"bid {n}" for n in range(20, 2020))
    for number in itertools.count():
        yield table.writes(f"{text}\nbid {number}")


def near_the_limit(table: Table) -> Iterator[bytes]:
    """Write just what is read of a mail; a text of which each line could be a command."""
    text = "\n".join("play the queen of spades, or else bid 3 and say no more " * 3 for _ in range(6000))
    for number in itertools.count():
        yield table.writes(f"score\n\nnumber {number}\n{text}")


def fifty(*texts: str) -> Mails:
    """Write fifty commands in one mail."""

    def mails(table: Table) -> Iterator[bytes]:
        for number in itertools.count():
            some = itertools.islice(itertools.cycle(texts), 50)
            yield table.writes("\n".join(text.replace("{n}", f"{number} {n}") for n, text in enumerate(some)))

    return mails


def accomplices(table: Table) -> Iterator[bytes]:
    """Let four fill one table after another."""
    for number in itertools.count():
        yield table.writes("join", f"w{number % SEATS}@evil.test")


UNPROVEN = 2 * day.BY_OTHERS + day.QUESTIONS
"""The letters that unproven mail may bring to a known person, besides a warning."""


def at_most(letters: int) -> Callable[[Table], int]:
    return lambda table: letters


def first_mails(coming: int, full: int = 0) -> Callable[[Table], int]:
    """Return the bound for addresses that each write once: so many may have an answer, and so many more hear that it
    was too late."""
    return lambda table: min(table.times, coming) + min(max(table.times - coming, 0), full)


def acts_of(table: Table) -> int:
    """Count the others' acts while a watcher's letters came back."""
    return -(-table.times // BETWEEN_ACTS)


def tables_of(coming: int, joins: int = 1) -> int:
    """Count the letters that tell of tables which newcomers may fill, each to its four and to the Gamesmaster."""
    return coming * joins // SEATS * (SEATS + MASTERS)


def news_of(coming: int) -> int:
    """Count the letters that tell waiting players of each who joins them before the table is full."""
    return sum(waiting for number in range(coming) if (waiting := number % SEATS) < SEATS - 1)


RULES = tuple(f"rules {name}" for name in SHEETS)
CONCESSIONS = 2 * WITHDRAWALS
ALL_OF_A_PLAYER = day.ANSWERS + UNPROVEN + day.ACTS + 2 * day.BY_OTHERS
FLOODS = (
    Way(
        "unclear lines on turn", "on turn", lines("bid 99", "bid", "play"),
        at_most(day.ON_TURN), "ON_TURN", few=FEW_MAILS,
    ),
    Way("questions off turn", "player", lines(*QUESTIONS), at_most(day.ANSWERS), "ANSWERS"),
    Way("the biggest answers", "on turn", lines("record 1", "history", *RULES), at_most(day.ON_TURN), "ON_TURN"),
    Way(
        "long sayings", "player", long_sayings,
        at_most(day.ANSWERS), "ACTS for each who hears", acts=day.ACTS, few=FEWEST_MAILS,
    ),
    Way("salts", "player", lines("salt w{n}"), at_most(day.ACTS + day.ANSWERS), "ACTS"),
    Way(
        "concessions posted and withdrawn", "player", lines("concede", "withdraw concession"),
        at_most(day.ANSWERS), "WITHDRAWALS for each who hears", acts=CONCESSIONS,
    ),
    Way(
        "a bid changed on pride", "on turn", lines("bid 3", "bid 4"),
        at_most(day.ON_TURN), "BID_CHANGES for each who hears", sheet="pride", acts=1 + BID_CHANGES,
    ),
    Way(
        "wrong challenges on fsu", "on turn", claims,
        at_most(day.ON_TURN), "once for each book and opponent, for each who hears",
        sheet="fsu", acts=CHALLENGED * (BOOKS + 1),
    ),
    Way("settings to and fro", "player", lines(*SETTINGS, *SETTINGS_BACK), at_most(day.ANSWERS), "ANSWERS"),
    Way(
        "ever new addresses", "player", lines("address a{n}@evil{n}.test"),
        at_most(2 * day.BY_OTHERS + day.ANSWERS), "BY_OTHERS, each told to two",
    ),
    Way("the list joined and left", "player", lines("join", "leave"), at_most(day.ANSWERS), "ANSWERS"),
    Way(
        "bounces of all their letters", "on turn", bounces,
        at_most(day.ON_TURN + 1), "one notice a day of an address",
    ),
    Way("yes to old questions", "player", old_questions, at_most(day.ANSWERS + UNPROVEN), "ANSWERS"),
    Way(
        "reply addresses shown to a list", "on turn", to_others,
        at_most(day.ON_TURN + UNPROVEN + day.QUESTIONS), "ON_TURN",
    ),
    Way(
        "mails of 2000 lines", "on turn", many_lines,
        at_most(day.ON_TURN), "ON_TURN", few=FEWEST_MAILS,
    ),
    Way(
        "mails of 2000 wrong bids", "on turn", many_faults,
        at_most(day.ON_TURN), "ON_TURN", few=FEWEST_MAILS,
    ),
    Way(
        "mails of 1 MB", "on turn", near_the_limit,
        at_most(day.ON_TURN), "ON_TURN", few=FEWEST_MAILS,
    ),
    Way(
        "fifty questions in a mail", "on turn", fifty(*QUESTIONS),
        at_most(day.ON_TURN), "ON_TURN", few=FEWEST_MAILS,
    ),
    Way(
        "fifty sayings in a mail", "on turn", fifty("say hello {n}"),
        at_most(day.ON_TURN), "ACTS for each who hears", acts=day.ACTS, few=FEWEST_MAILS,
    ),
    Way("a Gamesmaster's commands", "on turn", lines(*STEERING), at_most(day.ON_TURN), "ON_TURN"),
    Way(
        "ten answering machines", "player", machines,
        at_most(ALL_OF_A_PLAYER), "ANSWERS, and the bound of each act", few=FEW_MAILS, acts=CONCESSIONS,
    ),
    Way(
        "watched and not, to and fro", "watcher", lines("watch 1", "unwatch 1"),
        at_most(day.ANSWERS), "ANSWERS", watchers=1,
    ),
    Way("a watcher's questions", "watcher", lines(*QUESTIONS), at_most(day.ANSWERS), "ANSWERS"),
    Way(
        "a watcher's bounces", "watcher", watched_bounces,
        lambda table: acts_of(table) * table.hearers + day.ANSWERS + acts_of(table) // LOST,
        "ANSWERS, and one for every LOST letters", watchers=1, few=FEW_MAILS,
    ),
    Way(
        "one domain watches", "stranger", wave("watch 1", of_one_domain),
        first_mails(day.STRANGERS_OF_DOMAIN, day.STRANGERS), "STRANGERS_OF_DOMAIN, STRANGERS",
        watchers=PER_DOMAIN, few=FEW_MAILS,
    ),
    Way(
        "many domains watch", "stranger", wave("watch 1", of_many_domains),
        first_mails(day.STRANGERS, day.STRANGERS), "STRANGERS",
    ),
    Way(
        "one domain asks for help", "stranger", wave("help", of_one_domain),
        first_mails(day.STRANGERS_OF_DOMAIN), "STRANGERS_OF_DOMAIN", few=FEW_MAILS,
    ),
    Way(
        "many domains ask for help", "stranger", wave("help", of_many_domains),
        first_mails(day.STRANGERS), "STRANGERS",
    ),
    Way("one stranger asks for help", "stranger", lines("help", who=EVE), at_most(day.ANSWERS), "ANSWERS"),
    Way(
        "one domain joins", "stranger", wave("join", of_one_domain),
        lambda table: first_mails(day.STRANGERS_OF_DOMAIN, day.STRANGERS)(table)
        + tables_of(day.STRANGERS_OF_DOMAIN) + news_of(day.STRANGERS_OF_DOMAIN),
        "STRANGERS_OF_DOMAIN, STRANGERS, BY_OTHERS", few=FEW_MAILS,
    ),
    Way(
        "many domains join", "stranger", wave("join", of_many_domains),
        lambda table: first_mails(day.STRANGERS, day.STRANGERS)(table)
        + tables_of(min(table.times, day.STRANGERS)) + news_of(min(table.times, day.STRANGERS)),
        "STRANGERS, BY_OTHERS",
    ),
    Way(
        "four fill one table after another", "stranger", accomplices,
        at_most(SEATS * (day.ANSWERS + day.BY_OTHERS) + tables_of(SEATS, day.ACTS)), "ACTS, BY_OTHERS",
        few=FEW_MAILS,
    ),
    Way(
        "first mails forged in one domain", "stranger", wave("join", of_one_domain, proven=False),
        first_mails(day.UNPROVEN_OF_DOMAIN), "UNPROVEN_OF_DOMAIN", few=FEW_MAILS,
    ),
    Way(
        "first mails forged in many", "stranger", wave("join", of_many_domains, proven=False),
        first_mails(day.UNPROVEN), "UNPROVEN",
    ),
    Way(
        "all of it forged in a player's name", "stranger", forged,
        at_most(UNPROVEN), "BY_OTHERS, QUESTIONS",
    ),
    Way(
        "a Gamesmaster's mails forged", "stranger", lines(*STEERING, who=MASTER, proven=False),
        at_most(day.STEERING + 2 * day.BY_OTHERS), "STEERING",
    ),
    Way("bounces with guessed secrets", "stranger", guessed_bounces, at_most(0), "the secret of each letter"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a way to harm: mails and bytes in, letters and bytes out, CPU seconds, and the most that one mail
    caused."""

    mails: int
    taken: int
    letters: int
    sent: int
    seconds: float
    most_seconds: float
    most_sent: int

    def __str__(self) -> str:
        return (
            f"{self.taken / 1000:.0f} kB in, {self.sent / 1000:.0f} kB out, {1000 * self.seconds / self.mails:.1f} ms"
            f" a mail (one at most {1000 * self.most_seconds:.0f} ms, {self.most_sent / 1000:.0f} kB)"
        )


def run(*, long: bool, ways: Sequence[Way] = FLOODS) -> Figures:
    quiet()
    watchers = WATCHERS if long else FEW_WATCHERS
    found: dict[str, object] = {}
    costs: list[Cost] = []
    with tempfile.TemporaryDirectory() as name:
        bases = {sheet: Base(Path(name) / sheet, sheet) for sheet in {way.sheet for way in ways}}
        for way in ways:
            table = _sit(bases[way.sheet], way, MAILS if long else way.few, watchers if way.acts else 0)
            cost, most = _flood(table, way)
            _check_rest(table, way)
            costs.append(cost)
            found[way.name] = f"{cost.mails} mails in, {cost.letters} letters out ({most}), {cost}, held by {way.held}"
    found["the whole day"] = (
        f"{sum(cost.mails for cost in costs)} mails in, {sum(cost.letters for cost in costs)} letters out,"
        f" {sum(cost.taken for cost in costs) / 1e6:.1f} MB in, {sum(cost.sent for cost in costs) / 1e6:.1f} MB out,"
        f" {sum(cost.seconds for cost in costs):.1f} seconds of CPU"
    )
    return found


class Base:
    """A game of a sheet that has just begun, to be set up again and again; on `fsu` some books are played, since only
    those are challenged."""

    def __init__(self, folder: Path, sheet: str) -> None:
        folder.mkdir()
        # the database is put back as a file
        file = {"url": url_of(folder / "referee.db")}
        self._talk = Talk(folder, database=file).starts(f"{STARTER}\nsheet: {sheet}")
        while sheet == "fsu" and len(self._talk.game().tricks) < BOOKS:
            assert self._talk.acts().endswith("/accepted")
        self._talk.store.close()
        self._file, self._copy = folder / "referee.db", folder / "begun.db"
        self._seen, self._letters = self._talk.seen, tuple(self._talk.letters)
        shutil.copy(self._file, self._copy)

    def fresh(self) -> Talk:
        """Return it as it was; what became of it before is gone."""
        talk = self._talk
        talk.store.close()
        for left in self._file.parent.glob("referee.db*"):
            left.unlink()
        shutil.copy(self._copy, self._file)
        talk.store = scratch_store(talk.settings)
        talk.now, talk.seen, talk.letters = START, self._seen, list(self._letters)
        return talk


def _sit(base: Base, way: Way, times: int, watchers: int) -> Table:
    """Set the table once more, with those who watch and whoever is hostile."""
    talk = base.fresh()
    with talk.store.transaction() as tx:
        for number in range(watchers):
            watcher = people.welcome(tx, f"w@d{number}.test", "Watcher")
            people.watch(tx, 1, watcher.id)
    table = Table(talk, EVE, times, watchers)
    if way.who in ("player", "on turn"):
        table.hostile = talk.due() if way.who == "on turn" else _idle(talk)[0]
    elif way.who == "watcher":
        talk.deliver(table.writes("watch 1"))
        table.hearers += 1
    return table


def _idle(talk: Talk) -> list[str]:
    """Return the people who may not act now."""
    game = talk.game()
    return [name.lower() for seat, name in enumerate(game.names, 1) if seat not in game.called]


def _flood(table: Table, way: Way) -> tuple[Cost, int]:
    """Send all mails of a way. Return their cost, and the bound that they kept."""
    talk, mails, most = table.talk, way.mails(table), way.acts * table.hearers + way.bound(table)
    each: list[tuple[int, float, int]] = []
    begun = before = _written(talk)
    for _ in range(table.times):
        raw = next(mails)
        began = time.process_time()
        talk.deliver(raw)
        seconds = time.process_time() - began
        after = _written(talk)
        each.append((len(raw), seconds, after[1] - before[1]))
        before = after
    out = before[0] - begun[0]
    assert out <= most, f"{way.name}: {out} letters, and {most} may be"
    with talk.store.reading() as tx:
        watching = len(people.watching(tx, 1))
    assert watching <= way.watchers, f"{way.name}: {watching} watch"
    taken, seconds_of, sent = zip(*each, strict=True)
    cost = Cost(len(each), sum(taken), out, sum(sent), sum(seconds_of), max(seconds_of), max(sent))
    return cost, most


def _written(talk: Talk) -> tuple[int, int]:
    """Count the letters ever written, and their bytes; the talk itself takes a thousand at once, and no more."""
    with talk.store.reading() as tx:
        count, size = tx.exec_driver_sql("SELECT count(*), coalesce(sum(length(raw)), 0) FROM outbox").one()
    return count, size


def _check_rest(table: Table, way: Way) -> None:
    """Check that all others are answered as before, that the hostile player may still play, and that the turn ends by
    its bound."""
    talk = table.talk
    began, limit = talk.now, timedelta(seconds=talk.game().limit)
    other = next(name for name in _idle(talk) if name != table.hostile)
    _check_answer(way, talk, other, "hand")
    _check_answer(way, talk, MASTER, "extend soon")
    deadline = talk.kept().deadline
    assert deadline is not None and deadline <= began + limit, f"{way.name}: {deadline}"
    if talk.due() == table.hostile:
        turn = talk.game().turn
        outcome = talk.deliver(table.writes(_move(talk)))
        assert talk.game().turn == turn + 1, f"{way.name}: {outcome}"
    _check_answer(way, talk, talk.due(), "bid 99" if talk.game().leader is None else "play 99")
    turn, deadline = talk.game().turn, talk.kept().deadline
    assert deadline is not None
    talk.passes(seconds=(deadline - talk.now).total_seconds())
    assert talk.game().turn > turn, f"{way.name}: the turn did not end"


def _move(talk: Talk) -> str:
    letter = next(each for each in reversed(talk.to(talk.due())) if "turn" in each.events)
    legal = letter["Spades-Legal"].split()
    return f"bid {legal[0]}" if letter["Spades-To-Act"].endswith("bid") else f"play {legal[0]}"


def _check_answer(way: Way, talk: Talk, who: str, text: str) -> None:
    count = len(talk.to(who))
    outcome = talk.deliver(talk.mail(who, text, subject="[Spades 1] now", proven=True))
    assert len(talk.to(who)) == count + 1, f"{way.name}: {who} had no answer to {text!r}: {outcome}"
