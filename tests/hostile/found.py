"""What a try comes to: nothing, or something that went wrong; and the odd things that are put into files and lines."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from adjudicator.files.fault import Broken
from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood
from adjudicator.play.referee import NoSuchAct

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**18, 1.5, "", " ", "-", "/", "0000", "9999", "0101/0101", "\x1b[31m", "\u202e", "\ufffe", "=1+1", "units[x]",
    "a" * 300, [], [[]], {}, {"": None}, [None], "none", "unknown", "2119", "1e999999", "1/0",
)  # fmt: skip
NUMBERS = ("0", "1", "7", "13", "99", "100000", "3/2", "1.5", "0000", "0101", "2119", "9999", "20.11", "00.00")
EXPECTED = (Broken, NotUnderstood, InputError, NoSuchAct)
GROWS = "answers grow"
"""What is said of answers that take longer at the end of a night."""
SLOW, ENDLESS = 1.0, 60.0
"""CPU seconds that nothing may take, and those after which a try is given up (in a run by command)."""


class Found(NamedTuple):
    """Something that went wrong: its book, what and where, CPU seconds, the number of the try, and what was tried."""

    book: str
    what: str
    spent: float
    number: int
    tried: Any

    @property
    def timed(self) -> bool:
        """Whether nothing is wrong but the time that it took, which a loaded machine decides too."""
        return self.what == "slow" or self.what.startswith(GROWS)


def attempt(book: str, number: int, tried: Any, run: Callable[[], Any]) -> Found | None:
    """Run it; what it comes to if that is no fault that is told, or takes longer than anything may."""
    begun = time.process_time()
    what = ""
    try:
        _alarm(ENDLESS)
        run()
    except EXPECTED:
        pass
    except Endless as error:
        what = f"{place(error)} no end in {ENDLESS:.0f} s"
    except AssertionError as error:
        what = f"wrong: {error}"[:300]
    except Exception as error:
        what = f"{place(error)} {type(error).__name__}: {error}"[:300]
    finally:
        _alarm(0)
    spent = time.process_time() - begun
    return Found(book, what or "slow", spent, number, tried) if what or spent > SLOW else None


class Endless(BaseException):
    """Raised within a try that comes to no end."""


_timed = False


def _alarm(seconds: float) -> None:
    if _timed:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def ends() -> None:
    """From now on a try that comes to no end is told, and the next one begun."""
    global _timed

    def stop(*_: Any) -> None:
        raise Endless

    signal.signal(signal.SIGVTALRM, stop)
    _timed = True


def place(error: BaseException) -> str:
    """The file and line of ours in which an error arose."""
    found, trace = "?", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if "adjudicator" in name or "rulebooks" in name:
            found = f"{name.rpartition('/')[2]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found


def mangled(text: str, dice: random.Random) -> str:
    """A line with some of its words lost, doubled, exchanged or odd, or some of its letters."""
    words = text.split()
    for _ in range(dice.randint(0, 2)):
        at = dice.randrange(len(words) + 1)
        kind = dice.randrange(6)
        if kind == 0:
            del words[at : at + 1]
        elif kind == 1:
            words[at:at] = words[at : at + 2]
        elif kind == 2:
            words.insert(at, str(dice.choice(ODD)))
        elif kind == 3:
            dice.shuffle(words)
        elif kind == 4 and at < len(words):
            words[at] = _letters(words[at], dice)
        elif at < len(words) and words[at].strip("-,.:/?").isdigit():
            words[at] = dice.choice(NUMBERS)
    return " ".join(words)


def _letters(word: str, dice: random.Random) -> str:
    at = dice.randrange(len(word) + 1)
    more = dice.choice(("", "x", "s", " ", "-", "\u0301", "'", "(", '"', "\u2013", "\x00", "\U0001f600", word[:1] * 40))
    return word[:at] + more + word[at + dice.randrange(2) :]
