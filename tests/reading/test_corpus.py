"""Real mail from public test suites: a planted move is found in what is new, and never in what is quoted."""

import email
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from email.message import Message as Part
from pathlib import Path

import pytest

from referee.asking.commands import Reading
from referee.asking.grammar import read_commands, read_mail
from referee.post.messages import Automatic, Message
from referee.post.reading.message import read_message
from referee.post.reading.new_text import split_text
from tests.faults.corpus import run
from tests.reading.corpus import CORPUS, corpus

MOVE = "play QS"
MARKS = re.compile(r"\s*(?:[A-Za-z]{0,3}>[\s>]*|\|\s*)")
pytestmark = pytest.mark.skipif(CORPUS is None, reason="set REFEREE_MAIL_CORPUS to a folder of real mail")


def lines_of(path: Path) -> list[str]:
    """Return the text of a file as lines without their ends."""
    return path.read_text(encoding="utf-8").replace("\r\n", "\n").split("\n")


def marks_of(line: str) -> str:
    """Return the quote marks that a line begins with."""
    match = MARKS.match(line)
    return match[0] if match and match[0].strip() else ""


def planted_as_new(whole: list[str], new: list[str]) -> Iterator[str]:
    """Yield the text with the move at the start of its new part, between its paragraphs, and at its end."""
    known = _aligned(whole, new)
    pairs = itertools.pairwise(known)
    between = [here + 1 for here, there in pairs if not all(line.strip() for line in whole[here + 1 : there + 1])]
    for at in [known[0], *between, known[-1] + 1] if known else []:
        yield "\n".join([*whole[:at], "", MOVE, "", *whole[at:]])


def planted_as_old(whole: list[str], new: list[str]) -> Iterator[str]:
    """Yield the text with the move behind every line that is not new, with the quote marks of that line."""
    fresh = set(_aligned(whole, new))
    for here, line in enumerate(whole):
        following = next((i for i in range(here + 1, len(whole)) if whole[i].strip()), None)
        if line.strip() and here not in fresh and following not in fresh:
            yield "\n".join([*whole[: here + 1], marks_of(line) + MOVE, *whole[here + 1 :]])


def _aligned(whole: list[str], new: list[str]) -> list[int]:
    found: list[int] = []
    for line in filter(str.strip, new):
        start = found[-1] + 1 if found else 0
        found.append(next(i for i in range(start, len(whole)) if whole[i].strip() == line.strip()))
    return found


def planted_on_top(raw: bytes) -> Iterator[bytes]:
    """Yield the mail with the move as the first paragraph of its text; nothing if it has no text."""
    if part := _text_part(raw):
        yield part.replaced([MOVE, "", *part.lines])


def planted_in_quotes(raw: bytes) -> Iterator[bytes]:
    """Yield the mail with the move behind each of its quoted lines, quoted likewise."""
    part = _text_part(raw)
    for index, line in enumerate(part.lines if part and not part.html else []):
        if marks := marks_of(line):
            assert part
            yield part.replaced([*part.lines[: index + 1], marks + MOVE, *part.lines[index + 1 :]])


class TextPart:
    """The part of a mail that holds what its sender wrote, plain if there is one."""

    def __init__(self, message: Part, part: Part) -> None:
        payload = part.get_payload(decode=True)
        assert isinstance(payload, bytes)
        self.html = part.get_content_subtype() == "html"
        self.lines = payload.decode(part.get_content_charset("utf-8"), "replace").replace("\r\n", "\n").split("\n")
        self._message, self._part = message, part

    def replaced(self, lines: list[str]) -> bytes:
        """Return the mail with other lines in that part."""
        text = "\n".join(lines)
        if self.html:
            text = re.sub(r"(<body[^>]*>|^)", rf"\1<p>{MOVE}</p>", "\n".join(self.lines), count=1)
        del self._part["Content-Transfer-Encoding"], self._part["Content-Type"]
        self._part["Content-Type"] = f"text/{'html' if self.html else 'plain'}; charset=utf-8"
        self._part["Content-Transfer-Encoding"] = "8bit"
        self._part.set_payload(text.encode("utf-8", "replace").decode("ascii", "surrogateescape"))
        return self._message.as_bytes()


def _text_part(raw: bytes) -> TextPart | None:
    message = email.message_from_bytes(raw)
    texts = [part for part in message.walk() if part.get_content_maintype() == "text" and not part.get_filename()]
    texts = [
        part for part in texts if str(part.get_payload()).strip() and part.get_content_subtype() in ("plain", "html")
    ]
    texts.sort(key=lambda part: part.get_content_subtype() == "html")
    try:
        return TextPart(message, texts[0]) if texts else None
    except LookupError:
        return None


UNMARKED = {
    # a forwarded original is not what the sender wrote, whatever its own suite says
    "forwarded_message.txt",
    # an attribution and no quote mark below it: in doubt it is all a quote
    "embedded_email_17.txt",
    "embedded_email_18.txt",
}
TRIMMER = "reply-trimmer"


