"""Plots of runs: how many games were won, and which enemies won the others."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ..core import Suit, suit_of
from ..errors import InvalidOptionError
from ..i18n import Catalogue
from ..i18n.speech import card_text, percent_text
from ..notation import format_card, format_seed
from .plan import Plan
from .progress import RATE_DIGITS
from .report import ROYAL_RANKS, enemies, run_name
from .summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw", "prepare"]

SUFFIXES = (".png", ".svg", ".pdf")

# Safe for colour-blind people (Okabe and Ito's palette).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4d4d4d")
INK = "#333333"
RED = "#c0392b"
FAINT = "#d9d9d9"

SHORT_SEED = 1 << 32
"""Seeds below this were typed by people and are shown in decimal."""


def prepare(path: Path) -> None:
    """Check that a plot can be written to such a file.

    :raises InvalidOptionError: not a kind of picture we draw, or nothing here to draw it with.
    """
    if path.suffix not in SUFFIXES:
        raise InvalidOptionError("arena.plot_suffix", file=str(path), known=SUFFIXES)
    try:
        import_module("matplotlib.figure")
    except ImportError:
        raise InvalidOptionError("arena.no_matplotlib") from None


def draw(t: Catalogue, runs: Sequence[tuple[Plan, Summary]], path: Path) -> bytes:
    """Return a plot of one or more runs, in the format of the file's suffix."""
    # A figure without pyplot: no windows, no global state.
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    height = 0.7 * len(runs)
    layout = ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.15, hspace=0.06)
    figure = Figure(figsize=(9, 4.6 + height), layout=layout, facecolor="white")
    above, below = figure.subplots(2, 1, height_ratios=[0.3 + height, 3.2])
    _draw_rates(t, above, runs)
    _draw_losses(t, below, runs)
    out = io.BytesIO()
    figure.savefig(out, format=path.suffix[1:], dpi=150)
    return out.getvalue()


def _draw_rates(t: Catalogue, axes: Axes, runs: Sequence[tuple[Plan, Summary]]) -> None:
    """Draw a dot with its interval for each run, the first on top, labelled above."""
    left, right = _range([bound for _, summary in runs for bound in summary.interval])
    for row, (plan, summary) in enumerate(runs):
        low, high = (100 * bound for bound in summary.interval)
        rate = 100 * summary.win_rate
        axes.errorbar(
            rate, row, xerr=[[rate - low], [high - rate]], fmt="o", ms=7, capsize=4, lw=2,
            color=_colour(row), clip_on=False, zorder=3,
        )  # fmt: skip
        title = axes.text(left, row - 0.34, _title(t, plan, summary), va="center", color=INK)
        # Above the lines of the grid.
        title.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1.5})
        # On the side of the dot that has more room.
        room_right = right - high > low - left
        axes.annotate(
            percent_text(t, summary.win_rate, RATE_DIGITS), (high if room_right else low, row),
            xytext=(8 if room_right else -8, 0), textcoords="offset points", va="center",
            ha="left" if room_right else "right", color=_colour(row), weight="bold",
        )  # fmt: skip
    axes.set(xlim=(left, right), ylim=(len(runs) - 0.6, -0.6), yticks=[])
    axes.set_xlabel(t("arena.plot_won"), color=INK)
    _tidy(axes)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=FAINT, linewidth=0.8)


def _range(rates: Sequence[float]) -> tuple[int, int]:
    """Return axis limits, in tens of percent, with some margin around the rates."""
    left = max(0, math.floor(10 * min(rates) - 0.5) * 10)
    right = min(100, math.ceil(10 * max(rates) + 0.5) * 10)
    return left, right


def _title(t: Catalogue, plan: Plan, summary: Summary) -> str:
    seed = str(plan.seed) if plan.seed < SHORT_SEED else format_seed(plan.seed)
    return t("arena.plot_title", name=run_name(plan), games=summary.games, seed=seed)


def _draw_losses(t: Catalogue, axes: Axes, runs: Sequence[tuple[Plan, Summary]]) -> None:
    """Draw what share of all games each enemy won."""
    royals = enemies()
    width = 0.8 / len(runs)
    for row, (_, summary) in enumerate(runs):
        counts = [summary.lost_to[format_card(card)] for card in royals]
        shares = [100 * count / max(summary.games, 1) for count in counts]
        centres = [i - 0.4 + width * (row + 0.5) for i in range(len(royals))]
        bars = axes.bar(centres, shares, width, color=_colour(row), zorder=3)
        if len(runs) == 1:
            told = [str(count) if count else "" for count in counts]
            axes.bar_label(bars, told, padding=2, color=INK, fontsize=9)
    axes.set_xticks(range(len(royals)), [card_text(card) for card in royals], fontsize=12)
    for label, card in zip(axes.get_xticklabels(), royals, strict=True):
        label.set_color(RED if suit_of(card) in (Suit.DIAMONDS, Suit.HEARTS) else INK)
    for border in range(1, len(ROYAL_RANKS)):
        axes.axvline(border * 4 - 0.5, color=FAINT, linewidth=0.8)
    axes.set_xlim(-0.5, len(royals) - 0.5)
    axes.set_ylim(bottom=0, top=max(axes.get_ylim()[1], 1.0))
    axes.set_xlabel(t("arena.plot_enemy"), color=INK)
    axes.set_ylabel(t("arena.plot_lost"), color=INK)
    _tidy(axes, labels=False)
    axes.grid(axis="y", color=FAINT, linewidth=0.8)


def _tidy(axes: Axes, *, labels: bool = True) -> None:
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    axes.tick_params(axis="both" if labels else "y", labelcolor=INK)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(FAINT)


def _colour(row: int) -> str:
    return COLOURS[row % len(COLOURS)]
