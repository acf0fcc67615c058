"""Nothing that a table tells a viewer may depend on what that viewer may not know (R28).

As in `tests/core/test_leaks.py`, everything hidden from a viewer is dealt again in a way that its
memory allows; every byte that the table would send has to be the same.
"""

from __future__ import annotations

from random import Random

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.test_leaks import dealt_anew
from openregicide.core import Game, Heal, RuleSet
from openregicide.notation import format_action
from openregicide.protocol import Say, TableSettings
from openregicide.table.entries import Began, Created, Moved, Seated
from openregicide.table.options import rules_data
from openregicide.table.table import Table, hash_token
from openregicide.table.views import update_for
from support.random_games import random_game, rule_sets
from support.sittings import NAMES, NOW, device_of, request_id, sitting, token_of

encode = msgspec.json.Encoder().encode

SEED = "5eed" * 8


def entries_of(game: Game) -> list[Moved]:
    """The moves of a game as a table keeps them, each with its heal."""
    entries: list[Moved] = []
    for token in game.tokens:
        text = format_action(token.action)
        if isinstance(token.action, Heal):
            entries[-1] = msgspec.structs.replace(entries[-1], heal=text)
        else:
            entries.append(Moved(at=NOW, seat=token.actor, move=text))
    return entries


def sent(game: Game, viewer: int | None) -> list[bytes]:
    """Everything that a table sends to a reader while the game is played there."""
    table = Table("TABLE")
    table.absorb(Created(at=NOW, settings=TableSettings(rules_data(game.rules))))
    for seat in range(game.rules.players):
        table.absorb(Seated(at=NOW, seat=seat, name=NAMES[seat], token_hash=hash_token(f"{seat}")))
    table.absorb(Began(at=NOW, seat=0, game="GAME", seed=SEED, first=game.start.seat))
    assert table.game is not None
    # The seed is the same for both, so that only the cards may differ.
    table.game.state = game.start.copy()
    messages = [encode(update_for(table, viewer, since=None))]
    for entry in entries_of(game):
        table.absorb(entry)
        messages.append(encode(update_for(table, viewer, since=table.version - 1)))
    messages.append(encode(update_for(table, viewer, since=None)))
    return messages


@settings(deadline=None)
@given(
    rule_sets(max_hand=7),
    st.integers(0, 2**128 - 1),
    st.integers(0, 60),
    st.integers(0, 4),
    st.randoms(use_true_random=False),
)
def test_no_byte_depends_on_what_is_hidden(
    rules: RuleSet, seed: int, moves: int, number: int, random: Random
) -> None:
    game = random_game(rules, seed, moves=moves)
    viewer = number if number < rules.players else None
    other = dealt_anew(game, viewer, random)
    assume(other.state.phase == game.state.phase and other.outcome == game.outcome)
    assert sent(other, viewer) == sent(game, viewer)


def test_readers_are_told_different_things() -> None:
    """So the test above has something to find."""
    game = random_game(RuleSet(players=3), 5, moves=8)
    assert len({tuple(sent(game, viewer)) for viewer in (0, 1, 2, None)}) == 4


def test_no_secret_of_the_server_is_in_any_update() -> None:
    for seed in range(6):
        at = sitting(3, bots=[2], seed=seed)
        at.begin()
        game = at.table.game
        assert game is not None
        people = NAMES[:2]
        secrets = [token_of(name) for name in people]
        secrets += [hash_token(token_of(name)) for name in people]
        secrets += [device_of(name) for name in people]
        over = False
        while not over:
            over = not at.table.running
            heals = [e.heal for e in at.journal if isinstance(e, Moved) and e.heal]
            ids = [f'"{e.request}"' for e in at.journal if e.request]
            for viewer in (0, 1, None):
                for since in (None, at.table.version - 1):
                    text = encode(update_for(at.table, viewer, since=since)).decode()
                    hidden = [*secrets, *heals, *ids, *([] if over else [game.seed])]
                    assert not [secret for secret in hidden if secret in text]
            if not over:
                at.move()
                at.ask(1, Say(request_id(), "hello"))
        assert game.seed in encode(update_for(at.table, None, since=None)).decode()
