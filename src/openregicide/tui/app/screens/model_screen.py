"""A screen about a table model, which updates whenever the model changes."""

from __future__ import annotations

from typing import Generic, TypeVar

from textual.message import Message
from textual.screen import Screen

from ....i18n import Catalogue
from ...tables.model import TableModel

__all__ = ["ModelScreen"]

T = TypeVar("T")


class ModelScreen(Screen[T], Generic[T]):
    class Changed(Message):
        """The table model has changed."""

    def __init__(self, model: TableModel, t: Catalogue) -> None:
        super().__init__()
        self.model = model
        self.t = t

    _behind = False
    """Whether we were told of a change and have not looked since; once is enough."""

    def on_mount(self) -> None:
        self._deaf = self.model.listen(self._heard)
        self.sync()

    def on_unmount(self) -> None:
        self._deaf()

    def on_screen_resume(self) -> None:
        # A screen over it may have hidden that it is no longer needed.
        self.sync()

    def _heard(self) -> None:
        # Deferred: the model is in the middle of a change.
        if not self._behind:
            self._behind = self.post_message(self.Changed())

    def on_model_screen_changed(self) -> None:
        self._behind = False
        self.sync()

    def sync(self) -> None:
        """Show the current state of the model."""
        raise NotImplementedError
