"""Playing in a terminal."""

from .plain.plain import run
from .tables.options import PlayOptions

__all__ = ["PlayOptions", "run"]
