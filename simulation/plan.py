"""What happens in one run: who sits where, how long they play, and which faults come when.

All of it follows from a seed. A plan made smaller still says so in one word, such as
`17:people=0,2:faults=4:acts=9`, which is all that is needed to run it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

__all__ = ["FAULTS", "Fault", "PersonPlan", "Plan", "Role", "TablePlan", "make_plan", "parse_plan"]

Role = Literal["host", "guest", "device", "spectator"]
"""A device is a second client of a seat that another person holds."""

STEPS = 8
"""About how many callbacks of the node an act of a person leads to."""
COMMITS = 0.8
"""About how many commits it leads to. Faults are spread over so many."""

FAULTS = {
    "crash": 3,
    "crash_before": 2,
    "crash_after": 2,
    "stop": 1,
    "refuse": 2,
    "unheard": 2,
    "undone": 2,
    "cut": 5,
    "vanish": 3,
    "cancel": 3,
    "double": 4,
    "stall": 3,
    "lag": 2,
}
"""Every kind of fault, and how often it is chosen.

`crash`: the node dies between two callbacks; `crash_before`, `crash_after`: just before or after
a commit. `stop`: it is asked to stop. `refuse`: the disk refuses some commits. `unheard`: a
commit is done, and reported as failed; `undone`: it fails. `cut`: a connection breaks; `vanish`:
and nobody is told. `cancel`: the server cancels the handler of a connection. `double`: a client's
next frames arrive twice. `stall`: a client reads nothing for a while. `lag`: the network is slow.
"""
AT_COMMITS = ("crash_before", "crash_after", "refuse", "unheard", "undone")


@dataclass(frozen=True, slots=True)
class Fault:
    kind: str
    at: int
    """After how many callbacks of the node, or before which of its commits."""
    whom: int
    """Which person it is about, if it is about one."""
    amount: float
    """How long, or how many; from 0 to 1."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    players: int
    bots: tuple[str, ...]
    """The specs of the bots in the last seats."""
    clock: int
    open_talk: bool


@dataclass(frozen=True, slots=True)
class PersonPlan:
    number: int
    table: int
    role: Role
    twin: int | None = None
    """For a device: whose seat it shares."""
    restless: bool = False
    """Whether this person often gets up between games, with more to say on the way."""


@dataclass(frozen=True, slots=True)
class Plan:
    seed: int
    tables: tuple[TablePlan, ...]
    people: tuple[PersonPlan, ...]
    faults: tuple[Fault, ...]
    acts: int
    """How much every person does before the run comes to rest."""
    kept_people: tuple[int, ...] | None = None
    kept_faults: tuple[int, ...] | None = None
    kept_acts: int | None = None

    def reduced(
        self,
        *,
        people: Sequence[int] | None = None,
        faults: Sequence[int] | None = None,
        acts: int | None = None,
    ) -> Plan:
        """Return the plan with only some of its people, faults and acts."""
        plan = self
        if people is not None:
            plan = replace(plan, kept_people=tuple(people))
        if faults is not None:
            plan = replace(plan, kept_faults=tuple(faults))
        return plan if acts is None else replace(plan, kept_acts=acts)

    @property
    def word(self) -> str:
        """The plan in one word."""
        parts = [str(self.seed)]
        for name, kept in (("people", self.kept_people), ("faults", self.kept_faults)):
            if kept is not None:
                parts.append(f"{name}={','.join(map(str, kept)) or '-'}")
        if self.kept_acts is not None:
            parts.append(f"acts={self.kept_acts}")
        return ":".join(parts)

    def persons(self) -> list[PersonPlan]:
        kept = self.kept_people
        return [each for each in self.people if kept is None or each.number in kept]

    def mishaps(self) -> list[Fault]:
        kept = self.kept_faults
        return [each for i, each in enumerate(self.faults) if kept is None or i in kept]

    @property
    def length(self) -> int:
        return self.acts if self.kept_acts is None else self.kept_acts


def make_plan(seed: int) -> Plan:
    """Return the plan of a seed."""
    dice = Random(f"plan {seed}")
    tables: list[TablePlan] = []
    people: list[PersonPlan] = []
    for table in range(dice.choice((1, 1, 1, 2))):
        players = dice.choice((1, 2, 2, 3, 3, 4))
        bots = dice.randrange(players)
        people_here = players - bots
        tables.append(
            TablePlan(
                players=players,
                bots=tuple(dice.choice(("random", "greedy", "policy")) for _ in range(bots)),
                clock=dice.choice((0, 0, 0, 3)),
                open_talk=dice.random() < 0.3,
            )
        )
        host = len(people)
        people.append(PersonPlan(host, table, "host"))
        for _ in range(people_here - 1):
            restless = dice.random() < 0.2
            people.append(PersonPlan(len(people), table, "guest", restless=restless))
        if dice.random() < 0.4:
            twin = dice.randrange(host, len(people))
            people.append(PersonPlan(len(people), table, "device", twin))
        if dice.random() < 0.4:
            people.append(PersonPlan(len(people), table, "spectator"))
    kinds, weights = list(FAULTS), list(FAULTS.values())
    acts = dice.choice((8, 14, 14, 20, 30))
    faults = []
    for _ in range(dice.choice((0, 1, 2, 3, 4, 6, 9))):
        [kind] = dice.choices(kinds, weights)
        each = COMMITS if kind in AT_COMMITS else STEPS
        at = dice.randrange(3, 10 + round(each * acts * len(people)))
        faults.append(Fault(kind, at, dice.randrange(len(people)), dice.random()))
    return Plan(seed, tuple(tables), tuple(people), tuple(faults), acts)


def parse_plan(word: str) -> Plan:
    """Return the plan that a word means.

    :raises ValueError: it is not such a word.
    """
    seed, *parts = word.split(":")
    plan = make_plan(int(seed))
    for part in parts:
        name, _, value = part.partition("=")
        numbers = [] if value == "-" else [int(each) for each in value.split(",")]
        match name:
            case "people":
                plan = plan.reduced(people=numbers)
            case "faults":
                plan = plan.reduced(faults=numbers)
            case "acts":
                plan = plan.reduced(acts=numbers[0])
            case _:
                raise ValueError(word)
    return plan
