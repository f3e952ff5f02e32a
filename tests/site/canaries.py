"""Tables at which anything happens that has a secret in it, with the site written all the while: each file is looked at
as it comes, and people go on acting between two files of one rewrite.

What is looked for is what nobody may know by then: cards that were not played, reneges that stand, seeds and salts
before their time; and at any time addresses, tokens, plans, what people wrote, who wants no name.
"""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

from sqlalchemy import select, text, update

from referee.desk.site.renew import Site, keys_of
from referee.site import links
from referee.site.folder import Folder
from referee.spades import events as ev
from referee.spades.game import Game
from referee.spades.law.moves import legal_cards
from referee.store import event_log, games, site_changes, tournaments
from referee.store.tables import events, outbox, people, tokens
from referee.table.seats import SEATS
from tests.by_mail.planning import LOW
from tests.by_mail.test_random_mail import Table
from tests.spades.hidden import secret_words
from tests.talk import MASTER, REFEREE, STARTER, Letter, Talk, cards_in
from tests.tournament_talk import Cup

HIDDEN = "Zebedee"
"""Somebody who plays without their name."""
TOLD = "Canary words"
"""The words that people write, which no page repeats."""
SALT = "CanarySalt"
ADDRESS = re.compile(r"[\w.+=-]+@[\w-]+\.\w+")
LONG_WORD = re.compile(r"[A-Za-z0-9]{12,}")
ORDER = re.compile(r'"order":\[[^]]*\]')
JOKERS = {
    "BJ": re.compile(r"\bBJ\b|big joker|★", re.IGNORECASE),
    "LJ": re.compile(r"\bLJ\b|little joker|☆", re.IGNORECASE),
}
CAPTION = re.compile(r"<caption>Round (\d+)")
OF_GAME = re.compile(r"games/(\d+)/(?:r(\d+)\.html|index\.html|record\.jsonl|record\.js)")
CHALLENGED = re.compile(r" challenges what [^.]*\.")
OWN_TIME = "Usual time for an act"


def shown_cards(text: str) -> set[str]:
    """Return every card that a file names, jokers too, but for the list of the whole deck in its order."""
    plain = ORDER.sub("", unescape(text))
    return cards_in(plain) | {joker for joker, words in JOKERS.items() if words.search(plain)}


def held(game: Game) -> set[str]:
    """Return the cards that somebody holds, while that is a secret."""
    return set() if game.attempt in game.revealed else {str(card) for seat in SEATS for card in game.hand(seat)}


class Watched(Folder):
    """A folder that has each file looked at before it is put there, and lets something happen behind it."""

    def __init__(self, place: Path, look: Callable[[str, str], None], then: Callable[[], None]) -> None:
        super().__init__(place)
        self._look, self._then = look, then

    def put_file(self, path: str, content: bytes) -> bool:
        """Put one file there."""
        self._look(path, content.decode("utf-8"))
        put = super().put_file(path, content)
        self._then()
        return put


