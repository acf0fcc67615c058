"""What the terminal says about the deal of a game that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...i18n import Catalogue

if TYPE_CHECKING:
    # Only its fields are needed: playing at this keyboard must not load the client.
    from ...client import Seal

__all__ = ["is_broken", "seal_details", "seal_line"]


def is_broken(seal: Seal) -> bool:
    """Return whether the deal does not fit what was promised or shown."""
    return str(seal.fairness) == "broken"


def seal_line(t: Catalogue, seal: Seal) -> str:
    """Return the result of the check in one line."""
    mark = "!" if is_broken(seal) else "◈"
    known = not is_broken(seal) and "again" in seal.reasons
    return f"{mark} {t('tui.deal.known' if known else f'tui.deal.{seal.fairness}')}"


def seal_details(t: Catalogue, seal: Seal) -> list[str]:
    """Return what was checked, what is missing, or what does not fit."""
    if not seal.reasons:
        return [t("tui.deal.about.checked")]
    reasons = [t(f"tui.deal.why.{reason}") for reason in seal.reasons]
    return [*reasons, t("tui.deal.about.broken")] if is_broken(seal) else reasons
