"""The reader of a text: a line is a command only if the whole line reads as one; the rest is conversation.

Everything below a line that may introduce old text is doubtful. Never judges whether the sender may give a command. The
commands themselves are the rows of command_table.COMMANDS.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from referee.asking import commands as ask
from referee.asking.cards import is_interjection, may_be_a_word, read_cards, read_number
from referee.asking.command_table import COMMANDS, DOMINOES, SPADES, STOPS, GameCommandRow, LineExtent, row_of, rows_of
from referee.asking.commands import Asked, Command, Reading, Unclear
from referee.asking.courtesies import LIST_MARK, TABLE_TALK, own_words
from referee.asking.help_topics import is_help
from referee.asking.plans import (
    AGAIN,
    APART,
    BLOCK,
    BULLET,
    LONGEST_LIST,
    NO_RULE,
    join_list,
    lacks_word,
    read_line,
    reads_as_rule,
)
from referee.asking.rows import Kind
from referee.asking.second_thoughts import WORD, is_about
from referee.asking.start_lines import FaultySetting, block_length, check_rest, read_start
from referee.asking.tiles import read_bare
from referee.asking.tournaments import commands as tournaments
from referee.asking.tournaments.announcement_lines import read_block
from referee.asking.tournaments.lines import is_of_tournament, wraps
from referee.asking.tournaments.lines import read_line as read_line_of_tournament
from referee.asking.tournaments.titles import NO_NAMES, Names
from referee.asking.turning_words import SUBJECTS
from referee.asking.wraps import written
from referee.post.messages import Automatic, Message
from referee.post.reading.introducers import introduces, surely_introduces
from referee.post.reading.safe_lines import safe_line
from referee.spades.sheets import SHEETS

LINES = 2000
LINE = 1200
"""The most characters of a command."""

LONGEST_QUESTION = 2 * LINE
"""The referee asks nobody about a command longer than this: they would not read it to its end."""

COMMANDS_OF_A_MAIL = 50
UNCLEAR_LINES = 10
"""The most unclear lines that the answer lists. A mail with even one has no effect."""

WORDS_BELOW = 40
"""The number of lines below an announcement that may be words of its writer to everybody."""

NEAR_LINES = 20
"""The number of lines of conversation in which we look for badly typed commands."""

NOTICE = 600
"""The most characters of a text that only says where the mail can be read."""
LETTERS = re.compile(r"[^\W_]+")
NO_HTML = re.compile(r"(?<![a-z])x?html(?![a-z])|\bin (?:your|a|the) (?:web )?browser\b|\bim browser\b", re.IGNORECASE)

HIGHEST_BARE = 26
OF_TRICKS = re.compile(r" (?:tricks?|books?|bid)$", re.IGNORECASE)
QUESTION = re.compile(r"(?<=\w)\?$")
EMPHASIS = re.compile(r"(\*\*|[*`])(?=\S)([^*`]+)(?<=\S)\1")
BLOCK_HEADS = re.compile(r"start[ .!:]*|tournament\b.{1,80}", re.IGNORECASE)
COLON = re.compile("[:\uff1a\ufe55\ufe13]")


def read_mail(
    message: Message, sheets: Collection[str] = SHEETS, names: Names = NO_NAMES, game: str = SPADES
) -> Reading:
    """Read the commands of a mail: in its body, or in its subject if the body has none and the subject may be a
    command.

    `names` are the names of tournaments and teams; `game` is the game that the mail is about.
    """
    reading = read_commands(message.text, sheets, message.quoting, names=names, game=game)
    beneath = (safe_line(line) for line in message.old.split("\n")[:NEAR_LINES] if line.strip())
    reading = replace(reading, beneath=tuple(beneath))
    if message.formatted is not None and not (reading.asked or reading.unclear) and _shows_nothing(message.text):
        plain = replace(message, text=message.formatted, formatted=None, quoting=frozenset())
        return read_mail(plain, sheets, names, game)
    if message.formatted is not None and message.formatted != message.text:
        formatted = read_commands(message.formatted, sheets, names=names, game=game)
        more = _more_talk(formatted, message.text)
        reading = _compared(replace(reading, talk=(*reading.talk, *more)), formatted)
    if message.automatic is not Automatic.NO:
        return reading
    if reading.asked or reading.unclear:
        return reading if message.reply_subject else _with_subject(reading, message.subject, game)
    if not message.reply_subject:
        # put the body below the subject, so that a `start` there gets its lines
        lower = frozenset(at + 2 for at in message.quoting)
        titled = read_commands(f"{message.subject}\n\n{message.text}", sheets, lower, names=names, game=game)
        if titled.asked or titled.unclear or titled.no:
            return replace(titled, chat=reading.chat, no=reading.no or titled.no, beneath=reading.beneath)
        if not reading.near:
            reading = replace(reading, near=titled.near[:1])
    below = read_commands(message.old, sheets, doubt=True, names=names, game=game)
    return replace(reading, old=moves_of(below.doubtful))


def _shows_nothing(text: str) -> bool:
    """Tell if a plain text is empty, or only says, in whatever language, that the mail has to be read in HTML."""
    return not text or (len(text) <= NOTICE and NO_HTML.search(text) is not None)


def _compared(reading: Reading, formatted: Reading) -> Reading:
    """Return the reading of a mail's plain text, turned if only one of its two texts asks for something: the other may
    have struck it out, or hides it."""
    shown = [[*each.asked, *each.doubtful] for each in (reading, formatted)]
    alone = [each for each in reading.asked if not _is_among(each, shown[1])]
    alone += [each for each in formatted.asked if not _is_among(each, shown[0])]
    alone = [each for each in alone if may_be_doubted(each.command)]
    if reading.unclear or not alone:
        return reading
    both = _distinct((*reading.asked, *alone))
    if len(moves_of(both)) > 1:
        return replace(reading, unclear=tuple(Unclear(each.line, TWO_TEXTS) for each in moves_of(both)))
    return replace(reading, asked=both, turned=alone[0].line)


def _more_talk(formatted: Reading, plain: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of conversation that only the formatted text has, numbered as if they stood far below."""
    said = "".join(LETTERS.findall(plain))
    for at, line in formatted.talk:
        if (letters := "".join(LETTERS.findall(line))) and letters not in said:
            yield 2 * LINES + 2 * at, line


