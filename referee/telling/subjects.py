"""Subjects of letters: the act that is due from the reader, the kind of an answer, or the round of the news. No subject
reads as a command."""

import re
from collections.abc import Iterable

from referee.post.reading.safe_lines import clean
from referee.spades.view import SeatView
from referee.telling.error_answers import Error, NotUnderstood
from referee.telling.letter_kinds import (
    Answer,
    ConfirmPlease,
    Done,
    DoubtPlease,
    GamesPage,
    HandPage,
    HelpPage,
    HistoryPage,
    MemoryPage,
    MovePlease,
    OtherAddress,
    PairPlease,
    PlansPage,
    RecordPage,
    RulesPage,
    SaltKept,
    ScorePage,
    StatusPage,
    TablesPage,
    WaysOut,
    WelcomePlease,
)
from referee.telling.news import News, end_of
from referee.telling.notices import (
    Alarm,
    GameResult,
    ListNews,
    MasterAnswers,
    MeetNews,
    MeetPlease,
    NoLongerWatching,
    PlayerAsks,
    RematchOff,
    RematchPlease,
    ReplacePlease,
    Silence,
    TableFull,
    TableSeated,
    Undeliverable,
    VoidPlease,
    WantsOut,
)
from referee.telling.sentences.endings import end_headline
from referee.telling.tournaments.headlines import headline
from referee.telling.tournaments.notices import TournamentLetter, TournamentsPage

