"""Files that are whole or not there at all, whenever the power goes, and that say their origin."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["command_of", "write_bytes", "write_json"]


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file beside its place, then put it there in one go."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write JSON for people to read, with a line for every entry."""
    write_bytes(path, (json.dumps(content, indent=2) + "\n").encode())


def command_of(tool: str, options: Mapping[str, object], usual: Mapping[str, object]) -> str:
    """Return the command that makes a file again: only what decides its content.

    Where it was written, on how many processors and after how many breaks makes no difference.
    """
    words = ["python", "-m", f"learning.{tool}"]
    for name, value in options.items():
        if name not in usual or value != usual[name]:
            words += [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join(words)
