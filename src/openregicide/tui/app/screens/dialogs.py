"""Dialogs over a screen: something to read, to choose from, or to fill in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from ....errors import RegicideError
from ....i18n import Catalogue
from ..panels.keys import Key, KeyBar

__all__ = ["AskScreen", "ChoiceScreen", "TextScreen"]

T = TypeVar("T")


class TextScreen(ModalScreen[None]):
    """Something to read, of any length."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q,space,l,d,question_mark", "close", ""),
        ("up,k", "scroll(-1)", ""),
        ("down,j", "scroll(1)", ""),
        ("pageup", "scroll(-10)", ""),
        ("pagedown", "scroll(10)", ""),
        ("home", "ends(False)", ""),
        ("end", "ends(True)", ""),
    ]

    def __init__(
        self, t: Catalogue, title: str, lines: Sequence[Content], *, at_end: bool = False
    ) -> None:
        super().__init__()
        self.t = t
        self.heading = title
        self.lines = lines
        self.at_end = at_end

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog tall"):
            yield Label(Content.styled(self.heading, "bold $gold"), classes="heading")
            with VerticalScroll(can_focus=False):
                yield Static(Content("\n").join(self.lines))
            t = self.t
            yield KeyBar([Key("↑↓", t("tui.app.key.scroll")), Key("Esc", t("ui.close"), "close")])

    def on_mount(self) -> None:
        if self.at_end:
            self.action_ends(True)

    def action_close(self) -> None:
        self.dismiss(None)

    def action_scroll(self, rows: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)

    def action_ends(self, end: bool) -> None:
        scroll = self.query_one(VerticalScroll)
        if end:
            scroll.scroll_end(animate=False)
        else:
            scroll.scroll_home(animate=False)


class ChoiceScreen(ModalScreen[T | None], Generic[T]):
    """A list to choose from, by arrows, digits or mouse; dismissed with `None` for no choice."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q", "close", ""),
        *((str(digit), f"pick({digit - 1})", "") for digit in range(1, 10)),
    ]

    def __init__(
        self, t: Catalogue, title: str, options: Sequence[tuple[Content | str, T]], about: str = ""
    ) -> None:
        super().__init__()
        self.t = t
        self.heading = title
        self.about = about
        self.options = options

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(Content.styled(self.heading, "bold $gold"), classes="heading")
            if self.about:
                yield Static(Content.styled(self.about, "$soft"), classes="about")
            yield OptionList(*(self._option(i, text) for i, (text, _) in enumerate(self.options)))
            t = self.t
            yield KeyBar(
                [
                    Key("↑↓", t("tui.app.key.move")),
                    Key("⏎", t("tui.app.key.choose"), "choose"),
                    Key("Esc", t("ui.clear"), "close"),
                ]
            )

    def _option(self, index: int, text: Content | str) -> Option:
        content = Content(text) if isinstance(text, str) else text
        return Option(Content.styled(f"{index + 1} ", "$soft") + content)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.options[event.option_index][1])

    def action_choose(self) -> None:
        self.query_one(OptionList).action_select()

    def action_pick(self, index: int) -> None:
        if index < len(self.options):
            self.dismiss(self.options[index][1])

    def action_close(self) -> None:
        self.dismiss(None)


class AskScreen(ModalScreen[str | None]):
    """A line to fill in; if the check refuses it, say why and ask again."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "close", "")]

    def __init__(
        self,
        t: Catalogue,
        title: str,
        *,
        about: str = "",
        value: str = "",
        check: Callable[[str], object] | None = None,
    ) -> None:
        """:param check: raises a `RegicideError` to refuse a value."""
        super().__init__()
        self.t = t
        self.heading = title
        self.about = about
        self.value = value
        self.check = check

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(Content.styled(self.heading, "bold $gold"), classes="heading")
            if self.about:
                yield Static(Content.styled(self.about, "$soft"), classes="about")
            yield Input(value=self.value)
            yield Static("", classes="problem")
            t = self.t
            yield KeyBar(
                [
                    Key("⏎", t("tui.app.key.choose"), "choose"),
                    Key("Esc", t("ui.clear"), "close"),
                ]
            )

    def on_input_submitted(self) -> None:
        self.action_choose()

    def action_choose(self) -> None:
        text = self.query_one(Input).value.strip()
        try:
            if self.check is not None:
                self.check(text)
        except RegicideError as error:
            problem = Content.styled(self.t.error(error), "$bad")
            self.query_one(".problem", Static).update(problem)
            return
        self.dismiss(text)

    def action_close(self) -> None:
        self.dismiss(None)
