"""Joining modules: what is understood, what is refused, and where a line came from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import openregicide
from openregicide.server.browser.joining import Joined, join_sheets
from openregicide.server.browser.modules import UnreadableError, read_module
from openregicide.server.web.pages import ROUTES, Assets

WEB = Path(openregicide.__file__).parent / "web"
SOURCES = {
    path.relative_to(WEB).as_posix(): path.read_text(encoding="utf-8") for path in WEB.rglob("*.js")
}
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
FIRST = {
    "loader.js": "const PARTS = JSON.parse('{{parts}}');\n",
    "pages/home.js": "",
    "pages/table.js": "",
    "fairness/ceremony.js": "",
    "fairness/keeping.js": "",
}
"""What every client has."""


def joined(app: str, **others: str) -> Joined:
    """Join a small client."""
    pages = "".join(f'import("./{name}");' for name in FIRST if name != "loader.js")
    named = {f"{name}.js": text for name, text in others.items()}
    return Joined({**FIRST, "app.js": f"{app}\n{pages}", **named})


# What is understood


def test_imports_and_exports() -> None:
    module = read_module(
        "view/parts/card.js",
        """
        // import { nothing } from "./comment.js";
        import { t, has as known } from "../../i18n.js";
        import {
          one, // and why
          two,
        } from "./dom.js";
        import * as all from "./all.js";
        import "./effects.js";
        export const CARDS = ["a", "b"];
        export async function draw(text) { return import("./later.js"); }
        export function* deal() {}
        export class Card {}
        const inner = 1;
        export { inner as outer, known };
        const here = new URL("./x.svg", import.meta.url);
        object.import = export_ + `import { x } from "./template.js"; ${import("./hole.js")}`;
        """,
    )
    assert module.imports == {
        "i18n.js": [("t", "t"), ("has", "known")],
        "view/parts/dom.js": [("one", "one"), ("two", "two")],
        "view/parts/all.js": [],
        "view/parts/effects.js": [],
    }
    assert module.wholes == {"all": "view/parts/all.js"}
    assert module.later == ["view/parts/later.js", "view/parts/hole.js"]
    assert module.exports == [
        ("CARDS", "CARDS"), ("draw", "draw"), ("deal", "deal"), ("Card", "Card"),
        ("inner", "outer"), ("known", "known"),
    ]  # fmt: skip
    assert not module.waits


@pytest.mark.parametrize(
    "line",
    [
        'const text = "/* no comment */";',
        "const text = 'it\\'s // none';",
        "const found = /[/*]'\"`/u.exec(text);",
        "const half = whole / 2 / (1 + 3) / 4;",
        "const text = `a // b ${`${c}/*`} */`;",
        "const found = text.split(/\\//).map((part) => part.replace(/}/g, '{'));",
        "return /x/;",
    ],
)
def test_comments_are_told_from_what_looks_like_one(line: str) -> None:
    text = joined(f"/* gone */ {line} // gone").files["joined/app.js"]
    assert f"\n{line}\n" in text
    assert "gone" not in text


def test_the_text_of_templates_stays_as_it_is() -> None:
    app = "  const text = `one\n\n    two ${\n  of(3)\n} \n`;\n"
    assert "const text = `one\n\n    two ${\nof(3)\n} \n`;\n" in joined(app).files["joined/app.js"]


def test_a_module_that_waits_is_waited_for() -> None:
    assert read_module("a.js", "await load();").waits
    assert not read_module("a.js", "async function a() { await load(); }").waits
    assert '\nasync "app.js"(' in joined("await load();").files["joined/app.js"]


# What is refused


@pytest.mark.parametrize(
    "text",
    [
        "export default class {}",
        "export let count = 0;",
        "export const one = 1, two = 2;",
        "export const { one } = two;",
        'export * from "./b.js";',
        'export { one } from "./b.js";',
        'import b from "./b.js";',
        'import { b } from "b";',
        'import { b } from "./b.js"',
        'import data from "./b.json" with { type: "json" };',
        "import(name);",
        "import.meta.resolve('./b.js');",
        "if (now) { export class A {} }",
        "const $use = 1;",
        "const text = 'open;",
        "const text = `open;",
        "/* open",
        "call((1);",
    ],
)
def test_what_is_not_understood_is_named(text: str) -> None:
    with pytest.raises(UnreadableError, match=r"^a\.js"):
        read_module("a.js", f"\n{text}\n")


@pytest.mark.parametrize(
    ("app", "others", "why"),
    [
        ('import { a } from "./a.js";', {}, "no such module"),
        ('import { a } from "./a.js";', {"a": "export const b = 1;"}, "does not export"),
        ('import "./a.js";', {"a": 'import "./b.js";', "b": 'import "./a.js";'}, "circle"),
        ('import "./a.js";', {"a": "await load();"}, "waits"),
    ],
)
def test_what_cannot_be_joined_is_named(app: str, others: dict[str, str], why: str) -> None:
    with pytest.raises(UnreadableError, match=why):
        joined(app, **others)


# Ours


def test_every_module_is_in_one_file_and_comes_after_nothing_it_needs() -> None:
    ours = Joined(SOURCES)
    names = [name for part in ours.parts.values() for name in part]
    assert len(names) == len(set(names))
    assert set(names) == set(SOURCES) - {"loader.js", "sw.js"}
    for name in names:
        files = {f"joined/{part}.js" for part, held in ours.parts.items() if name in held}
        text = "".join(ours.files[file] for file in files)
        assert text.count(f'\n"{name}"($use') + text.count(f'\nasync "{name}"($use') == 1


def test_the_first_page_needs_no_second_file_and_the_table_one() -> None:
    ours = Joined(SOURCES)
    assert ours.files_for("pages/home.js") == []
    assert ours.files_for("pages/table.js") == ["joined/table.js"]
    assert ours.files_for("fairness/ceremony.js") == ["joined/table.js"]
    # Nor do other pages come with what is opened in the middle of a game.
    assert "joined/others.js" not in ours.files_for("view/rulebook/dialog.js")
    assert "joined/beside.js" in ours.files_for("view/rulebook/dialog.js")


def test_every_page_has_an_address_on_both_sides() -> None:
    written = re.findall(r'path: /\^(.*?)\$?/, .*?import\("\./(.*?)"\)', SOURCES["app.js"])
    assert len(written) > 10
    for address, module in ROUTES.items():
        path = address.replace("*", "first")
        fitting = [
            module for pattern, module in written if re.fullmatch(pattern.replace("\\/", "/"), path)
        ]
        assert fitting[0] == module, address
    assert {module for _, module in written} - set(ROUTES.values()) == {"pages/lost.js"}


def test_a_source_map_leads_back_to_the_line() -> None:
    ours = Joined(SOURCES)
    lines = ours.files["joined/table.js"].split("\n")
    found = json.loads(ours.files["joined/table.js.map"])
    name = line = checked = 0
    for written, mapping in zip(lines, found["mappings"].split(";"), strict=False):
        if not mapping:
            continue
        _, by_names, by_lines, _ = numbers(mapping)
        name, line = name + by_names, line + by_lines
        source = SOURCES[found["sources"][name].removeprefix("../")].split("\n")[line]
        if "import" not in source and "export" not in source and "/*" not in source:
            assert source.partition("//")[0].strip().startswith(written.partition("//")[0].strip())
            checked += 1
    assert checked > 1000


def numbers(mapping: str) -> list[int]:
    """Read numbers as source maps write them."""
    found, value, shift = [], 0, 0
    for digit in map(DIGITS.index, mapping):
        value += (digit & 31) << shift
        shift += 5
        if digit < 32:
            found.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return found


# Style sheets, and what is served


def test_style_sheets_are_joined_in_their_order() -> None:
    assert join_sheets(["a {\n  b: c; /* d */\n}\n", "\n/* e\n */\nf {}\n"]) == (
        "a {\nb: c;\n}\nf {}\n"
    )


def test_the_page_asks_for_joined_files() -> None:
    assets = Assets()
    page = assets.page("pages/table.js", "fr").content.decode()
    asked = re.findall(rf'"{assets.root}/([^"]+)"', page)
    assert asked == [
        "icons/192.png", "css/joined.css", "joined/app.js", "i18n/fr.json", "joined/table.js",
    ]  # fmt: skip
    assert all(assets.find(f"{assets.root}/{name}") for name in asked)
    sheets = re.findall(r"css/\w+\.css", (WEB / "index.html").read_text())
    css = assets.files["css/joined.css"].content.decode()
    assert len(sheets) > 5
    for name in sheets:
        last = (WEB / name).read_text().rstrip().rsplit("\n", 1)[-1].strip()
        assert last in css, name


def test_modules_are_served_as_they_are_where_that_is_wanted() -> None:
    assets = Assets(plain=True)
    page = assets.page("pages/home.js", "en").content.decode()
    assert f'src="{assets.root}/app.js"' in page
    assert "joined" not in page
    assert assets.root != Assets().root
    for name, text in SOURCES.items():
        if "{{" not in text:
            assert assets.files[name].content.decode() == text


def test_the_service_worker_keeps_joined_files_and_every_drawing() -> None:
    worker = Assets().files["sw.js"].content.decode()
    found = re.search(r"JSON\.parse\('(.*?)'\)", worker)
    assert found is not None
    kept = json.loads(found[1])
    ours = Joined(SOURCES).parts
    assert {f"joined/{name}.js" for name in ours} <= set(kept)
    drawings = {path.relative_to(WEB).as_posix() for path in WEB.rglob("*.svg")} - {"favicon.svg"}
    assert drawings <= set(kept)
    single = {path.relative_to(WEB).as_posix() for path in WEB.rglob("*.css")} - set(
        re.findall(r"css/\w+\.css", (WEB / "index.html").read_text())
    )
    assert set(kept) == {
        *drawings, *single, "css/joined.css", *(f"joined/{name}.js" for name in ours),
    }  # fmt: skip
