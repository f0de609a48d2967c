"""Layers a law may borrow from, rule by rule, each with its own text and articles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from procedures.reader import Document, cached_read

LAYERS = Path(__file__).parent / "layers"


@dataclass(frozen=True, kw_only=True)
class Layer:
    """Subsidiary rules and texts that a law may take or cite, by name."""

    name: str
    document: Document

    @property
    def articles(self) -> dict[str, Any]:
        """Citation to quote or paraphrase."""
        return self.document.data.get("articles") or {}


_layers: dict[Path, Layer] = {}


def load_layers() -> dict[str, Layer]:
    """Every subsidiary layer the product ships."""
    found = {}
    for file in sorted(LAYERS.glob("*.yaml")):
        if file not in _layers:
            _layers[file] = Layer(name=file.stem, document=cached_read(file, f"layers/{file.name}"))
        found[file.stem] = _layers[file]
    return found
