"""The parts of an entry put together when all of it was read: what is said twice, and a deed and the way it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from adjudicator.language.model import Act, Stated
from adjudicator.sentences.clauses import MOVES
from adjudicator.sentences.frames import Frames
from adjudicator.sentences.token import VERBAL, Token

NOTHING_ELSE = frozenset((("PRON", "nothing"), ("ADV", "only"), ("NOT", "not"), ("DET", "no")))
PLACES = frozenset(("to", "path", "from", "at", "off_map"))


def carried_out(parts: list[Stated | Act]) -> list[Stated | Act]:
    """I retreat 47R two hexes: it leaves 2015, passes 2014 and stops in 2013. A deed without a place, and the way that the same units go, are one."""
    return _in_pairs(parts, _is_its_way, lambda deed: deed.kind)


def thrown(parts: list[Stated | Act]) -> list[Stated | Act]:
    """I throw for surprise and get a 7: a throw that is announced and the numbers it gives are one."""
    return _in_pairs(parts, _is_its_throw, lambda deed: "dice")


def _in_pairs(parts: list[Stated | Act], belongs: Callable[[Act, Act], bool], kind: Callable[[Act], str]) -> list[Stated | Act]:
    """The parts, with every act that `belongs` to the one before it put together with that to one of this kind."""
    found: list[Stated | Act] = []
    for part in parts:
        deed = found[-1] if found else None
        if isinstance(part, Act) and isinstance(deed, Act) and belongs(deed, part):
            found[-1] = Act(kind(deed), {**deed.slots, **part.slots, **_told(deed, part)}, f"{deed.text} {part.text}", deed.start, part.end)
        else:
            found.append(part)
    return found


def _is_its_way(deed: Act, part: Act) -> bool:
    return bool(
        part.kind in ("move", deed.kind)
        and deed.kind in MOVES
        and part.slots.keys() & {"to", "path"}
        and not deed.slots.keys() & {*PLACES, "not", "question", "supposed"}
        and not part.slots.keys() & {"not", "question", "supposed"}
        and part.slots.get("units", ()) != ()
        and deed.slots.get("units", part.slots["units"]) == part.slots["units"]
    )


def _is_its_throw(deed: Act, part: Act) -> bool:
    return (deed.kind, part.kind) == ("roll", "dice") and deed.slots.keys() <= {"purposes", "role", "passing"} and "purposes" not in part.slots


def _told(deed: Act, part: Act) -> dict[str, Any]:
    told = (*deed.slots.get("passing", ()), *part.slots.get("passing", ()))
    return {"passing": told} if told else {}


def merged(parts: list[Stated | Act]) -> list[Stated | Act]:
    """Claims and rolls of one entry are one fact each; a fact that is said twice is said once."""
    out: list[Stated | Act] = []
    for part in parts:
        if isinstance(part, Stated) and part.path in ("claims", "rolls", "units"):
            before = next((at for at, other in enumerate(out) if isinstance(other, Stated) and other.path == part.path), None)
            if before is not None:
                value = out[before].value  # type: ignore[union-attr]
                out[before] = Stated(part.path, {**value, **part.value} if isinstance(value, dict) else [*value, *part.value])
                continue
        out.append(part)
    acts = [part for part in out if isinstance(part, Act)]
    out = [
        part for part in out if not (isinstance(part, Act) and part.kind == "resolve" and not part.slots and len(acts) > 1)
    ]  # I resolve a combat: 16Pz attacks
    if any(isinstance(part, Stated) and part.path == "rolls" for part in out) or any("ask" in act.slots for act in acts):  # I roll: a six
        others = {act.slots.get("units") for act in acts if act.kind != "roll"}
        out = [part for part in out if not (isinstance(part, Act) and part.kind == "roll" and _is_bare(part, others) and len(acts) > 1)]
    first = next((at for at, part in enumerate(out) if isinstance(part, Act)), len(out))
    early = [part for part in out[:first] if isinstance(part, Stated) and part.path == "rolls"]  # the die shows 5: when does it come back?
    return [*(part for part in out[:first] if part not in early), *out[first : first + 1], *early, *out[first + 1 :]]


def _is_bare(roll: Act, others: set[Any]) -> bool:
    """Whether a throw says no more than whose it is, who does something in the same entry: I roll a 5 for 47R. When does it come back?"""
    return not roll.slots or roll.slots.keys() == {"units"} and roll.slots["units"] in others


def attended(parts: list[Stated | Act], frames: Frames) -> list[Stated | Act]:
    """What is said before the deed that it attends (1 point suppresses 3010, then 16Pz attacks it) stands behind it, as if it had been said there."""
    out = list(parts)
    for first, second in reversed(list(pairwise(part for part in parts if isinstance(part, Act)))):
        aims = {one.slots["target"] for one in (first, second) if "target" in one.slots}
        if second.kind in frames.attends.get(first.kind, ()) and len(aims) < 2:
            out.remove(first)
            out.insert(out.index(second) + 1, first)
    return out


Promise = tuple[frozenset[str], frozenset[str], int, int]
"""Deeds that a scene names, the units that it says do them (none: it must be just these deeds), and where it stands."""


def broken(promises: Iterable[Promise], parts: list[Stated | Act], frames: Frames) -> Iterator[tuple[int, int]]:
    """Where a scene names a deed that nothing in the entry does: hago un tanteo y me meto en 3010."""
    acts = [part for part in parts if isinstance(part, Act)]
    for deeds, units, start, end in promises:
        if not any(units & _units(act) if units else deeds & frames.words_of(act.kind) for act in acts):
            yield start, end


def _units(act: Act) -> frozenset[str]:
    """The units that an act names, in whatever role."""
    named = (value for value in act.slots.values() if isinstance(value, tuple))
    return frozenset(one if isinstance(one, str) else getattr(one, "id", "") for values in named for one in values)


def sundered(rows: Sequence[Sequence[Token]], first: Sequence[Token] = ()) -> bool:
    """Whether sentences are no one deed: one (the ``first``) is asked, or the last only says that there is nothing else: there's nothing but 46 in 1510."""
    if any(token.classes[0] == "QM" for row in ([first[-1:]] if first else rows) for token in row):
        return True
    said = {meaning for token in rows[-1] for meaning in token.said()}
    is_so = any(token.classes[0] == "BE" for token in rows[-1]) and not any(token.classes[0] in VERBAL for token in rows[-1])
    return ("BE", "there") in said and not NOTHING_ELSE.isdisjoint(said) or is_so and ("ADV", "only") in said
