"""The command line: commands that are loaded on use, their shared options, and what becomes of errors.

Exit codes: 0 all legal, 1 something illegal, 2 wrong usage, 3 nothing illegal but something undetermined, 4 a declaration was not
understood, ambiguous or impossible as typed, 5 a rulebook, situation or log file is broken.  Only click is imported at the start.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adjudicator.files.places import LANGUAGES
from adjudicator.say.exits import BROKEN, LEGAL, USAGE
from adjudicator.say.output import Unheard, clipped, json_text, own_language, shown, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    F = TypeVar("F", bound=Callable[..., Any])

DEBUG = "ADJUDICATOR_DEBUG"
COMMANDS = {
    "check": "check",
    "conformance": "conformance",
    "coverage": "coverage",
    "explain": "explain",
    "new-rulebook": "new_rulebook",
    "rulebooks": "rulebooks",
    "table": "table",
    "validate": "validate",
    "vassal": "vassal",
}  # name -> module


class Fault(Exception):
    """Something that ends a command with a message: ``key`` and slots of a core message, and the exit code."""

    def __init__(self, key: str, code: int = USAGE, hint: str = "", **slots: Any) -> None:
        super().__init__(key)
        self.key = key
        self.code = code
        self.hint = hint
        self.slots = slots


def _folders_exist(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The folders of ``--rulebook-path``; wrong usage if one of them is not there."""
    for folder in (value or "").split(os.pathsep):
        if folder and not os.path.isdir(folder):
            raise click.BadParameter(f"there is no folder '{folder}'.", ctx, param)
    return value


# ---- options and commands --------------------------------------------------------------------------------------------------
def common(formats: tuple[str, ...] = ("text", "json")) -> Callable[[F], F]:
    """The options that every command has: ``--format`` and ``--lang``; and ``--rulebook-path`` where rulebooks are looked for."""

    def decorate(function: F) -> F:
        function = click.option("--rulebook-path", metavar="FOLDERS", callback=_folders_exist, help="Further folders that hold rulebooks.")(function)
        function = click.option("--lang", type=click.Choice(LANGUAGES), default=None, help="Language of the answer (default: the environment's).")(function)
        return click.option("--format", "fmt", type=click.Choice(formats), default="text", show_default=True, help="Form of the answer.")(function)

    return decorate


class LazyGroup(click.Group):
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
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with the nearest command named in the error."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, 1)
            ctx.fail(f"No such command '{name}'." + (f" Did you mean '{near[0]}'?" if near else f" Commands: {', '.join(sorted(COMMANDS))}."))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands in the help."""
        rows = [(name, command.get_short_help_str(100)) for name in self.list_commands(ctx) if (command := self.get_command(ctx, name)) is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """As click does it; what goes wrong before a command runs becomes a message as well."""
        _running.clear()
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
            ctx.exit(complain(error, ctx))


def _legible(error: click.ClickException) -> click.ClickException:
    """An error of usage, which quotes what was typed, as it may be shown."""
    vars(error)["message"] = clipped(shown(error.message))  # click declares it final
    return error


def quiet_pipe() -> None:
    """Nobody reads any more: what is still buffered goes nowhere instead of into an error at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name=None, version=getattr(sys.modules.get("adjudicator"), "__version__", "0"), prog_name="adjudicator")
