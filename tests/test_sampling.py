"""What a run of the whole suite leaves out: a part of the cases that are many and alike, and nothing else."""

from typing import Any

import pytest

from tests import sampling
from tests.docs.pages import TOP


class Case:
    """A test as the sampling sees it."""

    def __init__(self, name: str, *marks: str) -> None:
        self.nodeid, self.marks = name, [*marks]

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None

    def add_marker(self, name: str) -> None:
        self.marks.append(name)


def left_out(cases: list[Case]) -> int:
    items: list[Any] = cases
    sampling.leave_out(items)
    return sum("rest" in case.marks for case in cases)


def cases(count: int, *marks: str) -> list[Case]:
    return [Case(f"tests/test_x.py::test_y[{number}]", *marks) for number in range(count)]


def test_of_many_cases_a_fifth_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.chance.WHOLE", False)
    assert left_out(cases(9)) == 7
    assert left_out(cases(4)) == 3


def test_few_cases_are_all_tried() -> None:
    assert left_out(cases(3)) == 0
    assert left_out([Case(f"tests/test_x.py::test_{number}") for number in range(9)]) == 0


@pytest.mark.parametrize("mark", sampling.OTHERS)
def test_nothing_is_left_out_that_has_its_own_command_or_belongs_to_the_suite(mark: str) -> None:
    assert left_out(cases(9, mark)) == 0


def test_where_samples_are_whole_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.chance.WHOLE", True)
    assert left_out(cases(9)) == 0


def test_of_the_longest_tests_a_tenth_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.chance.WHOLE", False)
    monkeypatch.setattr(sampling, "LONGEST", frozenset(f"tests/test_x.py::test_{number}" for number in range(12)))
    assert left_out([Case(f"tests/test_x.py::test_{number}") for number in range(15)]) == 10


def test_the_longest_tests_exist() -> None:
    for name in sampling.LONGEST:
        file, _, test = name.partition("::")
        assert f"def {test}(" in (TOP / file).read_text("utf-8"), name
