"""The troubles of a database, sorted by who can mend them. Each text says what to do, and quotes no password."""


class StoreError(Exception):
    """We cannot use the database; the text says what to do."""


class Passing(StoreError):
    """We cannot use the database now, but may soon, without anybody changing our settings: try again."""


class Changing(Passing):
    """Somebody else holds the whole database for a moment, to change or copy it."""


class Superseded(Passing):
    """Another program now has the lease on the database: this transaction was undone."""


class Busy(StoreError):
    """Another referee works on this database."""


class NotOurs(StoreError):
    """Raised for a database that is not a referee's."""

    def __init__(self, where: object) -> None:
        super().__init__(f"{where} is not a referee's database: name another in database.url")
