"""What the terminal tells people to do: prompts, help, the rules, a suggested discard."""

from __future__ import annotations

from ...core import (
    Cards,
    Move,
    MoveKind,
    Phase,
    RuleSet,
    View,
    is_jester,
    is_royal,
    move_cards,
    move_kind,
    moves_of,
    previews,
    value_of,
)
from ...i18n import Catalogue
from ...i18n.speech import joined, listed, sentence
from .cards import typed
from .in_force import rules_in_force, sets_text
from .narrator import Narrator

__all__ = ["best_discard", "discards_of", "help_text", "prompt_text", "rules_text"]


def prompt_text(words: Narrator, view: View) -> str:
    """Return the prompt for what the game waits for, with possible answers."""
    t = words.t
    match view.phase:
        case Phase.DISCARD:
            return _prompt_discard(t, view)
        case Phase.NAME_NEXT:
            seats = range(view.rules.players)
            return t("tui.ask_next", players=listed(t, (words.numbered(seat) for seat in seats)))
        case _:
            return _prompt_play(t, view)


def _prompt_play(t: Catalogue, view: View) -> str:
    assert view.seat is not None
    cards = view.hands[view.seat].cards
    # Examples come from the hand itself, so they work when typed as they are.
    parts = [t("tui.ask_play", example=_example(cards))] if cards else []
    sets = [move for move in moves_of(view) if len(move_cards(move)) > 1]
    if sets:
        example = " ".join(map(typed, move_cards(sets[0])))
        parts.append(t("tui.ask_set", example=example))
    if view.may_yield:
        parts.append(t("tui.ask_yield"))
    if view.flips:
        parts.append(t("tui.ask_flip"))
    return sentence(joined(t, [*parts, t("tui.ask_commands")]))


def _prompt_discard(t: Catalogue, view: View) -> str:
    assert view.seat is not None
    cards = view.hands[view.seat].cards
    worth = sum(map(value_of, cards))
    if worth < view.due:
        return t("tui.ask_discard_flip", due=view.due, worth=worth)
    parts = [t("tui.ask_discard", due=view.due, worth=worth, example=_example(cards))]
    if view.flips:
        parts.append(t("tui.ask_flip"))
    return joined(t, parts)


def _example(cards: Cards) -> str:
    """Return one of the cards as it is typed, if possible not a jester."""
    return typed(max(cards, key=lambda card: (not is_jester(card), card)))


def help_text(t: Catalogue, view: View | None) -> str:
    """Return what can be typed now; without a view, before a game."""
    if view is None:
        return t("tui.help_setup")
    lines = []
    match view.phase:
        case Phase.NAME_NEXT:
            lines.append(t("tui.help_next"))
        case Phase.DISCARD:
            lines.append(t("tui.help_discard"))
        case _:
            lines.append(joined(t, (t("tui.help_play"), sets_text(t, view.rules))))
            if view.rules.jesters:
                lines.append(t("tui.help_jester"))
            if view.may_yield:
                lines.append(t("tui.help_yield"))
    if view.flips:
        lines.append(t("tui.help_flip"))
    return "\n".join([*lines, t("tui.help_commands")])


def rules_text(t: Catalogue, rules: RuleSet | None) -> str:
    """Return the game on one screen, with the rules of this table if there is one."""
    heading = t("ui.help.more" if rules is None else "ui.help.here").upper()
    in_force = joined(t, rules_in_force(t, rules))
    return "\n".join([t("tui.rules"), f"{heading}  {in_force}"])


def best_discard(view: View) -> Move | None:
    """Return the discard to suggest."""
    return next(iter(discards_of(view)), None)


def discards_of(view: View) -> list[Move]:
    """Return the discards with no card to spare, the best to make first.

    A kill in hand and royals are kept as long as other cards can pay. Then the least value goes,
    then the fewest cards, then the lowest.
    """
    told = previews(view, moves_of(view, minimal=True))

    def cost(move: Move) -> tuple[bool, int, int, int, int]:
        cards = move_cards(move)
        royals = sum(map(is_royal, cards))
        return told[move].gives_kill, royals, told[move].paid, len(cards), max(cards)

    return sorted((move for move in told if move_kind(move) is MoveKind.DISCARD), key=cost)
