"""Regenerate the snapshots of the application, and images to look at. Run by `make goldens`."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.app_pictures import IMAGES, LANGUAGES, SIZES, SNAPSHOTS, Camera, take_pictures
from support.serving import running_server


def main() -> None:
    Camera.images = True
    for folder in (IMAGES, SNAPSHOTS):
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.iterdir():
            path.unlink()
    with tempfile.TemporaryDirectory() as parent, running_server(Path(parent, "server")) as server:
        for size in SIZES:
            for language in LANGUAGES:
                games = Path(parent, f"{size[0]}-{language}")
                games.mkdir()
                taken = asyncio.run(take_pictures(games, server.url, size, language))
                for name, text in taken.items():
                    (SNAPSHOTS / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
