"""The pages of games that are played by mail: through the database, file by file, at every moment."""

import json
import re
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from referee.desk.site import views
from referee.desk.site.renew import Site, keys_of
from referee.site.folder import Folder
from referee.store import clocks, site_changes
from referee.telling.formats import minus
from tests.by_mail.cup import cup
from tests.by_mail.sheet_tables import table
from tests.site.canaries import Club
from tests.talk import MASTER, STARTER, Talk
from tests.tournament_talk import Cup


class Watched(Folder):
    """A folder that remembers each file as it comes."""

    def __init__(self, place: Path) -> None:
        super().__init__(place)
        self.came: list[tuple[str, str]] = []

    def put_file(self, path: str, content: bytes) -> bool:
        self.came.append((path, content.decode("utf-8")))
        return super().put_file(path, content)


class Shown:
    """The site of a table, written after each act."""

    def __init__(self, talk: Talk, folder: Path) -> None:
        self.talk = talk
        with talk.store.transaction() as tx:
            site_changes.want(tx, str(folder))
        self.site = Site(talk.desk, folder)
        self.site.folder = self.folder = Watched(folder)
        self.site.write_all(talk.store, talk.now)

    def renew(self) -> int:
        """Write what changed. Returns how many files that were."""
        with self.talk.store.reading() as tx:
            waiting = site_changes.waiting(tx)
        written = self.site.renew(self.talk.store, keys_of(waiting), self.talk.now)
        with self.talk.store.transaction() as tx:
            site_changes.shown(tx, waiting)
        return written

    def page(self, path: str) -> str:
        return (self.folder.place / path).read_text("utf-8")


@pytest.fixture
def shown(talk: Talk, tmp_path: Path) -> Shown:
    return Shown(talk.starts(), tmp_path / "site")


def test_the_site_says_how_to_play_and_to_join_both_games(shown: Shown) -> None:
    front, card = shown.page("index.html"), shown.page("card.html")
    assert "<code>join 109</code>" in front and "<code>join dominoes</code>" in front
    assert "<code>QS</code>: plays the queen of spades" in card
    assert "<h2>Dominoes in short</h2>" in card and "<code>6-4 left</code>: a place" in card


def test_what_is_secret_changes_no_file(tmp_path: Path) -> None:
    shown = Shown(table(tmp_path, "sigma"), tmp_path / "site")
    shown.renew()
    who = shown.talk.due()
    assert shown.talk.says(who, "show") == "Show/accepted"
    assert shown.renew() == 0
    shown.talk.says(who, "salt Canary4711")
    shown.talk.says(who, "plan bid 3")
    assert shown.renew() == 0


def test_an_act_is_on_the_page_of_its_game_and_on_the_front(shown: Shown) -> None:
    shown.talk.bids()
    who = shown.talk.due().capitalize()
    assert shown.renew() > 0
    assert f"{who}</bdi> is to play" in shown.page("games/1/index.html")
    assert f"<bdi>{who}</bdi> is to play" in shown.page("index.html")
    shown.talk.acts()
    before = shown.page("games/1/index.html")
    shown.renew()
    assert shown.page("games/1/index.html") != before


def test_a_clock_that_is_set_without_an_act_is_on_the_page_of_its_game(shown: Shown) -> None:
    """A notice came late, or somebody is on leave: the turn lasts longer."""
    before = shown.page("games/1/index.html")
    with shown.talk.store.transaction() as tx:
        clocks.set_clock(tx, 1, deadline=shown.talk.now + timedelta(days=20), remind_at=None)
    assert shown.renew() > 0
    assert shown.page("games/1/index.html") != before


def test_the_record_on_the_site_is_the_record(shown: Shown) -> None:
    shown.talk.bids()
    shown.renew()
    lines = shown.page("games/1/record.jsonl").splitlines()
    assert sum(json.loads(line)["e"] == "bid" for line in lines) == 4
    assert shown.talk.kept().head[:16] in shown.page("games/1/index.html")


def test_the_moment_of_a_feed_changes_with_its_words_and_never_goes_back(shown: Shown, tmp_path: Path) -> None:
    talk = shown.talk
    talk.master(STARTER, subject="another game")
    said: list[tuple[str, str]] = []
    slip = "rule void to turn {} because it was a slip"
    for text in (
        "bid",
        "forfeit team 1",
        "[Spades 2] forfeit team 2",
        slip,
        "bid",
        "forfeit team 1",
        "say well played",
    ):
        talk.now += timedelta(hours=30 if text == "forfeit team 1" else 1)
        tag, _, line = text.rpartition("] ")
        if text == "bid":
            assert "/accepted" in talk.acts("bid 3")
        else:
            talk.master(line.format(talk.game().turn), subject=f"{tag or '[Spades 1'}]")
        shown.renew()
        Site(talk.desk, tmp_path / f"whole{len(said)}").write_all(talk.store, talk.now)
        feed = shown.page("feed.xml")
        assert feed == (tmp_path / f"whole{len(said)}/feed.xml").read_text("utf-8")
        updated = feed.partition("<updated>")[2].partition("</updated>")[0]
        said.append((feed.replace(updated, "", 1), updated))
    for (was, before), (now, after) in pairwise(said):
        assert (was == now) == (before == after), (before, after)
        assert before <= after
    assert len({words for words, _ in said}) == 5


