"""The files of a game."""

from referee.site.pages import game_pages
from referee.spades.sheets import RULE_109
from tests.audit.records import record_of
from tests.site.samples import CLUB, told


def test_a_game_has_a_page_for_its_table_and_one_for_each_round_and_its_record() -> None:
    story, view = told(record_of(RULE_109, 3))
    pages = {page.path: page.text for page in game_pages(CLUB, story, view)}
    rounds = [f"games/{story.game}/r{one.number}.html" for one in story.rounds]
    assert {f"games/{story.game}/index.html", f"games/{story.game}/record.jsonl", *rounds} <= set(pages)
    assert pages[f"games/{story.game}/record.jsonl"].splitlines() == list(story.lines)
