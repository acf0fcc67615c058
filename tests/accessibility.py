"""axe-core, fetched from npm for the tests and for nothing else."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

__all__ = ["axe_source", "barriers"]

VERSION = "4.10.3"
FOLDER = Path(__file__).parent.parent / "build" / f"axe-core-{VERSION}"
SERIOUS = ("serious", "critical")


def axe_source() -> str:
    """Return the program; skip the test where npm cannot get it."""
    file = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
    if not file.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is missing, and axe-core comes from there: install Node.js with npm")
        FOLDER.mkdir(parents=True, exist_ok=True)
        fetched = subprocess.run(
            [npm, "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts",
             f"--prefix={FOLDER}", f"axe-core@{VERSION}"],
            check=False, timeout=120, capture_output=True, text=True,
        )  # fmt: skip
        if fetched.returncode:
            pytest.skip(f"npm cannot get axe-core here: {fetched.stderr.strip()[-200:]}")
    return file.read_text("utf-8")


def barriers(page: Page, axe: str) -> list[str]:
    """Return what axe finds on a page that would really be in somebody's way."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
    )
    return [
        f"{each['id']} ({each['impact']}): {node['html'][:200]} {node['failureSummary'][:300]}"
        for each in found
        if each["impact"] in SERIOUS
        for node in each["nodes"]
    ]
