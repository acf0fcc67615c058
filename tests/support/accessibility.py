"""axe-core, fetched from npm for the tests and for nothing else."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

__all__ = ["axe_source", "barriers"]

VERSION = "4.10.3"
FOLDER = Path(__file__).parents[2] / "build" / f"axe-core-{VERSION}"
FILE = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")


def axe_source() -> str:
    """Return the program; skip the test where npm cannot get it."""
    missing = what_is_missing()
    if missing:
        pytest.skip(missing)
    return FILE.read_text("utf-8")


@cache
def what_is_missing() -> str:
    """Fetch axe-core if it is not there yet; return why that cannot be done, or nothing.

    Asked once only: where there is no way to npm's registry, npm takes a minute to say so.
    """
    if FILE.exists():
        return ""
    npm = shutil.which("npm")
    if npm is None:
        return "npm is missing, and axe-core comes from there: install Node.js with npm"
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"]
    # A registry that does not answer is asked twice.
    command += ["--fetch-timeout=40000", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"]
    command += [f"--prefix={FOLDER}", f"axe-core@{VERSION}"]
    try:
        fetched = subprocess.run(command, check=False, timeout=120, capture_output=True, text=True)
    except subprocess.TimeoutExpired:
        return "npm has not got axe-core within two minutes"
    if fetched.returncode:
        return f"npm cannot get axe-core here: {fetched.stderr.strip()[-200:]}"
    return ""


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
