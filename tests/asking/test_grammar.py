"""From lines to commands: which lines are commands, which are chat, and which are meant as commands but unclear."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import templates_folder
from referee.asking import commands as ask
from referee.asking.command_table import COMMANDS
from referee.asking.days import Day, Moment
from referee.asking.grammar import read_commands, read_mail
from referee.asking.help_topics import PAGES, RESERVED, TOPICS, topic_called
from referee.asking.rows import Kind
from referee.names import check_name
from referee.post.messages import Automatic, Message
from referee.post.reading.mailboxes import Recipients
from referee.spades import commands as game
from referee.spades.cards import parse_card
from referee.spades.plans import Plan, When
from tests.asking.reading import asked, why

QS = parse_card("QS")


@pytest.mark.parametrize(
    "text",
    [
        "play QS",
        "PLAY qs",
        "  play   QS  ",
        "play QS.",
        "play QS!",
        "I play QS",
        "i'll play the queen of spades",
        "lead QS",
        "play: QS",
        "play QS please",
        "**play QS**",
        "*play QS*",
        "`play QS`",
        "_play QS_",
        "play *QS*",
        "play\u00a0QS",
        "\tplay QS",
    ],
)
def test_play(text: str) -> None:
    assert asked(text) == [game.PlayCard(QS)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("bid 4", 4),
        ("Bid 4.", 4),
        ("i bid 4", 4),
        ("I bid four", 4),
        ("my bid is 4", 4),
        ("bid: 4", 4),
        ("bid 4 tricks", 4),
        ("bid nil", 0),
        ("BID NIL!", 0),
        ("bid zero", 0),
        ("bid 0", 0),
        ("bid 13", 13),
        ("bid 14", 14),
        ("bid thirteen", 13),
    ],
)
def test_bid(text: str, value: int) -> None:
    assert asked(text) == [game.MakeBid(value)]


@pytest.mark.parametrize(
    "text",
    [
        "bid blind nil",
        "Bid Blind Nil!",
        "I bid blind nil",
        "my bid is blind nil",
        "bid: blind nil",
        "bid a blind nil please",
        "bid nil blind",
        "bid blind 0",
        "blind nil",
        "Blind nil.",
        "blind-nil",
    ],
)
def test_blind_nil(text: str) -> None:
    assert asked(text) == [game.MakeBid(0, blind=True)]


@pytest.mark.parametrize(
    ("text", "challenge"),
    [
        ("challenge book 5 bob", ask.ChallengeBook(5, "bob")),
        ("challenge bob book 5", ask.ChallengeBook(5, "bob")),
        ("challenge trick 5 bob", ask.ChallengeBook(5, "bob")),
        ("challenge round 2 book 5 bob", ask.ChallengeBook(5, "bob", 2)),
        ("i challenge book 5 Bob.", ask.ChallengeBook(5, "Bob", plainly=ask.ChallengeBook(5, "Bob."))),
        ("I challenge Bob in book 5 of round 2", ask.ChallengeBook(5, "Bob", 2)),
        ("Challenge: book 5, Bob", ask.ChallengeBook(5, "Bob")),
        ("challenge Bob's book 13", ask.ChallengeBook(13, "Bob")),
        ("challenge book five by Anna-Maria O'Neil please", ask.ChallengeBook(5, "Anna-Maria O'Neil")),
        (
            "challenge book #5 against Ann 2",
            ask.ChallengeBook(5, "Ann 2", plainly=ask.ChallengeBook(5, "against Ann 2")),
        ),
        ("challenge book 5 Book 1", ask.ChallengeBook(5, "Book 1")),
        ("challenge round 2 book 5 Round 2", ask.ChallengeBook(5, "Round 2", 2)),
        ("challenge book 5 Please", ask.ChallengeBook(5, "Please")),
        ("challenge book 5 book 6 bob", ask.ChallengeBook(5, "book 6 bob")),
        (
            "challenge book 5 Round 2 Bob",
            ask.ChallengeBook(5, "Bob", 2, plainly=ask.ChallengeBook(5, "Round 2 Bob")),
        ),
    ],
)
def test_challenge(text: str, challenge: ask.ChallengeBook) -> None:
    assert asked(text) == [challenge]


@pytest.mark.parametrize(("text", "number"), [("4", 4), ("4.", 4), ("0", 0), ("26", 26), ("nil", 0), ("Nil!", 0)])
def test_bare_number(text: str, number: int) -> None:
    assert asked(text) == [ask.BareNumber(number)]


SIMPLE: list[tuple[str, ask.Command]] = [
    ("concede", game.Concede()),
    ("I concede.", game.Concede()),
    ("withdraw concession", game.Withdraw()),
    ("withdraw", game.Withdraw()),
    ("bid blind nil", game.MakeBid(0, blind=True)),
    ("misdeal", game.Misdeal()),
    ("call misdeal", game.Misdeal()),
    ("I call a misdeal!", game.Misdeal()),
    ("challenge book 5 bob", ask.ChallengeBook(5, "bob")),
    ("say Well played, Bob!", ask.Say("Well played, Bob!")),
    ("say: hi", ask.Say("hi")),
    ("say a\u202eb\x07c", ask.Say("abc")),
    ("ask When do we go on?", ask.Ask("When do we go on?")),
    ("Ask: may I?", ask.Ask("may I?")),
    ("answer On Friday.", ask.Answer("On Friday.")),
    ("hand", ask.Hand()),
    ("memory", ask.Memory()),
    ("last trick", ask.LastTrick()),
    ("Trick?", ask.LastTrick()),
    ("my hand", ask.Hand()),
    ("show my hand", ask.Hand()),
    ("show", game.Show()),
    ("Show!", game.Show()),
    ("show me my hand", game.Show()),
    ("auto show", ask.AutoShow(True)),
    ("AutoShow", ask.AutoShow(True)),
    ("auto-show on", ask.AutoShow(True)),
    ("auto show off", ask.AutoShow(False)),
    ("join", ask.Join()),
    ("join 109", ask.Join("109")),
    ("join with Bob", ask.Join(None, "Bob")),
    ("join pride-final with bob@example.org", ask.Join("pride-final", "bob@example.org")),
    ("join with Bob <BOB@example.org>", ask.Join(None, "bob@example.org")),
    ("leave", ask.Leave()),
    ("stop", ask.Stop()),
    ("name Zoe\u0308 O\u2019Neil-Smith", ask.SetName("Zoë O'Neil-Smith")),
    ("address New@Example.org", ask.SetAddress("new@example.org")),
    ("address <new@example.org>", ask.SetAddress("new@example.org")),
    ("timezone Europe/Berlin", ask.SetTimezone("Europe/Berlin")),
    ("time zone America/New_York", ask.SetTimezone("America/New_York")),
    ("format text", ask.SetFormat("text")),
    ("format HTML", ask.SetFormat("html")),
    ("notify each play", ask.SetNotify("play")),
    ("public on", ask.SetPublic(True)),
    ("notify every trick", ask.SetNotify("trick")),
    ("notify my turns", ask.SetNotify("turn")),
    ("notify rounds", ask.SetNotify("round")),
    ("notify each round", ask.SetNotify("round")),
    ("notify result only", ask.SetNotify("result")),
    ("notify only results", ask.SetNotify("result")),
    ("salt 7 purple tortoises", game.Salt("7 purple tortoises")),
    ("Salt: *a* b.", game.Salt("*a* b.")),
    ("salt lake city is nice", game.Salt("lake city is nice")),
    ("help", ask.Help()),
    ("help bid", ask.Help("bid")),
    ("help blind", ask.Help("blind")),
    ("help challenge", ask.Help("challenge")),
    ("Help 109", ask.Help("109")),
    ("rules", ask.Rules()),
    ("rules Standard", ask.Rules("standard")),
    ("status", ask.Status()),
    ("score", ask.Score()),
    ("history", ask.History()),
    ("history 2", ask.History(2)),
    ("history round 2", ask.History(2)),
    ("games", ask.Games()),
    ("record 12", ask.Record(12)),
    ("record of game #12.", ask.Record(12)),
    ("watch 12", ask.Watch(12)),
    ("watch game 12", ask.Watch(12)),
    ("unwatch 12", ask.Unwatch(12)),
    ("yes", ask.Yes()),
    ("Yes.", ask.Yes()),
    ("start", ask.Start()),
    ("pause", game.Pause()),
    ("resume", game.Resume()),
    ("extend 2 days", ask.ExtendBy("2 days")),
    ("extend by 36 hours", ask.ExtendBy("36 hours")),
    ("replace bob with Eve.", ask.ReplacePlayer("bob", "Eve", None)),
    ("limit 2 days", ask.LimitTo("2 days")),
    ("Time limit: 36 hours", ask.LimitTo("36 hours")),
    ("pause all", ask.InAllGames(game.Pause())),
    ("resume all games", ask.InAllGames(game.Resume())),
    ("table", ask.Tables()),
    ("replace BOB with Eve <Eve@example.org>", ask.ReplacePlayer("BOB", "Eve", "eve@example.org")),
    ("rule void to turn 37 because Ann had a spade", ask.VoidTo(37, "Ann had a spade")),
    ("rule void to turn 37 charge bob because: no", ask.VoidTo(37, "no", "bob")),
    ("rule void to turn 37 because Bob saw a card charge Bob", ask.VoidTo(37, "Bob saw a card", "Bob")),
    ("rule void to turn 37 because Bob saw a card, charge O'Neil J.", ask.VoidTo(37, "Bob saw a card", "O'Neil J")),
    ("rule void to turn 37 because Ann was in charge of it", ask.VoidTo(37, "Ann was in charge of it")),
    ("rule void to turn 37 because I do not charge Bob", ask.VoidTo(37, "I do not charge Bob")),
    ("rule void to turn 37 charge Bob because I charge Bob", ask.VoidTo(37, "I charge Bob", "Bob")),
    ("warn Bob because they named a card.", ask.Conduct("Bob", "they named a card.", None)),
    ("Warn Mary Ann, because: no", ask.Conduct("Mary Ann", "no", None)),
    ("warn Bob <BOB@example.org> because of it", ask.Conduct("bob@example.org", "of it", None)),
    ("suspend Bob until 2 Jan", ask.Conduct("Bob", "", Day(2, 1))),
    (
        "suspend bob@example.org till 20.12. because they swear",
        ask.Conduct("bob@example.org", "they swear", Day(20, 12)),
    ),
    ("suspend Bob B. until 2 January 2027.", ask.Conduct("Bob B.", "", Day(2, 1, 2027))),
    ("forfeit team 2", game.Forfeit(2)),
    ("abort", game.Abort()),
    ("new table", ask.NewTable()),
    ("members", ask.Members()),
    ("announce: we meet on Friday!", ask.AnnounceToAll("we meet on Friday!")),
    ("announcements off", ask.SetAnnouncements(False)),
    ("plan hearts: 3H", ask.MakePlan(Plan(When.HEARTS, (parse_card("3H"),)))),
    ("plan show", ask.ShowPlans()),
    ("plan forced on", ask.SetHabit("forced", True)),
    ("claim", game.Claim()),
    ("rematch", ask.Rematch()),
    ("meet Thu 20:00", ask.Meet(Moment(weekday=3, minutes=1200))),
    ("receipts on", ask.SetReceipts(True)),
    ("away until 3 Jan", ask.Away(None, Day(3, 1))),
    ("back", ask.Back()),
]


@pytest.mark.parametrize(("text", "request_"), SIMPLE, ids=[text for text, _ in SIMPLE])
def test_command(text: str, request_: ask.Command) -> None:
    assert asked(text) == [request_]


def test_every_command_is_read_and_helped() -> None:
    read = {
        row
        for row in COMMANDS
        for text, _ in [*SIMPLE, ("bid 4", 0), ("play QS", 0), ("no", 0), ("left", 0), ("knock", 0)]
        if row.pattern.match(text)
    }
    assert read == set(COMMANDS)
    assert all(row.help.endswith(".") and row.word in RESERVED for row in COMMANDS)
    assert {row.word for row in COMMANDS if row.kind is Kind.STEERING} == {
        "start", "table", "answer", "pause", "resume", "limit", "extend", "replace", "rule", "warn", "suspend",
        "forfeit", "abort", "new", "members", "announce",
    }  # fmt: skip


def test_help_knows_the_sheets_that_there_are() -> None:
    def topics(line: str) -> list[ask.Command]:
        return [each.command for each in read_commands(line, {"109", "ours"}).asked]

    assert topics("help ours") == [ask.Help("ours")]
    assert topics("help 109") == [ask.Help("109")]
    assert topics("help our sheet") == []
    assert topics("help ours please") == [ask.Help("ours")]


def test_every_topic_of_help_has_a_page_and_every_command_one_topic() -> None:
    assert {path.stem for path in (templates_folder() / "help").glob("*.txt")} == set(PAGES)
    for row in COMMANDS:
        assert [row in topic.rows for topic in TOPICS].count(True) == 1, row.usage
    assert all(topic_called(row.word) for row in COMMANDS)


@pytest.mark.parametrize(
    ("asked", "topic"),
    [
        *((topic, topic) for topic in PAGES),
        ("commands", "help"), ("all", "help"),
        ("concede", "claim"), ("withdraw concession", "claim"), ("misdeal", "bid"),
        ("bid blind nil", "blind"), ("auto show", "blind"), ("salt", "fairness"),
        ("receipts", "notify"), ("public", "notify"), ("rematch", "join"), ("away", "time"), ("memory", "questions"),
        ("plan", "plans"), ("plan forced", "plans"), ("with plans", "plans"), ("on my plans", "plans"),
        ("about the clock", "time"), ("time-zone", "time"), ("time limit", "time"), ("scoring", "sheets"),
        ("paln", "plans"), ("calim", "claim"), ("fairnes", "fairness"), ("deadlnes", "time"),
        ("gamemaster", "gamesmaster"),
        ("limit", "time"), ("start", "gamesmaster"),
        ("foobar", None), ("x", None), ("bad", None),
    ],
)  # fmt: skip
def test_a_topic_is_found_by_any_of_its_names_and_near_them(asked: str, topic: str | None) -> None:
    found = topic_called(asked)
    assert (found and found.word) == topic
    assert read_commands(f"Help {asked}.").asked[0].command == ask.Help(asked)


def test_a_gamesmaster_means_the_commands_of_theirs() -> None:
    for word in ("limit", "extend", "pause"):
        found = topic_called(word, first=("gamesmaster",))
        assert found and found.word == "gamesmaster"


@pytest.mark.parametrize(
    "line",
    [
        "start without me",
        "start game night",
        "play nice",
        "play on, please do",
        "players are late",
        "hand of the year",
        "status quo",
        "help me out here",
        "help me",
        "help wanted",
        "help with the dishes",
        "help!?",
        "rules are made to be broken",
        "join us",
        "join us for dinner",
        "leave me alone",
        "pause for thought",
        "score one for us",
        "games people play",
        "yes please do",
        "yes, 4",
        "bid wisely",
        "bid blind and lose",
        "bid 4 and be damned",
        "play QS if you can",
        "I will play QS tomorrow, sorry for the delay",
        "watch out",
        "salted peanuts, anyone?",
        "pass the salt",
        "records are made to be broken",
        "record me as absent",
        "history repeats itself",
        "extend my thanks",
        "replace the batteries with new ones",
        "name your price, and I will have to think about it all day",
        "charge ahead",
        "challenge accepted",
        "challenge ahead, and what a challenge",
        "i challenge you",
        "challenge trick question",
        "challenge round 2 is next week",
        "show must go on",
        "show me the money",
        "show Bob how it is done",
        "auto shows are dull",
        "that is a misdeal of justice",
        "misdeal of justice",
        "blind",
        "blind nil points",
        "blind luck",
        "bid blindly",
        "> play QS",
        "27",
        "4 spades",
        "4,5",
        "1.5",
        "nil points",
        "joker",
        "queen",
        "ah",
        "Ah!",
        "ha",
        "Ha!",
        "ha ha",
        "Ah, ha ha!",
        "as if",
        "",
    ],
)
def test_chat(line: str) -> None:
    reading = read_commands(line)
    assert (reading.asked, reading.unclear) == ((), ())
    assert reading.chat == (line or None)


BID_4, PLAY_QS = game.MakeBid(4), game.PlayCard(QS)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("four", ask.BareNumber(4)),
        ("Four.", ask.BareNumber(4)),
        ("zero", ask.BareNumber(0)),
        ("4 tricks", ask.BareNumber(4)),
        ("four books", ask.BareNumber(4)),
        ("nil bid", ask.BareNumber(0)),
        ("3 (three)", ask.BareNumber(3)),
        ("4 please", ask.BareNumber(4)),
        ("ok 4", ask.BareNumber(4)),
        ("Ok, four, thanks a lot!", ask.BareNumber(4)),
        ("4, cheers", ask.BareNumber(4)),
        ("4 \U0001f642", ask.BareNumber(4)),
        ("bid4", BID_4),
        ("bid #4", BID_4),
        ("bid four (4)", BID_4),
        ("bid 4\ufe0f\u20e3", BID_4),
        ("bid\u200b 4\u00a0", BID_4),
        ("bid \uff14", BID_4),
        ("\u201cbid 4\u201d", BID_4),
        ("- bid 4", BID_4),
        ("bid 4, thanks!", BID_4),
        ("bid 4. Good luck all!", BID_4),
        ("bid 4, thanks and good luck everyone", BID_4),
        ("bid 4 :-)", BID_4),
        ("Hi, I bid 4", BID_4),
        ("Hello referee, bid 4 please", BID_4),
        ("Good morning all! Bid 4", BID_4),
        ("I'd like to bid 4 please", BID_4),
        ("bidding 4", BID_4),
        ("I'm bidding 4", BID_4),
        ("QS please", ask.BareCard(QS)),
        ("\u2660\ufe0f Q please", ask.BareCard(QS)),
        ("Q-S", ask.BareCard(QS)),
        ("QS QS", ask.BareCard(QS)),
        ("* QS", ask.BareCard(QS)),
        ("\u2022 QS", ask.BareCard(QS)),
        ("AS, thanks", ask.BareCard(parse_card("AS"))),
        ("1. play QS", PLAY_QS),
        ("playQS", PLAY_QS),
        ('play "QS"', PLAY_QS),
        ("**play QS**, thanks", PLAY_QS),
        ("play 🂭 please", PLAY_QS),
        ("discard QS", PLAY_QS),
        ("I'll go with the queen of spades", PLAY_QS),
        ("score?", ask.Score()),
        ("hand pls", ask.Hand()),
        ("pause, please", game.Pause()),
    ],
)
def test_courtesies_marks_and_pictures_around_a_command_are_left_out(line: str, command: ask.Command) -> None:
    assert asked(line) == [command]


@pytest.mark.parametrize(
    "line",
    [
        "Hi 5",
        "Hi Jack of hearts",
        "hello queen of spades",
        "three cheers",
        "4 all",
        "8 now",
        "4\u00b0",
        "4\u338f",
        "1. 4",
        "2) 10",
        "Four:",
        "As",
        "ad!",
        "As, thanks",
        "no thanks",
        "yes please",
        "please start",
        "ok no",
        "say, please",
        "> QS, thanks",
        "QS? thanks",
        "play QS?",
        "bid 4 or not, thanks",
        "please play nice",
        "playing the waiting game",
        "discard the idea",
        "go with the flow",
        "bidding farewell",
        "bidding",
        "play" + "e" * 120 + ", thanks",
    ],
)
def test_talk_stays_talk_beside_a_courtesy(line: str) -> None:
    reading = read_commands(line)
    assert (reading.asked, reading.unclear) == ((), ())


def test_a_letter_that_is_no_mark_is_never_left_out() -> None:
    for line in ("Sá", "QŞ", "4x", "bid 4x", "x4", "play QSx"):
        assert read_commands(line).asked == ()


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("pass", "bid nil"),
        ("I pass", "bid nil"),
        ("bid pass", "bid nil"),
        ("bid", "bid 4"),
        ("bid 3 or 4", "bid 4"),
        ("bid 4?", "bid 4"),
        ("bid -1", "bid 4"),
        ("bid 3.5", "bid 4"),
        ("bid 1000", "bid 4"),
        ("play", "play QS"),
        ("play 4", "play QS"),
        ("play a spade", "play QS"),
        ("play the queen", "play QS"),
        ("play queen spades", "play QS"),
        ("play joker", "`play big joker` or `play little joker`"),
        ("play the joker", "`play big joker` or `play little joker`"),
        ("play a joker of spades", "`play big joker` or `play little joker`"),
        ("bid blind", "bid blind nil"),
        ("bid blind 4", "bid blind nil"),
        ("bid 4 blind", "bid blind nil"),
        ("blind 4", "bid blind nil"),
        ("auto show never", "auto show off"),
        ("challenge", "challenge trick 5 bob"),
        ("challenge book", "challenge trick 5 bob"),
        ("challenge book 5", "challenge trick 5 bob"),
        ("challenge 5 bob", "challenge trick 5 bob"),
        ("challenge bob 5", "challenge trick 5 bob"),
        ("challenge round 2 bob", "challenge trick 5 bob"),
        ("challenge book 5 book 6 b/b", "challenge trick 5 bob"),
        ("challenge book 5 bob & co", "challenge trick 5 bob"),
        ("play QS KH", "2 cards"),
        ("play QS or KH", "2 cards"),
        ("play QS, KH and 2C", "3 cards"),
        ("QS KH", "2 cards"),
        ("♠Q ♥K", "2 cards"),
        ("say", "say well played"),
        ("ask", "ask when do we go on?"),
        ("answer", "answer on Friday"),
        ("watch", "watch 12"),
        ("salt", "salt purple"),
        ("record", "record 12"),
        ("name", "name Ann"),
        ("name Bob & co", "letters"),
        ("name abcdefghijklmnopqrstuvwxyz", "24"),
        ("address nowhere@", "address"),
        ("format pdf", "format html"),
        ("notify never", "notify my turns"),
        ("extend 2 fortnights", "3 days"),
        ("extend", "extend 2 days"),
        ("replace bob with eve eve@example.org", "replace Bob with Eve <"),
        ("replace bob with eve <eve@>", "address"),
        ("rule void to turn 37", "because"),
        ("rule void to turn 37 because charge Bob", "no reason"),
        ("rule", "rule void"),
        ("forfeit", "concede"),
        ("forfeit team 3", "team 1"),
    ],
)
def test_unclear(line: str, hint: str) -> None:
    assert hint in why(line)


def test_one_bid_or_play_a_mail() -> None:
    for text in ("play QS\nplay AS", "QS\nQS", "bid 4\n4", "4\n\nplay QS"):
        reading = read_commands(text)
        assert len(reading.asked) == 1
        assert [each.line for each in reading.unclear] == [text.split("\n")[-1]]
        assert "one bid or play" in reading.unclear[0].why
    assert len(asked("bid 4\nconcede\nsay sorry\nstatus")) == 4
    assert asked("show\nbid 4") == [game.Show(), game.MakeBid(4)]
    assert "one bid or play" in read_commands("bid blind nil\nbid 4").unclear[0].why


def test_chat_is_the_first_line_of_conversation() -> None:
    reading = read_commands("\nbid 4\n\nHello there,\nhow are you?")
    assert (reading.chat, len(reading.asked)) == ("Hello there,", 1)
    assert read_commands("").chat is None


def test_long_words_that_a_mail_program_broke() -> None:
    first = "say I have been thinking about this hand for three whole days, and I still"
    assert asked(f"{first}\ndo not know.\n\nBye") == [ask.Say(f"{first[4:]} do not know.")]
    assert asked(f"{first}\nbid 4") == [ask.Say(f"{first[4:]} bid 4")]
    assert asked(f"{first}.\n\nbid 4") == [ask.Say(f"{first[4:]}."), game.MakeBid(4)]
    assert asked("say short\nand chat") == [ask.Say("short")]
    assert asked(f"ask {first[4:]}\ndo not know.\n\nBye") == [ask.Ask(f"{first[4:]} do not know.")]
    salt = "salt this is a phrase of so many words that nobody will ever guess it, or"
    assert asked(f"{salt}\nso I hope\n\nBye") == [game.Salt(f"{salt[5:]} so I hope")]
    ruling = "rule void to turn 37 because Bob was shown a card of Carol's by mistake and"
    assert asked(f"{ruling}\nsaid so, charge bob") == [ask.VoidTo(37, f"{ruling[29:]} said so", "bob")]


@pytest.mark.parametrize(
    "name", ["A", "Zoë", "O'Neil", "Jean-Luc P.", "Łukasz", "Анна", "李", "अनीता", "4th Player", "x" * 24]
)
def test_names(name: str) -> None:
    assert check_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name", ["", "  ", "x" * 25, "a,b", "a<b", "a\nb\x00", "-", ". '", "a\u202eb", "a;b", "a+b", "☃", "²"]
)
def test_no_names(name: str) -> None:
    with pytest.raises(ValueError, match="a name"):
        check_name(name)


MAIL = Message(
    digest="0",
    message_id=None,
    sender="ann@example.org",
    sender_name="Ann",
    recipients=(),
    everyone=Recipients((), odd=False),
    delivered=(),
    subject="bid 4",
    references=(),
    text="Good morning",
    automatic=Automatic.NO,
    listed=False,
    reply_subject=False,
)


def test_a_subject_counts_only_if_the_body_asks_nothing() -> None:
    reading = read_mail(MAIL)
    assert [each.command for each in reading.asked] == [game.MakeBid(4)]
    assert reading.chat == "Good morning"
    assert [each.command for each in read_mail(replace(MAIL, text="play QS")).asked] == [game.PlayCard(QS)]
    assert read_mail(replace(MAIL, text="play QS KH")).asked == ()


@pytest.mark.parametrize(
    "mail",
    [
        replace(MAIL, reply_subject=True),
        replace(MAIL, automatic=Automatic.GENERATED),
        replace(MAIL, automatic=Automatic.REPLIED),
        replace(MAIL, automatic=Automatic.BOUNCE),
        replace(MAIL, subject="[Spades 12] bid 4"),
        replace(MAIL, subject="[Spades 12] Ann, it is your turn: bid by 4 March"),
    ],
)
def test_other_subjects_ask_nothing(mail: Message) -> None:
    reading = read_mail(mail)
    assert (reading.asked, reading.unclear, reading.chat) == ((), (), "Good morning")


def test_start_in_the_subject_has_its_lines_in_the_body() -> None:
    (each,) = read_mail(replace(MAIL, subject="Start", text="sheet: fsu\nteams: Ann + Carol")).asked
    assert each.command == ask.Start(sheet="fsu", team=("Ann", "Carol"))


@given(st.text(max_size=300))
def test_reading_is_total_and_its_echoes_are_safe(text: str) -> None:
    reading = read_commands(text)
    for echo in (*(a.line for a in reading.asked), *(u.line for u in reading.unclear), reading.chat or ""):
        assert len(echo) <= 200
        assert echo.isprintable()
    assert all(each.why.isprintable() for each in reading.unclear)


@given(
    st.lists(
        st.sampled_from(
            ["play", "bid", "QS", "4", "nil", "or", "of", "joker", "start\n", "players:", "<a@b>", ",", "rule"]
        )
    )
)
def test_reading_of_jumbled_words_is_total(words: list[str]) -> None:
    read_commands(" ".join(words))
