"""Playing in a terminal."""

from .plain import PlainOptions, run

__all__ = ["PlainOptions", "run"]
