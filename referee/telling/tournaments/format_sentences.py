"""A tournament's format and times in plain words, for people who do not know how a format is written; and how to enter
it: the invitation of one reader, and for the Gamesmaster below their announcement, who hears of it, and for what it
leaves no room. Decides nothing.

Two moments have two words: sign-up ends, and then entries close, at once unless the Gamesmaster may let late ones in.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from referee.config import span_words
from referee.dominoes.sheets import DominoSheet
from referee.table.terms import Terms
from referee.telling.formats import at, capital, count, listed, local_moment, moment, place, times, weekday_text
from referee.telling.tournaments.notices import Invitation, TournamentAnnounced
from referee.tournaments.formats import THIRD_PLACE_TEAMS, Format, Stage, StageKind, decimal
from referee.tournaments.tournament import Times, Tournament

SECOND = timedelta(seconds=1)


def until(when: datetime, zone: str | None = None) -> str:
    """Write `the end of Tue 15 Dec (24:00 UTC)`, `the end of Tue 15 Dec in Berlin (Tue 15 Dec 23:00 UTC)`, or
    `Tue 15 Dec 18:00 UTC (19:00 in Berlin)`."""
    when = when.astimezone(UTC)
    if (when.hour, when.minute, when.second) == (0, 0, 0):
        local = local_moment(when, zone)
        same_day = local is not None and local[:1].isdigit()
        day = f"{weekday_text(when)} " if same_day else ""
        return f"the end of {day_of(when)} (24:00 UTC{f', {day}{local}' if local else ''})"
    there = when.astimezone(ZoneInfo(zone or "UTC"))
    if zone is not None and (there.hour, there.minute, there.second) == (0, 0, 0):
        return f"the end of {day_of(when, zone)} in {place(zone)} ({moment(when)})"
    return at(when, zone)


def day_of(until: datetime, zone: str = "UTC") -> str:
    """Write the last day before an instant: `Tue 15 Dec`."""
    return weekday_text((until - SECOND).astimezone(ZoneInfo(zone)))


def plans(t: Tournament) -> tuple[str, ...]:
    """Say all stages in one sentence; once entries are closed, for the teams that play, division by division."""
    if not t.roster or t.alone:
        return (_plan(t.format, None),)
    found = ((division, sum(one.division == division for one in t.teams)) for division in t.divisions)
    return tuple(f"{name and f'Division {name}: '}{_plan(t.format, teams)}" for name, teams in found)


def _plan(format: Format, teams: int | None) -> str:
    return f"{capital('; then '.join(_stage(stage, teams) for stage in format.stages))}."


def _stage(stage: Stage, teams: int | None) -> str:
    """Say what a stage is, for so many teams in its division; None: nobody knows yet."""
    match stage.kind:
        case StageKind.SINGLE:
            best = f" of the best {stage.best} (of all, if they are fewer)" if stage.best else ""
            entering = None if teams is None else min(teams, stage.best or teams)
            if best and entering is not None:
                best = f" of all {teams} teams" if entering == teams else f" of the best {stage.best}"
            plays = stage.third_place and (entering is None or entering >= THIRD_PLACE_TEAMS)
            return f"single elimination{best}: a team that loses is out{', with a game for the third place' * plays}"
        case StageKind.DOUBLE:
            return "double elimination: a team that loses twice is out"
        case StageKind.ROUND_ROBIN:
            rounds = "everyone meets everyone" if stage.rounds is None else _rounds(stage.rounds, teams)
            return f"a round robin: {rounds}{_pace(stage)}"
        case StageKind.LEAGUE:
            return f"a league: everyone meets everyone {('once', 'twice')[stage.meetings - 1]}{_pace(stage)}"


def _rounds(number: int, teams: int | None) -> str:
    """Say how many matches each team has in so many rounds: with an odd number of teams, one rests in each."""
    if teams is None:
        rest = "one team has none" if number == 1 else f"{number} teams have one fewer"
        return f"{count(number, 'match')} for each team (with an odd number of teams, {rest})"
    rounds = min(number, teams - 1 + teams % 2)
    if teams % 2 and rounds < teams:
        rest = f"{count(rounds - 1, 'match')} for the {count(rounds, 'team')} that rest{'s' * (rounds == 1)} in a round"
        return f"{count(rounds, 'match')} for each team, but {rest}; standings compare per match"
    return f"{count(rounds - teams % 2, 'match')} for each team"


def _pace(stage: Stage) -> str:
    return "" if stage.every is None else f", one round every {span_words(stage.every)}"


def format_lines(t: Tournament, usual_limit: timedelta, terms: Terms, sheet: str = "", *, game: str) -> tuple[str, ...]:
    """Say what else an entrant must know of a tournament of this `game`, the most important first. `usual_limit`: of a
    turn, where the format has none. `terms`: of its games. `sheet`: a sentence on their sheet."""
    return (*plans(t), *_lines(t.format, usual_limit, terms, sheet, game))


def _lines(format: Format, usual_limit: timedelta, terms: Terms, sheet: str, game: str) -> Iterator[str]:
    yield sheet_row(format, sheet)
    each = " in each division" if format.divisions else ""
    many = f"{format.least} to {format.most}" if format.least < format.most else str(format.most)
    yield f"{many} teams of two play{each}. Whoever comes later waits for a place."
    if format.divisions:
        yield (
            f"Divisions, highest first: {listed(format.divisions)}. Whoever has won a lower one must enter the next "
            "for six months."
        )
    if format.classes:
        one, other = format.classes
        drawn = " Each enters alone, and the draw makes the teams." if format.partners == "drawn" else ""
        yield f"A team has one {one} and one {other}.{drawn}"
    if format.approval:
        yield "The Gamesmaster must agree to each entry."
    yield from _clocks(format, usual_limit, game)
    yield from _terms(terms)
    if format.zone != "UTC":
        yield f"Days are days in {place(format.zone)}: a span of whole days ends there at the same time of day."
    if format.rating is not None:
        yield (
            f"Sporting behaviour is rated from 0 to 4. A team whose mean is below {decimal(format.rating)} does not go "
            "on to the next stage."
        )
    if format.protest:
        yield (
            "A player may protest or ask for a clarification, once a match and before the next trick is over; nobody "
            "then plays until the Gamesmaster has answered."
        )


def rare_lines(format: Format) -> tuple[str, ...]:
    """Say what an announcement leaves to its page in the documentation, and a change of it must name."""
    rows = [f"The format is {format.name}.", f"Standings compare {format.standing} first."]
    if format.reneges is not None:
        rows.append(f"The Gamesmaster is asked once {count(format.reneges, 'renege')} of a team are proven in a match.")
    if any(stage.kind == StageKind.DOUBLE and not stage.reset for stage in format.stages):
        rows.append("The grand final is one game, whoever wins it.")
    if format.late_entries:
        rows.append("The Gamesmaster may let in late teams until entries close.")
    return tuple(rows)


def words_of_entry(format: Format) -> str:
    """Say what an entry says behind the name of the tournament: ` with Bob as The Aces, collegiate`."""
    pair = " with Bob as The Aces" if format.partners == "entered" else ""
    return pair + "".join(f", {group[0]}" for group in (format.divisions, format.classes) if group)


def sheet_row(format: Format, sheet: str) -> str:
    """Say by which sheet each match is played, with a sentence on that."""
    final = f"; the final by sheet {format.final_sheet}" if format.final_sheet != format.sheet else ""
    points = f" to {format.target} points" if format.target else ""
    return f"Each match is one game{points} by sheet {format.sheet}{final}. {sheet}".rstrip()


def _clocks(format: Format, usual_limit: timedelta, game: str) -> Iterator[str]:
    limit = usual_limit if format.time_limit is None else format.time_limit
    act = "tile" if game == DominoSheet.game else "bid and card"
    yield f"Each {act} is due within {span_words(limit)}; then the referee acts instead."
    if format.match_limit is not None:
        final = "" if all(stage.final_timed for stage in format.stages) else " The final has no such limit."
        yield (
            f"After {span_words(format.match_limit)} a match is hurried: turns become short, the round in play is the "
            f"last, and the higher score wins.{final}"
        )
    if silence := lost_by_silence(format.forfeit_after, format.forfeit_both):
        yield f"{silence}, and is out of the tournament if that happens twice."


def lost_by_silence(alone: int | None, both: int | None) -> str:
    """Say how often the clock acts until a team loses its match, for one player or for each of both; empty if it never
    does."""
    acts = ((alone, "one of its players"), (both, "each of its players"))
    found = [f"{times(most)}{' in a row' * (most > 1)} for {whom}" for most, whom in acts if most is not None]
    return f"A team loses the match once the clock has acted {' or '.join(found)}" if found else ""


def _terms(terms: Terms) -> Iterator[str]:
    if terms.leave:
        days = count(terms.leave, "day")
        yield f"Each player may be away for {days} in a game, with a line such as: away 20 Dec to 2 Jan."
    else:
        yield "The games give no leave: the clock of a player who is away runs on."
    if not terms.weekends:
        yield "No limit runs on Saturday and Sunday, UTC."
    if terms.last_trick == "by hand":
        yield "The players play the last trick, in which nobody has a choice, and not the referee."


CLOSES = "the Gamesmaster closes sign-up"
"""The words for the end of sign-up, if the announcement names no day."""


def has_late(times: Times) -> bool:
    """Tell if teams can still come in after sign-up, with the Gamesmaster's yes."""
    return times.closes_at > times.sign_up_until


