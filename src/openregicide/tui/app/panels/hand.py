"""The hand: clickable cards, the selected ones a row higher than the others."""

from __future__ import annotations

from collections.abc import Collection

from textual.content import Content
from textual.events import Click
from textual.message import Message

from ....core import Cards
from .figures import hand_card
from .ink import beside, paragraph
from .panel import Panel
from .scene import Scene

__all__ = ["KEYS", "HandPanel"]

KEYS = "1234567890-="
"""What is written on the keys for the cards, of which a hand has twelve at most."""


class HandPanel(Panel):
    class Pressed(Message):
        """A card was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.chosen: Collection[int] = ()
        self.dimmed: Collection[int] = ()
        self.pointer: int | None = None

    def show_hand(
        self,
        scene: Scene | None,
        *,
        chosen: Collection[int] = (),
        dimmed: Collection[int] = (),
        pointer: int | None = None,
    ) -> None:
        """Draw a hand and what is selected in it.

        :param dimmed: the positions of cards that do not go with these.
        """
        self.chosen, self.dimmed, self.pointer = tuple(chosen), tuple(dimmed), pointer
        self.show(scene)

    @property
    def cards(self) -> Cards:
        view = None if self.scene is None else self.scene.view
        return () if view is None or view.seat is None else view.hands[view.seat].cards

    def draw(self, scene: Scene, width: int, height: int) -> list[Content]:
        cards = self.cards
        if not cards:
            known = scene.view.seat is not None
            return paragraph(scene.t("tui.hand_empty"), width, "$soft") if known else []
        wide, tall = self._card_size(width, height)
        columns = []
        blank = Content(" " * wide)
        for index, card in enumerate(cards):
            lines = hand_card(
                card,
                wide,
                tall,
                number=KEYS[index],
                chosen=index in self.chosen,
                dimmed=index in self.dimmed,
                pointed=index == self.pointer,
            )
            columns.append([*lines, blank] if index in self.chosen else [blank, *lines])
        return beside(columns)

    def _card_size(self, width: int, height: int) -> tuple[int, int]:
        tall = 7 if height >= 8 else 5
        widest = 11 if tall == 7 else 8
        return max(5, min(widest, (width + 1) // max(len(self.cards), 1) - 1)), tall

    def index_at(self, column: int) -> int | None:
        """Return the index of the card at a column, if any."""
        wide, _ = self._card_size(*self.size)
        index, beyond = divmod(column, wide + 1)
        return index if index < len(self.cards) and beyond < wide else None

    def on_click(self, event: Click) -> None:
        at = event.get_content_offset(self)
        index = None if at is None else self.index_at(at.x)
        if index is not None:
            self.post_message(self.Pressed(index))
