"""Typing at a terminal: history and completion with the Tab key, where the system has them; a pipe where nobody sits at one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.say.heard import commands
from adjudicator.say.output import shown

if TYPE_CHECKING:
    from adjudicator.table.session import Session

FIRST_WAKE, WAKE = 0.1, 1.0  # seconds after a prompt
_BREAKS = " ,;"
_STEMS = re.compile(r"[^\W\d_]{3,}")


def is_tty(stream: Any) -> bool:
    """Whether somebody sits there."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


def _stirring() -> Callable[[float], Any]:
    """A function that wakes the program every so many seconds (0: no more).

    A Ctrl-C that falls between the prompt and the wait for a key is noticed only when that wait is interrupted: so it is, now and then.
    """
    import signal

    if not hasattr(signal, "setitimer"):
        return lambda seconds: None
    signal.signal(signal.SIGALRM, lambda *_: None)
    return lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds and FIRST_WAKE, seconds)


def lines(tty: bool) -> Callable[[str], Iterator[str]]:
    """A function that asks for one line; no prompt is shown where nobody sits at a terminal."""
    if tty:
        stir = _stirring()
    else:
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8-sig", errors="replace")

    def ask(prompt: str) -> Iterator[str]:
        if tty:
            try:
                stir(WAKE)
                yield input(shown(prompt))
            except EOFError:
                print()
            except UnicodeDecodeError:
                yield "\ufffd"
            finally:
                stir(0)
            return
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if line:
            yield line

    return ask


def offered(session: Session, word: str, first: bool) -> list[str]:
    """What a word that has been begun may become: commands at the head of a line, units, hexes, places, verbs."""
    start = word.lower()
    found: dict[str, None] = {}
    situation = session.game.situation
    if first:
        found.update(dict.fromkeys(commands().names[session.lang].values()))
    found.update(dict.fromkeys(situation.units))
    found.update(dict.fromkeys((*situation.known_where(), *situation.hexes)))
    found.update(dict.fromkeys(str(marker.known("kind") or "") for marker in situation.markers.values()))
    words = session.game.referee.language.words
    for language, phrase in words.phrases(("HEX",)):
        if language in ("", session.lang):
            found[phrase.title()] = None
    for language, phrase in words.phrases(("VERB", "PHASE", "TERRAIN", "WEATHER", "NOUN")):
        if language in ("", session.lang) and _STEMS.fullmatch(phrase):
            found[phrase] = None
    return sorted((name for name in found if name and name.isprintable() and name.lower().startswith(start)), key=lambda name: (len(name), name))


class Keys:
    """History and completion of a session, where the system has them."""

    def __init__(self) -> None:
        self.readline: Any = None
        try:
            import readline
        except ImportError:
            return
        self.readline = readline
        self._offers: list[str] = []

    def start(self, session: Session, raw: bytes) -> None:
        """Offer what the game knows, and the lines of its log as the history."""
        readline = self.readline
        if readline is None:
            return
        self.session = session
        readline.set_completer_delims(_BREAKS)
        readline.set_completer(self._complete)
        readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
        for line in raw.decode("utf-8", "replace").splitlines()[-500:]:
            said = line.strip()
            if said and said[0] not in "#>":
                readline.add_history(said)

    def _complete(self, word: str, state: int) -> str | None:
        try:
            if state == 0:
                self._offers = offered(self.session, word, not self.readline.get_begidx())
            return self._offers[state] if state < len(self._offers) else None
        except Exception:  # a key that completes nothing must not disturb a line being typed
            return None
