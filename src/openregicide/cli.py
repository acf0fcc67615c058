"""The command `regicide`.

Every command reads its arguments here and does its work elsewhere. Whatever goes wrong with what
was asked for is one line on standard error and exit code 2; nobody is shown a traceback.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from . import __version__
from .arena import ArenaOptions, Plan, run_comparison
from .arena import run as run_arena
from .bench import measure_playouts
from .bots import bot_names
from .bots.registry import BotOption, bot_info
from .bots.specs import split_seats
from .core import Game, Generator, RuleSet, new_state, perft, random_move
from .core.rng import SEED_BITS
from .engine import engine_name
from .errors import RegicideError
from .i18n import PLURALS, Catalogue, language_of
from .notation import format_rfen, load_game, parse_rfen, write_record
from .server.settings import PREFIX, all_settings, load_settings
from .tui.learn import LearnOptions
from .tui.learn import run as run_learn
from .tui.local import BOT_PAUSE
from .tui.options import PlayOptions, check_options
from .tui.plain import run as run_plain
from .tui.replay import run as run_replay
from .tui.rulebook import run as run_rulebook
from .tui.saves import default_folder
from .verify import run as run_verify

__all__ = ["command_names", "main"]

USAGE_ERROR = 2
INTERRUPTED = 130

RULES = ("companions", "solo_yield", "jesters", "flips", "hand_limit", "attack", "health")
OWN_RULES = ("players", *RULES)
MOST_GAMES = 10_000_000
MOST_JOBS = 256


class UsageError(Exception):
    """A sentence for the person who typed the command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    catalogue = Catalogue("en")
    try:
        options = _parser().parse_args(arguments)
        if "lang" in options:
            catalogue = Catalogue(_language(options))
        command: Callable[[argparse.Namespace], int] = options.command
        return command(options)
    except RegicideError as error:
        return _complain(catalogue.error(error))
    except UsageError as error:
        return _complain(str(error))
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read our output has had enough; do not let Python mention it at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        return _complain(f"{error.filename or 'input/output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        return INTERRUPTED


def _complain(sentence: str) -> int:
    print(f"regicide: {' '.join(sentence.split())}", file=sys.stderr)
    return USAGE_ERROR


def command_names() -> tuple[str, ...]:
    """Return the names of all commands."""
    actions = _parser()._actions
    return tuple(name for action in actions if action.choices for name in action.choices)


class _Parser(argparse.ArgumentParser):
    """argparse that complains in one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see '{self.prog} --help')")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="regicide", description="The cooperative card game Regicide.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    command = commands.add_parser("play", help="play in the terminal, here or at a server's table")
    _add_play(command)
    command.set_defaults(command=_play)

    command = commands.add_parser("rules", help="read the rulebook, or look something up")
    command.add_argument("words", nargs="*", metavar="WORD", help="R19, or what to look for")
    _add_language(command)
    _add_color(command)
    command.set_defaults(command=_rulebook)

    command = commands.add_parser("learn", help="learn the game in short lessons")
    _add_language(command)
    command.add_argument("--saves", type=Path, metavar="DIR", help="where games are kept")
    _add_color(command)
    command.set_defaults(command=_learn)

    command = commands.add_parser("serve", help="serve tables to browsers and programs")
    _add_serve(command)
    command.set_defaults(command=_serve)

    command = commands.add_parser("verify", help="check that a record is what it claims to be")
    command.add_argument("files", nargs="+", metavar="RECORD", help="- for standard input")
    command.set_defaults(command=_verify)

    command = commands.add_parser("deal", help="print the start position of a seed")
    _add_rules(command)
    _add_seed(command)
    command.add_argument("--first", type=int, default=1, metavar="N", help="who begins (1)")
    command.set_defaults(command=_deal)

    command = commands.add_parser("replay", help="step through the record of a game")
    command.add_argument("file", metavar="FILE", help="the record; - for standard input")
    command.add_argument(
        "--positions", action="store_true", help="print the position after every token"
    )
    command.add_argument("--plain", action="store_true", help="in lines, without a full screen")
    _add_language(command)
    _add_color(command)
    command.set_defaults(command=_replay)

    command = commands.add_parser("simulate", help="play random games")
    _add_rules(command)
    _add_seed(command)
    command.add_argument("--games", type=int, default=100, metavar="N", help="how many (100)")
    command.add_argument("--records", type=Path, metavar="DIR", help="write every game there")
    command.set_defaults(command=_simulate)

    command = commands.add_parser("arena", help="let bots play many games, and report")
    _add_arena(command)
    command.set_defaults(command=_arena)

    command = commands.add_parser("bots", help="list the bots and their options")
    command.set_defaults(command=_bots)

    command = commands.add_parser("perft", help="count the ways to go on from a position")
    _add_rules(command, players=None)
    _add_seed(command)
    command.add_argument("--position", metavar="RFEN", help="instead of a new deal")
    command.add_argument("--depth", type=int, default=3, metavar="N", help="moves ahead (3)")
    command.set_defaults(command=_perft)

    command = commands.add_parser("bench", help="measure random games a second")
    command.add_argument("--json", action="store_true", help="a JSON line for each player count")
    command.set_defaults(command=_bench)

    command = commands.add_parser("version", help="say which version and engine this is")
    command.set_defaults(command=_version)
    return parser


def _add_play(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--plain", action="store_true", help="in lines, for scripts and screen readers")
    add("--bots", metavar="SPEC,SPEC", help="bots for the last seats: search, greedy, ...")
    add("--names", metavar="A,B", help="the names of those at this keyboard")
    add("--join", metavar="LINK", help="play at a table on a server")
    add("--host", metavar="URL", help="make a table on a server; with --join, where a code is from")
    add("--name", default="", metavar="NAME", help="your own name at a server's table")
    _add_rules(command, players=None)
    _add_seed(command)
    add("--first", type=int, metavar="N", help="who begins; by chance if left out")
    add("--new", action="store_true", help="do not offer the saved game")
    add("--saves", type=Path, metavar="DIR", help="where games are kept")
    _add_language(command)
    _add_color(command)


def _add_rules(command: argparse.ArgumentParser, players: int | None = 2) -> None:
    group = command.add_argument_group("rules")
    told = "" if players is None else f" ({players})"
    group.add_argument("--players", type=int, default=players, metavar="N", help=f"1 to 4{told}")
    group.add_argument(
        "--companions", choices=("pair", "many"), help="how many companions go together (pair)"
    )
    group.add_argument(
        "--solo-yield", action="store_true", default=None, help="a solo player may yield"
    )
    group.add_argument("--jesters", type=int, metavar="N", help="jesters in the tavern")
    group.add_argument("--flips", type=int, metavar="N", help="solo jesters to flip (2)")
    group.add_argument("--hand-limit", type=int, metavar="N", help="cards in a hand")
    group.add_argument(
        "--attack", type=_three, metavar="J,Q,K", help="the enemies' attack (10,15,20)"
    )
    group.add_argument(
        "--health", type=_three, metavar="J,Q,K", help="the enemies' health (20,30,40)"
    )


def _three(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not three numbers like 10,15,20") from None


def _add_arena(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--bot", metavar="SPEC", help="who plays, in every seat: search:ms=10, greedy, ...")
    add("--seats", metavar="SPEC,SPEC", help="who plays, seat by seat")
    add("--games", type=int, metavar="N", help="how many (100)")
    _add_seed(command)
    add("--jobs", type=int, default=1, metavar="N", help="games at the same time (1)")
    add("--json", type=Path, metavar="FILE", help="write the result and all games there")
    add("--resume", action="store_true", help="go on with the run in the --json file")
    add("--csv", type=Path, metavar="FILE", help="write a line for each game there")
    add("--records", type=Path, metavar="DIR", help="write every game there")
    add("--plot", type=Path, metavar="FILE", help="draw the result: .png, .svg or .pdf")
    add("--compare", type=Path, nargs="+", metavar="FILE", help="play nothing, show these runs")
    _add_rules(command, players=None)


def _add_serve(command: argparse.ArgumentParser) -> None:
    command.add_argument("--config", type=Path, metavar="FILE", help="read settings from there")
    command.add_argument("--open", action="store_true", help="open the browser, if there is one")
    group = command.add_argument_group(
        "settings", f"also as variables {PREFIX}PORT=... and as lines port = ... of the file"
    )
    for setting in all_settings():
        value = {int: "N", bool: "on|off", tuple: "A,B"}.get(setting.kind, "TEXT")
        shown = f" ({setting.shown})" if setting.shown else ""
        group.add_argument(
            setting.flag, dest=f"set_{setting.name}", metavar=value, help=setting.about + shown
        )


def _add_seed(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seed",
        type=_seed,
        metavar="SEED",
        help="a number, or the 32 hexadecimal digits of a record; random if left out",
    )


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--lang", choices=tuple(PLURALS), help="the language; the terminal's own if left out"
    )


def _add_color(command: argparse.ArgumentParser) -> None:
    command.add_argument("--no-color", action="store_true", help="no colours")


def _seed(text: str) -> int:
    hexadecimal = len(text) == 32 or text.startswith("0x")
    try:
        seed = int(text, 16 if hexadecimal else 10)
    except ValueError:
        seed = -1
    if not 0 <= seed < 1 << SEED_BITS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no seed; a seed is a number of at most {SEED_BITS} bits, "
            "or 32 hexadecimal digits"
        )
    return seed


def _rules(options: argparse.Namespace) -> RuleSet:
    chosen = {name: getattr(options, name) for name in RULES}
    given = {name: value for name, value in chosen.items() if value is not None}
    return RuleSet(players=options.players, **given)


def _seed_of(options: argparse.Namespace) -> int:
    return secrets.randbits(SEED_BITS) if options.seed is None else int(options.seed)


def _first(options: argparse.Namespace, players: int) -> int:
    if not 1 <= options.first <= players:
        raise UsageError(f"--first: there are players 1 to {players}")
    return int(options.first) - 1


def _color(options: argparse.Namespace) -> bool:
    unwanted = options.no_color or "NO_COLOR" in os.environ or _dumb()
    return not unwanted and sys.stdout.isatty()


def _dumb() -> bool:
    """Tell whether the terminal says of itself that it can do nothing but write lines."""
    return os.environ.get("TERM") == "dumb"


def _play(options: argparse.Namespace) -> int:
    chosen = _play_options(options)
    try:
        check_options(chosen)
        if not options.plain and _full_screen():
            from .tui.app import run_app

            return run_app(chosen)
        return run_plain(chosen, stdin=sys.stdin, stdout=sys.stdout)
    except ModuleNotFoundError as error:
        raise UsageError(
            f"tables on a server need {error.name}, which is not there: "
            "pip install 'openregicide[tui]'"
        ) from None


def _play_options(options: argparse.Namespace) -> PlayOptions:
    _check_apart(options)
    bots = split_seats(options.bots) if options.bots else ()
    names = tuple(name.strip() for name in options.names.split(",")) if options.names else ()
    rules = None if options.join else _play_rules(options, bots, names)
    players = 4 if rules is None else rules.players
    first = None if options.first is None else _first(options, players)
    if first is None and options.seed is not None:
        # The same seed is the same game.
        first = 0
    return PlayOptions(
        rules=rules,
        bots=bots,
        names=names,
        seed=options.seed,
        first=first,
        saves=options.saves or default_folder(),
        new=options.new,
        color=_color(options),
        language=_language(options),
        language_asked=options.lang is not None,
        join=options.join,
        host=options.host,
        name=options.name,
        pause=BOT_PAUSE if sys.stdin.isatty() else 0.0,
    )


def _check_apart(options: argparse.Namespace) -> None:
    """A server deals by itself, and a table that is there has rules and players."""
    refused = {"host": ("seed", "names"), "join": ("seed", "names", "bots", "first", *OWN_RULES)}
    for flag, others in refused.items():
        for other in others:
            if getattr(options, flag) is not None and getattr(options, other) is not None:
                raise UsageError(f"--{other.replace('_', '-')} does not go with --{flag}")


def _play_rules(
    options: argparse.Namespace, bots: tuple[str, ...], names: tuple[str, ...]
) -> RuleSet | None:
    """Return the rules that were asked for; nothing if there is a question left."""
    if options.players is None and (bots or names):
        # Whoever is named plays, and somebody does in any case.
        options.players = len(bots) + max(1, len(names))
    if options.players is not None:
        return _rules(options)
    if any(getattr(options, name) is not None for name in RULES):
        raise UsageError("--players has to come with other rules")
    return None


def _full_screen() -> bool:
    """Tell whether this is a terminal for a full screen, and there is what draws one."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and not _dumb()
        and find_spec("textual") is not None
    )


