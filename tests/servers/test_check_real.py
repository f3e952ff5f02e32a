"""`referee check` as a process, against Dovecot and Postfix: every line, what makes it fail, and the remedy that it
names."""

import base64
import json
import os
import re
import secrets as chance
import shutil
import smtplib
import sqlite3
import ssl
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from referee.config import load_settings
from referee.running.opening import open_database
from referee.store.backend import only_one
from tests.servers.servers import MailStack, free_port, missing

pytestmark = pytest.mark.servers

ROOT = Path(__file__).parent.parent.parent
ME, ANN = "referee@example.test", "ann@example.test"
PASSWORD, WRONG, ANNS = 'Open "sesame" \\ 7', 'Shut "sesame" \\ 8', "ann's-own-9"
LINES = (
    "configuration",
    "templates",
    "database",
    "files",
    "modes",
    "proofs",
    "mailbox",
    "IDLE",
    "sending",
    "From",
    "own address",
    "subaddress",
    "moving",
    "results",
    "forged results",
    "clock",
)
LINE = re.compile(r"(ok  |note|FAIL|-   ) ([A-Za-z ]+): (\S.*)")
BACK = {"moving", "results", "forged results", "clock"}
"""The lines that cannot be tried unless mail comes back."""
READ = {"IDLE", "own address", "subaddress", *BACK}
"""The lines that cannot be tried without the mailbox."""
SENT = {"From", "own address", "subaddress", *BACK}
"""The lines that cannot be tried unless mail is taken."""
NO_SUBADDRESS = 'set smtp.subaddress = ""'
AHEAD = """
import datetime, referee.commands.app
class Ahead(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + datetime.timedelta(minutes=6)
import referee.clock
referee.clock.datetime = Ahead
referee.commands.app.main()
"""
"""The program on a machine whose clock is six minutes fast."""


@dataclass(frozen=True)
class Ran:
    """The end of one check: the lines by name, each its mark and its words."""

    code: int
    marks: dict[str, str]
    said: dict[str, str]

    def all_well(self, *noted: str) -> None:
        """Check that every line holds, those of these names with a note."""
        assert self.code == 0, self
        assert self.marks == {name: "note" if name in noted else "ok" for name in LINES}, self

    def failed(
        self, remedies: dict[str, str], untried: set[str] | None = None, *, noted: set[str] | None = None
    ) -> None:
        """Check that these lines failed, each with its remedy, that the `untried` lines say so, and that the rest are
        good."""
        assert self.code == 1, self
        untried = untried or set()
        marks = dict.fromkeys(remedies, "FAIL") | dict.fromkeys(untried, "-") | dict.fromkeys(noted or (), "note")
        assert self.marks == dict.fromkeys(LINES, "ok") | marks, self
        for name, remedy in remedies.items():
            assert remedy in self.said[name], self
        for name in untried:
            assert "not tried" in self.said[name], self