def test_what_the_clock_did_for_a_predecessor_is_no_act_of_who_came(shown: Shown) -> None:
    talk = shown.talk
    first = talk.game().names[0]
    talk.passes(days=4)
    for who in (first, "Eve"):
        while talk.due() != who.lower():
            talk.acts()
        talk.acts()
        if who == first:
            assert talk.master(f"replace {first} with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    shown.renew()
    page = shown.page("games/1/r1.html")
    said = " ".join(re.sub("<[^>]*>", " ", page.partition("</script>")[2]).split())
    assert re.search(rf"Bid {first} \d by the clock", said) and said.count(f" {first} ") == 2
    assert said.count("Eve ") == 2, "for a card, and in the sentence about the seat"
    data = json.loads(page.partition('id="round">')[2].partition("</script>")[0])
    assert data["bids"][0]["who"] == [first] and [play[3:] for play in data["plays"] if play[0] == 1] == [[first], []]


def test_a_game_ended_when_the_mail_that_ended_it_arrived(shown: Shown) -> None:
    talk = shown.talk
    talk.now += timedelta(days=2)
    mail = talk.mail(MASTER, "forfeit team 1", subject="[Spades 1]", proven=True)
    assert talk.deliver(mail, ago=timedelta(hours=15)) == "Forfeit/accepted"
    shown.renew()
    assert "ended <time" in (text := shown.page("games/1/index.html")) and "2026-11-25" in text
    feed = shown.page("feed.xml")
    assert feed.count("2026-11-25T21:00:00+00:00</updated>") == 1 == feed.count("2026-11-26T12:00:00+00:00</updated>")


def test_a_game_that_is_over_is_in_lists_and_feed_until_it_goes_on(shown: Shown, tmp_path: Path) -> None:
    talk = shown.talk
    talk.master(STARTER, subject="another game")
    assert talk.master("forfeit team 1", subject="[Spades 1]") == "Forfeit/accepted"
    shown.renew()
    assert " forfeited in round 1" in (text := shown.page("games/1/index.html")) and "as the Gamesmaster ruled" in text
    assert "won by forfeit" in shown.page("feed.xml") and shown.page("players/index.html").count("1 of 1") == 2
    seated = talk.game().names[0]
    slip = f"rule void to turn {talk.game().turn} because it was a slip"
    assert "void" in talk.master(slip, subject="[Spades 1]").lower()
    assert "/accepted" in talk.master(f"replace {seated} with Eve <eve@club.test>", subject="[Spades 1]")
    shown.renew()
    assert "won by forfeit" not in shown.page("feed.xml") and "of 1" not in shown.page("players/index.html")
    Site(talk.desk, tmp_path / "whole").write_all(talk.store, talk.now)
    pages = [page.relative_to(tmp_path / "whole") for page in (tmp_path / "whole/players").glob("*/index.html")]
    assert len(pages) == 5 and any("Eve</bdi>" in shown.page(str(page)) for page in pages)
    assert all((tmp_path / "whole" / page).read_text("utf-8") == shown.page(str(page)) for page in pages)


def test_nothing_is_noted_while_no_site_is_wanted(talk: Talk) -> None:
    talk.starts().bids()
    with talk.store.reading() as tx:
        assert not site_changes.waiting(tx)


def test_a_change_that_comes_while_pages_are_written_stays_noted(shown: Shown) -> None:
    talk = shown.talk
    talk.acts()
    with talk.store.reading() as tx:
        seen = site_changes.waiting(tx)
    talk.acts()
    with talk.store.transaction() as tx:
        site_changes.shown(tx, seen)
    with talk.store.reading() as tx:
        assert set(site_changes.waiting(tx)) == {"game 1"}


def test_lists_of_tournaments_are_paged_and_the_front_shows_the_latest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "CUPS", 2)
    monkeypatch.setattr(views, "OPEN", 2)
    talk = Cup(tmp_path)
    shown = Shown(talk, tmp_path / "site")
    assert "There has been no tournament yet." in shown.page("tournaments/index.html")
    for number in range(1, 4):
        talk.announced(name=f"Cup {number}")
        shown.renew()
    first, last = shown.page("tournaments/page1.html"), shown.page("tournaments/index.html")
    assert "Cup 2</bdi>" in first and "Cup 1</bdi>" in first and "Cup 3</bdi>" not in first
    assert "Cup 3</bdi>" in last and "Cup 2</bdi>" not in last
    assert "tournaments/page2.html" in first and "tournaments/page1.html" in last
    front = shown.page("index.html")
    assert front.index("Cup 3</bdi>") < front.index("Cup 2</bdi>") and "Cup 1</bdi>" not in front
    whole = Site(talk.desk, tmp_path / "whole")
    whole.write_all(talk.store, talk.now)
    for path in ("tournaments/page1.html", "tournaments/page2.html", "tournaments/index.html"):
        assert (tmp_path / "whole" / path).read_text("utf-8") == shown.page(path)


def test_a_round_of_a_match_is_on_the_page_of_its_tournament(talk: Talk, tmp_path: Path) -> None:
    shown = Shown(cup(talk), tmp_path / "site")
    talk.plays_round()
    shown.renew()
    score = talk.game().score
    assert score != (0, 0) and all(minus(str(points)) in shown.page("tournaments/1/schedule1.html") for points in score)


def test_what_a_misplay_costs_is_in_every_score_at_once(tmp_path: Path) -> None:
    club = Club(tmp_path, "109", 1)
    assert club.until(club.reneges) and club.watch is not None
    club.watch.renew()
    score = club.talk.game(club.game).score
    assert score != (0, 0)
    game = (tmp_path / f"site/games/{club.game}/index.html").read_text("utf-8")
    assert [f"<b>{minus(str(points))}</b>" in game for points in score] == [True, True]
    for page in ("index.html", "games/index.html"):
        assert minus(f"{score[0]} : {score[1]}") in (tmp_path / "site" / page).read_text("utf-8")
