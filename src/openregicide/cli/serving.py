"""`regicide serve`."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..server.settings import PREFIX, all_settings, load_settings
from .command import Command, UsageError

__all__ = ["SERVE"]


def _add_serve(command: ArgumentParser) -> None:
    command.add_argument("--config", type=Path, metavar="FILE", help="read settings from FILE")
    command.add_argument("--open", action="store_true", help="open a browser, if there is one")
    group = command.add_argument_group(
        "settings", f"also as variables ({PREFIX}PORT=...) and in the file (port = ...)"
    )
    for setting in all_settings():
        value = {int: "N", bool: "on|off", tuple: "A,B"}.get(setting.kind, "TEXT")
        shown = f" ({setting.shown})" if setting.shown else ""
        group.add_argument(
            setting.flag, dest=f"set_{setting.name}", metavar=value, help=setting.about + shown
        )


def _serve(options: Namespace) -> int:
    flags = {
        setting.name: value
        for setting in all_settings()
        if (value := getattr(options, f"set_{setting.name}")) is not None
    }
    config = options.config or os.environ.get(f"{PREFIX}CONFIG")
    settings = load_settings(flags, os.environ, Path(config) if config else None)
    try:
        # Imported here, so that the other commands work without the server's dependencies.
        from ..server.serve import run as run_server
    except ModuleNotFoundError as error:
        raise UsageError(
            f"serving needs {error.name}, which is not installed: "
            "pip install 'openregicide[server]'"
        ) from None
    return run_server(settings, stdout=sys.stdout, open_browser=options.open)


SERVE = Command("serve", "serve tables to browsers and programs", _serve, _add_serve)