class Bench:
    """One scratch folder with a configuration, and the program run on it."""

    def __init__(self, stack: MailStack, folder: Path) -> None:
        self.stack, self.folder, self.path = stack, folder, folder / "referee.toml"
        self.write()

    def write(self, **changed: object) -> None:
        """Write a configuration under which all is well, except for what is `changed`: `imap_port=…`, None to leave it
        out."""
        stack = self.stack
        common = {"host": stack.host, "ca_file": str(stack.ca_file), "username": ME, "password": PASSWORD}
        tables: dict[str, dict[str, Any]] = {
            "referee": {"address": ME, "gamesmasters": [ANN], "list": "list@example.test", "list_mode": "external"},
            "imap": {**common, "port": stack.imap_port, "tls": "starttls", "timeout_seconds": 5},
            "smtp": {**common, "port": stack.smtp_port, "tls": "starttls", "timeout_seconds": 5},
            **{name: {} for name in ("database", "game", "auth")},
        }
        for key, value in changed.items():
            section, _, name = key.partition("_")
            tables[section][name] = value
        self.path.write_text(
            "\n".join(
                line
                for section, table in tables.items()
                for line in (f"[{section}]", *(f"{k} = {json.dumps(v)}" for k, v in table.items() if v is not None))
            )
        )
        self.path.chmod(0o600)

    def check(self, *, wait: int = 20, program: tuple[str, ...] = ("-m", "referee"), **more: str) -> Ran:
        """Run it; `wait` is how long a mail may be on its way, in seconds, `more` goes into the environment."""
        plain = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
        ran = subprocess.run(
            [sys.executable, *program, "check", "--config", str(self.path), "--wait", str(wait)],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env=plain | more,
        )
        assert ran.stderr == "", ran.stderr
        assert "Traceback" not in ran.stdout
        assert not [secret for secret in secrets() if secret in ran.stdout], ran.stdout
        found = [LINE.fullmatch(line) for line in ran.stdout.splitlines()]
        lines = [(one[2], one[1].strip(), one[3]) for one in found if one is not None]
        assert len(lines) == len(found) == len({name for name, _, _ in lines}), ran.stdout
        return Ran(ran.returncode, {name: mark for name, mark, _ in lines}, {name: said for name, _, said in lines})

    def database(self) -> Path:
        """Return a new database, as the program makes it."""
        with closing(open_database(load_settings(self.path))) as store:
            return store.file

    def template(self, name: str, text: str) -> None:
        """Write the operator's own template of that name."""
        folder = self.folder / "own"
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)

    def lying_in(self, folder: str) -> list[str]:
        """Return the mails in one folder of the referee's mailbox: `""` for the inbox."""
        files = (self.stack.base / "home" / ME / "Maildir" / folder).glob("[cn][ue][rw]/*")
        return [file.read_text() for file in files]


def secrets() -> Iterator[str]:
    """Yield every form in which a password might appear."""
    for password in (PASSWORD, WRONG, ANNS):
        yield from (password, json.dumps(password)[1:-1])
        for user in (ME, ANN):
            for whole in (password, f"\0{user}\0{password}"):
                yield base64.b64encode(whole.encode()).decode()


@pytest.fixture(scope="module")
def stack() -> Iterator[MailStack]:
    if why := missing():
        pytest.skip(why)
    with MailStack({ME: PASSWORD, ANN: ANNS}, log_in=True) as running:
        yield running


@pytest.fixture
def bench(stack: MailStack, tmp_path: Path) -> Bench:
    return Bench(stack, tmp_path)


@contextmanager
def postfix(stack: MailStack, **changed: object) -> Iterator[None]:
    """Change what Postfix does until the end of the block; the next test finds it as it was."""
    before = {name: getattr(stack, name) for name in changed}
    restart(stack, changed)
    try:
        yield
    except BaseException:
        print(stack.log())
        raise
    finally:
        restart(stack, before)


def restart(stack: MailStack, options: dict[str, Any]) -> None:
    stack.stop_smtp()
    for name, value in options.items():
        setattr(stack, name, value)
    stack.start_smtp()


