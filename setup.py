"""The compiled engine: an optional extension for every module that `engine.py` names.

Everything else about the package is in pyproject.toml. Where there is no compiler, or no Cython,
the same sources run interpreted.
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent
SOURCE = HERE / "src" / "openregicide"
ENGINE = runpy.run_path(str(HERE / "src" / "openregicide" / "engine.py"))


class BuildEngine(build_ext):
    """Removes old extensions first, so that a failed build leaves none behind."""

    def run(self) -> None:
        self.force = True
        self.parallel = os.cpu_count()
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
        super().run()


def compiler_flags() -> list[str]:
    if sys.platform == "win32":
        return ["/O2"]
    # Loading neighbouring fields in one wide access stalls the processor if they were just written
    # one by one, as a game's always are: not doing so makes random games a quarter faster. Calling
    # memset for a handful of bytes costs another 3 %.
    flags = ["-O3", "-fno-tree-slp-vectorize", "-fno-tree-loop-distribute-patterns"]
    # No fused multiply-add: every machine computes the same scores, and so makes the same moves.
    flags.append("-ffp-contract=off")
    if os.environ.get("OPENREGICIDE_NATIVE") == "1":
        # For a build that stays on this machine: `make setup` asks for it, wheels must not.
        flags.append("-march=native")
    return flags


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    modules: list[Extension] = cythonize(
        [
            Extension(
                f"openregicide.{part.replace('/', '.')}.{name}",
                [os.path.relpath(SOURCE / part / f"{name}.py", HERE)],
                define_macros=[("OPENREGICIDE_DIGEST", f'"{ENGINE["digest"]()}"')],
                extra_compile_args=compiler_flags(),
            )
            for part, names in ENGINE["COMPILED"].items()
            for name in names
        ],
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            # C types come from the .pxd files; annotations are for people and mypy.
            "annotation_typing": False,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
    for module in modules:
        # Set here, because cythonize() makes new Extension objects without it.
        module.optional = True
    return modules


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildEngine})
