"""Dovecot and Postfix, as they are installed, on free loopback ports under one scratch folder; gone when a test ends.

SMTP in, LMTP across, IMAP out. Plain commands, no systemd. On Debian: `apt-get install --no-install-recommends
dovecot-imapd dovecot-lmtpd postfix`. Postfix's master only runs as root.
"""

import contextlib
import grp
import itertools
import os
import pwd
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Self

WHERE = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
DIE_WITH_ME = ("setpriv", "--pdeathsig", "TERM")
"""The call that ends a server with a killed test run, and also (as Linux counts) with the thread that started it: use
the main thread."""


def missing() -> str | None:
    """Say why these tests cannot run here, if they cannot."""
    programs = [
        name for name in ("dovecot", "postconf", "openssl", "setpriv") if shutil.which(name, path=WHERE) is None
    ]
    if programs:
        return f"not installed: {', '.join(programs)}"
    return None if os.getuid() == 0 else "Postfix's master needs root"


class MailStack:
    """A mail system as a context manager. `users`: address to password; `aliases`: address to addresses.

    Plain text, STARTTLS (on the same port) and implicit TLS are all served, with a certificate for localhost by the
    private authority in `ca_file`. `log_in`: SMTP takes mail only after a log-in under TLS. `separator`, `prefix`: of
    the folders that users may make. `own_sender`: a log-in sends as its own address only. `subaddresses`: whether mail
    to user+x is the user's; `detail_folders`: whether it is filed into the folder x where there is one. `checks`: lines
    of regexp_table(5), what to do to a header or a line of text of any mail; `access`: to any recipient.
    `introspection`: the address at which to ask whose an access token is; then XOAUTH2 is offered as well.
    What Postfix is to do may be changed on the object, and holds from the next `start_smtp`.
    """

    host = "localhost"

    def __init__(
        self,
        users: Mapping[str, str],
        aliases: Mapping[str, tuple[str, ...]] | None = None,
        *,
        log_in: bool = False,
        separator: str = "/",
        prefix: str = "",
        own_sender: bool = False,
        subaddresses: bool = True,
        detail_folders: bool = False,
        checks: tuple[str, ...] = (),
        access: tuple[str, ...] = (),
        introspection: str | None = None,
    ) -> None:
        self.users, self.aliases, self.log_in = dict(users), dict(aliases or {}), log_in
        self.separator, self.prefix = separator, prefix
        self.own_sender, self.subaddresses = own_sender, subaddresses
        self.checks, self.access = checks, access
        self.detail_folders, self.introspection = detail_folders, introspection
        self.imap_port, self.imaps_port, self.smtp_port, self.smtps_port = (free_port() for _ in range(4))
        self._lmtp_port, self._auth_port = free_port(), free_port()
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        # short, for the sockets in it, and open to the servers' own users
        self.base = Path(tempfile.mkdtemp(prefix="mail-"))
        self.base.chmod(0o755)
        # a database opened in this process before leaves a mask that would close the files to them
        os.umask(0o022)
        self.ca_file = self.base / "ca.crt"
        try:
            make_certificates(self.base)
            self.start_imap()
            self.start_smtp()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        for name in list(self._running):
            self._stop(name)
        shutil.rmtree(self.base)

    def start_imap(self) -> None:
        conf = self._write_dovecot()
        self._start("dovecot", [program("dovecot"), "-F", "-c", str(conf)])
        wait_for_banner(self.imap_port, b"* OK")
        wait_for_banner(self._lmtp_port, b"220")

    def stop_imap(self) -> None:
        """Stop all of it: connections are closed, and nothing listens."""
        self._stop("dovecot")

    def start_smtp(self) -> None:
        etc = self._write_postfix()
        where = subprocess.run(
            [program("postconf"), "-h", "daemon_directory"], check=True, capture_output=True, text=True
        )
        master = [f"{where.stdout.strip()}/master", "-c", str(etc), "-d"]
        # a master ends at once while the queue of the one before it is locked, and waits a minute after a process fails
        for _ in range(4):
            self._start("postfix", master)
            with contextlib.suppress(TimeoutError):
                wait_for_banner(self.smtp_port, b"220", 8.0)
                return
            self._stop("postfix")
        raise TimeoutError(f"Postfix does not answer:\n{self.log()}")

    def stop_smtp(self) -> None:
        self._stop("postfix")

    def deliver(self, address: str, raw: bytes, sender: str = "") -> None:
        """Put a mail into the mailbox, past Postfix; without a `sender` as a bounce comes."""
        with smtplib.LMTP("127.0.0.1", self._lmtp_port) as lmtp:
            lmtp.sendmail(sender, [address], raw)

    def log(self) -> str:
        """Return the logs of the servers, for a test that fails."""
        return "\n".join(path.read_text(errors="replace") for path in sorted(self.base.glob("*.log")))

    def _start(self, name: str, command: list[str]) -> None:
        with (self.base / f"{name}.stderr.log").open("ab") as errors:
            # a session of its own: Postfix's master signals its whole process group
            self._running[name] = subprocess.Popen(
                [*DIE_WITH_ME, *command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )

    def _stop(self, name: str) -> None:
        process = self._running.pop(name)
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
        # a master alone leaves the processes that serve somebody
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(5)

    def _write_dovecot(self) -> Path:
        nobody = pwd.getpwnam("nobody")
        home = self.base / "home"
        home.mkdir(exist_ok=True)
        os.chown(home, nobody.pw_uid, nobody.pw_gid)
        (self.base / "users").write_text("".join(f"{u}:{{PLAIN}}{p}::::::\n" for u, p in self.users.items()))
        conf = self.base / "dovecot.conf"
        conf.write_text(
            DOVECOT.format(
                base=self.base,
                uid=nobody.pw_uid,
                gid=nobody.pw_gid,
                imap=self.imap_port,
                imaps=self.imaps_port,
                lmtp=self._lmtp_port,
                auth=self._auth_port,
                separator=self.separator,
                prefix=self.prefix,
                detail="yes" if self.detail_folders else "no",
            )
        )
        if self.introspection is not None:
            (self.base / "oauth2.conf").write_text(OAUTH2.format(url=self.introspection))
            conf.write_text(WITH_OAUTH2.format(base=self.base) + conf.read_text())
        return conf

    def _write_postfix(self) -> Path:
        etc = self.base / "etc"
        etc.mkdir(exist_ok=True)
        make_queue(self.base / "queue", self.base / "data")
        (etc / "users").write_text("".join(f"{user} ok\n" for user in self.users))
        (etc / "aliases").write_text("".join(f"{alias} {' '.join(to)}\n" for alias, to in self.aliases.items()))
        (etc / "owners").write_text("".join(f"{user} {user}\n" for user in self.users))
        (etc / "checks").write_text("".join(f"{line}\n" for line in self.checks))
        (etc / "access").write_text("".join(f"{line}\n" for line in self.access))
        names = {"base": self.base, "smtp": self.smtp_port, "smtps": self.smtps_port}
        (etc / "main.cf").write_text(
            POSTFIX_MAIN.format(
                **names,
                domains=" ".join({address.partition("@")[2] for address in (*self.users, *self.aliases)}),
                lmtp=self._lmtp_port,
                auth=self._auth_port,
                allowed="permit_sasl_authenticated" if self.log_in else "permit_mynetworks",
                sasl="yes" if self.log_in else "no",
                senders="reject_sender_login_mismatch" if self.own_sender else "",
                delimiter="+" if self.subaddresses else "",
            )
        )
        (etc / "master.cf").write_text(POSTFIX_MASTER.format(**names))
        for file in etc.iterdir():
            # Postfix sleeps until what it reads is two seconds old
            os.utime(file, (time.time() - 60,) * 2)
        return etc


def program(name: str) -> str:
    found = shutil.which(name, path=WHERE)
    assert found is not None, f"{name} is not installed"
    return found


def free_port() -> int:
    """Return a port that nothing listens on, and that neither an outgoing connection nor another worker of this run
    will take."""
    for port in _ports:
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("the ports never end")


def _own_ports() -> Iterator[int]:
    """Yield ports below those that Linux gives to outgoing connections. Each worker has its share of them, since a port
    is free for a moment while a server restarts; each run begins elsewhere."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    share = 22_000 // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    for number in itertools.count(os.getpid() * 97):
        yield 10_000 + share * worker + number % share


_ports = _own_ports()


def wait_for_banner(port: int, wanted: bytes, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as probe:
            if probe.recv(256).startswith(wanted):
                return
        time.sleep(0.02)
    raise TimeoutError(f"no {wanted!r} on port {port} within {seconds} s")


def make_certificates(base: Path) -> None:
    """Make a private authority, `ca.crt`, and its certificate for localhost, `tls.crt` and `tls.key`."""

    def openssl(*args: str) -> None:
        subprocess.run([program("openssl"), *args], check=True, capture_output=True, cwd=base)

    new_key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    openssl(
        "req", "-x509", *new_key, "-keyout", "ca.key", "-out", "ca.crt", "-days", "30", "-subj", "/CN=Test authority"
    )
    openssl("req", *new_key, "-keyout", "tls.key", "-out", "tls.csr", "-subj", "/CN=localhost")
    (base / "san").write_text("subjectAltName=DNS:localhost\n")
    by = ("-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30", "-extfile", "san")
    openssl("x509", "-req", "-in", "tls.csr", "-out", "tls.crt", *by)


def make_queue(queue: Path, data: Path) -> None:
    """Make the folders for which `postfix check` takes two seconds of shell."""
    owner, drop = pwd.getpwnam("postfix").pw_uid, grp.getgrnam("postdrop").gr_gid
    private = [
        "active",
        "bounce",
        "corrupt",
        "defer",
        "deferred",
        "flush",
        "hold",
        "incoming",
        "private",
        "saved",
        "trace",
    ]
    for name, mode in {**dict.fromkeys(private, 0o700), "maildrop": 0o730, "public": 0o710, "pid": 0o755}.items():
        folder = queue / name
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(mode)
        os.chown(folder, 0 if name == "pid" else owner, drop if name in ("maildrop", "public") else 0)
    data.mkdir(exist_ok=True)
    os.chown(data, owner, -1)


DOVECOT = """\
base_dir = {base}/run
state_dir = {base}/state
log_path = {base}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <{base}/tls.crt
ssl_key = <{base}/tls.key
disable_plaintext_auth = no
auth_failure_delay = 0
auth_username_format = %Lu
mail_max_userip_connections = 200
first_valid_uid = 1
recipient_delimiter = +
lmtp_add_received_header = yes
lmtp_save_to_detail_mailbox = {detail}
mail_location = maildir:~/Maildir
mail_fsync = never
passdb {{
  driver = passwd-file
  args = {base}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={base}/home/%u
}}
namespace inbox {{
  inbox = yes
  separator = {separator}
  prefix = {prefix}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
service auth {{
  inet_listener {{
    address = 127.0.0.1
    port = {auth}
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-urlauth-login {{
  chroot =
}}
"""

WITH_OAUTH2 = """\
auth_mechanisms = plain login xoauth2
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {base}/oauth2.conf
}}
"""

OAUTH2 = """\
introspection_mode = auth
introspection_url = {url}
username_attribute = email
"""

POSTFIX_MAIN = """\
compatibility_level = 3.6
queue_directory = {base}/queue
data_directory = {base}/data
maillog_file = {base}/postfix.log
maillog_file_prefixes = {base}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = localhost
mydestination =
mynetworks = 127.0.0.0/8
local_recipient_maps =
alias_maps =
alias_database =
virtual_mailbox_domains = {domains}
virtual_mailbox_maps = texthash:{base}/etc/users
virtual_alias_maps = texthash:{base}/etc/aliases
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
default_transport = discard:
smtpd_tls_cert_file = {base}/tls.crt
smtpd_tls_key_file = {base}/tls.key
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = {sasl}
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{auth}
smtpd_relay_restrictions = {allowed}, reject_unauth_destination
smtpd_recipient_restrictions = check_recipient_access regexp:{base}/etc/access,
  reject_unlisted_recipient, {allowed}, reject
smtpd_sender_restrictions = {senders}
smtpd_sender_login_maps = texthash:{base}/etc/owners
header_checks = regexp:{base}/etc/checks
body_checks = regexp:{base}/etc/checks
smtpd_peername_lookup = no
smtpd_error_sleep_time = 0
disable_dns_lookups = yes
smtp_host_lookup = native
lmtp_host_lookup = native
recipient_delimiter = {delimiter}
message_size_limit = 20480000
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
smtputf8_enable = no
"""

POSTFIX_MASTER = """\
127.0.0.1:{smtp} inet n - n - - smtpd
127.0.0.1:{smtps} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
lmtp      unix - - n - - lmtp
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
tlsmgr    unix - - n 1000? 1 tlsmgr
postlog   unix-dgram n - n - 1 postlogd
"""
