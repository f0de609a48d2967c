"""What a law made from the model still lacks: each ``PREENCHA`` left in its files, with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from procedures.loader import FILE, TEXT, Law
from workflow.errors import Fault

BLANK = re.compile(r"PREENCHA (?P<name>\w+): (?P<what>.*)")


def blanks(law: Law) -> Iterator[Fault]:
    """What is still to be filled in the files that the procedure is made of."""
    for name, raw in ((FILE, law.document.raw), (TEXT, law.raw_text)):
        for number, line in enumerate(raw.decode(errors="replace").splitlines(), 1):
            found = BLANK.search(line)
            if found is not None:
                yield Fault(f"{law.id}/{name}:{number}:{found.start() + 1}", f"falta preencher: {found['what']}")
