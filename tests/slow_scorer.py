"""A second scorer for 109, slow and plain: the words of clauses 4 and 5, one after the other. Shares nothing with
the referee's own, not even its sheet."""


def round_of_109(
    bids: list[int], books: list[int], score: list[int], sandbags: list[int]
) -> tuple[list[int], list[int]]:
    """Both Spadescores and both counts of sandbags after a round; bids and books by seat, the rest by team."""
    score, sandbags = list(score), list(sandbags)
    for team, (one, other) in enumerate(((0, 2), (1, 3))):
        bid = bids[one] + bids[other]
        taken = books[one] + books[other]
        each = 20 if bid >= 10 else 10
        if taken < bid:
            score[team] -= each * bid
        else:
            score[team] += each * bid
            for _ in range(taken - bid):
                score[team] += 1
                sandbags[team] += 1
                if sandbags[team] % 10 == 0:
                    score[team] -= 100
        for player in (one, other):
            if bids[player] == 0 and books[player] == 0:
                score[team] += 100
            elif bids[player] == 0:
                score[team] -= 100
    return score, sandbags


def winner_of_109(score: list[int]) -> int | None:
    """The team (1 or 2) that has won after a round's scoring, None where another round follows."""
    first, second = score
    if first == second or (first < 500 and second < 500):
        return None
    return 1 if first > second else 2
