"""A Gamesmaster and the club by mail: a new table, all members, announcements, and what the other Gamesmasters hear."""

from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote

import pytest
from sqlalchemy import Engine, event

from referee.desk import quotas
from tests.talk import MASTER, NAMES, REFEREE, STARTER, Talk

SECOND = "gil@club.test"
EVERYONE = [name.lower() for name in NAMES]


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path, referee={"gamesmasters": [MASTER, SECOND]})


def starts_offered(talk: Talk) -> list[str]:
    """Return the mails that the buttons of the last letter to the Gamesmaster open."""
    html = unquote(talk.last(MASTER).html)
    assert "players:\r\n" in html
    return [
        part.partition('"')[0].replace("\r\n", "\n") for part in html.split("body=")[1:] if part.startswith("start")
    ]


PHONE = "Ann ann@club.test\nbob@club.test\n- Carol carol@club.test,\nMary Ann mary.ann@club.test\n\nGus gm@club.test"


def announced(talk: Talk) -> list[str]:
    return sorted(
        letter.to.partition("@")[0] for letter in talk.letters if letter["Subject"] == "[Spades] To all members"
    )


def test_a_new_table_needs_only_four_names(talk: Talk) -> None:
    talk.knows(*EVERYONE)
    assert talk.master("new table", subject="hi") == "NewTable/accepted"
    assert "Who plays, and by which sheet?" in talk.last(MASTER).text
    offered = starts_offered(talk)
    assert len(offered) == 10, "the usual sheet at three speeds, and seven others"
    assert talk.master(offered[0], subject="hi") == "refused/unclear"
    assert "`players:` names nobody; write four of them below it" in talk.last(MASTER).flat, "the names are missing"
    for number, body in enumerate(offered, 1):
        assert talk.master(f"{body}Ann\nBob\nCarol\nDave <dave@club.test>", subject="hi") == "Start/accepted"
        game = talk.game(number)
        assert f"sheet: {game.sheet.name}\n" in body and f"target: {game.sheet.target}\n" in body
        assert f"leave: {game.terms.leave}\n" in body
    assert talk.master(f"{offered[0]}{PHONE}", subject="hi") == "Start/accepted", "as typed on a phone"
    assert sorted(talk.game(11).names) == ["Ann", "Bob", "Carol", "Mary Ann"]
    limits = [talk.game(number).limit // 86400 for number in (1, 2, 3, 4)]
    assert limits == [3, 1, 5, 3], "usual, quick, unhurried, and again usual"
    assert talk.game(1).sheet.name == talk.game(2).sheet.name == talk.desk.settings.game.sheet


@pytest.mark.parametrize(
    ("limit", "speeds"),
    [
        ("1 day", {"usual": 1, "unhurried": 5}),
        ("12 hours", {"usual": 0.5, "unhurried": 5}),
        ("5 days", {"usual": 5, "quick": 1}),
        ("9 days", {"usual": 9, "quick": 1}),
    ],
)
def test_no_two_speeds_of_a_new_table_are_one(tmp_path: Path, limit: str, speeds: dict[str, float]) -> None:
    talk = Talk(tmp_path, game={"time_limit": limit})
    talk.knows(*EVERYONE)
    talk.master("new table", subject="hi")
    assert "Other sheets are " in talk.last(MASTER).flat and "Other sheets are 109" not in talk.last(MASTER).flat
    offered = starts_offered(talk)
    assert len(offered) == 9
    for body in offered[:2]:
        assert talk.master(f"{body}Ann\nBob\nCarol\nDave", subject="hi") == "Start/accepted"
    assert [talk.game(number).limit / 86400 for number in (1, 2)] == [*speeds.values()]
    assert [how for how in ("usual", "quick", "unhurried") if f", {how}" in talk.to(MASTER)[0].html] == [*speeds]


def test_a_large_club_is_listed_and_told_in_part(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.desk.people.members.MOST", 2)
    for name in EVERYONE:
        talk.now += timedelta(days=1)
        talk.knows(name)
    assert talk.master("members", subject="hi") == "Members/accepted"
    flat = talk.last(MASTER).flat
    assert "4 members, the most silent first - ann" in flat and "And 2 more, who have written since." in flat
    assert "bob@" in flat and "carol@" not in flat
    assert talk.master("announce hello", subject="hi") == "AnnounceToAll/accepted"
    assert announced(talk) == ["carol", "dave"]
    assert "went to the 2 members who wrote last: hello" in talk.last(MASTER).flat


def test_members_are_read_at_once(talk: Talk) -> None:
    def asked() -> int:
        statements: list[object] = []

        def note(*of: object) -> None:
            statements.append(of)

        event.listen(Engine, "before_cursor_execute", note)
        assert talk.master("members", subject="hi") == "Members/accepted"
        event.remove(Engine, "before_cursor_execute", note)
        return len(statements)

    asked()
    for name in ("abe", "bea", "cal"):
        talk.knows(name)
    few = asked()
    for name in ("deb", "eli", "fay", "gus"):
        talk.knows(name)
    assert asked() == few, "as many questions for three members as for seven"


def test_each_name_may_have_its_address_on_its_own_line(talk: Talk) -> None:
    talk.master("new table", subject="hi")
    four = "\n".join(f"{name} <{name.lower()}@club.test>" for name in NAMES)
    assert talk.master(f"{starts_offered(talk)[0]}{four}\n\nSent from my phone", subject="hi") == "Start/accepted"


def test_members_by_silence(talk: Talk) -> None:
    talk.starts()
    assert talk.acts() == "MakeBid/accepted"
    first = talk.game().names[0]
    talk.now += timedelta(days=31)
    talk.says("eve", "join", proven=True)
    talk.says("eve", "announcements off", proven=True)
    assert talk.master("members", subject="hi") == "Members/accepted"
    flat = talk.last(MASTER).flat
    assert f"- {first} <{first.lower()}@club.test>: last mail Tue 24 Nov 12:00 UTC, silent for 31 days; game 1" in flat
    assert "- eve <eve@club.test>: last mail Fri 25 Dec 12:00 UTC; no game; wants no announcements" in flat
    assert flat.count("no mail yet; game 1") == 3
    assert flat.index("no mail yet") < flat.index("silent for 31 days") < flat.index("eve@club.test")


@pytest.mark.parametrize("line", ["members", "new table", "announce hello"])
def test_only_a_gamesmaster_may(talk: Talk, line: str) -> None:
    talk.knows("ann")
    assert talk.says("ann", line, answers=None, proven=True).endswith("/not-gamesmaster")
    assert not announced(talk)


def test_an_announcement_goes_to_all_who_wrote_and_still_want_it(talk: Talk) -> None:
    talk.knows("ann", "bob", "carol", "dave")
    talk.starts(STARTER.replace("Dave <dave@club.test>", "Eve <eve@else.test>"))
    assert talk.says("bob", "announcements off", answers=None, proven=True) == "SetAnnouncements/accepted"
    assert talk.says("dave", "stop", answers=None, proven=True) == "Stop/accepted"
    assert talk.master("announce: we meet on Friday!", subject="hi") == "AnnounceToAll/accepted"
    assert announced(talk) == ["ann", "carol"], "Eve never wrote"
    letter = talk.last("ann")
    assert "> we meet on Friday!" in letter.text and "announcements%20off" in letter["List-Unsubscribe"]
    assert "went to 2 members: we meet on Friday!" in talk.last(MASTER).flat
    talk.says("dave", "announcements on", answers=None, proven=True)
    talk.says("bob", "announcements on", answers=None, proven=True)
    assert talk.says("carol", "announcements off") == "SetAnnouncements/accepted", "at a tap in the letter"
    assert talk.master("announce we meet on Sunday", subject="hi") == "AnnounceToAll/accepted"
    assert announced(talk) == ["ann", "ann", "bob", "carol", "dave"]
    assert not [letter for letter in talk.to(MASTER) if "Carol wants" in letter.flat], "it ends nothing else"


def test_announcements_are_few_and_asked_about_beside_other_words(talk: Talk) -> None:
    talk.knows("ann")
    talk.master("announce we meet on Friday\nand bring cards", subject="hi")
    assert not announced(talk), "the second line would be left out"
    for number in range(quotas.BY_OTHERS):
        assert talk.master(f"announce number {number}", subject="hi") == "AnnounceToAll/accepted"
    assert talk.master("announce once more", subject="hi") == "AnnounceToAll/enough"
    assert announced(talk) == ["ann"] * quotas.BY_OTHERS


def test_an_announcement_of_a_player_says_nothing_of_cards(talk: Talk) -> None:
    talk.knows("ann")
    talk.starts(STARTER.replace("Dave <dave@club.test>", f"Dave <{MASTER}>"))
    assert talk.master("announce I hold the queen of spades", subject="hi") == "AnnounceToAll/say-cards"
    assert not announced(talk)


def test_who_plays_a_game_without_talk_announces_nothing_either(talk: Talk) -> None:
    talk.knows("ann")
    talk.starts(STARTER.replace("Dave <dave@club.test>", f"Dave <{MASTER}>") + "\nsheet: sigma")
    assert talk.master("announce we meet on Friday", subject="hi") == "AnnounceToAll/say-silent"
    assert not announced(talk)
    assert talk.says(SECOND, "announce we meet on Friday", answers=None, proven=True) == "AnnounceToAll/accepted"
    talk.says(SECOND, "abort", answers=None, subject="[Spades 1]", proven=True)
    assert talk.master("announce we meet on Sunday", subject="hi") == "AnnounceToAll/accepted"


def wants_out(talk: Talk) -> list[str]:
    """Return the letters that tell the Gamesmaster of somebody who wants to stop."""
    return [letter.flat for letter in talk.to(MASTER) if "wants to stop" in letter["Subject"]]


ANSWERS = ("no", "No, thanks!", "I can't", "no, sorry", "yes", "Yes, gladly!", "count me in")


@pytest.mark.parametrize("words", ANSWERS)
@pytest.mark.parametrize("to", [None, REFEREE])
def test_an_answer_to_an_announcement_is_about_no_game(talk: Talk, words: str, to: str | None) -> None:
    talk.starts()
    asked = talk.last("bob")
    talk.says("bob", "timezone UTC", answers=None, proven=True)
    talk.master("announce who comes to the club on Friday?", subject="hi")
    events = talk.trail()
    outcome = talk.says("bob", words, answers=talk.last("bob"), to=to, proven=True)
    assert "Stop" not in outcome and "Hand" not in outcome
    assert talk.trail() == events and not wants_out(talk)
    talk.master("announce the club is closed on Friday", subject="hi")
    assert announced(talk) == ["bob", "bob"]
    accepts = words in ANSWERS[4:]
    assert talk.says("bob", words, answers=asked).startswith("Hand/accepted" if accepts else "Stop/accepted")
    assert talk.game().paused is not accepts, "to the letter that asks them to play they mean that game"


@pytest.mark.parametrize("words", ["no", "no thanks", "yes"])
def test_an_answer_to_a_letter_of_a_game_that_one_watches_is_about_no_other(talk: Talk, words: str) -> None:
    four = ", ".join(f"{name} <{name.lower()}@club.test>" for name in ("Eve", "Fay", "Gus", "Hal"))
    talk.starts(f"start\nplayers: {four}")
    talk.says("bob", "watch 1\nnotify each play", answers=None, proven=True)
    talk.starts(subject="another game")
    assert talk.acts() == "MakeBid/accepted"
    watched = talk.last("bob")
    assert watched["Spades-Game"] == "1"
    outcome = talk.says("bob", words, answers=watched)
    assert "Stop" not in outcome and "Hand" not in outcome
    assert not talk.game(2).paused and not wants_out(talk)


def test_a_no_to_a_letter_about_two_games_says_neither(talk: Talk) -> None:
    talk.starts()
    talk.starts(subject="another game")
    talk.says("bob", "help", answers=None, proven=True)
    assert talk.says("bob", "no").startswith("no-command") and not wants_out(talk)
    assert not (talk.game(1).paused or talk.game(2).paused)


def test_stop_ends_announcements_says_so_and_only_its_own_line_brings_them_back(talk: Talk) -> None:
    talk.starts().bids()
    assert talk.says("bob", "stop") == "Stop/accepted"
    says = "You get no announcements to all members from now on. A line that says announcements on brings them back."
    assert says in talk.last("bob").flat
    talk.says("eve", "announcements off", answers=None, proven=True)
    for name in ("bob", "eve"):
        assert talk.says(name, "join", answers=None, proven=True).startswith("Join/accepted")
    talk.master("announce we meet on Friday", subject="hi")
    assert announced(talk) == ["ann", "carol", "dave"]
    for name in ("bob", "eve"):
        talk.says(name, "announcements on", answers=None, proven=True)
    talk.master("announce we meet on Sunday", subject="hi")
    assert announced(talk).count("bob") == announced(talk).count("eve") == 1


def test_a_stop_that_nothing_proves_changes_nothing(talk: Talk) -> None:
    talk.knows("ann")
    assert talk.says("ann", "stop", answers=None) == "Stop/accepted"
    assert "there is nothing to stop" in talk.last("ann").flat and "announcements" not in talk.last("ann").flat
    talk.master("announce we meet on Friday", subject="hi")
    assert announced(talk) == ["ann"]


def acts_told(talk: Talk, who: str) -> list[str]:
    return [letter.flat for letter in talk.to(who) if "What another Gamesmaster did" in letter["Subject"]]


def test_the_other_gamesmasters_see_who_did_what(talk: Talk) -> None:
    talk.says(SECOND, "name Gil", proven=True)
    talk.starts()
    (told,) = acts_told(talk, SECOND)
    assert f"{MASTER} has written as Gamesmaster" in told and "> start > players: Ann <ann@club.test>" in told
    assert talk.says(SECOND, "pause", answers=None, subject="[Spades 1]", proven=True) == "Pause/accepted"
    (told,) = acts_told(talk, MASTER)
    assert f"Gil has written as Gamesmaster in game 1: > pause The address is {SECOND}." in told
    talk.master("warn Bob because they named their cards")
    told = acts_told(talk, SECOND)[-1]
    assert "> warn Bob" in told and "cards" not in told.partition("The address")[0], "the reason is for Bob alone"
    count = len(talk.letters)
    for line in ("table", "members", "new table"):
        talk.master(line, subject="hi")
    talk.master("forfeit team 9")
    assert len(acts_told(talk, SECOND)) == 2 and len(talk.letters) == count + 4, "what changes nothing is not told"


@pytest.mark.parametrize("because", ["because", "BECAUSE", "Because:", " because"])
def test_the_reason_of_a_warning_is_for_nobody_else(talk: Talk, because: str) -> None:
    talk.starts()
    assert talk.master(f"warn Bob {because} they named their hand") == "Conduct/accepted"
    assert "hand" in talk.last("bob").text
    told = acts_told(talk, SECOND)[-1]
    assert "Gamesmaster: > warn Bob All" in told, "no game is meant, and no reason told"


def test_an_announcement_is_told_whole_and_in_no_game(talk: Talk) -> None:
    talk.knows("ann")
    talk.starts()
    letter = talk.last(MASTER)
    assert letter["Spades-Game"] == "1"
    words = "no game on Friday because the club is closed"
    assert talk.master(f"announce {words}", answers=letter) == "AnnounceToAll/accepted"
    assert f"Gamesmaster: > announce {words}" in acts_told(talk, SECOND)[-1]
    assert talk.master("pause all", answers=letter) == "InAllGames/accepted"
    assert "Gamesmaster: > pause all" in acts_told(talk, SECOND)[-1]
    assert talk.master("resume\nwarn Bob because they slept", answers=letter) == "Resume/accepted Conduct/accepted"
    assert "Gamesmaster: > resume > warn Bob" in acts_told(talk, SECOND)[-1], "not all of it is about one game"


def test_a_gamesmaster_who_heard_otherwise_gets_no_second_letter(talk: Talk) -> None:
    talk.starts(STARTER.replace("dave@club.test", SECOND))
    assert not acts_told(talk, SECOND), "the letter of the start told them"
    count = len(talk.to(SECOND))
    assert talk.master("pause\nannounce hello") == "Pause/accepted AnnounceToAll/accepted"
    assert talk.to(SECOND)[count].events == ["pause"]
    assert "Gamesmaster: > announce hello" in acts_told(talk, SECOND)[-1] and len(talk.to(SECOND)) == count + 2
    assert talk.master("warn Dave because they slept") == "Conduct/accepted"
    assert len(acts_told(talk, SECOND)) == 1 and len(talk.to(SECOND)) == count + 3


def test_what_waits_for_an_opponent_is_not_told_as_done(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"gamesmasters": [MASTER, SECOND]})
    players = STARTER.replace("ann@club.test", MASTER).replace("bob@club.test", SECOND)
    talk.starts(f"{players}\nteams: Ann + Bob")
    assert talk.master("replace Bob with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    (told,) = acts_told(talk, SECOND)
    assert "Ann has written as Gamesmaster in game 1: > replace Bob" in told
    assert talk.says("carol", "yes") == "Yes/accepted"
    assert len(acts_told(talk, SECOND)) == 1 and "your place" in talk.last(SECOND).flat


def test_a_lone_gamesmaster_hears_nothing_of_their_own_acts(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    talk.master("pause")
    assert not acts_told(talk, MASTER)


def test_a_command_that_waited_for_a_yes_is_told_once_it_is_done(talk: Talk) -> None:
    talk.starts()
    count = len(acts_told(talk, SECOND))
    assert talk.master("abort", proven=False) == "Abort/unproven"
    assert len(acts_told(talk, SECOND)) == count
    assert talk.says(MASTER, "yes") == "Abort/accepted Yes/accepted"
    assert len(acts_told(talk, SECOND)) == count + 1 and "> abort" in acts_told(talk, SECOND)[-1]
