"""The compiled engine and its sources: never one for the other by accident."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import openregicide
from openregicide.core import RuleSet, State, new_state, view_for
from openregicide.engine import COMPILED, HERE, engine_name
from openregicide.errors import InvalidOptionError

SAY = "import openregicide.core, openregicide.engine as e; print(e.engine_name())"

has_compiled = pytest.mark.skipif(
    not all(
        any((HERE / part).glob(f"{name}.*.so"))
        for part, names in COMPILED.items()
        for name in names
    ),
    reason="no compiler was there to build the compiled engine",
)


def run(folder: Path, engine: str = "", code: str = SAY) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(folder), "OPENREGICIDE_ENGINE": engine}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, cwd="/"
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package with whatever is compiled in it."""
    source = Path(openregicide.__file__).parent
    shutil.copytree(source, tmp_path / "openregicide", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def can_compile(folder: Path) -> bool:
    """Tell whether the build's compiler works here, Python's headers included."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    source = folder / "probe.c"
    source.write_text("#include <Python.h>\n")
    include = f"-I{sysconfig.get_paths()['include']}"
    options = ["-c", include, str(source), "-o", str(folder / "probe.o")]
    try:
        result = subprocess.run([*command, *options], capture_output=True, check=False)
    except OSError:
        return False
    return result.returncode == 0


def test_where_there_is_a_compiler_there_is_a_compiled_engine(tmp_path: Path) -> None:
    # Otherwise a build that fails would go unnoticed: every comparison would just be left out.
    source = Path(openregicide.__file__).parent.parent
    assert run(source).stdout == ("compiled\n" if can_compile(tmp_path) else "interpreted\n")


@has_compiled
def test_the_compiled_engine_is_used_when_it_fits(copy: Path) -> None:
    result = run(copy)
    assert (result.stdout, result.stderr) == ("compiled\n", "")


@has_compiled
@pytest.mark.parametrize("name", ["state.py", "legal.pxd", "bits.pxd"])
def test_an_edited_source_is_never_shadowed_by_an_old_compiled_file(copy: Path, name: str) -> None:
    edited = copy / "openregicide" / "core" / name
    edited.write_text(edited.read_text() + "\n# an edit\n")
    result = run(copy)
    assert result.stdout == "interpreted\n"
    assert "StaleEngineWarning" in result.stderr
    assert "make setup" in result.stderr


@has_compiled
def test_an_edited_rule_is_the_rule_that_runs(copy: Path) -> None:
    edited = copy / "openregicide" / "core" / "state.py"
    edited.write_text(edited.read_text().replace("value *= 2\n", "value *= 3\n"))
    code = "from openregicide.core import state; print(state.__file__)"
    assert run(copy, code=code).stdout.strip() == str(edited)


@has_compiled
def test_insisting_on_the_compiled_engine_refuses_a_stale_one(copy: Path) -> None:
    edited = copy / "openregicide" / "core" / "rng.py"
    edited.write_text(edited.read_text() + "\n# an edit\n")
    result = run(copy, "compiled")
    assert result.returncode != 0
    assert "no engine was compiled from these sources" in result.stderr


def test_the_sources_can_be_asked_for(copy: Path) -> None:
    result = run(copy, "interpreted")
    assert (result.stdout, result.stderr) == ("interpreted\n", "")


def test_one_missing_extension_means_that_none_is_used(copy: Path) -> None:
    for extension in (copy / "openregicide" / "core").glob("legal.*.so"):
        extension.unlink()
    assert run(copy).stdout == "interpreted\n"


def test_an_unknown_engine_is_refused(copy: Path) -> None:
    assert "compiled or interpreted" in run(copy, "fast").stderr


def test_this_run_uses_the_engine_it_was_asked_for() -> None:
    asked = os.environ.get("OPENREGICIDE_ENGINE")
    assert engine_name() in ("compiled", "interpreted")
    assert asked in (None, "", engine_name())


# The public edge, where a bad number would otherwise reach unchecked C


@pytest.mark.parametrize("players", [0, 5, -1, 2**70, True, 2.0, "2", None])
def test_a_wrong_number_of_players_is_a_value_error(players: int) -> None:
    with pytest.raises(ValueError, match="players") as caught:
        RuleSet(players=players)
    assert isinstance(caught.value, InvalidOptionError)


@pytest.mark.parametrize("seed", [-1, 2**128])
def test_a_seed_outside_128_bits_is_a_value_error(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        new_state(RuleSet(players=2), seed)


@pytest.mark.parametrize("first", [-1, 2])
def test_a_first_player_who_does_not_exist_is_a_value_error(first: int) -> None:
    with pytest.raises(ValueError, match=r"seat\.unknown"):
        new_state(RuleSet(players=2), 1, first=first)


@pytest.mark.parametrize("seat", [-1, 2, 100])
def test_a_view_of_a_seat_that_does_not_exist_is_a_value_error(seat: int) -> None:
    with pytest.raises(ValueError, match=r"seat\.unknown"):
        view_for(new_state(RuleSet(players=2), 1), seat)


@pytest.mark.parametrize("rules", [None, 2, "players=2"])
def test_a_state_wants_rules(rules: RuleSet) -> None:
    with pytest.raises(ValueError, match="rules"):
        State(rules)
