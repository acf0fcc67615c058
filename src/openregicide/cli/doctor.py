"""`regicide doctor`: whether other devices can play on the server of this machine."""

from __future__ import annotations

import asyncio
import os
from argparse import ArgumentParser, Namespace

from ..i18n import Catalogue
from ..server.settings import load_settings
from . import flags
from .command import Command, UsageError

__all__ = ["DOCTOR"]


def _add_doctor(command: ArgumentParser) -> None:
    command.add_argument("--port", metavar="N", help="the server's port (that of its settings)")
    flags.add_language(command)


def _doctor(options: Namespace) -> int:
    asked = {} if options.port is None else {"port": options.port}
    port = load_settings(asked, os.environ).port
    try:
        from .examination import BAD, examine
    except ModuleNotFoundError as error:
        raise UsageError(
            f"this needs {error.name}, which is not installed: "
            "pip install 'openregicide[server,tui]'"
        ) from None
    t = Catalogue(flags.language(options))
    findings = asyncio.run(examine(port))
    for finding in findings:
        print(finding.mark, t(f"doctor.{finding.key}", **finding.values))
    well = not any(finding.mark == BAD for finding in findings)
    print("\n" + t("doctor.result.good" if well else "doctor.result.bad"))
    return 0 if well else 1


DOCTOR = Command("doctor", "tell whether other devices can play here", _doctor, _add_doctor)
