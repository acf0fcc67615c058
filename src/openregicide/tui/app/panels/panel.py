"""The base class of the panels, which draw lines for the space they have."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from .scene import Scene

__all__ = ["Panel"]


class Panel(Widget):
    """A widget that draws a scene; without one it is empty."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.scene: Scene | None = None

    def show(self, scene: Scene | None) -> None:
        """Draw something else from now on."""
        self.scene = scene
        self.refresh()

    def render(self) -> Content:
        width, height = self.size
        if self.scene is None or not width or not height:
            return Content("")
        lines = self.draw(self.scene, width, height)
        return Content("\n").join(line.truncate(width) for line in lines[:height])

    def draw(self, scene: Scene, width: int, height: int) -> list[Content]:
        """Return the lines of the panel."""
        raise NotImplementedError
