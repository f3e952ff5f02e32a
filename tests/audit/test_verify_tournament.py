"""`referee verify` on tournaments: it passes right records, whatever happened in them, and says what cannot be checked
yet; the records of games are compared with it; a stranger's lines are wrong, and never cause a traceback.

The draw is held against a second program, written from the text of the format alone (tests/tournaments/slow_draw.py).
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.commands.app import main
from referee.commands.verify_tournament import TournamentRecords, WrongGame, tournament_verified
from referee.records.lines import Check, WrongLine, heads
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.audit.lines import SHAPES, is_tournament
from referee.tournaments.events import Team
from referee.tournaments.fold import lines_of
from referee.tournaments.matches import match_of
from referee.tournaments.presets import PRESETS
from tests.audit.tampering import change, other_digit, written
from tests.audit.tournament_games import DOMINOES, LIMIT, RealCourse, with_games
from tests.audit.tournament_records import FORMATS, Course, recorded, text_of
from tests.tournaments import slow_draw
from tests.tournaments.played import drawn as just_drawn

SHORT, LONG = len(FORMATS), 300
WILD = 0.5
"""The share of happenings beside results, in every third of them."""


def passes(lines: tuple[str, ...], games: Mapping[str, str] | None = None, *known: str) -> list[Check]:
    return list(tournament_verified(TournamentRecords(text_of(lines), games or {}, known)))


def wrong(lines: tuple[str, ...], games: Mapping[str, str] | None = None) -> WrongLine:
    with pytest.raises(WrongLine) as found:
        passes(lines, games)
    return found.value


def wrong_game(lines: tuple[str, ...], games: Mapping[str, str]) -> WrongGame:
    with pytest.raises(WrongGame) as found:
        passes(lines, games)
    return found.value


def a_record(number: int) -> tuple[str, ...]:
    return recorded(number, WILD).lines if number % 3 == 0 else recorded(number).lines


# right records


def check_right(numbers: range) -> set[str]:
    """Check that each record passes; return the kinds of its lines."""
    kinds: set[str] = set()
    for number in numbers:
        lines = a_record(number)
        kinds |= {json.loads(line)["e"] for line in lines}
        try:
            said = passes(lines, {}, heads(lines)[len(lines) // 2][:16], heads(lines)[-1])
        except WrongLine as e:
            raise AssertionError(f"record {number}: line {e.number}: {e.why}") from e
        is_over = json.loads(lines[-1])["e"] == "cancelled" or any(json.loads(line)["e"] == "end" for line in lines)
        assert all(check.held for check in said if check.about == "end") == is_over, f"record {number}"
    return kinds


def test_right_records_pass() -> None:
    check_right(range(SHORT))


@pytest.mark.long
def test_300_right_records_pass_and_have_every_kind_of_line() -> None:
    assert check_right(range(LONG)) == set(SHAPES)


def changes_are_found(numbers: range) -> None:
    """Check that whoever knows the last head sees any change of a record, that nothing before it is blamed, and that
    most changes show without a head."""
    seen = refused = 0
    for number in numbers:
        right = recorded(number).lines
        lines = list(right)
        change(Random(f"changes {number}"), lines)
        place = next((at for at, (one, other) in enumerate(zip_longest(lines, right)) if one != other), None)
        if place is None:
            continue
        told = f"record {number}, line {place + 1}"
        for known in ((heads(right)[-1],), ()):
            try:
                passes(tuple(lines), {}, *known)
            except WrongLine as found:
                # a head that is missing may be that of a line left out at the end
                assert place < found.last + len(known), told
                refused += not known
            else:
                assert not known, told
        seen += 1
    assert refused > 0.7 * seen, (refused, seen)


def test_changes_of_records_are_found() -> None:
    changes_are_found(range(2 * SHORT))


@pytest.mark.long
def test_changes_of_hundreds_of_records_are_found() -> None:
    changes_are_found(range(LONG))


def test_a_record_passes_wherever_an_act_ends_and_nowhere_else() -> None:
    """Events of one act come to the record together."""
    for number in (0, 4):
        lines = recorded(number).lines
        for end in range(3, len(lines), 60):
            follows = ("draw", "stage", "standings", "end", "stage back")
            if (
                json.loads(lines[end])["e"] in follows
                or '"changed"' in lines[end]
                or '"by":"silence","e":"w' in lines[end]
            ):
                assert wrong(lines[:end]).number == end + 1, f"record {number}, {end} lines"
            else:
                passes(lines[:end])


def test_a_match_that_was_reset_waits_for_a_replay() -> None:
    lines, replay, pairing = next(one for number in range(0, LONG, 3) for one in replayed_after_a_reset(number))
    passes(lines)
    found = wrong((*lines[:replay], *lines[replay + 1 :]))
    assert found.number == pairing and "no such match can begin" in found.why


def replayed_after_a_reset(number: int) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Yield a record, the place of a line that replays a match that was reset, and that of its next pairing."""
    lines = a_record(number)
    told_of: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for place, told in enumerate(map(json.loads, lines)):
        if told["e"] not in ("pairing", "back", "ruling"):
            continue
        known = told_of[told["match"]]
        known.append((told.get("why", told["e"]), place))
        if [what for what, _ in known[-3:]] == ["reset", "replay", "pairing"]:
            yield lines, known[-2][1], place


