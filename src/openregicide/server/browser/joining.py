"""A few files instead of many modules, made when the server starts.

Each module becomes a function, in a file with others:

    "words/cards.js"($use, $at, $later) {
    const { t } = $use("i18n.js");
    ...
    return { cardName, rankName };
    },

`web/loader.js` stands at the head of the first file and calls these functions, each once, in the
order in which the browser would run the modules. Comments and indentation stay behind; a source
map leads every line back to the module it came from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from .modules import Module, UnreadableError, modules_of, read_alone, read_module

__all__ = ["LOADER", "Joined", "join_sheets"]

LOADER = "loader.js"
ENTRY = "app.js"
FOLDER = "joined/"
NEEDED_FIRST = {
    "app": (ENTRY, "pages/home.js"),
    # Without these two, no game begins.
    "table": ("pages/table.js", "fairness/ceremony.js", "fairness/keeping.js"),
}
"""The files that a first visit needs, by the modules it begins with."""
BESIDE = "beside"
"""The file with what these load on demand ..."""
REST = "others"
"""... and the one with all other pages."""
PARTS_MARK = "'{{parts}}'"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
"""In a style sheet."""
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Joined:
    """The client's modules in a few files."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        """:param sources: every module by its name, the loader too.

        :raises UnreadableError: a module cannot be joined.
        """
        reachable = _read_all(sources)
        self.parts: dict[str, list[str]] = {}
        """The files by name, and the modules in each, in no particular order."""
        taken: set[str] = set()
        for part, names in NEEDED_FIRST.items():
            self.parts[part] = [each for each in modules_of(reachable, *names) if each not in taken]
            taken.update(self.parts[part])
        # What these open beside themselves, in the middle of a game: a rule, a seal, a code.
        beside = {
            name
            for opened in taken - {ENTRY}
            for name in reachable[opened].later
            if name not in taken
        }
        self.parts[BESIDE] = [
            each for each in modules_of(reachable, *sorted(beside)) if each not in taken
        ]
        taken.update(self.parts[BESIDE])
        self.parts[REST] = sorted(set(reachable) - taken)
        self._part_of = {name: part for part, names in self.parts.items() for name in names}
        self._modules = reachable
        self.files = dict(self._files(sources[LOADER]))
        """What is served: the joined files and their maps, by name."""

    def files_for(self, module: str) -> list[str]:
        """Return the files to fetch for a module, beside the first one."""
        needed = {self._part_of[each] for each in modules_of(self._modules, module)}
        return [f"{FOLDER}{part}.js" for part in self.parts if part in needed - {"app"}]

    def _files(self, loader: str) -> Iterator[tuple[str, str]]:
        on_demand = {name for module in self._modules.values() for name in module.later}
        needs = {name: self.files_for(name) for name in sorted(on_demand)}
        for part, names in self.parts.items():
            written = _Writer()
            if part == "app":
                first = read_alone(LOADER, loader.replace(PARTS_MARK, f"'{json.dumps(needs)}'"))
                written.module(first)
                written.lines("define({")
            else:
                written.lines("export default {")
            for name in names:
                written.function(self._modules[name])
            written.lines(*(("});", f'await later("{ENTRY}");') if part == "app" else ("};",)))
            written.lines(f"//# sourceMappingURL={part}.js.map")
            yield f"{FOLDER}{part}.js", written.text()
            yield f"{FOLDER}{part}.js.map", written.map(part)


def join_sheets(sheets: Iterable[str]) -> str:
    """Join style sheets of one folder, in their order, without comments and indentation."""
    text = COMMENT.sub("", "\n".join(sheets))
    return "\n".join(line.strip() for line in text.splitlines() if line.strip()) + "\n"


def _read_all(sources: Mapping[str, str]) -> dict[str, Module]:
    """Read all modules that the entry leads to.

    :raises UnreadableError: one cannot be joined, alone or with the others.
    """
    modules: dict[str, Module] = {}
    waiting = [ENTRY]
    while waiting:
        name = waiting.pop()
        if name in modules:
            continue
        if name not in sources:
            raise UnreadableError(f"{name}: there is no such module")
        module = modules[name] = read_module(name, sources[name])
        waiting += [*module.imports, *module.later]
    for name, module in modules.items():
        for imported, names in module.imports.items():
            if modules[imported].waits:
                raise UnreadableError(f"{name}: {imported} waits, and is only loaded on demand")
            given = {called for _, called in modules[imported].exports}
            missing = {wanted for wanted, _ in names} - given
            if missing:
                raise UnreadableError(f"{name}: {imported} does not export {sorted(missing)}")
    _check_order(modules)
    return modules


def _check_order(modules: Mapping[str, Module]) -> None:
    """:raises UnreadableError: modules import each other in a circle."""
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise UnreadableError(f"a circle of imports: {' → '.join((*above, name))}")
        if name in done:
            return
        for each in modules[name].imports:
            visit(each, (*above, name))
        done.add(name)

    for name in modules:
        visit(name, ())


class _Writer:
    """A joined file in the making: its lines, and where each came from."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._from: list[tuple[str, int] | None] = []

    def lines(self, *lines: str) -> None:
        """Write lines that come from no module."""
        self._lines += lines
        self._from += len(lines) * [None]

    def function(self, module: Module) -> None:
        """Write a module as a function."""
        taken = [
            f"const {{ {_pairs(names)} }} = $use({json.dumps(name)});" if names else
            f"$use({json.dumps(name)});"
            for name, names in module.imports.items()
        ]  # fmt: skip
        taken += [
            f"const {called} = $use({json.dumps(name)});" for called, name in module.wholes.items()
        ]
        self.lines(f"// {module.name}")
        begins = "async " if module.waits else ""
        self.lines(f"{begins}{json.dumps(module.name)}($use, $at, $later) {{", *taken)
        self.module(module)
        self.lines(f"return {{ {_pairs(module.exports)} }};", "},")

    def module(self, module: Module) -> None:
        """Write the lines of a module, without comments, blanks in front, and imports."""
        for number, line in _shortened(module):
            self._lines.append(line)
            self._from.append((module.name, number))

    def text(self) -> str:
        return "\n".join(self._lines) + "\n"

    def map(self, part: str) -> str:
        """Return the source map."""
        names = list(dict.fromkeys(place[0] for place in self._from if place))
        mappings = []
        name_before, line_before = 0, 0
        for place in self._from:
            if place is None:
                mappings.append("")
                continue
            name, line = names.index(place[0]), place[1]
            mappings.append("A" + _digits(name - name_before) + _digits(line - line_before) + "A")
            name_before, line_before = name, line
        return json.dumps(
            {
                "version": 3,
                "file": f"{part}.js",
                "sources": [f"../{name}" for name in names],
                "names": [],
                "mappings": ";".join(mappings),
            },
            separators=(",", ":"),
        )


