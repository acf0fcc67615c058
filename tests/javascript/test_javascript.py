"""The pure JavaScript of the browser client, tested without a page: `*.test.js` in this folder."""

from __future__ import annotations

import pytest

from support.browsing import launched
from support.javascript import MODULES, Results, given, has_node, in_chromium, in_node


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    if has_node():
        return in_node(tmp_path_factory.mktemp("javascript"))
    with launched() as browser:
        return in_chromium(browser.new_page())


@pytest.mark.parametrize("module", MODULES)
def test_every_case_passes(module: str, results: Results) -> None:
    print(f"fresh games of seed {given()['seed']}")
    cases = [case for case in results if case["module"] == module]
    assert len(cases) > 1, "a module without tests"
    wrong = [f"{case['name']}: {case['wrong']}" for case in cases if case["wrong"]]
    assert not wrong, "\n\n".join(wrong)


def test_the_companion_is_compared_in_everything_it_says() -> None:
    data = given()
    steps = [step for game in data["games"] for step in game["steps"]]
    assert len(steps) > 1000
    assert {said["code"] for step in steps for said in step["told"]} >= {
        "yielded", "blocked", "heal", "draw", "shield", "damage", "defeated", "cleared",
        "immunity_lost", "jester_again", "spades_count", "flipped", "struck", "held",
    }  # fmt: skip
    assert {game["outcome"]["ending"] for game in data["games"]} == {
        "last_king", "cannot_pay", "cannot_act",
    }  # fmt: skip
    assert len({code for step in steps for _, code in step["refused"]}) >= 20
    assert 40 < sum(taken for _, taken in data["options"]) < 360
