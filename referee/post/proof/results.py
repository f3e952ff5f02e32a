"""The proof of a sender in a mail's own header lines. Pure: knows no tokens and no people.

Only what our own server wrote counts: its Authentication-Results (RFC 8601) must come above the line with which that
same server received the mail, since the sender may have invented anything below.

A list changes mail (a footer, a tag in the subject, its own From) and so breaks the signature of the author's server.
The list's server seals (ARC, RFC 8617) what it saw before, or writes it in its results: a trusted list's word counts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.post.proof.evidence import Seal, aligned
from referee.post.proof.statements import ABOUT, Earlier, Statement, authserv, read_stamp, read_statements
from referee.post.reading.headers import FIELD, read_headers, split_head
from referee.post.reading.mailboxes import addresses

DMARC_FAIL = re.compile(r"\bdmarc\s*=\s*fail\b", re.IGNORECASE | re.ASCII)
FAILS = ("fail", "hardfail")
SETTLED = {
    *("smtp.remote-ip", "policy.iprev", "policy.dmarc", "policy.published-domain-policy", "policy.policy-from"),
    *("policy.applied-disposition", "policy.evaluated-disposition", "x-bits", "action"),
}
"""Properties that no sender chooses, if they hold what servers usually write there."""
SETTLED_VALUE = re.compile(r"[0-9a-f.:]*[.:][0-9a-f.:]*|\d+|none|reject|quarantine|oreject|p|sp", re.ASCII)
"""An IP address, a number, a policy."""
ENVELOPE = re.compile(
    r"(?:smtp\.mail(?:from)?|envelope-from|domain of(?: transitioning)?)[\s=]+<?"
    r"(\"[^\"]{0,320}\"|[^@;\"]{0,320})@([^\s@;,()<>\"']+)",
    re.IGNORECASE | re.ASCII,
)
"""An envelope address as servers print it, also in a comment: its local part and its domain."""
VERP = re.compile(r"\+.*|[-+][^=]*=.*")
"""The part that a list adds to its return address to tell its readers apart: `list-bounces+ann=club.test`."""
FROM = "from"
"""The field where a list leaves the author's name if it does not replace From."""
USUAL = ("x-original-from", "reply-to")
"""The fields where lists put an author whose From they replace."""


@dataclass(frozen=True, slots=True)
class Results:
    """The word of trusted servers about a sender: `failed` vetoes every other proof."""

    signed: bool
    """A signature of the sender's domain is valid. It stays valid when anybody passes the mail on to anybody."""
    direct: bool
    """The mail came straight from the sender's own server in their own name, or from them by password."""
    neighbour: bool
    """The envelope names another mailbox of the sender's domain, so its signature does not show which of the two
    wrote."""
    failed: bool

    @property
    def aligned(self) -> bool:
        """A result vouches for the sender."""
        return self.direct or (self.signed and not self.neighbour)


NO_RESULTS = Results(signed=False, direct=False, neighbour=False, failed=False)

Fields = list[tuple[str, str]]
"""Header fields in order: names in lower case, values unfolded."""


@dataclass(frozen=True, slots=True)
class OwnPart:
    """The head of a mail, divided where our own server received it."""

    believed: list[str]
    """The values of its Authentication-Results, above the very Received line that names the same server."""
    doubted: list[str]
    """The values that count when we believe no line: all that name a trusted server, wherever they stand. Of these only
    a plain fail of the whole mail counts, since nobody would forge a fail against themselves."""
    came: Fields
    """The fields that came with the mail; empty if we cannot tell which line is our own server's."""


def trusted_results(raw: bytes, sender: str, trusted: Sequence[str], *, logins: bool = False) -> Results:
    """Judge the results of the servers in `trusted` about `sender` (a folded address); total over any bytes.

    `logins`: those servers write `auth=` for users who logged in to send; otherwise we do not believe it.
    """
    if not sender:
        return NO_RESULTS
    own = own_part(raw, trusted)
    found = judge(own.believed, sender, logins=logins, doubted=own.doubted)
    return replace(found, neighbour=found.neighbour or any(_names_another(line, sender) for line in _envelope(raw)))