def main() -> None:
    """Settle rules questions in hex-and-counter wargames."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a terminal without a letter shows a question mark for it
            reconfigure(errors="replace")


# ---- errors ----------------------------------------------------------------------------------------------------------------
def settings(ctx: click.Context | None) -> tuple[str, str]:
    """Format and language of the command that runs, also where it failed on the way."""
    fmt, lang = "text", None
    while ctx is not None:
        fmt = ctx.params.get("fmt") or fmt
        lang = lang or ctx.params.get("lang")
        ctx = ctx.parent
    return fmt, lang or own_language()


def complain(error: Exception, ctx: click.Context | None = None) -> int:
    """Say what went wrong, in the format and language asked for, and return the exit code."""
    fmt, lang = settings(_innermost(ctx))
    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exc()
    found = describe(error, lang)
    found["message"] = clipped(found["message"])
    if isinstance(error, Unheard):
        quiet_pipe()
        tell(error_text(found, lang), err=True)
    elif fmt in ("json", "jsonl"):
        echo_json({"error": found}, None if fmt == "jsonl" else 2)
    else:
        tell(error_text(found, lang), err=True)
    return int(found["code"])


_running: list[click.Context] = []


def _innermost(ctx: click.Context | None) -> click.Context | None:
    return _running[-1] if _running else ctx


def remember(ctx: click.Context) -> None:
    """Note the context of the command that runs, so that its format and language hold for its errors as well."""
    _running[:] = [ctx]


def describe(error: Exception, lang: str) -> dict[str, Any]:
    """What is to be said of an error: kind, message, where, exit code, and a hint if there is one."""
    from adjudicator.files.fault import Broken
    from adjudicator.say.words import Say

    say = Say(lang)
    if isinstance(error, Fault):
        found: dict[str, Any] = {"kind": "usage" if error.code == USAGE else "broken", "message": say.message(error.key, **error.slots), "code": error.code}
        return {**found, "hint": error.hint} if error.hint else found
    if isinstance(error, Broken):
        words = say.catalogue
        file = words.place(Broken(error.file, None, error.phrase))
        found = {"kind": "broken", "message": words.fault(error), "file": file, "line": error.line, "code": BROKEN}
        return {**found, "others": [words.fault(other) for other in error.others]} if error.others else found
    if type(error).__name__ == "UnknownRulebook":
        known = error.args[1] if len(error.args) > 1 else []
        message = say.message("unknown_rulebook", name=error.args[0], known=", ".join(known))
        return {"kind": "usage", "message": message, "code": USAGE, **_near(say, str(error.args[0]), known)}
    if isinstance(error, Unheard):
        return {"kind": "broken", "message": say.message("can_not_answer", what=str(error)), "code": BROKEN}
    if type(error).__name__ == "BookFault":
        return {"kind": "broken", "message": say.message("book_broken", what=str(error)), "code": BROKEN}
    where, book = fault_place(error)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if book:
        message = say.message("book_fault", book=book, place=where, what=what)
    else:
        message = say.message("program_fault", place=where, what=what)
    return {"kind": "fault", "message": " ".join(message.split()), "code": BROKEN, "hint": say.message("debug_hint")}


def _near(say: Any, word: str, known: Iterable[str]) -> dict[str, str]:
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), list(known), 1, 0.5)
    return {"hint": say.message("did_you_mean", names=near[0])} if near else {}


def fault_place(error: BaseException) -> tuple[str, str]:
    """File and line of an unexpected error, and the rulebook it lies in ('' for the program itself)."""
    place, book = "?", ""
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        if module.startswith("adjudicator_rulebook_"):
            book = module.removeprefix("adjudicator_rulebook_").partition(".")[0]
            place = f"{os.path.basename(name)}:{trace.tb_lineno}"
        elif not book and module.startswith("adjudicator"):
            place = f"{os.path.basename(name)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place, book


def error_text(found: dict[str, Any], lang: str) -> str:
    """An error as lines of text."""
    from adjudicator.say.words import Say

    say = Say(lang)
    lines = [say.message("error", message=found["message"])]
    lines += [f"       {other}" for other in found.get("others", ())]
    if "hint" in found:
        lines.append(say.message("hint", message=found["hint"]))
    return "\n".join(lines)


# ---- what the commands share -----------------------------------------------------------------------------------------------
def echo_json(data: Any, indent: int | None = 2) -> None:
    """Print data as JSON; ``indent=None`` on one line."""
    tell(json_text(data, indent))


def start(ctx: click.Context, lang: str | None) -> str:
    """What each command does first: its language, and what errors need to know."""
    remember(ctx)
    chosen = lang or own_language()
    ctx.params["lang"] = chosen
    return chosen


def open_book(name: str, extra: str | None) -> Any:
    """The rulebook of that id or title.  Raises UnknownRulebook, Broken, or what its files raise while they load."""
    from adjudicator import book as books

    return books.load(name, extra)


def installed(extra: str | None) -> list[str]:
    """The ids of all rulebooks."""
    from adjudicator import book as books

    return sorted(books.folders(extra))


def run() -> None:
    """The console script: as ``main``, quiet where nobody reads any more or Ctrl-C was pressed at any moment.

    What is loaded at the start stays to the end, so the collector need not go through it again and again, nor once more on the way out:
    that was a fifth of the time of a one-shot command.
    """
    gc.set_threshold(50_000, 20, 50)
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        quiet_pipe()
        sys.exit(LEGAL)
    finally:
        gc.freeze()


if __name__ == "__main__":
    run()
