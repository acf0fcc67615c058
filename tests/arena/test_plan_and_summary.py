"""What a run plays, what is kept of it, and what it adds up to."""

from __future__ import annotations

import csv
import json
from dataclasses import replace

import pytest

from openregicide.arena import GameResult, Plan, summarize, wilson_interval
from openregicide.arena.report import comparison_lines, csv_text, report_lines
from openregicide.arena.results import FaultReport, result_of
from openregicide.bots.api.match import Thinking
from openregicide.core import RuleSet
from openregicide.errors import InvalidOptionError
from openregicide.i18n import Catalogue
from openregicide.notation import format_seed

PLAN = Plan(RuleSet(players=2), ("random", "random"), 1)


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is missing fails here instead of showing its key."""
    monkeypatch.setattr(Catalogue, "__call__", Catalogue.strict)


# Seeds


def test_the_seeds_of_old_files_stay_what_they_were() -> None:
    """Whoever changes how seeds are made makes every file that exists worthless."""
    assert format_seed(PLAN.deal_seed(1)) == "9b57b2b0233bf1367c98409ca5f57c64"
    assert format_seed(PLAN.deal_seed(2)) == "ab36714f9d578c358b1677d5bf11f61a"
    assert [dice.random_below(10**9) for dice in PLAN.dice(1)] == [263192127, 34250301]


def test_every_game_and_every_seat_has_chance_of_its_own() -> None:
    other = replace(PLAN, seed=2)
    deals = {plan.deal_seed(number) for plan in (PLAN, other) for number in range(1, 200)}
    dice = {
        generator.words()
        for plan in (PLAN, other)
        for number in range(1, 200)
        for generator in plan.dice(number)
    }
    assert (len(deals), len(dice)) == (2 * 199, 2 * 199 * 2)


def test_a_plan_is_read_as_it_was_written() -> None:
    plan = Plan(RuleSet(players=1, hand_limit=9), (" search : ms=10",), 2**127 + 5)
    assert Plan.from_json(json.loads(json.dumps(plan.as_json()))) == plan
    assert plan.seats == ("search:ms=10",)


def test_a_plan_has_a_bot_for_every_player() -> None:
    with pytest.raises(InvalidOptionError) as error:
        Plan(RuleSet(players=3), ("random", "random"), 1)
    assert error.value.code == "match.seats"


# Results


def played(number: int) -> GameResult:
    return result_of(PLAN, number, PLAN.play(number, PLAN.make_bots()))


def without_times(result: GameResult) -> GameResult:
    return replace(result, thinking=tuple(Thinking(t.choices) for t in result.thinking))


def test_a_game_follows_from_the_plan_and_its_number() -> None:
    assert without_times(played(3)) == without_times(played(3))
    assert without_times(played(3)) != without_times(played(4))


def test_a_result_is_read_as_it_was_written() -> None:
    fault = FaultReport(seat=1, bot="random", code="fault.raised", error="ValueError: no")
    for result in (played(1), replace(played(2), fault=fault, lost_to=None)):
        row = json.loads(json.dumps(result.as_json()))
        again = GameResult.from_json(row)
        assert again == result
        assert again.as_json() == row


def game(number: int, **values: object) -> GameResult:
    standard: dict[str, object] = {
        "won": False,
        "ending": "cannot_pay",
        "kills": 4,
        "moves": 20,
        "lost_to": "QH",
        "thinking": (Thinking(10, 20.0, 10.0), Thinking(5, 40.0, 5.0)),
    }
    return GameResult(number=number, seed=number, **{**standard, **values})  # type: ignore[arg-type]


WON = {"won": True, "ending": "last_king", "kills": 12, "lost_to": None}


def test_games_add_up() -> None:
    results = [game(1), game(2, **WON, medal="gold"), game(3, lost_to="KD"), game(4)]
    summary = summarize(results, 2)
    assert (summary.games, summary.wins, summary.win_rate) == (4, 1, 0.25)
    assert summary.medals == {"gold": 1, "silver": 0, "bronze": 0}
    assert (summary.kills, summary.moves) == (24, 80)
    assert summary.lost_to == {"QH": 2, "KD": 1}
    data = summary.as_json()
    # 4 games, each 60 ms for 15 choices.
    assert (data["ms_per_move"], data["cpu_ms_per_move"]) == (4.0, 1.0)
    assert data["ms_per_move_by_seat"] == [2.0, 8.0]
    assert data["interval"] == [round(bound, 6) for bound in wilson_interval(1, 4)]


def test_nothing_adds_up_to_nothing() -> None:
    data = summarize([], 2).as_json()
    assert (data["games"], data["win_rate"], data["ms_per_move"]) == (0, 0.0, None)
    assert data["interval"] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Agresti and Coull (1998), and Wilson's formula by hand.
        (10, 20, 0.2993, 0.7007),
        (0, 20, 0.0, 0.1611),
        (20, 20, 0.8389, 1.0),
        (1940, 2000, 0.9616, 0.9766),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


# Reports


def report(plan: Plan, results: list[GameResult]) -> str:
    return "\n".join(report_lines(Catalogue(), plan, summarize(results, len(plan.seats))))


def test_the_report_has_the_rate_and_where_games_were_lost() -> None:
    text = report(PLAN, [game(1), game(2, **WON), game(3, lost_to="KD"), game(4)])
    assert "won             1, 25.0% (95% interval 4.6 to 69.9)" in text
    assert "random  (4.00 ms a move, 1.00 of CPU)" in text
    lines = text.splitlines()
    assert "lost to  clubs  diamonds  hearts  spades  all" in lines
    assert "queen        0         0       2       0    2" in lines
    assert "king         0         1       0       0    1" in lines
    assert "medals" not in text


def test_a_mixed_table_is_reported_seat_by_seat() -> None:
    text = report(replace(PLAN, seats=("greedy", "random")), [game(1)])
    assert "player 1        greedy  (2.00 ms a move, 1.00 of CPU)" in text
    assert "player 2        random  (8.00 ms a move, 1.00 of CPU)" in text


def test_medals_are_for_solo_players() -> None:
    plan = Plan(RuleSet(players=1), ("greedy",), 1)
    alone = (Thinking(1, 1.0, 1.0),)
    results = [game(n, **WON, medal=m, thinking=alone) for n, m in ((1, "gold"), (2, "bronze"))]
    assert "gold 1, silver 0, bronze 1" in report(plan, results)


def test_faults_are_reported_and_not_blamed_on_an_enemy() -> None:
    fault = FaultReport(
        seat=1, bot="random", code="fault.illegal_move", error="p7S: no", position="p1 00 ..."
    )
    dead = FaultReport(seat=None, bot=None, code="fault.died", error="SIGSEGV")
    lost = {"ending": "fault", "lost_to": None}
    results = [game(n, fault=dead if n == 2 else fault, **lost) for n in range(1, 6)]
    text = report(PLAN, results)
    assert "5 games were lost by the fault of a bot:" in text
    assert "game 1: player 2 (random) made an illegal move (p7S: no)\n    p1 00 ..." in text
    assert "game 2: the process that played it died (SIGSEGV)" in text
    assert text.endswith("and 2 more like these")
    assert "lost to" not in text


def test_several_runs_are_compared_line_by_line() -> None:
    summary = summarize([game(1), game(2, **WON)], 2)
    mixed = replace(PLAN, seats=("greedy", "random"))
    assert comparison_lines(Catalogue(), [(PLAN, summary), (mixed, summary)]) == [
        "random (players=2)               2  50.0% (95% interval 9.5 to 90.5)",
        "greedy, random (players=2)       2  50.0% (95% interval 9.5 to 90.5)",
    ]


def test_a_spreadsheet_has_a_line_for_every_game() -> None:
    fault = FaultReport(seat=0, bot="random", code="fault.raised", error='ValueError: "a", b')
    text = csv_text([game(1), game(2, **WON), game(3, fault=fault, lost_to=None)])
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["number"] for row in rows] == ["1", "2", "3"]
    assert [row["result"] for row in rows] == ["lost", "won", "lost"]
    assert rows[0]["seed"] == format_seed(1)
    assert (rows[0]["choices"], rows[0]["ms"], rows[0]["lost_to"]) == ("15", "60.0", "QH")
    assert (rows[2]["fault"], rows[2]["fault_error"]) == ("fault.raised", 'ValueError: "a", b')
