"""Write docs/terminal.svg: the last screen of a real game, played by the lines below."""

from __future__ import annotations

import io
import re
import tempfile
from html import escape
from pathlib import Path

from openregicide.core import RuleSet
from openregicide.tui.plain import PlainOptions, run

ROOT = Path(__file__).parent.parent
SEED = 7
TYPED = ["4d 4s", "", "2h", "", "5c 5s"]
ROWS = 26
COLUMNS = 82
WIDTH, HEIGHT = 8.43, 18
COLORS = {"31": "#e5645f", "32": "#58b06a", "94": "#6fa8ef", "1": "#f4f0e6", "2": "#6b6a76"}


class Terminal(io.StringIO):
    """Somebody at a keyboard: what they type appears on the screen."""

    def __init__(self, screen: io.StringIO) -> None:
        super().__init__("".join(line + "\n" for line in TYPED))
        self.screen = screen

    def isatty(self) -> bool:
        return True

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        line = super().readline(-1 if size is None else size)
        self.screen.write(line)
        return line


def play() -> list[str]:
    screen = io.StringIO()
    with tempfile.TemporaryDirectory() as saves:
        options = PlainOptions(
            rules=RuleSet(players=1), seed=SEED, first=0, saves=Path(saves), new=True, color=True
        )
        run(options, stdin=Terminal(screen), stdout=screen)
    lines = screen.getvalue().split("\n")
    # The last lines are the goodbye after the typing ends; the picture stops at the question.
    end = max(i for i, line in enumerate(lines) if line == "> ")
    return [*lines[end - ROWS + 1 : end], "> █"]


def spans(line: str) -> str:
    """Turn colour codes into spans."""
    out, color = [], ""
    for piece in re.split(r"(\x1b\[\d+m)", line):
        code = re.fullmatch(r"\x1b\[(\d+)m", piece)
        if code:
            color = COLORS.get(code[1], "")
        elif piece and color:
            out.append(f'<tspan fill="{color}">{text_of(piece)}</tspan>')
        elif piece:
            out.append(text_of(piece))
    return "".join(out)


def text_of(piece: str) -> str:
    """Return text for a picture; not every viewer keeps ordinary spaces."""
    return escape(piece).replace(" ", "\u00a0")


def main() -> None:
    lines = play()
    width, height = round(COLUMNS * WIDTH), (len(lines) + 2) * HEIGHT
    rows = [
        f'<text xml:space="preserve" x="12" y="{(i + 1.7) * HEIGHT:.0f}">{spans(line)}</text>'
        for i, line in enumerate(lines)
        if line
    ]
    picture = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>A solo game of Regicide in a terminal</title>
<style>text {{ font: 14px "DejaVu Sans Mono", Menlo, Consolas, monospace;
fill: #cfc9bb }}</style>
<rect width="{width}" height="{height}" rx="8" fill="#1b1a22"/>
{chr(10).join(rows)}
</svg>
"""
    (ROOT / "docs" / "terminal.svg").write_text(picture)


if __name__ == "__main__":
    main()
