"""The inner loop: ruff, mypy, and the tests that are nearest to what was changed.

`make quick` runs this. Tests are found by walking the imports of `src/` and `tests/` backwards
from the changed files, the nearest first, and as many are run as fit into a minute on two cores by
tests/times.json; what was left out is said. `make test` stays the judge.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Graph", "Plan", "changed_files", "nearest", "plan"]

ROOT = Path(__file__).resolve().parent.parent

BUDGET = 60.0
"""Seconds that the tests of a quick run may take together; two run side by side."""

ENOUGH = 20.0
"""Seconds after which no tests are added that are further away than those chosen so far."""

NEW = 1.0
"""Seconds that a file is taken for which nobody has measured yet."""

TOO_SLOW = ("tests/browser/", "tests/server/hostile/")
"""Tests that a quick run leaves out, unless they were changed themselves."""

MIRRORS = {
    "core": ("core", "scenarios", "goldens", "perft"),
    "web": ("web", "javascript"),
}
"""Folders of tests for a folder of the package, where it is not the one of the same name."""

OF_THE_BUILD = "tests/core/test_engine.py"
"""What an engine that was edited and not built again does not pass."""

TYPED = ("src/openregicide/web/", "tsconfig.json")
"""What `scripts/types` checks."""


# Who imports whom


@dataclass
class Graph:
    """The modules of the repository by name, and which of them each one uses."""

    paths: dict[str, Path] = field(default_factory=dict)
    uses: dict[str, set[str]] = field(default_factory=dict)
    through: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Who imports from a package what one of its modules defines; they use that module."""

    @classmethod
    def read(cls, root: Path) -> Graph:
        graph = cls()
        # As the interpreter sees it: `src` and `tests` are on its path.
        for folder, start in (
            ("src", "src"),
            ("tests", "tests"),
            *((d, ".") for d in _tools(root)),
        ):
            for path in sorted((root / folder).rglob("*.py")):
                graph.paths[_dotted(path.relative_to(root / start))] = path
        trees = {name: ast.parse(path.read_bytes()) for name, path in graph.paths.items()}
        exports = {
            name: dict(_exports(graph, name, trees[name]))
            for name, path in graph.paths.items()
            if path.name == "__init__.py"
        }
        for name, tree in trees.items():
            graph.uses[name] = set(graph._uses(name, tree, exports)) - {name}
            # pytest loads these without being told to.
            if graph.paths[name].is_relative_to(root / "tests") and name != "conftest":
                above = [".".join(name.split(".")[:i]) for i in range(name.count(".") + 1)]
                near = {f"{folder}.conftest".lstrip(".") for folder in above}
                graph.uses[name] |= near & set(graph.paths) - {name}
        return graph

    def base(self, name: str, node: ast.ImportFrom) -> str:
        """Return the module that a `from … import` names, with its dots resolved."""
        if not node.level:
            return node.module or ""
        parts = name.split(".")
        if self.paths[name].name == "__init__.py":
            parts.append("__init__")
        return ".".join([*parts[: -node.level], *([node.module] if node.module else [])])

    def _uses(
        self, name: str, tree: ast.Module, exports: dict[str, dict[str, tuple[str, str]]]
    ) -> Iterator[str]:
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield from self._known(alias.name)
            elif isinstance(node, ast.ImportFrom):
                base = self.base(name, node)
                for alias in node.names:
                    module, word = base, alias.name
                    # A package passes on what its modules define: those are meant.
                    while word in exports.get(module, {}):
                        self.through[module].add(name)
                        module, word = exports[module][word]
                    yield from self._known(f"{module}.{word}", module)
            elif isinstance(node, ast.List | ast.Tuple):
                # A program that a test starts, as in `python -m openregicide`, or names of modules.
                before: object = None
                for each in node.elts:
                    part = each.value if isinstance(each, ast.Constant) else None
                    if isinstance(part, str) and (before == "-m" or "." in part):
                        yield from self._known(f"{part}.__main__", part)
                    before = part

    def _known(self, *names: str) -> Iterator[str]:
        """Yield the first of these that is one of our modules."""
        for name in names:
            if name in self.paths:
                yield name
                return

    def distances(self, start: Iterable[str]) -> dict[str, int]:
        """Return how many imports away from the start each module is that depends on it."""
        users: dict[str, set[str]] = defaultdict(set)
        for name, used in self.uses.items():
            for other in used:
                users[other].add(name)
        found = dict.fromkeys(start, 0)
        edge = list(found)
        for name in list(found):
            users[name] |= self.through.get(name, set())
        while edge:
            following = []
            for name in edge:
                for user in sorted(users[name] - found.keys()):
                    found[user] = found[name] + 1
                    following.append(user)
            edge = following
        return found


