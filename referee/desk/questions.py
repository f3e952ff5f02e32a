"""Questions: what the referee tells without changing anything. The answer goes to the registered address alone."""

from referee.asking.phrasebook import COMMANDS
from referee.asking.requests import Games, Hand, Help, History, Question, Record, Rules, Score, Status
from referee.desk.case import Case, Complaint
from referee.desk.sender.identify import Sender
from referee.desk.table.act import seat_in
from referee.desk.table.begin import known_sheet
from referee.desk.table.records import record
from referee.desk.table.story import tell
from referee.desk.which_game import Meant, find_game, lines_of, own_games
from referee.desk.wrong import Wrong
from referee.post.messages import Incoming
from referee.spades import events as ev
from referee.spades.fold import evolve
from referee.spades.game import Game
from referee.spades.rulesheet import RuleSheet
from referee.spades.view import view
from referee.store import games
from referee.telling.answers import (
    Answer,
    GamesPage,
    HandPage,
    HelpPage,
    HistoryPage,
    RecordPage,
    RulesPage,
    ScorePage,
    StatusPage,
)
from referee.telling.endings import round_over
from referee.telling.news import RoundOver
from referee.telling.sentences import lines


def reply(case: Case, sender: Sender, incoming: Incoming, question: Question) -> Answer:
    """The answer to a question. Raises Complaint where no game, round or sheet of that name is known."""
    match question:
        case Help(str(topic)) if topic in case.desk.sheets:
            return RulesPage(case.desk.sheets[topic])
        case Help(topic):
            return HelpPage(topic, help_rows(topic))
        case Rules(name):
            return RulesPage(known_sheet(case, name) if name else _own_sheet(case, sender, incoming))
        case Games():
            return GamesPage(lines_of(case, games.running(case.tx)))
        case Status():
            return StatusPage(lines_of(case, _own(case, sender)))
        case Hand():
            return _hand(case, sender, incoming)
        case Record(number):
            return _record(case, number)
        case Score():
            return _score(case, _game(case, sender, incoming))
        case History(number):
            return _history(case, _game(case, sender, incoming), number)


def help_rows(topic: str | None) -> tuple[tuple[str, str, str], ...]:
    """Usage, meaning and users of every command, or of those that a topic names."""
    return tuple((row.usage, row.help, row.who.value) for row in COMMANDS if topic in (None, row.word))


def _own(case: Case, sender: Sender) -> list[games.Kept]:
    found = own_games(case, sender)
    if sender.gamesmaster:
        found += own_games(case, sender, steering=True)
    return sorted({kept.id: kept for kept in found}.values(), key=lambda kept: kept.id)


def _game(case: Case, sender: Sender, incoming: Incoming) -> Meant:
    steering = sender.gamesmaster and not own_games(case, sender)
    return find_game(case, sender, incoming, steering=steering)


def _own_sheet(case: Case, sender: Sender, incoming: Incoming) -> RuleSheet:
    """The sheet of the game meant, as it is played there, as far as one is meant; else the default."""
    try:
        return games.load(case.tx, _game(case, sender, incoming).game).sheet
    except Complaint:
        return case.desk.sheets[case.desk.settings.game.sheet]


def _hand(case: Case, sender: Sender, incoming: Incoming) -> Answer:
    meant = find_game(case, sender, incoming)
    seat = seat_in(case, sender, meant)
    return HandPage(view(games.load(case.tx, meant.game), seat), meant.game.deadline)


def _record(case: Case, number: int) -> Answer:
    if games.find(case.tx, number) is None:
        raise Complaint(Wrong.NO_SUCH_GAME, game=number)
    return RecordPage(number, record(case.tx, number))


def _score(case: Case, meant: Meant) -> Answer:
    rounds: dict[int, RoundOver] = {}
    game: Game | None = None
    for event in games.story(case.tx, meant.game.id):
        if isinstance(event, ev.RoundScored):
            rounds[event.round] = _over(game, event)
        game = evolve(game, event)
    assert game is not None, "a kept game has events"
    until = meant.game.deadline if game.provisional is not None else None
    return ScorePage(view(game), tuple(rounds.values()), until)


def _over(game: Game | None, event: ev.RoundScored) -> RoundOver:
    return next(item for item in tell(game, (event,)).news if isinstance(item, RoundOver))


def _history(case: Case, meant: Meant, number: int | None) -> Answer:
    now = view(games.load(case.tx, meant.game))
    wanted = number or now.round
    if not 1 <= wanted <= now.round:
        raise Complaint(Wrong.NO_SUCH_ROUND, round=wanted, last=now.round)
    game: Game | None = None
    challenges: list[str] = []
    scored: tuple[str, ...] = ()
    for event in (
        *games.story(case.tx, meant.game.id, kinds=("Started",)),
        *games.story(case.tx, meant.game.id, wanted),
    ):
        before, game = game, evolve(game, event)
        if isinstance(event, ev.Challenged):
            challenges += [line.text for line in lines(tell(before, (event,)).news, view(game))]
        if isinstance(event, ev.RoundScored):
            scored = tuple(round_over(_over(before, event), view(game)))[1:]
    assert game is not None, "a kept game has events"
    return HistoryPage(now, view(game), game.attempt, tuple(challenges), scored)
