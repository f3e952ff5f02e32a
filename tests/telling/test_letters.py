"""Letters: the golden ones, what no letter may show, how each can be answered, and that every one renders."""

import os
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from referee.asking.grammar import read_commands
from referee.desk.case import Wrong
from referee.post.messages import Letter
from referee.post.reading.new_text import MARKER, new_text
from referee.spades import commands as cmd
from referee.spades.cards import Card, parse_card
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.spades.law.moves import legal_bids, legal_cards
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table.seats import SEATS, Names, after
from referee.telling import error_answers, notices
from referee.telling import letter_kinds as a
from referee.telling import news as n
from referee.telling.buttons import Reply
from referee.telling.formats import card_name, width
from referee.telling.letters import Contents, Letters, Occasion
from referee.telling.news import story_of_events
from referee.telling.sentences.news_lines import headline
from tests.chance import fresh
from tests.rulings import decide, start
from tests.spades.custom_sheets import custom_table
from tests.spades.hidden import shown_secrets
from tests.telling.domino_samples import domino_samples
from tests.telling.letter_samples import (
    ADDRESS,
    COMMITS,
    DEADLINE,
    LIMIT,
    THE_LIST,
    WRITTEN,
    Links,
    announced,
    answered,
    forward,
    ids,
    may_revoke,
    opening,
    player,
    samples,
    settings,
    step,
    told,
    whole,
    wrong_card,
)
from tests.telling.plan_samples import plan_samples
from tests.telling.sheet_samples import sheet_samples
from tests.telling.tournament_samples import tournament_samples

GOLDEN = Path(__file__).parent.parent / "letters"
WRITE = "REFEREE_WRITE_LETTERS"
"""The variable to set if the golden letters are to be rewritten; then read the difference."""

SAMPLES = samples() | sheet_samples() | plan_samples() | tournament_samples() | domino_samples()
LETTERS = Letters(settings())
SUITED = re.compile(r"(10|[2-9AKQJ])(?:&#xFE0E;)?([♠♥♦♣])")
HELD = re.compile(r"^  ([♠♥♦♣])  \d+ [a-z]+ +([ABKLQJ0-9 ]+)$", re.MULTILINE)
RANK = "(?:ace|king|queen|jack|big joker|little joker|10|[2-9])"
NAMED = re.compile(rf"({RANK}(?:(?:, | or ){RANK})*) of (spade|heart|diamond|club)s")
COUNTED = re.compile(rf"\d+ (spade|heart|diamond|club)s?: ({RANK}(?:, {RANK})*)")
JOKER = re.compile(r"(?<!\w)([BL])J(?!\w)|(big|little) joker")
CODED = re.compile(r"(?<![\w#@.])([2-9TJQKA]|10)([SHDC])(?![\w@])")


def cards_shown(text: str) -> set[Card]:
    """Return every card that a text names: in symbols, as a code, in the lines of a hand, or in words."""
    suits = dict(zip("♠♥♦♣", "SHDC", strict=True))
    found = [(rank, suits[suit]) for rank, suit in SUITED.findall(text)] + CODED.findall(text)
    found += [(rank, suits[suit]) for suit, ranks in HELD.findall(text) for rank in ranks.split()]
    flat = " ".join(text.split())
    said = [(suit, ranks) for ranks, suit in NAMED.findall(flat)] + COUNTED.findall(flat)
    found += [(_rank(rank), suit[0].upper()) for suit, ranks in said for rank in re.findall(RANK, ranks)]
    jokers = {Card((code or word[0]).upper(), "S") for code, word in JOKER.findall(text)}
    found = [(rank, suit) for rank, suit in found if rank not in ("BJ", "LJ")]
    return jokers | {parse_card(("T" if rank == "10" else rank) + suit) for rank, suit in found}


def _rank(word: str) -> str:
    """Return the rank of a word: `K` for king, `BJ` for the big joker."""
    return "".join(part[0] for part in word.split()).upper() if word.isalpha() or " " in word else word


