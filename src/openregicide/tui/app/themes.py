"""The themes: night blue and gold, parchment, or without colour."""

from __future__ import annotations

from textual.theme import Theme

__all__ = ["NIGHT", "PARCHMENT", "PLAIN", "THEMES"]

NIGHT = Theme(
    name="night",
    primary="#e3b75a",
    secondary="#9fbcff",
    accent="#e3b75a",
    warning="#ffb765",
    error="#ff9d8f",
    success="#93dba8",
    foreground="#f1eadb",
    background="#0f1622",
    surface="#1a2636",
    panel="#16202e",
    dark=True,
    variables={
        "gold": "#e3b75a",
        "soft": "#b9b29f",
        "line": "#3d4d63",
        "velvet": "#4a121d",
        "lit": "#3a5070",
        "good": "#93dba8",
        "bad": "#ff9d8f",
        "blood": "#d8434f",
        "steel": "#7f9cc9",
        "bite": "#f0c96b",
        "empty": "#33425a",
        "clubs": "#83d7a2",
        "diamonds": "#ffb765",
        "hearts": "#ff8f93",
        "spades": "#9fbcff",
        "jester": "#d3a5f2",
        "paper": "#f7efdd",
        "paper-dim": "#8d8a80",
        "edge": "#a8935f",
        "paper-clubs": "#1b6a3c",
        "paper-diamonds": "#a65200",
        "paper-hearts": "#b01e30",
        "paper-spades": "#24439a",
        "paper-jester": "#6f3597",
        "paper-soft": "#5d5340",
        "dim-ink": "#2c2b28",
    },
)

PARCHMENT = Theme(
    name="parchment",
    primary="#805400",
    secondary="#24439a",
    accent="#805400",
    warning="#a65200",
    error="#a3182a",
    success="#1b6a3c",
    foreground="#2b2418",
    background="#f2e6cb",
    surface="#fbf5e6",
    panel="#ebdcb8",
    dark=False,
    variables={
        "gold": "#7a5000",
        "soft": "#5f5440",
        "line": "#bda878",
        "velvet": "#8c2a38",
        "lit": "#e2cd97",
        "good": "#1b6a3c",
        "bad": "#a3182a",
        "blood": "#b3202f",
        "steel": "#47669c",
        "bite": "#d08a1c",
        "empty": "#d3c39c",
        "clubs": "#1b6a3c",
        "diamonds": "#984b00",
        "hearts": "#b01e30",
        "spades": "#24439a",
        "jester": "#6f3597",
        "paper": "#fffdf6",
        "paper-dim": "#dccfae",
        "edge": "#9a8350",
        "paper-clubs": "#1b6a3c",
        "paper-diamonds": "#984b00",
        "paper-hearts": "#b01e30",
        "paper-spades": "#24439a",
        "paper-jester": "#6f3597",
        "paper-soft": "#5d5340",
        "dim-ink": "#6f6449",
    },
)

_INK = "ansi_default"

PLAIN = Theme(
    name="plain",
    primary=_INK,
    secondary=_INK,
    accent=_INK,
    warning=_INK,
    error=_INK,
    success=_INK,
    foreground=_INK,
    background=_INK,
    surface=_INK,
    panel=_INK,
    boost=_INK,
    dark=True,
    ansi=True,
    variables=dict.fromkeys(NIGHT.variables, _INK)
    | {
        "ansi-background": _INK,
        "ansi-foreground": _INK,
        "border": _INK,
        "border-blurred": _INK,
        "scrollbar": _INK,
        "scrollbar-background": _INK,
    },
)
"""The terminal's own colours; shapes, letters and bold print say everything."""

THEMES = (NIGHT, PARCHMENT, PLAIN)
