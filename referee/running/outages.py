"""The log lines about a database that is away: each reason once, and then the return. Waits for nothing."""

import structlog

log = structlog.get_logger()


class Outages:
    """The outages of the database that a program works on, for as long as it runs."""

    def __init__(self) -> None:
        self._reasons: set[str] = set()
        """The reasons of the present outage."""

    def away(self, why: str) -> None:
        """Log that the database cannot be used now, once for each reason."""
        if why not in self._reasons:
            log.warning("database", outcome="away", why=why)
            self._reasons.add(why)

    def back(self) -> None:
        """Log that the database could be used again."""
        if self._reasons:
            log.info("database", outcome="back")
            self._reasons.clear()
