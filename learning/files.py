"""Readable files that say how they were made."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from openregicide.files import write_text

__all__ = ["command_of", "write_json"]


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write readable JSON, one entry a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, json.dumps(content, indent=2) + "\n")


def command_of(tool: str, options: Mapping[str, object], usual: Mapping[str, object]) -> str:
    """Return the command that reproduces a file, with only the options that decide its content.

    Where it is written, on how many processors and after how many breaks makes no difference.
    """
    words = ["python", "-m", f"learning.{tool}"]
    for name, value in options.items():
        if name not in usual or value != usual[name]:
            words += [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join(words)
