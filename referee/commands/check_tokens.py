"""The lines of `referee check` on OAuth 2: each source of access tokens is asked for one. Shows no token."""

import tempfile
from urllib.parse import urlsplit

from referee.commands.check_machine import Finding
from referee.config import Settings
from referee.post.login.tokens import TokenAway, TokenRefused, tokens_of
from referee.post.settings import TokenSource

TOKENS = "tokens"


async def token_findings(settings: Settings) -> list[Finding]:
    """Ask each source that a server of ours logs in with for a token."""
    servers = (server for server in (settings.imap, settings.smtp) if server is not None and server.auth == "xoauth2")
    return [await _try(source) for source in dict.fromkeys(server.token_source for server in servers)]


async def _try(source: TokenSource) -> Finding:
    try:
        await tokens_of(source).token()
    except TokenRefused as e:
        return Finding(TOKENS, False, str(e))
    except TokenAway as e:
        # a command's words already say what to do
        remedy = "" if source.url is None else "; check token_url, and whether this machine reaches it"
        return Finding(TOKENS, False, f"{e}{remedy}")
    if source.url is None or source.refresh_file is None:
        return Finding(TOKENS, True, "token_command prints one")
    said = f"the token service {urlsplit(source.url).hostname} gives one"
    folder = source.refresh_file.parent
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as e:
        why = f"{folder} cannot be written ({e.strerror}), so a newer refresh token would be lost with the next restart"
        return Finding(TOKENS, True, f"{said}; {why}: put refresh_token_file where the referee can write", note=True)
    return Finding(TOKENS, True, said)
