"""Write the golden playthroughs anew: `make goldens`.

Look at the difference before committing it: every line that changed is a rule that changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from support.playthrough import FOLDER, GOLDENS, golden_game, path_of, retell


def main() -> None:
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name in GOLDENS:
        path_of(name).write_text("\n".join(retell(golden_game(name))) + "\n")


if __name__ == "__main__":
    main()
