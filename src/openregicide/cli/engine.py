"""Commands about the engine: deals, random games, perft, speed, and checking records."""

from __future__ import annotations

import json
import platform
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path

from .. import __version__
from ..bench import measure_playouts
from ..core import Game, Generator, new_state, perft, random_move
from ..engine import engine_name
from ..notation import format_rfen, parse_rfen, write_record
from ..verify import Unreadable
from ..verify import run as run_verify
from . import flags
from .command import Command, UsageError

__all__ = ["BENCH", "DEAL", "PERFT", "SIMULATE", "VERIFY", "VERSION"]


def _add_verify(command: ArgumentParser) -> None:
    command.add_argument(
        "files", nargs="+", metavar="RECORD", help="record files; - for standard input"
    )


def _verify(options: Namespace) -> int:
    return run_verify(map(_named, options.files), stdout=sys.stdout)


def _named(name: str) -> tuple[str, str | Unreadable]:
    """Return a record with its name; one that cannot be read does not keep us from the others."""
    try:
        return name, flags.read_text(name)
    except OSError as error:
        return name, Unreadable(error.strerror or str(error))
    except UsageError as error:
        return name, Unreadable(str(error).removeprefix(f"{name}: "))


def _add_deal(command: ArgumentParser) -> None:
    flags.add_rules(command)
    flags.add_seed(command)
    command.add_argument(
        "--first", type=int, default=1, metavar="N", help="the player who begins (1)"
    )


def _deal(options: Namespace) -> int:
    rules = flags.rules(options)
    state = new_state(rules, flags.deal_seed(options), first=flags.first(options, rules.players))
    print(format_rfen(state))
    return 0


def _add_simulate(command: ArgumentParser) -> None:
    flags.add_rules(command)
    flags.add_seed(command)
    command.add_argument("--games", type=int, default=100, metavar="N", help="games to play (100)")
    command.add_argument(
        "--records", type=Path, metavar="DIR", help="write the record of each game to DIR"
    )


def _simulate(options: Namespace) -> int:
    rules = flags.rules(options)
    if options.games < 1:
        raise UsageError("--games: at least 1")
    if options.records:
        options.records.mkdir(parents=True, exist_ok=True)
    seeds = Generator(flags.seed(options))
    wins = kills = moves = 0
    for number in range(1, options.games + 1):
        game = Game.new(rules, seeds.new_seed())
        # The players' dice are independent of the deal, or one would reveal the other.
        chooser = Generator(seeds.new_seed())
        while game.outcome is None:
            game.push(random_move(game.state, chooser))
        wins += game.outcome.won
        kills += game.state.castle_at
        moves += game.ply
        if options.records:
            text = write_record(game.record())
            (options.records / f"{number:06}.rgn").write_text(text)
        if sys.stderr.isatty() and (number % 50 == 0 or number == options.games):
            end = "\n" if number == options.games else ""
            print(f"\r{number} of {options.games} games", end=end, file=sys.stderr, flush=True)
    games = options.games
    print(
        f"{games} games, {wins} won, {kills / games:.2f} enemies and "
        f"{moves / games:.2f} plies a game"
    )
    if options.records:
        print(f"records in {options.records}")
    return 0


def _add_perft(command: ArgumentParser) -> None:
    flags.add_rules(command, players=None)
    flags.add_seed(command)
    command.add_argument(
        "--position", metavar="RFEN", help="start from this position instead of a deal"
    )
    command.add_argument(
        "--depth", type=int, default=3, metavar="N", help="how many moves ahead (3)"
    )


def _perft(options: Namespace) -> int:
    if not 0 <= options.depth <= 20:
        raise UsageError("--depth: 0 to 20")
    if options.position:
        rules = flags.rules(options) if options.players is not None else None
        state = parse_rfen(options.position, rules)
        state.generator.reseed(options.seed or 0)
    else:
        options.players = 2 if options.players is None else options.players
        state = new_state(flags.rules(options), flags.deal_seed(options))
        print(format_rfen(state))
    for depth in range(1, options.depth + 1):
        print(f"{depth} {perft(state, depth)}", flush=True)
    return 0


def _add_bench(command: ArgumentParser) -> None:
    command.add_argument(
        "--json", action="store_true", help="one line of JSON for each number of players"
    )


def _bench(options: Namespace) -> int:
    if not options.json:
        print(f"engine: {engine_name()}\nplayers      games/s      moves/s")
    for players in (1, 2, 3, 4):
        speed = measure_playouts(players)
        if options.json:
            print(json.dumps(asdict(speed)), flush=True)
        else:
            print(f"{players:7} {speed.games_per_s:12,} {speed.moves_per_s:12,}", flush=True)
    return 0


def _version(_: Namespace) -> int:
    python = platform.python_version()
    print(f"openregicide {__version__} ({engine_name()} engine, Python {python})")
    return 0


VERIFY = Command("verify", "check that records are what they claim to be", _verify, _add_verify)
DEAL = Command("deal", "print the start position of a seed", _deal, _add_deal)
SIMULATE = Command("simulate", "play random games", _simulate, _add_simulate)
PERFT = Command("perft", "count the lines of play from a position", _perft, _add_perft)
BENCH = Command("bench", "measure how fast the engine plays random games", _bench, _add_bench)
VERSION = Command("version", "print the version and which engine runs", _version)
