"""Help: the keys, and the game in short."""

from __future__ import annotations

from textual.content import Content

from ....core import RuleSet
from ....i18n import Catalogue
from ...words.in_force import rules_in_force
from ...words.wide import wide, wrapped
from ..panels.ink import paragraph, signs

__all__ = ["help_lines"]

GAME = (
    "ui.help.goal",
    "ui.help.step1",
    "ui.help.step2",
    "ui.help.step3",
    "ui.help.step4",
)
POWERS = {
    "♥": "ui.power.hearts",
    "♦": "ui.power.diamonds",
    "♣": "ui.power.clubs",
    "♠": "ui.power.spades",
}
MORE = ("ui.help.immune", "ui.help.exact")


def help_lines(t: Catalogue, rules: RuleSet | None, width: int) -> list[Content]:
    """Return the help for a table with these rules, or before there is one."""
    lines = [*_keys(t, rules, width), Content("")]
    for key in GAME:
        lines += paragraph(t(key), width)
    lines.append(Content(""))
    for sign, key in POWERS.items():
        lines += paragraph(f"{sign} {t(key)}", width, hang="  ")
    lines.append(Content(""))
    for key in MORE:
        lines += paragraph(t(key), width)
    if rules is not None:
        lines += [Content(""), *paragraph(t("ui.help.here"), width, "bold")]
    for text in rules_in_force(t, rules):
        lines += paragraph(text, width)
    return [*lines, Content(""), *paragraph(t("tui.app.help.more"), width, "$soft")]


def _keys(t: Catalogue, rules: RuleSet | None, width: int) -> list[Content]:
    keys = {
        "1–9 0 - = ← → Space": t("tui.app.help.select"),
        "Enter": t("ui.keys.enter"),
        "Esc": t("ui.keys.escape"),
        "y": t("ui.keys.y"),
        "f": t("ui.keys.j"),
        "s": t("ui.keys.s"),
        "h": t("tui.app.help.hints"),
        "t": t("tui.app.help.talk"),
        "l d": t("tui.app.help.log"),
        "u": t("tui.app.help.undo"),
        "g": t("tui.app.help.give_up"),
        "n": t("tui.app.help.again"),
        "v b": t("tui.app.help.away"),
        "q": t("tui.app.help.leave"),
    }
    if rules is not None and rules.players == 1 and not rules.solo_yield:
        del keys["y"]
    if rules is not None and not rules.flips:
        del keys["f"]
    column = max(map(wide, keys)) + 2
    lines = []
    for key, text in keys.items():
        first, *more = wrapped(text, width - column)
        lines.append(Content.styled(key + " " * (column - wide(key)), "bold $gold") + signs(first))
        lines += [Content(" " * column + line) for line in more]
    return lines