TWO_TEXTS = (
    "your mail holds its text twice, plain and formatted, and the two do not ask for the same bid or play; "
    "send only the one that you mean"
)


def _is_among(one: Asked, others: Iterable[Asked]) -> bool:
    """Tell if a request is among others. Of blocks and free text only the kind must be the same: the two texts of a
    mail break lines, and write addresses, differently."""
    row = row_of(one.command)
    verbatim = isinstance(row, GameCommandRow) and row.line is not LineExtent.SPOKEN
    free = verbatim or row.unturned or isinstance(one.command, tournaments.Announce)
    return any(one.command == other.command or (free and type(one.command) is type(other.command)) for other in others)


def _with_subject(reading: Reading, subject: str, game: str) -> Reading:
    """Return the reading of a body, turned by the words of its subject, and unclear if the subject asks for another bid
    or play."""
    asked = read_commands(subject, game=game).asked
    said = [each.command for each in asked]
    turns = SUBJECTS.search(subject) or ("?" in subject and is_about(WORD.findall(subject)))
    if reading.asked and turns and said != [asked.command for asked in reading.asked]:
        return replace(reading, turned=safe_line(subject))
    first = next(iter(moves_of(reading.asked)), None)
    titled = next(iter(moves_of(asked)), None)
    if first is None or titled is None or titled.command == first.command:
        return reading
    return replace(reading, unclear=(Unclear(titled.line, _one_move(first.line)),))


def _one_move(line: str) -> str:
    return f"a mail may hold one bid or play, and `{line}` is one; send only one of them"


def moves_of(asked: Iterable[Asked]) -> tuple[Asked, ...]:
    """Return the bids and plays among the requests."""
    return tuple(each for each in asked if row_of(each.command).moves)


@dataclass(frozen=True, slots=True)
class _Subject:
    """The subject of a mail: the tournaments and teams that a line may name, and the game whose commands it has."""

    names: Names
    game: str


