"""Help as people read it at a terminal, and the questions of `init`, which fit the file that they fill."""

import re
import shlex
import subprocess
import sys
import tomllib
from typing import Any

import pytest
from typer.testing import CliRunner

from referee.commands.app import COMMANDS, app, command, main
from referee.commands.errors import PROGRAM
from referee.commands.init import config_text

LONGEST = 60
TYPES = re.compile(r"<|\[default|\[required|\b(?:TEXT|INTEGER|PATH|FLOAT|STR|INT|DIR)\b|\bx[<>]=")


def shown(*words: str, columns: int = 80) -> list[str]:
    """Return the lines of help at a terminal of so many columns."""
    # typer leaves two columns free, down to fifty
    ran = CliRunner().invoke(app, words, prog_name=PROGRAM, terminal_width=max(columns - 2, 50))
    assert ran.exit_code == 0, ran.output
    return ran.output.splitlines()


def listed(lines: list[str]) -> list[tuple[str, str]]:
    """Return what is listed, and the help beside it: each must be one line."""
    return re.findall(r"^  (\S.*?)  +(\S.*)$", "\n".join(lines), re.MULTILINE)


def test_the_help_names_both_games() -> None:
    assert "A referee for Spades and dominoes, played by e-mail." in [line.strip() for line in shown("-h")]


def test_each_command_is_one_whole_line_of_the_list() -> None:
    lines = listed(shown("-h"))
    for name, text in COMMANDS.items():
        first = text.partition(". ")[0].rstrip(".")
        assert len(first) <= LONGEST and (name, first) in lines


@pytest.mark.parametrize("name", COMMANDS)
def test_each_argument_and_option_is_one_whole_line(name: str) -> None:
    lines = listed(shown(name, "-h"))
    parameters: list[Any] = command(name).params
    for one in parameters:
        called = one.opts[-1] if one.param_type_name == "option" else one.metavar
        (line,) = [line for line in lines if line[0].split()[0] == called]
        assert line[1] == one.help and len(one.help) <= LONGEST
    assert ("-h, --help", "Show this message and exit.") in lines
    assert len(lines) == len(parameters) + 1


@pytest.mark.parametrize("name", COMMANDS)
def test_help_names_no_types(name: str) -> None:
    text = "\n".join(shown(name, "--help"))
    assert not TYPES.search(text), text
    assert text.startswith(f"Usage: referee {name} [OPTIONS]") and "{" not in text


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_fifty_columns(name: str) -> None:
    lines = shown(*filter(None, [name]), "-h", columns=50)
    assert max(map(len, lines)) <= 50
    wide, narrow = (" ".join(" ".join(each).split()) for each in (shown(*filter(None, [name]), "-h"), lines))
    assert narrow.replace(" ", "") == wide.replace(" ", ""), "nothing is cut"


def test_a_shell_completes_commands_and_options() -> None:
    def completed(words: str) -> list[str]:
        env = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
        run = [sys.executable, "-m", "referee"]
        return subprocess.run(run, env=env, capture_output=True, text=True, check=True).stdout.split()

    assert completed("referee st") == ["status"]
    assert completed("referee status --") == ["--config", "--json", "--check", "--help"]
    # typer looks for the shell that called it
    line = f"{shlex.quote(sys.executable)} -m referee --show-completion; true"
    script = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True).stdout
    assert "complete -o default -F _referee_completion referee" in script


def test_a_command_typed_wrong_gets_a_hint(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["referee", "stauts"])
    with pytest.raises(SystemExit) as end:
        main()
    hint = "referee: No such command 'stauts'. Did you mean 'status'? `referee --help` lists the commands\n"
    assert (end.value.code, capsys.readouterr().err) == (2, hint)


def test_every_answer_fills_its_own_key() -> None:
    keys = ("referee.address", "imap.host", "imap.username", "smtp.host", "smtp.username", "smtp.password")
    answers = {key: f"answer {number}" for number, key in enumerate(keys)}
    written = tomllib.loads(config_text(answers))
    for place, answer in answers.items():
        section, key = place.split(".")
        assert written[section][key] == answer, place


def test_the_form_without_answers_writes_no_empty_value() -> None:
    written = tomllib.loads(config_text({}))
    assert "" not in {value for table in written.values() for value in table.values() if isinstance(value, str)}
