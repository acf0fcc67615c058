"""Generate docs/rules.md and what the browser knows of the rules.

    python scripts/rules_doc.py            writes both files
    python scripts/rules_doc.py --check    fails if a file is out of date

The document is the English book with its examples as text. The browser gets the links of
`rulebook/links.py` and the options of `core/options.py`.
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

from openregicide.core import OPTIONS
from openregicide.core.options import Choice, Number, Option, ThreeNumbers, Toggle
from openregicide.i18n import Catalogue
from openregicide.rulebook import links, load_book
from openregicide.rulebook.book import Block, Example, Items, Paragraph, Picture, Spans, Table
from openregicide.rulebook.examples import run_example
from openregicide.tui.words.rulebook import example_lines

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "rules.md"
BROWSER = ROOT / "src/openregicide/web/store/rules.js"

WIDTH = 100
HEAD = """\
<!-- Written by scripts/rules_doc.py from src/openregicide/rulebook/; change it there. -->

# The rules, by number

The code cites each rule by its number where it is carried out, the tests carry it in their names,
and every refusal of the engine can be traced to one. `grep -rn R19 src tests` finds everything
about jesters and immunity; `regicide rules R19` prints the rule in your language, and every server
has the book at `/rules`.
"""
SIGNS = {"text": "{}", "strong": "**{}**", "code": "`{}`", "rule": "{}"}


def document() -> str:
    """Return docs/rules.md."""
    book = load_book("en")
    parts = [HEAD, *_blocks(book.blocks)]
    for chapter in book.chapters:
        parts += [f"## {chapter.title}\n", *_blocks(chapter.blocks)]
        for section in chapter.sections:
            parts += [f"### {section.name} · {section.title}\n", *_blocks(section.blocks)]
    return "\n".join(parts)


def _blocks(blocks: tuple[Block, ...]) -> Iterator[str]:
    t = Catalogue("en")
    for block in blocks:
        match block:
            case Paragraph():
                yield _wrapped(_marked(block.spans))
            case Items():
                yield "".join(_wrapped(_marked(item), "- ", "  ") for item in block.items)
            case Table():
                rows = [block.head, *block.rows]
                lines = ["| " + " | ".join(map(_marked, row)) + " |\n" for row in rows]
                yield "".join([lines[0], "|" + "---|" * len(block.head) + "\n", *lines[1:]])
            case Example():
                yield _wrapped(f"*{t('rules.example')}.* {_marked(block.caption)}")
                yield "\n".join(
                    ["```text", *example_lines(t, run_example(block.name), WIDTH), "```\n"]
                )
            case Picture():
                # Pictures are for the browser; the text beside them says the same.
                pass


def _marked(spans: Spans) -> str:
    return "".join(SIGNS[span.kind].format(span.text) for span in spans)


def _wrapped(text: str, first: str = "", other: str = "") -> str:
    return textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=other) + "\n"


def browser_rules() -> str:
    """Return what the browser knows about the rules: links to them, and the options."""
    return "\n".join(
        [
            "// @ts-check",
            "/** Which rule what we say belongs to, and the options of the rules. Written by",
            " * scripts/rules_doc.py from rulebook/links.py and core/options.py. */",
            "",
            *_table("RULE_OF_EVENT", "By the code of an event.", links.EVENTS),
            *_table("RULE_OF_REFUSAL", "By the code of a problem.", links.REFUSALS),
            '/** @type {readonly import("../types/options").Option[]} */',
            "export const OPTIONS = [",
            *(f"  {line}," for line in map(_option, OPTIONS)),
            "];",
            "",
        ]
    )


def _table(name: str, about: str, rules: Mapping[str, str]) -> list[str]:
    items = [
        f"  {json.dumps(code) if '.' in code else code}: {json.dumps(rules[code])},"
        for code in rules
    ]
    head = f"/** {about} @type {{Record<string, string | undefined>}} */"
    return [head, f"export const {name} = {{", *items, "};", ""]


def _option(option: Option) -> str:
    """Return an option as an object of JavaScript."""
    facts: dict[str, object] = {"name": option.name, "rule": option.rule}
    facts["players"] = option.players
    match option:
        case Choice():
            facts |= {"kind": "choice", "words": [word.value for word in option.words]}
        case Toggle():
            facts |= {"kind": "toggle"}
        case Number():
            facts |= {"kind": "number", "standard": option.by_players}
            facts |= {"least": option.least, "most": option.most}
            facts |= {"less": option.less} if option.less else {}
        case ThreeNumbers():
            facts |= {"kind": "three", "standard": option.printed}
            facts |= {"least": option.least, "most": option.most}
    return "{ " + ", ".join(f"{name}: {json.dumps(fact)}" for name, fact in facts.items()) + " }"


def written() -> dict[Path, str]:
    """Return the files as they should be."""
    return {DOCUMENT: document(), BROWSER: browser_rules()}


if __name__ == "__main__":
    for path, text in written().items():
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path} is not up to date: run scripts/rules_doc.py")
