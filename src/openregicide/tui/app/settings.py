"""What the application remembers between starts, in a file beside the games."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from ...files import write_text

__all__ = ["Settings", "SettingsFile"]

FILE = "settings.json"
LARGEST = 10_000


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything may be empty: then nothing was chosen yet."""

    language: str = ""
    theme: str = ""
    name: str = ""
    server: str = ""
    bot: str = ""


class SettingsFile:
    """Read the file; if it cannot be read, it counts as empty."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self.settings = self._read()

    def remember(self, **chosen: str) -> None:
        """Remember a choice; if it cannot be written, it lasts for this session."""
        self.settings = replace(self.settings, **chosen)
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_text(self.path, json.dumps(asdict(self.settings), indent=1) + "\n")

    def _read(self) -> Settings:
        try:
            with self.path.open(encoding="utf-8") as file:
                data = json.loads(file.read(LARGEST))
        except (OSError, ValueError):
            return Settings()
        known = {field.name for field in fields(Settings)}
        if not isinstance(data, dict):
            return Settings()
        return Settings(
            **{name: text for name, text in data.items() if name in known and isinstance(text, str)}
        )