class Watch:
    """The site of a table, and what of it was looked at so far."""

    def __init__(self, talk: Talk, place: Path, then: Callable[[], None] = lambda: None) -> None:
        self.talk = talk
        with talk.store.transaction() as tx:
            site_changes.want(tx, str(place))
        self.words: set[str] = set()
        """All long words that ever stood in a file."""
        self.kinds: set[str] = set()
        """The files that came, with `N` for numbers."""
        self._then = then
        self._game: Game | None = None
        self._named: set[str] = set()
        """The cards of the running deal that were played, or named in vain, even if that was voided since."""
        self._attempts: tuple[int, int] = (0, 0)
        self._sheets: dict[str, str] = {}
        self.writing = False
        self.nameless = self._nameless()
        """The number of whoever wants no name; 0 if nobody does."""
        self.site = Site(talk.desk, place)
        self.site.folder = Watched(place, self.look, then)
        self.write_all()

    def write_all(self) -> None:
        """Write all of it anew."""
        self._write(lambda: self.site.write_all(self.talk.store, self.talk.now))

    def renew(self) -> None:
        """Write what has changed."""
        with self.talk.store.reading() as tx:
            waiting = site_changes.waiting(tx)
        self._write(lambda: self.site.renew(self.talk.store, keys_of(waiting), self.talk.now))
        with self.talk.store.transaction() as tx:
            site_changes.shown(tx, waiting)

    def _nameless(self) -> int:
        with self.talk.store.reading() as tx:
            return tx.execute(select(people.c.id).where(people.c.public.is_(False))).scalar() or 0

    def _write(self, write: Callable[[], int]) -> None:
        self.writing = True
        self._attempts = self._deal()
        write()
        self.writing = False

    def stands(self, number: int) -> None:
        """Take what the running game is by now; `number` is that of the game."""
        self._game = self.talk.game(number)
        trail = self.talk.trail(number)
        dealt = max(place for place, event in enumerate(trail) if isinstance(event, ev.Dealt))
        self._named = {str(one.card) for one in trail[dealt:] if isinstance(one, ev.CardPlayed | ev.Misplayed)}

    def _deal(self) -> tuple[int, int]:
        return (0, 0) if self._game is None else (self._game.round, self._game.attempt)

    def look(self, path: str, content: str) -> None:
        """Check one file."""
        assert not self.nameless or f"players/{self.nameless}/" not in path + content, f"{path} has a page of theirs"
        self.kinds.add(re.sub(r"\d+", "N", path))
        self.words |= set(LONG_WORD.findall(content))
        assert set(ADDRESS.findall(content)) <= {REFEREE}, path
        for word in (HIDDEN, TOLD, OWN_TIME, LOW.splitlines()[1]):
            assert word not in content, f"{path} says {word}"
        if path.startswith("assets/"):
            return
        if path.startswith(("sheets/", links.CARD)):
            assert self._sheets.setdefault(path, content) == content, f"{path} changes with a game"
            return
        if "reneg" in content.lower() and not path.startswith("tournaments/"):
            assert "reneg" not in CHALLENGED.sub("", content).lower(), f"{path} speaks of a renege"
        self._look_for_cards(path, content)
        for word in self.secrets():
            assert len(word) < 8 or word[:16] not in content, f"{path} holds a seed or a salt"

    def secrets(self) -> set[str]:
        """Return the seeds and salts that are secret now."""
        return set() if self._game is None else secret_words(self._game)

    def _look_for_cards(self, path: str, content: str) -> None:
        of_game = OF_GAME.fullmatch(path)
        if of_game is None:
            assert not shown_cards(content), f"{path} names cards"
            return
        game = self._game
        if game is None or int(of_game[1]) != int(game.number) or self._attempts != self._deal():
            return
        self._look_for_hands(path, of_game[2], content, game)
        if path.endswith((".jsonl", ".js")):
            since = content.rpartition('\\"e\\":\\"deal\\"' if path.endswith(".js") else '"e":"deal"')[2]
            assert not shown_cards(since) & (held(game) - self._named), path
        elif game.round == int(of_game[2] or CAPTION.findall(content)[0]):
            assert not shown_cards(content) & (held(game) - self._named), path

    def _look_for_hands(self, path: str, number: str | None, content: str, game: Game) -> None:
        """Check that the file shows no hand of the running round, or of a round in which a renege may be challenged."""
        running = number is not None and int(number) == game.round and held(game)
        open_to_challenge = number is not None and game.last is not None and int(number) == game.last.round
        if running or (open_to_challenge and game.result is None):
            assert '"hands":null' in content and 'id="hands"' not in content, f"{path} shows hands"

    def ends(self) -> None:
        """Check that no word of any file was ever a secret of the post."""
        with self.talk.store.reading() as tx:
            secret = set(tx.execute(select(tokens.c.token)).scalars())
            secret |= {row.secret for row in tx.execute(select(outbox.c.secret))}
            secret |= {row.message_id.strip("<>").partition("@")[0] for row in tx.execute(select(outbox.c.message_id))}
        secret = {word for word in secret if word and len(word) >= 12}
        assert secret, "letters have gone out"
        everything = " ".join(self.words)
        assert not [word for word in secret if word in everything]