def _pairs(names: Iterable[tuple[str, str]]) -> str:
    """Return names for a pattern or an object: `a, b: c`."""
    return ", ".join(name if name == called else f"{name}: {called}" for name, called in names)


def _shortened(module: Module) -> Iterator[tuple[int, str]]:
    """Return the lines that are left of a module, with their numbers in it, counted from 0."""
    text, at, pieces = module.text, 0, []
    inside: list[int] = []
    """Where lines begin, in what is left, that are the text of a template."""
    length = 0

    def keep(start: int, end: int) -> None:
        nonlocal length
        pieces.append(text[start:end])
        for first, last in module.templates:
            newline = text.find("\n", max(first, start), min(last, end))
            while newline >= 0:
                inside.append(length + newline + 1 - start)
                newline = text.find("\n", newline + 1, min(last, end))
        length += end - start

    for edit in sorted(module.edits, key=lambda each: (each.start, -each.end)):
        if edit.start < at:
            continue  # A comment in an import that is gone as a whole.
        keep(at, edit.start)
        pieces.append(edit.text)
        length += len(edit.text)
        at = edit.end
    keep(at, len(text))
    kept = set(inside)
    begins = 0
    for number, line in enumerate("".join(pieces).split("\n")):
        after = begins + len(line) + 1
        written = line if begins in kept else line.lstrip()
        if after not in kept:
            written = written.rstrip()
        if written or begins in kept:
            yield number, written
        begins = after


def _digits(number: int) -> str:
    """Return a number as source maps write it: base 64, five bits each, the sign last."""
    rest = -2 * number + 1 if number < 0 else 2 * number
    written = ""
    while True:
        rest, digit = rest >> 5, rest & 31
        written += DIGITS[digit + 32 if rest else digit]
        if not rest:
            return written
