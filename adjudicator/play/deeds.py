"""Deeds that were done before, as they are told: *18AD has already backed up 208Inf against 2411*, *30 has been put in 0625*.

What the rulebook remembers of such a deed is stated, unless the history has it already; a history that has it otherwise is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import DONE, Act, Aid, Stated
from adjudicator.ground.facts import InputError, known
from adjudicator.ground.paths import parse
from adjudicator.play.lines import Line
from adjudicator.sentences.done import DOERS
from adjudicator.sentences.past import EARLIER, SOME

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation

THINGS = ("units", "markers", "hexes", "formations")
"""What has facts of its own that may be said beside a deed."""
PLACES = ("target", "at", "to", "hex")
"""Slots of the hex of a deed."""
LAST = "earlier"
"""A phase that is not the present one, whichever it was."""
WHEN = ("phase", "turn")
RESULT, PARTS = "pending.result", r"[ /+]"
"""The result being carried out, and what stands between its parts."""


def history(situation: Situation, told: Mapping[str, Any]) -> list[Stated]:
    """What is remembered of a deed that was told (a fact `DONE`). Raises InputError where nothing is, or nobody knows in which phase it was."""
    slots, acts = told["slots"], situation.book.declared.acts
    name = next((name for name in told["names"] if name in acts), "")
    doers = next((_row(slots[slot]) for slot in DOERS if slot in slots), ()) if name else ()
    path = slots.get("path") or ()
    stay = {situation.units[str(doer)].known("at") for doer in doers if str(doer) in situation.units} if len(path) > 1 else set()
    if path and path[0] in stay and path[0] != path[-1]:
        raise InputError("left_aside", said=told["said"])  # who has gone to 1511 and stands in 1510 has not: it happens first
    deed = {"act": name, **_kept(situation, str(doers[0]), name, slots), **_when(situation, told["when"])} if doers else {}
    found = [Stated(f"history[{doer}]", deed) for doer in doers]
    if not found or deed.get("phase") == SOME and not all(met(situation, *fact)[0] for fact in found):
        raise InputError("left_aside", said=told["said"])
    return found


def reported(line: Line) -> Line:
    """The line; where one deed is all that it reports, that deed, to be judged."""
    told = line.parts[0] if len(line.parts) == 1 else None
    if not isinstance(told, Stated) or told.path != DONE or not told.value.get("reported"):
        return line
    act = Act(told.value["act"], dict(told.value["slots"]), line.text, 0, len(line.text))
    return Line(line.text, ((act,),), line.said)


def _row(content: Any) -> tuple[Any, ...]:
    row = content if isinstance(content, (tuple, list)) else (content,)
    return tuple(each.id if isinstance(each, Aid) else each for each in row if not isinstance(each, Aid) or each.id is not None)


def _kept(situation: Situation, doer: str, name: str, slots: Mapping[str, Any]) -> dict[str, Any]:
    """What the history has a place for, of what was said of a deed."""
    path = slots.get("path") or ()
    said = {**slots, **({"path": "-".join(path), "from": path[0], "to": path[-1]} if path else {})}
    said["hex"] = next((said[slot] for slot in PLACES if isinstance(said.get(slot), str)), None)
    said["target"] = next(iter(_row(slots.get("target_units", ()))), None)
    said["steps"] = -slots["count"] if isinstance(slots.get("count"), int) else None
    declared, fault = situation.book.declared, parse(f"history[{doer}]")
    found: dict[str, Any] = {}
    for key in declared.acts[name]:
        content = said.get(key)
        content = content[0] if isinstance(content, tuple) and len(content) == 1 else content
        if key not in ("act", *WHEN) and content is not None and fault is not None and declared.fault(fault, {"act": name, key: content}) is None:
            found[key] = content
    return found


def _when(situation: Situation, when: Mapping[str, Any]) -> dict[str, Any]:
    """The phase and the turn of a deed; those before the present ones as what they were."""
    found = dict(when)
    if found.get("turn") == EARLIER:
        found["turn"] = (situation.known("turn") or 1) - 1
    if found.get("phase") == EARLIER:
        found["phase"] = LAST
    return found


def met(situation: Situation, path: str, value: Any) -> tuple[bool, list[tuple[str, dict[str, Any]]]]:
    """Whether the history, or the result being carried out, has what a fact tells of; the notes on where it has it otherwise."""
    notes = list[tuple[str, dict[str, Any]]]()
    if path == RESULT:
        now = str(situation.known_box("pending").get("result") or "")
        same = bool(now) and {*re.split(PARTS, str(value))} <= {now, *re.split(PARTS, now)}
        return same, [] if same or not now else [("result_otherwise", {"said": value, "now": now})]
    if not path.startswith("history[") or not path.endswith("]") or not isinstance(value, dict):
        return False, []
    doer, when = path[8:-1], {key: value.get(key, situation.known(key)) for key in WHEN}
    for deed in known(situation.history.get, doer, ()) or ():
        same = any(deed.get(key) == told for key, told in value.items() if key not in ("act", *WHEN))  # fought 3010: in whatever phase that was
        dated = [key for key in WHEN if key in value or key != "phase" or not same]
        if deed.get("act") != value.get("act") or any(when[key] != SOME and deed.get(key, when[key]) != when[key] for key in dated):
            continue
        other = next((key for key in value if key not in WHEN and key in deed and deed[key] != value[key]), "")
        if not other:
            return True, []
        notes.append(("done_otherwise", {"unit": doer, "said": value[other], "done": deed[other]}))
    return False, notes


def changed(situation: Situation, path: str, value: Any) -> list[tuple[str, dict[str, Any]]]:
    """What a fact that is said beside a deed puts in the place of what the position has: the notes that warn of it."""
    found = parse(path)
    head, keys = (found.head, found.keys) if found is not None else ("", ())
    thing = getattr(situation, head).get(keys[0]) if head in THINGS and len(keys) == 2 else None
    now = thing.known(keys[1]) if thing is not None else situation.known(head) if head and head not in WHEN and not keys else None
    if now is None or now == value or not isinstance(now, (str, int)) or not isinstance(value, (str, int)):
        return []
    if thing is None:
        return [("game_otherwise", {"said": value, "now": now})]
    return [("placed_otherwise" if keys[1] == "at" else "fact_otherwise", {"thing": keys[0], "said": value, "now": now})]