def is_late(times: Times, now: datetime) -> bool:
    """Tell if sign-up has ended and teams can still come in, with the Gamesmaster's yes."""
    return has_late(times) and now > times.sign_up_until


def enter_until(times: Times, now: datetime, zone: str | None = None) -> str:
    """Say `until Tue 15 Dec 18:00 UTC`, and how long late entries are possible."""
    if is_late(times, now):
        return f"until {until(times.closes_at, zone)}; sign-up has ended, so the Gamesmaster must say yes too"
    late = f", or with the Gamesmaster's yes until {until(times.closes_at, zone)}" if has_late(times) else ""
    return f"until {sign_up_end(times, zone)}{late}"


def sign_up_end(times: Times, zone: str | None) -> str:
    """Say when sign-up ends, behind `until` or `before`."""
    return CLOSES if times.open_end else until(times.sign_up_until, zone)


def entries_end(times: Times, zone: str | None) -> str:
    """Say when entries close, behind `until` or `before`."""
    return CLOSES if times.open_end else until(times.closes_at, zone)


def sign_up_row(times: Times, now: datetime, zone: str | None) -> str:
    """Say when sign-up ends, or ended."""
    if times.open_end:
        return f"Teams can enter until {CLOSES}."
    return f"Sign-up {'ended' if now > times.sign_up_until else 'ends'} at {until(times.sign_up_until, zone)}."


