"""The table of the commands about tournaments, one row each, and the reader of one line.

Some of these first words also begin commands that are not about tournaments: `watch 12`, `unwatch 12`, `leave`,
`withdraw` and `withdraw concession`, `pause` and `pause all`, `resume` and `resume all`, `extend 2 days`,
`rule void to turn 37`, and `rules SHEET`. Those are read first (grammar.py): a line here has a known name, `from`,
`match` or `sign-up` besides its first word, and no tournament or team can have a name that makes one of the others
ambiguous (titles.py).
"""

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property, partial

from referee.asking.rows import Kind, Row
from referee.asking.tournaments import commands as ask
from referee.asking.tournaments import line_readers as readers
from referee.asking.tournaments.line_readers import LineReader
from referee.asking.tournaments.titles import NO_NAMES, Names

LONGEST = 1200
"""The most characters of a line."""


@dataclass(frozen=True)
class TournamentCommandRow(Row):
    """A command about tournaments, and how its line is read."""

    of_tournament = True
    read: LineReader
    """The reader of the text after the start. Returns a command, or None for conversation; raises ValueError, with a
    sentence, if the text is unclear."""
    begins: str = ""
    """The pattern of how a line begins; empty for the first word of the usage."""
    wrapped: bool = field(default=False, kw_only=True)
    """The command ends in free text, which a mail program may have broken."""

    @cached_property
    def start(self) -> re.Pattern[str]:
        """The beginning of a line, for matching."""
        return re.compile(rf"{self.begins or self.word}(?:(?<=:) ?| |(?=[.!,]|$))", re.IGNORECASE | re.ASCII)


_question = partial(TournamentCommandRow, kind=Kind.QUESTION, topic="tournaments")
_personal = partial(TournamentCommandRow, kind=Kind.PERSONAL, topic="tournaments")
_table = partial(TournamentCommandRow, kind=Kind.TABLE, topic="tournaments")
_steering = partial(TournamentCommandRow, kind=Kind.STEERING, topic="tournaments", bound=True, counted=True)
SIGN_UP = r"(?:the )?sign[- ]?ups?"
THE = r"(?:(?:show )?(?:me )?(?:the )?)?"

