"""Statements that are compiled once and handed to the driver: those of every mail. Knows no table and no engine.

Core's own way from a statement to its rows takes longer than the database. A `Statement` says the same on the same
connection, inside the same transaction, and every value goes through the type of its column, both ways. It never words
SQL of its own but for savepoints, keeps no row, and begins and ends no transaction.
"""

from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any, Literal, NamedTuple, overload

from sqlalchemy import Column, CompoundSelect, Connection, Delete, Insert, Select, Update
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError, MultipleResultsFound, NoResultFound
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.schema import ScalarElementColumnDefault

from referee.store.memory import memory_of

Core = Select[Any] | CompoundSelect[Any] | Insert | Update | Delete
Given = Mapping[str, Any]
Convert = Callable[[Any], Any]

WIRE = "_referee_wire"
"""The attribute of a `Connection`, which lives as long as one transaction, in which `_Wire` is kept."""
NOTHING: Given = {}
LENGTHS = 64
"""How many wordings of one statement are kept whose lists differ in length."""
INNER = "inner_step"
"""The name of every savepoint: the innermost one of that name is meant."""


class Statement:
    """One statement with named parameters; one of an expanding IN takes a collection.

    An insert or update writes the values that it names itself, and the parameters that are called like columns. All
    functions raise what Core raises if the database does: DBAPIError.
    """

    def __init__(self, core: Core | Callable[[str], Core]) -> None:
        """`core`: what to say; or what to say to the engine of a name, where each engine has words of its own."""
        self._core = core
        self._spoken: dict[tuple[type[Dialect], tuple[str, ...]], _Spoken] = {}

    def all(self, tx: Connection, given: Given = NOTHING) -> list[Any]:
        """All rows, as named tuples."""
        return self._speak(tx, given).rows(tx, given)

    def first(self, tx: Connection, given: Given = NOTHING) -> Any:
        """The first row; None if there is none."""
        rows = self.all(tx, given)
        return rows[0] if rows else None

    def one(self, tx: Connection, given: Given = NOTHING) -> Any:
        """The only row. Raises NoResultFound or MultipleResultsFound."""
        rows = self.all(tx, given)
        if not rows:
            raise NoResultFound("there is no such row")
        if len(rows) > 1:
            raise MultipleResultsFound("there is more than one such row")
        return rows[0]

    def scalars(self, tx: Connection, given: Given = NOTHING) -> list[Any]:
        """The first column of all rows."""
        return [row[0] for row in self.all(tx, given)]

    def scalar(self, tx: Connection, given: Given = NOTHING) -> Any:
        """The first column of the first row; None if there is none."""
        rows = self.all(tx, given)
        return rows[0][0] if rows else None

    def run(self, tx: Connection, given: Given = NOTHING) -> int:
        """Execute what returns no rows. Returns how many it changed."""
        return self._speak(tx, given).run(tx, given)

    def run_all(self, tx: Connection, several: Sequence[Given]) -> int:
        """Execute what returns no rows once for each of `several`, which all give the same parameters. Returns how many
        rows that changed."""
        return self._speak(tx, several[0]).run_all(tx, several) if several else 0

    def _speak(self, tx: Connection, given: Given) -> "_Spoken":
        key = type(tx.dialect), tuple(given)
        found = self._spoken.get(key)
        if found is None:
            core = self._core(tx.dialect.name) if callable(self._core) else self._core
            found = self._spoken[key] = _Spoken(core, tx.dialect, key[1])
        return found


@contextmanager
def savepoint(tx: Connection) -> Iterator[None]:
    """All or nothing within a transaction: any exception undoes what was done inside, in the database and in what the
    transaction was about to remember."""
    _execute(tx, f"SAVEPOINT {INNER}", ())
    try:
        yield
    except BaseException:
        memory_of(tx).savepoint_undone()
        _execute(tx, f"ROLLBACK TO SAVEPOINT {INNER}", ())
        _execute(tx, f"RELEASE SAVEPOINT {INNER}", ())
        raise
    _execute(tx, f"RELEASE SAVEPOINT {INNER}", ())


class _Worded(NamedTuple):
    """The words of a statement for lists of given lengths."""

    sql: str
    in_order: Callable[[Given], Any]
    """The values as the driver takes them: by name, or in the order in which they stand."""
    members: Mapping[str, Sequence[str]]
    """The parameters that stand for the members of each list."""