@dataclass(slots=True)
class _Heard:
    """The state of the reading so far."""

    asked: list[Asked] = field(default_factory=list)
    unclear: list[Unclear] = field(default_factory=list)
    chat: str | None = None
    doubt: bool = False
    doubtful: list[Asked] = field(default_factory=list)
    no: Asked | None = None
    near: list[str] = field(default_factory=list)
    talk: list[tuple[int, str]] = field(default_factory=list)
    block: bool = False
    """The line above belongs to a block of plans."""
    planned: bool = False
    """A plan came before."""
    about: _Subject = _Subject(NO_NAMES, SPADES)


def read_commands(
    text: str,
    sheets: Collection[str] = SHEETS,
    quoting: frozenset[int] = frozenset(),
    *,
    doubt: bool = False,
    names: Names = NO_NAMES,
    game: str = SPADES,
) -> Reading:
    """Read all that a text asks, in order, and the lines that were meant as commands but are unclear.

    `sheets` are names that `help` knows besides its topics: an operator may have sheets of their own. `quoting` are the
    numbers of the lines that introduced a quotation which was taken out: the text below these lines is not old. With
    `doubt`, the whole text may be old.
    """
    lines, quoting = _written(text, quoting)
    heard = _Heard(doubt=doubt, about=_Subject(names, game))
    at = 0
    while at < len(lines) and len(heard.unclear) < UNCLEAR_LINES and len(heard.asked) <= COMMANDS_OF_A_MAIL:
        if game == SPADES and _begins_block(lines, at):
            heard.block, at = True, at + 1
            continue
        found, used = _next(heard, lines, at)
        if isinstance(found, ask.Help) and found.topic is not None and not is_help(found.topic, sheets):
            found = None
        taken = _as_typed_alone(lines[at : at + used]) if heard.block else lines[at : at + used]
        if isinstance(found, ask.No):
            heard.no, found = heard.no or (None if heard.doubt else _asked(taken, found, at)), None
        if not heard.doubt and (found is None or isinstance(found, Unclear)) and len(heard.near) < NEAR_LINES:
            heard.near.extend(line for line in map(safe_line, taken) if line)
        if heard.doubt:
            _doubt(heard, taken, found, at)
        elif found:
            _hear(heard, taken, found, at)
            heard.planned = heard.planned or isinstance(found, ask.MakePlan | ask.SetHabit)
            # a line that looks like the end of a wrapped free text may be the attribution right below it
            heard.doubt = not isinstance(found, ask.Start | tournaments.Announce) and any(
                introduces(line, talk=TABLE_TALK) for line in lines[at + 1 : at + used]
            )
        else:
            heard.chat = heard.chat or safe_line(lines[at]) or None
            heard.doubt = at not in quoting and _introduces(lines, at)
            said = safe_line(lines[at][:LINE], LINE)
            attributes = at in quoting or (heard.doubt and ("@" in said or said.endswith(":")))
            if said and not attributes:
                heard.talk.append((at, said))
        at += used
    asked = tuple(heard.asked[:COMMANDS_OF_A_MAIL])
    old = _distinct(heard.doubtful)
    talk = tuple(heard.talk)
    beside = bool(asked or old or heard.no)
    unclear = tuple(each for each in heard.unclear if not (each.loose and beside))
    return Reading(asked, unclear, heard.chat, old, near=tuple(heard.near), talk=talk, no=heard.no)


def _written(text: str, quoting: frozenset[int]) -> tuple[list[str], frozenset[int]]:
    """Return the lines that a writer ended, and which of them introduced a quotation."""
    broken = text.split("\n")[:LINES]
    anew = {n for at, line in enumerate(broken) for n in _begin_anew(line, at, is_attribution=at in quoting)}
    whole = list(written(broken, anew=frozenset(anew), starts_block=_keeps_its_lines, ends_freely=_is_free))
    begun = {first: at for at, (first, _) in enumerate(whole)}
    return [line for _, line in whole], frozenset(begun[at] for at in quoting if at in begun)


