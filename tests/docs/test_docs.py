"""The documents name everything that exists, and nothing that does not: commands, settings, headers, links."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import referee
from referee.asking.command_table import COMMANDS
from referee.commands import app as program
from referee.config import SECRETS, Settings, model_of, settings_from
from referee.desk.alarm import Cause
from referee.desk.sender.identify import LeftAlone
from referee.desk.sender.proofs import PROOFS
from referee.post.proof.results import trusted_results
from referee.spades.rulesheet import PARAMETERS
from referee.spades.sheets import SHEETS
from referee.telling import letter_headers
from referee.telling.kinds import KINDS
from referee.telling.notices import Answer
from referee.telling.tournaments.notices import AboutFormat, TournamentLetter
from tests.docs.pages import (
    DOCS,
    LINK,
    PAGES,
    SPAN,
    TOP,
    anchors,
    blocks,
    everything,
    named,
    page,
    rows,
    section,
    spans,
)
from tests.talk import settings as plain_settings

OPERATIONS = page("operations.md")
SOURCES = ("referee", "templates", "migrations", "tests", "benchmarks", "docs")
FOREIGN = re.compile(
    r"/[w]ork/|/[f]arm/|bash_[j]obs|\.\./[s]hared|pypi\.[o]rg|python[h]osted|docker\.[i]o|(?:ghcr|quay)\.[i]o"
)
"""Paths of one machine, and hosts of registries, written so that this line does not match."""


def commands() -> dict[str, Any]:
    """Return the program's commands by name."""
    return {name: program.command(name) for name in program.COMMANDS}


def test_readme_opens_with_the_demo_and_the_tests() -> None:
    demo, tests = blocks(page("README.md"), "sh")[:2]
    for block in (demo, tests):
        subprocess.run(["bash", "-n"], input=block, text=True, check=True)
        assert block.startswith("python3 -m venv .venv && .venv/bin/pip install ")
        assert "-c requirements.lock" in block
    assert demo.endswith(" '.[demo]' && .venv/bin/referee demo\n")
    assert tests.endswith(" -e '.[test]' && .venv/bin/pytest -n 3\n")


@pytest.mark.parametrize("block", [block for path in PAGES for block in blocks(path.read_text("utf-8"), "sh")])
def test_shell_blocks_parse(block: str) -> None:
    subprocess.run(["bash", "-n"], input=block, text=True, check=True)


def test_every_command_of_the_program_is_documented_and_no_other() -> None:
    told = {found for span in spans(everything()) for found in re.findall(r"^referee ([a-z][a-z-]*)", span)}
    assert told == set(commands())


def test_every_option_but_those_of_init_and_demo_is_documented() -> None:
    told = " ".join(spans(everything()) + blocks(everything(), "sh"))
    for name, command in commands().items():
        for option in (o for parameter in command.params for o in parameter.opts if o.startswith("--")):
            if name not in ("init", "demo"):
                assert re.search(rf"{option}\b", told), f"referee {name} {option} stands in no document"


def test_flags_in_examples_exist() -> None:
    for block in (block for path in PAGES for block in blocks(path.read_text("utf-8"), "sh")):
        for line in block.replace("\\\n", " ").splitlines():
            for name, rest in re.findall(r"referee ([a-z][a-z-]*)((?: +\S+)*)", line.split("#")[0]):
                if name in commands():
                    known = {o for parameter in commands()[name].params for o in parameter.opts} | {"--help"}
                    assert set(re.findall(r"(?<=\s)--[a-z-]+", rest.split("&&")[0])) <= known, line


def test_every_mail_command_has_an_example_that_reads() -> None:
    text = everything()
    shown = [*spans(text), *(line.strip() for line in text.splitlines() if line.startswith("    "))]
    for row in COMMANDS:
        assert any(row.pattern.fullmatch(example) for example in shown), f"no page shows `{row.usage}`"


def test_every_sheet_and_parameter_is_documented() -> None:
    told = section(page("rules.md"), "Rule sheets")
    assert set(SHEETS) <= set(spans(told))
    assert [spans(row[0])[0] for row in rows(section(told, "What each parameter means"))] == list(PARAMETERS)


def settings() -> Iterator[tuple[str, str, Any]]:
    """Yield section, key and default of every setting."""
    for name, field in Settings.model_fields.items():
        if name in ("sheets", "tournaments"):
            continue  # their tables have the names and values that an operator gives them
        for key, inner in model_of(field.annotation).model_fields.items():
            yield name, key, inner.default


