"""The rules in force at a table, one sentence each; the browser has the same list."""

from __future__ import annotations

from ...core import OPTIONS, Companions, RuleSet, Talk
from ...core.options import Choice
from ...i18n import Catalogue

__all__ = ["rules_in_force", "sets_text"]

OWN_SENTENCE = {"companions", "talk"}
"""The choices that have sentences of their own below."""

IN_GENERAL = ("ui.help.sets", "ui.help.jester", "ui.help.yield", "ui.help.solo")


def rules_in_force(t: Catalogue, rules: RuleSet | None) -> list[str]:
    """Return what depends on a table's options; before there is a table, the rulebook's choice."""
    if rules is None:
        # R16: the royals are the same for any number of players.
        return [_enemies_text(t, RuleSet(players=1)), *map(t, IN_GENERAL)]
    alone = rules.players == 1
    said = [
        _enemies_text(t, rules),
        t("ui.help.hand_limit", hand_limit=rules.hand_limit),
        sets_text(t, rules),
    ]
    if rules.jesters:
        said.append(t("ui.help.jesters", count=rules.jesters))
        said.append(t("ui.help.jester_alone" if alone else "ui.help.jester"))
    if alone:
        said.append(t("ui.help.yield_alone" if rules.solo_yield else "ui.help.no_yield"))
    else:
        said.append(t("ui.help.yield"))
        open_talk = rules.talk is Talk.OPEN
        said.append(t("ui.help.talk_open" if open_talk else "ui.help.talk_strict"))
    if rules.flips:
        said.append(t("ui.help.flips", count=rules.flips))
    changed = rules.changed()
    for option in OPTIONS:
        if isinstance(option, Choice) and option.name in changed.keys() - OWN_SENTENCE:
            said.append(t(f"option.{option.name}.{changed[option.name]}.rule"))
    return said


def sets_text(t: Catalogue, rules: RuleSet) -> str:
    """Return which cards may be played together (R13, R14, option `companions`)."""
    many = rules.companions is Companions.MANY
    return t("ui.help.sets_many" if many else "ui.help.sets")


def _enemies_text(t: Catalogue, rules: RuleSet) -> str:
    numbers: dict[str, int] = {}
    for rank, attack, health in zip(
        ("jack", "queen", "king"), rules.attack, rules.health, strict=True
    ):
        numbers |= {f"attack_{rank}": attack, f"health_{rank}": health}
    return t("ui.help.enemies", **numbers)
