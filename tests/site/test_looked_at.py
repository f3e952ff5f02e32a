"""The site in a real browser: every kind of page on a phone and on a desk, in light and dark, on paper, by keys alone,
by finger, without script.

What is seen in all settings is in test_looked_at_long.py.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from referee.site.tournament_pages import tournament_pages
from referee.tournaments.formats import StageKind
from tests.site.samples import CLUB
from tests.site.shown import HOSTILE, HOSTILE_GAME, KINDS, few, put, view_of, written
from tests.site.viewer import DESKTOP, PHONE, Viewer, viewing
from tests.tournaments.drawn_samples import event, of_kind, single

ROUND = KINDS["round"]
PLAIN = ("Aces", "Queens", "Table Talk", "Sandbaggers", "Long Suits", "Moles", "Owls", "High Trumps")


@pytest.fixture(scope="module")
def viewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Viewer]:
    folder: Path = tmp_path_factory.mktemp("site")
    written(folder, few())
    with viewing(folder) as found:
        yield found


def moment(viewer: Viewer) -> str:
    """Read what the replay says of its moment."""
    return viewer.text("#replay .moment")


def address(viewer: Viewer) -> str:
    """Return the place in the round that the address names."""
    return str(viewer.says("location.hash"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_fits_a_phone_and_asks_for_nothing(viewer: Viewer, kind: str) -> None:
    viewer.look(KINDS[kind], PHONE)
    assert viewer.fits()
    assert viewer.complaints() == []
    assert viewer.says("typeof hit") == "undefined" and viewer.says("document.cookie") == ""
    assert viewer.asked_elsewhere() == []


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing(viewer: Viewer, kind: str) -> None:
    viewer.look(KINDS[kind], DESKTOP, "dark")
    assert viewer.fits()
    assert viewer.findings() == []


def test_a_round_goes_on_and_back_by_keys(viewer: Viewer) -> None:
    viewer.look(f"{ROUND}#deal")
    assert "is dealt" in moment(viewer)
    viewer.press("ArrowRight")
    assert address(viewer) == "#b1"
    viewer.press("ArrowRight", shift=True)
    assert address(viewer) == "#t1" and moment(viewer).startswith("Trick 1: ") and "takes the trick" in moment(viewer)
    viewer.press("ArrowRight")
    assert address(viewer) == "#t2c1" and " leads " in moment(viewer)
    viewer.press("ArrowLeft")
    assert address(viewer) == "#t1"
    viewer.press("End")
    viewer.press("Home")
    assert address(viewer) == "#t1", "these keys scroll the page"
    viewer.says("document.querySelector('.chips .end').click()")
    viewer.until("location.hash === '#end' && document.querySelector('.steps .next').ariaDisabled === 'true'")
    assert " took " in moment(viewer)
    viewer.look(f"{ROUND}#deal")
    assert viewer.says("document.querySelector('.steps .back').ariaDisabled") == "true"


def test_a_round_opens_where_all_bids_are_made_and_plays_by_itself(viewer: Viewer) -> None:
    viewer.look(ROUND, DESKTOP)
    assert " All bids are made; " in moment(viewer) and moment(viewer).endswith(" leads.")
    hands = "[...document.querySelectorAll('.hand')].map((hand) => hand.getBoundingClientRect())"
    assert viewer.says(f"{hands}.every(({{ top, bottom }}) => top > 0 && bottom < innerHeight)"), (
        "all hands are in sight"
    )
    press = "document.querySelector('.steps .run').click()"
    viewer.says(press)
    assert address(viewer) == "#t1c1" and viewer.text(".steps .run") == "Pause"
    viewer.until("location.hash === '#t1c3'")
    viewer.says(press)
    assert viewer.text(".steps .run") == "Play"
    viewer.says(press)
    viewer.says("document.querySelector('.steps .next').click()")
    assert viewer.text(".steps .run") == "Play"
    viewer.says(press)
    viewer.press("ArrowLeft")
    assert address(viewer) == "#t2c1" and viewer.text(".steps .run") == "Play", "who steps by hand stops it"
    viewer.says("document.querySelector('.chips .end').click()")
    viewer.until("location.hash === '#end'")
    viewer.says(press)
    assert address(viewer) == "#t1c1", "at the end it begins again"


def test_the_buttons_of_a_round_stay_where_they_are_and_keep_the_focus(viewer: Viewer) -> None:
    viewer.look(ROUND)
    top = "document.querySelector('.steps .next').getBoundingClientRect().top"
    assert viewer.says("[...document.querySelectorAll('.steps button')].at(-1).focus()") is None
    tops = set()
    for _ in range(16):
        tops.add(viewer.says(top))
        viewer.press("ArrowRight")
    assert len(tops | {viewer.says(top)}) == 1
    assert viewer.says("document.activeElement.title") == "Trick on"
    viewer.look(ROUND, DESKTOP)
    assert viewer.says(top) < 300


def test_how_a_round_went_is_told_at_its_end(viewer: Viewer) -> None:
    shown = "[...document.querySelectorAll('.outcome')].map((one) => one.checkVisibility({ visibilityProperty: true }))"
    viewer.look(ROUND)
    assert viewer.says(shown) == [False, False]
    viewer.look(f"{ROUND}#end")
    assert viewer.says(shown) == [True, True]
    viewer.look(ROUND, paper=True)
    assert viewer.says(shown) == [True, True]


def test_a_trick_is_chosen_as_it_begins_with_the_table_in_sight(viewer: Viewer) -> None:
    viewer.look(ROUND)
    viewer.says("scrollTo(0, document.body.scrollHeight)")
    viewer.says("document.querySelectorAll('.chips a')[6].click()")
    viewer.until("location.hash === '#t7c0' && document.querySelectorAll('.hand .held').length === 28")
    assert moment(viewer).startswith("Trick 7 begins: ") and moment(viewer).endswith(" leads.")
    assert viewer.says("document.querySelectorAll('.trick-cards .card').length") == 0
    table = "document.querySelector('.round-table').getBoundingClientRect()"
    assert viewer.says(f"{table}.top >= 0 && {table}.top < innerHeight / 2")
    viewer.press("ArrowRight")
    assert address(viewer) == "#t7c1"
    viewer.press("ArrowLeft")
    assert address(viewer) == "#t6"


def test_a_round_goes_on_and_back_by_buttons_and_finger(viewer: Viewer) -> None:
    viewer.look(f"{ROUND}#t3")
    viewer.says("document.querySelector('.steps .next').click()")
    assert address(viewer) == "#t4c1"
    viewer.says("document.querySelector('.steps .back').click()")
    assert address(viewer) == "#t3"
    viewer.page.send("Emulation.setTouchEmulationEnabled", enabled=True)
    viewer.swipe(".round-table", -90)
    assert address(viewer) == "#t4c1"
    viewer.swipe(".round-table", 90)
    assert address(viewer) == "#t3"
    viewer.swipe(".round-table", 10)
    assert address(viewer) == "#t3"
    viewer.page.send("Emulation.setTouchEmulationEnabled", enabled=False)


def test_an_address_leads_to_its_trick_and_shows_who_held_what(viewer: Viewer) -> None:
    viewer.look(f"{ROUND}#t5")
    assert viewer.says("document.querySelectorAll('.trick-cards .card').length") == 4
    assert viewer.says("document.querySelectorAll('.trick-cards .best').length") == 1
    assert (
        viewer.says("[...document.querySelectorAll('.hand')].map((hand) => hand.querySelectorAll('.held').length)")
        == [8] * 4
    )
    books = "[...document.querySelectorAll('.beside tbody')][0].querySelectorAll('td:last-child')"
    assert viewer.says(f"[...{books}].reduce((sum, cell) => sum + Number(cell.textContent), 0)") == 5
    out = "[...document.querySelectorAll('.beside tbody')][1].querySelectorAll('td:last-child')"
    assert viewer.says(f"[...{out}].reduce((sum, cell) => sum + Number(cell.textContent), 0)") == 52 - 20
    assert (
        "Trick 5: " in moment(viewer) and viewer.says("document.querySelector('.chips [aria-current]').hash") == "#t5c0"
    )


def test_what_is_said_of_a_card_is_said_in_words(viewer: Viewer) -> None:
    viewer.look(f"{ROUND}#t1c1")
    label = str(viewer.says("document.querySelector('#replay .moment [role=img]').ariaLabel"))
    assert label.rsplit(" of ", maxsplit=1)[-1] in ("spades", "hearts", "diamonds", "clubs")
    assert viewer.text(".hand .said").startswith("Holds spades ")
    assert viewer.says("document.querySelector('.moment').ariaAtomic") == "true"
    viewer.look(f"{ROUND}#t1")
    cards = viewer.says("[...document.querySelectorAll('.trick-cards .card')].map((card) => card.ariaLabel)")
    names = viewer.says("[...document.querySelectorAll('.hand')].map((hand) => hand.querySelector('bdi').textContent)")
    assert sorted(card.partition(": ")[0] for card in cards) == sorted(names)
    assert [card.endswith(", takes the trick") for card in cards].count(True) == 1


def test_hands_of_a_running_round_are_not_there(viewer: Viewer) -> None:
    viewer.look(f"{KINDS['running round']}#t1")
    assert viewer.says("document.querySelectorAll('.hand .held').length") == 0
    assert viewer.says("document.querySelectorAll('.hand .gone').length") == 4
    assert viewer.says("document.querySelector('.hand bdi').textContent") == HOSTILE[0]
    hidden = "[...document.querySelectorAll('.hand')].map((hand) => hand.innerText.includes('12 hidden cards'))"
    assert viewer.says(hidden) == [True] * 4
    assert not viewer.says("document.querySelector('.round-table').innerText.includes('–')")


def test_who_is_to_act_in_a_running_round_is_marked_at_its_last_step(viewer: Viewer) -> None:
    viewer.look(KINDS["game"])
    name, what = viewer.text(".felt .turn bdi"), viewer.text(".felt .turn strong")
    viewer.look(KINDS["running round"])
    for _ in range(13):
        viewer.press("ArrowRight", shift=True)
    assert viewer.text(".hand.turn bdi") == name and viewer.text(".hand.turn small").endswith(what)


def test_without_script_and_on_paper_a_round_is_thirteen_tables(viewer: Viewer) -> None:
    shown = "[...document.querySelectorAll('.tricks section')].filter((one) => one.checkVisibility()).length"
    table = "document.querySelector('.round-table')?.checkVisibility() ?? false"
    viewer.look(ROUND)
    assert (viewer.says(shown), viewer.says(table)) == (0, True)
    viewer.look(ROUND, paper=True)
    assert (viewer.says(shown), viewer.says(table)) == (13, False)
    viewer.page.send("Emulation.setScriptExecutionDisabled", value=True)
    try:
        viewer.look(f"{ROUND}#t5")
        assert (viewer.says(shown), viewer.says(table)) == (13, False)
        assert viewer.says("document.querySelector('.tricks section:target').id") == "t5"
    finally:
        viewer.page.send("Emulation.setScriptExecutionDisabled", value=False)


def test_keys_alone_reach_and_press_what_a_page_offers(viewer: Viewer) -> None:
    viewer.look(ROUND)
    reached = []
    for _ in range(60):
        viewer.press("Tab")
        what = "document.activeElement"
        reached.append(str(viewer.says(f"{what}.ariaLabel || {what}.textContent")))
        assert viewer.says(f"getComputedStyle({what}).outlineStyle") != "none", f"nobody sees that it is {reached[-1]}"
        if reached[-1] == "Next card":
            break
    assert reached[0] == "To the page" and reached[-1] == "Next card"
    viewer.press("Enter")
    assert address(viewer) == "#t1c1"


def test_standings_and_ranks_of_cards_fit_a_phone(viewer: Viewer) -> None:
    cup = event(of_kind(StageKind.ROUND_ROBIN), 8, 9, PLAIN, number=9)
    for page in tournament_pages(CLUB, view_of(cup)):
        put(viewer.folder / page.path, page.text.encode())
    viewer.look("tournaments/9/index.html")
    box = "document.querySelector('.wide:has(.standings)')"
    assert viewer.says(f"{box}.scrollWidth <= {box}.clientWidth")
    viewer.look(KINDS["rules"])
    assert viewer.says("document.querySelector('pre').textContent.split('\\n').length") == 4
    assert viewer.says("document.querySelector('pre').scrollWidth <= document.querySelector('pre').clientWidth")


def test_a_bracket_is_a_tree_and_on_a_phone_one_round_below_the_other(viewer: Viewer) -> None:
    middles = """[...document.querySelectorAll('.tree:first-child .column')].map((column) =>
      [...column.querySelectorAll('.box')].map((box) => box.getBoundingClientRect()).map(({ x, y, height }) =>
        [Math.round(x), y + height / 2]))"""
    viewer.look(KINDS["tournament"], DESKTOP)
    rounds = viewer.says(middles)
    assert [len(one) for one in rounds] == [4, 2, 1]
    for before, after in pairwise(rounds):
        for number, (_, height) in enumerate(after):
            assert abs((before[2 * number][1] + before[2 * number + 1][1]) / 2 - height) < 1
    viewer.look(KINDS["tournament"])
    places = [place for one in viewer.says(middles) for place in one]
    assert len({x for x, _ in places}) == 1 and places == sorted(places)
    assert viewer.says(
        "document.querySelector('.bracket').scrollWidth <= document.querySelector('.bracket').clientWidth"
    )


def test_a_bracket_that_goes_on_beyond_the_window_says_so(viewer: Viewer) -> None:
    cup = event(single(), 32, 0, tuple(f"Team {number}" for number in range(1, 33)), number=8)
    for page in tournament_pages(CLUB, view_of(cup)):
        put(viewer.folder / page.path, page.text.encode())
    for width, beyond in ((PHONE, False), (1000, True), (DESKTOP, False)):
        viewer.look("tournaments/8/index.html", width)
        box = "document.querySelector('.bracket')"
        assert viewer.says(f"{box}.scrollWidth > {box}.clientWidth") is beyond
        assert viewer.says("document.querySelector('.goes-on').checkVisibility()") is beyond


def checked(viewer: Viewer, page: str) -> str:
    """Press the check in the page of a game, and return what it says."""
    viewer.look(page)
    viewer.says("document.querySelector('button[data-record]').click()")
    viewer.until("document.querySelector('#verdict').className !== 'verdict' && verdict.textContent !== 'Checking …'")
    return viewer.text("#verdict")


@contextmanager
def changed(file: Path, old: str, new: str) -> Iterator[None]:
    """Put something else into a file, for a while."""
    right = file.read_text("utf-8")
    assert old in right
    file.write_text(right.replace(old, new, 1), "utf-8")
    try:
        yield
    finally:
        file.write_text(right, "utf-8")


def test_a_record_is_checked_in_its_page(viewer: Viewer) -> None:
    viewer.look(KINDS["game"])
    head = str(viewer.says("document.querySelector('button[data-record]').dataset.head"))
    told = checked(viewer, KINDS["game"])
    assert told.startswith("Chance checked. ") and told.endswith("The law is checked by referee verify.")
    assert f"Its head is the one on this page: {head[:16]}." in told
    assert "Each of its 3 deals follows from its seed and salts, and each card played was" in told
    assert "but the running one" in told
    assert "and each tile played was in the hand dealt" in checked(viewer, KINDS["dominoes"])
    with changed(viewer.folder / f"games/{HOSTILE_GAME}/record.js", '\\"prev\\":\\"0', '\\"prev\\":\\"1'):
        assert checked(viewer, KINDS["game"]).startswith("Wrong at line ")


def test_a_record_that_is_cut_off_or_of_another_moment_is_not_that_of_the_page(viewer: Viewer) -> None:
    over = "games/14/index.html"
    assert "Its head is the one on this page" in checked(viewer, over)
    record = viewer.folder / "games/14/record.js"
    lines = (viewer.folder / "games/14/record.jsonl").read_text().splitlines()
    last = max(place for place, line in enumerate(lines) if '"e":"play"' in line)
    shown = [place for place in range(last, len(lines)) if '"e":"reveal"' in lines[place]]
    for left_out, told in ((lines[last:], "Cut off. "), (lines[shown[0] : shown[-1] + 1], "Wrong at line ")):
        rest = "".join(line.replace('"', '\\"') + "\\n" for line in left_out)
        with changed(record, rest, ""):
            assert checked(viewer, over).startswith(told)
    page = viewer.folder / KINDS["game"]
    head = page.read_text("utf-8").partition('data-head="')[2][:64]
    with changed(page, f'data-head="{head}"', f'data-head="{head[::-1]}"'):
        told = checked(viewer, KINDS["game"])
        assert told.startswith("Not the record of this page. ") and head[:16] in told and head[::-1][:16] in told
