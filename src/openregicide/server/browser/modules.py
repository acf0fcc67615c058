"""JavaScript modules, read as far as it takes to join them: words, strings, brackets, imports.

Only the forms that our sources use are understood. Any other is an error that names the line: a
module that is read wrongly would fail in front of a player.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

__all__ = ["Edit", "Module", "UnreadableError", "modules_of", "read_alone", "read_module"]

PIECE = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      | (?P<word>[#@]?[^\W\d][\w$]*|\$[\w$]*)
      | (?P<number>\.?\d[\w.]*)
      | (?P<mark>\+\+|--|.)""",
    re.VERBOSE | re.DOTALL,
)
BLANK = re.compile(r"\s*")
TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
"""The text of a template up to its end, or to a hole in it."""
PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
BEFORE_A_PATTERN = frozenset({
    "await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw",
    "typeof", "void", "yield",
})  # fmt: skip
"""The words after which a slash begins a pattern, not a division."""
OPENING, CLOSING = "([{", ")]}"
HELPERS = ("$use", "$at", "$later")
"""What a joined module is given: other modules, the addresses of files, modules on demand."""


class UnreadableError(ValueError):
    """A module has a form that is not understood here."""


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str
    start: int
    depth: int
    """How many brackets are open around it."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Edit:
    """A place in a module where a joined file has something else."""

    start: int
    end: int
    text: str


@dataclass(slots=True)
class Module:
    """One module, and what has to change so that it can stand in a file with others."""

    name: str
    text: str
    imports: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """From which modules it takes which names, and what it calls them."""
    wholes: dict[str, str] = field(default_factory=dict)
    """The modules it takes whole, by what it calls them."""
    later: list[str] = field(default_factory=list)
    """The modules that it loads on demand."""
    exports: list[tuple[str, str]] = field(default_factory=list)
    """What it gives away: its own names, and those they go by elsewhere."""
    waits: bool = False
    """Whether it waits for something before it is ready."""
    edits: list[Edit] = field(default_factory=list)
    templates: list[tuple[int, int]] = field(default_factory=list)
    """Where templates lie: there, blanks are text."""


def read_module(name: str, text: str) -> Module:
    """Read a module.

    :param name: its path below the folder of the client.
    :raises UnreadableError: it has a form that is not understood.
    """
    return _Reading(Module(name, text)).read()


def read_alone(name: str, text: str) -> Module:
    """Read a module that stays one: only its comments go.

    :raises UnreadableError: it has a form that is not understood.
    """
    return _Reading(Module(name, text)).module


def modules_of(modules: Mapping[str, Module], *names: str, later: bool = False) -> list[str]:
    """Return some modules and all they import, directly or not, the nearest first.

    :param later: also those that are loaded on demand.
    """
    found = list(names)
    for name in found:
        module = modules[name]
        for each in [*module.imports, *(module.later if later else ())]:
            if each not in found:
                found.append(each)
    return found


class _Reading:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.tokens = list(self._tokens())
        self.at = 0

    def read(self) -> Module:
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            if token.kind != "word" or self._is_property():
                continue
            if token.text == "import":
                self._import(token)
            elif token.text == "export":
                self._export(token)
            elif token.text == "await" and not token.depth:
                self.module.waits = True
            elif token.text in HELPERS:
                raise self._unreadable(token)
        return self.module

    # Words and brackets

    def _tokens(self) -> Iterator[Token]:
        """Cut the text into tokens; comments and blanks are left out, and noted as edits."""
        text, at, depth = self.module.text, 0, 0
        holes: list[int] = []
        """The depths at which there is a hole in a template."""
        last: Token | None = None
        while (at := self._skip(at)) < len(text):
            if text[at] == "`" or (text[at] == "}" and holes and holes[-1] == depth - 1):
                if text[at] == "}":
                    depth = holes.pop()
                end = self._template_end(at + 1)
                last = Token("template", text[at:end], at, depth)
                self.module.templates.append((at, end))
                if text[end - 1] == "{":
                    holes.append(depth)
                    depth += 1
                    last = Token("mark", "{", end - 1, depth)
            elif text[at] == "/" and not _ends_a_value(last):
                found = PATTERN.match(text, at)
                if found is None:
                    raise self._unreadable(Token("mark", "/", at, depth))
                last = Token("pattern", found[0], at, depth)
            else:
                found = PIECE.match(text, at)
                assert found is not None, "every character is a piece"
                kind, piece = str(found.lastgroup), found[0]
                if piece in ('"', "'"):
                    raise self._unreadable(Token("mark", piece, at, depth))
                if kind == "mark" and piece in CLOSING:
                    depth -= 1
                last = Token(kind, piece, at, depth)
                if kind == "mark" and piece in OPENING:
                    depth += 1
            at = max(last.end, at + 1)
            yield last
        if depth or holes:
            raise UnreadableError(f"{self.module.name}: a bracket is not closed")

    def _skip(self, at: int) -> int:
        """Return where the next token begins."""
        text = self.module.text
        while True:
            blank = BLANK.match(text, at)
            assert blank is not None
            at = blank.end()
            if not text.startswith(("//", "/*"), at):
                return at
            comment = PIECE.match(text, at)
            if comment is None or comment.lastgroup != "comment":
                raise self._unreadable(Token("mark", "/*", at, 0))
            # What stood on two lines stays on two lines, and every line keeps its number.
            self.module.edits.append(Edit(at, comment.end(), "\n" * comment[0].count("\n")))
            at = comment.end()

    def _template_end(self, at: int) -> int:
        """Return where a template ends or has a hole; `at` is behind what opened it."""
        text = self.module.text
        found = TEMPLATE.match(text, at)
        assert found is not None
        if found.end() == len(text):
            raise self._unreadable(Token("template", "", at, 0))
        return found.end() + (1 if text[found.end()] == "`" else 2)

    def _is_property(self) -> bool:
        """Tell whether the token just read stands behind a dot."""
        return self.at > 1 and self.tokens[self.at - 2].text == "."

    # Imports and exports

    def _import(self, word: Token) -> None:
        token = self._next()
        if token.text == ".":
            if (self._next().text, self._next().text, self._next().text) != ("meta", ".", "url"):
                raise self._unreadable(word)
            self._replace(word, self.tokens[self.at - 1], f'$at("{self.module.name}")')
        elif token.text == "(":
            path = self._next()
            if path.kind != "string" or self._next().text != ")":
                raise self._unreadable(word)
            name = self._resolve(path)
            self.module.later.append(name)
            self._replace(word, self.tokens[self.at - 1], f'$later("{name}")')
        else:
            self._static_import(word, token)

    def _static_import(self, word: Token, token: Token) -> None:
        if word.depth:
            raise self._unreadable(word)
        names: list[tuple[str, str]] = []
        whole = None
        if token.text == "{":
            names = self._names()
        elif token.text == "*":
            if self._next().text != "as":
                raise self._unreadable(word)
            whole = self._word()
        elif token.kind != "string":
            raise self._unreadable(word)
        if token.kind != "string":
            if self._next().text != "from":
                raise self._unreadable(word)
            token = self._next()
        name = self._resolve(token)
        self.module.imports.setdefault(name, []).extend(names)
        if whole is not None:
            self.module.wholes[whole] = name
        if self._next().text != ";":
            raise self._unreadable(word)
        self._replace(word, self.tokens[self.at - 1], "")

    def _export(self, word: Token) -> None:
        if word.depth:
            raise self._unreadable(word)
        token = self._next()
        if token.text == "{":
            names = self._names()
            # Passing on another module's names would need names of its own for them.
            if self._next().text != ";":
                raise self._unreadable(word)
            self.module.exports += names
            self._replace(word, self.tokens[self.at - 1], "")
            return
        self.module.edits.append(Edit(word.start, token.start, ""))
        if token.text == "async":
            token = self._next()
        if token.text == "function" and self._peek().text == "*":
            self._next()
        if token.text == "const":
            self._one_constant(word)
        elif token.text not in ("function", "class"):
            # What is declared with `let` could change, and nobody would see it.
            raise self._unreadable(word)
        name = self._word()
        self.module.exports.append((name, name))

    def _one_constant(self, word: Token) -> None:
        """Check that a declaration has one name only."""
        if self.tokens[self.at].kind != "word" or self.tokens[self.at + 1].text != "=":
            raise self._unreadable(word)
        for token in self.tokens[self.at :]:
            if not token.depth and token.text == ";":
                return
            if not token.depth and token.text == ",":
                break
        raise self._unreadable(word)

    def _names(self) -> list[tuple[str, str]]:
        """Read names up to a closing bracket: each as what it is, and what it is called."""
        names = []
        while self._peek().text != "}":
            name = called = self._word()
            if self._peek().text == "as":
                self._next()
                called = self._word()
            names.append((name, called))
            if self._peek().text != "}" and self._next().text != ",":
                raise self._unreadable(self.tokens[self.at - 1])
        self._next()
        return names

    def _resolve(self, path: Token) -> str:
        """Return the name of the module that an import speaks of."""
        written = path.text[1:-1]
        if path.kind != "string" or not written.startswith("."):
            raise self._unreadable(path)
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.module.name), written))

    def _peek(self) -> Token:
        if self.at == len(self.tokens):
            raise self._unreadable(self.tokens[-1])
        return self.tokens[self.at]

    def _next(self) -> Token:
        token = self._peek()
        self.at += 1
        return token

    def _word(self) -> str:
        token = self._next()
        if token.kind != "word" or token.text == "default":
            raise self._unreadable(token)
        return token.text

    def _replace(self, first: Token, last: Token, text: str) -> None:
        lines = self.module.text.count("\n", first.start, last.end)
        self.module.edits.append(Edit(first.start, last.end, text + "\n" * lines))

    def _unreadable(self, token: Token) -> UnreadableError:
        text = self.module.text
        line = text.count("\n", 0, token.start) + 1
        written = text.splitlines()[line - 1].strip()
        return UnreadableError(f"{self.module.name}:{line}: cannot be joined: {written}")


def _ends_a_value(token: Token | None) -> bool:
    """Tell whether a slash after a token divides."""
    if token is None:
        return False
    if token.kind == "word":
        return token.text not in BEFORE_A_PATTERN
    if token.kind == "mark":
        return token.text in (")", "]", "}", "++", "--")
    return True
