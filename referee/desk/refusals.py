"""The reasons why the desk refuses a command before the game is asked. The words are in templates/refusals.txt, with
the game's."""

from enum import StrEnum


class Wrong(StrEnum):
    """Reasons that concern mail, people and tables; the game's own are in spades/refusal.py.

    The comment after each names the facts that come with it.
    """

    WHICH_GAME = "which-game"  # games: tuple[GameLine, ...], tables: tuple[int, ...], disagree: bool
    NO_GAME = "no-game"
    NO_SUCH_GAME = "no-such-game"  # game: int
    NOT_IN_GAME = "not-in-game"  # game: int
    NOT_GAMESMASTER = "not-gamesmaster"
    SEATED_GAMESMASTER = "seated-gamesmaster"  # game: int, masters: addresses
    NUMBER_WHILE_PLAYING = "number-while-playing"  # number: int
    START_DOUBLE = "start-double"  # what: str (a name or an address given twice)
    START_ADDRESS = "start-address"  # address: str (the referee's or the list's)
    START_LINE = "start-line"  # sentence: str (a bad name, address, limit or sheet parameter)
    START_TEAM = "start-team"  # name: str (not one of the players)
    START_NO_TABLE = "start-no-table"
    START_AGAIN = "start-again"  # game: int (already begun by this mail or table)
    START_WAITS = "start-waits"  # game: int, names: tuple[str, ...] (who have not said yes, or whose seats are empty)
    UNKNOWN_SHEET = "unknown-sheet"  # sheet: str, known: tuple[str, ...]
    JOIN_ALREADY = "join-already"  # sheet: str, sentence: str (who else waits)
    NOT_WAITING = "not-waiting"
    WHICH_PARTNER = "which-partner"  # sentence: str (why it is not known who is meant)
    LOOKS_ALIKE = "looks-alike"  # name: str, like: str (another player's)
    BAD_VALUE = "bad-value"  # sentence: str (an impossible name, address or time zone)
    ADDRESS_TAKEN = "address-taken"  # address: str
    SAY_CARDS = "say-cards"  # words: tuple[str, ...] (that speak of cards)
    NAME_CARDS = "name-cards"  # words: tuple[str, ...] (as above)
    SAY_ENOUGH = "say-enough"
    SAY_PLAYING = "say-playing"
    SAY_SILENT = "say-silent"
    ENOUGH = "enough"  # what: str (what was done often enough for one day)
    DAY_FULL = "day-full"
    SALT_CARDS = "salt-cards"  # words: tuple[str, ...] (as above)
    SALT_ENOUGH = "salt-enough"
    NO_QUESTION = "no-question"
    SAY_LIST = "say-list"  # list: str (write to the list itself)
    WATCHERS_FULL = "watchers-full"  # game: int, most: int, domain: str (that they all share; "" for any)
    NO_SUCH_PLAYER = "no-such-player"  # name: str, names: tuple[str, ...]
    NO_SUCH_ROUND = "no-such-round"  # round: int, last: int
    NO_REMATCH = "no-rematch"  # game: int, and match: int, running: bool, begun: int (its rematch) or asked: bool
    TOURNAMENT = "tournament"  # sentence: str (why nothing was done in a tournament)
    EMPTY_SEAT = "empty-seat"  # game: int, name: str (whose seat nobody has)
    RESULT_TOO_OLD = "result-too-old"
    BEFORE_RESTORE = "before-restore"  # game: int
    NOTHING_TO_CONFIRM = "nothing-to-confirm"
    CONFIRM_EXPIRED = "confirm-expired"
    CONFIRM_SHOWN = "confirm-shown"
    ASKED_BEFORE = "asked-before"  # unproven, and the day's question has gone out
    NOT_SHOWN_WHOLE = "not-shown-whole"  # unproven, and a question could not show all of it
    PRIVATE_ONLY = "private-only"  # command: str, early: bool; a private command in a mail that others got too
