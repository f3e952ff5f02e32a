"""The table of commands, with one row each: the reader of lines, help, checks and offers come from it.

tournaments/lines.py has the commands about tournaments; desk/requests/handlers.py carries each command out. Knows only
the words of a line: never asks whether the sender may use a command, or whether it is their turn.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, partial

from referee.asking import commands as ask
from referee.asking import plans, readers, tiles
from referee.asking.rows import Kind, Row
from referee.asking.tournaments import lines
from referee.names import check_name
from referee.post.settings import fold_address
from referee.spades import commands as cmd


class LineExtent(StrEnum):
    """The extent of a line that the command takes."""

    SPOKEN = "spoken"
    """The whole line but the stops at its end."""
    VERBATIM = "verbatim"
    """The whole line: the stops at its end may belong to a name."""
    FREE = "free"
    """The whole line, which ends in words of its writer's own."""
    LISTED = "listed"
    """The whole line of a list of entries, and the lines below into which it goes on."""


Maker = Callable[[re.Match[str]], ask.Command | None]
"""The reader of a matching line: returns its command, or None if the line is conversation after all. Raises ValueError,
with a sentence, if it is unclear."""


@dataclass(frozen=True)
class GameCommandRow(Row):
    """A command about games, and how its line is read."""

    words: str = ""
    """The pattern of a line; empty for the usage itself."""
    make: Maker | None = None
    """None: the command says nothing but its name."""
    line: LineExtent = LineExtent.SPOKEN

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The `words`, for matching."""
        return re.compile(self.words or self.usage, re.IGNORECASE | re.ASCII | re.DOTALL)

    def match(self, line: str) -> re.Match[str] | None:
        """Return the match of a whole line of single spaces, None if it is not this command."""
        return self.pattern.fullmatch(line.rstrip(STOPS) if self.line is LineExtent.SPOKEN else line)

    def read(self, line: str) -> ask.Command | None:
        """Read a whole line as this command; None if it is another line. Raises ValueError, with a sentence."""
        match = self.match(line)
        return match and self.read_match(match)

    def read_match(self, match: re.Match[str]) -> ask.Command | None:
        """Read the match of a line as `read` reads the line."""
        command: Callable[..., ask.Command] = self.asks[0]
        return self.make(match) if self.make else command()


SPADES, DOMINOES = "spades", "dominoes"
_question = partial(GameCommandRow, kind=Kind.QUESTION)
_personal = partial(GameCommandRow, kind=Kind.PERSONAL, private=True)
_look = partial(_question, topic="questions", offered=True)
_letters = partial(_personal, topic="notify")
_table = partial(GameCommandRow, kind=Kind.TABLE)
_spades_move = partial(GameCommandRow, kind=Kind.TABLE, moves=True, on_turn=True, offered=True, game=SPADES)
_tile_move = partial(_spades_move, topic="play", game=DOMINOES)
_own = partial(GameCommandRow, kind=Kind.OWN, private=True, bound=True)
_plan = partial(
    _own,
    words=r"plan(?! ?[:=]? ?(?:show|off|forced|equals)\b)\b[:=]? ?(?P<rest>.+?)(?: please)?",
    line=LineExtent.LISTED,
    topic="plans",
    plans=True,
    offered=True,
    shown=3,
)
_steering = partial(GameCommandRow, kind=Kind.STEERING, topic="gamesmaster", bound=True)
_ruling = partial(_steering, final=True, goes_on=True, shown=1)
_club = partial(_steering, of_club=True)
_yes = partial(GameCommandRow, kind=Kind.YES)

STOPS = " .!"
I = r"(?:(?:i|i will|i'll|my|we) )?"  # noqa: E741 - the word itself
I_MOVE = r"(?:(?:i|i will|i'll|i'd like to|i would like to|i'm|i am|my|we|we will|we'll) )?"
REST = r"(?:all(?: the rest)?|the rest|everything|(?:all )?(?:the )?(?:other |remaining )?(?:tricks|books))"
NOT_SHEETS = ("us", "me", "him", "her", "them", "you", "in", "up", "now", "the", "with", "and")
"""The words that follow `join` in conversation."""
WHO = r"(?:(?P<who>[^<>]{1,254}?)|[^<>@]{0,40}<(?P<address>[^<>\s]{3,254})>)"
BECAUSE = r",? because:? (?P<reason>.+)"
_conduct = partial(
    _club, (ask.Conduct,), make=readers.read_conduct, line=LineExtent.FREE, final=True, goes_on=True, shown=1
)

COMMANDS: tuple[GameCommandRow, ...] = (
    _spades_move(
        (cmd.MakeBid, ask.BareNumber),
        "bid 4",
        "Bids that many tricks; `bid nil` bids none. The number alone will do when a bid is due.",
        rf"(?!.*\bblind\b){I_MOVE}"
        r"(?:(?P<pass>pass)|bid(?:ding(?= ))?(?: is| of)?(?:\b[:=]? ?#?|(?=\d))"
        r"(?P<rest>.*?)(?: (?:tricks?|books?))?(?: please)?)",
        readers.read_bid,
    ),
    _spades_move(
        (cmd.MakeBid,),
        "bid blind nil",
        "Bids nil before you have seen your hand, on a sheet that has it.",
        rf"(?=.*\bblind\b){I}(?:bid|blind)\b[:=]? ?(?P<rest>.*?)(?: (?:tricks?|books?))?(?: please)?",
        readers.read_blind,
        topic="blind",
        needs=lambda table: table.sheet.blind_nil > 0,
    ),
    _spades_move(
        (cmd.PlayCard, ask.BareCard),
        "play QS",
        "Plays that card: `play QS`, `play ♠Q`, `play queen of spades`, `play big joker`, or the card alone.",
        rf"{I_MOVE}(?:(?:play|lead)(?:\b[:=]? ?|(?=\w{{2,3}}$))|(?P<also>playing|leading|discard|throw|go with) )"
        r"(?P<rest>.*?)(?: please)?",
        readers.read_play,
    ),
    _tile_move(
        (ask.PlayTile,),
        "play 6-4 left",
        "Plays that tile: `play 6-4`, `play double five`, or the tile alone. A place is needed only if the tile fits "
        "at two that lead to different ends: `left`, `right`, `up`, `down`, `on the 5`, `on the spinner`.",
        rf"{I_MOVE}(?:play(?:\b[:=]? ?|(?=\d))|(?P<also>playing|lay|laying|put|place|go with) )"
        r"(?P<rest>.*?)(?: please)?",
        tiles.read_play,
    ),
    _tile_move(
        (ask.ChoosePlace,),
        "left",
        "Answers the question where your tile is to lie: `left`, `right`, `up`, `down`, `on the 5`.",
        tiles.PLACE,
        tiles.read_place,
        offered=False,
    ),
    _tile_move(
        (ask.Knock,),
        "knock",
        "Is never needed: the referee knocks for you when no tile of yours fits. `pass` says the same.",
        rf"{I}(?:pass|knock)(?:ing)?",
        offered=False,
    ),
    _table(
        (cmd.Concede,),
        "concede",
        "Posts your concession; once both partners have posted one, the game is lost.",
        rf"{I}concede",
        topic="claim",
        final=True,
        bound=True,
    ),
    _table(
        (cmd.Withdraw,),
        "withdraw concession",
        "Takes your concession back. In the same round you may concede once more, and no more than that.",
        rf"{I}withdraw(?: (?:my |the )?concession)?",
        topic="claim",
        final=True,
        bound=True,
    ),
    _table(
        (cmd.Misdeal,),
        "misdeal",
        "Calls a misdeal before your own bid, with a hand for which the sheet allows it.",
        rf"{I}(?:call (?:a )?)?misdeal(?: please)?",
        topic="bid",
        offered=True,
        needs=lambda table: table.sheet.redeal is not None,
        game=SPADES,
    ),
    _table(
        (ask.ChallengeBook,),
        "challenge trick 5 bob",
        "Says that a player of the other team could have followed suit in that trick and did not, on a sheet that "
        "lets such a card stand. You may challenge until your own team bids in the next round, but for at most a day "
        "unless the letter with the result says otherwise. To name the round: `challenge round 2 trick 5 bob`.",
        rf"{I}challenge\b:? (?:the )?(?P<rest>.{{1,100}})",
        readers.read_challenge,
        LineExtent.VERBATIM,
        bound=True,
        needs=lambda table: table.sheet.misplay_act == "stand",
        game=SPADES,
    ),
    _table(
        (cmd.Claim,),
        "claim",
        "Claims all tricks that are left, on your own turn. If your cards prove it, whatever the others hold, the "
        "round ends at once; if not, only you hear of it.",
        rf"{I}claim(?: {REST}|(?P<some> \d{{1,2}}(?: (?:tricks?|books?))?))?(?: please)?",
        readers.read_claim,
        on_turn=True,
        offered=True,
        game=SPADES,
    ),
    _table(
        (ask.Rematch,),
        "rematch",
        "Asks the other three for another game like the one that is over: with the same teams, sheet and limits. You "
        "have 14 days; it begins once all four have said yes.",
        r"(?:(?:i ask for|i want|i would like|i'd like) )?(?:a )?rematch(?: please)?\??",
        topic="join",
        bound=True,
    ),
    _table(
        (ask.Meet,),
        "meet Thu 20:00",
        "Asks the other three to play with you for half an hour, at a time in your own zone: `meet tomorrow 20:00`, "
        "`meet 3 Dec 20:00`. Each gets it in theirs, with a file for the calendar, and those who say yes "
        "hear who comes.",
        r"(?:let us |let['\u2019]s )?meet:? (?P<rest>.{1,60}?)\??",
        readers.read_meet,
        topic="time",
        unturned=True,
        again=True,
        loose=True,
    ),
    _table(
        (ask.Say,),
        "say well played",
        "Passes your words on to the players.",
        r"say:? (.+)",
        lambda m: ask.Say(readers.read_saying(m[1])),
        LineExtent.FREE,
        bound=True,
        unturned=True,
        shown=1,
        needs=lambda table: table.has_list,
    ),
    _table(
        (ask.Ask,),
        "ask when do we go on?",
        "Passes your words on to the Gamesmaster alone, without your address, and brings you what they answer.",
        r"ask:? (?!(?:me|him|her|them|us)\b)(.+)",
        lambda m: ask.Ask(readers.read_saying(m[1])),
        LineExtent.FREE,
        topic="gamesmaster",
        private=True,
        unturned=True,
        shown=1,
    ),
    _look(
        (ask.Hand,),
        "hand",
        "Sends you your cards and what is due.",
        r"(?:(?:show )?my )?hand",
        private=True,
        shown=3,
        of_tiles="Sends you your tiles and what is due.",
    ),
    _look(
        (ask.Memory,),
        "memory",
        "Sends you what has been played in this round: the cards that are gone, how many are still out, and who has "
        "shown a void. It says nothing that not everybody saw.",
        private=True,
        of_tiles="Sends you what everybody saw of this round: the tiles that are gone, by number, and who knocked.",
    ),
    _look(
        (ask.LastTrick,),
        "last trick",
        "Tells you in one line who played what to the last trick, and who took it; trick alone says the same.",
        r"(?:the )?(?:last )?trick",
        private=True,
        game=SPADES,
    ),
    _table(
        (cmd.Show,),
        "show",
        "Sends you your hand, on a sheet that holds it back for blind bids.",
        r"show(?: me my (?:hand|cards))?(?: please)?",
        topic="blind",
        private=True,
        bound=True,
        offered=True,
        needs=lambda table: table.sheet.blind_nil > 0,
        game=SPADES,
    ),
    _plan(
        (ask.MakePlan, ask.DropPlans),
        "plan hearts: 3H, lowest",
        "Says beforehand what you will play, here whenever hearts are led: of the cards that you list, the first one "
        "that is legal. Only you ever see it. `help plans` lists all that you can plan.",
        make=lambda m: plans.read_plan(m["rest"]),
        game=SPADES,
    ),
    _plan(
        (ask.MakePlan,),
        "plan 6-4 left, 5-5, fives",
        "Says beforehand what you will play on your next turn: of what you list, the first that is legal then. `fives` "
        "is the tile that scores most, `heaviest` the one with most pips. Only you ever see it.",
        make=tiles.read_plan,
        game=DOMINOES,
    ),
    _question(
        (ask.ShowPlans,),
        "plan show",
        "Sends you your plans; `plan off` drops them all, and `plan off hearts` one of them.",
        r"(?:plan[:=]? ?(?=(?:show|off)\b)(?P<rest>.+?)|(?:show )?(?:my )?plans)(?: please)?",
        lambda m: plans.read_plan(m["rest"] or "show"),
        topic="plans",
        private=True,
        offered=True,
        of_tiles="Sends you your plan; `plan off` drops it.",
    ),
    _personal(
        (ask.SetHabit,),
        "plan forced on",
        "Has a card that is your only legal one played at once, in all your games until `plan forced off`. With `plan "
        "equals on` cards that touch count as one, and the lowest is played.",
        r"plan[:=]? ?(?P<rest>(?:forced|equals)\b.*?)(?: please)?",
        lambda m: plans.read_plan(m["rest"]),
        topic="plans",
        bound=True,
        plans=True,
        offered=True,
        shown=3,
        of_tiles="Has your only legal move played at once, in all your games until `plan forced off`.",
    ),
    _personal(
        (ask.AutoShow,),
        "auto show",
        "Sends you every hand as soon as it is dealt from now on; `auto show off` ends that.",
        r"auto[ -]?show(?: (\w{1,20}))?",
        lambda m: ask.AutoShow(readers.read_switch(m, "auto show")),
        topic="blind",
        shown=3,
        needs=lambda table: table.sheet.blind_nil > 0,
        game=SPADES,
    ),
    _personal(
        (ask.Join,),
        "join",
        "Signs you up for the next game; `join standard` for one by that sheet, `join with Bob` for one with Bob as "
        "your partner, once Bob has named you, too.",
        rf"join(?: (?!(?:{'|'.join(NOT_SHEETS)})\b)(?P<sheet>[\w-]{{1,40}}))?"
        rf"(?: with {WHO})?",
        readers.read_join,
    ),
    _personal((ask.Leave,), "leave", "Takes back your sign-up.", topic="join"),
    _personal(
        (ask.SetName,),
        "name Ann",
        "Sets what you are called, from your next game on.",
        r"name (.{1,40})",
        lambda m: ask.SetName(check_name(m[1])),
        topic="address",
    ),
    _personal(
        (ask.SetAddress,),
        "address new@example.org",
        "Moves you to another mail address.",
        r"address <?(\S*@\S*?)>?",
        lambda m: ask.SetAddress(fold_address(m[1])),
    ),
    _personal(
        (ask.SetTimezone,),
        "timezone Europe/Berlin",
        "Sets the time zone in which you are also given deadlines.",
        r"time ?zone ((?:utc|gmt) ?[+\u2212-] ?\d[\d:]{0,4}|[\w+/-]{1,60}|\w{1,20}/[\w/-]{1,30}(?: [\w-]{1,20}){1,2})",
        lambda m: ask.SetTimezone(m[1]),
        topic="time",
    ),
    _letters(
        (ask.SetFormat,),
        "format text",
        "Sets that your letters come as plain text; `format html` brings the buttons back.",
        r"format (\w{1,20})",
        readers.read_format,
    ),
    _personal(
        (ask.SetNotify,),
        "notify my turns",
        "Sets how much you hear between turns. This is what you have at first; more is `notify each trick` or `notify "
        "each play`, less `notify rounds` or `notify result only`. `help notify` explains them.",
        r"notify ([\w ]{1,20})",
        readers.read_notify,
        shown=3,
        of_tiles="Sets how much you hear between turns. This is what you have at first; more is `notify each play`, "
        "less `notify rounds` or `notify result only`. `help notify` explains them.",
    ),
    _letters(
        (ask.SetReceipts,),
        "receipts on",
        "Brings a letter with the table after each of your own acts, `receipts off` none; unless you say, one tells "
        "what your plans did, and each act in your very first round is answered.",
        r"receipts? (\w{1,20})",
        lambda m: ask.SetReceipts(readers.read_switch(m, "receipts")),
    ),
    _letters(
        (ask.SetAnnouncements,),
        "announcements off",
        "Keeps what a Gamesmaster announces to all members from you; `announcements on` brings it back.",
        r"announcements (\w{1,20})",
        lambda m: ask.SetAnnouncements(readers.read_switch(m, "announcements")),
    ),
    _letters(
        (ask.SetPublic,),
        "public off",
        "Leaves your name out of your next games: record, pages and letters say `Player 3`. `public on` has it in, and "
        "lets your page say how long you take for an act; without either your name is in, and your time is not.",
        r"public (\w{1,20})",
        lambda m: ask.SetPublic(readers.read_switch(m, "public")),
    ),
    _own(
        (ask.Away,),
        "away 20 Dec to 2 Jan",
        "Says that you will be away, as long as the game gives leave: the limit of a turn that begins on these days "
        "runs from their end, and your plans go on playing. `away until 2 Jan` begins today.",
        r"(?:(?:i am|i'm|i will be|i'll be) )?away\b:? (?P<rest>.{1,60}?)(?: please)?",
        readers.read_away,
        topic="time",
        needs=lambda table: table.terms.leave > 0,
    ),
    _own(
        (ask.Back,),
        "back",
        "Says that you are away no longer.",
        r"(?:(?:i am|i'm) )?back(?: again)?",
        topic="time",
        needs=lambda table: table.terms.leave > 0,
    ),
    _table(
        (cmd.Salt,),
        "salt purple tortoise 7",
        "Mixes your phrase into the deal of the next round, so that nobody can have chosen it: at most 64 letters, "
        "digits and signs, sent privately before trick 6 is over; if you send more than one, the last one counts.",
        r"salt:? (.+)",
        lambda m: cmd.Salt(m[1]),
        LineExtent.FREE,
        topic="fairness",
        private=True,
        shown=1,
        of_tiles="Mixes your phrase into the deal of the next round, so that nobody can have chosen it: at most 64 "
        "letters, digits and signs, sent privately before the eighth tile lies; of several the last one counts.",
    ),
    _question(
        (ask.Help,),
        "help plans",
        "Explains one topic; `help` alone brings what you need most, and `help commands` all that you can write.",
        r"help(?: (?!please\b)([\w -]{1,40}?))?(?: please)?",
        lambda m: ask.Help(m[1] and m[1].lower()),
        offered=True,
    ),
    _question(
        (ask.Rules,),
        "rules",
        "Sends the rules of your game's sheet; `rules standard` those of that sheet.",
        r"rules(?: ([\w-]{1,40}))?",
        lambda m: ask.Rules(m[1] and m[1].lower()),
        topic="sheets",
        offered=True,
    ),
    _look((ask.Status,), "status", "Says whose turn it is in your games, and by when."),
    _look((ask.Score,), "score", "Sends the score.", r"scores?"),
    _look(
        (ask.History,),
        "history",
        "Sends the bids and tricks of this round; `history 2` those of round 2.",
        r"history(?: (?:of )?(?:round )?(\d{1,4}))?",
        lambda m: ask.History(int(m[1]) if m[1] else None),
        of_tiles="Sends the tiles of this round; `history 2` those of round 2.",
    ),
    _look((ask.Games,), "games", "Lists the games that are being played."),
    _question(
        (ask.Record,),
        "record 12",
        "Sends the public record of a game, from which its deals can be checked.",
        r"records? (?:of )?(?:game )?#?(\d{1,9})",
        lambda m: ask.Record(int(m[1])),
        topic="fairness",
    ),
    _personal(
        (ask.Watch,),
        "watch 12",
        "Sends you a game's announcements.",
        r"watch (?:game )?#?(\d{1,9})",
        lambda m: ask.Watch(int(m[1])),
        topic="join",
        private=False,
    ),
    _personal(
        (ask.Unwatch,),
        "unwatch 12",
        "Stops sending them.",
        r"unwatch (?:game )?#?(\d{1,9})",
        lambda m: ask.Unwatch(int(m[1])),
        topic="join",
        private=False,
    ),
    _personal(
        (ask.Stop,),
        "stop",
        "Says that you want no more of it: the Gamesmaster hears so, and the answer tells you what ends a game, a list "
        "or a tournament. `unsubscribe`, `remove me`, `I quit`, `resign` and a `no` that answers nothing say the same.",
        r"(?:sorry[,.!]? )?(?:stop(?: (?:this|it|(?:writing to|e?-?mailing) me))?|unsubscribe(?: me)?|remove me"
        r"|(?:i )?(?:quit|resign)|take me off(?: (?:this|the) list)?|i (?:don['\u2019]t|do not) want to play)"
        r"(?:[,.!]? sorry)?",
        topic="join",
        private=False,
        unturned=True,
    ),
    _yes(
        (ask.Yes,),
        "yes",
        "Answers a letter that asks whether a mail was yours, or what another player proposes.",
        topic="proof",
        unturned=True,
        alone=True,
    ),
    _table(
        (ask.No,),
        "no",
        "Declines what another player proposes.",
        r"no(?:,? (?:thanks|thank you))?",
        topic="proof",
        bound=True,
        unturned=True,
        alone=True,
    ),
    _club(
        (ask.Start,),
        "start",
        "Starts a game with the players, teams, sheet and limits on the lines below, or the table that you answer.",
        unturned=True,
        alone=True,
        shown=1,
    ),
    _club(
        (ask.NewTable,),
        "new table",
        "Brings a letter with the lines of a start for each sheet, at a tap: only the four players are missing.",
        r"new table(?: please)?",
        unshared=True,
    ),
    _club(
        (ask.Members,),
        "members",
        "Sends you everybody's name and address, their games, and when their last mail came.",
        unshared=True,
    ),
    _club(
        (ask.AnnounceToAll,),
        "announce we meet at the club on Friday",
        "Sends your words to all members but those who want no announcements.",
        r"announce:? (?!tournament\b)(.+)",
        lambda m: ask.AnnounceToAll(readers.read_saying(m[1])),
        LineExtent.FREE,
        final=True,
        goes_on=True,
        shown=1,
    ),
    _club(
        (ask.Tables,),
        "table",
        "Sends you how all games stand, who holds up what since when, which full tables wait for a start, and who has "
        "signed up.",
        offered=True,
        unshared=True,
    ),
    _steering(
        (ask.Answer,),
        "answer on Friday at noon",
        "Passes your words on to the player whose question you answer, and to nobody else.",
        r"answer:? (.+)",
        lambda m: ask.Answer(readers.read_saying(m[1])),
        LineExtent.FREE,
        unturned=True,
        shown=1,
        unshared=True,
    ),
    _steering(
        (cmd.Pause, ask.InAllGames),
        "pause",
        "Stops the clock; moves are still accepted. `pause all` does so in all your games.",
        r"pause(?P<all> all(?: games)?)?",
        lambda m: ask.InAllGames(cmd.Pause()) if m["all"] else cmd.Pause(),
        offered=True,
    ),
    _steering(
        (cmd.Resume,),
        "resume",
        "Restarts the clock; `resume all` does so in all your games.",
        r"resume(?P<all> all(?: games)?)?",
        lambda m: ask.InAllGames(cmd.Resume()) if m["all"] else cmd.Resume(),
        offered=True,
    ),
    _steering(
        (ask.LimitTo,),
        "limit 2 days",
        "Sets the time limit of a game for all turns from now on. The running turn gets as much more as a longer limit "
        "has, and of a shorter one at most the whole.",
        r"(?:time )?limit:? (?:to )?(\d{1,6} ?[a-z]{1,10})",
        lambda m: ask.LimitTo(readers.read_span(m)),
        offered=True,
    ),
    _steering(
        (ask.ExtendBy,),
        "extend 2 days",
        "Gives more time for the running turn.",
        r"extend (?:by )?(\d{1,6} ?\w{1,10})",
        lambda m: ask.ExtendBy(readers.read_span(m)),
        offered=True,
    ),
    _ruling(
        (ask.ReplacePlayer,),
        "replace Bob with Eve <eve@example.org>",
        "Gives a seat, its hand and its counts to another player; the name alone will do if the referee knows them.",
        r"replace (?:[^<>]{1,40} with [^<>]{0,60}@\S+|(?P<leaves>\S+) with (?P<known>[^\s<>]+)"
        r"|(?P<old>[^<>]{1,40}) with (?P<name>[^<>]{1,40}?) ?<(?P<address>[^<>\s]{1,254})>)",
        readers.read_replace,
    ),
    _ruling(
        (ask.VoidTo,),
        "rule void to turn 37 because Ann could not see the table",
        "Takes the game back to that turn; with `charge Bob` before `because` it costs Bob a misplay.",
        r"rule:? void to turn (?P<turn>\d{1,9})(?:,? charge (?P<charge>.{1,40}?))?,?(?: because:? (?P<reason>.+))?",
        readers.read_rule,
        LineExtent.FREE,
    ),
    _conduct(
        "warn Bob because they named their cards",
        "Writes that to Bob, and the reason to nobody else.",
        words=rf"warn (?!(?:{'|'.join(NOT_SHEETS)})\b)(?:{WHO}(?P<day>(?!))?{BECAUSE}|\S+)",
    ),
    _conduct(
        "suspend Bob until 2 Jan",
        "Gives Bob no new seat until that day is over; `because` and a reason may follow. A day that is past ends it.",
        words=rf"suspend (?:{WHO} (?:until|till?) (?P<day>.{{1,40}}?)(?:{BECAUSE})?|\S+)",
    ),
    _steering(
        (cmd.Forfeit,),
        "forfeit team 1",
        "Declares that a team has lost the game.",
        r"forfeit(?: team (\d{1,3}))?",
        readers.read_forfeit,
        final=True,
    ),
    _steering((cmd.Abort,), "abort", "Ends the game without a winner.", final=True),
)
"""Every command about games, in the order of the help."""


@cache
def rows_of(game: str) -> tuple[GameCommandRow, ...]:
    """Return the rows of the commands that a game has."""
    return tuple(row for row in COMMANDS if row.game in (None, game))


EVERY: tuple[Row, ...] = (*COMMANDS, lines.ANNOUNCE, *lines.ROWS)
LISTED = tuple(row for row in EVERY if row.help)
"""The commands that `help` lists. Some begin with the words of others: `leave`, `leave Spring Cup`."""
ROW_OF: Mapping[type[ask.Command], Row] = {each: row for row in reversed(EVERY) for each in row.asks}
"""The row of each command: the first, if several rows make it, as both rows of bids do."""


def row_of(command: ask.Command) -> Row:
    """Return the row of a command."""
    return ROW_OF[type(command)]