def _language(options: argparse.Namespace) -> str:
    return options.lang or language_of(os.environ)


def _learn(options: argparse.Namespace) -> int:
    saves = options.saves or default_folder()
    return run_learn(
        LearnOptions(
            language=_language(options),
            # Beside the games, not among them.
            progress=saves.parent / "lessons.json",
            saves=saves,
            color=_color(options),
        ),
        stdin=sys.stdin,
        stdout=sys.stdout,
    )


def _rulebook(options: argparse.Namespace) -> int:
    language = _language(options)
    return run_rulebook(
        options.words, language, stdin=sys.stdin, stdout=sys.stdout, color=_color(options)
    )


def _serve(options: argparse.Namespace) -> int:
    flags = {
        setting.name: value
        for setting in all_settings()
        if (value := getattr(options, f"set_{setting.name}")) is not None
    }
    config = options.config or os.environ.get(f"{PREFIX}CONFIG")
    settings = load_settings(flags, os.environ, Path(config) if config else None)
    try:
        # Only here: whoever never serves need not have what serving needs.
        from .server.serve import run as run_server
    except ModuleNotFoundError as error:
        raise UsageError(
            f"serving needs {error.name}, which is not there: pip install 'openregicide[server]'"
        ) from None
    return run_server(settings, stdout=sys.stdout, open_browser=options.open)


