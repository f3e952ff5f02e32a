"""Turn letters on every sheet: who bids and for whom, what may be changed, held-back hands, misdeals and jokers."""

from referee.spades import commands as cmd
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.telling import letter_kinds as a
from referee.telling.sentences import lines
from tests.telling.letter_samples import DEADLINE, answered, flat, forward, opening, step, told
from tests.telling.sheet_samples import BUILTIN, on_turn, poor_hands, sheet_samples

SAMPLES = sheet_samples()


def test_both_partners_are_asked_for_the_teams_bid() -> None:
    for name, own, partner in (("fsu-turn", "Ann", "Carol"), ("fsu-turn-partner", "Carol", "Ann")):
        text = flat(SAMPLES[name])
        assert f"Your turn, {own}: bid for your team by Tue 24 Nov 18:00 UTC." in text
        assert f"{partner} may bid too: the first valid bid from either of you stands for your team." in text
        assert "When the limit runs out, the referee bids 4 for your team." in text
        assert "You may bid: 4, 5, 6, 7, 8, 9, 10, 11, 12, 13" in text
    assert "Next: Bob or Dave is to bid for their team by" in flat(SAMPLES["fsu-bid-list"])


def test_a_teams_bid_stands_at_both_partners_on_the_table() -> None:
    table = SAMPLES["fsu-bid-list"].text.partition("Team bid\n")[2].split("\n")[:4]
    assert [line.split()[3] for line in table] == ["6", "-", "6", "-"]
    assert "Carol bids 6 for their team." in SAMPLES["fsu-bid-list"].text
    html = SAMPLES["fsu-bid-list"].html or ""
    assert ">Team bid</th>" in html
    assert html.count('<td align="center">6</td>') == 2


def test_a_bid_that_may_be_changed_says_until_when() -> None:
    bid = "Ann bids 4. They may change it until the other team bids, at most 3 times."
    assert bid in SAMPLES["pride-bid-list"].text
    assert "Ann changes their bid to 5. They may change it until" in SAMPLES["pride-changed-list"].text
    assert "Ann changes their bid to 5." in SAMPLES["pride-changed-turn"].text
    assert "You may change your bid until the other team bids, at most 3 times." in SAMPLES["pride-bid-turn"].text
    game = forward(opening(sheet=SHEETS["pride"])[0], lambda g: g.bid(3) is not None)
    page = flat(answered(BUILTIN, a.HandPage(view(game, 1), DEADLINE)))
    assert "Your bid of 3 stands. To change it, send a new one before the other team bids." in page
    game, story = step(game, on_turn(game), cmd.MakeBid(3))
    assert "change" not in " ".join(line.text for line in lines(story.news, story.scene))
    assert "A move cannot be taken back." in told(BUILTIN, game, story, on_turn(game)).text


def test_a_held_back_hand_is_to_be_asked_for() -> None:
    text, html = SAMPLES["sigma-held-turn"].text, SAMPLES["sigma-held-turn"].html or ""
    assert "Your hand is held back until you ask for it" in text
    assert "    show\n    bid blind nil\n" in text
    assert ("body=show" in html, "body=bid%20blind%20nil" in html) == (True, True)
    assert "bid%204" not in html
    deal = SAMPLES["sigma-held-deal"]
    assert "    show\n" in deal.text
    assert "    bid blind nil\n" not in deal.text
    assert "shows you your hand and makes the smallest bid of 2 or more" in flat(SAMPLES["sigma-held-reminder"])


def test_a_blind_nil_is_offered_only_where_it_may_be_bid() -> None:
    game = step(opening(sheet=SHEETS["sigma"])[0], 1, cmd.MakeBid(0, blind=True))[0]
    game = forward(game, lambda g: g.bid(2) is not None)
    letter = told(BUILTIN, game, opening(sheet=SHEETS["sigma"])[1], 3, news=False)
    assert "    show\n" in letter.text, "two nils could not make the least that a team must bid"
    assert "bid blind nil" not in letter.text
    assert dict(letter.headers)["Spades-Legal"] == "show"


def test_a_blind_nil_is_called_so() -> None:
    assert "Ann bids blind nil." in SAMPLES["sigma-blind-list"].text
    assert "     1  Ann        1  blind nil\n" in SAMPLES["sigma-blind-list"].text
    assert SAMPLES["sigma-blind-cards"].text.count("Here are your cards, Ann.") == 1


def test_a_misdeal() -> None:
    own = SAMPLES["sigma-misdeal-hand"]
    assert "until you bid you may call a misdeal" in flat(own)
    assert "    misdeal\n" in own.text
    assert "body=misdeal" in (own.html or "")
    announced = flat(SAMPLES["sigma-misdeal-list"])
    assert "Bob calls a misdeal" in announced
    assert "Round 1 of 18 is dealt again, as attempt 3. Ann bids first." in announced
    waits = flat(SAMPLES["sigma-misdeal-waits"])
    assert "It was attempt 3 at this round, so the clock stops until the Gamesmaster restarts it." in waits
    assert "Round 1 is dealt again when the Gamesmaster restarts the clock." in waits
    assert "Next:" not in waits
    game = step(opening(sheet=SHEETS["sigma"], hands=poor_hands(SHEETS["sigma"]))[0], 1, cmd.Show())[0]
    assert "misdeal" not in told(BUILTIN, game, opening(sheet=SHEETS["sigma"])[1], 1, news=False).text


def test_jokers_are_short_in_a_hand_and_named_in_a_sentence() -> None:
    turn = SAMPLES["pride-joker-turn"]
    assert "  ♠  BJ 2 9 7\n" in turn.text
    assert "You may play: BJ 2♠ 9♠ 7♠" in turn.text
    assert "  little joker" in turn.text
    html = turn.html or ""
    assert 'aria-label="Play the big joker"' in html
    assert "body=play%20BJ" in html
    big, little = (html[html.index(face) - 40 : html.index(face)] for face in ("★ BJ", "☆ LJ"))
    assert big.endswith('color:#c0182f">') and "#c0182f" not in little, "the big joker is the coloured one"
    assert "Carol takes trick 4 with the big joker." in SAMPLES["pride-joker-list"].text
    assert "Carol BJ. Carol takes it." in SAMPLES["pride-joker-played"].text
