"""Records that tell the truth, and every way in which one may not."""

from __future__ import annotations

import hashlib
import io
from dataclasses import replace

import pytest
from hypothesis import given

from openregicide.core import Game, Heal, Record, RuleSet, Token, new_state
from openregicide.notation import format_seed, read_record, write_record
from openregicide.verify import Verdict, run, verify_record
from support.random_games import games, random_game

PASSED, FAILED, UNKNOWN = Verdict.PASSED, Verdict.FAILED, Verdict.UNKNOWN
CODES = ("moves", "result", "deal", "heals", "hash")


def healed_game() -> Game:
    """A game in which more than one order of a heal was possible."""
    for seed in range(200):
        game = random_game(RuleSet(players=2), seed)
        if any(isinstance(t.action, Heal) and len(t.action) > 1 for t in game.tokens):
            return game
    raise AssertionError


GAME = healed_game()
assert isinstance(GAME.seed, int)
SEED = GAME.seed


def seed_hash(seed: int) -> str:
    """SHA-256 of the 32 digits, as the documentation has it."""
    return hashlib.sha256(f"{seed:032x}".encode()).hexdigest()


def text_of(game: Game, **tags: str) -> str:
    return write_record(game.record({"SeedHash": seed_hash(SEED), **tags}))


TEXT = text_of(GAME)


def verdicts(record: Record) -> dict[str, Verdict]:
    checks = list(verify_record(record))
    assert tuple(check.code for check in checks) == CODES
    return {check.code: check.verdict for check in checks}


def wrong(record: Record) -> list[str]:
    return [code for code, verdict in verdicts(record).items() if verdict is FAILED]


def say(*texts: str) -> tuple[int, str]:
    """What the command prints, and its exit code."""
    out = io.StringIO()
    code = run([(f"game{i}.rgn", text) for i, text in enumerate(texts)], stdout=out)
    return code, out.getvalue()


def test_a_true_record_passes_every_check() -> None:
    assert set(verdicts(read_record(TEXT)).values()) == {PASSED}


@given(games())
def test_what_we_play_is_never_called_wrong(game: Game) -> None:
    record = read_record(write_record(game.record()))
    found = verdicts(record)
    assert FAILED not in found.values()
    assert (found["deal"], found["heals"]) == (PASSED, PASSED)


def test_another_result_is_wrong() -> None:
    stated = "lost" if 'Result "won"' in TEXT else "won"
    assert wrong(replace(read_record(TEXT), result=stated)) == ["result"]
    assert wrong(replace(read_record(TEXT), result="*")) == ["result"]


def test_a_move_against_the_rules_is_wrong_and_leaves_the_rest_open() -> None:
    record = read_record(TEXT)
    tokens = (record.tokens[0], record.tokens[0], *record.tokens[1:])
    found = verdicts(replace(record, tokens=tokens))
    assert found == {
        "moves": FAILED,
        "result": UNKNOWN,
        "deal": PASSED,
        "heals": UNKNOWN,
        "hash": PASSED,
    }
    check = next(verify_record(replace(record, tokens=tokens)))
    assert check.values["ply"] == 2


def test_another_deal_is_wrong() -> None:
    record = read_record(TEXT)
    other = replace(record, seed=SEED + 1)
    assert verdicts(other)["deal"] is FAILED
    assert verdicts(other)["heals"] is UNKNOWN
    first = new_state(record.rules, SEED, first=1 - record.start.seat)
    assert wrong(replace(record, start=first, tokens=(), result="*")) == []
    later = replace(record, start=GAME.at(1), tokens=record.tokens[1:])
    assert wrong(later) == ["deal"]


def test_a_heal_that_somebody_chose_is_wrong() -> None:
    record = read_record(TEXT)
    at, heal = next(
        (at, token.action)
        for at, token in enumerate(record.tokens)
        if isinstance(token.action, Heal) and len(token.action) > 1
    )
    chosen = Token(None, Heal(reversed(heal)))
    # Only up to there: what was drawn afterwards would be another game.
    cheat = replace(record, tokens=(*record.tokens[:at], chosen), result="*")
    assert wrong(cheat) == ["heals"]
    honest = replace(cheat, tokens=record.tokens[: at + 1])
    assert wrong(honest) == []


def test_another_seed_than_the_announced_one_is_wrong() -> None:
    record = read_record(TEXT)
    assert wrong(replace(record, tags={"SeedHash": seed_hash(SEED + 1)})) == ["hash"]
    assert wrong(replace(record, tags={"SeedHash": ""})) == ["hash"]


def test_what_a_record_does_not_say_stays_open() -> None:
    record = read_record(TEXT)
    assert verdicts(replace(record, tags={}))["hash"] is UNKNOWN
    found = verdicts(replace(record, seed=None))
    assert [found[code] for code in ("deal", "heals", "hash")] == [UNKNOWN] * 3
    assert (found["moves"], found["result"]) == (PASSED, PASSED)


# The command


def test_a_true_record_is_said_to_be_right_line_by_line() -> None:
    code, out = say(TEXT)
    assert code == 0
    name, *lines = out.splitlines()
    assert name == "game0.rgn"
    assert len(lines) == len(CODES)
    assert all(line.startswith("  ok  ") for line in lines)
    assert format_seed(SEED) in out
    assert seed_hash(SEED) in out


def test_a_wrong_record_is_said_to_be_wrong_where_it_is() -> None:
    stated = "lost" if 'Result "won"' in TEXT else "won"
    played = "won" if stated == "lost" else "lost"
    code, out = say(TEXT.replace(f'Result "{played}"', f'Result "{stated}"'))
    assert code == 1
    (line,) = [line for line in out.splitlines() if "WRONG" in line]
    assert f"“{stated}”" in line


def test_a_refused_move_is_named_with_its_reason() -> None:
    head, moves = TEXT.split("\n\n")
    code, out = say(f"{head}\n\n{moves.splitlines()[0]}\n{moves}")
    assert code == 1
    assert "Step 2 is against the rules: " in out
    assert "error." not in out


def test_what_is_no_record_is_another_exit_code() -> None:
    code, out = say("hello")
    assert code == 2
    assert "“hello” is not a tag" in out


@pytest.mark.parametrize("texts", [(TEXT, "hello"), ("hello", TEXT)])
def test_the_worst_of_several_records_counts(texts: tuple[str, str]) -> None:
    code, out = say(*texts)
    assert code == 2
    assert "game0.rgn" in out
    assert "game1.rgn" in out
    assert out.count("  ok  ") == len(CODES)


def test_every_verdict_can_be_put_into_words(monkeypatch: pytest.MonkeyPatch) -> None:
    from openregicide.i18n import Catalogue

    monkeypatch.setattr(Catalogue, "__call__", Catalogue.strict)
    record = read_record(TEXT)
    other = replace(record, seed=SEED + 1)
    for changed in (record, replace(record, seed=None), other):
        say(write_record(changed))
    heads = TEXT.split("\n\n")[0]
    say(f"{heads}\n\n0 y\n", "nonsense")