def test_all_is_well_under_implicit_tls(bench: Bench) -> None:
    bench.write(
        imap_tls="implicit", imap_port=bench.stack.imaps_port, smtp_tls="implicit", smtp_port=bench.stack.smtps_port
    )
    bench.stack.deliver(ME, b"Subject: from somebody\r\n\r\nplay QS, says somebody\r\n")
    handled = len(bench.lying_in(".Referee.Handled"))
    bench.check().all_well()
    lying = bench.lying_in("")
    assert sum("says somebody" in mail for mail in lying) == 1
    assert not any("probe" in mail for mail in lying)
    assert len(bench.lying_in(".Referee.Handled")) == handled + 2
    with closing(sqlite3.connect(bench.folder / "data" / "referee.db")) as database:
        for table in ("games", "inbox", "outbox"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_all_is_well_under_starttls_with_passwords_from_elsewhere(bench: Bench) -> None:
    (bench.folder / "secret").write_text(f"{PASSWORD}\n")
    (bench.folder / "secret").chmod(0o600)
    bench.write(imap_password=None, imap_password_file="secret", smtp_password=WRONG)
    bench.check(REFEREE_SMTP_PASSWORD=PASSWORD).all_well()


# what the machine itself holds


def test_a_clock_that_is_wrong(bench: Bench) -> None:
    bench.check(program=("-c", AHEAD)).failed({"clock": "set the clock by NTP"})


# how the servers are reached


def test_the_mailboxs_password_is_wrong(bench: Bench) -> None:
    bench.write(imap_password=WRONG)
    bench.check().failed({"mailbox": "check imap.username and imap.password"}, READ)


def test_the_password_for_sending_is_wrong(bench: Bench) -> None:
    bench.write(smtp_password=WRONG)
    bench.check().failed({"sending": "check smtp.username and smtp.password"}, SENT)


def test_servers_that_cannot_be_reached(bench: Bench) -> None:
    nobody = free_port()
    bench.write(imap_host="nowhere.invalid", smtp_port=nobody)
    ran = bench.check()
    ran.failed({"mailbox": "check imap.host, imap.port", "sending": "check smtp.host, smtp.port"}, READ | SENT)
    assert "nowhere.invalid" in ran.said["mailbox"] and f":{nobody}" in ran.said["sending"]


def test_an_authority_that_nobody_trusts(bench: Bench) -> None:
    bench.write(imap_ca_file=None, smtp_ca_file=None)
    ran = bench.check()
    ran.failed({"mailbox": "or imap.ca_file to its", "sending": "or smtp.ca_file to its"}, READ | SENT)
    assert all("certificate is not trusted" in ran.said[name] for name in ("mailbox", "sending"))


@pytest.mark.parametrize(("key", "folder"), [("folder", "Nowhere"), ("processed_folder", "Referee//Handled")])
def test_a_folder_that_is_missing_or_cannot_be_made(bench: Bench, key: str, folder: str) -> None:
    bench.write(**{f"imap_{key}": folder})
    bench.check().failed({"mailbox": f"set imap.{key} to one that this user may"}, READ)


def test_many_things_are_wrong_at_once(bench: Bench) -> None:
    bench.template("game.txt", "one\n{% nobody %}\n")
    bench.write(referee_templates="own", imap_password=WRONG, smtp_ca_file=None)
    with only_one(bench.database()):
        ran = bench.check()
    remedies = {
        "templates": "correct that line, or remove the file",
        "database": "stop that one first",
        "mailbox": "imap.password",
        "sending": "smtp.ca_file",
    }
    ran.failed(remedies, READ | SENT)
    assert f"{bench.folder}/own/game.txt, line 2: Encountered unknown tag 'nobody';" in ran.said["templates"]


# who may send as whom


def test_a_log_in_that_may_not_send_as_the_referee(bench: Bench) -> None:
    bench.write(smtp_username=ANN, smtp_password=ANNS)
    with postfix(bench.stack, own_sender=True):
        ran = bench.check()
        ran.failed({"From": "set smtp.username to its own"}, SENT - {"From"})
        assert "not owned by user" in ran.said["From"]


def test_a_server_that_wants_a_log_in_and_gets_none(bench: Bench) -> None:
    bench.write(smtp_username=None, smtp_password=None)
    bench.check().failed({"From": "smtp.username"}, SENT - {"From"})


def test_a_from_that_is_refused_with_the_letter(bench: Bench) -> None:
    with postfix(bench.stack, checks=("/^From: referee@/ REJECT 5.7.1 You may not send as this one",)):
        ran = bench.check()
    ran.failed({"From": "let this log-in send as the referee's address"}, SENT - {"From"})
    assert "You may not send as this one" in ran.said["From"]


def test_a_from_that_is_replaced(bench: Bench) -> None:
    with postfix(bench.stack, checks=(f"/^From: referee@/ REPLACE From: {ANN}",)):
        ran = bench.check()
    remedy = "let this log-in send as the referee's address"
    ran.failed({"own address": remedy, "subaddress": remedy})


# what becomes of mail to itself


def test_subaddresses_are_refused(bench: Bench) -> None:
    with postfix(bench.stack, subaddresses=False):
        ran = bench.check()
    ran.failed({"subaddress": NO_SUBADDRESS})


def test_subaddresses_may_not_be_sent_from(bench: Bench) -> None:
    with postfix(bench.stack, subaddresses=False, own_sender=True):
        bench.check().failed({"From": NO_SUBADDRESS}, SENT - {"From"})
        bench.write(smtp_subaddress="")
        bench.check().all_well()


def test_mail_to_subaddresses_goes_astray(bench: Bench) -> None:
    with postfix(bench.stack, subaddresses=False, aliases={ME: (ME,), "@example.test": (ANN,)}):
        bench.check(wait=1).failed({"subaddress": NO_SUBADDRESS})


def test_mail_to_itself_never_comes(bench: Bench) -> None:
    with postfix(bench.stack, aliases={ME: (ANN,)}):
        began = time.monotonic()
        ran = bench.check(wait=1)
        took = time.monotonic() - began
    remedy = "did not come back within 1 s; look into the mailbox's other folders"
    ran.failed({"own address": remedy, "subaddress": remedy}, BACK - {"forged results"})
    assert 1 <= took < 60


def test_mail_that_is_changed_on_its_way(bench: Bench) -> None:
    another_id = r"/^Message-ID: <[0-9a-f]+\.own@/ REPLACE Message-ID: <another@example.test>"
    with postfix(bench.stack, checks=(another_id, "/^> a quoted line/ REPLACE > a mended line")):
        ran = bench.check()
    ran.failed({"own address": "ask the provider to keep ours", "subaddress": "ask the provider to leave it"})
    assert "another Message-ID" in ran.said["own address"] and "text changed" in ran.said["subaddress"]


# every key of the configuration, and what can be wrong with it


@pytest.mark.parametrize("section", ["imap", "smtp"])
@pytest.mark.parametrize(
    ("changed", "remedy"),
    [
        ({"tls": "implicit"}, "set {0}.tls and {0}.port as your provider says"),
        ({"ca_file": "nowhere.pem"}, "cannot use {0}.ca_file"),
        ({"username": "nobody@example.test"}, "check {0}.username and {0}.password"),
    ],
    ids=["TLS too early", "authority", "user"],
)
def test_a_log_in_that_cannot_be(bench: Bench, section: str, changed: dict[str, object], remedy: str) -> None:
    bench.write(**{f"{section}_{key}": value for key, value in changed.items()})
    line = "mailbox" if section == "imap" else "sending"
    bench.check(wait=1).failed({line: remedy.format(section)}, READ if section == "imap" else SENT)


def test_no_log_in_without_tls(bench: Bench) -> None:
    bench.write(smtp_tls="none")
    bench.check(wait=1).failed({"sending": "smtp.tls"}, SENT)


def test_servers_that_are_taken_for_one_another(bench: Bench) -> None:
    bench.write(imap_port=bench.stack.smtp_port, smtp_port=bench.stack.imap_port)
    bench.check(wait=1).failed(
        {"mailbox": "set imap.host, imap.port", "sending": "check smtp.host, smtp.port"}, READ | SENT
    )


def test_the_folder_that_is_read_is_the_one_for_handled_mail(bench: Bench) -> None:
    bench.write(imap_processed_folder="INBOX")
    bench.check(wait=1).failed({"mailbox": "set imap.processed_folder to another one"}, READ)


def test_a_folder_for_handled_mail_that_cannot_be_written(bench: Bench) -> None:
    folder = bench.stack.base / "home" / ME / "Maildir" / ".Closed"
    bench.stack.deliver(ME, b"Subject: the first\r\n\r\nhello\r\n")
    folder.mkdir()
    shutil.chown(folder, "nobody")
    for part in ("cur", "new", "tmp"):
        (folder / part).mkdir(mode=0o555)
    bench.write(imap_processed_folder="Closed")
    ran = bench.check()
    ran.failed({"moving": "set imap.processed_folder to one that this user may write to"})
    assert sum("Subject: Probe" in mail for mail in bench.lying_in("")) >= 2, "they are left, as it says"


# what proves a sender


STAMP = "/^Received: .*by localhost/ PREPEND Authentication-Results: localhost; auth=pass smtp.auth=" + ME


def test_results_under_a_name_that_nobody_trusts(bench: Bench) -> None:
    bench.write(auth_trusted_authserv=["mx.example.test"])
    ran = bench.check()
    ran.all_well("forged results")
    assert "servers often write them only on mail from elsewhere" in ran.said["results"]
    with postfix(bench.stack, checks=(STAMP,)):
        bench.check().failed({"results": 'set auth.trusted_authserv = ["localhost"]'}, noted={"forged results"})
        bench.write(auth_trusted_authserv=["localhost"])
        ran = bench.check()
        ran.all_well("forged results")
        assert "is trusted" in ran.said["results"]
        bench.write()
        ran = bench.check()
        ran.all_well()
        assert 'set auth.trusted_authserv = ["localhost"], and fewer letters go out' in ran.said["results"]


def forged_lines(bench: Bench) -> list[str]:
    """List what is left in the folder for handled mail of the lines that the probes forged."""
    mails = bench.lying_in(".Referee.Handled")
    return re.findall(r"^Authentication-Results:\s+(\S+);\s+spf=none", "\n".join(mails), re.MULTILINE)


def test_results_forged_in_the_name_of_the_server_come_through(bench: Bench) -> None:
    bench.write(auth_trusted_authserv=["mx.example.test", "localhost"])
    ran = bench.check()
    ran.all_well("forged results")
    said = ran.said["forged results"]
    assert "forged as localhost and mx.example.test came through; it is not believed" in said
    assert 'docs/proofs.md, "Forged results"' in said
    assert {"localhost", "mx.example.test"} <= {*forged_lines(bench)}


def recipe() -> tuple[str, ...]:
    """Return the header_checks that the documentation shows for Postfix."""
    section = (ROOT / "docs" / "proofs.md").read_text("utf-8").partition("## Forged results")[2]
    block = re.search(r"```text\n(/\^Authentication-Results.*?)```", section, re.DOTALL)
    assert block is not None
    return tuple(block[1].replace("mx\\.example\\.org", "localhost").splitlines())


def test_the_server_strips_them_as_the_documentation_says(bench: Bench) -> None:
    before = Counter(forged_lines(bench))
    bench.write(auth_trusted_authserv=["localhost"])
    with postfix(bench.stack, checks=recipe()):
        ran = bench.check()
        ran.all_well()
        assert "your server takes out what others write in its name" in ran.said["forged results"]
        bench.write(auth_trusted_authserv=["localhost", "mx.example.test"])
        ran = bench.check()
    ran.all_well("forged results")
    assert "forged as mx.example.test came through" in ran.said["forged results"], "and others' lines are left"
    assert Counter(forged_lines(bench)) - before == {"mx.example.test": 1}


@pytest.mark.parametrize(
    "line",
    [
        "Authentication-Results: localhost; spf=pass",
        "authentication-results:localhost 1; spf=pass",
        "Authentication-Results:\r\n\tlocalhost;\r\n\tspf=pass",
        "Authentication-Results: (from inside) localhost; spf=pass",
        'Authentication-Results: "localhost"; spf=pass',
        "Authentication-Results: LOCALHOST(1);spf=pass",
    ],
)
def test_no_spelling_of_the_name_gets_past_the_recipe(bench: Bench, line: str) -> None:
    others = "Authentication-Results: localhost.example.test; spf=pass"
    with postfix(bench.stack, checks=recipe()), smtplib.SMTP("localhost", bench.stack.smtp_port) as smtp:
        smtp.starttls(context=ssl.create_default_context(cafile=str(bench.stack.ca_file)))
        smtp.login(ME, PASSWORD)
        word = chance.token_hex(8)
        raw = f"{line}\r\n{others}\r\nFrom: {ME}\r\nSubject: {word}\r\n\r\nx\r\n".encode()
        smtp.sendmail(ME, [ME], raw)
        end = time.monotonic() + 10
        while not (arrived := [mail for mail in bench.lying_in("") if word in mail]):
            assert time.monotonic() < end, "it did not arrive"
            time.sleep(0.05)
    (mail,) = arrived
    assert mail.count("spf=pass") == 1 and others in mail, mail


def test_results_that_would_be_believed_fail_it(bench: Bench) -> None:
    bench.write(auth_trusted_authserv=["mx.example.test"])
    with postfix(bench.stack, checks=("/^Received: from .* with ESMTPSA/ IGNORE",)):
        ran = bench.check()
    ran.failed({"forged results": "take mx.example.test out of auth.trusted_authserv"})
    assert "what anybody writes as mx.example.test would be believed" in ran.said["forged results"]
