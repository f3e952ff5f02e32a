"""Letters as they are heard: what is due, the table, the hand and what may be played come first, in few words; each
link is known by its name alone."""

import re
from collections import defaultdict
from html import unescape

import pytest
from lxml import html

from referee.post.reading.new_text import MARKER
from referee.telling.formats import MINUS
from tests.telling.heard import heard, spoken, unfolded
from tests.telling.test_letters import SAMPLES

MOST = 60
"""The most words before the hand."""

TURNS = [name for name, letter in SAMPLES.items() if "You may " in letter.text and letter.text.count("Your turn, ")]
HELD = re.compile(r"^You hold \d+ (spade|heart|diamond|club|tile)s?: ")
SIGNS = re.compile(r"[♠♥♦♣]")


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_letter_says_in_order_what_is_due_the_table_the_hand_and_what_may_be_played(name: str) -> None:
    pieces = heard(SAMPLES[name].html or "")
    assert pieces[0].role == "h1" and pieces[0].words.startswith("Your turn, "), "what is due comes first"
    hand = next(place for place, piece in enumerate(pieces) if HELD.match(piece.words))
    assert re.search(r"\. You may (play|bid) [^.]+\.$", pieces[hand].words)
    assert not [piece for piece in pieces[1:hand] if piece.role], "sentences alone, no table and no button"
    assert len(spoken(pieces[:hand])) <= MOST
    felt = next(place for place, piece in enumerate(pieces) if piece.role == "caption") + 1
    below = next(place for place, piece in enumerate(pieces) if place > felt and piece.role in ("h2", "caption"))
    said = " ".join(piece.words for piece in pieces[:hand])
    places = [said.index(f"the {piece.words}") for piece in pieces[felt:below] if piece.role == "img"]
    assert places == sorted(places), "the sentence and the table keep the order of play"


@pytest.mark.parametrize("name", TURNS)
def test_the_text_says_the_same_in_the_same_order(name: str) -> None:
    text = SAMPLES[name].text
    hand, may, table = (text.index(words) for words in ("Your hand\n", "You may ", "Round "))
    if "Round " in text[:hand]:
        table = text.index("\nRound ", hand)
    assert text.index("Your turn, ") < hand < may < table
    assert len(text[:hand].split()) - len(MARKER.split()) <= MOST


@pytest.mark.parametrize("name", ["deal", "start-deal", "sigma-held-deal", "chain-receipt", "trick-list"])
def test_who_is_to_act_next_and_until_when_comes_second(name: str) -> None:
    first, second, *_ = heard(SAMPLES[name].html or "")
    assert first.role == "h1" and second.words.startswith("Next: ") and " by " in second.words
    assert SAMPLES[name].text.split("\n")[3].startswith("Next: ")


def test_turn_letters_of_each_kind_are_heard() -> None:
    assert {"play-turn", "misplay-turn", "trick-turn", "bid-turn", "round-turn", "fsu-turn"} <= set(TURNS)


@pytest.mark.parametrize("name", SAMPLES)
def test_each_link_has_a_name_of_its_own_that_begins_with_what_is_seen(name: str) -> None:
    page = SAMPLES[name].html or ""
    found = defaultdict(set)
    for piece in heard(unfolded(page)):
        if piece.role == "link":
            found[piece.words].add(piece.href)
    assert {words for words, links in found.items() if len(links) > 1} == set()
    for link in html.document_fromstring(page).iter("a"):
        seen, called = " ".join("".join(link.itertext()).split()), link.get("aria-label")
        if called is not None and not SIGNS.search(seen) and "J" not in seen:
            assert called.startswith(seen)


@pytest.mark.parametrize("name", SAMPLES)
def test_no_figure_has_a_hyphen_for_its_minus(name: str) -> None:
    letter = SAMPLES[name]
    shown = " ".join(spoken(heard(letter.html or "")))
    for text in (letter.text, unescape(shown)):
        assert not re.search(r"(?<![\w.@-])-\d", text), MINUS
    assert MINUS not in "".join(value for _, value in letter.headers), "robots read these"


@pytest.mark.parametrize("name", SAMPLES)
def test_language_and_direction_stand_on_an_element_that_webmail_keeps(name: str) -> None:
    body = html.document_fromstring(SAMPLES[name].html or "").find("body")
    assert body is not None
    (whole,) = body
    assert (whole.tag, whole.get("lang"), whole.get("dir")) == ("div", "en", "ltr")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_table_of_figures_has_a_caption_and_a_head_for_each_column(name: str) -> None:
    for table in html.document_fromstring(SAMPLES[name].html or "").iter("table"):
        heads = table.xpath(".//th[@scope='col']")
        if table.get("role") != "presentation" and heads:
            assert table.find("caption") is not None, heads[0].getparent().text_content()
            assert all(" ".join(head.text_content().split()) for head in heads)
