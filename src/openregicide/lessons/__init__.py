"""Learning to play: a course of short lessons, each a real position in the real engine.

`course.toml` says what there is to do, `<language>.json` says it in words, `play` tells whether a
move is the one that a lesson asks for. Lessons hold no secrets, so nothing about them is stored
but how far somebody has come, and that on their own side.
"""

from .course import Course, Lesson, Step, load_course
from .play import Attempt, Scene, attempt, scene
from .prose import Prose

__all__ = [
    "Attempt",
    "Course",
    "Lesson",
    "Prose",
    "Scene",
    "Step",
    "attempt",
    "load_course",
    "scene",
]
