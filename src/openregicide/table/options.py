"""The rules of a table as they travel, and as the engine knows them."""

from __future__ import annotations

from msgspec import convert
from msgspec.structs import asdict, replace

from ..core import OPTIONS, RuleSet
from ..protocol import RulesData, TableSettings

__all__ = ["filled_in", "rules_data", "rules_of"]


def rules_of(data: RulesData) -> RuleSet:
    """Return the rules that are meant; what was left out follows the rulebook.

    :raises InvalidOptionError: options that do not go together.
    """
    return RuleSet(**{name: value for name, value in asdict(data).items() if value is not None})


def rules_data(rules: RuleSet) -> RulesData:
    """Return rules as they travel, with nothing left out."""
    chosen = {option.name: getattr(rules, option.name) for option in OPTIONS}
    return convert({"players": rules.players, **chosen}, RulesData)


def filled_in(settings: TableSettings) -> TableSettings:
    """Return settings with every option of the rules, so that they mean the same for ever.

    :raises InvalidOptionError: options that do not go together.
    """
    return replace(settings, rules=rules_data(rules_of(settings.rules)))