def _begin_anew(line: str, at: int, *, is_attribution: bool) -> tuple[int, ...]:
    """Return which of line `at` and the next one surely begin anew: no line continues an attribution."""
    introducing = surely_introduces(line) and ("@" in line or line.rstrip().endswith(":")) and not _is_free(line)
    return (at, at + 1) if is_attribution or introducing else ()


def _keeps_its_lines(line: str) -> bool:
    """Tell if a line may begin a block of settings or plans, whose lines stay as they were broken."""
    plain = _plain(line)
    return BLOCK.fullmatch(plain) is not None or BLOCK_HEADS.fullmatch(plain) is not None


def _is_free(line: str) -> bool:
    """Tell if a line begins a command that ends in words of its writer's own."""
    plain = _plain(line)
    return wraps(plain) or any(row.line is LineExtent.FREE and row.match(plain) for row in COMMANDS)


def _begins_block(lines: Sequence[str], at: int) -> bool:
    """Tell if the line is the word `plan` alone, and a rule is right below it."""
    if at + 1 == len(lines) or not BLOCK.fullmatch(_plain(lines[at])):
        return False
    found, _ = _line_of_block(lines, at + 1, first=True)
    return found is not None


def _next(heard: _Heard, lines: Sequence[str], at: int) -> tuple[Command | Unclear | None, int]:
    """Read the next line as a rule of the block above. If it is no rule, it ends the block and is read by itself."""
    if heard.block:
        found, used = _line_of_block(lines, at, first=BLOCK.fullmatch(_plain(lines[at - 1])) is not None)
        heard.block = found is not None
        if found:
            return found, used
    found, used = _read(lines, at, heard.about)
    spades = heard.about.game == SPADES
    if found is None and spades and heard.planned and not heard.doubt and reads_as_rule(_plain(lines[at])):
        return Unclear(safe_line(lines[at]), APART, plan=True), used
    if found is None and (why := lacks_word(_plain(lines[at]))):
        return Unclear(safe_line(lines[at]), why, plan=True), used
    return found, used


def _line_of_block(lines: Sequence[str], at: int, *, first: bool) -> tuple[Command | Unclear | None, int]:
    try:
        return join_list([*map(_plain, lines[at : at + LONGEST_LIST])], lambda line: read_line(line, first=first))
    except ValueError as why:
        return Unclear(safe_line(lines[at]), safe_line(str(why), 400), plan=True), 1


def _as_typed_alone(lines: Sequence[str]) -> Sequence[str]:
    """Put back the word that a line of a block would have by itself, for letters that show the line."""
    if AGAIN.fullmatch(lines[0].strip()):
        return lines
    return (f"plan {BULLET.sub('', lines[0], count=1).strip()}", *lines[1:])


def _hear(heard: _Heard, lines: Sequence[str], found: Command | Unclear, at: int) -> None:
    """Add a command, or a line that was meant as one but is unclear."""
    echo = safe_line(lines[0])
    if not isinstance(found, Unclear) and _is_of_move_above(heard, found, echo, at):
        return
    first = next((each.line for each in moves_of(heard.asked)), None)
    if isinstance(found, Unclear):
        heard.unclear.append(found)
        if found.loose:
            heard.talk.append((at, echo))
    elif row_of(found).moves and first:
        heard.unclear.append(Unclear(echo, _one_move(first)))
    elif len(heard.asked) == COMMANDS_OF_A_MAIL:
        many = f"a mail may hold {len(heard.asked)} commands; send the others in another mail"
        heard.unclear.append(Unclear(echo, many))
        heard.asked.append(_asked(lines, found, at))
    else:
        heard.asked.append(_asked(lines, found, at))


def _is_of_move_above(heard: _Heard, found: Command, echo: str, at: int) -> bool:
    """Tell if a place needs no command of its own: right below a tile it belongs to it, and beside any other move it is
    conversation, as in `Right.`, which a move below it makes it too."""
    above = next(iter(moves_of(heard.asked)), None)
    if above is None or not row_of(found).moves:
        return False
    if not isinstance(found, ask.ChoosePlace):
        if isinstance(above.command, ask.ChoosePlace):
            heard.asked.remove(above)
        return False
    tile = above.command
    if isinstance(tile, ask.PlayTile) and tile.place is None and at == above.at + 1:
        whole = replace(tile, place=found.place)
        both = replace(above, line=f"{above.line} {echo}", command=whole, lines=(*above.lines, echo))
        heard.asked[heard.asked.index(above)] = both
    return True


