"""Every screen of the application: as images to look at, and as text to compare and review.

A snapshot is the characters of a screen, the runs of equal style in each line (`a14 b3`: fourteen
cells of style a, three of b), and what the styles are at night and on parchment.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, chdir
from itertools import count, groupby
from pathlib import Path
from string import ascii_letters

from rich.style import Style
from textual.pilot import Pilot

from openregicide.core import RuleSet
from openregicide.tui.app.frame import Frame
from openregicide.tui.app.screens.home import HomeScreen
from openregicide.tui.app.screens.replay import ReplayScreen
from openregicide.tui.app.screens.result import ResultScreen
from openregicide.tui.app.screens.room import RoomScreen
from openregicide.tui.app.screens.table import TableScreen
from support.app_games import People, opened, strips_of, until

__all__ = ["IMAGES", "LANGUAGES", "SIZES", "SNAPSHOTS", "Camera", "take_pictures"]

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "build" / "screenshots" / "terminal"
SNAPSHOTS = ROOT / "tests" / "tui" / "snapshots"

SIZES = ((80, 24), (120, 40))
LANGUAGES = ("en", "fr", "es", "zh", "id")
THEMES = ("night", "parchment")

# What is different in every run, with something of the same width.
MASKS = {
    r"\d{8}-\d{6}": "20260131-184502",
    r"\d{4}-\d\d-\d\d \d\d:\d\d": "2026-01-31 18:45",
    r"127\.0\.0\.1:\d{5}": "127.0.0.1:12345",
    r"/t/\w{5}-\w{5}": "/t/ABCDE-FGHJK",
}

STILL_SECONDS = 0.05

Cell = tuple[str, str]


class Camera:
    """Takes pictures of an application in both themes."""

    images = False
    """Whether to write images too; they are for looking, and take long."""

    def __init__(self, app: Frame, pilot: Pilot[None], suffix: str) -> None:
        self.app = app
        self.pilot = pilot
        self.suffix = suffix
        self.taken: dict[str, str] = {}

    async def snap(self, name: str) -> None:
        seen: list[list[list[Cell]]] = []
        for theme in THEMES:
            self.app.theme = theme
            cells = await self.still()
            if self.images:
                image = self.app.export_screenshot()
                (IMAGES / f"{name}-{self.suffix}-{theme}.svg").write_text(image, encoding="utf-8")
            seen.append(cells)
        self.app.theme = THEMES[0]
        self.taken[f"{name}-{self.suffix}"] = snapshot(*seen)

    async def still(self) -> list[list[Cell]]:
        """Return the screen once nothing on it changes any more."""
        before: list[list[Cell]] = []
        await self.pilot.pause()
        while (now := cells_of(self.app)) != before:
            before = now
            await self.pilot.pause(STILL_SECONDS)
        return now


def cells_of(app: Frame) -> list[list[Cell]]:
    """Every character on the screen with its style."""
    return [
        [(char, style_text(segment.style)) for segment in strip for char in segment.text]
        for strip in strips_of(app)
    ]


def style_text(style: Style | None) -> str:
    return (
        ""
        if style is None
        else str(
            Style(
                bold=style.bold,
                dim=style.dim,
                reverse=style.reverse,
                underline=style.underline,
                color=style.color,
                bgcolor=style.bgcolor,
            )
        )
    )


def snapshot(night: list[list[Cell]], parchment: list[list[Cell]]) -> str:
    """Return a screen in both themes as one text."""
    names: dict[tuple[str, str], str] = {}
    letters = (f"{letter}{number or ''}" for number in count() for letter in ascii_letters)
    texts, runs = [], []
    for dark, light in zip(night, parchment, strict=True):
        assert [char for char, _ in dark] == [char for char, _ in light]
        texts.append("".join(char for char, _ in dark))
        styles = [(one[1], other[1]) for one, other in zip(dark, light, strict=True)]
        line = []
        for pair, cells in groupby(styles):
            if pair not in names:
                names[pair] = next(letters)
            line.append(f"{names[pair]}{'×' if len(names[pair]) > 1 else ''}{len(list(cells))}")
        runs.append(" ".join(line))
    text = "\n".join(f"|{line}|" for line in texts)
    for pattern, mask in MASKS.items():
        text = re.sub(pattern, mask, text)
    legend = [f"{name}  {dark}  /  {light}" for (dark, light), name in names.items()]
    return "\n".join([text, "", *runs, "", *legend, ""])


@asynccontextmanager
async def camera_at(
    size: tuple[int, int], language: str, **options: object
) -> AsyncIterator[tuple[Camera, People]]:
    options = {"language": language, **options}
    async with opened(Path("games"), size=size, **options) as (app, pilot):  # type: ignore[arg-type]
        yield Camera(app, pilot, f"{size[0]}x{size[1]}-{language}"), People(app, pilot)


async def take_pictures(
    folder: Path, server: str, size: tuple[int, int], language: str
) -> dict[str, str]:
    """Return the snapshots of the table in a language; in English, of all screens."""
    # A path that is the same everywhere, because it can be read on the screen.
    with chdir(folder):
        taken = await _table(size, language)
        if language == "en":
            taken |= await _alone(size)
            taken |= await _room(size, server)
            taken |= await _home(size)
        return taken


async def _table(size: tuple[int, int], language: str) -> dict[str, str]:
    """Four at a table, two of them bots, in the middle of a fight."""
    rules = RuleSet(players=4)
    bots = ("greedy", "greedy")
    table = camera_at(size, language, rules=rules, seed=11, first=0, bots=bots)
    async with table as (camera, people):
        if language == "en":
            await camera.snap("curtain")
        await camera.pilot.press("enter")
        await people.on(TableScreen)
        await people.play(moves=6)
        await until(
            camera.pilot, lambda: people.table.selection.hands_over or people.table.selection.acts
        )
        await camera.pilot.pause()
        await camera.snap("table")
    return camera.taken


async def _alone(size: tuple[int, int]) -> dict[str, str]:
    async with camera_at(size, "en", rules=RuleSet(players=1), seed=7, first=0) as (camera, people):
        pilot = camera.pilot
        await people.on(TableScreen)
        await pilot.press("4")
        await camera.snap("attack")
        await pilot.press("1")
        await camera.snap("refused")
        await pilot.press("enter")
        await until(pilot, lambda: not people.table.busy)
        await pilot.press("s")
        await camera.snap("discard")
        await pilot.press("escape")
        for key, name in (("l", "log"), ("d", "pile"), ("question_mark", "help")):
            await pilot.press(key)
            await camera.snap(name)
            await pilot.press("escape")
        await people.play()
        await camera.snap("over")
        await pilot.press("enter")
        await people.on(ResultScreen)
        await camera.snap("result")
        await pilot.press("r")
        await people.on(ReplayScreen)
        await pilot.press("right", "right", "right")
        await camera.snap("replay")
        await pilot.resize_terminal(70, 20)
        await camera.snap("small")
    return camera.taken


async def _room(size: tuple[int, int], server: str) -> dict[str, str]:
    asked = {"rules": RuleSet(players=3), "host": server, "name": "Ann"}
    async with camera_at(size, "en", **asked) as (camera, people):
        await people.on(RoomScreen)
        await camera.snap("room")
        await camera.pilot.press("t")
        await camera.snap("talk")
    return camera.taken


async def _home(size: tuple[int, int]) -> dict[str, str]:
    async with camera_at(size, "en") as (camera, people):
        await people.on(HomeScreen)
        await camera.snap("home")
        await camera.pilot.press("down", "down", "enter")
        await camera.pilot.pause()
        await camera.snap("players")
        await camera.pilot.press("escape")
        await camera.pilot.pause()
        await camera.pilot.press("down", "enter")
        await camera.pilot.pause()
        await camera.snap("join")
    return camera.taken
