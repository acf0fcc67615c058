"""Talking to the table: the phrases, and free text where that is allowed."""

from __future__ import annotations

from textual.screen import Screen

from ....errors import RegicideError
from ....i18n import Catalogue
from ...tables.model import TableModel
from .dialogs import AskScreen, ChoiceScreen

__all__ = ["talk"]


async def talk(
    screen: Screen[None] | Screen[bool], model: TableModel, seat: int, t: Catalogue
) -> None:
    """Let the player say something to the table."""
    options = [
        (t(f"ui.phrase.{phrase}", count=model.phrase_number(seat, phrase)), phrase)
        for phrase in model.phrases
    ]
    if model.may_chat:
        options.append((t("ui.talk.write"), ""))
    about = t("ui.talk.free") if model.may_chat else t("ui.talk.strict")
    phrase = await screen.app.push_screen_wait(ChoiceScreen(t, t("ui.talk"), options, about))
    try:
        if phrase:
            await model.say(seat, phrase)
        elif phrase == "":
            text = await screen.app.push_screen_wait(AskScreen(t, t("ui.talk.write")))
            if text:
                await model.chat(seat, text)
    except RegicideError as error:
        screen.notify(t.error(error), severity="error")
