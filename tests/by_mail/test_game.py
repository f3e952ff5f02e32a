"""A game by mail, from `start` on: rule 109, clauses 1 to 7."""

from pathlib import Path

from tests.talk import LIST, MASTER, NAMES, Talk


def test_a_start_is_announced_to_all_and_dealt_privately(talk: Talk) -> None:
    talk.starts()
    for name in NAMES:
        letters = talk.to(name)
        assert len(letters) == 1, "no person gets two mails for one act"
        hand = letters[0]["Spades-Hand"].split()
        assert len(hand) == 13 and "start" in letters[0].events and "deal" in letters[0].events
    assert "start" in talk.last(MASTER).events
    assert talk.last(MASTER)["Spades-Hand"] == ""
    assert [n for n in NAMES if "turn" in talk.last(n).events] == [talk.game().names[0]]


def test_a_whole_round_by_replies(talk: Talk) -> None:
    talk.starts().bids()
    for _ in range(48):
        assert talk.acts() == "PlayCard/accepted"
    assert talk.kept().round == 2
    assert talk.kept().turn == 57
    last = talk.last(talk.due())
    assert last.events[-4:] == ["trick", "round", "deal", "turn"]
    assert last["Spades-Round"] == "1" and last["Spades-Trick"] == "13"
    assert sum(map(int, last["Spades-Books"].split())) == 13
    assert last["Spades-To-Act"] == "2 bid" and last["Spades-Turn"] == "57"


def test_external_list_gets_announcements_and_never_hands(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"list": LIST, "list_mode": "external"})
    talk.starts().bids()
    for _ in range(5):
        talk.acts()
    public = talk.to(LIST)
    assert [x.events for x in public[:2]] == [["start"], ["bid"]]
    assert all(not x["Spades-Hand"] and not x["Spades-Legal"] for x in public)
    private = {x["Message-ID"] for x in talk.letters if x.to != LIST}
    assert all(x["In-Reply-To"] not in private for x in public)
