"""How we recognise a mail that comes again, and which parts of it its proof leaves uncovered."""

from dataclasses import replace

from referee.desk.case import Case
from referee.desk.sender.identify import Sender
from referee.post.messages import Incoming
from referee.store import inbox

SPENT = "spent"
"""What proves plans if nothing else does: a spent token, in the round that it was issued in."""


def covered(incoming: Incoming, sender: Sender) -> Incoming:
    """The mail without what its proof does not cover: anyone may have added that, so it decides nothing."""
    bare = incoming
    if sender.proof == "pgp" and sender.vouched is not None:
        text = sender.vouched.text
        bare = replace(bare, text=text.new, old=text.old, quoting=text.quoting, keys=sender.vouched.keys)
    if "subject" not in sender.covers:
        bare = replace(bare, subject="", reply_subject=True)
    if not {"in-reply-to", "references"} <= sender.covers:
        bare = replace(bare, references=())
    return bare if "message-id" in sender.covers else replace(bare, message_id=None)


def seen_before(case: Case, sender: Sender, incoming: Incoming, number: int) -> bool:
    """Whether mail `number` was seen before in another copy; if not, it counts as seen from now on."""
    return not inbox.first_sight(case.tx, sights(incoming, sender), number, nor=_token_sight(incoming, sender))


def sights(incoming: Incoming, sender: Sender) -> tuple[str, ...]:
    """What we recognise a mail by: its bytes, since its proof may be spent when the mailbox delivers it once more. Only
    a proven mail also uses up its Message-ID and signatures; only one with a good token, that token."""
    bare = (f"bytes {incoming.digest}", *(_token_sight(incoming, sender) if sender.bears_token else ()))
    if sender.proof is None:
        return bare
    return (
        *bare,
        f"proven {incoming.sender} {incoming.message_id or incoming.digest}",
        *(f"signed {mark}" for mark in sender.marks),
    )


def planned_before(case: Case, sender: Sender, incoming: Incoming, number: int) -> bool:
    """Whether plans that nothing but a spent token proves came before in another copy of mail `number`; if not, they
    count as seen from now on. Any other mail with such a token leaves its Message-ID alone."""
    return not inbox.first_sight(case.tx, sights(incoming, replace(sender, proof=SPENT)), number)


def _token_sight(incoming: Incoming, sender: Sender) -> tuple[str, ...]:
    """How we recognise a copy of a token's mail that came another way after the token was spent."""
    token = sender.token
    if token is None or incoming.message_id is None or sender.proof not in (None, "token"):
        return ()
    return (f"token {token.token} {incoming.message_id}",)
