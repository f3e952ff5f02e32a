"""The deals' fairness in letters: commitments, salts and seeds once they are public, and never before; and
what they say about hands that were thrown in."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from referee.post.messages import Letter
from referee.spades import commands as cmd
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table import events as ev
from referee.table.fairness import Deck, commit
from referee.table.refusal import Reason
from referee.table.seats import SEATS
from referee.telling import error_answers, notices
from referee.telling import letter_kinds as a
from referee.telling import news as n
from referee.telling.formats import width
from referee.telling.kinds import LEVELS, wanted
from referee.telling.letter_headers import facts
from referee.telling.letters import Letters
from referee.telling.news import Story, story_of_events
from referee.telling.sentences.news_lines import headline, lines
from tests.chance import fresh
from tests.spades.hidden import secret_words
from tests.spades.random_games import act, anything, sensible
from tests.spades.random_games import opening as random_opening
from tests.telling.letter_samples import (
    DEADLINE,
    SEED,
    THE_LIST,
    announced,
    answered,
    ended_by_forfeit,
    flat,
    forward,
    last_card,
    opening,
    player,
    samples,
    settings,
    step,
    told,
    undone,
    whole,
)
from tests.telling.sheet_samples import after_misdeals

BUILTIN, EXTERNAL = Letters(settings()), Letters(settings(mode="external"))
SAMPLES = samples()
FIRST = re.compile(r"^(Salts for|The headers of this letter) ", re.MULTILINE)
CHECK = "To check them, send a line that says: record 12"


def block(letter: Letter) -> str:
    """Return the lines on fairness, the last ones above the foot."""
    above = letter.text.partition("\n-- \n")[0]
    first = FIRST.search(above)
    return "" if first is None else above[first.start() :]


def said(letter: Letter) -> str:
    """Return the same as one line."""
    return " ".join(block(letter).split())


def hold(*what: str) -> str:
    """Return the sentence on the headers."""
    return f"The headers of this letter hold {' and '.join(what)}."


def committed_to(number: int, attempts: str = "") -> str:
    return f"the commitments to the deals of round {number}{attempts}"


def digits(letter: Letter, header: str) -> list[str]:
    """Return the value of Spades-Commit or Spades-Reveal."""
    return dict(letter.headers).get(header, "").split()


def to_list(game: Game, story: Story) -> Letter:
    return announced(EXTERNAL, game, story, THE_LIST)


def committed(number: int, seeds: tuple[str, ...], first: int = 1) -> list[str]:
    """Return the commitments to a round."""
    return [commit("spades", Deck(12, number, attempt, seed)) for attempt, seed in enumerate(seeds, first)]


# What is shown, and where


def test_a_round_that_ends_shows_its_seeds_and_the_commitments_to_the_round_after_next() -> None:
    game, story = last_card(opening()[0])
    letter = to_list(game, story)
    assert said(letter) == f"{hold('the seeds of round 1', committed_to(3))} {CHECK}"
    assert digits(letter, "Spades-Reveal") == list(fresh(SEED)[:3])
    assert digits(letter, "Spades-Commit") == committed(3, game.seeds[3])


def test_long_names_and_long_salts_stay_apart_and_whole() -> None:
    shown = view(opening(("Ann of the Long Name, of the Very Long One", "Bob", "Carol", "Dave"))[0])
    game, story = opening()
    news = (ev.SaltsClosed(2, ("x" * 64, "", "<b>&amp;", "")),)
    letter = announced(BUILTIN, game, replace(story, news=news, scene=shown), player())
    assert max(map(width, letter.text.split("\n"))) <= 76
    assert f"  {'x' * 64}\n" in letter.text
    assert "&lt;b&gt;&amp;amp;" in (letter.html or "")


def test_what_only_checks_the_deal_is_no_news() -> None:
    shown = view(opening()[0])
    for item in (n.Commitments(2, 1, ("ab" * 32,)), ev.SaltsClosed(2, ("x", "", "", "")), ev.Revealed(1, 1, "cd" * 32)):
        assert not any(wanted(level, (item,)) for level in LEVELS[1:])
        assert lines((item,), shown) == ()
        assert headline((item,), shown) is None
        assert facts((item,), shown)


@pytest.mark.parametrize("name", ["salts-list"])
def test_a_salt_is_copied_in_one_piece(name: str) -> None:
    letter, html = SAMPLES[name], SAMPLES[name].html or ""
    values = [word for line in block(letter).split("\n") if line.startswith("  ") for word in line.split()[1:]]
    assert values
    for value in values:
        assert f" {value}</div>" in html
        assert sum(value in line for line in letter.text.split("\n")) == 1
    assert html.index(CHECK[:10]) > html.index("</h1>")
    assert "body=record%2012" in html


def test_a_letter_without_the_announcement_leaves_it_out() -> None:
    game, story = last_card(opening()[0])
    for seat in SEATS:
        letter = told(EXTERNAL, game, story, seat, news=False)
        assert not [word for word in ("Spades-Reveal", "Spades-Commit", "seeds of") if word in whole(letter)]
    assert "To check them" not in SAMPLES["play-turn"].text, "a card has nothing to check"
    assert "To check them" not in (SAMPLES["play-announcement"].html or "")


# Thrown in


def test_a_misdeal_shows_its_seed() -> None:
    game = step(after_misdeals(SHEETS["sigma"], 1), 2, cmd.Show())[0]
    game, story = step(game, 2, cmd.Misdeal())
    assert said(to_list(game, story)) == f"{hold('the seed of round 1, attempt 1')} {CHECK}"
    assert digits(to_list(game, story), "Spades-Reveal") == [SEED]


def test_a_third_misdeal_shows_three_more_commitments_and_the_deal_does_not_repeat_them() -> None:
    game = step(after_misdeals(SHEETS["sigma"], 3), 2, cmd.Show())[0]
    game, story = step(game, 2, cmd.Misdeal())
    assert said(to_list(game, story)) == (
        f"{hold('the seed of round 1, attempt 3', committed_to(1, ', attempts 4 to 6'))} "
        "These commitments were made after the salts were known, so for these deals there is only the referee's word. "
        f"{CHECK}"
    )
    assert digits(to_list(game, story), "Spades-Reveal") == [fresh(SEED)[2]]
    assert digits(to_list(game, story), "Spades-Commit") == committed(1, game.seeds[1][3:], 4)
    game, story = step(game, None, cmd.Resume())
    letter = to_list(game, story)
    assert "Round 1 of 18 is dealt again, as attempt 4. Ann bids first." in flat(letter)
    assert not digits(letter, "Spades-Commit")
    assert "commitment" not in letter.text


def voided(attempt: int, charge: int | None = None, **dealt: object) -> tuple[Game, Story]:
    """Return a forfeit in mid-round, undone, at that attempt of the round."""
    game, _ = ended_by_forfeit(attempt=attempt, **dealt)
    return undone(game, charge)


def test_a_void_of_an_end_has_the_round_dealt_anew_and_says_so() -> None:
    game, story = voided(1)
    text = flat(to_list(game, story))
    assert "The Gamesmaster declares void all bids and plays since turn 5. The reason: Ann had a spade" in text
    assert (
        "- All four hands are public by now, so they are thrown in. "
        "- Round 1 is dealt again, as attempt 2. Ann bids first."
    ) in text
    assert "due again" not in text
    assert "Cards" not in text.replace("Card ", "")
    own = told(BUILTIN, game, story, 3, turn=False)
    assert "Round 1 is dealt again, Carol. Here are your cards." in own.text


def test_a_void_of_an_end_of_the_third_attempt_waits_for_the_gamesmaster() -> None:
    game, story = voided(3)
    text = flat(to_list(game, story))
    assert "It was attempt 3 at this round, so the clock stops until the Gamesmaster restarts it." in text
    assert "The round is then dealt again." in text
    assert "stops the clock" not in text
    assert committed_to(1, ", attempts 4 to 6") in said(to_list(game, story))
    assert digits(to_list(game, story), "Spades-Commit") == committed(1, game.seeds[1][3:], 4)
    assert game.due is None


def test_a_void_whose_charge_forfeits_promises_no_deal() -> None:
    game, story = voided(1, charge=1, misplays=(2, 0))
    assert game.result is not None
    text = flat(to_list(game, story))
    assert "All counts are back to what they were then." in text
    assert "thrown in" not in text
    assert "dealt again" not in text


def test_a_void_in_a_running_round_brings_the_cards_back() -> None:
    game = forward(opening()[0], lambda g: len(g.tricks) == 2)
    game, story = step(game, None, cmd.RuleVoid(5, "so ruled"))
    text = flat(to_list(game, story))
    assert "Cards, leads and counts are back to what they were then, and what was due then is due again." in text
    assert "thrown in" not in text


def test_a_void_of_a_provisional_result_has_the_round_dealt_anew() -> None:
    game, _ = last_card(opening(sheet=SHEETS["fsu"], round=7, score=(190, 195))[0])
    assert game.provisional is not None
    game, story = step(game, None, cmd.RuleVoid(1, "a mix-up"))
    text = flat(to_list(game, story))
    assert "All four hands are public by now, so they are thrown in. - Round 7 is dealt again, as attempt" in text


def waiting() -> Iterator[Game]:
    """Yield games whose round waits for a deal: after a third misdeal, and after a void that undid the end of a third
    attempt."""
    game = step(after_misdeals(SHEETS["sigma"], 3), 2, cmd.Show())[0]
    yield step(game, 2, cmd.Misdeal())[0]
    yield voided(3)[0]


def test_what_is_said_while_a_round_waits_is_true_of_every_reason() -> None:
    for game in waiting():
        refusals = [
            error_answers.Error((error_answers.Refused("play QS", reason.value),), (), (), view(game, 1), None)
            for reason in (Reason.NOT_YOUR_TURN, Reason.BIDDING_NOW, Reason.STALE)
        ]
        pages: list[notices.Answer] = [
            *refusals,
            error_answers.NotUnderstood("hello", view(game, 1), None),
            a.HandPage(view(game, 1), None),
            a.StatusPage((a.GameLine(view(game), None),)),
            a.HistoryPage(view(game), view(game), game.attempt, (), ()),
        ]
        for page in pages:
            text = flat(answered(BUILTIN, page))
            assert "thrown in" in text
            assert "misdeal" not in text.lower()
        for refused in refusals:
            assert "were thrown in. The next deal comes when" in flat(answered(BUILTIN, refused))
        history = flat(answered(BUILTIN, pages[-1]))
        assert "This is deal 3 of the round; the earlier deals were thrown in, and so was this one." in history


# What stays secret


def acts(random: Random, game: Game) -> tuple[int | None, cmd.Command, int]:
    """Choose a sensible move, anything at all, a salt, or an end and its undoing."""
    if game.result is not None:
        return None, cmd.RuleVoid(random.randint(game.opening, game.turn), "so ruled"), 0
    roll = random.random()
    if roll < 0.08:
        return random.choice(SEATS), cmd.Salt(random.randbytes(8).hex()), game.turn
    if roll < 0.1:
        return None, cmd.Forfeit(random.choice((1, 2))), 0
    return anything(random, game) if roll < 0.2 else sensible(random, game)


TELLING = (ev.Salted, ev.SaltsClosed, ev.Revealed, ev.Committed, ev.Voided)


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_letter_shows_a_seed_that_is_not_revealed_or_a_salt_that_is_not_closed(sheet: str) -> None:
    random = Random(f"fair {sheet}")
    game = replay(random_opening(random, SHEETS[sheet]))
    shown: set[type] = set()
    hidden = 0
    for number in range(400):
        if game.result is not None and game.result.by not in ("forfeit", "concession"):
            game = replay(random_opening(random, SHEETS[sheet]))
        made = act(game, *acts(random, game), seed=random.randbytes(32).hex())
        game = made.after
        shown |= {type(event) for event in made.events}
        # whatever tells of seeds and salts is read, and of all the rest every fourth act
        if not made.events or (number % 4 and not any(isinstance(event, TELLING) for event in made.events)):
            continue
        story, secrets = story_of_events(made.before, made.events), secret_words(game)
        public = announced(EXTERNAL, game, story, THE_LIST)
        own = view(game, 1 + number % 4)
        letters = [public, told(BUILTIN, game, story, 1 + number % 4, turn=own.mine)]
        letters += [answered(BUILTIN, a.HandPage(own, DEADLINE))] if own.to_act else []
        texts = [*map(whole, letters), *(repr(view(game, seat)) for seat in (None, *SEATS))]
        assert not [word for word in secrets if any(word in text for text in texts)]
        for event in made.events:
            if isinstance(event, ev.Revealed):
                assert event.seed in digits(public, "Spades-Reveal")
            if isinstance(event, ev.SaltsClosed):
                assert all(salt in public.text for salt in event.salts)
            if isinstance(event, ev.Committed):
                for attempt, seed in enumerate(game.seeds[event.round], 1):
                    if seed in event.seeds:
                        made_to = commit("spades", Deck(game.number, event.round, attempt, seed))
                        assert made_to in digits(public, "Spades-Commit")
        hidden += len(secrets)
    assert {*TELLING} <= shown
    assert hidden > 250
