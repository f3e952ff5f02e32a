"""The operator's own formats: what is read, built and refused, and that `check` and `run` look at them."""

import asyncio
import tomllib
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path

import pytest

from referee.asking.tournaments.settings import CONFIGURED
from referee.commands.check import findings
from referee.config import ConfigError
from referee.running.opening import formats_of, open_desk
from referee.tournaments.formats import Format, Kind, Stage
from referee.tournaments.presets import FSU, PRESETS, PRIDE
from tests.docs.pages import SPAN, blocks, page, rows, section
from tests.running.post_office import config_text
from tests.talk import settings

PAGE = section(page("operations.md"), "Tournaments of your own")


def built(folder: Path, toml: str) -> dict[str, Format]:
    """The formats of a referee whose configuration holds these tables."""
    return dict(formats_of(settings(folder, **tomllib.loads(toml))))


def test_an_own_format_is_its_base_with_single_settings(tmp_path: Path) -> None:
    text = """
        [tournaments.ours]
        base = "pride"
        teams = "4 to 12"
        forfeit_after = 3
        approval = true
        divisions = ["A", "B"]
    """
    found = built(tmp_path, text)
    assert list(found) == [*PRESETS, "ours"]
    assert found["ours"] == replace(
        PRIDE, name="ours", least=4, most=12, forfeit_after=3, approval=True, divisions=("A", "B")
    )


def test_a_base_may_be_another_own_format_and_a_sheet_an_own_sheet(tmp_path: Path) -> None:
    text = """
        [sheets.short]
        base = "fsu"
        target = 100
        [tournaments.late]
        base = "early"
        zone = "Europe/Berlin"
        [tournaments.early]
        stages = "swiss of 3 rounds"
        sheet = "short"
        teams = "at least 4"
    """
    found = built(tmp_path, text)
    early = Format(name="early", stages=(Stage(kind=Kind.SWISS, rounds=3),), sheet="short", least=4)
    assert found["early"] == early
    assert found["late"] == replace(early, name="late", zone="Europe/Berlin")


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ('[tournaments.ours]\nbase = "pryde"', "tournaments.ours.base: there is no format pryde; did you mean pride?"),
        ('[tournaments.ours]\nbase = 3', "name one format"),
        ('[tournaments.ours]\nteams = "4 to 8"', "it has no stage"),
        ('[tournaments.ours]\nbase = "pride"\nteems = "4 to 8"', "Did you mean `teams`?"),
        ('[tournaments.ours]\nbase = "pride"\nbegins = "3 May"', "no setting `begins`"),
        ('[tournaments.ours]\nbase = "pride"\nteams = "many"', "tournaments.ours.teams: `teams: many` cannot be read"),
        ('[tournaments.ours]\nbase = "pride"\nsheet = "poker"', "there is no sheet `poker`"),
        ('[tournaments.ours]\nstages = "league with third place"', "take `with third place` out"),
        ('[tournaments.pride]\nbase = "fsu"', "of that name already"),
        ('[tournaments.own]\nbase = "fsu"', "of that name already"),
        ('[tournaments."Our Cup"]\nbase = "fsu"', "small letters"),
        ('[tournaments.a]\nbase = "b"\n[tournaments.b]\nbase = "a"', "a -> b -> a"),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path: Path, toml: str, words: str) -> None:
    with pytest.raises(ConfigError) as why:
        built(tmp_path, toml)
    assert words in str(why.value)


def test_check_and_run_refuse_a_format_that_contradicts_itself(tmp_path: Path) -> None:
    faulty = '[tournaments.ours]\nstages = "league without reset"'
    with pytest.raises(ConfigError, match="take `without reset` out"):
        open_desk(settings(tmp_path, **tomllib.loads(faulty)))
    path = tmp_path / "referee.toml"
    path.write_text(f"{config_text(1, 2)}\n{faulty}\n", encoding="utf-8")

    async def first() -> str:
        async for finding in findings(path, 1):
            assert not finding.ok
            return finding.said
        return ""

    assert "take `without reset` out" in asyncio.run(first())


def test_the_formats_of_the_documents_are_formats(tmp_path: Path) -> None:
    (example,) = blocks(PAGE, "toml")
    found = built(tmp_path, example)
    winter, opened = found["winter"], found["winter-open"]
    assert (winter.stages[0].every, winter.bank) == (timedelta(days=14), timedelta(days=10))
    assert (winter.rating, opened.rating) == (FSU.rating, None)
    assert {field.name for field in fields(Format) if getattr(winter, field.name) != getattr(opened, field.name)} == {
        "name",
        "rating",
        "divisions",
        "late_entries",
    }
    template = (Path(__file__).parents[3] / "templates" / "referee.toml").read_text("utf-8")
    shown = template.partition("#     [tournaments.winter]")
    assert built(tmp_path, "".join(shown[1:]).replace("#     ", ""))["winter"].most == 12


def test_every_setting_of_a_format_is_documented_and_no_other() -> None:
    assert {key for row in rows(PAGE) for key in SPAN.findall(row[0])} == set(CONFIGURED)
