"""From a plan to a verdict: run it, and check what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from .checker import Finding, check
from .disk import Disks
from .plan import Plan
from .world import Run, run_plan

__all__ = ["Verdict", "judge"]


@dataclass(frozen=True, slots=True)
class Verdict:
    run: Run
    findings: list[Finding]

    @property
    def rule(self) -> str:
        """The first promise that was broken; empty if none was."""
        return self.findings[0].rule if self.findings else ""


def judge(plan: Plan, disks: Disks) -> Verdict:
    run = run_plan(plan, disks)
    findings = check(run.history, run.stored.journals, run.stored.games)
    findings += [Finding("server.error", each) for each in run.unexpected]
    findings += [Finding("client.stuck", each) for each in run.stuck]
    return Verdict(run, findings)
