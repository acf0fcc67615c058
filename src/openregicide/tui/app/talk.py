"""Saying something to the table: ready-made phrases, and anything where that is allowed."""

from __future__ import annotations

from textual.screen import Screen

from ...errors import RegicideError
from ...i18n import Catalogue
from ..place import Place
from .dialogs import AskScreen, ChoiceScreen

__all__ = ["talk"]


async def talk(screen: Screen[None] | Screen[bool], place: Place, seat: int, t: Catalogue) -> None:
    """Let somebody say something to the table."""
    options = [(t(f"web.phrase.{phrase}"), phrase) for phrase in place.phrases]
    if place.may_chat:
        options.append((t("web.talk.write"), ""))
    about = t("web.talk.free") if place.may_chat else t("web.talk.strict")
    phrase = await screen.app.push_screen_wait(ChoiceScreen(t, t("web.talk"), options, about))
    try:
        if phrase:
            await place.say(seat, phrase)
        elif phrase == "":
            text = await screen.app.push_screen_wait(AskScreen(t, t("web.talk.write")))
            if text:
                await place.chat(seat, text)
    except RegicideError as error:
        screen.notify(t.error(error), severity="error")
