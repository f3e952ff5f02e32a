"""The sheet of dominoes, and a group's own."""

import pytest

from referee.dominoes.sheets import SHEETS, SIGMA_DOMINOES, DominoSheet
from referee.table.sheet import SheetError


def test_the_figures_of_the_chapter() -> None:
    assert SHEETS["sigma-dominoes"].parameters() == {
        "target": 150,
        "hand_count": "opponents",
        "blocked": "opponents",
        "end": "at_once",
        "redeal": None,
    }


def test_a_groups_own_sheet_says_what_differs() -> None:
    own = DominoSheet.from_table(
        "ours", {"target": 250, "hand_count": "others", "redeal": "five_doubles"}, SIGMA_DOMINOES
    )
    assert (own.name, own.target, own.hand_count, own.blocked) == ("ours", 250, "others", "opponents")
    assert own.game == "dominoes"
    assert DominoSheet.from_table("ours", own.parameters()) == own


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ({"target": 0}, "target must lie between 1"),
        ({"target": 1_000_001}, "target must lie between 1"),
        ({"target": "150"}, "target must lie between 1"),
        ({"target": True}, "target must lie between 1"),
        ({"hand_count": "partner"}, "hand count must be opponents or others"),
        ({"blocked": None}, "blocked must be opponents or difference or nothing"),
        ({"end": "later"}, "end must be at once or after the hand"),
        ({"redeal": "no_face_no_spade"}, "redeal must be none or five doubles"),
        ({"redeal": ["five_doubles"]}, "redeal must be none or five doubles"),
        ({"nil": 100}, "no parameter nil; it has blocked, end, hand_count, redeal, target"),
    ],
)
def test_a_sheet_that_nobody_can_play_by_is_refused_in_a_sentence(table: dict[str, object], sentence: str) -> None:
    with pytest.raises(SheetError, match=sentence):
        DominoSheet.from_table("ours", table, SIGMA_DOMINOES)


def test_a_sheet_without_a_base_needs_every_parameter() -> None:
    with pytest.raises(SheetError, match="has no blocked, end, hand_count, redeal, and no base"):
        DominoSheet.from_table("ours", {"target": 100})


def test_words_may_be_written_with_blanks() -> None:
    sheet = DominoSheet.from_table("ours", {"end": "after the hand", "redeal": "five doubles"}, SIGMA_DOMINOES)
    assert (sheet.end, sheet.redeal) == ("after_the_hand", "five_doubles")
