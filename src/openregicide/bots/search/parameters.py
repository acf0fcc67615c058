"""The parameters found by learning, kept in `bots/data/`.

`policy-*.json` are weights for the policy, `prior-*.json` weights for predicting what a search will
choose, `value-*.net` are value nets; one of each for 1 to 4 players, and one for a solo player who
wants gold. Each file says how it was made.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources

from ...core import RuleSet
from .net import Net, fits

__all__ = ["Objective", "Prior", "net_for", "prior_for", "weights_for"]


class Objective(StrEnum):
    """What a bot plays for."""

    WIN = "win"
    GOLD = "gold"
    """Solo: to win without a flip, and to win at all only when that is out of reach (R31)."""


def weights_for(rules: RuleSet, objective: Objective = Objective.WIN) -> Mapping[str, float]:
    """Return the policy's weights for a game."""
    return _weights(_name(rules, objective))


@dataclass(frozen=True, slots=True)
class Prior:
    """How promising a search finds moves before it tries them."""

    weights: Mapping[str, float]
    """The weights of a policy that predicts what the search will choose."""
    temperature: float
    """Scores are divided by this before the softmax."""


def prior_for(rules: RuleSet, objective: Objective = Objective.WIN) -> Prior:
    """Return the prior for a game."""
    return _prior(_name(rules, objective))


def net_for(rules: RuleSet, objective: Objective = Objective.WIN) -> Net | None:
    """Return a net for a game, or `None` if no net has learnt its rules."""
    return _net(_name(rules, objective)).copy() if fits(rules) else None


def _name(rules: RuleSet, objective: Objective) -> str:
    # Without flips every solo win is a golden one.
    if rules.players == 1 and (objective is Objective.GOLD or rules.flips == 0):
        return "gold"
    return str(rules.players)


@cache
def _weights(name: str) -> Mapping[str, float]:
    file = resources.files("openregicide.bots").joinpath("data", f"policy-{name}.json")
    weights: Mapping[str, float] = json.loads(file.read_text(encoding="utf-8"))["weights"]
    return weights


@cache
def _prior(name: str) -> Prior:
    file = resources.files("openregicide.bots").joinpath("data", f"prior-{name}.json")
    content = json.loads(file.read_text(encoding="utf-8"))
    return Prior(content["weights"], content["temperature"])


@cache
def _net(name: str) -> Net:
    file = resources.files("openregicide.bots").joinpath("data", f"value-{name}.net")
    return Net.read(file.read_bytes())
