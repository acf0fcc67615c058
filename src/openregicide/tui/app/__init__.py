"""The full-screen terminal client."""

from __future__ import annotations

from ...core import Game
from ...i18n import Catalogue
from ..tables.options import PlayOptions, check_options
from .play import PlayApp
from .watch import WatchApp

__all__ = ["run_app", "run_replay_app"]


def run_app(options: PlayOptions) -> int:
    """Play until the user quits; return the exit code.

    :raises RegicideError: what was asked for cannot be had.
    """
    check_options(options)
    app = PlayApp(options)
    app.run()
    if app.failed is not None:
        raise app.failed
    if app.farewell:
        print(app.farewell)
    return app.return_code or 0


def run_replay_app(game: Game, *, language: str = "en", color: bool = True) -> int:
    """Show a record; return the exit code."""
    app = WatchApp(game, Catalogue(language), color=color)
    app.run()
    return app.return_code or 0
