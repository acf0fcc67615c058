"""Moving pictures: the scene above a table stopped, and shown at the times a test wants."""

from __future__ import annotations

from playwright.sync_api import Page

from support.browsing import SCREENSHOTS, picture

__all__ = ["Film"]

FOLDER = SCREENSHOTS / "film"

STOPPED = """
() => {
  const animate = Element.prototype.animate;
  window.film = [];
  Element.prototype.animate = function (...all) {
    const animation = animate.apply(this, all);
    animation.pause();
    window.film.push(animation);
    return animation;
  };
}
"""
"""From now on whatever begins to move stands still at its beginning."""

SHOWN = """
async (time) => {
  for (const animation of window.film) {
    if (animation.playState !== "idle") animation.currentTime = time;
  }
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
}
"""

LENGTH = """
() => Math.max(0, ...window.film
  .filter(({ playState }) => playState !== "idle")
  .map(({ effect }) => effect.getComputedTiming().endTime)
  .filter((end) => end < 3_000_000))
"""
"""How long it all lasts, but for the clock, which never stops by itself."""


class Film:
    """The scene of one move. Make it before the move."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(STOPPED)

    def wait(self) -> None:
        """Wait until there is something to see."""
        self.page.wait_for_selector(".moving", state="attached")

    @property
    def length(self) -> float:
        """How long it lasts, in milliseconds."""
        lasts: float = self.page.evaluate(LENGTH)
        return lasts

    def at(self, time: float) -> None:
        """Show how it looks after so many milliseconds."""
        self.page.evaluate(SHOWN, time)

    def shoot(self, name: str, pictures: int = 10) -> None:
        """Write pictures of all of it, to be looked at."""
        lasts = self.length
        for number in range(pictures + 1):
            self.at(lasts * number / pictures * 0.999)
            picture(self.page, f"film/{name}-{number:02}")

    def end(self) -> None:
        """Show all of it, and let things move again by themselves."""
        self.at(self.length + 1)
        self.page.wait_for_selector(".moving", state="detached")
