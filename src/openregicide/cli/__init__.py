"""The command `regicide`.

Every command reads its arguments here and does its work elsewhere. Any mistake in what was asked
for is one line on standard error and exit code 2, never a traceback.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import NoReturn

from ..errors import RegicideError
from ..i18n import Catalogue
from ..showable import showable
from . import bots, database, doctor, engine, flags, serving, terminal
from .command import Command, UsageError

__all__ = ["command_names", "main"]

USAGE_ERROR = 2
INTERRUPTED = 130

COMMANDS = (
    terminal.PLAY,
    terminal.RULES,
    terminal.LEARN,
    serving.SERVE,
    doctor.DOCTOR,
    database.DATABASE,
    engine.VERIFY,
    engine.DEAL,
    terminal.REPLAY,
    engine.SIMULATE,
    bots.ARENA,
    bots.BOTS,
    engine.PERFT,
    engine.BENCH,
    engine.VERSION,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    catalogue = Catalogue("en")
    try:
        options = _parser().parse_args(arguments)
        if "lang" in options:
            catalogue = Catalogue(flags.language(options))
        command: Command = options.command
        return command.run(options)
    except RegicideError as error:
        return _complain(catalogue.error(error))
    except UsageError as error:
        return _complain(str(error))
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # The reader of our output is gone; keep Python from reporting that at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        return _complain(f"{error.filename or 'input/output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        return INTERRUPTED


def _complain(sentence: str) -> int:
    # It may quote a file, or the name of one.
    print(f"regicide: {showable(' '.join(sentence.split()))}", file=sys.stderr)
    return USAGE_ERROR


def command_names() -> tuple[str, ...]:
    """Return the names of all commands."""
    return tuple(command.name for command in COMMANDS)


class _Parser(ArgumentParser):
    """argparse with errors of one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see '{self.prog} --help')")


def _parser() -> ArgumentParser:
    parser = _Parser(prog="regicide", description="The cooperative card game Regicide.")
    words = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    for command in COMMANDS:
        added = words.add_parser(command.name, help=command.about)
        command.add_flags(added)
        added.set_defaults(command=command)
    return parser
