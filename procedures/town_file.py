"""A town's data written as its file would say them, where the file itself is no longer there."""

from __future__ import annotations

from datetime import date
from io import StringIO
from typing import Any

from ruamel.yaml import YAML

from procedures.municipality import Town

_DAYS = ("day", "from", "since", "until")


def whole(town: Town) -> str:
    """The file, without comments; read again it is the same town."""
    said = town.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    stream = StringIO()
    yaml = YAML(pure=True)
    yaml.width = 118
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.dump(_dated(said), stream)
    return stream.getvalue()


def _dated(value: Any) -> Any:
    """The values with days as days."""
    if isinstance(value, dict):
        return {
            name: date.fromisoformat(inner) if name in _DAYS and inner else _dated(inner)
            for name, inner in value.items()
        }
    return [_dated(each) for each in value] if isinstance(value, list) else value