def judge(lines: Sequence[str], sender: str, *, logins: bool = False, doubted: Sequence[str] = ()) -> Results:
    """Judge the values of Authentication-Results about `sender`: we believe the values in `lines`, and the values in
    `doubted` only if they speak against the sender."""
    domain = sender.rpartition("@")[2]
    stated = [read_statements(line) or () for line in lines]
    passed = {kind for line in stated for kind in _passed(line, sender, domain, logins)} - _disputed(
        stated, sender, domain
    )
    said = [_failed(line, sender, domain) for line in lines]
    said += ["dmarc" for line in doubted if _failed(line, sender, domain) == "dmarc"]
    # one of several signatures may fail, so a pass outweighs it; nothing outweighs the verdict on the whole mail
    failed = "dmarc" in said or (not passed and any(said))
    if failed:
        return Results(signed=False, direct=False, neighbour=False, failed=True)
    return Results(
        signed="dkim" in passed,
        direct=bool({"spf", "auth"} & passed),
        neighbour=any(_names_another(line, sender) for line in lines),
        failed=False,
    )


def _disputed(stated: Sequence[Sequence[Statement]], sender: str, domain: str) -> set[str]:
    """Find the methods on which the server's lines disagree: if two of its programs report on one method, one of the
    lines may hold smuggled words."""
    disputed: set[str] = set()
    for method in ABOUT:
        said = [statement for line in stated for statement in line if statement.method == method]
        agreed = all(s.result == "pass" and _concerns(s, sender, domain) for s in said)
        disputed |= set() if len(said) < 2 or agreed else {method}
    return disputed


def _names_another(line: str, sender: str) -> bool:
    """Tell if a line names another mailbox of the sender's domain, or of a domain above it, as the envelope's."""
    own, _, domain = sender.rpartition("@")
    named = ((_mailbox(local), host.lower()) for local, host in ENVELOPE.findall(line))
    return any(local not in ("", _mailbox(own)) and aligned(host, domain) for local, host in named)


def _mailbox(local: str) -> str:
    """Return a local part without additions: `prvs=1234=ann+games` is a mailbox of ann's."""
    return local.rpartition("=")[2].partition("+")[0].strip(' "').lower()


def _envelope(raw: bytes) -> Iterator[str]:
    """Yield the lines in which a server notes the envelope, down to the first Received; who forges one is asked."""
    for name, value in header_fields(raw):
        if name in ("return-path", "received-spf", "received"):
            yield f"envelope-from {value}" if name == "return-path" else value
        if name == "received":
            return


def own_part(raw: bytes, trusted: Sequence[str]) -> OwnPart:
    """Divide a mail's head at the line with which a server in `trusted` received the mail.

    A Received line that breaks the grammar ends the trust in what surrounds it. Total over any bytes.
    """
    names = {name.lower() for name in trusted}
    waiting: list[tuple[str, str]] = []
    fields = header_fields(raw)
    for place, (name, value) in enumerate(fields):
        if name == "authentication-results" and (server := authserv(value)) in names:
            waiting.append((server, value))
        elif name == "received":
            stamp = read_stamp(value)
            if stamp is not None and stamp.handed:
                continue
            believed = [line for server, line in waiting if stamp is not None and server == stamp.by]
            doubted = [] if believed else _named(fields, names)
            return OwnPart(believed, doubted, [] if stamp is None else fields[place + 1 :])
    return OwnPart([], _named(fields, names), [])


def _named(fields: Fields, names: set[str]) -> list[str]:
    return [value for name, value in fields if name == "authentication-results" and authserv(value) in names]


def header_fields(raw: bytes) -> Fields:
    """Return the fields of a mail's head, none if some of them are missing."""
    headers = read_headers(split_head(raw)[0])
    return [*headers.fields] if headers.whole else []


def _passed(stated: Sequence[Statement], sender: str, domain: str, logins: bool) -> set[str]:
    """Find the method in one line that vouches for the sender: `dkim`, `spf` or `auth`. SPF does not vouch if it names
    only their domain, where others may have mailboxes."""
    found = set()
    for statement in stated:
        about = statement.about.lower() if statement.about is not None and statement.result == "pass" else ""
        if not about or not _is_servers_word(statement, domain):
            continue
        if statement.method == "dkim" and aligned(about.rpartition("@")[2], domain):
            found.add("dkim")
        elif statement.method == "spf" and about == sender:
            found.add("spf")
        elif statement.method == "auth" and logins and about == sender:
            found.add("auth")
    return found


def _is_servers_word(statement: Statement, domain: str) -> bool:
    """Tell if the server itself says who is authenticated: no words that somebody else chose come before.

    Only an envelope address that passed SPF may come before a signature: it ends with the domain that passed, and an
    address of any domain but the sender's after it would be left over from words smuggled into it.
    """
    for each in statement.before:
        passed = (each.method, each.result, each.name) == ("spf", "pass", "smtp.mailfrom")
        if not (_is_settled(each, domain) or (statement.method == "dkim" and passed and each.behind <= {domain})):
            return False
    return statement.method != "spf" or statement.behind <= {domain}


