"""Learning to play: a course of short lessons, each a real position in the real engine.

`course.toml` defines the steps, `<language>.json` has the words, and `play` tells whether a move is
what a step asks for. Lessons hold no secrets, so nothing is stored but a learner's progress, and
that on their own device.
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