LONGEST = 100
OVER = "Over"
REPLY = re.compile(r"^\s*(?:(?:re|aw|antw|sv|fwd?|wg)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)
OWN_TAG = re.compile(r"\[spades[^\]]*\]|\(ref [^)]*\)", re.IGNORECASE)
TAG = re.compile(r"\[[^\]]{1,40}\] ")
"""The name of a tournament before the rest of a subject."""
UNASKED: dict[type[Answer], str] = {
    ConfirmPlease: "Was this mail yours?",
    WelcomePlease: "Welcome! Was this mail yours?",
    DoubtPlease: "Did you mean this?",
    MovePlease: "A new address",
    PairPlease: "Is this your partner?",
    TableFull: "Four players have signed up",
    TableSeated: "Your table is full",
    ListNews: "Who waits for a game",
    GameResult: "The final score",
    RematchPlease: "One more game?",
    RematchOff: "No rematch",
    MeetPlease: "Half an hour together?",
    MeetNews: "Who comes",
    VoidPlease: "May this be taken back?",
    ReplacePlease: "May a player be replaced?",
    PlayerAsks: "A player's question",
    MasterAnswers: "The Gamesmaster's answer",
    Silence: "A player has fallen silent",
    WantsOut: "A player wants to stop",
    Undeliverable: "A letter did not arrive",
    NoLongerWatching: "A game is no longer sent to you",
    Alarm: "The referee needs a person",
}
"""Subjects of the answers that need no mail to answer."""

IN_PART = "Done in part"
ASKED: dict[type[Answer], str] = {
    Error: "Not done",
    OtherAddress: "Not done",
    NotUnderstood: "Not understood",
    Done: "Done",
    WaysOut: "How to stop",
    HandPage: "Your hand",
    MemoryPage: "Your memory",
    PlansPage: "Your plans",
    ScorePage: "The score",
    HistoryPage: "The history",
    RecordPage: "The record",
    RulesPage: "The rules",
    HelpPage: "Help",
    StatusPage: "Your games",
    GamesPage: "All games",
    TablesPage: "All tables",
    SaltKept: "Your salt",
    TournamentsPage: "Tournaments",
}
"""The name of each answer to a letter of ours, for its subject."""

NAMES = "|".join(map(re.escape, (IN_PART, *ASKED.values(), *UNASKED.values())))
ROUND = re.compile(rf"(?:Your turn: r|(?:{NAMES}), r|R)(ound \d{{1,6}})(?:, (?:bid|trick \d{{1,2}}))?")
"""The subject of a letter about a game, without its tag."""
ENDED = re.compile(rf"{OVER}: .*")
"""The subject of the letter about a game's end."""


def round_subject(game: int, round: int) -> str:
    """Write `[Spades 12] Round 2`."""
    return f"[Spades {game}] Round {round}"


def turn_subject(view: SeatView) -> str:
    """Write `[Spades 12] Your turn: round 2, trick 5`, or `round 2, bid`."""
    assert view.to_act is not None, "asked only while something is due"
    due = "bid" if view.to_act[1] == "bid" else f"trick {len(view.tricks) + 1}"
    return f"[Spades {view.game}] Your turn: round {view.round}, {due}"


def asked_subject(game: int, by: str) -> str:
    """Write `[Spades 12] Maria asks you to play`."""
    return f"[Spades {game}] {by or 'The Gamesmaster'} asks you to play"


def news_subject(game: int, round: int, news: Iterable[News], scene: SeatView) -> str:
    """Write the subject of the round in which the news happened; `[Spades 12] Over: Ann + Carol have won, 510 to 240`
    if they end the game."""
    ended = end_of(news)
    return round_subject(game, round) if ended is None else f"[Spades {game}] {OVER}: {end_headline(ended, scene)}"


def of_round(subject: str) -> str:
    """Turn the subject of a turn into the subject of its round: `[Spades 12] Round 2`. Shorten the subject of an end
    like `of_end`; leave any other."""
    return of_end(ROUND.sub(r"R\1", subject))


def of_end(subject: str) -> str:
    """Remove from the subject of a letter about the end of a game how it ended; leave any other subject."""
    return ENDED.sub(OVER, subject)


def answer_subject(
    answer: Answer, game: int | None, asked: str | None, own: SeatView | None = None, tournament: str = ""
) -> str:
    """Write `[Spades 12] Re: what you asked`; `asked` is the subject of the mail.

    To a mail that answers a letter about a round it is that of a turn where the answer shows its reader `own`, their
    position, and it is their turn; else it names the answer: `[Spades 12] Your memory, round 3`. What is about a
    `tournament` and no game has its name as a tag: `[Spring Cup] The draw`.
    """
    if isinstance(answer, TournamentLetter) and not isinstance(answer, TournamentsPage):
        return f"[{answer.tournament.name}] {headline(answer)}"
    if isinstance(answer, ConfirmPlease) and answer.game is not None:
        game = answer.game.game
    tag = f"[Spades {game}]" if game is not None else f"[{tournament or 'Spades'}]"
    if asked is None or isinstance(answer, ConfirmPlease | WelcomePlease | DoubtPlease):
        return f"{tag} {UNASKED.get(type(answer), 'From the referee')}"
    text = REPLY.sub("", OWN_TAG.sub(" ", clean(asked))).strip()
    if (about := ROUND.fullmatch(text)) and (game is not None or OWN_TAG.search(asked)):
        if own is not None and own.mine:
            return turn_subject(own)
        return f"{tag} {_named(answer)}" + (f", {_round(answer) or f'r{about[1]}'}" if game is not None else "")
    if tournament and game is None and TAG.match(text):
        return f"{tag} {_named(answer)}"
    return f"{tag} Re: {text[:LONGEST].strip() or 'your mail'}"


def _named(answer: Answer) -> str:
    if isinstance(answer, Error) and answer.done:
        return IN_PART
    return ASKED.get(type(answer)) or UNASKED.get(type(answer), "From the referee")


def _round(answer: Answer) -> str | None:
    """Return the round that an answer is about; None for answers that are always about the round of the letter they
    answer."""
    match answer:
        case HistoryPage():
            return f"round {answer.of.round}"
        case MemoryPage() | ScorePage() | PlansPage() | HandPage():
            return f"round {answer.view.round}"
    return None


def with_reference(subject: str, token: str | None, subaddress: str) -> str:
    """Put the token into the subject, if the provider has no subaddresses to carry it."""
    return subject if subaddress or not token else f"{subject} (ref {token})"