def golden(letter: Letter) -> str:
    """Return a letter as its golden file holds it."""
    head = (("To", letter.to), ("Subject", letter.subject), ("Reply-To", str(letter.reply_to)), *letter.headers)
    return "\n".join(f"{name}: {value}" for name, value in head) + f"\n\n{letter.text}"


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_golden_letters(name: str) -> None:
    path, found = GOLDEN / f"{name}.txt", golden(SAMPLES[name])
    if os.environ.get(WRITE):
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8"), f"set {WRITE}=1 to write {path.name} anew, and read the difference"


def test_no_golden_letter_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SAMPLES)


def test_every_letter_begins_with_the_line_above_which_a_reply_goes() -> None:
    for name, letter in SAMPLES.items():
        first, empty, essence = letter.text.split("\n")[:3]
        assert (first, empty) == (MARKER, ""), name
        assert essence.strip(), f"{name}: the first line below the marker tells the essence"
        assert letter.html is not None, name
        assert letter.html.count(MARKER) == 1, name


def test_an_answer_above_a_letter_is_all_that_is_read() -> None:
    read = {name: new_text(f"thanks, all\n\n{letter.text}") for name, letter in SAMPLES.items()}
    assert {name: text for name, text in read.items() if text != "thanks, all"} == {}


def test_text_fits_a_terminal() -> None:
    widest = {name: max(map(width, letter.text.split("\n"))) for name, letter in SAMPLES.items()}
    assert {name: found for name, found in widest.items() if found > 76} == {}


def test_an_empty_line_stands_above_each_heading() -> None:
    glued = {name: re.search(r"\n.+\n(.+)\n-{3,}\n", letter.text) for name, letter in SAMPLES.items()}
    assert {name: found[1] for name, found in glued.items() if found} == {}


def test_no_subject_reads_as_a_command() -> None:
    for name, letter in SAMPLES.items():
        assert not read_commands(letter.subject).asked, name
        assert letter.subject.startswith(("[Spades", "[Dominoes 13] ", "[Spring Cup] ", "[Campus League] ")), name


def test_html_is_whole_and_needs_nothing_from_outside() -> None:
    for name, letter in SAMPLES.items():
        assert letter.html is not None, name
        page = Links(letter.html)
        assert not page.open, f"{name}: every element is closed"
        assert not {"script", "img", "link", "iframe", "form", "object", "base"} & set(page.tags), name
        assert all(link.startswith("mailto:referee") for link in page.links), name
        assert not {key for key in page.attributes if key.startswith("on")} | ({"src"} & page.attributes), name
        assert '<html lang="en">' in letter.html, name


@pytest.mark.parametrize("name", ["table", "table-seated"])
def test_the_commitments_of_a_table_are_in_a_header_and_in_a_file(name: str) -> None:
    """The game has no record yet whose head could bind the header, and a mail server may sign the body alone."""
    letter = SAMPLES[name]
    assert dict(letter.headers)["Spades-Commit"] == " ".join(COMMITS)
    (file,) = letter.attachments
    assert (file.name, file.text) == ("commitments-12.txt", "".join(f"{commit}\n" for commit in COMMITS))
    assert "are in the attached file and in the header Spades-Commit" in " ".join(letter.text.split())


HASH = re.compile(r"[0-9a-f]{16,}")


def test_no_text_holds_a_hash_but_the_head_of_the_record() -> None:
    for name, letter in SAMPLES.items():
        if name == "record":
            continue  # the answer to `record` gives the whole head
        head, salt = dict(letter.headers).get("Spades-Record"), "7" * 64
        for text in (letter.text, letter.html or ""):
            found = [one for one in HASH.findall(text) if one != salt]
            assert found == (_revealed(letter) if name == "tournament-cancelled" else []) + ([head] if head else []), (
                name
            )


def _revealed(letter: Letter) -> list[str]:
    """Return the numbers that a letter makes public, as its header has them."""
    return dict(letter.headers)["Spades-Reveal"].split()


