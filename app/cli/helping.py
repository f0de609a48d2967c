"""A help page: usage, what the command does, its arguments, options and commands, and examples."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

from rich.console import Group as Lines
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer._click import Context  # typer's own subclass of it is for callbacks only
from typer.core import TyperArgument, TyperGroup, TyperOption

from app.cli.output import out

_READABLE = 100


def help_page(command: Any, ctx: Context) -> str:
    """The whole page, in colour if it goes to a terminal."""
    what, _, more = inspect.cleandoc(command.help or "").partition("\n\n")
    params = command.get_params(ctx)
    arguments = [param for param in params if isinstance(param, TyperArgument)]
    options = [param for param in params if isinstance(param, TyperOption)]
    commands = (
        [command.commands[name] for name in command.list_commands(ctx)] if isinstance(command, TyperGroup) else []
    )
    parts: list[Any] = [Text(usage_line(command, ctx), style="bold"), "", _indented(Text(what.replace("\n", " ")))]
    parts += [_indented(Text(each)) for each in _paragraphs(more)]
    parts += _section("Argumentos", ((_argument(each), _about(each, ctx)) for each in arguments))
    parts += _section("Comandos", ((each.name or "", _first_sentence(each.help)) for each in commands))
    parts += _section("Opções", ((_option(each), _about(each, ctx)) for each in options))
    if command.epilog:
        parts += ["", Text("Exemplos", style="bold"), _indented(Text(inspect.cleandoc(command.epilog), style="cyan"))]
    console = out()
    with console.capture() as page:
        console.print(Lines(*parts), width=min(console.width, _READABLE))
    return "\n".join(line.rstrip() for line in page.get().splitlines())


def usage_line(command: Any, ctx: Context) -> str:
    """``Uso: devido law check [OPÇÕES] LEI``."""
    pieces = ["COMANDO …"] if isinstance(command, TyperGroup) else ["[OPÇÕES]"]
    arguments = [param for param in command.params if isinstance(param, TyperArgument)]
    pieces += [_argument(each) if each.required else f"[{_argument(each)}]" for each in arguments]
    return " ".join(["Uso:", ctx.command_path, *pieces])


def _section(title: str, rows: Iterable[tuple[str, str]]) -> list[Any]:
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for name, about in rows:
        table.add_row(Text(name), Text(about))
    return ["", Text(title, style="bold"), _indented(table)] if table.row_count else []


def _indented(part: Any) -> Padding:
    return Padding(part, (0, 0, 0, 2), expand=False)


def _paragraphs(text: str) -> list[str]:
    return ["\n" + each.replace("\n", " ") for each in text.split("\n\n") if each]


def _first_sentence(text: str | None) -> str:
    return inspect.cleandoc(text or "").partition("\n\n")[0].replace("\n", " ")


def _argument(param: TyperArgument) -> str:
    return f"{param.metavar or param.name.upper()}{'…' if param.nargs != 1 else ''}"


def _option(param: TyperOption) -> str:
    names = ", ".join([*param.opts, *param.secondary_opts])
    return names if param.is_flag else f"{names} {param.metavar or param.name.upper()}"


def _about(param: TyperArgument | TyperOption, ctx: Context) -> str:
    marks = []
    if param.required and isinstance(param, TyperOption):
        marks.append("[obrigatória]")
    if isinstance(param, TyperOption) and param.multiple:
        marks.append("[pode repetir-se]")
    default = param.get_default(ctx, call=False)
    if param.show_default and default not in (None, False, "", (), []) and not callable(default):
        marks.append(f"[padrão: {default}]")
    return " ".join([param.help or "", *marks])
