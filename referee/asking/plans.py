"""The ways in which people write plans: `hearts: 3H, lowest`, `lead KH`, `bid nil`, `off hearts`, `forced on`, after
the word `plan`.

Never asks whether a plan can act, in this game or ever. Plans themselves are in referee/spades/plans.py.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Literal, cast

from referee.asking import commands as ask
from referee.asking.cards import (
    CARD,
    RANK_WORDS,
    SUIT_WORDS,
    SYMBOLS,
    VARIATION,
    is_interjection,
    names_half_a_card,
    names_half_a_joker,
    read_cards,
    read_number,
    read_suit,
)
from referee.asking.readers import is_guess
from referee.post.reading.safe_lines import safe_line
from referee.spades.plans import SUIT_OF, Pick, Plan, PlanEntry, Way, When

Planned = ask.MakePlan | ask.ShowPlans | ask.DropPlans | ask.SetHabit

WAYS: Mapping[str, Way] = {
    **dict.fromkeys(("lowest", "low", "smallest", "small", "any"), "lowest"),
    **dict.fromkeys(("highest", "high"), "highest"),
    "win": "win",
    "duck": "duck",
}
WHENS = {
    **{name: when for when, suit in SUIT_OF.items() for name in (when.value, when.value.removesuffix("s"))},
    **{sign: when for when, suit in SUIT_OF.items() for sign, of in SYMBOLS.items() if of == suit},
    **{when.value: when for when in (When.PARTNER, When.VOID, When.LEAD, When.REST, When.NEXT)},
    "next turn": When.NEXT,
}
LETTERS = {suit.lower(): when for when, suit in SUIT_OF.items()}
"""Letters that mean a suit only before a colon: `plan h` is no plan."""
HABITS = ("forced", "equals")
SWITCH = {"on": True, "off": False}
SWITCHED = {*SWITCH, "of", "yes", "no", "true", "false", "always", "never", "maybe", "perhaps"}
"""The words that are surely meant as a switch."""
EVERYTHING = {"", "all", "everything", "all plans", "all of them"}
LONGEST_LIST = 4
"""The number of lines that a list of entries may take."""
LONGEST_RULE = 400
"""The most characters of a rule, even if it spells out a whole hand."""
WRAPPED_AT = 60
"""A line as long as this may have been broken by a mail program."""
MOST_ENTRIES = 26
HIGHEST_BID = 26

NO_CARD = re.compile(r"(?:10|[2-9])[a-z]", re.IGNORECASE | re.ASCII)
"""A word that is meant as a card, but with a letter that is no suit."""
BLOCK = re.compile(r"plan[ :.!]*", re.IGNORECASE)
"""The line that begins a block."""
HEAD = re.compile(
    rf"(?P<when>{'|'.join(sorted(WHENS, key=len, reverse=True))}|[shdc](?= ?[:=]))(?P<colon> ?[:=])?"
    r"(?:(?<=[:=]) ?| |$)(?P<listed>.*)",
    re.IGNORECASE | re.ASCII,
)
_SUIT = rf"(?:{'|'.join(SUIT_WORDS)})s?|[shdc]|[{''.join(SYMBOLS)}]"
PICK = re.compile(
    rf"(?:(?:the|my|a|an) )?(?P<way>{'|'.join(WAYS)})(?: card\b| (?:of )?(?:(?:the|my) )?(?P<suit>{_SUIT}))?(?!\w)",
    re.IGNORECASE | re.ASCII,
)
BETWEEN = re.compile(r" ?[,;] ?(?:(?:or|then|else|or else) )?| (?:or|then|else|or else) ", re.IGNORECASE)
BETWEEN_WORDS = re.compile(r"[\s,;:=/&+.?!-]+")
OFF = re.compile(r"off\b:? ?(?P<what>.*)|(?P<before>.+?):? off", re.IGNORECASE)
BID = re.compile(r"bid\b ?[:=]? ?(?P<rest>.*?)(?: (?:tricks?|books?))?", re.IGNORECASE)
SHOW = re.compile(r"show:? (?:my )?(.+)", re.IGNORECASE)
PLAY = re.compile(r"play:? (.+)", re.IGNORECASE)
BULLET = re.compile(r"\s*[-*\u2022]\s+")
AGAIN = re.compile(r"plan\b[:=]? ?(?P<rest>.+)", re.IGNORECASE)

FILLERS = {"the", "my", "a", "an", "of", "card", "and", "or", "then", "else"}
CARD_WORDS = {*RANK_WORDS, *SUIT_WORDS, *(f"{word}s" for word in SUIT_WORDS), "joker", "big", "little"}
WORDS = {*WAYS, *WHENS, *CARD_WORDS}
"""Every word with a meaning in a rule."""
ALIKE = 0.82
"""The least likeness of a word to one of our words that makes it a misspelling of our word."""
SHORTEST_NEAR, LONGEST_NEAR = 4, 12
MOST_MISSPELT = 3

EXAMPLE = "`plan hearts: 3H, lowest`"
KINDS = "a card like `3H`, `win`, `duck`, `lowest`, `highest`, or one of these with a suit, like `lowest heart`"
NO_RULE = f"it begins a block of plans, but the line right below it is none; write it like {EXAMPLE}, all on one line"
APART = (
    "it would be left out, since it is apart from your plan; write it right below the line `plan`, with no other line "
    "between, or with the word `plan` before it"
)


def read_plan(text: str) -> Planned | None:
    """Read the words after `plan`; None for conversation.

    Raises ValueError, with a sentence that says what would work, for words that were surely meant as a plan.
    """
    if len(text) > LONGEST_RULE:
        return None
    plain = " ".join(text.translate(VARIATION).split()).rstrip(" .!")
    if plain.lower() == "show":
        return ask.ShowPlans()
    if (shown := SHOW.fullmatch(plain)) and (shown[1].lower() in {*WHENS, *HABITS, *EVERYTHING, "bid"}):
        raise ValueError("all your plans are shown together; write `plan show`")
    if found := _habit(plain) or _dropped(plain):
        return found
    if (play := PLAY.fullmatch(plain)) and all(map(_entry, BETWEEN.split(play[1]))):
        raise ValueError(f"a plan has no word `play`; write `plan {safe_line(play[1], 200)}`")
    plan = _bid(bid["rest"]) if (bid := BID.fullmatch(plain)) else _rule(plain)
    return None if plan is None else ask.MakePlan(plan)


def read_line(line: str, *, first: bool = False) -> ask.MakePlan | ask.SetHabit | None:
    """Read a line of a block, `first` if it is right below the word; None if it is no rule, which ends the block.

    Raises ValueError, with a sentence, for a line that was surely meant as a rule.
    """
    spoken = BULLET.sub("", line, count=1).strip()
    if again := AGAIN.fullmatch(spoken):
        found = read_plan(again["rest"])
        return found if isinstance(found, ask.MakePlan | ask.SetHabit) else None
    if is_interjection(line.strip()):
        return None
    if read_number(spoken.rstrip(" .!")) is not None:
        raise ValueError("a number is no rule; to plan a bid write it like `plan bid 4`")
    try:
        found = read_plan(spoken)
    except ValueError:
        if _begins_like_a_rule(spoken):
            raise
        return None
    if isinstance(found, ask.DropPlans) or (isinstance(found, ask.ShowPlans) and first):
        raise ValueError(f"it takes the word `plan` on its own line; write `plan {spoken.rstrip(' .!').lower()}`")
    return None if isinstance(found, ask.ShowPlans) else found


def join_list(lines: Sequence[str], read: Callable[[str], ask.Command | None]) -> tuple[ask.Command | None, int]:
    """Read the first of `lines`, and with it the lines into which a mail program broke a long list of entries. Return
    what these lines ask, and their number. If no run of several lines reads as one plan, read the first alone; raise
    what `read` raises for it."""
    most = 1
    while most < min(LONGEST_LIST, len(lines)) and _goes_on(lines[most - 1]) and lines[most].strip():
        most += 1
    for count in range(most, 1, -1):
        whole = " ".join(line.strip() for line in lines[:count])
        if len(whole) > LONGEST_RULE:
            continue
        try:
            found = read(whole)
        except ValueError:
            continue
        if isinstance(found, ask.MakePlan):
            return found, count
    return read(lines[0]), 1


def _goes_on(line: str) -> bool:
    return len(line) >= WRAPPED_AT or line.rstrip().endswith((",", ";"))


def lacks_word(line: str) -> str | None:
    """Say what is missing in a habit that is switched without the word `plan`, as in `equals on`."""
    words = BETWEEN_WORDS.split(line.lower().rstrip(" .!"))
    if len(words) == 2 and words[0] in HABITS and words[1] in SWITCH:
        return f"it takes the word `plan` before it; write `plan {words[0]} {words[1]}`"
    return None


def reads_as_rule(line: str) -> bool:
    """Tell if a line apart from any block would be a rule in one, perhaps an unclear one."""
    try:
        return read_line(line) is not None
    except ValueError:
        return True


def _begins_like_a_rule(line: str) -> bool:
    """Tell if an unclear line in a block is surely a rule, rather than a name below it: `Jack` is no half of a card."""
    first = BETWEEN_WORDS.split(line, maxsplit=1)[0].lower()
    return first in {*WHENS, *HABITS, "bid"} or ":" in line or any(map(_entry, BETWEEN.split(line)))


def _habit(text: str) -> ask.SetHabit | None:
    """Read `forced on`, `off equals`."""
    words = BETWEEN_WORDS.split(text.lower())
    if len(words) == 2 and words[0] == "off" and words[1] in HABITS:
        words.reverse()
    name = words[0] if words[0] in HABITS else _near(words[0], HABITS)
    if name is None or len(words) > 2 or (len(words) == 2 and words[1] not in SWITCHED):
        return None
    if words[0] != name or len(words) == 1 or words[1] not in SWITCH:
        raise ValueError(f"write `plan {name} on` or `plan {name} off`")
    return ask.SetHabit(cast(Literal["forced", "equals"], name), SWITCH[words[1]])


def _dropped(text: str) -> ask.DropPlans | None:
    """Read `off`, `off hearts`, `hearts off`."""
    if match := OFF.fullmatch(text):
        what = (match["what"] or match["before"] or "").lower()
        if what in EVERYTHING:
            return ask.DropPlans()
        when = When.BID if what == "bid" else WHENS.get(what)
        if when is not None:
            return ask.DropPlans(when)
        if near := _near(what, (*WHENS, "bid")):
            raise ValueError(f"`{safe_line(what, 40)}` is not a kind of plan; write `plan off {near}`")
        if any(_entry(part) for part in BETWEEN.split(what)):
            raise ValueError("write `plan off next` to drop the plan for your next turn, or `plan off` to drop all")
        return None
    words = text.lower().split()
    if words == ["of"] or (len(words) == 2 and words[0] == "of" and words[1] in WHENS):
        raise ValueError("write `plan off`, or `plan off hearts` for one kind of plan")
    return None


def _bid(text: str) -> Plan | None:
    """Read `4`, `nil`, `blind nil`."""
    said = text.lower()
    words = set(re.split(r"[ -]+", said))
    if not said:
        raise ValueError("it names no bid; write it like `plan bid 4`, `plan bid nil` or `plan bid blind nil`")
    if said == "pass":
        raise ValueError("nobody passes in Spades; write `plan bid nil`, or a number, like `plan bid 3`")
    if words <= {"a", "blind", "nil", "0", "zero"} and "blind" in words and len(words - {"a"}) == 2:
        return Plan(When.BID, bid=0, blind=True)
    if words == {"blind"} or ("blind" in words and any(map(str.isdecimal, words))):
        raise ValueError("only nil can be bid blind; write `plan bid blind nil`")
    number = read_number(said)
    if number is not None and number <= HIGHEST_BID:
        return Plan(When.BID, bid=number)
    if number is not None:
        raise ValueError(f"no bid is higher than {HIGHEST_BID}; write it like `plan bid 4`")
    if is_guess(said):
        raise ValueError("it does not name one number of tricks; write a single one, like `plan bid 4`")
    return None


def _rule(text: str) -> Plan | None:
    """Read entries alone, or after the turns that they are for."""
    head = None if all(map(_entry, BETWEEN.split(text))) else HEAD.fullmatch(text)
    if head is None:
        return _of(When.NEXT, text)
    name = head["when"].lower()
    when = LETTERS[name] if name in LETTERS else WHENS[name]
    if not head["listed"]:
        raise ValueError(_empty(when))
    return _of(when, head["listed"], head=name, surely=head["colon"] is not None)


def _of(when: When, listed: str, *, head: str = "", surely: bool = False) -> Plan | None:
    """Make a plan of these entries; None for conversation. `surely`: they are surely meant as a plan; `head`: the turns
    as typed."""
    parts = BETWEEN.split(listed)
    entries = tuple(_entry(part) or (_suit_to_lead(part) if when is When.LEAD else None) for part in parts)
    meant = surely or any(entries if head else map(_is_sure, parts)) or _is_misspelt(parts)
    if None in entries and not meant:
        return None
    if len(parts) > MOST_ENTRIES:
        raise ValueError(f"it has {len(parts)} entries; a plan may have {MOST_ENTRIES}")
    for part, entry in zip(parts, entries, strict=True):
        if entry is None:
            raise ValueError(_wrong(part, when, f"{head}: " if head else ""))
        if when is When.LEAD and isinstance(entry, Pick) and entry.way in ("win", "duck"):
            raise ValueError(
                f"`{entry.way}` is for a card that follows; for a lead name cards, `lowest` or `highest`, "
                "like `plan lead: KH, lowest club`"
            )
    return Plan(when, tuple(entry for entry in entries if entry is not None))


def _entry(text: str) -> PlanEntry | None:
    """Read one card, or a card by what it does; None for anything else."""
    cards = read_cards(text)
    if len(cards) == 1:
        return cards[0]
    match = PICK.fullmatch(text)
    return Pick(WAYS[match["way"].lower()], match["suit"] and read_suit(match["suit"])) if match else None


def _suit_to_lead(text: str) -> Pick | None:
    """Read a suit that is named alone, as in `lead: hearts`: its lowest card."""
    suit = read_suit(text)
    return Pick("lowest", suit) if suit else None


def _is_sure(part: str) -> bool:
    """Tell if an entry reads that nobody writes by chance, as they do `win some, lose some`."""
    if part.lower() in ("lowest", "highest") or NO_CARD.fullmatch(part) or read_cards(part):
        return True
    return " " in part and _entry(part) is not None


def _is_misspelt(parts: Sequence[str]) -> bool:
    """Tell if unreadable entries consist of our words, some of them misspelt, and of more than `A`."""
    words = {word for part in parts for word in BETWEEN_WORDS.split(part.lower()) if word} - FILLERS
    unknown = {word for word in words if not _is_word(word)}
    if all(len(word) < 2 and not word.isdecimal() for word in words) or len(unknown) > MOST_MISSPELT:
        return False
    return all(_near(word, WORDS) for word in unknown)


def _is_word(word: str) -> bool:
    return word in WORDS or names_half_a_card(word) or bool(read_cards(word))


def _near(word: str, known: Sequence[str] | set[str]) -> str | None:
    """Find the one of `known` that `word` is, or may be a misspelling of."""
    if not SHORTEST_NEAR <= len(word) <= LONGEST_NEAR:
        return None
    return next(iter(get_close_matches(word, sorted(known), 1, ALIKE)), None)


def _empty(when: When) -> str:
    entries = {When.LEAD: "KH, lowest club", When.VOID: "2D, lowest club"}.get(when, "lowest")
    if when in SUIT_OF:
        entries = f"win, lowest {when.value.removesuffix('s')}"
    name = "" if when is When.NEXT else f"{when}: "
    return f"it names no card; write what to play after it, like `plan {name}{entries}`"


def _wrong(part: str, when: When, as_typed: str) -> str:
    """Say what is wrong with an entry that does not read, and what would work."""
    echo = safe_line(part, 60)
    if not part.strip():
        return f"an entry is missing beside one of its commas; write it like {EXAMPLE}"
    begun = part.partition(":")[0]
    if begun != part and begun.lower() not in WHENS and (near := _near(begun.lower(), {*WHENS, "bid"})):
        return f"`{safe_line(begun, 40)}` is not a word of plans; the nearest is `{near}`"
    if ":" in part or "=" in part or ((head := HEAD.fullmatch(part)) and head["listed"]):
        return f"`{echo}` reads as another rule; write each rule on a line of its own, with `plan` before it"
    if len(several := entries_in(part)) > 1:
        mended = safe_line(as_typed + ", ".join(several), 200)
        return f"`{echo}` holds {len(several)} entries; write commas between them, like `plan {mended}`"
    if names_half_a_joker(part):
        return f"`{echo}` does not say which joker; write `big joker` or `little joker`"
    if read_suit(part):
        name = next(word for word, suit in SUIT_WORDS.items() if suit == read_suit(part))
        return f"`{echo}` names a suit and no card; write `lowest {name}`, `highest {name}` or a card with its rank"
    if names_half_a_card(part):
        bid = f"; for a bid write `plan bid {part}`" if part.isdecimal() and when is When.NEXT else ""
        return f"`{echo}` does not say which card; write rank and suit, like `QS`{bid}"
    for word in BETWEEN_WORDS.split(part.lower()):
        if word not in FILLERS and not _is_word(word) and (near := _near(word, WORDS)):
            return f"`{safe_line(word, 40)}` is not a word of plans; the nearest is `{near}`"
    return f"`{echo}` is none of these: {KINDS}; write the rule like {EXAMPLE}"


def entries_in(text: str) -> tuple[str, ...]:
    """Return the entries of a `text` that has no commas between them; () if the text holds anything else."""
    found: list[str] = []
    end = 0
    while end < len(text):
        match = CARD.match(text, end) or PICK.match(text, end)
        if match is None:
            return ()
        found.append(match[0].strip())
        gap = re.compile(r"(?: ?[/&+] ?| and | )?", re.IGNORECASE).match(text, match.end())
        end = gap.end() if gap else match.end()
    return tuple(found)
