"""The command ``adjudicator table``: begin or resume a log, then take lines until there are no more."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from shutil import get_terminal_size
from typing import Any

from adjudicator.book import Rulebook, UnknownRulebook, folders
from adjudicator.book.situations import located
from adjudicator.files.fault import Broken, printable, show
from adjudicator.files.places import may_name, option_for
from adjudicator.files.text import STDIN
from adjudicator.files.yaml import load_document
from adjudicator.log.lines import open_log
from adjudicator.play.headers import load_situation
from adjudicator.say.catalogue import reply
from adjudicator.say.exits import BROKEN, USAGE
from adjudicator.say.heard import commands, log_words
from adjudicator.say.output import Unheard, in_color, in_lines, tell
from adjudicator.table.file import InUse, LogFile
from adjudicator.table.recorder import read
from adjudicator.table.session import Session
from adjudicator.table.show import View
from adjudicator.table.terminal import Keys, is_tty, lines
from adjudicator.table.voice import JsonVoice, Voice


def table(
    path: str, fmt: str = "text", lang: str = "en", extra: str | None = None, rulebook: str | None = None, situation: str | None = None, follow: bool = False
) -> int:
    """Run a session on standard input.  Returns the exit code: 0, 2 (no rulebook was named) or 5 (the log is broken or in use).

    ``situation`` begins a new log with that file, and allows a log to name it; with ``follow`` a line is answered in the language that it is
    typed in.
    """
    tty = is_tty(sys.stdin)
    say: Callable[[str], Any] = told_in_lines if tty and fmt == "text" else tell
    voice = Voice(say, lang, tty and in_color()) if fmt == "text" else JsonVoice(say, lang)
    if path == STDIN:
        raise Broken(path, None, "no_standard_input")
    ask = lines(tty)
    keys = Keys() if tty else None
    new = not _holds_something(path)
    try:
        if new and not _create(path, voice, lang, extra, rulebook, situation, ask, tty):
            return USAGE
        if not new and (rulebook is not None or situation is not None):
            voice.tell(reply(lang, "table", "exists", file=path))
        if situation is not None:
            extra = os.pathsep.join(filter(None, (extra, situation)))
        file = LogFile(path)
    except InUse:
        raise Broken(path, None, "in_use") from None
    except OSError as error:
        raise Broken(path, None, "not_writable", why=error.strerror or str(error)) from None
    try:
        try:
            found = read(file, extra, voice)
        except OSError as error:
            raise Broken(path, None, "not_writable", why=error.strerror or str(error)) from None
        if found.game.book is None or found.outside:
            if not found.outside:
                voice.tell(reply(lang, "table", "no_game", file=path), error={"code": BROKEN})
            return BROKEN
        session = Session(path, found, file, lang, voice, tty)
        session.follow = follow
        session.warm()
        if not new:
            for line, why in found.refused:
                voice.tell(f"{printable(path)}:{line}: {why}")
            counts = {"entries": found.entries, "illegal": found.illegal, "errors": found.errors}
            voice.tell(reply(lang, "table", "table_resumed", file=path, **counts), rulebook=found.game.book.id, **counts)
            voice.tell("\n".join(View(found.game, lang).everything()))
            session.open_matters()
        if keys is not None:
            keys.start(session, file.content())
        gc.freeze()  # what a long log has made stays to the end: the collector need not go through it within an answer
        _run(session, ask, say)
    finally:
        file.close()
    voice.tell(reply(lang, "table", "bye", file=path, entries=session.entries, lines=session.recorded))
    return BROKEN if session.broken or session.faulty else 0


def told_in_lines(text: str) -> None:
    """Print a text for somebody at a terminal, in lines of its width."""
    wide = max(40, get_terminal_size().columns)
    tell("\n".join(piece for line in text.split("\n") for piece in in_lines(line, wide)))


def _run(session: Session, ask: Any, say: Callable[[str], Any]) -> None:
    cleared = not session.tty
    try:
        while not session.over:
            try:
                typed = next(ask(session.prompt()), None)
            except KeyboardInterrupt:  # the line is cleared; once more, and the session ends
                say("")
                if cleared:
                    break
                cleared = True
                continue
            if typed is None:
                break
            cleared = not session.tty
            try:
                session.line(typed)
            except (Unheard, BrokenPipeError):
                raise
            except Exception as error:
                if "ADJUDICATOR_DEBUG" in os.environ:
                    raise
                session.recover(error)
    except KeyboardInterrupt:
        say("")
    session.end()


def _holds_something(path: str) -> bool:
    """Whether the log is there and holds anything; raises Broken for what is no ordinary file."""
    if not os.path.lexists(path):
        return False
    stream = open_log(path)
    stream.close()
    return os.path.getsize(path) > 0


def _create(path: str, voice: Voice, lang: str, extra: str | None, name: str | None, situation: str | None, ask: Any, tty: bool) -> bool:
    """Begin a log with its header, asking for the rulebook if need be; False if none was named.  Raises OSError."""
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        raise Broken(path, None, "no_folder", folder=show(folder))
    place = located(situation, extra) if situation is not None else None
    if name is None and place is not None:
        found = load_document(place).data
        name = found.get("rulebook") if isinstance(found, dict) else None
        name = name if isinstance(name, str) else None
    book = _book(name, voice, lang, extra, ask, tty)
    if book is None:
        return False
    header = [f"rulebook {book.id}", f"edition {book.edition}"]
    if place is not None:
        load_situation(book, place, extra)  # a fault in it ends the session before it has begun
    if situation is not None:
        header.append(f"situation {situation if place != situation else os.path.relpath(situation, os.path.dirname(os.path.abspath(path)))}")
    file = LogFile(path)
    try:
        if file.end == 0:
            file.append("\n".join(header))
    except OSError:
        try:
            os.unlink(path)  # nothing stands in it
        except OSError:
            pass
        raise
    finally:
        file.close()
    voice.tell(reply(lang, "table", "table_new", file=path, title=book.title, edition=book.edition), rulebook=book.id, edition=book.edition)
    if situation is not None and place == situation and not may_name(folder, situation, extra):
        voice.tell(reply(lang, "table", "table_outside", option=option_for(os.path.dirname(situation) or ".")))
    return True


def _book(name: str | None, voice: Voice, lang: str, extra: str | None, ask: Any, tty: bool) -> Rulebook | None:
    """The rulebook of that name, or of one that is asked for; None if none was named."""
    from adjudicator import book as books

    known = ", ".join(sorted(folders(extra)))
    given = name is not None  # not typed at the prompt
    while True:
        if name is None:
            prompt = reply(lang, "table", "ask_rulebook", known=known)
            if not tty:
                voice.tell(prompt.strip())
            name = next(ask(prompt), None)
            if name is None:
                return None
            command = commands().command(name.strip())
            if command is not None and command[0] == "quit":
                return None
            if command is not None or not name.strip():
                voice.tell(reply(lang, "table", "help_rulebook", known=known))
                name = None
                continue
            given = False
            header = log_words().header(name.strip())
            if header is not None and header[0] == "rulebook":  # the whole line of a log, "rulebook fpa"
                name = header[1]
        try:
            return books.load(name.strip(), extra)
        except UnknownRulebook as error:
            voice.tell(reply(lang, "table", "unknown_rulebook", name=show(error.args[0]), known=known), error={"code": USAGE})
            name = None
            if given and not tty:
                return None
            given = False


__all__ = ["table"]
