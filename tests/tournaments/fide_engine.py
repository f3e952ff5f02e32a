"""Another program's Swiss: gacrux, FIDE's team system (C.04.6) without colours."""

from collections.abc import Collection, Sequence

from gacrux.chessjson import chessjson
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingfideteam import pairing_fideteam

Result = tuple[int, int]
"""The winner's number and the loser's; 0 for nobody, where the winner had the bye."""


def paired(
    teams: int, played: Sequence[Sequence[Result]], rounds: int, out: Collection[int] = ()
) -> tuple[list[tuple[int, int]], int | None] | None:
    """The pairs of the next round and the bye; None if the program finds that there is no legal round."""
    book = chessjson()
    event = book.add_tournament(1, False, rounds)
    event.update(teamSize=1, topColor="w", currentRound=len(played) + 1)
    event["competitors"] = [
        {"cid": number, "present": number not in out, "orgrank": number, "rating": {"rating": 2000 - number}}
        for number in range(1, teams + 1)
    ]
    for number, results in enumerate(played, 1):
        for winner, loser in results:
            book.append_result(event["gameList"], _game(number, winner, loser))
    asked = {"methodList": ["fideteam", "nocolor"], "experimental": [], "verbose": 0}
    try:
        brackets = pairing_fideteam(event, len(played) + 1, asked).compute_pairing(False)
    except GacruxNoLegalPairing:
        return None
    pairs = [(pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]]
    return [pair for pair in pairs if pair[1]], next((one for one, other in pairs if not other), None)


def _game(number: int, winner: int, loser: int) -> dict[str, object]:
    white = {"cid": winner, "result": "W" if loser else "P"}
    black = {"cid": loser, "result": "L" if loser else None}
    return {"id": 0, "round": number, "played": True, "rated": True, "white": white, "black": black}
