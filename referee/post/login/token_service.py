"""The token service of an OAuth 2 provider: a refresh token goes in, an access token comes out (RFC 6749, section 6).

Keeps nothing, and never puts a token into an error.
"""

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any

from referee.post.wire.sockets import printable

SECONDS = 10.0
"""The longest time that the service may be silent."""
LONGEST = 65536
MENDED_LATER = frozenset({408, 425, 429})
"""Statuses below 500 that say nothing about our request."""


class TokenAway(ConnectionError):
    """Raised if there is no token now: the service cannot be reached, or makes no sense. Try again later."""


class TokenRefused(Exception):
    """Raised if there will be no token until a person changes something; the text says what."""


@dataclass(frozen=True, slots=True)
class Granted:
    """The tokens that the service gave."""

    access: str = field(repr=False)
    seconds: float | None
    """The lifetime of the access token; None if the service does not say."""
    refresh: str | None = field(repr=False)
    """The refresh token to use from now on; None: the same as before."""


class _StayHere(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: the request holds secrets, and would arrive without them anyway."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing: urllib's hook."""


def grant(url: str, form: Mapping[str, str]) -> Granted:
    """Ask for an access token; `form` holds the refresh token and who we are. Raises TokenAway or TokenRefused."""
    where = f"the token service {urllib.parse.urlsplit(url).hostname}"
    body = urllib.parse.urlencode({"grant_type": "refresh_token", **form}).encode("ascii")
    request = urllib.request.Request(url, body, {"Accept": "application/json", "User-Agent": "spades-referee"})
    try:
        with urllib.request.build_opener(_StayHere).open(request, timeout=SECONDS) as response:
            answer = response.read(LONGEST)
    except urllib.error.HTTPError as e:
        raise _refusal(where, e, tuple(form.values())) from None
    except (OSError, HTTPException, ValueError) as e:
        why = getattr(e, "reason", e)
        raise TokenAway(f"cannot reach {where}: {printable(str(why) or type(why).__name__)}") from None
    return _granted(where, answer)


def _granted(where: str, answer: bytes) -> Granted:
    found = _object(answer)
    access, refresh = found.get("access_token"), found.get("refresh_token")
    if not isinstance(access, str) or not access:
        raise TokenAway(f"{where} gave no access token")
    try:
        seconds = None if found.get("expires_in") is None else float(found["expires_in"])
    except (TypeError, ValueError):
        seconds = None
    return Granted(access, seconds, refresh if isinstance(refresh, str) and refresh else None)


def _refusal(where: str, error: urllib.error.HTTPError, secrets: tuple[str, ...]) -> Exception:
    """Say what a status other than 200 means (RFC 6749, section 5.2)."""
    with error:
        try:
            found = _object(error.read(LONGEST))
        except (OSError, HTTPException):
            found = {}
    said = f"{found.get('error') or ''} {found.get('error_description') or ''}"
    for secret in secrets:
        said = said.replace(secret, "***")
    words = printable(f"{error.code} {said}")
    if error.code >= 500 or error.code in MENDED_LATER:
        return TokenAway(f"{where} does not work now: {words}")
    if found.get("error") == "invalid_grant":
        return TokenRefused(f"{where} refused the refresh token ({words}): put a new one into refresh_token_file")
    return TokenRefused(f"{where} refused us ({words}): check token_url, client_id and client_secret_file")


def _object(raw: bytes) -> dict[str, Any]:
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
