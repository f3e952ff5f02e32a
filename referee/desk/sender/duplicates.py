"""The signs by which we recognise a mail that comes again, and the parts of a mail that its proof covers."""

from dataclasses import replace

from referee.desk.case import Case
from referee.desk.sender.identify import Sender, borne
from referee.post.messages import Message
from referee.store import inbox

SPENT = "spent"
"""The weakest proof of plans: a spent token, in the round in which it was issued."""


def without_unproven_parts(message: Message, sender: Sender) -> Message:
    """Return the mail without the parts that its proof does not cover: anyone may have added them, so they decide
    nothing."""
    bare = message
    if "subject" not in sender.covers:
        bare = replace(bare, subject="", reply_subject=True)
    if not {"in-reply-to", "references"} <= sender.covers:
        bare = replace(bare, references=())
    return bare if "message-id" in sender.covers else replace(bare, message_id=None)


def mark_seen(case: Case, sender: Sender, message: Message, number: int) -> bool:
    """Mark mail `number` as seen. Returns False if another copy came before."""
    if not inbox.mark_seen(case.tx, sights(message, sender), number, unless_seen_as=_token_sight(message, sender)):
        return False
    if sender.signed and sender.proof is None:
        inbox.mark_seen(case.tx, borne(sender.marks), number)
    return True


def sights(message: Message, sender: Sender) -> tuple[str, ...]:
    """List the marks by which we recognise a mail. Its bytes always count, since its proof may be spent when the
    mailbox delivers it once more. Only a proven mail also uses up its Message-ID and signatures; only a mail with a
    good token uses up the token together with its Message-ID. In place of a Message-ID counts what its writer wrote.
    The move itself spends the token."""
    bare = (f"bytes {message.digest}", *(_token_sight(message, sender) if sender.bears_token else ()))
    if sender.proof is None:
        return bare
    return (
        *bare,
        f"proven {message.sender} {_identity(message)}",
        *(f"signed {mark}" for mark in sender.marks),
    )


def mark_plans_seen(case: Case, sender: Sender, message: Message, number: int) -> bool:
    """Mark as seen the plans that only a spent token proves. Returns False if they came before in another copy of mail
    `number`. A mail without plans that bears a spent token does not use up its Message-ID."""
    return inbox.mark_seen(case.tx, sights(message, replace(sender, proof=SPENT)), number)


def _token_sight(message: Message, sender: Sender) -> tuple[str, ...]:
    """Return the mark of a mail with a token, by which we recognise a copy that comes another way after the token was
    spent."""
    token = sender.token
    if token is None or sender.proof not in (None, "token"):
        return ()
    return (f"token {token.token} {_identity(message)}",)


def _identity(message: Message) -> str:
    """Return what is the same in all copies of a mail. Some programs give a Message-ID to more than one mail, but not
    with the same Date."""
    return f"{message.message_id} {message.date}" if message.message_id else message.written
