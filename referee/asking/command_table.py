"""The table of commands, with one row each: both the reader of lines and the help come from it.

Knows nothing of a line beyond its words: never asks whether the sender may use a command, or whether it is their turn.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from referee.asking import commands as ask
from referee.asking import days, moves, plans, rulings, wishes
from referee.names import check_name
from referee.post.reading.safe_lines import safe_line
from referee.post.settings import fold_address
from referee.spades import commands as game

LONGEST_SAYING = 1000
"""The characters of a `say`, a question or its answer that we pass on, at most."""


class Who(StrEnum):
    """The people who may use a command."""

    PLAYER = "player"
    """A player, to the list or to the referee, which announces it."""
    PRIVATE = "private"
    """A player, privately to the referee."""
    ANYONE = "anyone"
    GAMESMASTER = "gamesmaster"


class Line(StrEnum):
    """The extent of a line that the command takes."""

    SPOKEN = "spoken"
    """The whole line but the stops at its end."""
    VERBATIM = "verbatim"
    """The whole line: the stops at its end may belong to a name."""
    FREE = "free"
    """The whole line, which ends in words of its writer's own."""
    LISTED = "listed"
    """The whole line and the rest of a list of entries, where it goes on below."""


Maker = Callable[[re.Match[str]], ask.Command | None]
"""The reader of a matching line: returns what it asks, or None if it is conversation after all. Raises ValueError, with
a sentence, if it is unclear."""


@dataclass(frozen=True, slots=True)
class Row:
    """One command: how to write it, who may use it, what it does, how to read it."""

    usage: str
    """An example, as somebody would type it."""
    who: Who
    help: str
    pattern: re.Pattern[str]
    make: Maker
    line: Line

    @property
    def word(self) -> str:
        """The command's first word, by which `help` finds its topic."""
        return self.usage.split()[0]

    def match(self, line: str) -> re.Match[str] | None:
        """Return the match of a whole line of single spaces, None if it is not this command."""
        return self.pattern.fullmatch(line.rstrip(STOPS) if self.line is Line.SPOKEN else line)

    def read(self, line: str) -> ask.Command | None:
        """Read what a whole line asks, None if it is not this command. Raises ValueError, with a sentence."""
        match = self.match(line)
        return match and self.make(match)


def _row(who: Who, usage: str, help: str, pattern: str, make: Maker, line: Line = Line.SPOKEN) -> Row:
    return Row(usage, who, help, re.compile(pattern, re.IGNORECASE | re.ASCII | re.DOTALL), make, line)


STOPS = " .!"
I = r"(?:(?:i|i will|i'll|my|we) )?"  # noqa: E741 - the word itself
I_MOVE = r"(?:(?:i|i will|i'll|i'd like to|i would like to|i'm|i am|my|we|we will|we'll) )?"
REST = r"(?:all(?: the rest)?|the rest|everything|(?:all )?(?:the )?(?:other |remaining )?(?:tricks|books))"
NOT_SHEETS = ("us", "me", "him", "her", "them", "you", "in", "up", "now", "the", "with", "and")
"""The words that follow `join` in conversation."""

P, V, A, G = Who.PLAYER, Who.PRIVATE, Who.ANYONE, Who.GAMESMASTER

