"""How the program is put together: what it imports, and that the questions of `init` fit the file that they fill."""

import subprocess
import sys
import tomllib

import pytest

from referee.commands.init import config_text
from referee.commands.init_form import FORM


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("verify", "--help")], ids=" ".join)
def test_help_waits_for_no_database_and_no_settings(words: tuple[str, ...]) -> None:
    """`--help` takes as long as its imports, and most of that would be SQLAlchemy and the settings."""
    program = (
        "import sys\nfrom referee.commands.app import main\ntry:\n    main()\nfinally:\n"
        "    print({'sqlalchemy', 'referee.config'} & {*sys.modules}, file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    assert ran.stdout and ran.stderr == "set()\n"


def test_every_question_of_the_form_fills_its_own_key() -> None:
    answers = {
        question.name: {int: number, str: f"answer {number}"}.get(question.kind, [f"answer {number}"])
        for number, question in enumerate(FORM)
    }
    written = tomllib.loads(config_text(answers))
    for question in FORM:
        section, key = question.key.split(".")
        assert written[section][key] == answers[question.name], question.option


def test_the_form_without_answers_writes_no_empty_value() -> None:
    written = tomllib.loads(config_text({question.name: None for question in FORM}))
    assert "" not in {value for table in written.values() for value in table.values() if isinstance(value, str)}
