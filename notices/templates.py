"""The templates and their cage: strict names, no calls, known filters, and faults with file and line, in Portuguese."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined, TemplateNotFound, nodes
from jinja2.exceptions import SecurityError, TemplateError, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from msgspec import Struct
from msgspec.structs import asdict

from notices import words
from notices.blocks import Reader
from notices.codes import labelled, masked
from notices.context import Context
from notices.faults import PaperFault

FOLDER = Path(__file__).parent / "templates"
LARGEST = 200_000
"""Characters a template may write: more is a mistake or an attack, not a letter."""

FILTERS: dict[str, Callable[..., Any]] = {
    "data": words.short_date,
    "data_extenso": words.long_date,
    "dia_extenso": words.weekday_date,
    "momento": words.moment,
    "moeda": words.money,
    "moeda_extenso": words.money_in_words,
    "numero": words.number,
    "extenso": words.in_words,
    "dias": words.days,
    "lista": words.listed,
    "o": words.the,
    "do": words.of,
    "ao": words.to,
    "pelo": words.by,
    "no": words.within,
    "inicial": words.capital,
    "maiuscula": str.upper,
    "cpf_mascarado": masked,
    "cpf_ou_cnpj": labelled,
    "veiculo": words.vehicle,
    "resultado": words.outcome,
    "resultado_do_item": words.item_outcome,
    "quantos": len,
}
"""All that a template may do to a value, by its Portuguese name."""

ALLOWED = (
    nodes.Template,
    nodes.Output,
    nodes.TemplateData,
    nodes.Name,
    nodes.Getattr,
    nodes.Const,
    nodes.Filter,
    nodes.Keyword,
    nodes.If,
    nodes.CondExpr,
    nodes.For,
    nodes.Compare,
    nodes.Operand,
    nodes.And,
    nodes.Or,
    nodes.Not,
    nodes.Extends,
    nodes.Block,
    nodes.Include,
)


class Unknown(StrictUndefined):
    """A name the context does not have: printing, testing or looping over it is a fault."""

    @property
    def _undefined_message(self) -> str:
        if self._undefined_obj is None:
            return f"{self._undefined_name!r} não existe: aquilo de que faria parte está vazio neste documento"
        if isinstance(self._undefined_name, str) and isinstance(self._undefined_obj, Struct):
            has = ", ".join(name for name in self._undefined_obj.__struct_fields__)
            kind = type(self._undefined_obj).__name__
            return f"o nome {self._undefined_name!r} não existe em {kind}, que tem: {has}"
        return f"o nome {self._undefined_name!r} não existe"


class Cage(ImmutableSandboxedEnvironment):
    """Jinja2 with nothing callable."""

    def is_safe_callable(self, obj: Any) -> bool:
        return False


class CheckedLoader(BaseLoader):
    """Reads templates of a folder and refuses, before anything is written, tags and code beyond the small language."""

    def __init__(self, folder: Path) -> None:
        self.files = FileSystemLoader(folder)

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, path, fresh = self.files.get_source(environment, template)
        check(environment, source, template)
        return source, path, fresh


def check(environment: Environment, source: str, name: str) -> None:
    """Raises PaperFault with the line of the first tag or piece of code that no template may use."""
    where = f"modelo {name}"
    reader = Reader(where, lenient_text=True)
    for _, kind, value in environment.lex(source):
        reader.feed(value if kind == "data" else "\n" * value.count("\n"))
    reader.finished()
    for node in environment.parse(source, name).find_all(nodes.Node):
        if not isinstance(node, ALLOWED):
            raise PaperFault(
                f"{type(node).__name__} não é permitido em modelos; use nomes, filtros, if e for",
                where=f"{where}, linha {node.lineno}",
            )


def _printable(value: Any) -> Any:
    if value is None or isinstance(value, date | Decimal | float | tuple):
        filters = "data, dia_extenso, moeda, lista…"
        raise PaperFault(f"valor sem forma de impressão ({type(value).__name__}); passe-o por um filtro: {filters}")
    return value


def cage(folder: Path) -> Cage:
    """An environment for the templates of ``folder``."""
    environment = Cage(
        loader=CheckedLoader(folder),
        autoescape=True,
        undefined=Unknown,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals.clear()
    environment.tests.clear()
    environment.filters.clear()
    environment.filters.update(FILTERS)
    return environment


@cache
def packaged() -> Cage:
    """The environment of the templates that come with the product, compiled once a process."""
    return cage(FOLDER)


def write(environment: Cage, name: str, values: dict[str, Any]) -> str:
    """The HTML that template ``name`` writes from ``values``. Raises PaperFault with the template's file and line."""
    try:
        html = environment.get_template(name).render(values)
    except TemplateNotFound as error:
        raise PaperFault("o modelo não existe", where=f"modelo {error.name}") from error
    except TemplateSyntaxError as error:
        raise PaperFault(_syntax(error), where=f"modelo {error.name or name}, linha {error.lineno}") from error
    except PaperFault as fault:
        if fault.where:
            raise
        raise PaperFault(fault.what, where=_place(fault, name)) from fault
    except SecurityError as error:
        raise PaperFault("o modelo tenta alcançar o que não é dado do documento", where=_place(error, name)) from error
    except (TemplateError, TypeError, AttributeError, KeyError, ValueError) as error:
        raise PaperFault(_said(error), where=_place(error, name)) from error
    if len(html) > LARGEST:
        raise PaperFault(f"o documento passou de {LARGEST} caracteres", where=f"modelo {name}")
    return html


def values_of(context: Context) -> dict[str, Any]:
    """The names a template sees: the fields of the context, as they are."""
    return asdict(context)


def _place(error: Exception, name: str) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(".html")]
    if not frames:
        return f"modelo {name}"
    return f"modelo {Path(frames[-1].filename).name}, linha {frames[-1].lineno}"


def _said(error: Exception) -> str:
    if isinstance(error, TemplateError):
        return error.message or str(error)
    return f"um filtro recebeu um valor que não é do seu tipo ({error})"


def _syntax(error: TemplateSyntaxError) -> str:
    message = error.message or ""
    if message.startswith("No filter named"):
        return f"o filtro {message.split()[3].rstrip('.')} não existe; há: {', '.join(FILTERS)}"
    return f"erro de escrita no modelo ({message})"


@cache
def digest() -> str:
    """SHA-256 over every packaged template and the layout: what a paper was written with."""
    seal = hashlib.sha256()
    for file in sorted([*FOLDER.rglob("*.html"), FOLDER.parent / "layout.typ"]):
        seal.update(file.relative_to(FOLDER.parent).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return seal.hexdigest()
