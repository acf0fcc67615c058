"""`python -m openregicide` is the command `regicide`."""

import sys

from .cli import main

sys.exit(main())
