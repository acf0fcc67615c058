"""Playing in a terminal."""

from .options import PlayOptions
from .plain import run

__all__ = ["PlayOptions", "run"]
