"""The page of dominoes: its examples are counted as the law counts, and it has every parameter with all its values."""

import re

from referee.dominoes.line import EMPTY, Move, count, lay, moves, scores
from referee.dominoes.sheets import SIGMA_DOMINOES, WORDS
from referee.dominoes.tiles import SET, parse_tile
from tests.docs.pages import page, rows, section, spans


def test_the_examples_count_as_the_law_does() -> None:
    table = rows(section(page("dominoes.md"), "The count"))
    told = [re.findall(r"`(\S+) (\w+)` (\d+) → (\d+)", row[1]) for row in table]
    assert [len(example) for example in told] == [5, 4, 4, 3]
    for example in told:
        line = EMPTY
        for tile, arm, counted, points in example:
            move = Move(parse_tile(tile), arm)
            assert move in moves(line, SET)
            line = lay(line, move)
            assert (count(line), scores(count(line))) == (int(counted), int(points)), move
    assert "up" not in line.open, "the last one says so"


def test_every_parameter_stands_there_with_its_values_the_usual_one_first() -> None:
    told = {spans(row[0])[0]: spans(row[1]) for row in rows(section(page("dominoes.md"), "What a sheet can change"))}
    assert told.pop("target") == [str(SIGMA_DOMINOES.target)]
    written = {key: [(word or "none").replace("_", " ") for word in words] for key, words in WORDS.items()}
    assert told == {key.replace("_", " "): words for key, words in written.items()}
    usual = {key: (SIGMA_DOMINOES.parameters()[key] or "none").replace("_", " ") for key in WORDS}
    assert usual == {key: words[0] for key, words in written.items()}
