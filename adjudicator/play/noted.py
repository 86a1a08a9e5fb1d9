"""Notes without a verb that say where units go: *16Pz plus 19Pz on 3010*, *16Pz y 19Pz al bosque de 3010*.

Where enemies stand nobody is, and nobody may go: it is an attack, if that is legal. Elsewhere, and in a sentence with a verb, it is what it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.ground.declaration import GROUND, Act, Stated
from adjudicator.ground.ruling import ILLEGAL
from adjudicator.play.lines import Line
from adjudicator.play.referee import worst
from adjudicator.play.trying import Trying
from adjudicator.sentences.token import VERBAL, Token

ATTACK, MOVE = "attack", "move"
SAYING = frozenset((*VERBAL, "BE", "HV", "MOD", "DO", "QM", "NOT"))
"""Classes of words that make more of a note."""
GOES = frozenset(("units", "to"))


def noted(game: Trying, text: str, line: Line, row: Sequence[Token]) -> Line:
    """The line as an attack, if it is meant so, else as it is."""
    if ATTACK not in game.book.acts or len(line.sentences) != 1 or any(token.classes[0] in SAYING for token in row):
        return line
    units, place = _going(line)
    camps = {game.situation.units[name].known("side") if name in game.situation.units else None for name in units}
    if place is None or len(camps) != 1 or None in camps:
        return line
    there = {unit.known("side") for unit in game.situation.units.values() if unit.known("at") == place}
    if not there or None in there or there & camps:
        return line
    if line.acts and worst(game.comes_of(line)) != ILLEGAL:
        return line
    ground = [part for part in line.parts if isinstance(part, Stated) and part.path.startswith((GROUND, "hexes["))]
    found = Line(text, ((*ground, Act(ATTACK, {"target": place, "units": units}, text, 0, len(text))),), line.said)
    rulings = game.comes_of(found)
    return found if rulings and worst(rulings) != ILLEGAL else line


def _going(line: Line) -> tuple[tuple[str, ...], Any]:
    """Who is said to be, or to go, in which hex; None for the hex if it says anything else."""
    stated = [part for part in line.parts if isinstance(part, Stated) and not part.path.startswith((GROUND, "hexes["))]
    if len(line.acts) == 1 and not stated and line.acts[0].kind == MOVE and line.acts[0].slots.keys() <= GOES:
        return tuple(line.acts[0].slots.get("units", ())), line.acts[0].slots.get("to")
    places = {part.value for part in stated if isinstance(part.value, str)}
    if line.acts or len(places) != 1 or not all(part.path.startswith("units[") and part.path.endswith("].at") for part in stated):
        return (), None
    return tuple(part.path[6:-4] for part in stated), places.pop()