DOUBTED = {
    # rules, tags and colons within what its writer wrote: the move below is asked about
    "block_code_spacers.txt",
    "embedded_email_15.txt",
    "embedded_email_19.txt",
    "retains_spaces_and_formatting.txt",
}


def read(text: str) -> Reading:
    """Read what a whole text asks, as a mail's is read."""
    parted = split_text(text)
    return read_commands(parted.new, quoting=parted.quoting)


def is_heard(text: str) -> bool:
    return any(each.line == MOVE for each in read(text).asked)


def is_asked_about(text: str) -> bool:
    return any(each.line == MOVE for each in read(text).doubtful)


def trimmer_pairs() -> Iterator[tuple[str, list[str], list[str]]]:
    for path in corpus(f"{TRIMMER}/emails", "*.txt"):
        yield path.name, lines_of(path), lines_of(path.parent.parent / "trimmed" / path.name)


def test_every_move_in_new_text_is_found() -> None:
    texts = [(name, text) for name, whole, new in trimmer_pairs() for text in planted_as_new(whole, new)]
    tried = [(name, is_heard(text), is_asked_about(text)) for name, text in texts]
    assert len(tried) > 150
    assert {name for name, heard, asked in tried if not heard and not asked} == UNMARKED
    assert {name for name, _, asked in tried if asked} == DOUBTED
    assert sum(heard for _, heard, _ in tried) >= 140


def test_no_move_in_old_text_is_found() -> None:
    tried = [(name, is_heard(text)) for name, whole, new in trimmer_pairs() for text in planted_as_old(whole, new)]
    assert len(tried) > 800
    assert [name for name, heard in tried if heard] == []


def test_reply_texts_above_and_inside_their_quotes() -> None:
    for path in corpus("reply-parser", "*.txt"):
        lines = lines_of(path)
        assert is_heard("\n".join([MOVE, "", *lines])), path.name
        for index, line in enumerate(lines):
            if marks := marks_of(line):
                text = "\n".join([*lines[: index + 1], marks + MOVE, *lines[index + 1 :]])
                assert not is_heard(text), (path.name, index)


def raw_mails() -> Iterator[tuple[str, bytes]]:
    for folder in ("incoming", "command-mail"):
        for path in corpus(folder, "*.eml"):
            yield path.name, path.read_bytes()


def heard_in(raw: bytes) -> bool | None:
    message = read_message(raw)
    if not message.sender:
        return None
    return any(each.line == MOVE for each in read_mail(message).asked)


def test_raw_mails_with_a_move_on_top() -> None:
    tried = [(name, heard_in(mail)) for name, raw in raw_mails() for mail in planted_on_top(raw)]
    assert len(tried) > 140
    assert [name for name, heard in tried if heard is False] == []
    assert {name for name, heard in tried if heard is None} == {
        "invalid_from_2.eml",
        "no_from.eml",
        "ticket_by_empty_user.eml",
        "ticket_without_from_header.eml",
    }


def test_two_texts_of_real_mails_ask_for_the_same() -> None:
    paths = [*corpus("incoming", "*.eml"), *corpus("command-mail", "*.eml"), *corpus("clients", "*.eml")]
    tried = [(path.name, read_message(planted_in_both(path.read_bytes()))) for path in paths]
    pairs = [(name, mail) for name, mail in tried if isinstance(mail, Message) and mail.formatted is not None]
    assert len(pairs) > 40
    wrong = [name for name, mail in pairs if read_mail(replace(mail, subject="")).turned]
    assert wrong == []


def planted_in_both(raw: bytes) -> bytes:
    """Return the mail with the move at the top of its first plain and its first HTML part."""
    message = email.message_from_bytes(raw)
    parts = {part.get_content_type(): part for part in reversed([*message.walk()]) if not part.get_filename()}
    for kind in {"text/plain", "text/html"} & {*parts}:
        try:
            part = TextPart(message, parts[kind])
        except LookupError:
            continue
        part.replaced([MOVE, "", *part.lines])
    return message.as_bytes()


def test_raw_mails_with_a_move_in_their_quotes() -> None:
    tried = [(name, heard_in(mail)) for name, raw in raw_mails() for mail in planted_in_quotes(raw)]
    assert len(tried) > 30
    assert [name for name, heard in tried if heard] == []


def test_bounces_are_no_players() -> None:
    mails = [(path.name, read_message(path.read_bytes())) for path in corpus("bounces", "*.txt")]
    assert len(mails) == 117
    read = [(name, mail) for name, mail in mails if isinstance(mail, Message) and mail.sender]
    human = {name for name, mail in read if mail.automatic is Automatic.NO}
    # a person's own client or an office program sent these: nothing but their prose tells
    assert human <= {"groupwise_03.txt", "simple_20.txt"}


def test_no_real_mail_is_taken_for_a_move_with_a_good_sender_and_token() -> None:
    figures = run(long=False)
    assert figures["mails"] == figures["files"] and (figures["false moves"], figures["crashes"]) == (0, 0)
    assert float(str(figures["p99 ms"])) < 1000
