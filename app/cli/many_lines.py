"""Reads a file of many notices, a line each: CSV with a heading, or an object of JSON a line."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from app.cli.flags import put, value_of
from app.rehearsal_reading import data_of
from workflow.errors import DevidoError, InvalidData
from workflow.fields import fields_of
from workflow.nearest import advice
from workflow.procedure import DataField, Step

OF_THE_ACT = ("on", "by", "key", "approved_by")
"""What a line may say of the act besides the data of its step."""

_LONGEST = 1_000_000
"""Letters of a line: twenty pages of text and their data fit."""


class NotALotFile(DevidoError):
    """The file is no list of notices, one a line."""


class Line(NamedTuple):
    """A line of the file: what it says, by name, or why it cannot be read."""

    number: int
    said: Mapping[str, Any]
    fault: DevidoError | None = None


def lines_of(file: Path, rule: Step) -> list[Line]:
    """The lines that say something, in order. Raises ``NotALotFile``, ``OSError``."""
    read = _READERS.get(file.suffix.casefold())
    if read is None:
        raise NotALotFile(
            f"{file.name}: o arquivo de autos é .csv (uma linha de títulos e um auto por linha) ou .jsonl (um objeto "
            "JSON por linha)"
        )
    raw = file.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = raw.count(b"\n", 0, error.start) + 1
        raise NotALotFile(f"{file.name}, linha {at}: não é texto em UTF-8; salve o arquivo de novo em UTF-8") from None
    lines = list(read(file.name, text, rule))
    if not lines:
        raise NotALotFile(f"{file.name}: não há auto nenhum no arquivo")
    return lines


def _json_lines(name: str, text: str, rule: Step) -> Iterator[Line]:
    names = (*OF_THE_ACT, *_known(rule))
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _line(number, partial(_object, line, names, rule))


def _object(line: str, names: tuple[str, ...], rule: Step) -> dict[str, Any]:
    if len(line) > _LONGEST:
        raise InvalidData(f"a linha tem {len(line)} letras; cabem {_LONGEST}")
    try:
        said = json.loads(line, object_pairs_hook=_once)
    except RecursionError:
        raise InvalidData("há níveis demais de dados uns dentro dos outros") from None
    except ValueError as error:
        where = f" (coluna {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
        raise InvalidData(f"não é um objeto JSON inteiro numa linha{where}") from None
    if not isinstance(said, dict):
        raise InvalidData('a linha é um objeto JSON, como {"items": ["36-II"], "fact_on": "2027-03-01"}')
    for each in said:
        if each not in names:
            raise InvalidData(f"não há o dado {each!r}{advice(each, names)}")
    return data_of(said, rule)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    said = dict(pairs)
    if len(said) != len(pairs):
        raise InvalidData(f"o mesmo nome aparece duas vezes entre {', '.join(name for name, _ in pairs)}")
    return said


def _csv(name: str, text: str, rule: Step) -> Iterator[Line]:
    heading = text.partition("\n")[0]
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=";" if heading.count(";") > heading.count(",") else ",",
                      strict=True)  # fmt: skip
    columns: list[str] = []
    while True:
        start = rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise NotALotFile(f"{name}, linha {start}: aspas abertas e não fechadas, ou fora do lugar") from error
        if row is None:
            return
        if not columns:
            columns = _columns(name, row, rule)
        elif any(cell.strip() for cell in row):
            yield _line(start, partial(_cells, columns, row, rule))


def _columns(name: str, row: list[str], rule: Step) -> list[str]:
    """The heading: each column a datum of the act, ``respondent.name`` a part of one."""
    columns, fields = [each.strip() for each in row], _known(rule)
    for each in columns:
        head, dot, _ = each.partition(".")
        if each in OF_THE_ACT or (head in fields and (not dot or fields[head].type == "record")):
            continue
        known = (*OF_THE_ACT, *fields)
        raise NotALotFile(f"{name}, linha 1: não há o dado {each!r}{advice(head, known)}. Há: {', '.join(known)}")
    if len(set(columns)) != len(columns):
        raise NotALotFile(f"{name}, linha 1: uma coluna aparece duas vezes")
    return columns


def _cells(columns: list[str], row: list[str], rule: Step) -> dict[str, Any]:
    if len(row) != len(columns):
        raise InvalidData(f"a linha tem {len(row)} colunas, e o título, {len(columns)}")
    fields, said = _known(rule), dict[str, Any]()
    for column, cell in zip(columns, row, strict=True):
        text = cell.strip()
        if not text:
            continue
        if "." in column:
            put(said, column, text)
        else:
            said[column] = text if column in OF_THE_ACT else value_of(column, fields[column], [text])
    return said


def _known(rule: Step) -> dict[str, DataField]:
    """The data a line may bring; photographs and the like are joined to each case afterwards."""
    return {name: field for name, field in fields_of(rule).items() if name != "attachments"}


def _line(number: int, read: Callable[[], Mapping[str, Any]]) -> Line:
    try:
        return Line(number, read())
    except DevidoError as fault:
        return Line(number, {}, fault)


_READERS = {".csv": _csv, ".jsonl": _json_lines, ".ndjson": _json_lines}
