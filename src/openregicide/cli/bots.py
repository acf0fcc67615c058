"""What bots do without people: `regicide arena`, and the list of them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..arena import ArenaOptions, Plan, run_comparison
from ..arena import run as run_arena
from ..bots import bot_names
from ..bots.api.registry import BotOption, bot_info
from ..bots.api.specs import split_seats
from ..errors import RegicideError
from ..i18n import Catalogue
from . import flags
from .command import Command, UsageError

__all__ = ["ARENA", "BOTS"]

MOST_GAMES = 10_000_000
MOST_JOBS = 256


def _add_arena(command: ArgumentParser) -> None:
    add = command.add_argument
    add("--bot", metavar="SPEC", help="who plays, in every seat: search:ms=10, greedy, ...")
    add("--seats", metavar="SPEC,SPEC", help="who plays, seat by seat")
    add("--games", type=int, metavar="N", help="how many (100)")
    flags.add_seed(command)
    add("--jobs", type=int, default=1, metavar="N", help="games at the same time (1)")
    add("--json", type=Path, metavar="FILE", help="write the result and all games there")
    add("--resume", action="store_true", help="go on with the run in the --json file")
    add("--csv", type=Path, metavar="FILE", help="write a line for each game there")
    add("--records", type=Path, metavar="DIR", help="write every game there")
    add("--plot", type=Path, metavar="FILE", help="draw the result: .png, .svg or .pdf")
    add("--compare", type=Path, nargs="+", metavar="FILE", help="play nothing, show these runs")
    flags.add_rules(command, players=None)


def _arena(options: Namespace) -> int:
    if options.compare:
        if options.bot or options.seats or options.json or options.csv or options.records:
            raise UsageError("--compare goes only with --plot")
        return run_comparison(options.compare, options.plot, stdout=sys.stdout)
    if options.games is not None and not 1 <= options.games <= MOST_GAMES:
        raise UsageError(f"--games: 1 to {MOST_GAMES}")
    if not 1 <= options.jobs <= MOST_JOBS:
        raise UsageError(f"--jobs: 1 to {MOST_JOBS}")
    if options.resume and not options.json:
        raise UsageError("--resume needs the file to go on with, --json FILE")
    return run_arena(
        ArenaOptions(
            plan=_arena_plan(options),
            seed_given=options.seed is not None,
            games=options.games,
            jobs=options.jobs,
            json=options.json,
            csv=options.csv,
            records=options.records,
            plot=options.plot,
            resume=options.resume,
        ),
        stdout=sys.stdout,
        stderr=sys.stderr,
    )


def _arena_plan(options: Namespace) -> Plan | None:
    """Return what to play; nothing, if that stands in the file to resume."""
    if options.bot is None and options.seats is None:
        if not options.resume:
            raise UsageError("who plays? --bot SPEC, or --seats SPEC,SPEC")
        if any(getattr(options, name) is not None for name in ("players", "seed", *flags.RULES)):
            raise UsageError("the file to resume has the rules and the seed; leave them out")
        return None
    if options.bot is not None and options.seats is not None:
        raise UsageError("--bot or --seats, not both")
    if options.seats is not None:
        seats = split_seats(options.seats)
        options.players = len(seats) if options.players is None else options.players
    else:
        options.players = 2 if options.players is None else options.players
        seats = (options.bot,) * options.players
    return Plan(flags.rules(options), seats, flags.seed(options))


def _list_bots(_: Namespace) -> int:
    names = bot_names()
    width = max(map(len, names))
    for name in names:
        try:
            info = bot_info(name)
        except RegicideError as error:
            # A package that is broken does not hide the others.
            print(f"{name:{width}}  (not usable: {Catalogue().error(error)})")
            continue
        print(f"{name:{width}}  {info.about}".rstrip())
        for option in info.options:
            print(f"{'':{width}}    {_option(option)}")
    return 0


def _option(option: BotOption) -> str:
    """Return how an option is written, and what it is if it is left out."""
    value = "|".join(option.choices) or {int: "N", float: "X"}.get(option.kind, "TEXT")
    words = {chosen: word for word, chosen in option.choices.items()}
    default = "required" if option.required else words.get(option.default, option.default)
    return f"{option.name}={value}" + ("" if default is None else f"  ({default})")


ARENA = Command("arena", "let bots play many games, and report", _arena, _add_arena)
BOTS = Command("bots", "list the bots and their options", _list_bots)