def _is_settled(each: Earlier, domain: str) -> bool:
    """Tell if nobody can choose the value of a property; its name counts first, since any word may look like a
    number."""
    value = each.value.lower()
    if each.name == "header.from":
        return value.rpartition("@")[2] == domain
    return each.name in SETTLED and SETTLED_VALUE.fullmatch(value) is not None


def _failed(line: str, sender: str, domain: str) -> str | None:
    """Find the method that fails the sender, `dmarc` before others. In an unreadable line only a plain `dmarc=fail`
    counts: somebody's brackets may have swallowed the rest."""
    if len(line) >= FIELD:
        # it is cut, and its end may say so
        return "dmarc"
    stated = read_statements(line) or ()
    if len(DMARC_FAIL.findall(line)) > sum((s.method, s.result) == ("dmarc", "fail") for s in stated):
        return "dmarc"
    found = [s.method for s in stated if s.result in FAILS and _concerns(s, sender, domain)]
    return "dmarc" if "dmarc" in found else next(iter(found), None)


def _concerns(statement: Statement, sender: str, domain: str) -> bool:
    properties = {name: value.lower() for name, value in statement.properties.items()}
    match statement.method:
        case "dkim":
            signer = properties.get("header.d") or properties.get("header.i", "").rpartition("@")[2]
            return aligned(signer, domain)
        case "spf":
            local, _, host = properties.get("smtp.mailfrom", "").rpartition("@")
            return aligned(host, domain) and local in ("", sender.rpartition("@")[0])
        case "dmarc":
            return aligned(properties.get("header.from", domain).rpartition("@")[2], domain)
        case "auth":
            return properties.get("smtp.auth", "") == sender
        case _:
            return False


def came_from(lines: Sequence[str], host: str, bounces: Sequence[str]) -> bool:
    """Tell if believed results say that `host` itself, and no domain above or below it, sent the mail (SPF). If `host`
    has `bounces`, the return addresses of its lists, the mail must come from one of them."""
    return any(
        statement.method == "spf" and statement.result == "pass" and _is_lists(statement, host, bounces)
        for line in lines
        for statement in read_statements(line) or ()
    )


def _is_lists(statement: Statement, host: str, bounces: Sequence[str]) -> bool:
    local, _, domain = (statement.about or "").lower().rpartition("@")
    if domain != host or not _is_servers_word(statement, host):
        return False
    own = [address.rpartition("@")[0] for address in bounces if address.rpartition("@")[2] == host]
    return not own or any(
        local == name or VERP.fullmatch(local.removeprefix(name)) for name in own if local.startswith(name)
    )


def lists_author(raw: bytes, posting: str, fields: Iterable[str]) -> str | None:
    """Find who wrote a mail whose From a list replaced by its own address `posting`: the one other address in
    `fields`."""
    headers = read_headers(split_head(raw)[0])
    found = {address for address in addresses(headers.all(*fields)) if address != posting}
    return found.pop() if len(found) == 1 else None


def sealed_results(seal: Seal | None, sender: str, lists: Mapping[str, str], *, replaced: bool) -> Results:
    """Judge what a trusted list's seal says about the author `sender`; `lists`: where each list, by its domain, puts
    authors."""
    if seal is None or (place := lists.get(seal.signature.domain)) is None:
        return NO_RESULTS
    if replaced and (place == FROM or place not in seal.signature.signed):
        return NO_RESULTS
    return judge([seal.results], sender)


def passed_results(
    raw: bytes,
    sender: str,
    trusted: Sequence[str],
    lists: Mapping[str, str],
    *,
    bounces: Sequence[str],
    replaced: bool,
) -> Results:
    """Judge what a trusted list's own results say about the author `sender`, in a mail that our server received from
    the list itself. SPF must show that, since anybody can pass on a mail that a list signed, with other results above
    it.

    `bounces`: the return addresses of the lists, if we know them.
    """
    own = own_part(raw, trusted)
    for name, place in lists.items():
        if not (replaced and place == FROM) and came_from(own.believed, name, bounces):
            return judge(_first_results(own.came, name), sender)
    return NO_RESULTS


def _first_results(came: Fields, name: str) -> list[str]:
    """Return the results of the list's server above the line with which it received the mail; below may be a sender's
    own.

    Above them there may be lines of how the mail went from one of its programs to the next.
    """
    found: list[str] = []
    for field, value in came:
        if field == "authentication-results" and authserv(value) == name:
            found.append(value)
        elif field == "received":
            stamp = read_stamp(value)
            if stamp is None or stamp.by != name:
                return []
            if found or not (stamp.handed or stamp.looped):
                return found
    return []