def test_the_draw_agrees_with_a_second_program() -> None:
    for number in range(len(FORMATS)):
        fields = [json.loads(line) for line in recorded(number).lines]
        closed = next(line for line in recorded(number).lines if '"e":"closed"' in line)
        salts, drawn = (next(one for one in fields if one["e"] == kind) for kind in ("salts", "draw"))
        key = slow_draw.key_of(number + 1, drawn["seed"], closed, salts["salts"])
        assert drawn["order"] == slow_draw.order_of(key, closed)
        assert drawn["lots"] == slow_draw.lots_of(key, closed)
        roster = json.loads(closed)
        for one in fields:
            if one["e"] == "substitute":
                team = next(team for team in roster["teams"] if team["name"] == one["team"])
                team["players"] = [one["name"] if name == one["out"] else name for name in team["players"]]
            if one["e"] == "pairing":
                seats = slow_draw.seats_of(key, json.dumps(roster), one["match"], one["game"], *one["teams"])
                assert one["seats"] == seats, f"record {number}, match {one['match']}"


def test_what_is_proven_and_what_is_not() -> None:
    words = last_words(recorded(0).lines)
    assert "Nothing that the operator could not know" in words and "did not try salts until the draw pleased" in words
    assert "the Gamesmaster's and the referee's word" in words and "--head" in words
    assert "Results are the referee's word too" in words


def last_words(lines: tuple[str, ...]) -> str:
    said = tournament_verified(TournamentRecords(text_of(lines), {}))
    while True:
        try:
            next(said)
        except StopIteration as end:
            return " ".join(end.value)


# what one line says


def test_a_strangers_lines_are_wrong_and_nothing_else() -> None:
    """Each value of each line replaced by something else: wrong, or as good as before, but no traceback."""
    luck = Random("strange")
    odd: list[Any] = [
        None,
        True,
        0,
        -1,
        2**60,
        1.5,
        "",
        "x" * 99,
        "Ann",
        "\u202e",
        [],
        {},
        [[]],
        [None],
        {"e": 1},
        "0" * 64,
    ]
    for number in range(len(FORMATS)):
        lines = recorded(number).lines
        for place in luck.sample(range(len(lines)), 8):
            fields = json.loads(lines[place])
            key = luck.choice(sorted(fields))
            changed = written({**fields, key: luck.choice(odd)})
            try:
                passes((*lines[:place], changed, *lines[place + 1 :]))
            except WrongLine as e:
                assert place + 1 <= e.number <= len(lines) + 1


