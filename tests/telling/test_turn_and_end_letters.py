"""The turn letter: what stands first, what each team needs, the example, the price of an illegal card, and its size.
The page of a game that is over: bars and plot of both scores."""

from dataclasses import replace

import pytest

from referee.post.compose import to_bytes
from referee.spades.game import Bids, Game
from referee.spades.law.moves import legal_bids, legal_cards
from referee.spades.law.scoring import Taken, score_round, tally
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.spades.sheets import SHEETS
from referee.spades.view import SeatView, view
from referee.table.events import Revealed
from referee.table.game import Result
from referee.table.seats import Four, Pair
from referee.telling.buttons import Reply
from referee.telling.formats import bid_text, card_code, minus
from referee.telling.letters import Letters, Occasion
from referee.telling.letters.round_letter import race
from referee.telling.letters.standing import MOST_ROUNDS, end_page
from referee.telling.news import GameOver, News, RoundOver
from referee.telling.sentences.in_words import needs
from referee.telling.sentences.turns import final
from referee.telling.template_values import example
from tests.telling.letter_samples import (
    ADDRESS,
    THE_LIST,
    WRITTEN,
    ids,
    last_card,
    opening,
    player,
    samples,
    settings,
    step_on,
)
from tests.telling.plan_samples import plan_samples
from tests.telling.sheet_samples import sheet_samples

SAMPLES = samples() | sheet_samples() | plan_samples()
AUTHOR = settings().referee
MOST_TURN, MOST_ANNOUNCED = 30_000, 15_000
"""The most bytes of a whole letter as it is sent."""
MARGIN = 1_000
"""The characters that longer names, addresses and ids may add to those of the samples."""


def events(name: str) -> set[str]:
    return set(dict(SAMPLES[name].headers).get("Spades-Event", "").split(","))


def test_a_letter_stays_small() -> None:
    sizes = {name: len(to_bytes(letter, AUTHOR)) for name, letter in SAMPLES.items()}
    turns = {name: size for name, size in sizes.items() if {"turn", "reminder"} & events(name)}
    lists = {name: size for name, size in sizes.items() if name.endswith(("-list", "-announcement"))}
    assert len(turns) > 20 and len(lists) > 20
    assert {name: size for name, size in turns.items() if size > MOST_TURN - MARGIN} == {}
    assert {name: size for name, size in lists.items() if size > MOST_ANNOUNCED - MARGIN} == {}


def playing(sheet: RuleSheet, bids: tuple[int, int, int, int], books: tuple[int, int, int, int]) -> SeatView:
    """Return seat 1's view of a round in play, with these bids and tricks."""
    game, _ = opening(sheet=sheet)
    while game.due != (1, "play"):
        game, _ = step_on(game)
    return replace(view(game, 1), bids=bids, books=books, blind=frozenset())


@pytest.mark.parametrize(
    ("sheet", "bids", "books", "said"),
    [
        ("109", (3, 2, 2, 4), (2, 3, 1, 1), (
            "You and Carol need 2 more of the 6 tricks left (bid 5, took 3).",
            "Bob + Dave need 2 more of the 6 tricks left (bid 6, took 4).",
        )),
        ("109", (0, 6, 4, 4), (0, 2, 4, 1), (
            "You and Carol have made your bid (bid 4, took 4; each further trick is a sandbag). "
            "Your nil stands so far.",
            "Bob + Dave can no longer make their bid (bid 10, took 3).",
        )),
        ("109", (4, 0, 4, 3), (4, 1, 3, 2), (
            "You and Carol need 1 more of the 3 tricks left (bid 8, took 7).",
            "Bob + Dave have made their bid (bid 3, took 3; each further trick is a sandbag). "
            "Bob's nil has failed (1 trick).",
        )),
    ],
)  # fmt: skip
def test_what_each_team_still_needs(
    sheet: str, bids: tuple[int, int, int, int], books: tuple[int, int, int, int], said: tuple[str, ...]
) -> None:
    own = playing(SHEETS[sheet], bids, books)
    assert needs(own) == said
    assert needs(replace(own, seat=None))[1] == said[1], "the public has the same figures"
    stray = replace(SHEETS[sheet], nil_tricks="bags")
    if bids[1] == 0:
        assert "need 1 more" in needs(replace(own, sheet=stray))[1], "a failed nil's tricks do not help the partner"


def test_tricks_that_misplays_took_off_do_not_count() -> None:
    own = replace(playing(SHEETS["fsu"], (6, 6, 0, 0), (3, 2, 2, 0)), off=(3, 0))
    assert needs(own)[0] == "You and Carol need 4 more of the 6 tricks left (bid 6, took 5, of which 3 do not count)."


