"""Words of plain talk at a spades table, by which a line is known to be its writer's own. Tables only."""

from referee.post.reading.introducers import Talk

WORDS = """
    trick tricks book books bag bags sandbags card cards deal dealt suit trump trumps nil bidding lead leads
    round rounds game hand hands though
"""

TABLE_TALK = Talk(words=frozenset(WORDS.split()), acts=("play", "bid", "card", "lead"), tag=r"\[spades \d+\]")
"""The words of table talk, which `introduces` must not take for the beginning of someone else's text."""
