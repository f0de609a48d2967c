"""The model of a law's folder, and the folders made from it."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from procedures.blanks import BLANK
from procedures.loader import FILE, REHEARSALS
from procedures.registry import LAWS
from procedures.schema import FIRST_LINE, as_text
from workflow.errors import DevidoError

TEMPLATE = LAWS / "_template"
SCHEMA = "lei.schema.json"
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_UNIT = "UFM"
_PUBLISHED = date(2026, 1, 1)
"""The day on which the model law was published: its cases move with the publication of the law made from it."""
_DAY = re.compile(r"\b(\d{4}-\d{2}-\d{2})\b")


class CannotMake(DevidoError):
    """The folder cannot be made: it is there already, or its name cannot be a law's."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One thing that the model asks for: its name, and what it is, in words."""

    name: str
    what: str


def asked() -> list[Asked]:
    """What a new law asks for, in the order of the file; the text itself can only be pasted."""
    lines = (TEMPLATE / FILE).read_text(encoding="utf-8").splitlines()
    return [Asked(name=found["name"], what=found["what"]) for line in lines if (found := BLANK.search(line))]


def makeable(folder: Path) -> Path:
    """The whole path of a folder that can be made. Raises ``CannotMake``: nothing that exists is touched."""
    folder = folder.absolute()
    if not _NAME.fullmatch(folder.name):
        raise CannotMake(
            f"O nome da pasta é o da lei: minúsculas, algarismos e sublinhados, como mg_exemplo_lei_123_2026; "
            f"veio {folder.name!r}."
        )
    if folder.exists() or folder.is_symlink():
        raise CannotMake(f"{folder} já existe; dê o nome de uma pasta nova.")
    if not folder.parent.is_dir():
        raise CannotMake(f"A pasta {folder.parent} não existe; crie-a antes.")
    return folder


def make(folder: Path, given: Mapping[str, str]) -> None:
    """Make a law's folder from the model, with the values given; what is not given stays marked ``PREENCHA``.

    The folder appears whole or not at all. Raises ``CannotMake``.
    """
    folder = makeable(folder)
    files = _files(folder.name, given)
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for name, text in files.items():
            (made / name).write_text(text, encoding="utf-8")
        made.chmod(0o755)
        made.rename(folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def published(text: str) -> date:
    """The day of publication. Raises ``CannotMake``."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if not 1900 <= day.year <= 2199:
        raise CannotMake(f"O dia da publicação se escreve como 2026-01-31; veio {text!r}.")
    return day


def unit_id(text: str) -> str:
    """The short name of a fiscal unit. Raises ``CannotMake``."""
    if not re.fullmatch(r"[A-Z][A-Z0-9_]*", text):
        raise CannotMake(f"A sigla da unidade tem só maiúsculas, algarismos e sublinhados, como UFEX; veio {text!r}.")
    return text


def _files(name: str, given: Mapping[str, str]) -> dict[str, str]:
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted(TEMPLATE.iterdir()) if file.is_file()}
    lines = [_filled(line, given) for line in texts[FILE].splitlines()]
    lines[0] = FIRST_LINE.format(SCHEMA)
    texts[FILE] = "\n".join(lines) + "\n"
    texts[REHEARSALS] = texts[REHEARSALS].replace(f"law: {TEMPLATE.name}", f"law: {name}")
    if "unit" in given:
        for file in (FILE, REHEARSALS):
            texts[file] = re.sub(rf"\b{_UNIT}\b", unit_id(given["unit"]), texts[file])
    if "published_on" in given:
        texts[REHEARSALS] = _moved(texts[REHEARSALS], published(given["published_on"]))
    if "title" in given:
        texts["README.md"] = texts["README.md"].replace("# Nome da lei", f"# {given['title']}")
    return {**texts, SCHEMA: as_text()}


def _filled(line: str, given: Mapping[str, str]) -> str:
    found = BLANK.search(line)
    if found is None or found["name"] not in given:
        return line
    kept = line[: found.start()].rstrip("# ")
    if found["name"] == "unit":
        return kept
    key = kept.partition(":")[0]
    return f"{key}: {_written(found['name'], given[found['name']])}"


def _written(name: str, value: str) -> str:
    if name == "published_on":
        return published(value).isoformat()
    escaped = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _moved(text: str, day: date) -> str:
    """The cases, later by as many whole weeks as the law is: every day keeps its place in the week."""
    weeks = timedelta(weeks=-(-(day - _PUBLISHED).days // 7))
    return _DAY.sub(lambda found: (date.fromisoformat(found[1]) + weeks).isoformat(), text)