def turns(game: Game) -> list[Game]:
    """Return every position of one round, from the first bid to the last card."""
    found, number = [], game.round
    while game.round == number and game.due is not None and len(game.tricks) < TRICKS:
        found.append(game)
        game, _ = step_on(game)
    return found


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_example_is_a_legal_move_and_not_always_the_same(sheet: str) -> None:
    given = []
    for game in turns(opening(sheet=SHEETS[sheet])[0]):
        seat, what = game.due or (0, "")
        own = view(game, seat)
        assert example(view(game)) is None, "there is none for the public"
        if own.hand is None:
            assert example(own) is None
            continue
        bids = {f"bid {bid_text(game.sheet, bid)}" for bid in legal_bids(game, seat)}
        assert example(own) in (bids if what == "bid" else {f"play {card_code(c)}" for c in legal_cards(game, seat)})
        given.append(example(own))
    assert len(set(given)) > 12


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("109", "A card that you do not hold or may not play now costs your team 100 points."),
        ("standard", ""),
        ("fsu", ""),
    ],
)
def test_a_turn_to_play_says_what_an_illegal_card_costs(sheet: str, said: str) -> None:
    own = playing(SHEETS[sheet], (3, 3, 3, 3), (0, 0, 0, 0))
    assert final(own).endswith(said) and ("costs" in final(own)) == bool(said)
    game, _ = opening(sheet=SHEETS[sheet])
    assert "costs" not in final(view(game, 1)), "not while bidding"


"""The most bytes of an announcement as it is sent."""

REPLY = Reply.to(ADDRESS, "[Spades 12] Round 3", "m1@example.org")


def played(*hands: tuple[Bids, Four], sheet: str = "109") -> tuple[RoundOver, ...]:
    """Return rounds with these bids and books."""
    rounds: list[RoundOver] = []
    score: Pair = (0, 0)
    bags, sets = score, score
    for number, (bids, books) in enumerate(hands, 1):
        taken = Taken(bids, books)
        rules = SHEETS[sheet]
        made = (tally(rules, 1, taken, bags[0])[0], tally(rules, 2, taken, bags[1])[0])
        points, bags, sets = score_round(rules, taken, bags, sets)
        score = (score[0] + points[0], score[1] + points[1])
        rounds.append(RoundOver(number, bids, books, made, points, score, bags, sets, taken.blind))
    return tuple(rounds)


def over(team: int | None = 1, by: str = "score", sheet: str = "109") -> SeatView:
    return replace(view(opening(sheet=SHEETS[sheet])[0]), result=Result(team, by))


def test_the_plot_in_plain_text_marks_both_teams_on_one_scale() -> None:
    course = played(((5, 3, 5, 3), (4, 3, 3, 3)), ((6, 3, 4, 3), (6, 1, 4, 2)), ((4, 2, 3, 2), (4, 3, 3, 3)))
    page = end_page(course, over(), REPLY, player=True)
    head, *lines, scale = page.plot.split("\n")
    every = [score for item in course for score in item.score]
    assert head.split() == ["Round", "Team", "1", "Team", "2"]
    assert scale.split() == ["Scale", minus(str(min(every))), "0", str(max(*every, 0))]
    assert lines[0].index("|") == scale.index(" 0 ") + 1
    assert scale.index(minus(str(min(every)))) == 8 and len(scale) == 8 + 44
    assert min(every) < 0 < max(every)
    assert [line.split()[0] for line in lines] == ["1", "2", "3"]
    assert [tuple(int(one.replace("−", "-")) for one in line.split()[-2:]) for line in lines] == [
        item.score for item in course
    ]
    assert len({line.index("|") for line in lines if "|" in line}) == 1, "nought stands in one place"
    one, other = lines[0].find("1", 8, 52), lines[0].find("2", 8, 52)
    assert one < lines[0].index("|") < other
    tied = end_page(
        played(
            ((3, 3, 3, 3), (4, 3, 3, 3)),
        ),
        over(),
        REPLY,
        player=True,
    ).plot
    assert "*" not in tied
    assert (
        "*"
        in end_page(played(((3, 3, 4, 3), (3, 3, 4, 3)), ((3, 3, 3, 4), (3, 3, 3, 4))), over(), REPLY, player=True).plot
    )


def test_the_bars_fill_their_cells_and_begin_at_nought() -> None:
    course = played(((5, 3, 5, 3), (4, 3, 3, 3)), ((6, 3, 4, 3), (6, 1, 4, 2)), ((4, 2, 3, 2), (4, 3, 3, 3)))
    rows = end_page(course, over(), REPLY, player=False).scores
    bars = [bar for row in rows for bar in row.bars]
    assert all(bar.before >= 0 and bar.width > 0 and bar.before + bar.width <= 100 for bar in bars)
    assert max(bar.before + bar.width for bar in bars) == 100, "the highest score ends at the right"
    nought = {bar.before for row in rows for bar, score in zip(row.bars, row.score, strict=True) if score >= 0}
    assert len(nought) == 1
    assert rows[0].bars[0].before == 0, "the lowest score begins at the left"
    flat = end_page(played(((3, 3, 3, 3), (0, 6, 0, 7)), sheet="fsu"), over(sheet="fsu"), REPLY, player=False)
    assert all(bar.before + bar.width <= 100 and bar.width > 0 for row in flat.scores for bar in row.bars)