def draw_row(t: Tournament, times: Times, now: datetime, zone: str | None) -> str:
    """Say when the draw is, or was."""
    if t.phase in ("running", "over"):
        return f"The draw was at {at(times.draw_at, zone)}."
    if times.open_end:
        return f"The draw comes {span_words(t.format.draw_after)} after entries close."
    if now > times.draw_at:
        return "The draw waits for the Gamesmaster."
    return f"The draw is at {at(times.draw_at, zone)}."


def begins_row(t: Tournament, times: Times, now: datetime, zone: str | None) -> str:
    """Say when the first matches begin, or began."""
    begins = "began" if t.games else "begin"
    if times.begins_at == times.draw_at or (now > times.begins_at and not t.games):
        return f"The first matches {begins} with the draw."
    return f"The first matches {begins} at {at(times.begins_at, zone)}."


def time_rows(t: Tournament, times: Times, now: datetime, zone: str | None) -> tuple[str, ...]:
    """Say when each thing happens, or happened, as lines."""
    rows = [sign_up_row(times, now, zone)]
    if has_late(times):
        closes = f"{'close' if t.phase == 'sign-up' and now <= times.closes_at else 'closed'} at"
        needs = "needs" if now <= times.closes_at else "needed"
        late = f"A team that comes after sign-up {needs} the Gamesmaster's yes."
        rows.append(f"Entries {closes} {until(times.closes_at, zone)}. {late}")
    return (*rows, draw_row(t, times, now, zone), begins_row(t, times, now, zone))


def invitation_sentence(one: Invitation, now: datetime, zone: str | None) -> str:
    """Say `Ann has entered Spring Cup with you. If you will play with them, write this until the end of Tue 15 Dec:`"""
    until = enter_until(one.times, now, zone or one.format.zone)
    team = f", with {one.partner} as {one.team}" if one.partner else ""
    match one.state:
        case "free":
            more = ", and what applies to you behind it" if one.format.divisions or one.format.classes else ""
            if one.format.partners == "drawn":
                return f"To enter {one.tournament}, write this {until}, with {one.format.classes[1]} if you are that:"
            return (
                f"To enter {one.tournament}, write this {until}, with your "
                f"partner's name or address for Bob and your team's name for The Aces{more}:"
            )
        case "named":
            return (
                f"{one.partner} has entered {one.tournament} with you. If you will play with them, write this {until}:"
            )
        case "asked":
            return (
                f"Your entry in {one.tournament}, {one.team}, waits for your partner, {one.partner}. It counts once "
                "they have answered the letter that asks them, or have written this:"
            )
        case "held":
            held = f", {one.team} with {one.partner}," if one.partner else ""
            return f"Your entry in {one.tournament}{held} waits for the Gamesmaster."
        case "waiting":
            return f"You wait for a place in {one.tournament}{team}."
        case "in":
            return f"You are in {one.tournament}{team}."


def master_lines(answer: TournamentAnnounced) -> Iterator[str]:
    """Yield what a Gamesmaster reads below their announcement, the most important first."""
    format, times = answer.tournament.format, answer.times
    if format.late_entries and not has_late(times):
        later = "" if times.open_end else f" later than {at(times.draw_at, format.zone)}"
        yield (
            "Late entries are possible in this format, but here they have no time: entries close as sign-up ends, "
            f"{span_words(format.draw_after)} before the draw. They need a `begins`{later}: to have them, write "
            f"`cancel {answer.tournament.name} because …`, and announce it again."
        )
    yield f"{_readers(answer.players)} Pass it on to whoever else may want to play."
    yield "You hear of each team that needs your yes; `tournaments` shows how many have entered."


def _readers(players: int | None) -> str:
    """Say who got the letter besides the Gamesmaster; None: the list."""
    if players is None:
        return "This letter also went to the list."
    if not players:
        return "Nobody plays here or waits for a game, so this letter went to you alone."
    return f"This letter also went to everyone who plays here or waits for a game: {count(players, 'player')}."
