"""Commands about bots: `regicide arena` and `regicide bots`."""

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
    add("--bot", metavar="SPEC", help="the bot for every seat: search:ms=10, greedy, ...")
    add("--seats", metavar="SPEC,SPEC", help="a bot for each seat")
    add("--games", type=int, metavar="N", help="games to play (100)")
    flags.add_seed(command)
    add("--jobs", type=int, default=1, metavar="N", help="games to play at once (1)")
    add("--json", type=Path, metavar="FILE", help="write the summary and every game to FILE")
    add("--resume", action="store_true", help="continue the run in the --json file")
    add("--csv", type=Path, metavar="FILE", help="write a line for each game to FILE")
    add("--records", type=Path, metavar="DIR", help="write the record of each game to DIR")
    add("--plot", type=Path, metavar="FILE", help="plot the result as .png, .svg or .pdf")
    add(
        "--compare",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="compare these runs instead of playing",
    )
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
        raise UsageError("--resume needs the file of the run: --json FILE")
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
    """Return what to play, or `None` if the file to resume says it."""
    if options.bot is None and options.seats is None:
        if not options.resume:
            raise UsageError("who plays? give --bot SPEC or --seats SPEC,SPEC")
        if any(getattr(options, name) is not None for name in ("players", "seed", *flags.RULES)):
            raise UsageError("the file to resume has the rules and the seed; leave them out")
        return None
    if options.bot is not None and options.seats is not None:
        raise UsageError("give --bot or --seats, not both")
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
            # A broken package does not hide the others.
            print(f"{name:{width}}  (not usable: {Catalogue().error(error)})")
            continue
        print(f"{name:{width}}  {info.about}".rstrip())
        for option in info.options:
            print(f"{'':{width}}    {_option(option)}")
    return 0


def _option(option: BotOption) -> str:
    """Return how an option is written, with its default."""
    value = "|".join(option.choices) or {int: "N", float: "X"}.get(option.kind, "TEXT")
    words = {chosen: word for word, chosen in option.choices.items()}
    default = "required" if option.required else words.get(option.default, option.default)
    return f"{option.name}={value}" + ("" if default is None else f"  ({default})")


ARENA = Command("arena", "let bots play many games and report the results", _arena, _add_arena)
BOTS = Command("bots", "list the bots and their options", _list_bots)
