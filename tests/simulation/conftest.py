"""What the simulation's tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from simulation.disk import Disks


@pytest.fixture(scope="session")
def disks() -> Iterator[Disks]:
    disks = Disks()
    yield disks
    disks.close()
