"""The page of dominoes: its examples are counted as the law counts, and it has every parameter with all its values."""

import re

from referee.dominoes.line import EMPTY, Move, count, lay, moves, scores
from referee.dominoes.sheets import SIGMA_DOMINOES, WORDS
from referee.dominoes.tiles import SET, parse_tile
from tests.docs.pages import page, rows, section, spans


def test_the_examples_count_as_the_law_does() -> None:
    examples = [
        re.findall(r"`(\S+) (\w+)` (\d+) → (\d+)", row[1]) for row in rows(section(page("dominoes.md"), "The count"))
    ]
    assert [len(example) for example in examples] == [5, 4, 4, 3]
    for example in examples:
        line = EMPTY
        for tile, arm, counted, points in example:
            move = Move(parse_tile(tile), arm)
            assert move in moves(line, SET)
            line = lay(line, move)
            assert (count(line), scores(count(line))) == (int(counted), int(points)), move


def test_every_parameter_stands_there_with_its_values_the_usual_one_first() -> None:
    told = {spans(row[0])[0]: spans(row[1]) for row in rows(section(page("dominoes.md"), "What a sheet can change"))}
    values = {
        "target": (str(SIGMA_DOMINOES.target),),
        **{key: [word or "none" for word in words] for key, words in WORDS.items()},
    }
    assert told == {key.replace("_", " "): [word.replace("_", " ") for word in words] for key, words in values.items()}
    usual = SIGMA_DOMINOES.parameters()
    assert all(words[0] == (usual[key] or "none") for key, words in WORDS.items() for words in [values[key]])