ROWS: tuple[TournamentCommandRow, ...] = (
    _personal(
        (ask.Enter,),
        "enter Spring Cup with Bob as The Aces",
        "Enters a tournament with a partner, as a team of that name. It counts once your partner has written the same "
        "with your name, or has said yes. `enter Spring Cup with Bob <bob@example.org> as The Aces, collegiate` names "
        "a partner whom the referee does not know, and your class or division where the tournament has them.",
        readers.read_enter,
        "(?:(?:i|we) )?enter:?",
        aside=True,
        counted=True,
    ),
    _personal(
        (ask.LeaveTournament,),
        "leave Spring Cup",
        "Takes back your team's entry, before entries close.",
        readers.about(ask.LeaveTournament),
        aside=True,
        counted=True,
    ),
    _personal(
        (ask.WithdrawFrom,),
        "withdraw from Spring Cup",
        "Takes your team out of a tournament once entries are closed. Its captain alone can do so, and it cannot be "
        "taken back. A Gamesmaster writes `withdraw The Aces because …`.",
        readers.read_withdraw_from,
        "(?:(?:i|we) )?withdraw(?= from )",
        wrapped=True,
        aside=True,
        final=True,
    ),
    _steering(
        (ask.WithdrawTeam,),
        "withdraw The Aces because …",
        "",
        readers.read_withdraw,
        "(?:(?:i|we) )?withdraw",
        wrapped=True,
        final=True,
    ),
    _table(
        (ask.Protest,),
        "protest TEXT",
        "Asks the Gamesmaster to look at something, or to make a rule clear, before the next trick, where the "
        "tournament allows it: once a match for each player, and nobody plays until they have answered. `clarify TEXT` "
        "says the same.",
        readers.read_protest,
        "(?:protest|clarify|clarification):?",
        wrapped=True,
        aside=True,
        bound=True,
        of_tiles="Asks the Gamesmaster to look at something, or to make a rule clear, within four turns, where the "
        "tournament allows it: once a match for each player, and nobody plays until they have answered. `clarify TEXT` "
        "says the same.",
    ),
    _question(
        (ask.Tournaments,), "tournaments", "Lists the tournaments.", readers.read_tournaments, THE + "tournaments"
    ),
    *(
        _question((command,), word, f"Sends the {word}: `{word} of Spring Cup`.", readers.look(command), THE + begins)
        for command, word, begins in (
            (ask.Standings, "standings", "standings"),
            (ask.Bracket, "bracket", "brackets?"),
            (ask.Schedule, "schedule", "schedule"),
        )
    ),
    _question(
        (ask.TournamentRules,),
        "rules of Spring Cup",
        "Sends what a tournament is played by: its format, sheet, limits and days, how to enter, and who runs it.",
        readers.look(ask.TournamentRules),
        THE + r"rules(?= (?:of|for|in)\b)",
    ),
    _question(
        (ask.TournamentRecord,),
        "record of Spring Cup",
        "Sends the public record of a tournament as it is now, from which its draw can be checked.",
        readers.look(ask.TournamentRecord),
        THE + r"records?(?= (?:of|for)\b)",
    ),
    _personal(
        (ask.WatchTournament,),
        "watch Spring Cup",
        "Sends you what happens in a tournament.",
        readers.about(ask.WatchTournament),
    ),
    _personal(
        (ask.UnwatchTournament,), "unwatch Spring Cup", "Stops sending it.", readers.about(ask.UnwatchTournament)
    ),
    _steering((ask.AcceptTeam,), "accept The Aces", "Lets a team in that waits for your yes.", readers.read_accept),
    _steering(
        (ask.RefuseTeam,),
        "refuse The Aces because …",
        "Takes a team out, before entries close: one that waits for your yes, or one that is in.",
        readers.because(ask.RefuseTeam, "refuse {} because they are not eligible"),
        "refuse",
        wrapped=True,
    ),
    _steering(
        (ask.Seed,),
        "seed The Aces, Kings",
        "Names the best teams, best first, before entries close; the others are drawn. `seed nobody` takes it back.",
        readers.read_seed,
        "seed:?",
        wrapped=True,
    ),
    _steering(
        (ask.CloseSignUp,),
        "close sign-up",
        "Ends sign-up and closes entries now.",
        readers.look(ask.CloseSignUp),
        f"close {SIGN_UP}",
    ),
    _steering(
        (ask.ExtendSignUp,),
        "extend sign-up by 3 days",
        "Lets teams enter for longer.",
        readers.read_extend_sign_up,
        f"extend {SIGN_UP}",
    ),
    _steering(
        (ask.Substitute,),
        "substitute Eve <eve@example.org> for Bob in The Aces",
        "Puts another player in a team, in its running game too, once they have said yes. A reason may follow, "
        "`because …`, which everyone reads.",
        readers.read_substitute,
        wrapped=True,
    ),
    _personal(
        (ask.StandIn,),
        "stand in for Bob in The Aces",
        "Agrees to take the place of a player, once the Gamesmaster has asked you to.",
        readers.read_stand_in,
        "stand in for",
        aside=True,
        counted=True,
    ),
    _steering(
        (ask.RuleMatch,),
        "rule match 7 The Aces win 250 to 180 because …",
        "Settles the result of a match.",
        readers.read_rule_match,
        r"rule:?(?= match\b)",
        wrapped=True,
    ),
    _steering(
        (ask.ReplayMatch,),
        "replay match 7",
        "Has a match played again.",
        readers.read_replay,
        r"replay(?= match\b)",
        wrapped=True,
    ),
    _steering(
        (ask.ResetMatch,),
        "reset match 9 because …",
        "Takes back a match that has begun, so that an earlier result can be changed.",
        readers.read_reset,
        r"reset(?= match\b)",
        wrapped=True,
    ),
    _steering(
        (ask.Rate,),
        "rate The Aces 3.5 in match 7",
        "Rates how a team behaved in a match, from 0 to 4, where the format asks for it.",
        readers.read_rate,
        "rate:?",
    ),
    _steering(
        (ask.ExtendMatch,),
        "extend match 7 by 5 days",
        "Moves the time limit of a match.",
        readers.read_extend_match,
        r"extend(?= match\b)",
    ),
    _steering(
        (ask.PauseTournament,),
        "pause Spring Cup",
        "Stops the clocks of all its games; none begins.",
        readers.about(ask.PauseTournament),
    ),
    _steering(
        (ask.ResumeTournament,), "resume Spring Cup", "Lets it go on.", readers.about(ask.ResumeTournament), "resume"
    ),
    _steering(
        (ask.CancelTournament,),
        "cancel Spring Cup because …",
        "Calls a tournament off.",
        readers.read_cancel,
        wrapped=True,
        final=True,
    ),
)
"""Every line except `tournament NAME`, which announcement_lines.py reads with the lines below it."""

ANNOUNCE = _steering(
    (ask.Announce,),
    "tournament Spring Cup",
    "Announces a tournament; the lines below it settle the format: `format: pride`, `teams: 4 to 16`, "
    "`sign-up until: 15 December`, `begins: 20 December`.",
    lambda text, known: None,
)
"""The row of `tournament NAME` in the help."""

WRAPPED = tuple(row for row in ROWS if row.wrapped)


def wraps(line: str) -> bool:
    """Tell if the line begins a command that ends in free text, which a mail program may have broken."""
    plain = " ".join(line[:LONGEST].split())
    return any(row.start.match(plain) for row in WRAPPED)


def read_line(line: str, known: Names = NO_NAMES) -> ask.Command | None:
    """Read a whole line as a command about tournaments; None if it is no such command.

    Raises ValueError, with a sentence, if the line was meant as one and is unclear.
    """
    plain = " ".join(unicodedata.normalize("NFC", line[:LONGEST]).split())
    for row in ROWS:
        if (start := row.start.match(plain)) and (found := row.read(plain[start.end() :], known)):
            return found
    return None


def is_of_tournament(line: str) -> bool:
    """Tell if a line begins like a command about a whole tournament. A `protest` does not: it stops one game."""
    return any(row.kind is not Kind.TABLE and row.start.match(line) for row in ROWS)