def _tools(root: Path) -> list[str]:
    return [
        name
        for name in ("benchmarks", "examples", "fuzz", "learning", "scripts", "simulation")
        if (root / name).exists()
    ]


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _exports(graph: Graph, name: str, tree: ast.Module) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the names that a package imports from elsewhere in the repository, and from where."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = graph.base(name, node)
            for alias in node.names:
                if base in graph.paths and base != name:
                    yield alias.asname or alias.name, (base, alias.name)


# Which tests a change concerns


def nearest(changed: Iterable[str], graph: Graph, root: Path = ROOT) -> dict[str, int]:
    """Return the files of tests that depend on changed files, with how far they are away.

    :param changed: paths from the root, of whatever is in the repository.
    """
    names = {path.relative_to(root).as_posix(): name for name, path in graph.paths.items()}
    modules: set[str] = set()
    mirrors: set[str] = set()
    found: dict[str, int] = {}
    for file in changed:
        # C types belong to the module beside them.
        module = names.get(re.sub(r"\.pxd$", ".py", file))
        if module is not None:
            modules.add(module)
            mirrors |= set(_mirrors(file, root))
        found |= dict.fromkeys(_concerned(file, root, graph, module), 1)
    for name, distance in graph.distances(modules).items():
        file = graph.paths[name].relative_to(root).as_posix()
        if _is_test(file):
            # The tests of a package may come to it through the whole program; they are near.
            far = min(distance, 1) if file in mirrors else distance
            found[file] = min(found.get(file, far), far)
    return found


def _concerned(file: str, root: Path, graph: Graph, module: str | None) -> Iterator[str]:
    """Yield the files of tests that a file concerns otherwise than by imports."""
    parts = Path(file).parts
    if module is None or parts[0] != "src":
        # Documents, scripts and data are read, or started, by whoever names them.
        named = re.compile(rf"""["'/]{re.escape(parts[-1])}["']""")
        reading = [name for name, text in _test_sources(graph, root) if named.search(text)]
        yield from _tests_among(graph.distances(set(reading) - {module}), graph, root)
    if module is not None:
        return
    if file.endswith(".md") and (len(parts) == 1 or parts[0] == "docs"):
        yield "tests/test_docs.py"
    if parts[0] == "tests" and len(parts) > 2:
        yield from _tests_in(root / "tests" / parts[1], root)
    yield from _mirrors(file, root)


def _mirrors(file: str, root: Path) -> Iterator[str]:
    """Yield the files of tests in the folder that mirrors a file's part of the package."""
    parts = Path(file).parts
    if parts[:2] == ("src", "openregicide"):
        for folder in MIRRORS.get(parts[2], (parts[2],)):
            yield from _tests_in(root / "tests" / folder, root)


def _tests_in(folder: Path, root: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("test_*.py")):
        yield path.relative_to(root).as_posix()


def _tests_among(names: Iterable[str], graph: Graph, root: Path) -> Iterator[str]:
    for name in names:
        file = graph.paths[name].relative_to(root).as_posix()
        if _is_test(file):
            yield file


def _test_sources(graph: Graph, root: Path) -> Iterator[tuple[str, str]]:
    for name, path in graph.paths.items():
        if path.is_relative_to(root / "tests"):
            yield name, path.read_text(encoding="utf-8")


def _is_test(file: str) -> bool:
    return file.startswith("tests/") and Path(file).name.startswith("test_")


# What is run


@dataclass
class Plan:
    """What a quick run does, and what it leaves to `make test`."""

    run: list[str] = field(default_factory=list)
    """Files of tests, the nearest first."""
    whole: list[str] = field(default_factory=list)
    """Those of them that were changed themselves, and run with their slow tests."""
    seconds: float = 0.0
    slow: list[str] = field(default_factory=list)
    """Slow tests in these files, left out."""
    left: list[str] = field(default_factory=list)
    """Files left out because there is no time for them."""


