"""Typer in Portuguese: commands whose help reads so, and what is said of a wrong usage.

Typer has no translations. This module and ``app.cli.helping`` are the only ones that know its English.
"""

from __future__ import annotations

import re
from typing import Any

# Typer carries its own click and gives these no public name.
from typer._click import Command as AnyCommand
from typer._click import Context, exceptions
from typer._click.formatting import HelpFormatter
from typer.core import TyperCommand, TyperGroup, TyperOption

from app.cli.helping import help_page, usage_line
from workflow.nearest import advice

UsageError = exceptions.UsageError


class _Portuguese(AnyCommand):
    """What commands and groups of commands have in common."""

    def format_help(self, ctx: Context, formatter: HelpFormatter) -> None:
        formatter.write(help_page(self, ctx))

    def get_usage(self, ctx: Context) -> str:
        return usage_line(self, ctx)

    def get_help_option(self, ctx: Context) -> TyperOption | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "Mostra esta ajuda e sai."
        return option

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except UsageError as error:
            error.ctx = error.ctx or ctx  # the parser forgets to say where it was
            raise


class Command(_Portuguese, TyperCommand):
    """A command whose help is in Portuguese."""


class Group(_Portuguese, TyperGroup):
    """A group of commands whose help is in Portuguese; a name that is not one of them gets the nearest."""

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name = args[0]
        if name.startswith("-") or self.get_command(ctx, name) is not None:
            return super().resolve_command(ctx, args)
        raise UsageError(f"não há o comando {name!r}{advice(name, self.list_commands(ctx))}", ctx)


def said(error: exceptions.ClickException) -> str:
    """A wrong usage as one Portuguese sentence, with where to read more."""
    ctx: Context | None = getattr(error, "ctx", None)
    path = ctx.command_path if ctx is not None else "devido"
    what = _what(error, ctx)
    return f"{path}: {what}{'' if what.endswith('?') else '.'} Veja {path} --help."


def _what(error: exceptions.ClickException, ctx: Context | None) -> str:
    params = {name: param for param in ctx.command.params for name in param.opts} if ctx is not None else {}
    match error:
        case exceptions.NoSuchOption():
            return _misplaced(error.option_name, ctx) or (
                f"não há a opção {error.option_name}{advice(error.option_name, params)}"
            )
        case exceptions.MissingParameter() if error.param is not None:
            return f"falta {_name(error.param)}"
        case exceptions.BadParameter() if error.param is not None:
            return f"o valor dado a {_name(error.param)} não serve".replace(" a a ", " à ")
        case exceptions.BadOptionUsage():
            option = params.get(error.option_name)
            if option is None or getattr(option, "is_flag", False):
                return f"a opção {error.option_name} não leva valor"
            return f"a opção {error.option_name} pede um valor ({option.metavar})"
        case _:
            extra = re.search(r"extra argument\(s\) \((.*)\)", error.message, re.DOTALL)
            return f"sobra {extra[1]!r}" if extra else _SENTENCES.get(error.message, error.message)


def _misplaced(option: str, ctx: Context | None) -> str:
    """What is said of an option that a group above the command has; empty if none has it."""
    above = ctx.parent if ctx is not None else None
    while above is not None:
        for param in above.command.params:
            if option in param.opts:
                path = above.command_path
                rest = ctx.command_path.removeprefix(path) if ctx is not None else ""
                return f"{option} vem antes do comando: {path} {option} {param.metavar or ''}".rstrip() + rest
        above = above.parent
    return ""


_SENTENCES = {"Missing command.": "falta o comando"}


def _name(param: Any) -> str:
    return f"a opção {param.opts[-1]}" if isinstance(param, TyperOption) else str(param.metavar or param.name)
