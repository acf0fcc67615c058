"""One run of a plan: everything is set up, happens, comes to rest, and is written down."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import structlog

from .disk import Disks
from .history import History
from .node import Node
from .people import Meeting, Person
from .plan import AT_COMMITS, Fault, Plan
from .scheduler import Scheduler
from .seeded import seeded

__all__ = ["Run", "Stored", "read_stored", "run_plan"]

BUSY_SECONDS = 40.0
"""How long people may take for what they do, before faults come to an end."""
REST_SECONDS = 8.0
"""How long everybody stays quiet, at least, before the run is over."""
PATIENCE_SECONDS = 60.0
"""How long it may take after that until every client knows everything."""


@dataclass(slots=True)
class Stored:
    """What is on disk in the end."""

    journals: dict[str, list[bytes]]
    """The entries of each table, as stored."""
    games: dict[str, tuple[str, int, int, str]]
    """By id: table, whether won, royals defeated, record."""


@dataclass(slots=True)
class Run:
    """What came of a plan."""

    plan: Plan
    history: History
    stored: Stored
    unexpected: list[str]
    """What no code has handled."""
    stuck: list[str]
    """What had not come to rest."""
    happened: Counter[str] = field(default_factory=Counter)
    """Faults by kind, and how often something interesting came about."""
    steps: int = 0
    seconds: float = 0.0
    """Of virtual time."""

    def digest(self) -> str:
        return self.history.digest()


def read_stored(path: Path) -> Stored:
    """Read a database with no help from the server's code.

    :raises ValueError: there are gaps in a journal.
    """
    stored = Stored({}, {})
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT table_id, version, data FROM entries ORDER BY 1, 2")
        for table, version, data in rows:
            journal = stored.journals.setdefault(table, [])
            journal.append(bytes(data))
            if version != len(journal):
                raise ValueError(f"table {table} has no version {len(journal)}")
        games = connection.execute("SELECT id, table_id, won, kills, record FROM games")
        for name, table, won, kills, record in games:
            stored.games[name] = table, won, kills, record
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise ValueError("the database is damaged")
    return stored


def run_plan(plan: Plan, disks: Disks) -> Run:
    """Let a plan happen; the same plan always gives the same run."""
    path = disks.new()
    try:
        scheduler = Scheduler(Random(f"order {plan.seed}"))
        with seeded(Random(f"secrets {plan.seed}"), scheduler), _logged() as errors:
            return _World(plan, scheduler, path, errors).run()
    finally:
        disks.drop(path)


class _World:
    def __init__(self, plan: Plan, scheduler: Scheduler, path: Path, errors: list[str]) -> None:
        self._plan = plan
        self._scheduler = scheduler
        self._path = path
        self._errors = errors
        self._history = History()
        self._happened: Counter[str] = Counter()
        self._node = Node(scheduler, path, Random(f"node {plan.seed}"))
        self._meetings = [Meeting(table) for table in plan.tables]
        self._people = {
            each.number: Person(
                each, self._meetings[each.table], self._node, self._history, plan.seed, plan.length
            )
            for each in plan.persons()
        }
        mishaps = sorted(plan.mishaps(), key=lambda fault: fault.at)
        self._at_steps = [fault for fault in mishaps if fault.kind not in AT_COMMITS]
        self._at_commits = [fault for fault in mishaps if fault.kind in AT_COMMITS]
        self._node.on_step = self._stepped
        self._node.on_commit = self._committing

    def run(self) -> Run:
        self._node.start()
        self._until(BUSY_SECONDS, lambda: not any(each.acts for each in self._people.values()))
        self._make_peace()
        self._until(REST_SECONDS, lambda: False)
        self._until(PATIENCE_SECONDS, self._at_rest)
        stuck = self._stuck()
        for number, person in self._people.items():
            self._tell_what_is_known(number, person)
        unexpected = [*self._node.unexpected, *self._errors]
        self._node.bury()
        stored = read_stored(self._path)
        self._happened["life"] = self._node.lives
        return Run(
            self._plan,
            self._history,
            stored,
            unexpected,
            stuck,
            self._happened,
            self._node.steps,
            self._scheduler.now,
        )

    def _until(self, seconds: float, done: Callable[[], bool]) -> None:
        end = self._scheduler.now + seconds
        while self._scheduler.now < end and not done():
            self._scheduler.step()

    def _make_peace(self) -> None:
        """No more faults: everything is now as it should be."""
        self._at_steps.clear()
        self._at_commits.clear()
        self._node.lag = 1.0
        self._node.refusing = 0
        for person in self._people.values():
            person.acts = 0
            person.doubled = 0
            if person.connection is not None:
                person.connection.read_on()

    # Coming to rest

    def _at_rest(self) -> bool:
        return not self._stuck()

    def _stuck(self) -> list[str]:
        """Return who has not been told everything."""
        newest = self._versions()
        return [
            f"person {number} is not done: settled {person.settled}, at {person.version}"
            for number, person in self._people.items()
            if not person.out
            and person.session is not None
            and not (person.settled and person.version == newest.get(person.table, 0))
        ]

    def _versions(self) -> dict[str, int]:
        with closing(sqlite3.connect(self._path)) as connection:
            rows = connection.execute("SELECT table_id, max(version) FROM entries GROUP BY 1")
            return dict(rows.fetchall())

    def _tell_what_is_known(self, number: int, person: Person) -> None:
        session = person.session
        if session is None or session.version is None or person.out:
            return
        self._history.tell(
            self._scheduler.now, "knows", "",
            client=number, table=person.table, seat=session.seat, version=session.version,
            view=None if session.view is None else session.view.text,
            moves=sorted(each.move for each in session.moves),
        )  # fmt: skip

    # Faults

    def _stepped(self) -> None:
        while self._at_steps and self._at_steps[0].at <= self._node.steps:
            self._happen(self._at_steps.pop(0))

    def _committing(self) -> str:
        while self._at_commits and self._at_commits[0].at <= self._node.commits:
            fault = self._at_commits.pop(0)
            self._happened[fault.kind] += 1
            if fault.kind == "refuse":
                self._node.refusing = 1 + int(fault.amount * 6)
            else:
                return fault.kind
        return ""

    def _happen(self, fault: Fault) -> None:
        node, person = self._node, self._people.get(fault.whom)
        connection = None if person is None else person.connection
        match fault.kind:
            case "crash" if not node.loop.dead:
                node.crash()
            case "stop" if node.up:
                node.stop()
            case "lag":
                node.lag = 3 + 30 * fault.amount
                self._scheduler.after(1 + 3 * fault.amount, setattr, node, "lag", 1.0)
            case "double" if person is not None:
                person.doubled = 1 + int(4 * fault.amount)
            case "cut" | "vanish" if connection is not None:
                connection.cut(quietly=fault.kind == "vanish")
            case "cancel" if connection is not None:
                connection.cancel()
            case "stall" if connection is not None:
                connection.stalled = True
                self._scheduler.after(0.5 + 6 * fault.amount, connection.read_on)
            case _:
                return
        self._happened[fault.kind] += 1


@contextmanager
def _logged() -> Iterator[list[str]]:
    """Catch what the server logs, and return the errors that nobody foresaw."""
    errors: list[str] = []

    def note(_: object, method: str, event: structlog.types.EventDict) -> str:
        if event["event"] == "server.error":
            errors.append(repr(event.get("exc_info")))
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(processors=[note], cache_logger_on_first_use=False)
    try:
        yield errors
    finally:
        structlog.configure(**before)
