"""`regicide database`: checking, copying and saving what a server keeps."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..files import write_text
from ..i18n import Catalogue
from ..server.settings import data_folder
from .command import Command, UsageError

__all__ = ["DATABASE"]

FILE = "tables.sqlite3"
DAMAGED = 1


def _add_database(command: ArgumentParser) -> None:
    actions = command.add_subparsers(required=True, metavar="ACTION")

    def add(name: str, about: str, run: Callable[[Namespace], int], *flags: str) -> None:
        action = actions.add_parser(name, help=about, description=about)
        for flag in flags:
            action.add_argument(flag, **FLAGS[flag])
        action.set_defaults(action=run)

    add("check", "check every journal, table and record; nothing is changed", _check, "path")
    add("backup", "copy the database, while a server uses it or not", _backup, "to", "--data")
    add("restore", "put a copy in its place, while no server runs", _restore, "copy", "--data")
    add("export", "print the sound part of a table's journal", _export, "table", "--data", "--out")
    add("salvage", "copy what is sound into a new file", _salvage, "to", "--data")


FLAGS: dict[str, dict[str, Any]] = {
    "path": {
        "nargs": "?",
        "type": Path,
        "metavar": "PATH",
        "help": "a database or a data folder (the user's data folder)",
    },
    "to": {"type": Path, "metavar": "TO", "help": "the new file"},
    "copy": {"type": Path, "metavar": "FROM", "help": "the copy"},
    "table": {"metavar": "TABLE", "help": "the table's code"},
    "--data": {
        "type": Path,
        "metavar": "PATH",
        "help": "a database or a data folder (the user's data folder)",
    },
    "--out": {"type": Path, "metavar": "FILE", "help": "write to FILE, for you alone"},
}


def _path(given: Path | None) -> Path:
    path = (given or data_folder()).expanduser()
    return path / FILE if path.is_dir() or given is None else path


def _check(options: Namespace) -> int:
    from ..server.upkeep.check import check

    t, path = Catalogue("en"), _path(options.path)
    found = 0
    for finding in check(path, _progress(t)):
        _clear()
        what = t(f"database.{finding.damage}")
        values = {"name": finding.name, "version": finding.sound, "what": what}
        print(t(f"database.{finding.what}", **values), flush=True)
        found += 1
    _clear()
    print(t("database.damaged", count=found) if found else t("database.sound", path=str(path)))
    return DAMAGED if found else 0


def _progress(t: Catalogue) -> Callable[[int, int], None]:
    """Say how far a check is, on one line of a terminal."""
    if not sys.stderr.isatty():
        return lambda done, total: None

    def told(done: int, total: int) -> None:
        if done % 50 == 0 or done == total:
            line = t("database.progress", done=done, total=total)
            print(f"\r{line}", end="", file=sys.stderr, flush=True)

    return told


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _backup(options: Namespace) -> int:
    from ..server.upkeep.copies import back_up

    back_up(_path(options.data), options.to)
    print(Catalogue("en")("database.copied", path=str(options.to)))
    return 0


def _restore(options: Namespace) -> int:
    from ..server.upkeep.copies import restore

    t, path = Catalogue("en"), _path(options.data)
    kept = restore(options.copy, path)
    print(t("database.restored", path=str(path)))
    if kept is not None:
        print(t("database.kept", path=str(kept)))
    return 0


def _export(options: Namespace) -> int:
    from ..server.upkeep.export import export

    found = export(_path(options.data), options.table.replace("-", "").upper())
    text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    if options.out is None:
        sys.stdout.write(text)
    else:
        write_text(options.out, text, private=True)
    return DAMAGED if found["damage"] else 0


def _salvage(options: Namespace) -> int:
    from ..server.upkeep.salvage import salvage

    count = salvage(_path(options.data), options.to)
    print(Catalogue("en")("database.salvaged", count=count, path=str(options.to)))
    return 0


def _run(options: Namespace) -> int:
    action: Callable[[Namespace], int] = options.action
    try:
        return action(options)
    except ModuleNotFoundError as error:
        raise UsageError(
            f"the database needs {error.name}, which is not installed: "
            "pip install 'openregicide[server]'"
        ) from None


DATABASE = Command("database", "check, copy or restore what a server keeps", _run, _add_database)
