"""A sender's or a recipient's words as a server writes them, and what it makes of them first.

A place is a word that somebody outside chooses: each server lets some texts through there and spoils others.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.proof.attacks import MALLORY, WRITTEN
from tests.talk import REFEREE

DAY = WRITTEN
"""The moment at which the mails came."""

Let = Callable[[str], str]
"""The text that a server writes in a place for which somebody chose this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Everything in a server's lines that does not come from the server itself."""

    helo: str = "out.attack.test"
    rdns: str = "out.attack.test"
    ident: str = "mallory"
    cn: str = "out.attack.test"
    """The common name in the client's certificate."""
    user: str = ""
    """The user who logged in, if anybody did."""
    sender: str = MALLORY
    recipient: str = REFEREE
    domain: str = "attack.test"
    """The d= of a signature."""
    identity: str = "@attack.test"
    """The i= of that signature."""
    selector: str = "s1"
    seal: str = "attack.test"
    """The domain that an ARC set names."""
    explanation: str = "attack.test says no"
    """The words of the sender's own domain in exp= (RFC 7208 6.2)."""
    spf: str = "pass"
    dkim: str = "pass"
    dmarc: str = "none"

    @property
    def host(self) -> str:
        """Return the domain of the envelope sender."""
        return self.sender.rpartition("@")[2]


def raw(text: str) -> str:
    """Return a text just as it came."""
    return text


def one_word(text: str) -> str:
    """Replace blanks where there can be none, as in an argument of a command split at blanks; a tab may pass."""
    return text.replace(" ", "\t")


def tag(text: str) -> str:
    """Return a tag of a DKIM-Signature (RFC 6376 3.2): it ends at a semicolon, and white space in it is dropped."""
    return re.sub(r"[ \t\r\n;]", "", text)


def tag_identity(text: str) -> str:
    """Return the i= of a signature as it stands there: it ends with the domain."""
    return f"{tag(text)}@attack.test"


def decoded_identity(text: str) -> str:
    """Return the i= of a signature, decoded (`dkim_qp_decode`): OpenDKIM asks that it hold an @ and end with the
    domain."""
    return f"{text}@b.attack.test"


def name(text: str) -> str:
    """Return a name in the domain name system below the attacker's zone: any octets, but no dot in front."""
    return f"{tag(text)}.attack.test"


def quoted(text: str) -> str:
    """Return an envelope sender with a quoted local part (RFC 5321 4.1.2), escaped as it has to be."""
    return f"{_quoted(text)}@attack.test"


def bare(text: str) -> str:
    """Return an envelope sender as a policy server gets it from Postfix: the quotes are gone."""
    return f"{text}@attack.test"


def extension(text: str) -> str:
    """Return an envelope recipient: the referee with an extension, which no server looks at."""
    return f"{_quoted(f'referee+{text}')}@club.test"


def bare_extension(text: str) -> str:
    """Return the same without its quotes."""
    return f"referee+{text}@club.test"


def lua(text: str) -> str:
    """Return an envelope sender at Rspamd 3 (`maybe_smtp_quote_value`): quotes are escaped, backslashes are not."""
    return _lua(bare(text))


def lua_tag(text: str) -> str:
    """Return a tag of a signature at Rspamd 3."""
    return _lua(tag(text))


def lua_user(text: str) -> str:
    """Return a user name at Rspamd 3."""
    return _lua(text)


def neutered(text: str) -> str:
    """Return HELO at Postfix: `printable()`, then NEUTER_CHARACTERS (smtpd.c)."""
    return re.sub(r"""[ <>()\\";@]|[^ -~]""", "?", text)


def sanitized(text: str) -> str:
    """Return a user name or a certificate's name at Postfix: `comment_sanitize()` (smtpd.c)."""
    depth, out = 0, ""
    for char in text:
        if not " " <= char <= "~" or char == "\\" or (char == ")" and not depth):
            out += "?"
            continue
        depth += {"(": 1, ")": -1}.get(char, 0)
        out += char
    return out + ")" * depth


def cleaned(text: str) -> str:
    """Return an envelope sender at authentication_milter: `safe_set_value()` blanks what has a meaning, then quotes."""
    plain = re.sub(r"""[\t\r\n()\\";]""", " ", bare(text)).strip()
    return f'"{plain}"' if re.search(r"[\s=]", plain) else plain


def cleaned_name(text: str) -> str:
    """Return HELO at authentication_milter."""
    return cleaned(text).replace("@attack.test", ".attack.test")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _lua(value: str) -> str:
    return '"' + value.replace('"', '\\"') + '"' if re.search(r"""[()<>,;:\\"/\[\]?= \t\v]""", value) else value