def test_every_value_of_a_format_is_checked() -> None:
    lines = recorded(0).lines
    first = json.loads(lines[0])
    value: Any
    for key, own in first["format"].items():
        empty: list[Any] = [] if isinstance(own, list) else [[]]
        for value in ({}, [[]], *empty, 2**60, "\u202e", "x" * 300, -1):
            told = {**first, "format": {**first["format"], key: value}}
            assert wrong((written(told), *lines[1:])).number == 1, f"{key}: {value!r}"
    for key in ("time_limit", "match_limit", "draw_after"):
        told = {**first, "format": {**first["format"], key: 2**50}}
        assert wrong((written(told), *lines[1:])).number == 1, key


def test_a_format_that_contradicts_itself_is_wrong() -> None:
    lines = recorded(0).lines
    first = json.loads(lines[0])
    stage = first["format"]["stages"][0]
    cases: list[dict[str, Any]] = [
        {"least": 40, "most": 3},
        {"stages": []},
        {"divisions": ["A"]},
        {"stages": [{**stage, "best": 4}]},
        {"stages": [stage, stage]},
        {"stages": [{**stage, "meetings": 2}]},
    ]
    for changes in cases:
        told = {**first, "format": {**first["format"], **changes}}
        found = wrong((written(told), *lines[1:]))
        assert found.number == 1 and "contradicts itself" in found.why, changes


def test_nothing_comes_before_the_commitments_or_after_the_end() -> None:
    for end in ("end", "cancelled"):
        lines = next(one for number in range(99) if f'"e":"{end}"' in (one := recorded(number).lines)[-1])
        assert wrong((lines[0], *lines[2:])).number == 2 and wrong(lines[:1]).number == 2
        for more in ({"e": "pause"}, json.loads(lines[-1]), json.loads(lines[2])):
            after = wrong((*lines, written(more)))
            assert after.number == len(lines) + 1 and (
                "is over" in after.why or "called off" in after.why or "led to" in after.why
            )


def test_a_record_of_nothing_or_of_something_else() -> None:
    for text in ("", "\n", "{}", '{"e":"pause"}', "\xff\xfe", "[1]", "[" * 20_000):
        with pytest.raises(WrongLine) as found:
            list(tournament_verified(TournamentRecords(text, {})))
        assert found.value.number == 1
    assert is_tournament("\xef\xbb\xbf" + recorded(0).lines[0])
    assert not any(map(is_tournament, ("", "[", "[]", '{"e":1}', '{"e":"start"}', "[" * 20_000)))


def test_crlf_and_blank_lines_change_nothing() -> None:
    lines = recorded(0).lines
    text = "\xef\xbb\xbf" + "\r\n".join(lines) + "\r\n\r\n"
    assert list(tournament_verified(TournamentRecords(text, {}))) == passes(lines)


def course() -> Course:
    """Return a tournament of four teams or more, just drawn, whose matches all run."""
    format = replace(PRESETS["fsu"], match_limit=None, forfeit_both=None)
    found = Course(Random("course"), format, 9)
    found.enter()
    found.draw()
    found.begin()
    return found