class _Spoken:
    """A statement as one database understands it, for one set of parameters."""

    def __init__(self, core: Core, dialect: Dialect, names: tuple[str, ...]) -> None:
        compiled = core.compile(dialect=dialect, column_keys=list(names))
        assert isinstance(compiled, SQLCompiler), "it is a statement of SQL"
        assert not compiled.escaped_bind_names, "parameters are called by plain words"
        self._compiled, self._dialect = compiled, dialect
        binds = {name: bind for bind, name in compiled.bind_names.items()}
        self._lists = tuple(name for name, bind in binds.items() if bind.expanding)
        into = {name: bind.type.dialect_impl(dialect).bind_processor(dialect) for name, bind in binds.items()}
        converts: dict[str, Convert] = {name: convert for name, convert in into.items() if convert is not None}
        converts |= {name: _of_each(converts[name]) for name in self._lists if name in converts}
        own: dict[str, Any] = {name: bind.value for name, bind in binds.items() if name not in names}
        own |= {column.key: _default(column) for column in compiled.insert_prefetch}
        self._own = {name: converts[name](value) if name in converts else value for name, value in own.items()}
        self._to_convert = tuple((name, converts[name]) for name in names if name in converts)
        self._columns = tuple(core.exported_columns)
        keys = [column.key or "_" for column in self._columns]
        self._row: Any = namedtuple("_Row", keys, rename=True)._make  # type: ignore[attr-defined]
        self._out: tuple[tuple[int, Convert], ...] | None = None
        self._worded: dict[tuple[int, ...], _Worded] = {}

    def rows(self, tx: Connection, given: Given) -> list[Any]:
        worded = self._word(given)
        found, description = _execute(tx, worded.sql, self._values(worded, given), fetch=True)
        if self._out is None:
            self._out = self._results(description)
        return list(map(self._row, self._read(found, self._out) if self._out else found))

    def run(self, tx: Connection, given: Given) -> int:
        worded = self._word(given)
        return _execute(tx, worded.sql, self._values(worded, given))

    def run_all(self, tx: Connection, several: Sequence[Given]) -> int:
        worded = self._word(several[0])
        return _execute(tx, worded.sql, [self._values(worded, given) for given in several], many=True)

    def _word(self, given: Given) -> _Worded:
        lengths = tuple([len(given[name] if name in given else self._own[name]) for name in self._lists])
        found = self._worded.get(lengths)
        if found is None:
            if len(self._worded) >= LENGTHS:
                self._worded.clear()
            said = self._compiled.construct_expanded_state({**self._own, **given})
            found = self._worded[lengths] = _Worded(
                said.statement, _in_order(said.positiontup), said.parameter_expansion
            )
        return found

    def _values(self, worded: _Worded, given: Given) -> Any:
        """The values as the driver takes them."""
        values = {**self._own, **given}
        for name, convert in self._to_convert:
            values[name] = convert(values[name])
        for name, members in worded.members.items():
            values.update(zip(members, values[name], strict=True))
        return worded.in_order(values)

    def _results(self, description: Sequence[Sequence[Any]]) -> tuple[tuple[int, Convert], ...]:
        """What converts which column of a result."""
        columns = zip(self._columns, description, strict=True)
        impls = ((column.type.dialect_impl(self._dialect), told[1]) for column, told in columns)
        all_of_them = (impl.result_processor(self._dialect, kind) for impl, kind in impls)
        return tuple((place, convert) for place, convert in enumerate(all_of_them) if convert is not None)

    @staticmethod
    def _read(found: Sequence[Sequence[Any]], out: tuple[tuple[int, Convert], ...]) -> Iterator[list[Any]]:
        for each in found:
            row = list(each)
            for place, convert in out:
                row[place] = convert(row[place])
            yield row


def _of_each(convert: Convert) -> Convert:
    """What converts all members of a list."""
    return lambda members: list(map(convert, members))


def _in_order(names: Sequence[str] | None) -> Callable[[Given], Any]:
    """What takes the values of these parameters; as they are, if the driver takes them by name."""
    if names is None:
        return dict
    if len(names) > 1:
        return itemgetter(*names)
    return lambda values: tuple([values[name] for name in names])


class _Wire(NamedTuple):
    """What a transaction needs of its connection for every statement."""

    dialect: Dialect
    cursor: Callable[[], Any]
    listeners: tuple[Callable[..., Any], ...]


def _wire(tx: Connection) -> _Wire:
    """What a connection is made of, found once for each transaction: Core's ways to it take longer."""
    driver: Any = tx.connection.driver_connection
    found = _Wire(tx.dialect, driver.cursor, tuple(tx.dispatch.before_cursor_execute))
    setattr(tx, WIRE, found)
    return found


def _default(column: Column[Any]) -> Any:
    """What an insert writes into a column that it is not given."""
    assert isinstance(column.default, ScalarElementColumnDefault), "the tables have no other defaults"
    return column.default.arg


@overload
def _execute(tx: Connection, sql: str, values: Any, *, many: bool = ...) -> int: ...
@overload
def _execute(tx: Connection, sql: str, values: Any, *, fetch: Literal[True]) -> tuple[Sequence[Any], Sequence[Any]]: ...


def _execute(tx: Connection, sql: str, values: Any, *, many: bool = False, fetch: bool = False) -> Any:
    """Have the driver do it. Returns its rows and what it says of their columns, or how many rows it changed."""
    wire: _Wire = vars(tx).get(WIRE) or _wire(tx)
    dialect, cursor = wire.dialect, wire.cursor()
    try:
        for listener in wire.listeners:
            listener(tx, cursor, sql, values, None, many)
        if many:
            dialect.do_executemany(cursor, sql, values)
        else:
            cursor.execute(sql, values)
        return (cursor.fetchall(), cursor.description) if fetch else cursor.rowcount
    except dialect.loaded_dbapi.Error as e:
        if lost := dialect.is_disconnect(e, tx.connection.dbapi_connection, cursor):
            tx.invalidate(e)
        raise DBAPIError.instance(
            sql,
            None,
            e,
            dialect.loaded_dbapi.Error,
            hide_parameters=True,
            connection_invalidated=lost,
            dialect=dialect,
        ) from e
    finally:
        cursor.close()
