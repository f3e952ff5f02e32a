"""Letters link to the page of their game where there is a site that has an address, and nowhere else."""

from pathlib import Path

import pytest

from referee.site import links
from tests.talk import Talk

WHERE = "https://spades.test/club"
PAGE = f"{WHERE}/{links.game(1).removesuffix('index.html')}"


def letters(folder: Path, **site: str) -> Talk:
    return Talk(folder, site=site).starts().bids()


def test_every_letter_about_a_game_links_to_its_page(tmp_path: Path) -> None:
    talk = letters(tmp_path, folder="pages", base_url=f"{WHERE}/")
    for letter in talk.letters:
        if letter["Spades-Game"]:
            assert f"To look at: {PAGE}\n" in letter.text
            assert not letter.html or f'href="{PAGE}"' in letter.html


def test_the_answer_that_shows_the_score_does_too(tmp_path: Path) -> None:
    talk = letters(tmp_path, folder="pages", base_url=WHERE)
    talk.says("ann", "score")
    assert f"To look at: {PAGE}\n" in talk.last("ann").text


@pytest.mark.parametrize("site", [{}, {"folder": "pages"}, {"base_url": WHERE}])
def test_without_both_no_letter_does(tmp_path: Path, site: dict[str, str]) -> None:
    for letter in letters(tmp_path, **site).letters:
        assert "To look at" not in letter.text and WHERE not in letter.html
