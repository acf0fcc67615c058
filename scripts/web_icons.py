"""Draw the icons of the browser client from its `favicon.svg`: `web/icons/*.png`.

    python scripts/web_icons.py

Phones ask for icons of a fixed size. A maskable icon is cut to any shape, so its drawing keeps
away from the edge. Needs Playwright, and Chromium at /usr/bin/chromium.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).parent.parent / "src/openregicide/web"
NIGHT = "#151c28"
ICONS = {"192": (192, 1.0), "512": (512, 1.0), "maskable-512": (512, 0.78)}
"""Size in pixels, and how much of it the drawing fills."""


def main() -> None:
    """Write every icon."""
    drawing = (WEB / "favicon.svg").read_text(encoding="utf-8")
    (WEB / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (size, part) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = "transparent" if part == 1 else NIGHT
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;"
                f"background:{ground}}}svg{{width:{size * part}px}}</style>{drawing}"
            )
            page.screenshot(path=WEB / "icons" / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