class Club(Table):
    """A table of one sheet at which anything may happen, in all ways that people have, and its site."""

    def __init__(self, folder: Path, sheet: str, seed: int) -> None:
        self.watch: Watch | None = None
        self.place = folder / "site"
        self.quiet = False
        """True once nothing happens between two files any more."""
        players = STARTER.replace("Dave <", f"{HIDDEN} <")
        super().__init__(folder, seed, f"{players}\nsheet: {sheet}\ntarget: 60")
        more: tuple[tuple[int, Callable[[], object]], ...] = (
            (12, self.plans),
            (6, self.claims),
            (6, self.challenges),
            (4, self.salts),
            (4, self.wishes),
            (6, self.reneges),
            (3, self.talks),
        )
        self.acts = ((150, self.sensible), *self.acts[1:], *more)

    def sensible(self) -> None:
        """Bid or play for whoever is to act, or look at a held-back hand; let time pass if nobody is to act."""
        if self.talk.kept(self.game).due_seat is None:
            return self.silence()
        turn = self.turn_letter()
        if turn is not None and "show" in turn["Spades-Legal"].split():
            self.says(turn.to, "show", answers=turn)
        return super().sensible()

    def turn_letter(self) -> Letter | None:
        """Return the last letter to whoever is to act that offers something."""
        return next((one for one in reversed(self.letters(self.due())) if one["Spades-Legal"]), None)

    def until(self, done: Callable[[], bool]) -> bool:
        """Go on sensibly, about a round, until something could be done; tell if it was."""
        for _ in range(90):
            if self.talk.game(self.game).result is not None:
                self.begins()
            if self.talk.kept(self.game).due_seat is not None and done():
                return True
            self.sensible()
        return False

    def finishes(self) -> None:
        """End the running game by a ruling."""
        self.says(MASTER, "forfeit team 1", proven=True)
        assert self.talk.game(self.game).result is not None

    def begins(self) -> None:
        """Begin the next game; before the first one somebody says that they want no name."""
        if self.watch is None:
            assert "accepted" in self.talk.says("dave", "public off", answers=None, proven=True)
            self.watch = Watch(self.talk, self.place, self.between)
        self.talk.starts(self.start)
        self.game += 1
        self.check(MASTER, set())

    def deliver(self, who: str, raw: bytes, own: set[str]) -> str:
        """Deliver one mail; other tests check what letters say of it."""
        outcome = self.talk.deliver(raw)
        self.last = raw
        self.check(who, own)
        return outcome

    def says(self, who: str, text: str, *, answers: Letter | None = None, proven: bool = False) -> str:
        """Send one mail, and look at what comes of it."""
        raw = self.talk.mail(who, text, answers=answers, subject=f"[Spades {self.game}]", proven=proven)
        return self.deliver(who, raw, set())

    def check(self, sender: str, own: set[str]) -> None:
        """Write the site, now and then, but not while it is being written."""
        assert self.watch is not None
        self.watch.stands(self.game)
        if not self.watch.writing and self.random.random() < 0.25:
            self.watch.renew()

    def between(self) -> None:
        """Let something happen between two files, now and then."""
        if self.game and not self.quiet and self.random.random() < 0.05 and self.talk.game(self.game).result is None:
            self.sensible()

    def answer(self, text: str, who: str | None = None) -> None:
        """Answer the last letter that somebody got."""
        who = who or self.person()
        self.says(who, text, answers=self.letters(who)[-1], proven=True)

    def plans(self) -> None:
        """Make a plan for every turn, or for one card."""
        who = self.person()
        seat = self.seated().index(who) + 1
        hand = sorted(self.talk.game(self.game).hand(seat))
        self.answer(self.random.choice((LOW, f"plan {self.random.choice(hand)}" if hand else LOW)), who)

    def claims(self) -> bool:
        """Claim for whoever is on turn; tell if it counted."""
        letter = self.turn_letter() if self.talk.kept(self.game).due_seat else None
        if letter is None or letter["Spades-Claimable"] != "yes":
            return False
        return self.says(letter.to, "claim", answers=letter) == "Claim/accepted"

    def challenges(self) -> None:
        """Challenge a play, where a renege may stand."""
        game = self.talk.game(self.game)
        number = self.random.choice((game.round, max(game.round - 1, 1)))
        self.answer(f"challenge round {number} trick {self.random.randint(1, 13)} {self.random.choice(game.names)}")

    def salts(self) -> None:
        """Send a salt for the next deal."""
        self.answer(f"salt {SALT}{self.random.randint(1000, 9999)}")

    def wishes(self) -> None:
        """Have somebody show or hide themselves, be away, or watch."""
        self.answer(self.random.choice(("public off", "public on\npublic off", "away 1 Dec to 2 Dec", "watch 1")))

    def reneges(self) -> bool:
        """Play a card that does not follow suit from a hand that could; tell if there was one."""
        game = self.talk.game(self.game)
        if not game.have_bid or self.talk.kept(self.game).due_seat is None:
            return False
        who = self.due()
        seat = self.seated().index(who) + 1
        wrong = sorted(set(game.hand(seat)) - set(legal_cards(game, seat)))
        if not game.trick or not wrong:
            return False
        return "accepted" in self.says(who, f"play {self.random.choice(wrong)}", answers=self.turn_letter())

    def talks(self) -> None:
        """Say words at the table, of a player and of the Gamesmaster."""
        self.answer(f"say {TOLD}")
        self.says(MASTER, f"pause\nbecause {TOLD}", proven=True)
        self.says(MASTER, "resume", proven=True)