def test_what_nobody_could_do_is_wrong() -> None:
    """The referee refuses these acts, each after a league's matches began; the first match has no result."""
    played = course()
    lines = lines_of(played.events)
    team = played.t.teams[0]
    first = match_of(played.t, 1)
    assert first is not None and first.teams is not None
    others = next(one.name for one in played.t.teams if one.name not in first.teams)
    game = {"match": 1, "game": 1, "number": "1"}
    result = {**game, "winner": first.teams[0], "score": [9, 0], "sets": [0, 0], "by": "score", "head": "0" * 64}
    withdrawn = written({"e": "withdrawal", "team": team.name, "by": "captain"})
    silence = {"e": "silence", "match": 1, "team": first.teams[0]}
    cases: dict[str, tuple[list[dict[str, Any]], str]] = {
        "silence where nobody loses by it": ([silence], "nobody loses by silence"),
        "a limit where there is none": ([{"e": "limit", "match": 1, "round": 3}], "no time limit"),
        "result by silence without one": ([{"e": "result", **result, "by": "silence"}], "it must say"),
        "a result by withdrawal, of which no game is left": (
            [{"e": "result", **result, "by": "withdrawal"}],
            "cannot stand",
        ),
        "more points for the loser": ([{"e": "result", **result, "score": [0, 9]}], "more points"),
        "as many points for the loser": ([{"e": "result", **result, "score": [9, 9], "by": "hands"}], "more points"),
        "a rating above the best": (
            [{"e": "rating", "team": first.teams[0], "match": 1, "rating": "4.1"}],
            "cannot stand",
        ),
        "a rating of others": ([{"e": "rating", "team": others, "match": 1, "rating": "4"}], "have not played"),
        "a substitute who plays": (
            [{"e": "substitute", "team": team.name, "out": team.players[0], "name": team.players[1]}],
            "plays already",
        ),
        "a ruling for others": (
            [{"e": "ruling", "match": 1, "teams": [*first.teams], "winner": others, "score": [1, 0]}],
            "does not play",
        ),
        "paused twice": ([{"e": "pause"}, {"e": "pause"}], "paused already"),
        "resumed twice": ([{"e": "pause"}, {"e": "resume"}, {"e": "resume"}], "not paused"),
        "a match begins while paused": (
            [
                {"e": "back", "match": 1, "why": "replay"},
                {"e": "pause"},
                {**json.loads(pairing_of(lines, 1)), "game": 2},
            ],
            "no such match can begin",
        ),
        "an abort of no game": (
            [{"e": "back", "match": 1, "why": "abort"}, {"e": "back", "match": 1, "why": "abort"}],
            "no game of that match",
        ),
        "a result after an abort": (
            [{"e": "back", "match": 1, "why": "abort"}, {"e": "result", **result}],
            "no game of that match",
        ),
        "aborted, and begun again by itself": (
            [
                {"e": "back", "match": 1, "why": "abort"},
                {**json.loads(pairing_of(lines, 1)), "game": 2, "number": "99"},
            ],
            "no such match can begin",
        ),
        "out twice": ([json.loads(withdrawn), json.loads(withdrawn)], "no such team"),
        "standings too early": ([{"e": "standings", "stage": 1, "round": 1, "teams": []}], "nothing has led to it"),
        "a second close": (
            [json.loads(next(one for one in lines if '"e":"closed"' in one))],
            "the draw was made before",
        ),
    }
    for name, (more, why) in cases.items():
        found = wrong((*lines, *map(written, more)))
        assert why in found.why, f"{name}: {found.why}"
        assert found.number == len(lines) + len(more), name


def test_each_game_of_a_match_has_its_own_limit() -> None:
    """A match reaches its limit, a team of it withdraws, and a ruling brings another: its next game reaches it anew."""
    played = just_drawn(replace(PRESETS["usag"], most=8), 8, Random(1))

    def wins(number: int, side: int = 0) -> str:
        match = match_of(played.t, number)
        assert match is not None and match.teams is not None
        played.then(decide.rule(played.t, match, match.teams[side], (0, 0), "", frozenset()))
        return match.teams[side]

    winners = [wins(number) for number in (1, 2, 3, 4)]
    for last in (2, 3):
        played.begin()
        played.then(decide.note(played.t, ev.Limited(5, last)))
        if last == 2:
            played.then(decide.withdraw(played.t, winners[1], "captain"))
            wins(2, 1)
    passes(lines_of(played.events))


def pairing_of(lines: tuple[str, ...], match: int) -> str:
    return next(line for line in lines if '"e":"pairing"' in line and json.loads(line)["match"] == match)


def test_a_target_is_that_of_the_format() -> None:
    first = json.loads(recorded(0).lines[0])
    named = {**first, "format": {**first["format"], "target": first["target"]}}
    assert wrong((written(named),)).number == 2, "only the commitments are missing"
    assert "its target" in wrong((written({**named, "target": first["target"] + 50}),)).why