NEEDED = {"address", "gamesmasters", "host", "username"}
"""The keys that have no default, or none that serves as one: whoever logs in has a name."""


def test_the_written_configuration_holds_every_setting_with_its_default() -> None:
    template = (TOP / "templates" / "referee.toml").read_text("utf-8")
    written = tomllib.loads(re.sub(r"^# (?=\w+ = )", "", template, flags=re.MULTILINE))
    assert {(name, key) for name, table in written.items() for key in table} == {(n, k) for n, k, _ in settings()}
    plain = tomllib.loads(template)
    read = settings_from(plain, Path("/"), mail=False)
    for name, key, default in settings():
        if key in plain[name] and key not in NEEDED:
            said = getattr(getattr(read, name), key)
            assert said == default or said == Path("/") / str(default), f"{name}.{key}"
    for (_, key), variable in SECRETS.items():
        assert {f"{key}_file", variable} <= set(spans(section(OPERATIONS, "Configuration")))


def test_every_header_and_event_is_documented_and_no_other() -> None:
    source = Path(str(letter_headers.__file__)).read_text("utf-8")
    told = page("robots.md")
    assert named(section(told, "Headers")) == set(re.findall(r'"(Spades-[A-Z][A-Za-z-]+)"', source))
    events = {kind.header for kind in KINDS.values() if kind.header} | {
        event
        for kind in (*Answer.__subclasses__(), *TournamentLetter.__subclasses__(), *AboutFormat.__subclasses__())
        for event in (kind.event if isinstance(kind.event, str) else "reply,standings,pairing").split(",")
    }
    assert named(section(told, "Events")) == events | {"deal", "turn", "reminder", "receipt"}


def test_every_cause_of_an_alarm_is_documented_and_no_other() -> None:
    told = {name for row in rows(section(OPERATIONS, "Alarms")) for name in SPAN.findall(row[0])}
    assert told == {str(cause) for cause in Cause}


def test_every_proof_is_documented_and_no_other() -> None:
    assert named(page("proofs.md")) == {proof.name for proof in PROOFS}


def test_the_examples_of_proofs_are_believed_and_read(tmp_path: Path) -> None:
    told = page("proofs.md")
    (line,) = blocks(section(told, "A trusted server"), "text")
    received = b"Received: from out.club.test by mx.example.org with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000\r\n"
    mail = line.strip().encode() + b"\r\n" + received + b"From: ann@club.test\r\n\r\nplay QS\r\n"
    assert trusted_results(mail, "ann@club.test", ["mx.example.org"]).signed
    assert not trusted_results(mail, "ann@elsewhere.test", ["mx.example.org"]).aligned
    lists = tomllib.loads(blocks(section(told, "Lists"), "toml")[0])
    assert plain_settings(tmp_path, **lists).auth.trusted_lists == lists["auth"]["trusted_lists"]


def test_every_reason_to_leave_mail_alone_is_documented() -> None:
    assert {f"ignored/{why}" for why in LeftAlone} <= set(spans(section(OPERATIONS, "The log")))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in LINK.findall(path.read_text("utf-8")):
        name, _, fragment = link.partition("#")
        target = path.parent / name if name else path
        assert target.exists(), link
        if fragment:
            assert fragment in anchors(target.read_text("utf-8")), link


def test_files_that_are_named_exist() -> None:
    text = "\n".join(line for line in everything().splitlines() if "| to come: " not in line)
    folders = "|".join(SOURCES)
    files = [span for span in spans(text) if re.fullmatch(rf"(?:{folders})/[\w./-]*", span)]
    assert len(files) > 100
    assert [name for name in files if not (TOP / name).exists()] == []


def test_every_page_is_linked_from_the_readme() -> None:
    assert {f"docs/{path.name}" for path in DOCS.glob("*.md")} <= set(LINK.findall(page("README.md")))


def test_nothing_names_one_machine_or_a_registry() -> None:
    written = [path for folder in SOURCES for path in (TOP / folder).rglob("*") if path.is_file()]
    written += [path for path in TOP.iterdir() if path.is_file() and not path.name.startswith(".")]
    for path in written:
        if path.suffix != ".pyc":
            assert not FOREIGN.search(path.read_text("utf-8", errors="replace")), path