def may_be_doubted(request: Command) -> bool:
    """Tell if we ask about a doubtful command. We leave out questions, since their sender will see that no answer came,
    and the `yes` to a question of ours."""
    row = row_of(request)
    return not row.looks and row.kind is not Kind.YES


def _doubt(heard: _Heard, lines: Sequence[str], found: Command | Unclear | None, at: int) -> None:
    """Add a command from below a line that may introduce old text; leave out unclear lines there."""
    if found is None or isinstance(found, Unclear) or len(heard.doubtful) == COMMANDS_OF_A_MAIL:
        return
    if may_be_doubted(found):
        heard.doubtful.append(_asked(lines, found, at))


def _asked(lines: Sequence[str], request: Command, at: int) -> Asked:
    # normalising may turn one character into as many as four
    quoted = tuple(line for each in lines if (line := safe_line(each[:LINE], 4 * LINE)))
    # we read a block to the end of each line, other commands only as far as we show them
    cut = isinstance(request, ask.Start | tournaments.Announce) and any(len(each) > LINE for each in lines)
    whole = not cut and sum(map(len, quoted)) <= LONGEST_QUESTION
    return Asked(safe_line(lines[0]), request, quoted, at, whole)


def _distinct(asked: Iterable[Asked]) -> tuple[Asked, ...]:
    """Return each different request once, in order."""
    found: list[Asked] = []
    for each in asked:
        if all(each.command != other.command for other in found):
            found.append(each)
    return tuple(found)


def _introduces(lines: Sequence[str], at: int) -> bool:
    """Tell if the text below a line may be old; below the heading of a list, or a move of any game, it is not."""
    listed = lines[at].rstrip().endswith(":") and LIST_MARK.match(_next_line(lines, at)) and "@" not in lines[at]
    return not listed and introduces(lines[at], _line_below(lines, at), TABLE_TALK) and not _is_move(lines, at)


def _is_move(lines: Sequence[str], at: int) -> bool:
    found = (_read(lines, at, _Subject(NO_NAMES, game))[0] for game in (SPADES, DOMINOES))
    return any(each is not None and not isinstance(each, Unclear) and row_of(each).moves for each in found)


def _line_below(lines: Sequence[str], at: int) -> str:
    """Return the next line that is not blank, by which we recognise headers; "" if there is none, no colon, or a
    command."""
    if not COLON.search(lines[at]):
        return ""
    below = _next_line(lines, at)
    return "" if _is_command(below) else below


def _next_line(lines: Sequence[str], at: int) -> str:
    return next((line for line in lines[at + 1 :] if line.strip()), "")


def _read(lines: Sequence[str], at: int, about: _Subject) -> tuple[Command | Unclear | None, int]:
    """Read the line at `at`. Return its command, an Unclear, or None for conversation; and the number of lines that it
    takes."""
    found, used = _as_it_stands(lines, at, about)
    if found is not None and not isinstance(found, Unclear):
        return found, used
    said = _without_courtesies(_plain(lines[at]), about.game)
    return (found, used) if said is None else (said, 1)


def _without_courtesies(line: str, game: str) -> Command | None:
    """Strip a line of courtesies, marks and pictures, and return the command of fixed words that is left: `ok 4`, `QS,
    thanks`.

    Returns None if the rest is no command, or the line has nothing to strip.
    """
    words = own_words(line) or line
    said = QUESTION.sub("", words)
    if said == line:
        return None
    row = next((row for row in rows_of(game) if row.line is LineExtent.SPOKEN and row.match(said)), None)
    try:
        found = _bare(said, game) if row is None or row.alone else row.read(said)
    except ValueError:
        return None
    # only a question may end with its mark
    return found if words == said or (found and row_of(found).looks) else None


