"""The numbers in what players may say: facts that lie open on the table (R27, R28)."""

from __future__ import annotations

from ..core import View

__all__ = ["public_number"]


def public_number(view: View, seat: int, phrase: str) -> int | None:
    """Return the number that a phrase has now, said by the player of a seat; `None` if it has none.

    It is the same in everybody's view, also in a spectator's.
    """
    match phrase:
        case "my_cards":
            return view.hands[seat].count
        case "tavern_cards":
            return view.tavern_count
        case "discard_cards":
            return len(view.discard)
        case "enemy_left":
            return view.health - view.damage
    return None
