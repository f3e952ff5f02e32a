"""The questions and wishes of players and others: the commands that are not moves; score, history and status of each
sheet's rounds as they were bid, dealt anew, challenged and scored anew."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.asking.grammar import read_commands
from referee.spades.law.moves import reneged, winner
from referee.telling.formats import card_name, minus
from tests.talk import LIST, MASTER, NAMES, STARTER, Letter, Talk, address

TAGGED: dict[str, Any] = {"answers": None, "subject": "[Spades 1]"}
NEW = "eve@else.test"


def told(talk: Talk, who: str, text: str) -> Letter:
    """Return the one letter that a question brings."""
    count = len(talk.letters)
    outcome = talk.says(who, text)
    assert outcome.endswith("/accepted"), outcome
    assert [letter.to for letter in talk.letters[count:]] == [address(who)]
    return talk.letters[-1]


def refused(talk: Talk, who: str, text: str, reason: str, **more: Any) -> Letter:
    """Return the one letter that answers a command refused for `reason`; the game stays as it was."""
    count, events = len(talk.letters), len(talk.trail())
    assert reason in talk.says(who, text, **more)
    assert len(talk.trail()) == events
    assert [(letter.to, letter.events) for letter in talk.letters[count:]] == [(address(who), ["error"])]
    assert text.splitlines()[0] in talk.letters[-1].text
    return talk.letters[-1]


def test_hand_shows_the_cards_and_what_is_due(table: Talk) -> None:
    who = table.due()
    letter = told(table, who, "hand")
    own = {str(card) for card in table.game().hand(1)}
    assert letter.events == ["reply"] and set(letter["Spades-Hand"].split()) == own
    assert letter["Spades-To-Act"] == "1 bid" and letter["Spades-Legal"].startswith("0 2 3")
    other = "bob" if who != "bob" else "ann"
    assert told(table, other, "hand")["Spades-Legal"] == ""


@pytest.mark.parametrize("who", ["ann", "eve"])
def test_the_word_at_the_end_of_a_letter_brings_the_card_whose_words_are_commands(table: Talk, who: str) -> None:
    asked: dict[str, Any] = {**TAGGED, "proven": True} if who == "ann" else {"answers": None, "proven": True}
    table.says(who, "rules 109", **asked)
    assert " ".join(table.last(who).text.split()).endswith("More: help.")
    assert table.says(who, "help", **asked) == "Help/accepted"
    words = table.last(who).flat.rpartition("Also: ")[2].partition(".")[0].split(", ")
    assert len(words) > 6 and table.last(who).events == ["reply"]
    for word in words:
        reading = read_commands(word)
        assert len(reading.asked) == 1 and reading.chat is None, word


def test_memory_shows_what_has_been_played_and_no_hand(table: Talk) -> None:
    assert "round 1 of game 1: nothing yet." in told(table, "ann", "memory").text
    table.bids()
    for _ in range(6):
        assert table.acts().endswith("/accepted")
    letter = told(table, "ann", "memory")
    assert letter.events == ["reply"] and letter["Spades-Hand"] == ""
    gone = Counter(play.card.suit for play in table.game().plays())
    for suit, symbol in zip("SHDC", "♠♥♦♣", strict=True):
        (line,) = [line for line in letter.text.splitlines() if line.startswith(f"  {symbol}")]
        assert line.endswith(f"{13 - gone[suit]} out")


def test_the_last_trick_is_told_in_one_line(table: Talk) -> None:
    assert "No trick of round 1 has been taken yet." in told(table, "ann", "last trick").text
    table.bids()
    assert "No trick of round 1 has been taken yet." in told(table, "ann", "trick").text
    for _ in range(6):
        table.acts()
    game = table.game()
    (plays,) = game.tricks
    taker = winner(game.sheet, plays)
    for who, said in ((game.names[taker - 1], "you"), (game.names[taker % 4], game.names[taker - 1])):
        line = told(table, who, "Last trick?").flat
        assert "Trick 1: " in line and f"; {said} took it." in line
        assert all(f"the {card_name(play.card)}" in line for play in plays)
        assert line.index(card_name(plays[0].card)) < line.index(card_name(plays[3].card))


def test_score_counts_round_by_round(table: Talk) -> None:
    assert "No round has been scored" in told(table, "ann", "score").text
    table.bids()
    for _ in range(48):
        table.acts()
    page = told(table, "ann", "score").text
    one, two = (minus(str(score)) for score in table.game().score)
    assert f"{one}" in page and f"{two}" in page and "Round by round" in page
    page = told(table, "ann", "history 1").text
    assert page.count("- Trick ") == page.count(" takes it.") == 13
    assert page.startswith("Trick 1: ", page.index("- Trick ") + 2)
    assert "No card has been played" in told(table, "ann", "history").text


def test_history_shows_what_lies_on_the_table(table: Talk) -> None:
    table.bids().acts()
    card = table.game().trick[0].card
    page = told(table, "bob", "history").text
    assert str(card.rank).replace("T", "10") in page
    refused(table, "bob", "history 7", "no-such-round")


def test_status_and_games(table: Talk) -> None:
    for question in ("status", "games"):
        page = told(table, "ann", question).text
        assert table.game().names[0] in page and "Game 1" in page
    table.says(NEW, "status", proven=True, answers=None)
    assert "no game running" in table.last(NEW).text


@pytest.mark.parametrize("topic", ["", " play", " bid", " cards", " time", " proof", " gamesmaster", " sheets"])
def test_help(table: Talk, topic: str) -> None:
    page = told(table, "ann", f"help{topic}").text
    assert "help commands" in page and (f"Help: {topic.strip()}" in page) is bool(topic)


SHEETS = {
    "109": {"claim"},
    "109\nleave: 3 days": {"claim", "away", "back"},
    "fsu": {"claim", "away", "back", "challenge"},
    "sigma": {"claim", "away", "back", "bid blind nil", "show", "auto show", "misdeal"},
}
"""By the lines of a start, the commands of its game that not every game has."""


@pytest.mark.parametrize("sheet", SHEETS)
def test_help_names_what_the_game_has_and_nothing_else(tmp_path: Path, sheet: str) -> None:
    talk = Talk(tmp_path).starts(f"{STARTER}\nsheet: {sheet}")
    every, first = told(talk, "ann", "help commands").text, told(talk, "bob", "help").text
    for usage in set().union(*SHEETS.values()):
        assert (f"- {usage}" in every) is (usage in SHEETS[sheet]), usage
        assert f"- {usage}" not in first or usage in SHEETS[sheet], usage
    assert len(first.partition("above this line --")[2].partition("-- \r\n")[0].split()) <= 300
    for line in [line for line in first.splitlines() if line.startswith("- ")]:
        reading = read_commands(line[2:].partition(": ")[0])
        assert len(reading.asked) == 1 and reading.chat is None, line
    for topic, usage in (("blind", "show"), ("challenge", "challenge")):
        has = usage in SHEETS[sheet]
        assert (f" {topic}" in first.partition('"help plans" one topic')[2]) is has
        assert ("Your game does not have this" in told(talk, "carol", f"help {topic}").text) is not has
    assert "pause" not in every and "forfeit" not in first


def test_only_a_gamesmaster_is_shown_their_commands(table: Talk) -> None:
    assert "Only they can do this" in told(table, "ann", "help gamesmaster").flat
    for text in ("help gamesmaster", "help extend", "help commands"):
        table.master(text)
        assert "- extend 2 days: " in table.last("gm").text, text
    assert table.master("help") == "Help/accepted" and "As a Gamesmaster: new table," in table.last("gm").text
    for text in ("help", "help commands", "help extend"):
        assert "- extend" not in told(table, "bob", text).text, text


def test_no_such_topic_brings_the_topics_and_no_word_of_the_mail(table: Talk) -> None:
    page = told(table, "ann", "help foobar").flat
    assert "There is no help on that" in page and "bid, play, cards" in page and "foobar" not in page


def test_rules(table: Talk) -> None:
    assert "500" in told(table, "ann", "rules").text
    assert told(table, "ann", "rules 109").text
    refused(table, "ann", "rules 110", "unknown-sheet")


def test_say_is_passed_on_to_all_as_a_quotation(table: Talk) -> None:
    count, before = len(table.letters), table.trail()
    assert table.says("ann", "say well played, Bob") == "Say/accepted"
    new = table.letters[count:]
    assert sorted(letter.to for letter in new) == sorted(map(address, NAMES))
    assert all("> well played, Bob" in letter.text for letter in new)
    assert table.trail() == before


def test_say_markup_stays_text(table: Talk) -> None:
    table.says("ann", 'say <script>alert("x")</script> <b>hi</b>')
    assert "<script>" not in table.last("bob").html and "&lt;script&gt;" in table.last("bob").html


def test_say_is_bounded(table: Talk) -> None:
    for number in range(40):
        table.says("ann", f"say number {number}")
    assert sum("number" in letter.text and not letter.events[0] for letter in table.to("bob")) <= 20


def test_on_an_external_list_people_say_it_themselves(listed: Talk) -> None:
    assert LIST in refused(listed, "ann", "say hello", "say-list").text


def test_four_who_join_make_a_table(talk: Talk) -> None:
    for name in NAMES:
        talk.says(
            name,
            "join with carol@club.test" if name == "Ann" else "join with ann@club.test" if name == "Carol" else "join",
            proven=True,
        )
    letter = talk.last(MASTER)
    assert letter.events == ["table"] and all(address(name) in letter.text for name in NAMES)
    assert talk.says(MASTER, "start", answers=letter) == "Start/accepted"
    seats = [name.lower() for name in talk.game().names]
    assert {seats.index("ann"), seats.index("carol")} in ({0, 2}, {1, 3}), "partners sit opposite"
    assert talk.game().sheet.name == "109"
    assert "start-again" in talk.says(MASTER, "start", answers=letter)


def test_who_waits_may_still_name_a_partner(talk: Talk) -> None:
    for name in ("carol", "ann", "dave"):
        talk.says(name, "join with carol@club.test" if name == "ann" else "join", proven=True)
    assert talk.says("carol", "join with ann@club.test", proven=True) == "Join/accepted"
    talk.says("bob", "join", proven=True)
    assert talk.last(MASTER).events == ["table"]
    talk.says(MASTER, "start", answers=talk.last(MASTER))
    seats = [name.lower() for name in talk.game().names]
    assert {seats.index("ann"), seats.index("carol")} in ({0, 2}, {1, 3})


def test_leave_and_join_again(talk: Talk) -> None:
    talk.says("ann", "join", proven=True)
    assert "join-already" in talk.says("ann", "join")
    assert talk.says("ann", "leave") == "Leave/accepted"
    assert "not-waiting" in talk.says("ann", "leave")
    for name in ("bob", "carol", "dave"):
        talk.says(name, "join", proven=True)
    assert not talk.to(MASTER)
    talk.says("ann", "join")
    assert talk.last(MASTER).events == ["table"]


def test_join_an_unknown_sheet(talk: Talk) -> None:
    assert "unknown-sheet" in talk.says("ann", "join poker", proven=True)
    assert talk.last("ann").events == ["error"]


def test_name_counts_from_the_next_game(table: Talk) -> None:
    assert "Annabel" in told(table, "ann", "name Annabel").text
    assert "Annabel" not in table.game().names
    for name in ("ann", "bob", "carol", "dave"):
        table.says(name, "join", proven=True)
    table.says(MASTER, "start", answers=table.last(MASTER))
    assert "Annabel" in table.kept(2).names


def test_timezone_is_shown(table: Talk) -> None:
    who = table.due()
    told(table, who, "timezone europe/berlin")
    table.passes(days=2)
    assert "Berlin" in table.last(who).text and "UTC" in table.last(who).text
    assert "Europe/Berlin" in refused(table, who, "timezone Europe/Berlim", "bad-value").text


@pytest.mark.parametrize(
    ("said", "answer", "shown"),
    [
        ("GMT+5", "times are shown in UTC+5, too: 5 hours ahead of UTC", "17:00 in UTC+5"),
        ("Etc/GMT+5", "times are shown in UTC-5, too: Etc/GMT+5 is 5 hours behind UTC", "07:00 in UTC-5"),
        ("EST", "times are shown in EST, too: 5 hours behind UTC", "07:00 in EST"),
    ],
)
def test_the_sign_of_a_zone_is_said_as_people_mean_it(table: Talk, said: str, answer: str, shown: str) -> None:
    who = table.due()
    told(table, who, f"timezone {said}")
    assert answer in table.last(who).flat
    table.passes(days=2)
    assert shown in table.last(who).flat


def test_format_text_has_no_html(table: Talk) -> None:
    table.hears_each_play()
    who = table.due()
    assert table.last(who).html
    told(table, who, "format text")
    table.acts("bid 3")
    assert table.last(who).html == "" and "bid" in table.last(who).events
    table.says(who, "format html")
    table.acts()
    assert table.last(who).html


def heard(talk: Talk, who: str, acts: int) -> list[str]:
    """Return the letters that someone gets about the next acts."""
    count = len(talk.to(who))
    for _ in range(acts):
        talk.acts()
    return [letter["Spades-Event"] for letter in talk.to(who)[count:]]


def test_what_only_checks_the_deals_brings_no_letter_of_its_own(table: Talk) -> None:
    """Salts close with trick 6: only those who hear of the trick hear of that."""
    for who in ("ann", "bob", "carol", "dave"):
        told(table, who, "notify my turns")
    table.bids()
    while len(table.game().tricks) < 6:
        count = len(table.letters)
        table.acts()
    (letter,) = (each for each in table.letters[count:] if each.events != ["reply"])
    assert letter.events == ["play", "trick", "turn"]
    assert "salt" not in letter.text.lower(), "nobody gave one"


def test_everyone_hears_when_their_own_time_ran_out(table: Talk) -> None:
    who = table.due()
    told(table, who, "notify my turns")
    table.passes(days=4)
    assert "timeout" in table.last(who).events


def test_watch_and_unwatch(table: Talk) -> None:
    table.says(NEW, "watch 1\nnotify each play", proven=True)
    table.acts()
    letter = table.last(NEW)
    assert letter.events == ["bid"] and not letter["Spades-Hand"] and not letter["Spades-Legal"]
    assert "unwatch" in letter["List-Unsubscribe"]
    table.says(NEW, "unwatch 1", proven=True)
    count = len(table.to(NEW))
    table.acts()
    assert len(table.to(NEW)) == count
    assert "no-such-game" in table.says(NEW, "watch 9", proven=True)


def test_a_player_who_watches_gets_one_letter(table: Talk) -> None:
    table.hears_each_play()
    table.says("ann", "watch 1")
    count = len(table.to("ann"))
    table.acts()
    assert len(table.to("ann")) == count + 1


def test_a_watcher_hears_the_external_announcements_too(listed: Talk) -> None:
    listed.says(NEW, "watch 1\nnotify each play", proven=True)
    listed.acts()
    assert listed.last(NEW).events == ["bid"] and listed.last(LIST).events == ["bid"]


def test_concede_and_withdraw(table: Talk) -> None:
    table.bids()
    who, mate = table.game().names[0], table.game().names[2]
    assert table.says(who, "concede") == "Concede/accepted"
    assert table.last("bob").events == ["concession"] and table.last("bob")["Spades-Actor"] == "1"
    assert table.game().result is None
    refused(table, who, "concede", "already-conceded")
    assert table.says(who, "withdraw concession") == "Withdraw/accepted"
    assert "withdrawal" in table.last(who).events
    refused(table, who, "withdraw concession", "not-conceded")
    table.says(who, "concede")
    deadline = table.kept().deadline
    assert table.says(mate, "concede") == "Concede/accepted"
    assert deadline is not None and table.game().result == (2, "concession")
    assert table.last(who)["Spades-Result"] == "team 2; concession"
    assert table.last(MASTER).events == ["result"]
    assert table.kept().deadline is None
    refused(table, who, "play QS", "game-over")


def test_several_commands_in_one_mail(table: Talk) -> None:
    who = table.due()
    turn = table.last(who)
    table.says(who, "bid 3\nnotify my turns\nconcede\n\nThat was all!", answers=turn)
    assert table.game().bids[0] is None and not table.game().conceded, "who concedes says nothing else"
    table.says(who, "bid 3\nnotify my turns\nconcede\n\nThank you!", answers=turn)
    assert table.game().bids[0] == 3 and table.game().conceded == {1}
    table.acts()
    assert "bid" not in table.last(who).events


def test_a_subject_is_a_command_only_where_the_body_has_none(table: Talk) -> None:
    who = table.due()
    fresh: dict[str, Any] = {"answers": None, "proven": True}
    assert table.says(who, "thank you", subject="Re: bid 5", **fresh) == "no-command"
    assert table.says(who, "bid 4", subject="bid 5", **fresh) == "refused/unclear"
    assert table.says(who, "bid 4", subject="bid 4", **fresh) == "MakeBid/accepted"
    assert table.game().bids[0] == 4
    assert table.says(table.due(), "", subject="bid 6", **fresh) == "MakeBid/accepted"
    assert table.game().bids[1] == 6


WORDS = {"S": ("♠", "spades"), "H": ("♥", "hearts"), "D": ("♦", "diamonds"), "C": ("♣", "clubs")}


POOR_HAND, LUCK = 4, 8232
"""The seed of a first deal that gives this seat no ace, king, queen, jack and no spade."""


def table(folder: Path, *lines: str, luck: int = 1) -> Talk:
    return Talk(folder, luck=luck).starts("\n".join((STARTER, *lines)))


def asked(talk: Talk, question: str) -> str:
    """Return the answer to a question by Ann, on one line."""
    talk.says("ann", question)
    assert talk.last("ann").events == ["reply"]
    return talk.last("ann").flat


def challenges_in_vain(talk: Talk) -> tuple[str, str, int]:
    """Challenge as Ann an opponent who followed suit; return who lost three books, who was accused, and in which
    book."""
    game = talk.game()
    last = game.last or game
    own = game.names.index("Ann") + 1
    foe = own % 4 + 1
    book = next(book for book in range(1, 14) if not reneged(last, book, foe))
    assert talk.says("ann", f"challenge book {book} {game.names[foe - 1]}") == "ChallengeBook/accepted"
    return " + ".join(game.names[(own - 1) % 2 :: 2]), game.names[foe - 1], book


def test_fsu(tmp_path: Path) -> None:
    talk = table(tmp_path, "sheet: fsu").plays_round()
    first = asked(talk, "history 1")
    assert "Round 1 of game 1." in first
    assert first.count(", for the team") == 2
    assert "Challenges" not in first
    losers, foe, book = challenges_in_vain(talk)
    assert "of game 1." in asked(talk, "history")
    anew = asked(talk, "history 1")
    assert f"Ann challenges what {foe} played in trick {book} of round 1: it was no renege." in anew
    assert f"{losers} lose 3 tricks of round 1" in anew
    score = asked(talk, "score")
    assert "Bids are listed by team, tricks by seat" in score
    table_of = talk.last("ann").text.partition("Round by round")[2].splitlines()
    rows = [line for line in table_of if line.strip().startswith("1  ")]
    assert len(rows) == 1, "one row for the round, however often it was scored"
    assert rows[0].endswith(minus("  {} {}".format(*talk.game().score)))


def test_a_provisional_result(tmp_path: Path) -> None:
    talk = table(tmp_path, "sheet: fsu", "target: 10").plays_round()
    while talk.game().provisional is None:
        talk.plays_round()
    limit = "is challenged by Wed 25 Nov 12:00 UTC."
    assert f"the result stands unless a play of the last round {limit}" in asked(talk, "status")
    assert f"win unless a play of round {talk.game().round} {limit}" in asked(talk, "score")
    assert f"the result stands unless a play of the last round {limit}" in asked(talk, "hand")


def test_sigma(tmp_path: Path) -> None:
    talk = table(tmp_path, "sheet: sigma", luck=LUCK)
    caller = talk.game().names[POOR_HAND - 1]
    assert talk.says(caller, "show") == "Show/accepted"
    assert talk.says(caller, "misdeal") == "Misdeal/accepted"
    blind = talk.due()
    assert talk.says(blind, "bid blind nil") == "MakeBid/accepted"
    running = asked(talk, "history")
    assert "This is deal 2 of the round; the earlier deals were thrown in." in running
    assert f"{blind.capitalize()} blind nil" in running
    talk.plays_round()
    assert f"for {blind.capitalize()}'s blind nil" in asked(talk, "history 1")
    assert "1 blind " in asked(talk, "score").replace("  ", " ")