def test_versions_agree() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == referee.__version__
    assert re.search(r"^## (\S+)", page("changes.md"), re.MULTILINE)[1] == referee.__version__  # type: ignore[index]


def test_the_licence_is_one_and_the_same() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["license"] == "GPL-3.0-or-later" and project["license-files"] == ["LICENSE"]
    assert "GNU GENERAL PUBLIC LICENSE\n                       Version 3" in (TOP / "LICENSE").read_text("utf-8")
    assert "GPL-3.0-or-later" in section(page("README.md"), "Licence")


def test_the_lock_pins_every_requirement_within_its_bounds() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    lines = (TOP / "requirements.lock").read_text("utf-8").split()
    pinned = {name.lower().replace("_", "-"): version for name, _, version in (line.partition("==") for line in lines)}
    assert all(pinned.values())
    for text in chain(project["dependencies"], *project["optional-dependencies"].values()):
        wanted = Requirement(text)
        if wanted.name == project["name"]:
            continue
        assert wanted.specifier.contains(pinned[wanted.name.lower()]), text


def test_the_unit_runs_the_daemon() -> None:
    unit = (DOCS / "referee.service").read_text("utf-8")
    command = re.search(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    assert command and command[1].split()[1] == "run" and "run" in commands()
    for setting in ("ProtectSystem=strict", "NoNewPrivileges=yes", "Restart=always", "StateDirectory=referee"):
        assert f"\n{setting}\n" in unit
    passwords = re.search(r"^EnvironmentFile=-(\S+)$", unit, re.MULTILINE)
    told = section(OPERATIONS, "Under systemd")
    assert passwords and passwords[1] in spans(told)
    assert {f"{variable}='…'" for variable in ("REFEREE_IMAP_PASSWORD", "REFEREE_SMTP_PASSWORD")} <= set(spans(told))


def test_the_units_speak_with_systemd_and_differ_only_in_their_names() -> None:
    unit, template = (
        (DOCS / name).read_text("utf-8").split("[Unit]")[1] for name in ("referee.service", "referee@.service")
    )
    for setting in ("Type=notify", "NotifyAccess=main", "WatchdogSec=180", "TimeoutStartSec=infinity"):
        assert f"\n{setting}\n" in unit
    # it comes back after whatever ended it, however often, and after a reboot
    back = ("StartLimitIntervalSec=0", "MemoryMax=1G", "TasksMax=256", "ExecReload=/bin/kill -HUP $MAINPID")
    for setting in (*back, "WantedBy=multi-user.target"):
        assert f"\n{setting}\n" in f"{unit}\n"
    named = template.replace(" (%i)", "").replace("/%i.passwords", "/passwords").replace("/%i.toml", "/referee.toml")
    assert named.replace("referee/%i", "referee") == unit
    assert "`WatchdogSec`" in section(OPERATIONS, "Under systemd")


def test_the_ways_to_log_in_are_documented_as_they_are_read(tmp_path: Path) -> None:
    told = section(OPERATIONS, "Logging in without a password")
    examples = [tomllib.loads(block) for block in blocks(told, "toml")]
    referee_ = {"address": "referee@example.org", "gamesmasters": ["gm@example.org"]}
    read = settings_from({"referee": referee_, **examples[1]}, tmp_path)
    assert read.mailbox.tokens == read.smtp.tokens and read.smtp.auth == "xoauth2"
    assert set(examples[0]["imap"]) == {"password_command"}
    copies = tomllib.loads(blocks(section(OPERATIONS, "Backup and restore"), "toml")[0])
    assert settings_from({"referee": referee_, **examples[1], **copies}, tmp_path).backup.keep == 7


def test_the_container_is_built_from_files_that_exist() -> None:
    text = (DOCS / "Containerfile").read_text("utf-8")
    copied = [name for line in re.findall(r"^COPY (?!--)(.+) \S+$", text, re.MULTILINE) for name in line.split()]
    assert {"pyproject.toml", "requirements.lock", "referee", "templates", "migrations"} <= set(copied)
    assert 'CMD ["referee", "status", "--check"]' in text and "\nHEALTHCHECK " in text
    assert [name for name in copied if not (TOP / name).exists()] == []


def test_documented_modules_import() -> None:
    for span in set(spans(everything())):
        if re.fullmatch(r"referee/[\w/]+\.py", span):
            import_module(span.removesuffix(".py").replace("/", "."))
