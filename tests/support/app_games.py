"""People at the application: they look at the screen, and press keys or click."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual._compositor import LayoutUpdate
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from openregicide.core import (
    FLIP,
    YIELD,
    Generator,
    Move,
    RuleSet,
    View,
    move_cards,
    move_seat,
    moves_of,
)
from openregicide.tui.app.panels.hand import HandPanel
from openregicide.tui.app.play import PlayApp
from openregicide.tui.app.screens.curtain import CurtainScreen
from openregicide.tui.app.screens.table import TableScreen
from openregicide.tui.tables.options import PlayOptions

__all__ = [
    "SECONDS",
    "People",
    "opened",
    "run",
    "strips_of",
    "text_of",
    "until",
]

SECONDS = 120.0
PATIENCE = 30.0
Keys = list[str]


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(SECONDS):
            await work()

    asyncio.run(in_time())


@asynccontextmanager
async def opened(
    folder: Path,
    *,
    size: tuple[int, int] = (80, 24),
    theme: str = "",
    rules: RuleSet | None = None,
    **options: object,
) -> AsyncIterator[tuple[PlayApp, Pilot[None]]]:
    """The application, with bots that do not wait."""
    given = PlayOptions(rules=rules, saves=folder, color=True, pause=0, hint_ms=300)
    app = PlayApp(replace(given, **options))  # type: ignore[arg-type]
    if theme:
        app.theme = theme
    async with app.run_test(size=size) as pilot:
        yield app, pilot


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Wait until something is true; what never is, is shown."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, text_of(pilot.app)
        await pilot.pause(0.01)


def strips_of(app: App[None]) -> list[Strip]:
    """What the terminal shows now, screens that shine through included."""
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    return [Strip.join(line) for line in update.strips]


def text_of(app: App[None]) -> str:
    """All characters that are on the screen now, line by line."""
    return "\n".join(strip.text for strip in strips_of(app))


class People:
    """Whoever is to move: random moves without surplus discards, by keys or by the mouse."""

    def __init__(self, app: PlayApp, pilot: Pilot[None], seed: int = 1) -> None:
        self.app = app
        self.pilot = pilot
        self.dice = Generator(seed)
        self.curtains = 0
        self.mouse = False

    @property
    def table(self) -> TableScreen:
        [table] = [screen for screen in self.app.screen_stack if isinstance(screen, TableScreen)]
        return table

    def choose(self, view: View) -> Move:
        moves = moves_of(view, minimal=True)
        return moves[self.dice.random_below(len(moves))]

    async def on(self, kind: type[Screen[Any]]) -> None:
        """Wait until a screen of a kind is there."""
        await until(self.pilot, lambda: isinstance(self.app.screen, kind))
        await self.pilot.pause()

    async def play(self, *, moves: int = 1000, behind: Callable[[], None] | None = None) -> None:
        """Play until the game is over or so many moves are made.

        :param behind: called whenever there is a curtain.
        """
        while moves and self.app.model is not None and self.app.model.outcome is None:
            if isinstance(self.app.screen, CurtainScreen):
                self.curtains += 1
                if behind is not None:
                    behind()
                await self.pilot.press("enter")
            elif isinstance(self.app.screen, TableScreen) and self.table.selection.hands_over:
                await self.pilot.press("enter")
            elif isinstance(self.app.screen, TableScreen) and self.table.selection.acts:
                await self.move()
                moves -= 1
            else:
                await self.pilot.pause(0.01)

    async def move(self) -> None:
        """Select a move, look at what it will do, and make it."""
        table, selection = self.table, self.table.selection
        view = selection.view
        assert view is not None
        hand = table.query_one(HandPanel)
        await until(self.pilot, lambda: hand.scene is not None and hand.scene.view == view)
        move = self.choose(view)
        await self.select(move)
        assert selection.move == move, selection.notice
        assert selection.said()
        ply = view.ply
        if self.mouse:
            await self.pilot.click("KeyBar", offset=(3, 0))
        else:
            await self.pilot.press("enter")

        def made() -> bool:
            now = self.app.model.view() if self.app.model is not None else None
            return now is None or (now.ply > ply and not table.busy)

        await until(self.pilot, made)

    async def select(self, move: Move) -> None:
        seat = move_seat(move)
        if seat is not None:
            await self.pilot.press(str(seat + 1))
        elif move in (YIELD, FLIP):
            await self.pilot.press("y" if move == YIELD else "f")
        elif self.mouse:
            hand = self.table.query_one(HandPanel)
            for model in self.models(move):
                column = next(x for x in range(80) if hand.index_at(x) == model)
                await self.pilot.click(hand, offset=(column + 2, 3))
        else:
            await self.pilot.press(*(str((model + 1) % 10) for model in self.models(move)))

    def models(self, move: Move) -> list[int]:
        """The places of a move's cards in the hand."""
        hand = list(self.table.selection.hand)
        models: list[int] = []
        for card in move_cards(move):
            model = hand.index(card)
            models.append(model + 1 if model in models else model)
        return models