def test_sign_up() -> None:
    """Entries that no referee takes, one by one."""
    opened = Course(Random("sign-up"), PRESETS["usag"], 9)
    for n in range(8):
        opened.then(decide.note(opened.t, ev.Entered(team_of(n))))
    lines = lines_of(opened.events)
    again = {"e": "entry", "name": "Team 0", "players": ["Zoe", "Yan"]}
    ninth = {"e": "entry", "name": "Team 9", "players": ["Zoe", "Yan"]}
    salts = {"e": "salts", "salts": [["", ""]] * 8}
    for fields, why in (
        (again, "has a place already"),
        (ninth, "no more than 8"),
        ({**again, "division": "A"}, "has a place already"),
        ({"e": "left", "team": "Team 9"}, "no such team"),
        ({"e": "pause"}, "sign-up is open"),
        (salts, "sign-up is open"),
    ):
        found = wrong((*lines, written(fields)))
        assert why in found.why and found.number == len(lines) + 1, found.why
    fewer = lines[:-1]
    assert "one name" in wrong((*fewer, written({**ninth, "players": ["Zoe", "Ann 1"]}))).why
    assert "one name" in wrong((*fewer, written({**ninth, "players": ["Zoe", "Zoe"]}))).why
    assert "no such division" in wrong((*fewer, written({**ninth, "division": "A"}))).why
    closed = lines_of((*opened.events, *decide.close(opened.t, ("Team 1",), opened.t.teams)[0]))
    told = json.loads(closed[-1])
    for changed, why in (
        ({"seeded": ["Team 1", "Team 1"]}, "and once"),
        ({"seeded": ["Team 9"]}, "must be a team"),
        ({"teams": [{**told["teams"][0], "players": ["Zoe", "Yan"]}, *told["teams"][1:]]}, "it must say"),
    ):
        assert why in wrong((*closed[:-1], written({**told, **changed}))).why
    assert wrong((*closed, written({**salts, "beacon": "-"}))).number == len(closed) + 1
    assert "must be the draw" in wrong((*closed, written(salts), written({"e": "pause"}))).why
    assert "it must be the draw" in wrong((*closed, written(salts))).why.replace("which must", "it must")


def team_of(n: int) -> Team:
    return Team(f"Team {n}", (f"Ann {n}", f"Bob {n}"))


# with the records of its games


def test_games_are_compared() -> None:
    for number in range(2):
        played = with_games(number)
        said = passes(played.lines, played.files())
        told = [check.text for check in said if check.about == "games"]
        assert told[0].startswith(f"{len(played.games)} given") and "from the root" in told[1]
        results = sum('"e":"result"' in line for line in played.lines)
        assert told[2].startswith(f"{results} results") and len(told) == 3
        one, *_ = played.files().items()
        assert f"{len(played.games) - 1} more" in passes(played.lines, dict([one]))[-1].text


def test_first_deals_wait_for_the_root() -> None:
    played = with_games(0)
    said = passes(played.lines[:-3], {name: text for name, text in played.files().items() if "-1." in name})
    assert [check.held for check in said if "first deals" in check.text and check.about == "games"] == [False]


def test_a_result_is_that_of_its_game() -> None:
    """A result that differs from the record of its game is seen at its line."""
    luck = Random("results")
    for number in range(2):
        played = with_games(number)
        last = max(place for place, line in enumerate(played.lines) if '"e":"result"' in line)
        said = json.loads(played.lines[last])
        one, two = said["score"]
        changes: list[dict[str, Any]] = [
            {"score": [one + 10, two + 10]},
            {"sets": [said["sets"][0] + 1, said["sets"][1]]},
            {"head": other_digit(luck, said["head"])},
            {"by": "sets" if said["by"] != "sets" else "forfeit"},
        ]
        for changed in changes:
            lines = (*played.lines[:last], written({**said, **changed}), *played.lines[last + 1 :])
            found = wrong(lines, played.files())
            assert found.number == last + 1 and f"another {next(iter(changed))}" in found.why, changed


