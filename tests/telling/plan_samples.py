"""Letters about plans and what they bring: chains of acts, receipts, claims, proposals, leave."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import cache

from referee.post.messages import Letter
from referee.spades import commands as cmd
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.spades.law.moves import last_card, legal_cards
from referee.spades.plan_choice import choose
from referee.spades.plans import NO_HABITS, Habits, plan_from
from referee.spades.rulesheet import TRICKS
from referee.spades.view import view
from referee.table import events as ev
from referee.table.seats import SEATS, after
from referee.table.terms import Terms
from referee.telling import news as n
from referee.telling.error_answers import Error, Refused
from referee.telling.letter_kinds import PlansPage
from referee.telling.letters import Cause, Contents, Letters, Occasion
from referee.telling.news import Story, story_of_events
from referee.telling.sentences.plan_words import habit_sentence, plan_sentence
from tests.chance import fresh
from tests.rulings import decide
from tests.telling.letter_samples import (
    DEADLINE,
    SEED,
    THE_LIST,
    WRITTEN,
    announced,
    forward,
    ids,
    opening,
    player,
    settings,
    step,
)

LEAVE = n.Away(2, date(2026, 12, 20), date(2027, 1, 3))
BUILTIN, EXTERNAL = Letters(settings()), Letters(settings(mode="external"))
Found = Iterator[tuple[str, Letter]]


def on_terms(until: int, on_table: int = 0) -> Game:
    """Return a game with all that players may agree on, at the given trick and card."""
    game = replace(opening()[0], terms=Terms())
    return forward(game, lambda g: len(g.tricks) == until and len(g.trick) == on_table and g.leader is not None)


def on_turn(game: Game) -> int:
    """Return the seat that is to act."""
    waiting = game.due
    assert waiting is not None, "the game goes on"
    return waiting[0]


def planned(game: Game, seat: int, *plans: str) -> Game:
    """Return the game with plans of a seat."""
    return replay([ev.Planned(game.turn, seat, plan) for plan in plans], game)


def chained(game: Game, seat: int, command: cmd.Command) -> tuple[Game, Story]:
    """Return the game after a command and all that plans, and the rule of the last trick, do then; and the story of
    it."""
    events = list(decide(game, seat, command, answers=game.turn, seeds=fresh(SEED)))
    now = replay(events, game)
    while now.due is not None:
        own = view(now, on_turn(now))
        found = choose(own, own.acting(), NO_HABITS).command
        by_plan = replace(found, planned=True) if isinstance(found, cmd.MakeBid | cmd.PlayCard) else None
        by_rule = last_card(now)
        if by_rule is None and by_plan is None:
            break
        actor, following = (None, by_rule) if by_rule is not None else (own.seat, by_plan)
        assert following is not None
        more = decide(now, actor, following, answers=now.turn, seeds=fresh(SEED))
        events += more
        now = replay(more, now)
    return now, story_of_events(game, events)


def private(game: Game, story: Story, seat: int, contents: Contents, habits: Habits = NO_HABITS) -> Letter:
    """Return the letter of one seat about a story."""
    occasion = Occasion(news=story.news, written=WRITTEN, deadline=DEADLINE)
    to = replace(player(game.names[seat - 1]), habits=habits)
    return BUILTIN.private(occasion, story.scene, view(game, seat), to, ids(), contents)


def told_on(game: Game, story: Story, seat: int, **more: bool) -> Letter:
    """Return the letter of one seat: a turn if it is theirs, the cards if they were dealt."""
    contents = Contents(deal=seat in story.sees_hand, turn=view(game, seat).mine, news=True, **more)  # type: ignore[arg-type]
    return private(game, story, seat, contents)


@cache
def plan_samples() -> dict[str, Letter]:
    """Return the letters by name."""
    parts = (_turns(), _chains(), _pages(), _claims(), _leave(), _match_limit())
    return {name: letter for part in parts for name, letter in part}


def _turns() -> Found:
    game = on_terms(3)
    seat = on_turn(game)
    third = after(seat, 2)
    game = planned(game, third, "hearts: KH, win", "rest: lowest")
    game = planned(game, after(seat), "3H, lowest heart", "spades: win, lowest", "diamonds: win", "clubs: duck")
    game, story = chained(game, seat, cmd.PlayCard(legal_cards(game, seat)[0]))
    yield "plan-unfit-turn", told_on(game, story, on_turn(game))
    game = planned(game, on_turn(game), "lead: AS", "3H, lowest")
    game, story = step(game, None, cmd.Extend(7200))
    yield "plan-overdue-reminder", private(game, story, on_turn(game), Contents(turn=True, reminder=True))


def following(game: Game) -> Game:
    """Return the game with a plan of every seat for every card that follows, and of the leaders for a lead."""
    for seat in SEATS:
        game = planned(game, seat, "spades: win, lowest", "void: lowest", "lead: lowest", "rest: lowest")
    return game


def _chains() -> Found:
    game = on_terms(2)
    seat = on_turn(game)
    for one in SEATS:
        game = planned(game, one, "rest: lowest", *(["lead: lowest club"] if one == after(seat) else []))
    game, story = chained(game, seat, cmd.PlayCard(legal_cards(game, seat)[-1]))
    yield "chain-list", announced(EXTERNAL, game, story, THE_LIST)
    yield "chain-turn", told_on(game, story, on_turn(game))
    yield "chain-receipt", told_on(game, story, after(on_turn(game)), receipt=True)
    game = on_terms(9)
    seat = on_turn(game)
    game, story = chained(following(game), seat, cmd.PlayCard(legal_cards(game, seat)[-1]))
    assert len(story.news) > TRICKS, "four tricks, the last by the rule, and a deal"
    yield "chain-round-turn", told_on(game, story, on_turn(game))
    yield "chain-round-deal", told_on(game, story, after(on_turn(game)), receipt=True)


def _pages() -> Found:
    game = on_terms(2, 1)
    seat = on_turn(game)
    plans = ("hearts: 3H, lowest", "void: win, lowest club")
    game = planned(game, seat, *plans)
    sentences = (*(plan_sentence(plan_from(plan)) for plan in plans), habit_sentence("forced", on=True))
    page = PlansPage(view(game, seat), DEADLINE, sentences, legal_cards(game, seat)[0])
    yield "plans-understood", _answered(page, Habits(forced=True))
    yield "plans-shown", _answered(PlansPage(view(game, after(seat)), DEADLINE))
    card = max(game.hand(after(seat)))
    offer = plan_from(str(card))
    early = Refused(f"play {card}", "not-your-turn")
    yield "plan-offered", _answered(Error((early,), (), (), view(game, after(seat)), DEADLINE, offer))
    empty = Story((), view(game), game, sees_hand=frozenset())
    ended = tuple(map(plan_from, plans))
    yield "plans-ended", private(game, empty, after(seat, 3), Contents(news=True, receipt=True, ended=ended))


def _answered(answer: PlansPage | Error, habits: Habits = NO_HABITS) -> Letter:
    cause = Cause(written=WRITTEN, game=12, head="5e" * 32)
    return BUILTIN.answer(answer, replace(player(), habits=habits), ids(), cause)


def claimable() -> Game:
    """Return a game in which whoever is on turn can claim the rest."""
    game = replace(opening()[0], terms=Terms())
    return forward(game, lambda g: g.left > 1 and view(g, on_turn(g)).claimable)


def _claims() -> Found:
    game = claimable()
    seat = on_turn(game)
    nothing = Story((), view(game), game, sees_hand=frozenset())
    yield "claim-turn", told_on(game, nothing, seat)
    game, story = step(game, seat, cmd.Claim())
    yield "claim-list", announced(EXTERNAL, game, story, THE_LIST)
    yield "claim-player", told_on(game, story, seat, receipt=True)


def _leave() -> Found:
    game = on_terms(3, 1)
    occasion = Occasion(news=(LEAVE,), written=WRITTEN, deadline=DEADLINE, away=(LEAVE,))
    yield "away-list", EXTERNAL.announcement(occasion, view(game), view(game), THE_LIST, ids(None))
    yield "away-turn", BUILTIN.private(occasion, view(game), view(game, 2), player("Bob"), ids(), Contents(turn=True))


def _match_limit() -> Found:
    game, story = step(on_terms(3, 1), None, cmd.LastRound(12 * 3600))
    yield "last-round-turn", told_on(game, story, on_turn(game))
    paused, story = step(game, None, cmd.Pause(2, "Dave named a card"))
    yield "protest-list", announced(EXTERNAL, paused, story, THE_LIST)
    game, story = step(game, None, cmd.Hurry(0))
    yield "hurry-turn", told_on(game, story, on_turn(game))
