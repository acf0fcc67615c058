"""Make training samples: `python -m learning.selfplay --players 2 --bot SPEC --out DIR`.

Half of the games begin with some moves of the policy, with a random one now and then, so that the
net gets to know positions that good players avoid. From there on the bot plays all seats, and every
position becomes a sample. `--bot policy` plays with the weights alone: it makes tens of thousands
of samples a second. Any other bot plays as in the arena, and if it can analyse a position, its
estimate is saved too.

With several players that estimate comes from a player who does not see the other hands, while the
net does. With `--judge search:iterations=300` the estimates come from another search, which is
shown all hands and nothing else: not the order of the tavern.

Most of the games that good players lose begin with few diamonds, and such deals are rare. With
`--scarce 50` they are half of all deals.

Even then nearly every position is as good as won or lost. `--doubtful` deals again until the judge
is in doubt, and abandons a game as soon as it is not. Besides every move that is made, one that the
prior finds likely is tried, and what it leads to becomes a sample too. How such a game would have
ended is not known; only the estimates count.

Finished chunks stay; `--resume` makes the missing ones.
"""

from __future__ import annotations

import argparse
import itertools
import math
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from openregicide.bots import make_bot
from openregicide.bots.search.parameters import Objective, prior_for, weights_for
from openregicide.bots.search.policy import Policy
from openregicide.core import (
    Card,
    Generator,
    Hand,
    Move,
    Part,
    Phase,
    RuleSet,
    State,
    Suit,
    View,
    apply,
    cards_in,
    minimal_moves,
    new_state,
    suit_of,
    view_for,
)
from openregicide.core.phase import Ending

from .deals import Purpose, deal_seed
from .progress import Progress
from .samples import (
    Recorder,
    chunk_path,
    outputs_for,
    read_manifest,
    write_chunk,
    write_manifest,
)
from .tune import read_weights

__all__ = ["Options", "main", "make_samples", "play_game"]

OVER = int(Phase.OVER)

RANDOM_MOVES = 15
"""How many of 100 moves of an opening are random."""
POLICY_SHARE = 30
"""How many of 100 positions in the policy's games become samples: neighbours are alike."""

MOST_SCARCE = 2
"""Diamonds are scarce when all hands hold at most this many; in half of these deals one fewer."""
DECK = 54
DIAMONDS = sum(1 << card for card in range(52) if suit_of(Card(card)) is Suit.DIAMONDS)

DOUBT = 0.04
"""A position is in doubt if its chances are at least this far from certain."""
LEAST_LIKELY = 0.02
"""The least weight of a move under the prior, before normalizing."""

GAME_BITS = 63


@dataclass(frozen=True, kw_only=True)
class Options:
    """What decides the samples, apart from how many games there are."""

    players: int
    flips: int = -1
    objective: str = Objective.WIN
    bot: str = "policy"
    seed: int = 1
    policy_plies: int = 40
    policy: str = ""
    """A file of weights instead of those in the package."""
    judge: str = ""
    """A bot that is shown all hands, for its estimates; otherwise the players' own count."""
    doubtful: bool = False
    """Only play games that could go either way, and only while they could."""
    scarce: int = 0
    """How many of 100 deals are chosen for having few diamonds in all hands together."""
    chunk: int = 0
    """Games per chunk; 0 for the default."""

    @property
    def rules(self) -> RuleSet:
        return RuleSet(players=self.players, flips=self.flips)

    @property
    def games_a_chunk(self) -> int:
        return self.chunk or (1000 if self.bot == "policy" else 50)

    @property
    def spec(self) -> str:
        """The bot, with the objective among its options."""
        if self.objective == Objective.WIN:
            return self.bot
        return f"{self.bot}{',' if ':' in self.bot else ':'}objective={self.objective}"


@dataclass(frozen=True)
class Count:
    """What a chunk holds."""

    games: int
    wins: int
    samples: int


