"""Templates show what Jinja itself would show of them, whatever an operator writes in their own; and what is worked out
once for a view is never another view's."""

from dataclasses import replace
from typing import Any

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError, pass_context

from referee.spades.view import SeatView, view
from referee.telling import needs, table_rows
from referee.telling.once_a_view import once_a_view
from referee.telling.template_code import Part, Shown, Straight
from referee.telling.templates import said, shown
from tests.telling.letter_samples import opening

PAGES = {
    "base.html": "<{% block head %}base {{ name }}{% endblock %}>{% block main %}{% endblock %}</{{ seats(2) }}>",
    "child.html": (
        '{% extends "base.html" %}{% macro bold(word) %}<b>{{ word }}</b>{% endmacro %}'
        "{% block head %}{{ super() }} & child{% endblock %}"
        '{% block main %}{{ bold(name) }}{% include "row.html" %}{{ self.head() }}{% endblock %}'
    ),
    "row.html": "{% for card in row.cards %}{{ loop.index }}{{ card }}{% if not loop.last %}, {% endif %}{% endfor %}",
    "maybe.html": '{% if row.cards %}{% extends "base.html" %}{% endif %}{% block head %}own{% endblock %} text',
    "values.html": (
        "{{ row.title }}{{ row.none is defined }}{{ row.none.further|default('x') if row.none is defined }}"
        "{{ name.upper() }}{{ row['items'] }}{{ row.get('title') }}{{ row.cards.0 }}{{ ''.join(row.cards) }}"
    ),
    "blocks.html": (
        "{% set words %}{{ name }}!{% endset %}{{ words }}{% filter upper %}{{ name }}{% endfilter %}"
        "{% macro around() %}[{{ caller(name) }}]{% endmacro %}{% call(x) around() %}{{ x }}{% endcall %}"
        "{% for a in tree recursive %}{{ a.title }}{{ loop(a.below) }}{% endfor %}"
        "{% for a in tree if a.title %}{{ a.title }}{% else %}none{% endfor %}"
        "{% set found = namespace(n=0) %}{% for a in tree %}{% set found.n = found.n + 1 %}{% endfor %}{{ found.n }}"
    ),
    "macros.html": "{% macro seats(x) %}{{ x }}<i>{% endmacro %}",
    "shadowed.html": '{% from "macros.html" import seats %}{{ seats(name) }}{{ seats.name }}',
    "asked.html": "{{ value_of('name') }}{% for a in tree %}{% set t = a.title %}{{ value_of('t') }}{% endfor %}",
    "plain.txt": '{{ name }}{% include "row.html" %}{% for a in tree %}\n{{ a.title }}{{ seats(1) }}{% endfor %}\n',
}
VALUES = {
    "name": "Ann & <Bob>",
    "row": {"title": "T&", "cards": ["Q<", "K"], "items": 3},
    "tree": [{"title": "a<", "below": [{"title": "b", "below": []}]}],
}


def environment(**more: Any) -> Environment:
    made = Environment(
        loader=DictLoader(PAGES),
        undefined=StrictUndefined,
        autoescape=lambda name: name is not None and name.endswith(".html"),
        **more,
    )
    made.globals["seats"] = lambda number: f"<{number}>"
    made.globals["value_of"] = pass_context(lambda context, name: context.resolve(name))
    return made


def ours() -> Environment:
    made = environment(extensions=[Part])
    made.code_generator_class, made.context_class = Shown, Straight
    made.extend(shown=shown, said=said)
    return made


@pytest.mark.parametrize("name", sorted(set(PAGES) - {"base.html", "macros.html"}))
def test_a_template_shows_what_jinja_shows(name: str) -> None:
    plain, own = environment(), ours()
    assert own.get_template(name).render(VALUES) == plain.get_template(name).render(VALUES)


@pytest.mark.parametrize("text", ["{{ row.none }}", "{{ row.none.more }}", "{{ nobody }}", "{{ nobody() }}"])
def test_what_is_not_there_is_an_error(text: str) -> None:
    with pytest.raises(UndefinedError):
        ours().from_string(text).render(VALUES)


def test_a_value_has_its_own_attribute_before_its_item() -> None:
    assert ours().from_string("{{ row.items is callable }}").render(VALUES) == "True"


def test_what_is_worked_out_once_stays_with_its_view() -> None:
    asked: list[SeatView] = []

    @once_a_view
    def turn(seen: SeatView) -> int:
        asked.append(seen)
        return len(asked)

    first = view(opening()[0], 1)
    second = replace(first)
    assert (turn(first), turn(first), turn(second), turn(first)) == (1, 1, 2, 1)
    assert first == second and asked[0] is first and asked[1] is second


@pytest.mark.parametrize("asked", [table_rows.seats, table_rows.teams, needs.needs])
def test_no_view_tells_what_another_was_asked(asked: Any) -> None:
    game = opening()[0]
    fresh = [asked(view(game, seat)) for seat in (None, 1, 2, 3, 4)]
    whole, own = view(game), view(game, 1)
    for _ in range(2):
        assert (asked(whole), asked(own)) == (fresh[0], fresh[1])
        assert [asked(replace(own, seat=seat)) for seat in (None, 2, 3, 4)] == [fresh[0], *fresh[2:]]