@pytest.mark.parametrize("kind", ["limit", "back"])
def test_a_limit_and_an_abort_are_those_of_their_game(kind: str) -> None:
    """Changed, left out, or of a game that had none: the record of the game shows it."""
    seen = 0
    for number in range(1, 12, 2):
        played = with_games(number)
        lines, told = played.lines, [json.loads(line) for line in played.lines]
        ended = {one["number"]: one["match"] for one in told if one["e"] == "result"}
        for place, fields in enumerate(told):
            if kind == "limit" and fields["e"] == "limit":
                changed = written({**fields, "round": fields["round"] + 1})
                found = wrong((*lines[:place], changed, *lines[place + 1 :]), played.files())
                assert found.number == place + 1 and "another last round" in found.why
                seen += 1
                if fields["match"] in ended.values() and "back" not in {one["e"] for one in told}:
                    assert "another last round" in wrong((*lines[:place], *lines[place + 1 :]), played.files()).why
            elif kind == "back" and fields["e"] == "pairing" and fields["number"] in ended:
                early = written({"e": "back", "match": fields["match"], "why": "abort"})
                assert "another end" in wrong((*lines[: place + 1], early), played.files()).why
                seen += 1
    assert seen > 3


def test_a_silence_that_the_game_does_not_show_is_seen() -> None:
    """Games that were forfeited by misplays, told as lost by silence: the tournament's record by itself is right."""
    tried = 0
    for number in range(0, 60, 2):
        played = with_games(number)
        for place, line in enumerate(played.lines):
            said = json.loads(line)
            if (said["e"], said.get("by")) != ("result", "forfeit"):
                continue
            loser = next(
                name for name in json.loads(pairing_of(played.lines, said["match"]))["teams"] if name != said["winner"]
            )
            silence = written({"e": "silence", "match": said["match"], "team": loser})
            told = (*played.lines[:place], silence, written({**said, "by": "silence"}))
            found = wrong((*told, *played.lines[place + 1 :]), played.files())
            if "so often silent" in found.why:
                assert found.number == place + 2
                tried += 1
    assert tried > 3


def test_another_winner_is_seen() -> None:
    """The last match of all, and the places with it: the record by itself is right."""
    for number in range(0, 99, 2):
        played = with_games(number)
        last = max(place for place, line in enumerate(played.lines) if '"e":"result"' in line)
        said = json.loads(played.lines[last])
        if said["by"] != "silence" and last == len(played.lines) - 2:
            break
    pairing = json.loads(pairing_of(played.lines, said["match"]))
    other = next(name for name in pairing["teams"] if name != said["winner"])
    changed = {**said, "winner": other, "score": said["score"][::-1]}
    lines = (*played.lines[:last], written(changed))
    cut = wrong(lines)
    assert cut.number == last + 2 and "ends before" in cut.why
    root = json.loads(played.lines[-1])["root"]
    lines = (*lines, cut.why.partition("must be ")[2].replace('"root":"..."', f'"root":"{root}"'))
    passes(lines)
    found = wrong(lines, played.files())
    assert found.number == last + 1 and "another winner" in found.why


def test_another_winner_is_seen_at_the_result_and_not_at_what_follows_from_it() -> None:
    """The record by itself shows it further down; the record of the game shows the result itself."""
    played = with_games(0)
    place = next(place for place, line in enumerate(played.lines) if '"by":"score"' in line)
    said = json.loads(played.lines[place])
    other = next(
        name for name in json.loads(pairing_of(played.lines, said["match"]))["teams"] if name != said["winner"]
    )
    changed = written({**said, "winner": other, "score": said["score"][::-1]})
    lines = (*played.lines[:place], changed, *played.lines[place + 1 :])
    further = wrong(lines).number
    assert further > place + 1
    found = wrong(lines, played.files())
    assert found.number == place + 1 and f"the record of game {said['number']} has another" in found.why
    broken = played.files() | {f"spades-{said['number']}.jsonl": "no record"}
    assert wrong(lines, broken).number == further, "a game's record that is wrong shows nothing"