def _verify(options: argparse.Namespace) -> int:
    return run_verify([(name, _read(name)) for name in options.files], stdout=sys.stdout)


def _deal(options: argparse.Namespace) -> int:
    rules = _rules(options)
    state = new_state(rules, _seed_of(options), first=_first(options, rules.players))
    print(format_rfen(state))
    return 0


def _replay(options: argparse.Namespace) -> int:
    game = load_game(_read(options.file))
    if options.positions:
        for ply in range(1, game.ply + 1):
            print(format_rfen(game.at(ply)))
        return 0
    if not options.plain and _full_screen():
        from .tui.app import run_replay_app

        return run_replay_app(game, language=_language(options), color=_color(options))
    return run_replay(
        game,
        stdin=sys.stdin,
        stdout=sys.stdout,
        color=_color(options),
        language=_language(options),
    )


def _read(name: str) -> str:
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{name}: not a text file (byte {error.start})") from None


def _simulate(options: argparse.Namespace) -> int:
    rules = _rules(options)
    if options.games < 1:
        raise UsageError("--games: at least 1")
    if options.records:
        options.records.mkdir(parents=True, exist_ok=True)
    seeds = Generator(_seed_of(options))
    wins = kills = moves = 0
    for number in range(1, options.games + 1):
        game = Game.new(rules, seeds.new_seed())
        # The players' dice are not the deal's, or knowing one would tell the other.
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


