"""The arena: many games between bots, and what can be said about them afterwards."""

from .plan import Plan
from .results import GameResult, Run, read_run
from .run import ArenaOptions, run, run_comparison
from .summary import Summary, summarize, wilson_interval

__all__ = [
    "ArenaOptions",
    "GameResult",
    "Plan",
    "Run",
    "Summary",
    "read_run",
    "run",
    "run_comparison",
    "summarize",
    "wilson_interval",
]