COMMANDS: tuple[Row, ...] = (
    _row(
        P,
        "bid 4",
        "Bids that many tricks; `bid nil` bids none. The number alone will do when a bid is due.",
        rf"(?!.*\bblind\b){I_MOVE}"
        r"(?:(?P<pass>pass)|bid(?:ding(?= ))?(?: is| of)?(?:\b[:=]? ?#?|(?=\d))"
        r"(?P<rest>.*?)(?: (?:tricks?|books?))?(?: please)?)",
        moves.read_bid,
    ),
    _row(
        P,
        "bid blind nil",
        "Bids nil before you have seen your hand, on a sheet that has it.",
        rf"(?=.*\bblind\b){I}(?:bid|blind)\b[:=]? ?(?P<rest>.*?)(?: (?:tricks?|books?))?(?: please)?",
        moves.read_blind,
    ),
    _row(
        P,
        "play QS",
        "Plays that card: `play QS`, `play ♠Q`, `play queen of spades`, `play big joker`, or the card alone.",
        rf"{I_MOVE}(?:(?:play|lead)(?:\b[:=]? ?|(?=\w{{2,3}}$))|(?P<also>playing|leading|discard|throw|go with) )"
        r"(?P<rest>.*?)(?: please)?",
        moves.read_play,
    ),
    _row(
        P,
        "concede",
        "Posts your concession; once both partners have posted one, the game is lost.",
        rf"{I}concede",
        lambda m: game.Concede(),
    ),
    _row(
        P,
        "withdraw concession",
        "Takes your concession back. In the same round you may concede once more, and no more than that.",
        rf"{I}withdraw(?: (?:my |the )?concession)?",
        lambda m: game.Withdraw(),
    ),
    _row(
        P,
        "misdeal",
        "Calls a misdeal before your own bid, with a hand for which the sheet allows it.",
        rf"{I}(?:call (?:a )?)?misdeal(?: please)?",
        lambda m: game.Misdeal(),
    ),
    _row(
        P,
        "challenge trick 5 bob",
        "Says that a player of the other team could have followed suit in that trick and did not, on a sheet that "
        "lets such a card stand. You may challenge until your own team bids in the next round, but for at most a day "
        "unless the letter with the result says otherwise. To name the round: `challenge round 2 trick 5 bob`.",
        rf"{I}challenge\b:? (?:the )?(?P<rest>.{{1,100}})",
        moves.read_challenge,
        Line.VERBATIM,
    ),
    _row(
        P,
        "claim",
        "Claims all tricks that are left, on your own turn. If your cards prove it, whatever the others hold, the "
        "round ends at once; if not, only you hear of it.",
        rf"{I}claim(?: {REST}|(?P<some> \d{{1,2}}(?: (?:tricks?|books?))?))?(?: please)?",
        moves.read_claim,
    ),
    _row(
        P,
        "rematch",
        "Asks the other three for another game like the one that is over: with the same teams, sheet and limits. You "
        "have 14 days; it begins once all four have said yes.",
        r"(?:(?:i ask for|i want|i would like|i'd like) )?(?:a )?rematch(?: please)?\??",
        lambda m: ask.Rematch(),
    ),
    _row(
        P,
        "say well played",
        "Passes your words on to the players.",
        r"say:? (.+)",
        lambda m: ask.Say(safe_line(m[1], LONGEST_SAYING)),
        Line.FREE,
    ),
    _row(
        V,
        "ask when do we go on?",
        "Passes your words on to the Gamesmaster alone, without your address, and brings you what they answer.",
        r"ask:? (?!(?:me|him|her|them|us)\b)(.+)",
        lambda m: ask.Ask(safe_line(m[1], LONGEST_SAYING)),
        Line.FREE,
    ),
    _row(V, "hand", "Sends you your cards and what is due.", r"(?:(?:show )?my )?hand", lambda m: ask.Hand()),
    _row(
        V,
        "memory",
        "Sends you what has been played in this round: the cards that are gone, how many are still out, and who has "
        "shown a void. It says nothing that not everybody saw.",
        r"memory",
        lambda m: ask.Memory(),
    ),
    _row(
        V,
        "show",
        "Sends you your hand, on a sheet that holds it back for blind bids.",
        r"show(?: me my (?:hand|cards))?(?: please)?",
        lambda m: game.Show(),
    ),
    _row(
        V,
        "plan hearts: 3H, lowest",
        "Says beforehand what you will play, here whenever hearts are led: of the cards that you list, the first one "
        "that is legal. Only you ever see it. `help plans` lists all that you can plan.",
        r"plan(?! ?[:=]? ?(?:show|off|forced|equals)\b)\b[:=]? ?(?P<rest>.+?)(?: please)?",
        lambda m: plans.read_plan(m["rest"]),
        Line.LISTED,
    ),
    _row(
        V,
        "plan show",
        "Sends you your plans; `plan off` drops them all, and `plan off hearts` one of them.",
        r"(?:plan[:=]? ?(?=(?:show|off)\b)(?P<rest>.+?)|(?:show )?(?:my )?plans)(?: please)?",
        lambda m: plans.read_plan(m["rest"] or "show"),
    ),
    _row(
        V,
        "plan forced on",
        "Has a card that is your only legal one played at once, in all your games until `plan forced off`. With `plan "
        "equals on` cards that touch count as one, and the lowest is played.",
        r"plan[:=]? ?(?P<rest>(?:forced|equals)\b.*?)(?: please)?",
        lambda m: plans.read_plan(m["rest"]),
    ),
    _row(
        V,
        "auto show",
        "Sends you every hand as soon as it is dealt from now on; `auto show off` ends that.",
        r"auto[ -]?show(?: (\w{1,20}))?",
        wishes.read_auto_show,
    ),
    _row(
        V,
        "join",
        "Signs you up for the next game; `join standard` for one by that sheet, `join with Bob` for one with Bob as "
        "your partner, once Bob has named you, too.",
        rf"join(?: (?!(?:{'|'.join(NOT_SHEETS)})\b)(?P<sheet>[\w-]{{1,40}}))?"
        r"(?: with (?:(?P<partner>[^<>]{1,254})|[^<>@]{0,40}<(?P<address>[^<>\s]{3,254})>))?",
        wishes.read_join,
    ),
    _row(V, "leave", "Takes back your sign-up.", r"leave", lambda m: ask.Leave()),
    _row(
        V,
        "name Ann",
        "Sets what you are called, from your next game on.",
        r"name (.{1,40})",
        lambda m: ask.SetName(check_name(m[1])),
    ),
    _row(
        V,
        "address new@example.org",
        "Moves you to another mail address.",
        r"address <?(\S*@\S*?)>?",
        lambda m: ask.SetAddress(fold_address(m[1])),
    ),
    _row(
        V,
        "timezone Europe/Berlin",
        "Sets the time zone in which you are also given deadlines.",
        r"time ?zone ([\w+/-]{1,60})",
        lambda m: ask.SetTimezone(m[1]),
    ),
    _row(
        V,
        "format text",
        "Sets that your letters come as plain text; `format html` brings the buttons back.",
        r"format (\w{1,20})",
        wishes.read_format,
    ),
    _row(
        V,
        "notify my turns",
        "Sets how much you hear between turns. This is what you have at first; more is `notify each trick` or `notify "
        "each play`, less `notify rounds` or `notify result only`. `help notify` explains them.",
        r"notify ([\w ]{1,20})",
        wishes.read_notify,
    ),
    _row(
        V,
        "receipts on",
        "Brings a letter with the table after each of your own acts, `receipts off` none; unless you say, you get one "
        "while you have plans in that game.",
        r"receipts? (\w{1,20})",
        wishes.read_receipts,
    ),
    _row(
        V,
        "public off",
        "Leaves your name out of your next games: record, pages and letters say `Player 3`. `public on` has it in, and "
        "lets your page say how long you take for an act; without either your name is in, and your time is not.",
        r"public (\w{1,20})",
        wishes.read_public,
    ),
    _row(
        V,
        "away 20 Dec to 2 Jan",
        "Says that you will be away, as long as the game gives leave: the limit of a turn that begins on these days "
        "runs from their end, and your plans go on playing. `away until 2 Jan` begins today.",
        r"(?:(?:i am|i'm|i will be|i'll be) )?away\b:? (?P<rest>.{1,60}?)(?: please)?",
        days.read_away,
    ),
    _row(V, "back", "Says that you are away no longer.", r"(?:(?:i am|i'm) )?back(?: again)?", lambda m: ask.Back()),
    _row(
        V,
        "salt purple tortoise 7",
        "Mixes your phrase into the deal of the next round, so that nobody can have chosen it: at most 64 letters, "
        "digits and signs, sent privately before trick 6 is over; if you send more than one, the last one counts.",
        r"salt:? (.+)",
        lambda m: game.Salt(m[1]),
        Line.FREE,
    ),
    _row(
        A,
        "help plans",
        "Explains one topic; `help` alone brings what you need most, and `help commands` all that you can write.",
        r"help(?: (?!please\b)([\w -]{1,40}?))?(?: please)?",
        wishes.read_help,
    ),
    _row(
        A,
        "rules",
        "Sends the rules of your game's sheet; `rules standard` those of that sheet.",
        r"rules(?: ([\w-]{1,40}))?",
        lambda m: ask.Rules(m[1] and m[1].lower()),
    ),
    _row(A, "status", "Says whose turn it is in your games, and by when.", r"status", lambda m: ask.Status()),
    _row(A, "score", "Sends the score.", r"scores?", lambda m: ask.Score()),
    _row(
        A,
        "history",
        "Sends the bids and tricks of this round; `history 2` those of round 2.",
        r"history(?: (?:of )?(?:round )?(\d{1,4}))?",
        lambda m: ask.History(int(m[1]) if m[1] else None),
    ),
    _row(A, "games", "Lists the games that are being played.", r"games", lambda m: ask.Games()),
    _row(
        A,
        "record 12",
        "Sends the public record of a game, from which its deals can be checked.",
        r"records? (?:of )?(?:game )?#?(\d{1,9})",
        lambda m: ask.Record(int(m[1])),
    ),
    _row(
        A,
        "watch 12",
        "Sends you a game's announcements.",
        r"watch (?:game )?#?(\d{1,9})",
        lambda m: ask.Watch(int(m[1])),
    ),
    _row(
        A,
        "unwatch 12",
        "Stops sending them.",
        r"unwatch (?:game )?#?(\d{1,9})",
        lambda m: ask.Unwatch(int(m[1])),
    ),
    _row(
        A,
        "stop",
        "Says that you want no more of it: the Gamesmaster hears so, and the answer tells you what ends a game, a list "
        "or a tournament. `unsubscribe`, `remove me`, `I quit`, `resign` and a `no` that answers nothing say the same.",
        r"stop(?: (?:this|it|(?:writing to|e?-?mailing) me))?|unsubscribe(?: me)?|remove me|(?:i )?(?:quit|resign)"
        r"|take me off(?: (?:this|the) list)?|i (?:don['\u2019]t|do not) want to play",
        lambda m: ask.Stop(),
    ),
    _row(
        A,
        "yes",
        "Answers a letter that asks whether a mail was yours, or what another player proposes.",
        r"yes",
        lambda m: ask.Yes(),
    ),
    _row(
        P,
        "no",
        "Declines what another player proposes.",
        r"no(?:,? (?:thanks|thank you))?",
        lambda m: ask.No(),
    ),
    _row(
        G,
        "start",
        "Starts a game with the players, teams, sheet and limits on the lines below, or the table that you answer.",
        r"start",
        lambda m: ask.Start(),
    ),
    _row(
        G,
        "table",
        "Sends you how all games stand, who holds up what since when, which full tables wait for a start, and who has "
        "signed up.",
        r"table",
        lambda m: ask.Tables(),
    ),
    _row(
        G,
        "answer on Friday at noon",
        "Passes your words on to the player whose question you answer, and to nobody else.",
        r"answer:? (.+)",
        lambda m: ask.Answer(safe_line(m[1], LONGEST_SAYING)),
        Line.FREE,
    ),
    _row(
        G,
        "pause",
        "Stops the clock; moves are still accepted. `pause all` does so in all your games.",
        r"pause(?P<all> all(?: games)?)?",
        lambda m: ask.InAllGames(game.Pause()) if m["all"] else game.Pause(),
    ),
    _row(
        G,
        "resume",
        "Restarts the clock; `resume all` does so in all your games.",
        r"resume(?P<all> all(?: games)?)?",
        lambda m: ask.InAllGames(game.Resume()) if m["all"] else game.Resume(),
    ),
    _row(
        G,
        "limit 2 days",
        "Sets the time limit of a game for all turns from now on. The running turn gets as much more as a longer limit "
        "has, and of a shorter one at most the whole.",
        r"(?:time )?limit:? (?:to )?(\d{1,6} ?[a-z]{1,10})",
        rulings.read_limit,
    ),
    _row(
        G,
        "extend 2 days",
        "Gives more time for the running turn.",
        r"extend (?:by )?(\d{1,6} ?\w{1,10})",
        rulings.read_extend,
    ),
    _row(
        G,
        "replace Bob with Eve <eve@example.org>",
        "Gives a seat, its hand and its counts to another player; the name alone will do if the referee knows them.",
        r"replace (?:[^<>]{1,40} with [^<>]{0,60}@\S+|(?P<leaves>\S+) with (?P<known>[^\s<>]+)"
        r"|(?P<old>[^<>]{1,40}) with (?P<name>[^<>]{1,40}?) ?<(?P<address>[^<>\s]{1,254})>)",
        rulings.read_replace,
    ),
    _row(
        G,
        "rule void to turn 37 because Ann could not see the table",
        "Takes the game back to that turn; with `charge Bob`, before `because` or on the next line, it costs Bob a "
        "misplay.",
        r"rule:? void to turn (?P<turn>\d{1,9})(?:,? charge (?P<charge>.{1,40}?))?,?(?: because:? (?P<reason>.+))?",
        rulings.read_rule,
        Line.FREE,
    ),
    _row(
        G,
        "forfeit team 1",
        "Declares that a team has lost the game.",
        r"forfeit(?: team (\d{1,3}))?",
        rulings.read_forfeit,
    ),
    _row(G, "abort", "Ends the game without a winner.", r"abort", lambda m: game.Abort()),
)
"""Every command, in the order of the help."""
