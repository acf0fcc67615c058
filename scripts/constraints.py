"""Print constraints.txt anew: the newest versions that go together, for every extra."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = ",".join(project["optional-dependencies"])
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed"]
    command += ["--quiet", "--report", "-", f"{ROOT}[{extras}]"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    found = {item["metadata"]["name"]: item["metadata"]["version"] for item in report["install"]}
    print("# The versions this repository is tested with, for every extra.")
    print("# Made anew with `make constraints`.")
    for name in sorted(found, key=str.lower):
        if name != project["name"]:
            print(f"{name}=={found[name]}")


if __name__ == "__main__":
    main()
