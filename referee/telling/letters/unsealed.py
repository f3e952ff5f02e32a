"""The letter that replaces one that we cannot encrypt: it says so, and nothing of what the other says."""

from dataclasses import replace

from referee.config import Settings
from referee.post.messages import Letter
from referee.telling.letters.answer import Cause, answer_letter
from referee.telling.letters.paper import Ids, Paper, Recipient
from referee.telling.notices import KeyUnusable
from referee.telling.templates import Templates

PUBLIC = ("Spades-Game", "Spades-Event", "Spades-Turn", "Spades-To-Act", "Spades-Deadline")
"""The headers that remain."""


def unsealed(settings: Settings, templates: Templates, letter: Letter, why: str) -> Letter:
    """`why`: why the key cannot be used. The subject and ids are those of `letter`."""
    fields = dict(letter.headers)
    asks = not {"turn", "reminder"}.isdisjoint(fields.get("Spades-Event", "").split(","))
    answer = KeyUnusable(why, asks, fields.get("Spades-Deadline", "").replace("T", " ").replace("Z", " UTC"))
    form = "text" if letter.html is None else "html"
    to = Recipient(address=letter.to, name=letter.to_name, timezone=None, format=form)
    ids = Ids(
        message_id=letter.message_id,
        in_reply_to=letter.in_reply_to,
        references=letter.references,
        reply_to=letter.reply_to,
        token=None,
    )
    notice = answer_letter(Paper(settings, templates, to, ids), answer, Cause(written=letter.written))
    public = tuple(field for field in letter.headers if field[0] in PUBLIC)
    return replace(notice, subject=letter.subject, headers=public, answer=letter.answer)