def test_exchanged_games_are_seen() -> None:
    """Two games under each other's numbers: in the tournament's record, or as files."""
    played = with_games(0)
    numbers = {"1": "2", "2": "1"}
    lines = tuple(
        written({**fields, "number": numbers.get(fields["number"], fields["number"])}) if "number" in fields else line
        for line, fields in ((line, json.loads(line)) for line in played.lines)
    )
    first = min(place for place, line in enumerate(lines) if '"e":"pairing"' in line)
    found = wrong(lines, played.files())
    assert found.number == first + 1 and "another seats" in found.why
    one, two = played.games["1"], played.games["2"]
    assert not any(not check.held for check in passes(played.lines, played.files(game_1=two, game_2=one)))
    renumbered = tuple(line.replace('"game":"2"', '"game":"1"') for line in two)
    assert "commitment" in wrong_game(played.lines, played.files(game_1=renumbered)).why


def test_records_of_games_that_do_not_fit() -> None:
    played = with_games(0)
    lines, first = played.lines, min(place for place, line in enumerate(played.lines) if '"e":"pairing"' in line)
    start, *rest = played.games["1"]
    for old, new, why in (
        (json.dumps(LIMIT), "60", "another time limit"),
        (f'"sheet":"{json.loads(start)["sheet"]}"', '"sheet":"own"', "another sheet"),
    ):
        found = wrong(lines, played.files(game_1=(start.replace(old, new), *rest)))
        assert found.number == first + 1 and why in found.why
    names = json.loads(start)["seats"]
    swapped = written({**json.loads(start), "seats": [names[2], names[1], names[0], names[3]]})
    assert "another seats" in wrong(lines, played.files(game_1=(swapped, *rest))).why
    end = max(place for place, line in enumerate(lines) if json.loads(line).get("number") == "1")
    cut = next(place for place, line in enumerate(played.games["1"]) if '"e":"bid"' in line)
    found = wrong(lines, played.files(game_1=played.games["1"][:cut]))
    assert found.number == end + 1 and "has no end" in found.why
    assert "line 2 of it is wrong" in wrong_game(lines, played.files(game_1=(start, *rest[1:]))).why
    text = text_of(played.games["1"])
    assert "given twice" in wrong_game(lines, {"a": text, "b": text}).why
    other = RealCourse(Random("another"), PRESETS["usag"], 1).liked("77", tuple(names), json.loads(start))
    beside = passes(lines, {**played.files(), "spades-77.jsonl": text_of(other)})
    assert set(passes(lines, played.files())) < set(beside), "a folder may hold the games of several tournaments"
    assert "77 is no game of this tournament: left out" in {check.text for check in beside}


def test_other_first_deals_than_the_roots_are_seen() -> None:
    """The right players at the right seats, on the right sheet, but from seeds that somebody liked better."""
    played = with_games(0)
    course = RealCourse(Random("other seeds"), PRESETS["usag"], 1)
    number, rules = "1", json.loads(played.games["1"][0])
    liked = course.liked(number, tuple(rules["seats"]), rules)
    found = wrong(played.lines, played.files(game_1=liked))
    first = min(place for place, line in enumerate(played.lines) if '"e":"pairing"' in line)
    assert found.number == first + 1 and "the root gives" in found.why