class Players:
    """The players of a run, ready for any number of games."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.policy = Policy(
            read_weights(options.policy)
            if options.policy
            else weights_for(options.rules, Objective(options.objective))
        )
        self.bot: Any = None if options.bot == "policy" else make_bot(options.spec)
        self.judge: Any = make_bot(options.judge) if options.judge else None
        prior = prior_for(options.rules, Objective(options.objective))
        self.prior, self.temperature = Policy(prior.weights), prior.temperature

    def open_game(self, state: State, dice: Generator) -> None:
        """Play the opening, as long as the dice say; the game may be over after it."""
        if not self.options.policy_plies:
            return
        plies = dice.random_below(2) * dice.random_below(self.options.policy_plies + 1)
        while plies and state.phase != OVER:
            moves, scores = self.policy.advise(state)
            if dice.random_below(100) < RANDOM_MOVES:
                apply(state, Move(moves[dice.random_below(len(moves))]))
            else:
                apply(state, best(moves, scores))
            plies -= 1

    def play_policy(self, state: State, dice: Generator, recorder: Recorder) -> None:
        """Let the policy play to the end."""
        while state.phase != OVER:
            moves, scores = self.policy.advise(state)
            if dice.random_below(100) < POLICY_SHARE:
                recorder.note(state)
            apply(state, best(moves, scores))

    def play_bot(self, state: State, dice: Generator, recorder: Recorder) -> None:
        """Let the bot play to the end."""
        while state.phase != OVER:
            judged = self.judgement(state, dice) if self.judge else None
            moves = minimal_moves(state)
            if len(moves) == 1:
                recorder.note(state, judged)
                apply(state, moves[0])
                continue
            view = view_for(state, state.seat)
            if hasattr(self.bot, "analyse"):
                analysis = self.bot.analyse(view, dice)
                recorder.note(state, judged or opinion(state, analysis))
                apply(state, analysis.move)
            else:
                recorder.note(state, judged)
                apply(state, self.bot.choose(view, dice))

    def play_in_doubt(self, state: State, dice: Generator, recorder: Recorder) -> None:
        """Let the bot play as long as the game could go either way."""
        judged = self.judgement(state, dice)
        while in_doubt(judged):
            recorder.note(state, judged)
            aside = state.copy()
            apply(aside, self.likely_move(state, dice))
            if aside.phase != OVER:
                recorder.note(aside, self.judgement(aside, dice))
            apply(state, self.bot.choose(view_for(state, state.seat), dice))
            if state.phase == OVER:
                return
            judged = self.judgement(state, dice)
        recorder.note(state, judged)

    def doubts(self, state: State, dice: Generator) -> bool:
        """Tell whether the judge thinks that a game could go either way."""
        return state.phase != OVER and in_doubt(self.judgement(state, dice))

    def judgement(self, state: State, dice: Generator) -> list[float]:
        """Return the estimate of the judge, who sees all hands."""
        return opinion(state, self.judge.analyse(open_view(state), dice))

    def likely_move(self, state: State, dice: Generator) -> Move:
        """Return a move sampled from the prior."""
        moves, scores = self.prior.advise(state)
        top = max(scores)
        shares = [LEAST_LIKELY + math.exp((score - top) / self.temperature) for score in scores]
        left = dice.random_below(1 << 30) / (1 << 30) * sum(shares)
        for move, share in zip(moves, shares, strict=True):
            left -= share
            if left < 0:
                return Move(move)
        return Move(moves[-1])


def in_doubt(chances: Sequence[float]) -> bool:
    """Tell whether a game could go either way."""
    return DOUBT <= chances[-1] <= 1 - DOUBT


def open_view(state: State) -> View:
    """Return what the player to move would know if all hands lay open on the table."""
    view = view_for(state, state.seat)
    layers = [list(layer) for layer in view.layers]
    hands = list(view.hands)
    for seat, hand in enumerate(view.hands):
        if seat == state.seat:
            continue
        left = {part.layer: part.count for part in hand.parts}
        held = cards_in(state.hands[seat])
        # Jesters come last: only the other cards tell which of the two it is.
        for card in held:
            layer = next(i for i in left if left[i] and card in layers[i])
            layers[layer].remove(card)
            left[layer] -= 1
        # An open hand is a layer of its own, held by one seat.
        hands[seat] = Hand((), (Part(len(layers), len(held)),) if held else ())
        layers.append(list(held))
    return replace(view, hands=tuple(hands), layers=tuple(map(tuple, layers)))


def best(moves: Sequence[int], scores: Sequence[float]) -> Move:
    """Return the move with the highest score, the first of equals as the policy does."""
    return Move(moves[scores.index(max(scores))])


def opinion(state: State, analysis: Any) -> list[float]:
    """Return a search's estimate of a position, as the net's outputs.

    Medals are counted from the start of the game, the net's flips from the position on.
    """
    if outputs_for(state.players) == 1:
        return [analysis.win_chance]
    if analysis.medals is None:
        return [float("nan"), float("nan"), analysis.win_chance]
    flipped = state.rules.flips - state.flips
    medals = [*analysis.medals, 0.0, 0.0]
    unflipped = medals[flipped]
    return [unflipped, unflipped + medals[flipped + 1], analysis.win_chance]


def play_game(players: Players, number: int, recorder: Recorder) -> bool:
    """Play a game and record its positions; tell whether it was won, or is as good as won."""
    # A stream of its own, so that the dice are independent of the cards.
    dice = Generator(deal_seed(Purpose.TRAIN, players.options.seed, number, 1))
    deal, state = begin_game(players, number, dice)
    game = deal % (1 << GAME_BITS)
    if players.options.doubtful:
        players.play_in_doubt(state, dice, recorder)
        recorder.abandon(game)
        return recorder.value[-1][-1] > 0.5
    if players.bot is None:
        players.play_policy(state, dice, recorder)
    else:
        players.play_bot(state, dice, recorder)
    won = state.ending == Ending.LAST_KING
    recorder.end(game, won=won, flips=state.flips)
    return won


def begin_game(players: Players, number: int, dice: Generator) -> tuple[int, State]:
    """Deal and open games until one is of the kind asked for.

    Return the seed of the deal, and the position.
    """
    options = players.options
    most = DECK
    if options.scarce and dice.random_below(100) < options.scarce:
        most = 1 + dice.random_below(MOST_SCARCE)
    for tries in itertools.count():
        deal = deal_seed(Purpose.TRAIN, options.seed, number, *((2, tries) if tries else ()))
        state = new_state(options.rules, deal)
        if diamonds_held(state) > most:
            continue
        players.open_game(state, dice)
        if not options.doubtful or players.doubts(state, dice):
            break
    return deal, state


def diamonds_held(state: State) -> int:
    """Return how many diamonds are in all hands together."""
    return sum((state.hands[seat] & DIAMONDS).bit_count() for seat in range(state.players))


@cache
def players_of(options: Options) -> Players:
    """Return the players of this process, made once: loading their nets takes time."""
    return Players(options)


def make_chunk(options: Options, folder: Path, number: int) -> Count:
    """Play the games of a chunk and write it."""
    players = players_of(options)
    recorder = Recorder(options.players)
    games = options.games_a_chunk
    first = number * games
    wins = sum(play_game(players, game, recorder) for game in range(first, first + games))
    write_chunk(chunk_path(folder, number), recorder.samples())
    return Count(games, wins, len(recorder))


def make_samples(options: Options, folder: Path, games: int, jobs: int) -> None:
    """Make the missing chunks. All chunks are full, so there may be more games than asked for."""
    chunks = -(-games // options.games_a_chunk)
    missing = [i for i in range(chunks) if not chunk_path(folder, i).exists()]
    done = (chunks - len(missing)) * options.games_a_chunk
    progress = Progress(chunks * options.games_a_chunk, "games", done=done)
    played = wins = samples = 0
    for count in run_chunks(options, folder, missing, jobs):
        played += count.games
        wins += count.wins
        samples += count.samples
        progress.update(done + played, f"won {wins / played:.1%}  {samples:,} samples")
    progress.finish()


def run_chunks(options: Options, folder: Path, chunks: Sequence[int], jobs: int) -> Iterator[Count]:
    """Make chunks, several at a time, and yield what each holds when it is finished."""
    if jobs == 1:
        for chunk in chunks:
            yield make_chunk(options, folder, chunk)
        return
    with ProcessPoolExecutor(jobs, initializer=ignore_interrupts) as pool:
        futures = [pool.submit(make_chunk, options, folder, chunk) for chunk in chunks]
        try:
            for future in as_completed(futures):
                yield future.result()
        except KeyboardInterrupt:
            print("\nFinishing the chunks already begun.", file=sys.stderr)
            pool.shutdown(cancel_futures=True)
            raise


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the main process, which can shut down cleanly."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def prepare(options: Options, folder: Path, *, resume: bool) -> None:
    """Make sure that the folder is empty, or that its samples belong to the same run.

    :raises ValueError: samples of another run are there, or of this one without `--resume`.
    """
    if options.doubtful and (not options.judge or options.bot == "policy"):
        raise ValueError("--doubtful needs a --judge, and a --bot other than the policy")
    found = read_manifest(folder)
    if found is None:
        write_manifest(folder, asdict(options))
    elif not resume:
        raise ValueError(f"{folder} has samples already; --resume adds to them")
    elif found != asdict(options):
        raise ValueError(f"the samples in {folder} were made with other options")


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m learning.selfplay", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--flips", type=int, default=-1, help="solo: how many (default 2)")
    parser.add_argument("--objective", choices=[*Objective], default=Objective.WIN)
    parser.add_argument("--bot", default="policy", help="who plays, such as search:ms=10")
    parser.add_argument("--games", type=int, required=True, help="rounded up to full chunks")
    parser.add_argument("--seed", type=int, default=1, help="decides deals and dice")
    parser.add_argument("--out", type=Path, required=True, help="the folder of samples")
    parser.add_argument("--policy-plies", type=int, default=40, help="most moves of an odd opening")
    parser.add_argument("--policy", default="", help="a file of weights, instead of the package's")
    parser.add_argument(
        "--judge", default="", help="the bot that is shown all hands, for its estimates"
    )
    parser.add_argument(
        "--doubtful", action="store_true", help="only play what could go either way"
    )
    parser.add_argument(
        "--scarce", type=int, default=0, help="how many of 100 deals have few diamonds"
    )
    parser.add_argument("--chunk", type=int, default=0, help="games per file")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--resume", action="store_true", help="make the missing chunks")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    options_parser = parser()
    asked = vars(options_parser.parse_args(arguments))
    options = Options(**{name: asked[name] for name in Options.__dataclass_fields__})
    # Recorded as a number, since the default may change.
    options = replace(options, chunk=options.games_a_chunk)
    try:
        prepare(options, asked["out"], resume=asked["resume"])
    except ValueError as error:
        options_parser.error(str(error))
    make_samples(options, asked["out"], asked["games"], asked["jobs"])


if __name__ == "__main__":
    main()