def _arena(options: argparse.Namespace) -> int:
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


def _arena_plan(options: argparse.Namespace) -> Plan | None:
    """Return what to play; nothing, if that stands in the file to resume."""
    if options.bot is None and options.seats is None:
        if not options.resume:
            raise UsageError("who plays? --bot SPEC, or --seats SPEC,SPEC")
        if any(getattr(options, name) is not None for name in ("players", "seed", *RULES)):
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
    return Plan(_rules(options), seats, _seed_of(options))


def _bots(_: argparse.Namespace) -> int:
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


def _perft(options: argparse.Namespace) -> int:
    if not 0 <= options.depth <= 20:
        raise UsageError("--depth: 0 to 20")
    if options.position:
        rules = _rules(options) if options.players is not None else None
        state = parse_rfen(options.position, rules)
        state.generator.reseed(options.seed or 0)
    else:
        options.players = 2 if options.players is None else options.players
        state = new_state(_rules(options), _seed_of(options))
        print(format_rfen(state))
    for depth in range(1, options.depth + 1):
        print(f"{depth} {perft(state, depth)}", flush=True)
    return 0


def _bench(options: argparse.Namespace) -> int:
    if not options.json:
        print(f"engine: {engine_name()}\nplayers      games/s      moves/s")
    for players in (1, 2, 3, 4):
        speed = measure_playouts(players)
        if options.json:
            print(json.dumps(asdict(speed)), flush=True)
        else:
            print(f"{players:7} {speed.games_per_s:12,} {speed.moves_per_s:12,}", flush=True)
    return 0


def _version(_: argparse.Namespace) -> int:
    python = platform.python_version()
    print(f"openregicide {__version__} ({engine_name()} engine, Python {python})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
