"""News: what happens at a table, told once to everyone at the keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import RegicideError
from ...i18n import Catalogue
from ..tables.model import Happening, Status, TableModel
from .names import Speech, names_of

__all__ = ["News"]

UNTOLD = ("created", "prepared", "began")
"""What the log of a game leaves out."""


class News:
    """What each viewer was told of a table model; to be used in the model's event loop."""

    def __init__(self, t: Catalogue, model: TableModel) -> None:
        self.t = t
        self.model = model
        self._told: dict[int | None, int] = {None: self._count()}
        """How many happenings each viewer was told of, with those that are forgotten by now."""
        self._status = model.status
        self._present = self._presence()
        self._away: set[int] = set()
        """The seats reported to be away."""
        self._error: RegicideError | None = None

    def speech(self, viewer: int | None) -> Speech:
        """Return sentences for a viewer, with everyone's name."""
        return Speech(self.t, viewer, names_of(self.t, self.model.players))

    def fresh(self, viewer: int | None) -> list[str]:
        """Return what a viewer has not been told yet, a paragraph each."""
        return [*self._connection(), *self._troubles(), *self._presences(), *self.since(viewer)]

    def since(self, viewer: int | None, *, began: bool = True) -> list[str]:
        """Return what has happened since a viewer was last told.

        :param began: with games that began, and what was before them.
        """
        log = self.model.happenings(viewer if viewer in self.model.here else None)
        forgotten = self.model.forgotten
        told = self._told.get(viewer, self._last_own(log, viewer) + forgotten)
        start = min(max(told - forgotten, 0), len(log))
        self._told[viewer] = len(log) + forgotten
        fresh = log[start:]
        return self._paragraphs(viewer, fresh if began else self._of_this_game(fresh))

    def all_known(self, viewer: int | None) -> None:
        """Count everything as told, such as a move that was taken back; the next will be news."""
        count = self._count()
        self._told = {seat: min(told, count) for seat, told in self._told.items()}
        self._told[viewer] = count

    def _count(self) -> int:
        return self.model.forgotten + len(self.model.happenings())

    def game_so_far(self, viewer: int | None) -> list[str]:
        """Return what has happened in this game."""
        log = self.model.happenings(viewer if viewer in self.model.here else None)
        return self._paragraphs(viewer, self._of_this_game(log))

    def _of_this_game(self, log: Sequence[Happening]) -> list[Happening]:
        number = self.model.number
        return [each for each in log if each.game == number and each.what not in UNTOLD]

    def _paragraphs(self, viewer: int | None, log: Sequence[Happening]) -> list[str]:
        words = self.speech(viewer)
        return [text for text in (self._text(words, each) for each in log) if text]

    def _text(self, words: Speech, happening: Happening) -> str:
        if happening.what == "began":
            return self.t("tui.new_game", count=self.model.rules.players)
        return words.happening(happening)

    def _last_own(self, log: Sequence[Happening], viewer: int | None) -> int:
        """Return the index of the viewer's last move: in a resumed game, news begin there."""
        own = [
            index
            for index, each in enumerate(log)
            if each.what == "moved" and each.seat == viewer and each.game == self.model.number
        ]
        began = [index for index, each in enumerate(log) if each.what == "began"]
        return own[-1] if own else began[-1] if began else len(log)

    # What is not in the log of the table

    def _connection(self) -> list[str]:
        before, self._status = self._status, self.model.status
        lost = (Status.OFFLINE, Status.CONNECTING)
        if self._status is Status.ONLINE and before in lost:
            return [self.t("tui.online")]
        return [self.t("tui.offline")] if self._status in lost and before not in lost else []

    def _troubles(self) -> list[str]:
        before, self._error = self._error, self.model.error
        if self._error is None or self._error is before or self._status is Status.CLOSED:
            return []
        said = self.t.error(self._error)
        if self._error.code == "save.system":
            said = self.t("tui.save_failed", reason=said)
        return [said]

    def _presence(self) -> list[tuple[str, bool]]:
        return [(each.name, each.present) for each in self.model.players]

    def _presences(self) -> list[str]:
        """Return who went away, and who of those came back."""
        words, said = self.speech(None), []
        before, self._present = self._present, self._presence()
        for seat, ((name, was), (same, here)) in enumerate(
            zip(before, self._present, strict=False)
        ):
            if seat in self.model.here or name != same or not name or was == here:
                continue
            if was:
                self._away.add(seat)
                said.append(words.went(seat))
            elif seat in self._away:
                self._away.remove(seat)
                said.append(words.came(seat))
        return said
