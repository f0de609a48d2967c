"""Loaded, before any fork, into the process that the others are forked from: modules, the town's data and the law.

What is loaded once is not loaded a thousand times. It leaves nothing open, and prints nothing: what sets type has
threads, which no fork takes along.
"""

import gc
from pathlib import Path
from tempfile import TemporaryDirectory

import app.delivery
import app.restore
import app.town_stream  # noqa: F401 - loaded for those who come after
from app import clock
from tests.app import desk as here
from tests.crash import points, town  # noqa: F401 - same

with TemporaryDirectory() as place:
    desk = town.opened(Path(place))
    list(town.acts(desk, "antes"))
    list(town.served(desk, "depois"))
    clock.run(desk, here.noon("2027-02-20"))
    town.wrong(desk, [])
    desk.database.close()

gc.collect()
gc.freeze()  # so that a collection in a fork does not copy all of this
