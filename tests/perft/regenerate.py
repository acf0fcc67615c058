"""Count all the trees again and write their sizes into the files: `make goldens`.

Look at the difference before committing it: another count means other rules.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from openregicide.core import perft
from support.perft_trees import files, parse_tree


def main() -> None:
    for path in files():
        lines = []
        for line in path.read_text().splitlines():
            tree = parse_tree(line)
            if tree is not None:
                line = f"{line.rpartition(' ; ')[0]} ; {perft(tree.start(), tree.depth)}"
            lines.append(line)
        path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
