"""Keep the lists of files in the browser client up to date.

    python scripts/web_files.py            writes them
    python scripts/web_files.py --check    fails if a list is out of date

There is no build to follow the imports. So `index.html` names every module that the first page
needs, and browsers fetch them all at once; `sw.js` names every file that the client needs offline.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

WEB = Path(__file__).parent.parent / "src/openregicide/web"
FIRST = ("app.js", "pages/home.js")
COMMENTS = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
IMPORTS = re.compile(r'^(?:import|export|\}) .*?from "(\.[^"]+)";$', re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
PRELOADS = re.compile(r'(<link rel="modulepreload" [^\n]*\n)+')
FILES = re.compile(r"const FILES = \[.*?\];", re.DOTALL)


def code_of(name: str) -> str:
    """Return a module without its comments, where types of other modules are imported."""
    return COMMENTS.sub("", (WEB / name).read_text(encoding="utf-8"))


def imports_of(name: str, *, later: bool = False) -> list[str]:
    """Return the modules that a module imports; with `later`, also those it loads on demand."""
    code = code_of(name)
    paths = IMPORTS.findall(code) + (LATER.findall(code) if later else [])
    folder = (WEB / name).parent
    return [folder.joinpath(path).resolve().relative_to(WEB.resolve()).as_posix() for path in paths]


def modules_of(*names: str, later: bool = False) -> list[str]:
    """Return some modules and all they import, directly or not, the nearest first."""
    found = list(names)
    for name in found:
        found += [module for module in imports_of(name, later=later) if module not in found]
    return found


def kept_files() -> list[str]:
    """Return the files that the service worker keeps: scripts, styles and drawings."""
    paths = [path for kind in ("*.js", "*.css", "*.svg") for path in WEB.rglob(kind)]
    names = {path.relative_to(WEB).as_posix() for path in paths}
    return sorted(names - {"sw.js", "favicon.svg"})


def written() -> dict[Path, str]:
    """Return the two files with their lists up to date."""
    page, worker = WEB / "index.html", WEB / "sw.js"
    links = "".join(
        f'<link rel="modulepreload" href="{{{{assets}}}}/{name}">\n'
        for name in modules_of(*FIRST)
        if name != FIRST[0]
    )
    items = "".join(f'  "{name}",\n' for name in kept_files())
    return {
        page: PRELOADS.sub(lambda _: links, page.read_text(encoding="utf-8"), count=1),
        worker: FILES.sub(
            lambda _: f"const FILES = [\n{items}];", worker.read_text(encoding="utf-8"), count=1
        ),
    }


if __name__ == "__main__":
    for path, text in written().items():
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path} is not up to date: run scripts/web_files.py")