def plan(
    near: dict[str, int], times: dict[str, float], elsewhere: dict[str, float], budget: float
) -> Plan:
    """Choose what fits into the budget, the nearest first, and of those the quickest first.

    :param times: the seconds of files and of slow tests with this engine.
    :param elsewhere: the same with the other engine; what is known only there is not for this one.
    """
    chosen = Plan()
    slow: dict[str, dict[str, float]] = defaultdict(dict)
    for name, seconds in times.items():
        if "::" in name:
            slow[name.partition("::")[0]][name] = seconds
    costs: dict[str, float] = {}
    for file, distance in near.items():
        costs[file] = times.get(file, NEW)
        if distance:
            costs[file] -= sum(slow[file].values())
    furthest = 0
    for file in sorted(costs, key=lambda file: (near[file], costs[file], file)):
        distance = near[file]
        only_there = file in elsewhere and file not in times
        too_slow = distance > 0 and (
            file.startswith(TOO_SLOW) or (slow[file] and costs[file] < 0.1)
        )
        too_far = distance > furthest and chosen.seconds > ENOUGH
        if only_there or too_slow or too_far or chosen.seconds + costs[file] > budget:
            chosen.left.append(file)
            continue
        furthest = distance
        chosen.run.append(file)
        chosen.seconds += costs[file]
        if distance == 0:
            chosen.whole.append(file)
        else:
            chosen.slow += slow[file]
    return chosen


def changed_files(since: str, root: Path = ROOT) -> list[str]:
    """Return what differs from a commit, new files included."""
    git = ["git", "-C", str(root)]
    listed = [
        subprocess.run([*git, *words], capture_output=True, text=True, check=True).stdout
        for words in (
            ("diff", "--name-only", "--no-renames", "-z", since),
            ("ls-files", "--others", "--exclude-standard", "-z"),
        )
    ]
    return sorted({name for text in listed for name in text.split("\0") if name})


def all_tests(root: Path = ROOT) -> dict[str, int]:
    """Return every file of tests, as if each were as near as any other."""
    return dict.fromkeys(_tests_in(root / "tests", root), 1)


def running_engine() -> str:
    """Return which engine runs: an edited one is interpreted until `make setup`."""
    code = "import openregicide.core, openregicide.engine as e; print(e.engine_name())"
    command = [sys.executable, "-W", "ignore", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


# Running it


def start_checks(changed: Iterable[str]) -> list[tuple[str, subprocess.Popen[str]]]:
    """Start everything but the tests; mypy is quick when it has run before."""
    tools = Path(sys.executable).parent
    commands = [
        [f"{tools}/ruff", "check", "--quiet", "."],
        [f"{tools}/ruff", "format", "--quiet", "--check", "."],
        [f"{tools}/mypy", "--strict"],
    ]
    if any(file.startswith(TYPED) for file in changed):
        commands.append(["scripts/types"])
    return [
        (
            " ".join((Path(command[0]).name, *command[1:])),
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True),
        )
        for command in commands
    ]


def run_tests(chosen: Plan, engine: str) -> int:
    command = [sys.executable, "-m", "pytest", "--leave-out-slow"]
    command += [f"--whole={file}" for file in chosen.whole]
    if chosen.seconds > 5:
        # Two processes take some seconds to get going.
        command += ["--numprocesses=2", "--dist=loadfile", "--no-loadscope-reorder"]
    environment = os.environ | {"OPENREGICIDE_ENGINE": engine}
    return subprocess.run([*command, *chosen.run], env=environment, check=False).returncode


def some(names: Iterable[str], most: int = 4) -> str:
    """Return a list for people, cut short."""
    listed = list(names)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more


def main() -> int:
    parser = argparse.ArgumentParser(description="Check what was changed, in under a minute.")
    parser.add_argument("--since", default="HEAD", metavar="COMMIT", help="changes from here on")
    parser.add_argument("--list", action="store_true", help="only say which tests these are")
    asked = parser.parse_args()
    os.chdir(ROOT)
    try:
        changed = changed_files(asked.since)
    except subprocess.CalledProcessError as error:
        parser.error(error.stderr.strip())

    engine = running_engine()
    every = json.loads((ROOT / "tests" / "times.json").read_text())
    [other] = {"compiled", "interpreted"} - {engine}
    near = nearest(changed, Graph.read(ROOT)) if changed else all_tests()
    if engine == "interpreted":
        near.pop(OF_THE_BUILD, None)
    chosen = plan(near, every[engine], every[other], BUDGET)

    print("Changed:", some(changed) or "nothing, so whatever is quick is tested")
    print(f"Testing: {len(chosen.run)} of {len(all_tests())} files, engine {engine}")
    if asked.list:
        print(*chosen.run, sep="\n")
        return 0
    checks = start_checks(changed)
    failed = ["pytest"] if chosen.run and run_tests(chosen, engine) else []
    for name, check in checks:
        said, _ = check.communicate()
        if check.returncode:
            failed.append(name)
            print(f"{name}\n{said}")
    if engine == "interpreted":
        print("Left to make test: the engine, built from these sources")
    if chosen.slow:
        print(f"Left to make test: {len(chosen.slow)} slow tests in these files")
    if chosen.left:
        print(f"Left to make test: {some(chosen.left)}")
    print(f"FAILED: {', '.join(failed)}" if failed else "All of that is well.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
