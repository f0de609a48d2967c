"""Keeps what a YAML file parsed to, by digest of its bytes, in the user's own cache; a loss costs only time."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

# Raise when the reader turns the same bytes into other values.
_READER = "1"


def load(raw: bytes) -> Any | None:
    """The values stored for these bytes, or ``None`` if there are none that can be trusted."""
    try:
        seal, _, payload = _file(raw).read_bytes().partition(b"\n")
        if seal.decode() != sha256(payload).hexdigest():
            return None
        stored = json.loads(payload)
        for path in stored["days"]:
            _make_day(stored["data"], path)
        return stored["data"]
    except (OSError, ValueError, LookupError, TypeError, RuntimeError):
        return None


def store(raw: bytes, data: Any) -> None:
    """Keep the values for these bytes; where the cache cannot be written nothing happens."""
    days = list(_days(data, ()))
    payload = json.dumps({"days": days, "data": data}, ensure_ascii=False, default=date.isoformat).encode()
    try:
        target = _file(raw)
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, temporary = tempfile.mkstemp(dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(sha256(payload).hexdigest().encode() + b"\n" + payload)
        Path(temporary).replace(target)
    except (OSError, RuntimeError):
        return


def _file(raw: bytes) -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "devido" / f"{sha256(raw).hexdigest()}-{_READER}.json"


def _days(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, date):
        yield path
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _days(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _days(inner, (*path, index))


def _make_day(data: Any, path: list[str | int]) -> None:
    for step in path[:-1]:
        data = data[step]
    data[path[-1]] = date.fromisoformat(data[path[-1]])
