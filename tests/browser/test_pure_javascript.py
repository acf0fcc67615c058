"""The tests of pure JavaScript pass in a browser as well, not only in Node."""

from __future__ import annotations

from playwright.sync_api import Browser

from support.javascript import MODULES, in_chromium


def test_every_case_passes_in_a_browser(chromium: Browser) -> None:
    results = in_chromium(chromium.new_page())
    assert {case["module"] for case in results} == set(MODULES)
    assert [case for case in results if case["wrong"]] == []
