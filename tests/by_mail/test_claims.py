"""Claims by mail; and whole games whose rounds end by claims, up to the last line of their records."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.commands.app import app
from referee.desk.table.records import record
from referee.spades import events as ev
from referee.telling.record_file import record_text
from tests.by_mail.sheet_tables import table as table_of
from tests.talk import NAMES, Laid, Letter, Talk

NOTHING = "Your cards do not prove that all the tricks left are yours, so nothing was done and nobody was told."


def turn_letter(talk: Talk) -> Letter:
    """Return the letter to whoever is on turn that asks them to act."""
    return next(letter for letter in reversed(talk.to(talk.due())) if "turn" in letter.events)


def acts(talk: Talk) -> None:
    """Play a legal card for whoever is on turn, or bid as little as may be without a nil."""
    letter = turn_letter(talk)
    if "show" in letter["Spades-Legal"].split():
        assert talk.says(talk.due(), "show") == "Show/accepted"
        letter = talk.last(talk.due())
    bids = letter["Spades-To-Act"].endswith("bid")
    least = min(int(bid) for bid in letter["Spades-Legal"].split() if bid.isdigit() and int(bid)) if bids else 0
    outcome = talk.acts(f"bid {least}" if bids else None)
    assert outcome.endswith("/accepted"), outcome


def plays_to_a_claim(talk: Talk) -> Talk:
    """Play legally until somebody may claim."""
    while turn_letter(talk)["Spades-Claimable"] != "yes":
        acts(talk)
    return talk


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory) -> Laid:
    """Return a game in which whoever is on turn may claim."""
    return plays_to_a_claim(table_of(tmp_path_factory.mktemp("claim"), "standard").hears_each_play()).laid()


@pytest.fixture
def claimable(tmp_path: Path, position: Laid) -> Talk:
    return Talk(tmp_path).stand_as(position)


def test_a_claim_ends_the_round_and_the_next_is_dealt(claimable: Talk) -> None:
    who, left, before = claimable.due(), claimable.game().left, claimable.game()
    seat = before.names.index(who.capitalize()) + 1
    seen = len(claimable.letters)
    assert claimable.says(who, "claim") == "Claim/accepted"
    assert ev.Claimed(before.turn, seat) in claimable.trail()
    scored = next(event for event in reversed(claimable.trail()) if isinstance(event, ev.RoundScored))
    assert scored.books[seat - 1] == before.books[seat - 1] + left and sum(scored.books) == 13
    letters = claimable.letters[seen:]
    assert sorted({letter.to for letter in letters}) == sorted(f"{name.lower()}@club.test" for name in NAMES)
    for letter in letters:
        assert letter.events[0] == "claim" and "round" in letter.events and "deal" in letter.events
        assert letter["Spades-Actor"] == str(seat) and letter["Spades-Round"] == "1"
        assert "claims" in letter.flat
    seeds = [event for event in claimable.trail() if isinstance(event, ev.Revealed) and event.round == 1]
    assert len(seeds) == 3, "its seeds are shown as always"
    assert claimable.game().round == 2 and len(claimable.game().hand(1)) == 13


def test_a_claim_spends_the_token_that_it_came_with(claimable: Talk) -> None:
    letter = turn_letter(claimable)
    who = claimable.due()
    assert claimable.says(who, "claim", answers=letter) == "Claim/accepted"
    assert claimable.says(who, "claim", answers=letter) == "Claim/made-before"
    assert claimable.says(who, "concede", answers=letter) == "Concede/unproven"


def test_a_refused_claim_is_between_the_claimer_and_the_referee(tmp_path: Path) -> None:
    talk = table_of(tmp_path, "standard")
    while len(talk.game().tricks) < 6 or turn_letter(talk)["Spades-Claimable"] == "yes":
        acts(talk)
    who, seen, events = talk.due(), len(talk.letters), len(talk.trail())
    assert talk.says(who, "claim") == "Claim/not-provable"
    (answer,) = talk.letters[seen:]
    assert answer.to.startswith(who) and NOTHING in answer.flat and len(talk.trail()) == events
    assert talk.acts() == "PlayCard/accepted", "its token is still good"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [("claim", "Claim/not-your-turn"), ("claim 3", "refused/unclear")],
)
def test_not_out_of_turn_nor_a_part(claimable: Talk, text: str, outcome: str) -> None:
    other = next(name.lower() for name in NAMES if name.lower() != claimable.due())
    assert claimable.says(other, text) == outcome


def test_a_challenge_of_an_earlier_book_stays_open_after_a_claim(tmp_path: Path) -> None:
    talk = plays_to_a_claim(table_of(tmp_path, "fsu"))
    seat, tricks = talk.game().names.index(talk.due().capitalize()) + 1, len(talk.game().tricks)
    assert talk.says(talk.due(), "claim") == "Claim/accepted"
    foe = talk.game().names[seat % 4]
    who = talk.game().names[seat - 1].lower()
    if talk.game().provisional is None:
        assert talk.says(who, f"challenge round 1 book {tricks + 2} {foe}") == "ChallengeBook/no-such-book"
        assert talk.says(who, f"challenge round 1 book 3 {foe}") == "ChallengeBook/accepted"
        assert sum(isinstance(event, ev.RoundScored) for event in talk.trail()) == 2, "the round is scored anew"


def plays_out(talk: Talk) -> Talk:
    """Play to the end of the game, with claims in every other round where one can be made."""
    while (game := talk.game()).result is None:
        if game.provisional is not None:
            talk.passes(hours=24)
        elif turn_letter(talk)["Spades-Claimable"] == "yes" and game.round % 2:
            assert talk.says(talk.due(), "claim", answers=turn_letter(talk)) == "Claim/accepted"
        else:
            acts(talk)
    return talk


WHOLE = {"109": "target: 60", "fsu": "target: 60"}


@pytest.mark.parametrize("sheet", WHOLE)
def test_a_whole_game_and_its_record(tmp_path: Path, sheet: str) -> None:
    talk = plays_out(table_of(tmp_path, sheet, WHOLE[sheet]))
    events = talk.trail()
    assert talk.game().result is not None
    assert any(isinstance(event, ev.Claimed) for event in events)
    with talk.store.reading() as tx:
        lines = record(tx, 1)
    file = tmp_path / "record.txt"
    file.write_text(record_text(lines))
    checked = CliRunner().invoke(app, ["verify", str(file)])
    assert checked.exit_code == 0, checked.output
    changed = tmp_path / "changed.txt"
    seats = [line.replace('"e":"claim","seat":1', '"e":"claim","seat":2') for line in lines]
    other = (
        [line.replace('"e":"claim","seat":2', '"e":"claim","seat":1') for line in lines]
        if seats == list(lines)
        else seats
    )
    if other != list(lines):
        changed.write_text(record_text(other))
        assert CliRunner().invoke(app, ["verify", str(changed)]).exit_code == 1