def _as_it_stands(lines: Sequence[str], at: int, about: _Subject) -> tuple[Command | Unclear | None, int]:
    line = _plain(lines[at])
    found = next(((row, match) for row in rows_of(about.game) if (match := row.match(line))), None)
    used = 1
    try:
        if found is None:
            if (wish := _of_tournament(lines, at, about)) is not None:
                return wish
            if about.game == SPADES and BLOCK.fullmatch(line):
                return Unclear(safe_line(line), NO_RULE, plan=True), used
            return _bare(line, about.game), used
        row, match = found
        if row.word == "start":
            used += block_length(lines[at + 1 :])
            begin = read_start(lines[at + 1 : at + used])
            check_rest(lines[at + used :])
            return begin, used
        if row.line is LineExtent.FREE:
            match = row.match(_unbroken(lines[at])) or match
        if row.line is LineExtent.LISTED:
            return join_list([*map(_plain, lines[at : at + LONGEST_LIST])], row.read)
        return row.read_match(match), used
    except FaultySetting as why:
        return Unclear(safe_line(why.line), safe_line(str(why), 800), tournament=found is None), used
    except ValueError as why:
        plan = found is not None and found[0].word == "plan"
        loose = found is not None and found[0].loose
        of_tournament = found is None and is_of_tournament(line)
        said = safe_line(lines[at])
        return Unclear(said, safe_line(str(why), 400), plan=plan, tournament=of_tournament, loose=loose), used


def _of_tournament(lines: Sequence[str], at: int, about: _Subject) -> tuple[Command, int] | None:
    """Read the line at `at` as a command about tournaments, and count the lines that it takes. Raises ValueError, with
    a sentence."""
    if (block := read_block(lines, at)) is not None:
        return _with_words(*block, lines, at, about)
    line = _plain(lines[at])
    found = read_line_of_tournament(_unbroken(lines[at]) if wraps(line) else line, about.names)
    return None if found is None else (found, 1)


def _with_words(
    wish: tournaments.Announce, used: int, lines: Sequence[str], at: int, about: _Subject
) -> tuple[tournaments.Announce, int]:
    """Return an announcement with its writer's words below it, up to the next command or to text that may be old; and
    the number of lines of both."""
    said: list[str] = []
    for index in range(at + used, min(len(lines), at + used + WORDS_BELOW)):
        if lines[index].strip() in ("--", "__") or introduces(lines[index], _line_below(lines, index), TABLE_TALK):
            break
        if lines[index].strip() and _read(lines, index, about)[0] is not None:
            break
        if sum(map(len, said)) + len(lines[index]) > LINE:
            break
        said.append(safe_line(lines[index]))
    while said and not said[-1]:
        said.pop()
    first = next((index for index, line in enumerate(said) if line), 0)
    return replace(wish, words=tuple(said[first:])), used + len(said)


def _unbroken(line: str) -> str:
    return " ".join(line[:LINE].split())


def _plain(line: str) -> str:
    plain = EMPHASIS.sub(r"\2", _unbroken(line))
    return plain[1:-1] if len(plain) > 2 and plain[0] == plain[-1] == "_" else plain


def _bare(line: str, game: str) -> Command | None:
    """Read a move by itself, or the name of a command that needs more."""
    spoken = line.rstrip(STOPS)
    if move := _card_or_number(line, spoken) if game == SPADES else read_bare(spoken):
        return move
    if usage := next((row.usage for row in rows_of(game) if row.word == spoken.lower()), None):
        raise ValueError(f"it is not complete; write it like `{usage}`")
    return None


def _card_or_number(line: str, spoken: str) -> ask.BareCard | ask.BareNumber | None:
    """Read a card, a number or `nil` by itself."""
    if (number := read_number(OF_TRICKS.sub("", spoken))) is not None and number <= HIGHEST_BARE:
        return ask.BareNumber(number)
    if (cards := read_cards(spoken)) and not is_interjection(line) and not may_be_a_word(spoken):
        if len({*cards}) > 1:
            raise ValueError(f"it names {len(cards)} cards; name the one that you play, like `play {cards[0]}`")
        return ask.BareCard(cards[0])
    return None


def _is_command(line: str) -> bool:
    plain = _plain(line)
    return any(row.match(plain) for row in COMMANDS)