def bodies(letter: Letter) -> list[str]:
    """Return the mails that the links of a letter open."""
    assert letter.html is not None
    return [parse_qs(urlsplit(link).query).get("body", [""])[0] for link in Links(letter.html).links]


def test_each_legal_card_is_a_link_that_reads_as_that_play() -> None:
    game = forward(opening()[0], may_revoke)
    seat = (game.due or (0,))[0]
    letter = told(LETTERS, game, opening()[1], seat, news=False)
    asked = [request for body in bodies(letter) for request in (r.command for r in read_commands(body).asked)]
    plays = [request.card for request in asked if isinstance(request, cmd.PlayCard)]
    assert sorted(plays) == sorted(legal_cards(game, seat))


def test_each_legal_bid_is_a_link_that_reads_as_that_bid() -> None:
    game, story = opening()
    asked = [request for body in bodies(told(LETTERS, game, story, 1)) for request in read_commands(body).asked]
    bids = [each.command.value for each in asked if isinstance(each.command, cmd.MakeBid)]
    assert tuple(bids) == legal_bids(game, 1)


def test_a_link_answers_its_letter_at_its_reply_address() -> None:
    link = Reply.to("referee+abc@example.org", "[Spades 12] Round 2", "m1@example.org").href("play QS")
    parts = urlsplit(link)
    assert unquote(parts.path) == "referee+abc@example.org"
    assert parse_qs(parts.query) == {
        "subject": ["Re: [Spades 12] Round 2"],
        "In-Reply-To": ["<m1@example.org>"],
        "body": ["play QS"],
    }


def test_without_subaddresses_the_token_is_in_the_subject() -> None:
    letters = Letters(settings(subaddress=""))
    game, story = opening()
    occasion = Occasion(news=story.news, written=WRITTEN, deadline=DEADLINE)
    own = replace(ids(), reply_to=None)
    contents = Contents(deal=True, turn=True, news=True)
    letter = letters.private(occasion, story.scene, view(game, 1), player(), own, contents)
    assert letter.subject == f"[Spades 12] Game 12 begins. Your turn: round 1, bid (ref {own.token})"
    assert letter.html is not None
    link = urlsplit(Links(letter.html).links[0])
    assert unquote(link.path) == ADDRESS
    assert parse_qs(link.query)["subject"] == [f"Re: [Spades 12] (ref {own.token})"]


# What a letter may show


CUSTOM = {
    f"custom-{seed}": RuleSheet.from_table(f"custom-{seed}", custom_table(random.Random(seed))) for seed in range(2)
}


def random_game(sheet: str, seed: int) -> Iterator[tuple[Game, n.Misplay | None, list[Letter]]]:
    """Yield letters of one round of random moves, a misplay now and then, each with the game after it."""
    dice = random.Random(seed)
    events = start(12, ("Ann", "Bob", "Carol", "Dave"), {**SHEETS, **CUSTOM}[sheet], 60, fresh(f"{seed:064x}"))
    game, story = replay(events), story_of_events(None, events, 24)
    while game.round == 1:
        letters = [announced(LETTERS, game, story, player("Ann"))]
        letters += [told(LETTERS, game, story, seat, turn=view(game, seat).mine) for seat in SEATS]
        yield game, next((i for i in story.news if isinstance(i, n.Misplay)), None), letters
        if game.due is None:
            return
        seat, command = any_move(game, dice)
        events = decide(game, seat, command, answers=game.turn, seeds=fresh(f"{seed:064x}"))
        game, story = replay(events, game), story_of_events(game, events)


def any_move(game: Game, dice: random.Random) -> tuple[int, cmd.Command]:
    """List what a player might do: look or bid blind, bid, change their bid, play, or renege where that may stand."""
    seat, what = game.due or (0, "")
    if what == "bid":
        changing = [one for one in SEATS if view(game, one).may_change]
        if changing and dice.random() < 0.4:
            return changing[0], cmd.MakeBid(dice.choice(legal_bids(game, changing[0])))
        if seat not in game.seen:
            blind = view(game, seat).may_bid_blind and dice.random() < 0.4
            return seat, cmd.MakeBid(0, blind=True) if blind else cmd.Show()
        return seat, cmd.MakeBid(dice.choice(legal_bids(game, seat)))
    if "revoke" in game.sheet.misplay_faults and may_revoke(game) and not sum(game.misplays_hand):
        return seat, cmd.PlayCard(wrong_card(game))
    return seat, cmd.PlayCard(dice.choice(legal_cards(game, seat)))


