"""`referee init`: writes the configuration with a comment on every key, and creates the database. Overwrites nothing.

What it needs to know is one table, FORM (`init_form.py`): each line is an option, and a question if the answer has no
default.
"""

import inspect
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.commands.init_form import FORM, Answers, Question
from referee.commands.options import ConfigOption
from referee.config import SECRETS, ConfigError, Settings, load_settings
from referee.resources import templates_folder
from referee.running import logs
from referee.running.opening import open_database


def _with_form(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command one option for each question; typer reads them from its signature."""
    own = [p for p in inspect.signature(command).parameters.values() if p.kind is not p.VAR_KEYWORD]
    options = [
        inspect.Parameter(
            question.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[question.kind | None, typer.Option(question.option, help=question.help)],
        )
        for question in FORM
    ]
    command.__signature__ = inspect.Signature([*own, *options])  # type: ignore[attr-defined]
    return command


@_with_form
def init(config: ConfigOption = None, **given: Any) -> None:
    """Write the file, unless it exists; ask for what is missing. `given`: the answer of each option in FORM."""
    logs.set_up(quiet=True)
    path = config or Path(os.environ.get("REFEREE_CONFIG", "referee.toml"))
    if path.exists():
        open_database(load_settings(path, mail=False)).close()
        print(f"{path} was left as it is; the database is up to date")
        return
    settings = write_config(config_text(_asked(given)), path)
    open_database(settings).close()
    print(f"wrote {path} and made the database; next: referee check --config {path}")


def _asked(given: Answers) -> Answers:
    """Ask for all answers: those given, and those of the person at the terminal. Raises ConfigError if nobody is
    there."""
    answers = dict(given)
    for question in FORM:
        answered = question.answered(answers[question.name]) or question.key in _in_environment()
        if question.asked and not answered and question.when(given, answers):
            answers[question.name] = _ask(question, question.asked)
    return answers


def _in_environment() -> set[str]:
    """Return the keys that need not be in the file."""
    return {f"{section}.{key}" for (section, key), variable in SECRETS.items() if os.environ.get(variable)}


def _ask(question: Question, words: str) -> object:
    try:
        none = "" if question.may_be_empty or question.may_be_open else None
        # only a terminal shows what is typed
        hidden = question.name.endswith("password") and sys.stdin.isatty()
        chosen = _one_of(question.choices) if question.choices else None
        answer = str(typer.prompt(words, default=none, hide_input=hidden, value_proc=chosen, show_default=False))
    except typer.Abort:
        give = " or ".join((question.option, *question.instead))
        raise ConfigError(f"nothing was written: give {give}, or answer at a terminal") from None
    return answer.strip() if question.kind is str else [part.strip() for part in answer.split(",")]


def _one_of(choices: tuple[str, ...]) -> Callable[[str], str]:
    """Make the judge of a person's answer; they are asked again if it is none of these."""

    def chosen(answer: str) -> str:
        if answer.strip() not in choices:
            raise typer.BadParameter(f"answer {' or '.join(filter(None, choices))}, or nothing")
        return answer

    return chosen


def config_text(answers: Answers) -> str:
    """Fill the answers into the packaged file. A key that is a comment there and has no answer stays a comment."""
    values = {question.key: _value(question, answers) for question in FORM}
    lines = (templates_folder() / "referee.toml").read_text(encoding="utf-8").splitlines()
    section, out = "", []
    for line in lines:
        section = line.strip("[]") if line.startswith("[") else section
        key, equals, _ = line.removeprefix("# ").partition(" = ")
        value = values.get(f"{section}.{key}") if equals else None
        # an empty value switches off what is on; a comment is off already
        wanted = value is not None and (value != "" or not line.startswith("#"))
        out.append(f"{key} = {_toml(value)}" if wanted else line)
    return "\n".join(out) + "\n"


def _value(question: Question, answers: Answers) -> object:
    answer = answers[question.name]
    return answer if question.answered(answer) else question.default(answers)


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_toml(v) for v in value)}]"
    if isinstance(value, int):
        return str(value)
    # what JSON escapes, and how, is valid in TOML's basic strings
    return json.dumps(str(value), ensure_ascii=False)


def write_config(text: str, path: Path) -> Settings:
    """Write `path`, readable only by its owner, and read it back. On ConfigError it leaves no file of ours behind."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as e:
        raise ConfigError(f"cannot write {path}: {e.strerror}") from None
    try:
        return load_settings(path, mail=False)
    except ConfigError:
        path.unlink()
        raise
