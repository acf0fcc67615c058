"""Write docs/terminal.svg: the application's table in the middle of a real game."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from openregicide.core import RuleSet
from openregicide.tui.app.play import PlayApp
from openregicide.tui.app.screens.table import TableScreen
from openregicide.tui.tables.options import PlayOptions

ROOT = Path(__file__).parent.parent
SIZE = (80, 24)
SEED = 7
PRESSED = ("2", "3", "enter", "1", "enter", "1", "2")
"""Two cards together, a discard, and two more cards to think about."""


async def draw() -> str:
    with tempfile.TemporaryDirectory() as saves:
        options = PlayOptions(
            rules=RuleSet(players=1), seed=SEED, first=0, saves=Path(saves), color=True
        )
        app = PlayApp(options)
        async with app.run_test(size=SIZE) as pilot:
            while not isinstance(app.screen, TableScreen):
                await pilot.pause(0.05)
            for key in PRESSED:
                await pilot.press(key)
                await pilot.pause(0.1)
            return app.export_screenshot(title="regicide play", simplify=True)


def tidy(picture: str) -> str:
    """Return the picture without web fonts, and with stable ids."""
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    picture = re.sub(r"terminal-\d+", "terminal", picture)
    return picture.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")


def main() -> None:
    picture = tidy(asyncio.run(draw()))
    (ROOT / "docs" / "terminal.svg").write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