class CupWatch(Watch):
    """The site of a tournament: what its draw rests on is secret until the draw, and its root until the end."""

    def secrets(self) -> set[str]:
        """Return the seeds and salts that are secret now."""
        found: set[str] = set()
        with self.talk.store.reading() as tx:
            for row in tournaments.every(tx):
                told = {type(event).__name__ for event in tournaments.events_of(tx, row.id)}
                t = tournaments.state_of(tx, row)
                found |= {t.seed} if not told & {"Drawn", "Cancelled"} else set()
                found |= {t.root} if t.phase not in ("over", "cancelled") else set()
                found |= {SALT} if "Salted" not in told else set()
            for game in games.every(tx):
                found |= secret_words(event_log.load(tx, game))
        return found


class WatchedCup(Cup):
    """A tournament whose site is written after each mail and each step of time."""

    watch: CupWatch | None = None

    def deliver(self, raw: bytes, **more: Any) -> str:
        """Deliver a mail."""
        outcome = super().deliver(raw, **more)
        self._renew()
        return outcome

    def passes(self, **span: float) -> "WatchedCup":
        """Let time pass."""
        super().passes(**span)
        self._renew()
        return self

    def _renew(self) -> None:
        if self.watch is not None:
            self.watch.renew()


def other_secrets(talk: Talk, number: int) -> None:
    """Change all that nobody may know: who holds which card or tile that was not played, what a plan did, and
    addresses."""
    game = talk.game(number)
    held = [str(one) for seat in SEATS for one in sorted(game.hand(seat))]
    back = dict(zip(held, held[len(held) // 2 :] + held[: len(held) // 2], strict=True))
    with talk.store.transaction() as tx:
        tx.execute(text("DROP TRIGGER events_no_update"))
        rows = tx.execute(select(events.c.seq, events.c.kind, events.c.data).where(events.c.game == number)).all()
        last = max(row.seq for row in rows if row.kind == "Dealt")
        for row in rows:
            data = json.loads(json.dumps(row.data))
            if row.seq == last:
                data["hands"] = [[back.get(one, one) for one in hand] for hand in data["hands"]]
            if row.kind in ("CardPlayed", "TilePlayed", "Knocked"):
                data["planned"] = not data.get("planned", False)
            if data != row.data:
                tx.execute(update(events).where(events.c.game == number, events.c.seq == row.seq).values(data=data))
        for row in tx.execute(select(people.c.id)).all():
            address = f"other{row.id}@elsewhere.test"
            tx.execute(update(people).where(people.c.id == row.id).values(address=address))
    talk.store.close()


def differing(one: Path, other: Path) -> list[str]:
    """Return the files that are in one of two folders alone, or not the same in both."""
    first, second = _files(one), _files(other)
    return sorted(path for path in {*first, *second} if first.get(path) != second.get(path))


def _files(place: Path) -> dict[str, bytes]:
    return {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if path.is_file()}