def test_a_long_game_is_shown_by_every_second_round_and_stays_within_an_announcement() -> None:
    many = played(*[((4, 3, 3, 0), (3, 6, 3, 1)), ((5, 4, 0, 5), (6, 3, 0, 4))] * 10)
    rounds = [row.round for row in end_page(many, over(), REPLY, player=False).scores]
    assert rounds == list(range(2, 21, 2))
    twelve = end_page(many[:12], over(), REPLY, player=False)
    assert [row.round for row in twelve.scores] == list(range(1, 13))
    ended = (many[-1], GameOver(1, "score", many[-1].score))
    occasion = Occasion(news=ended, written=WRITTEN, deadline=None, course=many)
    letters = Letters(settings(mode="external"))
    letter = letters.announcement(occasion, over(), over(), THE_LIST, ids(None))
    assert len(to_bytes(letter, settings().referee)) < MOST_ANNOUNCED
    assert (letter.html or "").count("<hr ") == 20


def test_the_last_tricks_stand_below_the_plot_and_the_last_round() -> None:
    course = played(((4, 3, 3, 0), (3, 6, 3, 1)), ((5, 4, 0, 5), (6, 3, 0, 4)))
    story = last_card(opening()[0])[1]
    ended = (*story.news[:2], course[-1], GameOver(1, "score", course[-1].score))
    occasion = Occasion(news=ended, written=WRITTEN, deadline=None, course=course)
    letter = Letters(settings(mode="external")).announcement(occasion, story.scene, over(), THE_LIST, ids(None))
    for text in (letter.text, letter.html or ""):
        places = [text.index(words) for words in ("by round", "Points", "Trick 13")]
        assert places == sorted(places) and text.count("Trick 13") == 1


@pytest.mark.parametrize("letter", ["W", "Ł", "Щ"])
def test_the_longest_names_fit_into_the_announcement_of_a_long_game(letter: str) -> None:
    """Four names of 24 letters, and as many rounds as are ever shown."""
    many = played(*[((0, 6, 4, 3), (0, 9, 1, 3)), ((4, 0, 4, 3), (9, 0, 1, 3)), ((4, 3, 3, 0), (9, 3, 1, 0))] * 8)
    one, two, three, four = names = [f"{number}{letter * 23}" for number in range(1, 5)]
    shown = replace(over(), names=(one, two, three, four), round=24)
    seeds = [Revealed(24, attempt, "e" * 64) for attempt in (1, 2, 3)]
    ended: tuple[News, ...] = (many[-1], *seeds, GameOver(1, "score", many[-1].score))
    occasion = Occasion(news=ended, written=WRITTEN, deadline=None, course=many)
    told = Letters(settings(mode="external")).announcement(occasion, shown, shown, THE_LIST, ids(None))
    assert len(to_bytes(told, settings().referee)) < MOST_ANNOUNCED
    assert (told.html or "").count('<td align="left" aria-hidden="true"><hr align="left"') == MOST_ROUNDS
    assert all(name in told.text and name in (told.html or "") for name in names)


def test_after_the_end_the_foot_speaks_of_no_turns_to_come() -> None:
    course = played(((3, 3, 3, 3), (4, 3, 3, 3)))
    ended = (course[-1], GameOver(1, "score", course[-1].score))
    occasion = Occasion(news=ended, written=WRITTEN, deadline=None, course=course)
    letter = Letters(settings(mode="builtin")).announcement(occasion, over(), over(), player(), ids())
    for shown in (letter.text, letter.html or ""):
        foot = shown[shown.rindex("turn 1, sheet 109.") :]
        assert "help" in foot and "notify" not in foot and "hand" not in foot and "your moves" not in foot


def test_only_those_who_played_are_offered_a_rematch() -> None:
    course = played(((3, 3, 3, 3), (4, 3, 3, 3)))
    button = end_page(course, over(), REPLY, player=True).rematch
    assert button is not None and button.body == "rematch"
    assert end_page(course, over(), REPLY, player=False).rematch is None


def test_what_it_takes_to_win() -> None:
    shown = replace(view(opening()[0]), score=(443, 512), bags=(19, 3), misplays_game=(0, 1))
    assert race(shown) == (
        "Ann + Carol: 57 short of 500, 1 more sandbag costs 100.",
        "Bob + Dave: at 512, past 500, 7 more sandbags cost 100.",
        "Bob + Dave: 1 misplay in this game, 0 in this round.",
    )
    final = replace(view(opening(sheet=SHEETS["pride-final"])[0]), score=(-60, 62), sets=(2, 0))
    assert race(final)[0] == "Ann + Carol: 310 short of 250, set twice; the 3rd time loses the game."
    assert race(over()) == ()
