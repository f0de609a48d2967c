"""``python -m app.cli``: the same as ``devido``."""

import sys

from app.cli import main

sys.exit(main())
