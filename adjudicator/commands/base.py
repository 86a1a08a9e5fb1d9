"""What the commands share, without the library of the command line: errors and what is said of them, and opening a rulebook."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from adjudicator.say.exits import BROKEN, USAGE
from adjudicator.say.output import Unheard, clipped, json_text, own_language, tell

if TYPE_CHECKING:
    from collections.abc import Iterable

DEBUG = "ADJUDICATOR_DEBUG"


class Fault(Exception):
    """Something that ends a command with a message: ``key`` and slots of a core message, and the exit code."""

    def __init__(self, key: str, code: int = USAGE, hint: str = "", **slots: Any) -> None:
        super().__init__(key)
        self.key = key
        self.code = code
        self.hint = hint
        self.slots = slots


def quiet_pipe() -> None:
    """Nobody reads any more: what is still buffered goes nowhere instead of into an error at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass


def legible() -> None:
    """A terminal without a letter shows a question mark for it."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


# ---- errors ----------------------------------------------------------------------------------------------------------------
class Reply:
    """How the command that runs is to answer: its errors are told in the same form and language."""

    fmt = "text"
    lang: str | None = None


def remember(fmt: str, lang: str | None) -> str:
    """Note the format and the language asked for; the language of the answers."""
    Reply.fmt, Reply.lang = fmt, lang or own_language()
    return Reply.lang


def complain(error: Exception) -> int:
    """Say what went wrong, in the format and language asked for, and return the exit code."""
    fmt, lang = Reply.fmt, Reply.lang or own_language()
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


def open_book(name: str, extra: str | None) -> Any:
    """The rulebook of that id or title.  Raises UnknownRulebook, Broken, or what its files raise while they load."""
    from adjudicator import book as books

    return books.load(name, extra)


def installed(extra: str | None) -> list[str]:
    """The ids of all rulebooks."""
    from adjudicator import book as books

    return sorted(books.folders(extra))
