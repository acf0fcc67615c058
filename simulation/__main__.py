"""`python -m simulation`: run plan after plan, and stop at the first broken promise."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import closing

from .campaign import Campaign, Outcome, Tally, first_seed, play, shorten
from .defects import DEFECTS, defect
from .disk import Disks
from .plan import parse_plan

EVERY_SECONDS = 1.0
SHOWN = 5
"""How many broken promises of one plan are shown."""


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if every promise was kept, and 1 if one was broken."""
    flags = _flags().parse_args(arguments)
    if flags.replay is not None:
        return _replay(flags.replay, flags.defect, shrinking=flags.shrink)
    campaign = Campaign(
        first_seed(flags.seed),
        schedules=flags.schedules,
        seconds=flags.seconds,
        cpu_seconds=flags.cpu_seconds,
        jobs=flags.jobs,
        bug=flags.defect,
    )
    shown_at = 0.0
    try:
        for outcome in campaign.outcomes():
            if outcome.findings:
                _show_line(campaign.tally, campaign.elapsed, end="\n")
                return _broken(outcome, flags.defect, shrinking=True)
            if time.monotonic() - shown_at > EVERY_SECONDS and sys.stderr.isatty():
                shown_at = time.monotonic()
                _show_line(campaign.tally, campaign.elapsed, end="\r")
    except KeyboardInterrupt:
        pass
    _show_line(campaign.tally, campaign.elapsed, end="\n")
    return 0


def _flags() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the whole campaign")
    parser.add_argument("--schedules", type=int, help="stop after so many")
    parser.add_argument("--seconds", type=float, help="stop after so long")
    parser.add_argument("--cpu-seconds", type=float, help="stop after so much time of the CPU")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--replay", metavar="PLAN", help="run one plan again")
    parser.add_argument("--shrink", action="store_true", help="with --replay: make it smaller")
    parser.add_argument("--defect", choices=DEFECTS, help="put a defect in, to see it found")
    return parser


def _replay(word: str, bug: str | None, *, shrinking: bool) -> int:
    try:
        parse_plan(word)
    except ValueError:
        print(f"not a plan: {word}", file=sys.stderr)
        return 2
    with closing(Disks()) as disks, defect(bug):
        outcome = play(word, disks)
    print(f"{outcome.frames} frames, {outcome.entries} entries, digest {outcome.digest[:16]}")
    if not outcome.findings:
        print("every promise was kept")
        return 0
    return _broken(outcome, bug, shrinking=shrinking)


def _broken(outcome: Outcome, bug: str | None, *, shrinking: bool) -> int:
    """Tell what was broken, and how to see it again."""
    for finding in outcome.findings[:SHOWN]:
        print(finding[:1000])
    word = outcome.word
    if shrinking:
        with closing(Disks()) as disks, defect(bug):
            word = shorten(word, outcome.rule, disks)
    extra = "" if bug is None else f" --defect {bug}"
    print(f"again: python -m simulation --replay {word}{extra}")
    return 1


def _show_line(tally: Tally, seconds: float, *, end: str) -> None:
    rate = tally.schedules / max(seconds, 0.001)
    happened = " ".join(f"{kind} {number}" for kind, number in sorted(tally.happened.items()))
    print(
        f"{tally.schedules} schedules, {rate:.1f}/s, {tally.entries} entries,"
        f" {tally.frames} frames: {happened}",
        end=end,
        file=sys.stderr,
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
