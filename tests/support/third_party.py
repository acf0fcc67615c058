"""Somebody else's package with bots in it, for tests: installed, but not with pip."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from textwrap import dedent

from openregicide.bots.api.registry import GROUP

__all__ = ["environment", "install"]


def install(folder: Path, source: str, bots: dict[str, str], *, package: str = "acme") -> None:
    """Lay a module and its entry points into a folder, as pip would; `bots` are their values."""
    (folder / f"{package}.py").write_text(dedent(source))
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"[{GROUP}]", *(f"{name} = {value}" for name, value in bots.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of a process that finds what lies in a folder."""
    path = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path), **more}


def forget(package: str = "acme") -> None:
    """Let the next import read the module anew."""
    sys.modules.pop(package, None)
