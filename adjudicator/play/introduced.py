"""Counters that a line describes where it tells of a deed: *16Pz 4-4 at 3011 attacks 47R 3-4 at 3010*.

Nobody has said before that they are there. Each description that is understood by itself is put in front, and the name stays in its place. What comes of it is
offered, never ruled on: *an attack by 16Pz 4-4 at 3010* may tell where 16Pz stands, or what is attacked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator.ground.facts import InputError
from adjudicator.ground.paths import parse
from adjudicator.language import NotUnderstood, Stated
from adjudicator.play.likely import line_in

if TYPE_CHECKING:
    from adjudicator.play.lines import Line
    from adjudicator.play.trying import Trying

COUNTERS, BEFORE, BEHIND = 6, 3, 9
"""So many counters are put in front, with so many words before the one to blame, and so many words at most behind it."""
BLAMED = ("unknown_unit", "unknown_hex", "unknown_word", "no_place")
"""Errors of which a counter that nobody knows may be the cause."""
_WORD = re.compile(r"\S+")


def introduced(game: Trying, text: str) -> Line | None:
    """The line with the counters that it describes put in front; None where it describes none, or is not understood then either."""
    front: list[str] = []
    rest = text
    while len(front) < COUNTERS:
        said = "".join(f"{each}; " for each in front)
        try:
            game.line(said + rest)
            break
        except NotUnderstood as error:
            start = error.start - len(said)
            found = _described(game, rest, start) if error.message_key in BLAMED and start >= 0 else None
        except InputError:
            return None
        if found is None:
            break
        begin, end, name = found
        front.append(rest[begin:end])
        rest = rest[:begin] + name + rest[end:]
    return line_in(game, "".join(f"{each}; " for each in front) + rest) if front and rest.strip() not in front else None


def _described(game: Trying, text: str, blamed: int) -> tuple[int, int, str] | None:
    """Where the description of one counter stands that begins at the word to blame or just before it, and its name: the longest that is understood."""
    words = [(found.start(), found.end()) for found in _WORD.finditer(text)]
    at = next((number for number, (_, end) in enumerate(words) if blamed < end), None)
    if at is None:
        return None
    for first in range(at, max(-1, at - BEFORE - 1), -1):
        for last in range(min(len(words), at + BEHIND) - 1, at, -1):
            begin, end = words[first][0], words[last][1]
            bare = text[begin:end].rstrip(".,:;?!")
            if ";" not in bare and bare != text.strip() and (name := _counter(game, bare)) is not None:
                return begin, begin + len(bare), name
    return None


def _counter(game: Trying, text: str) -> str | None:
    """The counter that a text describes, if it does nothing else and says where the counter stands."""
    try:
        parts = game.line(text).parts
    except (NotUnderstood, InputError):
        return None
    names, at = set(), None
    for part in parts:
        if not isinstance(part, Stated):
            return None
        path = parse(part.path)
        if path is None or path.head != "units" or not path.thing:
            return None
        names.add(path.thing)
        value = part.value if path.fact == "at" else part.value.get("at") if isinstance(part.value, dict) else None
        at = value if value is not None else at
    return names.pop() if len(names) == 1 and at is not None and text.endswith(at) else None
