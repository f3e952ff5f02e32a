"""The stages of a format in words that an announcement may hold. Reads nothing: asking does."""

from datetime import timedelta

from referee.tournaments.formats import Stage


def stage_words(stage: Stage) -> str:
    """Return a stage as one may write it in an announcement: `single elimination of the best 8 with third place`."""
    several = stage.rounds != 1
    of = [
        f"{stage.rounds} round{'s' * several}" if stage.rounds else "",
        f"the best {stage.best}" if stage.best else "",
    ]
    words = [" of ".join([stage.kind.value, *filter(None, of)])]
    words += ["2 meetings"] if stage.meetings == 2 else []
    words += [f"a round every {length(stage.every)}"] if stage.every else []
    words += [f"final sheet {stage.final_sheet}"] if stage.final_sheet else []
    words += [] if stage.final_timed else ["untimed final"]
    words += ["with third place"] if stage.third_place else []
    words += [] if stage.reset else ["without reset"]
    return ", ".join(words)


def plan_words(stages: tuple[Stage, ...]) -> str:
    """Return all stages as one may write them: `round robin of 3 rounds; then single elimination of the best 8`."""
    return "; then ".join(map(stage_words, stages))


def length(span: timedelta) -> str:
    """Return a span in days, hours or seconds, the largest that divides it: `7 days`."""
    seconds = int(span.total_seconds())
    unit, size = next(each for each in (("day", 86400), ("hour", 3600), ("second", 1)) if seconds % each[1] == 0)
    return f"{seconds // size} {unit}{'s' * (seconds != size)}"
