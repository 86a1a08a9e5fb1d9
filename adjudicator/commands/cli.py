"""The command line: commands that are loaded on use, their shared options, and what becomes of errors of usage.

Exit codes: 0 all legal, 1 something illegal, 2 wrong usage, 3 nothing illegal but something undetermined, 4 a declaration was not
understood, ambiguous or impossible as typed, 5 a rulebook, situation or log file is broken.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adjudicator.commands.base import Fault, Reply, complain, describe, echo_json, installed, legible, open_book, quiet_pipe, remember
from adjudicator.commands.spoken import language_of, message, speak, worded
from adjudicator.files.places import LANGUAGES
from adjudicator.say.catalogue import catalogue
from adjudicator.say.exits import BROKEN, LEGAL
from adjudicator.say.output import clipped, own_language, shown, tell

if TYPE_CHECKING:
    from collections.abc import Callable

    F = TypeVar("F", bound=Callable[..., Any])

__all__ = ["COMMANDS", "Fault", "common", "describe", "echo_json", "installed", "main", "open_book", "start"]

COMMANDS = {
    "check": "check",
    "conformance": "conformance",
    "coverage": "coverage",
    "draw": "draw",
    "explain": "explain",
    "new-rulebook": "new_rulebook",
    "new-situation": "new_situation",
    "rulebooks": "rulebooks",
    "table": "table",
    "validate": "validate",
    "vassal": "vassal",
}  # name -> module


def _folders_exist(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The folders of ``--rulebook-path``; wrong usage if one of them is not there."""
    for folder in (value or "").split(os.pathsep):
        if folder and not os.path.isdir(folder):
            raise click.BadParameter(message("no_such_folder", folder=folder), ctx, param)
    return value


# ---- options and commands --------------------------------------------------------------------------------------------------
def common(formats: tuple[str, ...] = ("text", "json")) -> Callable[[F], F]:
    """The options that every command has: ``--format`` and ``--lang``; and ``--rulebook-path`` where rulebooks are looked for."""

    def decorate(function: F) -> F:
        function = click.option("--rulebook-path", metavar="FOLDERS", callback=_folders_exist)(function)
        function = click.option("--lang", type=click.Choice(LANGUAGES), default=lambda: Reply.lang)(function)  # also said before the command
        return click.option("--format", "fmt", type=click.Choice(formats), default="text", show_default=True)(function)

    return decorate


class Group(click.Group):
    """Commands, each told in its list by its first sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands in the help."""
        rows = [(name, _brief(command.help or "")) for name in self.list_commands(ctx) if (command := self.get_command(ctx, name)) is not None]
        with formatter.section(catalogue(Reply.lang or own_language())["help"]["library"]["Commands"]):
            formatter.write_dl(rows)


class LazyGroup(Group):
    """Commands whose module is imported when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands by name."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None if there is none."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        found = getattr(import_module(f"adjudicator.commands.{module}"), f"{cmd_name.replace('-', '_')}_command")
        assert isinstance(found, click.Command)
        return worded(found, cmd_name, Reply.lang)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with the nearest command named in the error."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, 1)
            ctx.fail(message("no_command_near" if near else "no_command", name=name, known=near or sorted(COMMANDS)))
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """As click does it; what goes wrong before a command runs becomes a message as well."""
        typed = list(args[0] if args else kwargs.get("args") or sys.argv[1:])
        Reply.fmt, Reply.lang = "text", language_of(typed)
        speak(Reply.lang)
        worded(self, "main", Reply.lang)
        if sys.stdout is None:  # closed by who started the program
            from adjudicator.say.words import Say

            say = Say(own_language())
            tell(say.message("error", message=say.message("no_output")), err=True)
            sys.exit(BROKEN)
        try:
            return super().main(*args, **kwargs)
        except (click.exceptions.Exit, click.ClickException, click.Abort):
            raise
        except Exception as error:
            sys.exit(complain(error))

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """As click does it; what it says of wrong usage quotes nothing raw."""
        try:
            return super().make_context(*args, **kwargs)
        except click.ClickException as error:
            raise _legible(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; whatever goes wrong becomes a message and an exit code, never a traceback."""
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            raise _legible(error) from None
        except (click.exceptions.Exit, SystemExit):
            raise
        except BrokenPipeError:
            quiet_pipe()
            ctx.exit(LEGAL)
        except (KeyboardInterrupt, click.Abort):
            ctx.exit(130)
        except Exception as error:
            ctx.exit(complain(error))


def _brief(text: str, most: int = 100) -> str:
    """The first sentence of a help text; of a long one the clauses that fit."""
    first = " ".join(text.partition("\n\n")[0].split()).partition(". ")[0].rstrip(".")
    if len(first) > most:
        first = first[: max(first.rfind(mark, 0, most) for mark in (":", ";", ","))]
    return f"{first}."


def _legible(error: click.ClickException) -> click.ClickException:
    """An error of usage, which quotes what was typed, as it may be shown."""
    vars(error)["message"] = clipped(shown(error.message))  # click declares it final
    return error


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option("--lang", type=click.Choice(LANGUAGES), default=None, expose_value=False)
@click.version_option(getattr(sys.modules.get("adjudicator"), "__version__", "0"), "-V", "--version", prog_name="adjudicator", message="%(prog)s %(version)s")
def main() -> None:
    """Ask, and be answered with the rule."""
    legible()


def start(ctx: click.Context, lang: str | None) -> str:
    """What each command does first: its language, and what errors need to know."""
    return remember(ctx.params.get("fmt") or "text", lang)
