"""Commands for people at a terminal: play, replay, learn, read the rules."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ..bots.api.specs import split_seats
from ..core import RuleSet
from ..notation import format_rfen, load_game
from ..tui.plain.learn import LearnOptions
from ..tui.plain.learn import run as run_learn
from ..tui.plain.plain import run as run_plain
from ..tui.plain.replay import run as run_replay
from ..tui.plain.rulebook import run as run_rulebook
from ..tui.tables.local import BOT_PAUSE
from ..tui.tables.options import PlayOptions, check_options
from ..tui.tables.saves import default_folder
from . import flags
from .command import Command, UsageError

__all__ = ["LEARN", "PLAY", "REPLAY", "RULES"]


def _add_play(command: ArgumentParser) -> None:
    add = command.add_argument
    add("--plain", action="store_true", help="plain lines, for scripts and screen readers")
    add("--bots", metavar="SPEC,SPEC", help="bots for the last seats: search, greedy, ...")
    add("--names", metavar="A,B", help="the names of the players at this keyboard")
    add("--join", metavar="LINK", help="join a table: its link, or its code in the same network")
    add("--host", metavar="URL", help="open a table on a server; with --join, the server of a code")
    add("--name", default="", metavar="NAME", help="your name at a table on a server")
    flags.add_rules(command, players=None)
    flags.add_seed(command)
    add("--first", type=int, metavar="N", help="the player who begins (random)")
    add("--new", action="store_true", help="do not offer the saved game")
    flags.add_saves(command)
    flags.add_language(command)
    flags.add_color(command)


def _play(options: Namespace) -> int:
    chosen = _play_options(options)
    try:
        check_options(chosen)
        if not options.plain and flags.full_screen():
            from ..tui.app import run_app

            return run_app(chosen)
        return run_plain(chosen, stdin=sys.stdin, stdout=sys.stdout)
    except ModuleNotFoundError as error:
        raise UsageError(
            f"tables on a server need {error.name}, which is not installed: "
            "pip install 'openregicide[tui]'"
        ) from None


def _play_options(options: Namespace) -> PlayOptions:
    _check_apart(options)
    bots = split_seats(options.bots) if options.bots else ()
    names = tuple(name.strip() for name in options.names.split(",")) if options.names else ()
    rules = None if options.join else _play_rules(options, bots, names)
    players = 4 if rules is None else rules.players
    first = None if options.first is None else flags.first(options, players)
    if first is None and options.seed is not None:
        # The same seed makes the same game.
        first = 0
    return PlayOptions(
        rules=rules,
        bots=bots,
        names=names,
        seed=options.seed,
        first=first,
        saves=options.saves or default_folder(),
        new=options.new,
        color=flags.color(options),
        language=flags.language(options),
        language_asked=options.lang is not None,
        join=options.join,
        host=options.host,
        name=options.name,
        pause=BOT_PAUSE if sys.stdin.isatty() else 0.0,
    )


def _check_apart(options: Namespace) -> None:
    """Refuse flags that do not go together: a server deals, and its tables have their rules."""
    refused = {
        "host": ("seed", "names"),
        "join": ("seed", "names", "bots", "first", "players", *flags.RULES),
    }
    for flag, others in refused.items():
        for other in others:
            if getattr(options, flag) is not None and getattr(options, other) is not None:
                raise UsageError(f"--{other.replace('_', '-')} does not go with --{flag}")


def _play_rules(
    options: Namespace, bots: tuple[str, ...], names: tuple[str, ...]
) -> RuleSet | None:
    """Return the rules that were asked for, or `None` if the player has yet to choose."""
    if options.players is None and (bots or names):
        # Everyone who is named plays, and at least one person does.
        options.players = len(bots) + max(1, len(names))
    if options.players is not None:
        return flags.rules(options)
    if any(getattr(options, name) is not None for name in flags.RULES):
        raise UsageError("options of the rules need --players")
    return None


def _add_replay(command: ArgumentParser) -> None:
    add = command.add_argument
    add("file", metavar="FILE", help="a record; - for standard input")
    add("--positions", action="store_true", help="print the position after each token")
    add("--plain", action="store_true", help="plain lines, not the full screen")
    flags.add_language(command)
    flags.add_color(command)


def _replay(options: Namespace) -> int:
    game = load_game(flags.read_text(options.file))
    if options.positions:
        for ply in range(1, game.ply + 1):
            print(format_rfen(game.at(ply)))
        return 0
    if not options.plain and flags.full_screen():
        from ..tui.app import run_replay_app

        return run_replay_app(game, language=flags.language(options), color=flags.color(options))
    return run_replay(
        game,
        stdin=sys.stdin,
        stdout=sys.stdout,
        color=flags.color(options),
        language=flags.language(options),
    )


def _add_learn(command: ArgumentParser) -> None:
    flags.add_language(command)
    flags.add_saves(command)
    flags.add_color(command)


def _learn(options: Namespace) -> int:
    saves = options.saves or default_folder()
    return run_learn(
        LearnOptions(
            language=flags.language(options),
            # Beside the saved games, not among them.
            progress=saves.parent / "lessons.json",
            saves=saves,
            color=flags.color(options),
        ),
        stdin=sys.stdin,
        stdout=sys.stdout,
    )


def _add_words(command: ArgumentParser) -> None:
    command.add_argument(
        "words", nargs="*", metavar="WORD", help="a rule such as R19, or words to search for"
    )
    flags.add_language(command)
    flags.add_color(command)


def _read_rules(options: Namespace) -> int:
    language = flags.language(options)
    return run_rulebook(
        options.words, language, stdin=sys.stdin, stdout=sys.stdout, color=flags.color(options)
    )


PLAY = Command("play", "play in the terminal, here or at a table on a server", _play, _add_play)
REPLAY = Command("replay", "step through a record", _replay, _add_replay)
LEARN = Command("learn", "learn the game in short lessons", _learn, _add_learn)
RULES = Command("rules", "read the rulebook, or look something up", _read_rules, _add_words)
