"""A record, step by step, on the same board as a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.timer import Timer

from ....core import Game, View
from ....i18n import Catalogue
from ....i18n.speech import joined
from ...tables.model import Player
from ..names import Speech, names_of
from ..panels.board import lay_out
from ..panels.enemy import EnemyPanel
from ..panels.hand import HandPanel
from ..panels.keys import Key, KeyBar
from ..panels.log import LogPanel
from ..panels.scene import Scene
from ..panels.side import SidePanel
from ..panels.speaker import SpeakerPanel
from ..panels.title import TitleBar
from ..window import is_large
from .dialogs import ChoiceScreen

__all__ = ["ReplayScreen"]

SECONDS = 1.2
"""Seconds per step when the replay runs by itself."""
FAR = 10
MOVER = -1
EVERYBODY = -2


class ReplayScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        ("left,up", "step(-1)", ""),
        ("right,down,enter", "step(1)", ""),
        ("pageup", f"step(-{FAR})", ""),
        ("pagedown", f"step({FAR})", ""),
        ("home", "go_to_start", ""),
        ("end", "go_to_end", ""),
        ("space", "run", ""),
        ("v", "whose", ""),
        ("q,escape", "leave", ""),
    ]

    def __init__(
        self,
        game: Game,
        t: Catalogue,
        *,
        names: Sequence[str] | None = None,
        seconds: float = SECONDS,
    ) -> None:
        super().__init__()
        self.game = game
        self.t = t
        self.players = [Player() for _ in range(game.rules.players)]
        self.names = names_of(t, self.players) if names is None else tuple(names)
        self.seconds = seconds
        self.ply = 0
        self.whose = MOVER
        """Whose view: a seat's, a spectator's, or always that of the player to move."""
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield from lay_out()

    def on_mount(self) -> None:
        self.draw()

    def on_resize(self, event: Resize) -> None:
        self.set_class(is_large(event.size), "large")
        self.draw()

    def view(self) -> View:
        """Return the view after the current step."""
        game = self.game.branch(self.ply)
        turn = game.view(None).turn
        return game.view({MOVER: turn, EVERYBODY: None}.get(self.whose, self.whose))

    def draw(self) -> None:
        """Show the current step."""
        t, view = self.t, self.view()
        scene = Scene(t=t, view=view, names=self.names, players=self.players, nobody_is_you=True)
        speech = Speech(t, None, self.names)
        told = [speech.events(events) for events in self.game.events[: self.ply]]
        said = told[-1] if told else t("ui.change.began")
        if self.ply == self.game.ply:
            said = joined(t, [said, speech.ending(view)])
        at = t("ui.replay.at", step=self.ply, last=self.game.ply)
        left = f"{t('ui.replay')} · {speech.turn(view)}"
        self.query_one(TitleBar).show(left, f"{self._progress()} {at}")
        self.query_one(EnemyPanel).show(scene)
        self.query_one(SidePanel).show(scene)
        self.query_one(LogPanel).tell(scene, told)
        news = [] if self.has_class("large") else told[-4:-1]
        self.query_one(SpeakerPanel).tell(scene, news, said, "bold")
        self.query_one(HandPanel).show_hand(scene)
        self.query_one(KeyBar).show(self.keys())

    def _progress(self) -> str:
        done = self.ply * FAR // max(self.game.ply, 1)
        return "█" * done + "─" * (FAR - done)

    def keys(self) -> list[Key]:
        t = self.t
        play = t("ui.replay.play") if self._timer is None else t("ui.replay.pause")
        return [
            Key("←", t("ui.replay.back"), "step(-1)"),
            Key("→", t("ui.replay.on"), "step(1)"),
            Key("␣", play, "run"),
            Key("v", t("ui.replay.look"), "whose"),
            Key("q", t("tui.app.key.leave"), "leave"),
        ]

    # Navigation

    def go_to(self, ply: int) -> None:
        """Go to a step, within the ends."""
        self.ply = min(max(ply, 0), self.game.ply)
        if self.ply == self.game.ply:
            self.stop()
        self.draw()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_step(self, steps: int) -> None:
        self.go_to(self.ply + steps)

    def action_go_to_start(self) -> None:
        self.go_to(0)

    def action_go_to_end(self) -> None:
        self.go_to(self.game.ply)

    def action_run(self) -> None:
        """Let it run by itself, or stop it; at the end, start over."""
        if self._timer is not None:
            self.stop()
        else:
            if self.ply == self.game.ply:
                self.ply = 0
            self._timer = self.set_interval(self.seconds, lambda: self.action_step(1))
        self.draw()

    def action_whose(self) -> None:
        self.run_worker(self._choose_eyes())

    async def _choose_eyes(self) -> None:
        t = self.t
        options: list[tuple[Content | str, int]] = [
            (t("tui.app.replay.mover"), MOVER),
            (t("ui.replay.everybody"), EVERYBODY),
            *((name, seat) for seat, name in enumerate(self.names)),
        ]
        whose = await self.app.push_screen_wait(ChoiceScreen(t, t("ui.replay.look"), options))
        if whose is not None:
            self.whose = whose
            self.draw()

    def action_leave(self) -> None:
        self.dismiss(None)
