"""Help: the keys, and the game in short."""

from __future__ import annotations

from textual.content import Content

from ...core import RuleSet
from ...i18n import Catalogue
from ..wide import wide, wrapped
from .ink import paragraph, signs

__all__ = ["help_lines"]

GAME = (
    "web.help.goal",
    "web.help.step1",
    "web.help.step2",
    "web.help.step3",
    "web.help.step4",
)
POWERS = {
    "♥": "web.power.hearts",
    "♦": "web.power.diamonds",
    "♣": "web.power.clubs",
    "♠": "web.power.spades",
}
MORE = ("web.help.sets", "web.help.immune", "web.help.exact", "web.help.jester")


def help_lines(t: Catalogue, rules: RuleSet, width: int) -> list[Content]:
    """Return all that there is to know, for a table with these rules."""
    alone = rules.players == 1
    lines = [*_keys(t, width), Content("")]
    for key in GAME:
        lines += paragraph(t(key), width)
    lines.append(Content(""))
    for sign, key in POWERS.items():
        lines += paragraph(f"{sign} {t(key)}", width, hang="  ")
    lines.append(Content(""))
    for key in (*MORE, "web.help.solo" if alone else "web.help.yield"):
        lines += paragraph(t(key), width)
    return [*lines, Content(""), *paragraph(t("tui.app.help.more"), width, "$soft")]


def _keys(t: Catalogue, width: int) -> list[Content]:
    keys = {
        "1–9 0 ← → Space": t("tui.app.help.select"),
        "Enter": t("web.keys.enter"),
        "Esc": t("web.keys.escape"),
        "y": t("web.keys.y"),
        "f": t("web.keys.j"),
        "s": t("web.keys.s"),
        "h": t("tui.app.help.hints"),
        "t": t("tui.app.help.talk"),
        "l d": t("tui.app.help.log"),
        "u": t("tui.app.help.undo"),
        "n": t("tui.app.help.again"),
        "v b": t("tui.app.help.away"),
        "q": t("tui.app.help.leave"),
    }
    column = max(map(wide, keys)) + 2
    lines = []
    for key, text in keys.items():
        first, *more = wrapped(text, width - column)
        lines.append(Content.styled(key + " " * (column - wide(key)), "bold $gold") + signs(first))
        lines += [Content(" " * column + line) for line in more]
    return lines