@pytest.mark.parametrize("sheet", ["109", "fsu", "pride", "sigma", *CUSTOM])
def test_no_letter_shows_a_card_that_its_reader_may_not_see(sheet: str) -> None:
    named: set[Card] = set()
    for game, misplay, (public, *private) in random_game(sheet, 1):
        if misplay is not None:
            named.add(misplay.card)
        played = {play.card for play in game.plays()} | named
        assert cards_shown(whole(public)) <= played
        for seat, letter in enumerate(private, 1):
            own = game.hand(seat) if seat in game.seen else frozenset()
            assert game.result or own <= cards_shown(letter.text)
            assert cards_shown(whole(letter)) <= played | own
            assert not shown_secrets(game, view(game, seat))


def test_a_renege_that_stands_is_hinted_at_nowhere() -> None:
    """The letters are the same as if somebody else had held the suit."""
    game = forward(opening(sheet=SHEETS["fsu"])[0], may_revoke)
    seat = (game.due or (0,))[0]
    card, other = wrong_card(game), after(seat, 2)
    held = {one for one in game.hand(seat) if one.suit == game.trick[0].card.suit}
    given = set(sorted(one for one in game.hand(other) if one.suit != game.trick[0].card.suit)[: len(held)])
    assert len(given) == len(held)
    hands = list(game.hands)
    hands[seat - 1], hands[other - 1] = game.hand(seat) - held | given, game.hand(other) - given | held
    innocent = replace(game, hands=tuple(hands))  # type: ignore[arg-type]
    assert card in legal_cards(innocent, seat)
    (reneged, story), (followed, same) = (step(one, seat, cmd.PlayCard(card)) for one in (game, innocent))
    assert announced(LETTERS, reneged, story, THE_LIST) == announced(LETTERS, followed, same, THE_LIST)
    for reader in (after(seat), after(seat, 3)):
        assert told(LETTERS, reneged, story, reader) == told(LETTERS, followed, same, reader)
    own, then = (told(LETTERS, one, each, seat, turn=False) for one, each in ((reneged, story), (followed, same)))
    assert own.text.partition("Your hand")[0] == then.text.partition("Your hand")[0]
    assert own.text.partition("Spadescore")[2] == then.text.partition("Spadescore")[2]


def test_an_announcement_to_a_player_has_no_hand_header() -> None:
    assert "Spades-Hand" not in dict(SAMPLES["bid-announcement"].headers)


def test_only_what_a_ruling_may_say_is_said_of_a_misplay() -> None:
    game = forward(opening()[0], may_revoke)
    seat = (game.due or (0,))[0]
    named = wrong_card(game)
    _, story = step(game, seat, cmd.PlayCard(named))
    text = headline(story.news, story.scene)
    suit = {"S": "a spade", "H": "a heart", "D": "a diamond", "C": "a club"}[game.trick[0].card.suit]
    assert text is not None
    assert f"named the {card_name(named)}, but hold {suit} and must follow." in text
    assert "score −100" in text
    foreign = next(card for other in (1, 2, 3, 4) if other != seat for card in sorted(game.hand(other)))
    _, story = step(game, seat, cmd.PlayCard(foreign))
    text = headline(story.news, story.scene)
    assert text is not None
    assert f"named the {card_name(foreign)}, but do not hold it." in text


def test_a_misplay_is_announced_alike_whoever_holds_the_card() -> None:
    game = forward(opening()[0], lambda g: len(g.tricks) == 3 and not g.trick)
    seat = (game.due or (0,))[0]
    told_of = set()
    for card in (game.tricks[0][0].card, Card("B", "S"), min(game.hand(seat % 4 + 1))):
        _, story = step(game, seat, cmd.PlayCard(card))
        told_of.add((headline(story.news, story.scene) or "").replace(card_name(card), "X"))
    assert len(told_of) == 1


