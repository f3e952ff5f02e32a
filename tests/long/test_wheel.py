"""The wheel is whole: it has the files that are not Python, and an installed referee needs nothing of the checkout."""

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

TOP = Path(__file__).parent.parent.parent
SECONDS = 600

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the project as a wheel, built as pip builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", str(folder), str(TOP)]
    subprocess.run(build, check=True, timeout=SECONDS)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def referee(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the installed program, in an environment that has the wheel and, lent by this one, what it depends on."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", str(wheel)],
        check=True,
        timeout=SECONDS,
    )
    # a path file's own path files are not followed, so that an editable checkout stays out of sight
    (Path(paths["purelib"]) / "lent.pth").write_text(sysconfig.get_paths()["purelib"])
    return folder / "bin" / "referee"


def run(referee: Path, *arguments: str, folder: Path, code: int = 0) -> str:
    """Run a command that ends with `code`, in a folder with an empty home and a bare environment; return its output."""
    bare = {"PATH": os.environ["PATH"], "HOME": str(folder), "TMPDIR": str(folder), "COLUMNS": "200"}
    done = subprocess.run(
        [str(referee), *arguments], cwd=folder, env=bare, timeout=SECONDS, check=False, capture_output=True, text=True
    )
    assert done.returncode == code, done.stderr
    return done.stdout


def test_templates_and_migrations_are_packed(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    for folder in ("templates", "migrations"):
        files = [path for path in (TOP / folder).rglob("*") if path.is_file() and path.suffix != ".pyc"]
        assert files
        assert {f"referee/{path.relative_to(TOP)}" for path in files} <= names
    assert "referee/confusables.txt" in names
    assert not [name for name in names if name.startswith(("tests/", "docs/", "benchmarks/"))]


def test_the_licence_is_packed(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        text = archive.read(metadata).decode("utf-8")
        assert [name for name in archive.namelist() if name.endswith("licenses/LICENSE")]
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    assert re.search(r"^License-Expression: (.+)$", text, re.MULTILINE)[1] == project["license"]  # type: ignore[index]


def test_the_installed_program_is_the_wheels(referee: Path, tmp_path: Path) -> None:
    assert run(referee, "--version", folder=tmp_path).startswith("referee ")
    told = subprocess.run(
        [str(referee.with_name("python")), "-c", "import referee; print(referee.__file__)"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(told.stdout.strip()).is_relative_to(referee.parent.parent)


def test_an_installed_referee_writes_its_configuration(referee: Path, tmp_path: Path) -> None:
    flags = ["--address", "referee@example.org", "--gamesmaster", "gm@example.org", "--imap-password", "x"]
    run(referee, "init", *flags, "--imap-host", "imap.example.org", "--smtp-host", "smtp.example.org", folder=tmp_path)
    assert (tmp_path / "data" / "referee.db").exists()
    assert "Mailbox last read: never" in run(referee, "status", folder=tmp_path, code=1)


def test_an_installed_referee_plays_a_whole_game(referee: Path, tmp_path: Path) -> None:
    told = run(referee, "demo", "--keep", str(tmp_path / "kept"), folder=tmp_path)
    assert re.search(r"The game ended after \d+ rounds\. .+ won by score", told)
    assert list((tmp_path / "kept" / "mails").glob("*.eml"))
