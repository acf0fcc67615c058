"""A failing plan made smaller by itself: fewer faults, fewer people, fewer acts.

Whatever can be left out while the same promise is still broken is left out, until nothing more
can be (delta debugging).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .plan import Plan

__all__ = ["shrink"]

MOST_RUNS = 150


class _Shrinker:
    def __init__(self, fails: Callable[[Plan], bool], most: int) -> None:
        self._fails = fails
        self.left = most

    def try_out(self, plan: Plan) -> bool:
        self.left -= 1
        return self.left >= 0 and self._fails(plan)

    def fewer(self, items: Sequence[int], made: Callable[[Sequence[int]], Plan]) -> Sequence[int]:
        """Return as few of the items as still fail, in larger bites first."""
        size = len(items)
        while size and self.left > 0:
            start = 0
            while start < len(items):
                rest = [*items[:start], *items[start + size :]]
                if self.try_out(made(rest)):
                    items = rest
                else:
                    start += size
            size //= 2
        return items


def shrink(plan: Plan, fails: Callable[[Plan], bool], *, most: int = MOST_RUNS) -> Plan:
    """Return a plan that still fails, and as small as can be found.

    :param fails: whether a plan breaks the promise in question.
    :param most: how many plans to try out.
    """
    work = _Shrinker(fails, most)
    while work.left > 0:
        smaller = _fewer_acts(_fewer_people(_fewer_faults(plan, work), work), work)
        if smaller == plan:
            break
        plan = smaller
    return plan


def _fewer_faults(plan: Plan, work: _Shrinker) -> Plan:
    kept = plan.kept_faults
    faults = tuple(range(len(plan.faults))) if kept is None else kept
    return plan.reduced(faults=work.fewer(faults, lambda some: plan.reduced(faults=some)))


def _fewer_people(plan: Plan, work: _Shrinker) -> Plan:
    people = [person.number for person in plan.persons()]
    return plan.reduced(people=work.fewer(people, lambda some: plan.reduced(people=some)))


def _fewer_acts(plan: Plan, work: _Shrinker) -> Plan:
    for part in (2, 4, 8):
        while plan.length > 1:
            smaller = plan.reduced(acts=plan.length - max(1, plan.length // part))
            if not work.try_out(smaller):
                break
            plan = smaller
    return plan