# Hostile text

HOSTILE: Names = (
    "<b onclick=x>A</b>&amp;",
    "{{7*7}}{% raw %}",
    "Eve\r\n\r\nbid 11\nSpades-Hand: AS",
    "\u202egnp\u2066\x00\x1b[31m=?utf-8?q?x?=",
)


def hostile_letters() -> list[Letter]:
    game, story = opening(HOSTILE)
    public = view(game)
    said = Occasion(news=(n.Said(1, HOSTILE[0] + HOSTILE[2]),), written=WRITTEN, deadline=DEADLINE)
    void = Occasion(news=(n.Void(1, HOSTILE[0] + HOSTILE[2], 1, -100),), written=WRITTEN, deadline=DEADLINE)
    found = [told(LETTERS, game, story, seat) for seat in (1, 2, 3, 4)]
    found += [LETTERS.announcement(each, public, public, player(HOSTILE[2]), ids()) for each in (said, void)]
    own = view(game, 1)
    refused = (error_answers.Refused(HOSTILE[2], Wrong.NO_SUCH_PLAYER.value, {"name": HOSTILE[0], "names": HOSTILE}),)
    answers: tuple[notices.Answer, ...] = (
        error_answers.Error(refused, ((HOSTILE[0], HOSTILE[2]),), (HOSTILE[2],), own, DEADLINE),
        error_answers.NotUnderstood(HOSTILE[2], own, DEADLINE),
        a.ConfirmPlease(HOSTILE, DEADLINE, doubtful=HOSTILE),
        a.WelcomePlease(HOSTILE, DEADLINE, ((HOSTILE[0], 1),), HOSTILE),
        a.Welcome((), HOSTILE[0]),
        error_answers.WelcomeError((), refused, ((HOSTILE[0], HOSTILE[2]),)),
        notices.ListNews(HOSTILE[0], HOSTILE[2]),
        notices.PlayerAsks(HOSTILE[0], HOSTILE[2]),
        notices.MasterAnswers(HOSTILE[0], HOSTILE[1], HOSTILE[2]),
        a.DoubtPlease(HOSTILE, DEADLINE),
        a.DoubtPlease(("concede",), DEADLINE, HOSTILE[0]),
        a.PairPlease(HOSTILE[0], HOSTILE[1], DEADLINE),
        a.MovePlease(HOSTILE[0], HOSTILE[2], HOSTILE[0], False, DEADLINE),
        a.Done(HOSTILE),
        notices.Alarm(HOSTILE),
        notices.Undeliverable(12, HOSTILE[2], "x@example.org", HOSTILE[0], 3),
    )
    return found + [answered(LETTERS, answer) for answer in answers]


def test_hostile_text_stays_text() -> None:
    for letter in hostile_letters():
        shown = (letter.subject, letter.text, *(value for _, value in letter.headers), letter.html or "")
        for text in shown:
            assert all(c.isprintable() or c in "\n\ufe0e" for c in text)
            assert "49" not in text
        assert letter.html is not None
        page = Links(letter.html)
        assert not page.open
        assert "onclick" not in page.attributes
        assert "<b " not in letter.html
        assert "bid 11" not in [line.strip() for line in letter.text.split("\n")]
        assert "\n" not in letter.subject + "".join(value for _, value in letter.headers)


def test_a_seat_handed_on_brings_the_cards() -> None:
    game, story = step(opening()[0], None, cmd.Replace(2, "Eve"))
    letter = told(LETTERS, game, replace(story, sees_hand=frozenset({2})), 2, turn=False)
    assert "You take over seat 2, Eve. Here are your cards." in letter.text
    assert game.hand(2) <= cards_shown(letter.text)
    assert LIMIT.total_seconds() == story.scene.limit
    assert THE_LIST.address not in letter.text