@pytest.mark.parametrize("sheet", ["109", "sigma-dominoes"])
def test_a_game_taken_back_since_an_earlier_result_changed_had_not_begun(sheet: str) -> None:
    played = RealCourse(Random("taken back"), replace(PRESETS["usag"], sheet=sheet), 1)
    for n in range(4):
        played.then(decide.note(played.t, ev.Entered(team_of(n))))
    played.then(decide.close(played.t, (), played.t.teams))
    played.draw()
    played.begin()
    for match in (1, 2):
        while match not in played.t.outcomes:
            played.end(match)
            played.mend()
            played.begin()
    semi = match_of(played.t, 1)
    assert semi is not None and semi.teams is not None
    loser = next(name for name in semi.teams if name != played.t.outcomes[1].winner)
    score = (1, 0) if loser == semi.teams[0] else (0, 1)
    played.then(decide.rule(played.t, semi, loser, score, "", frozenset()))
    played.begin()
    lines = lines_of(played.events)
    back = next(place for place, line in enumerate(lines) if '"changed"' in line)
    game = played.played[int(json.loads(pairing_of(lines, json.loads(lines[back])["match"]))["number"])]
    passes(lines, {"game": text_of(game.lines)})
    played.move(game)
    found = wrong(lines, {"game": text_of(game.lines)})
    assert found.number == back + 1 and "had begun, as its record shows" in found.why


def test_games_of_dominoes_are_compared_with_their_tournament() -> None:
    by: set[str] = set()
    for number in range(4):
        played = with_games(number, formats=DOMINOES)
        every = passes(played.lines, played.files())
        assert all(check.held for check in every), every
        place = max(place for place, line in enumerate(played.lines) if '"e":"result"' in line)
        said = json.loads(played.lines[place])
        by.add(said["by"])
        for changed in ({"score": [said["score"][0] + 5, said["score"][1]]}, {"sets": [1, 0]}, {"head": "0" * 64}):
            lines = (*played.lines[:place], written({**said, **changed}), *played.lines[place + 1 :])
            found = wrong(lines, played.files())
            assert found.number == place + 1 and f"another {next(iter(changed))}" in found.why
        start, *rest = played.games["1"]
        shorter = start.replace('"limit":', '"limit":1')
        assert "another time limit" in wrong(played.lines, played.files(game_1=(shorter, *rest))).why
        cut = next(place for place, line in enumerate(rest) if '"e":"play"' in line)
        told = {**json.loads(rest[cut]), "count": 99}
        lie = (start, *rest[:cut], written(told), *rest[cut + 1 :])
        assert f"line {cut + 2} of it is wrong" in wrong_game(played.lines, played.files(game_1=lie)).why
    assert "score" in by, "a match was won by its score"


# the command


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, str]:
    """Run `referee verify`; return its end, and all that it says."""
    with pytest.MonkeyPatch.context() as typed, pytest.raises(SystemExit) as end:
        typed.setattr("sys.argv", ["referee", "verify", *words])
        main()
    printed = capsys.readouterr()
    return end.value.code, printed.out + printed.err


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = with_games(0)
    files = {"tournament-1.jsonl": text_of(played.lines), **played.files()}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "ascii")
    paths = [str(tmp_path / name) for name in files]
    code, words = said(capsys, *paths[::-1], "--head", heads(played.lines)[-1])
    assert code == 0 and "ok    places      1 " in words and "4 of 4 were given" in words, words
    code, words = said(capsys, paths[0])
    assert code == 0 and "Not compared with any letter" in words
    (tmp_path / "spades-1.jsonl").write_text(files["spades-1.jsonl"].replace('"limit":', '"limit":1'), "ascii")
    code, words = said(capsys, *paths)
    assert code == 1 and "WRONG line" in words and "another time limit" in words
    (tmp_path / "spades-1.jsonl").write_text("{}", "ascii")
    code, words = said(capsys, *paths)
    assert code == 1 and "WRONG" in words and "spades-1.jsonl" in words
    for wrong_use, why in (
        (paths[1:], "one tournament's and those of its games"),
        ([paths[0], "--head", "xyz"], "is no head"),
    ):
        code, words = said(capsys, *wrong_use)
        assert code == 2 and why in " ".join(words.split()), words
