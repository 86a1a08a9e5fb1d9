"""Typing at a terminal: history and completion with the Tab key, where the system has them; a pipe where nobody sits at one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.say.heard import commands
from adjudicator.say.output import shown
from adjudicator.sentences import VERBAL

if TYPE_CHECKING:
    from adjudicator.table.session import Session

FIRST_WAKE, WAKE = 0.1, 1.0  # seconds after a prompt
_BREAKS = " ,;"
KINDS = ("PHASE", "TERRAIN", "WEATHER", "NOUN")
THINGS = ("unit", "aid", "some", "marker")
"""Types of roles that a unit or a marker may fill."""
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


def offered(session: Session, word: str, before: str) -> list[str]:
    """What a word that has been begun may become behind what was typed before it: units, hexes and places, then verbs and nouns, as far as such words
    may follow there; at the head of a line commands too."""
    start = word.lower()
    situation, language = session.game.situation, session.game.referee.language
    classes, types = language.after(before, session.game.referee.names())
    verbal = not VERBAL.isdisjoint(classes)
    found: dict[str, int] = {}  # name -> how late it is offered
    if not before.strip():
        found |= dict.fromkeys(commands().names[session.lang].values(), 1 if start else 3)
    if not classes or "UNIT" in classes and (not types or any(type_.startswith(THINGS) for type_ in types)):
        found |= dict.fromkeys(situation.units, 0)
        found |= dict.fromkeys((str(marker.known("kind") or "") for marker in situation.markers.values()), 1)
    hexes = not classes or "HEX" in classes
    if hexes:
        found |= dict.fromkeys((*situation.known_where(), *situation.hexes), 1)
    words = language.words
    for lang, phrase in words.phrases(("HEX",), start) if start and hexes else ():
        if lang in ("", session.lang):
            found[phrase.title()] = 1
    kinds = [*(["VERB"] if verbal or not classes else []), *(KINDS if "W" in classes or not classes else ())]
    for lang, phrase in words.phrases(kinds, start) if start else ():
        if lang in ("", session.lang) and _STEMS.fullmatch(phrase):
            found.setdefault(phrase, 2)
    likely = [name for name in found if name and name.isprintable() and name.lower().startswith(start)]
    return sorted(likely, key=lambda name: (found[name], len(name), name))


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
                self._offers = offered(self.session, word, self.readline.get_line_buffer()[: self.readline.get_begidx()])
            return self._offers[state] if state < len(self._offers) else None
        except Exception:  # a key that completes nothing must not disturb a line being typed
            return None
