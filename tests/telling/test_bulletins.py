"""A bulletin gives every reader the letter that would have been written for them alone, byte for byte."""

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.desk.table.story import Story
from referee.post.compose import to_bytes
from referee.spades.game import Game
from referee.spades.view import view
from referee.telling.letters import Ids, Letters, Occasion, Recipient
from tests.telling.letter_samples import DEADLINE, LIST, THE_LIST, WRITTEN, forward, last_card, opening, player, step_on
from tests.telling.letter_samples import settings as configured

SECRETS = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=24, max_size=24)
READERS = (
    (player("Ann"), False),
    (player("Bob"), False),
    (player("Carol", format="text"), False),
    (player("Dave", zone=None, format="text"), False),
    (player("Eve"), True),
    (player("Zoë"), True),
    (THE_LIST, False),
)


def moments() -> Iterator[tuple[Game, Story]]:
    """A start, a bid, a card, and the end of a round."""
    game, story = opening()
    yield game, story
    yield step_on(game)
    game = forward(game, lambda g: len(g.tricks) == 3)
    yield step_on(game)
    yield last_card(game)


MOMENTS = tuple(moments())
HOUSES = (configured(), configured(mode="external"), configured(subaddress=""))


def ids(message: str, token: str, *, subaddress: bool = True) -> Ids:
    """Ids as the desk gives them."""
    reply_to = f"referee+{token}@example.org" if subaddress else None
    thread = "spades.12.1@example.org"
    message_id = f"{message}@example.org"
    return Ids(message_id=message_id, in_reply_to=thread, references=(thread,), reply_to=reply_to, token=token)


@settings(max_examples=10)
@given(st.lists(st.tuples(SECRETS, SECRETS), min_size=len(READERS), max_size=len(READERS)), st.data())
def test_each_reader_gets_the_letter_written_for_them_alone(words: list[tuple[str, str]], data: st.DataObject) -> None:
    house, (game, story) = data.draw(st.sampled_from(HOUSES)), data.draw(st.sampled_from(MOMENTS))
    letters, occasion = Letters(house), Occasion(news=story.news, written=WRITTEN, deadline=DEADLINE)
    bulletin = letters.bulletin(occasion, story.scene, view(game))
    for (to, watcher), (message, token) in zip(data.draw(st.permutations(READERS)), words, strict=True):
        own = ids(message, token, subaddress=bool(house.smtp.subaddress))
        own = replace(own, token=None, reply_to=None) if to.address == LIST else own
        alone = letters.announcement(occasion, story.scene, view(game), to, own, watcher=watcher)
        together = bulletin.letter(to, own, watcher=watcher)
        assert together == alone
        assert to_bytes(together, house.referee) == to_bytes(alone, house.referee)


def test_ids_of_another_make_are_no_other_words_for_a_letter() -> None:
    (game, story), letters = MOMENTS[2], Letters(HOUSES[0])
    occasion = Occasion(news=story.news, written=WRITTEN, deadline=DEADLINE)
    bulletin = letters.bulletin(occasion, story.scene, view(game))
    usual = ids("m" * 24, "t" * 24)
    others = (
        replace(usual, message_id="spades.12.1@example.org"),
        replace(usual, message_id=f"{'n' * 24}@elsewhere.example"),
        replace(usual, token=None, reply_to=None),
        replace(usual, token="short", reply_to="referee+short@example.org"),
    )
    for own in (usual, *others, usual):
        to: Recipient = player("Bob")
        assert bulletin.letter(to, own) == letters.announcement(occasion, story.scene, view(game), to, own)
