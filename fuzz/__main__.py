"""`python -m fuzz [TARGET] [--seconds N]`: feed nonsense to all targets in turn, until Ctrl-C."""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
from itertools import count
from pathlib import Path

from .corpus import CORPUS, crash_of, keep, kept
from .targets import TARGETS

ROOT = Path(__file__).parents[1]
NEW = ROOT / "build" / "fuzz"
"""What was found worth trying, and is not kept in the repository."""
TURN_SECONDS = 60
LONGEST = 20_000
"""The most bytes of an input."""


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if nothing broke, 1 if something did, 2 if this cannot run here."""
    parser = argparse.ArgumentParser("python -m fuzz", description=__doc__)
    parser.add_argument("target", nargs="?", choices=[*TARGETS, "all"], help="all: at once")
    parser.add_argument("--seconds", type=int, help="for each target, once; else for ever")
    parser.add_argument("--replay", type=Path, help="try one file out")
    parser.add_argument(
        "--kept", action="store_true", help="try only what is kept, without atheris"
    )
    flags = parser.parse_args(arguments)
    turns = [flags.target] if flags.target else list(TARGETS)
    targets = list(TARGETS) if flags.target == "all" else turns
    if flags.replay is not None:
        return _replay(targets, [flags.replay])
    if flags.kept:
        return max(_replay([target], list(kept(target))) for target in targets)
    if importlib.util.find_spec("atheris") is None:
        print("atheris is not installed here; --kept tries what is kept", file=sys.stderr)
        return 2
    try:
        for _ in range(1) if flags.seconds else count():
            for target in turns:
                if not _fuzz(target, flags.seconds or TURN_SECONDS):
                    return 1
    except KeyboardInterrupt:
        pass
    return 0


def _replay(targets: list[str], files: list[Path]) -> int:
    broken = 0
    for target in targets:
        for file in files:
            if problem := crash_of(target, file.read_bytes()):
                print(f"{target}: {file}: {problem}")
                broken = 1
    return broken


def _fuzz(target: str, seconds: int) -> bool:
    """Let atheris try for a while; return whether nothing broke."""
    new, found = NEW / target, NEW / "found"
    new.mkdir(parents=True, exist_ok=True)
    found.mkdir(exist_ok=True)
    print(f"{target}: {seconds} s", file=sys.stderr, flush=True)
    flags = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-artifact_prefix={found}/"]
    command = [sys.executable, "-m", "fuzz.engine", target, *flags, "-print_final_stats=1"]
    names = list(TARGETS) if target == "all" else [target]
    folders = [str(CORPUS / name) for name in names]
    result = subprocess.run([*command, str(new), *folders], cwd=ROOT, check=False)
    for file in sorted(found.iterdir()):
        for name in names:
            if crash_of(name, file.read_bytes()):
                small = keep(name, file.read_bytes())
                print(f"again: python -m fuzz {name} --replay {small.relative_to(ROOT)}")
        file.unlink()
    return result.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
