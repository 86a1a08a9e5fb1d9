"""What a player looks up at the table: what stands where, what is left to do, the attacks worth making, another way to do what is being done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from adjudicator.book import InputError
from adjudicator.ground.folding import fold
from adjudicator.ground.ruling import LEGAL, Ruling
from adjudicator.language import Act, NotUnderstood
from adjudicator.play.lines import Line
from adjudicator.say.heard import commands
from adjudicator.say.pieces import face_rows, signed

if TYPE_CHECKING:
    from adjudicator.play.game import Game
    from adjudicator.table.show import View

MOST_UNITS = 8  # of which all combinations are tried
SHOWN = 12  # names in a row
ATTACK, MOVE, STAY = "attack", "move", "stay"


# ---- where the game stands ----------------------------------------------------------------------------------------------------
def strength(view: View) -> list[str]:
    """Air points of each side, and which units of the side in play have not moved or attacked in this phase."""
    situation, say = view.situation, view.say
    lines = []
    for side, air in situation.known_box("air").items():
        if isinstance(air, dict) and air.get("have") is not None:
            lines.append(view.text("status_air", side=say.show(side), have=air["have"], used=air.get("used") or 0))
    active = situation.known("active")
    mine = [unit for unit in situation.units.values() if unit.place is not None and unit.known("side") == active]
    for act in (MOVE, ATTACK):
        idle = [unit.id for unit in mine if not any(_now(view, item) and item.get("act") == act for item in situation.history.get(unit.id, ()))]
        if act in view.game.referee.book.acts and idle and len(idle) < len(mine):
            lines.append(view.text(f"status_not_{act}", units=_row(idle)))
        elif act in view.game.referee.book.acts and idle:
            lines.append(view.text(f"status_none_{act}", count=len(idle)))
    return lines


def _now(view: View, item: dict[str, Any]) -> bool:
    """Whether a deed was done in this phase; one without a date was."""
    return all(item.get(name, now) == now for name in ("turn", "phase") if (now := view.situation.known(name)) is not None)


def _row(names: list[str]) -> str:
    return ", ".join(names[:SHOWN]) + (f" (+{len(names) - SHOWN})" if len(names) > SHOWN else "")


def moment(view: View) -> str:
    """Phase and, where its name does not tell it, side: what the prompt says."""
    phase, active = (view.situation.known(name) for name in ("phase", "active"))
    told = [view.say.show(phase)] if isinstance(phase, str) else []
    if isinstance(active, str) and told and active not in str(phase) and active in view.game.referee.book.sides:
        told.append(view.say.show(active))
    return ", ".join(told)


# ---- attacks ------------------------------------------------------------------------------------------------------------------
def attacks(game: Game, hex_: str) -> list[tuple[tuple[str, ...], Ruling]]:
    """The attacks worth making on a hex by the units beside it, weakest first: of those that come to the same column the one that takes the
    fewest units.  An attack that hangs on a fact stands for itself."""
    situation, book = game.situation, game.referee.book
    defenders = situation.known_at(hex_)
    camps = {book.camp(str(unit.known("side"))) for unit in defenders}
    beside = [unit for other in situation.grid.known_neighbours(hex_) for unit in situation.known_at(other) if book.camp(str(unit.known("side"))) not in camps]
    able = [unit.id for unit in beside if _judged(game, hex_, (unit.id,)) is not None or len(beside) > 1][:MOST_UNITS]
    best: dict[Any, tuple[tuple[str, ...], Ruling]] = {}
    for units in (units for count in range(1, len(able) + 1) for units in combinations(able, count)) if defenders else ():
        ruling = _judged(game, hex_, units)
        if ruling is not None:
            key = next((ruling.computed[name] for name in ("column", "modified", "odds") if name in ruling.computed), "")
            best.setdefault(key, (units, ruling))
    return sorted(best.values(), key=lambda row: (_total(row[1]), len(row[0])))


def _judged(game: Game, hex_: str, units: tuple[str, ...]) -> Ruling | None:
    """The ruling on an attack; None if it may not be made or can't be judged."""
    try:
        ruling = game.referee.judge(Act(ATTACK, {"target": hex_, "units": units}, ", ".join(units), 0, 0), [], [], False)
    except Exception:  # what the rulebook can't judge is no attack worth making
        return None
    return ruling if ruling.verdict == LEGAL else None


def _total(ruling: Ruling) -> Any:
    return ruling.computed.get("attack_total") or (ruling.ledgers[ATTACK].total if ATTACK in ruling.ledgers else 0)


def attack_lines(view: View, hex_: str) -> Iterator[str]:
    """The attacks worth making on a hex, each with its column and what the die gives."""
    for units, ruling in attacks(view.game, hex_):
        figures = [f"{view.say.name(name)} {view.say.show(ruling.computed[name])}" for name in ("odds", "column", "modified") if name in ruling.computed]
        shift = sum(finding.by for _, finding in ruling.shifts)
        figures[1:1] = [f"{view.say.row('shifts')} {signed(shift)}"] if shift else []
        yield f"{', '.join(units)}: {', '.join(figures)}"
        if ruling.needs:
            yield "  " + view.text("odds_open", facts=", ".join(view.say.fact(need.fact) for need in ruling.needs[:3]))
        elif ruling.roll is not None and ruling.roll.table:
            yield "  " + " · ".join(face_rows(view.say, ruling.roll.table))


# ---- the same act, done otherwise ---------------------------------------------------------------------------------------------
def changed(game: Game, line: Line, said: str) -> Line | None:
    """A line with its act done otherwise: "no KG", "371Inf stays out", "2 air", "with 11Pz"; None if these words are no such change."""
    if len(line.acts) != 1:
        return None
    act: Act = line.acts[0]
    units = tuple(act.slots.get("units") or ())
    aids = tuple(act.slots.get("aids") or ())
    try:
        other: list[Act] | None = game.line(said).acts
    except (NotUnderstood, InputError):
        other = None
    if other is not None:  # a sentence of its own
        slots = _staying(act, units, other)
    else:
        slots = _without(game, act, units, aids, said) or _with(game, act, units, aids, said)
    if slots is None or not slots.get("units"):
        return None
    new = Act(act.kind, slots, act.text, act.start, act.end)
    return Line(line.text, tuple(tuple(new if part is act else part for part in sentence) for sentence in line.sentences), line.said)


def _parsed(game: Game, act: Act, more: str) -> Act | None:
    """The act with more words behind it, if it is still the same kind of act."""
    try:
        found = game.line(f"{act.text.rstrip('?. ')} {more}").acts
    except (NotUnderstood, InputError):
        return None
    return found[0] if len(found) == 1 and found[0].kind == act.kind else None


def _without(game: Game, act: Act, units: tuple[Any, ...], aids: tuple[Any, ...], said: str) -> dict[str, Any] | None:
    first, _, rest = said.partition(" ")
    if fold(first) not in commands().lacking or not rest:
        return None
    for word in commands().lacking:
        found = _parsed(game, act, f"{word} {rest}")
        left = found.slots.get("without") if found is not None else None
        if left:
            gone = {aid.id for aid in left if aid.kind == "unit"}
            kept = [aid for aid in aids if not any(aid.kind == other.kind and other.id in (None, aid.id) for other in left)]
            return {**act.slots, "units": tuple(unit for unit in units if unit not in gone), "aids": tuple(kept)}
    return None


def _with(game: Game, act: Act, units: tuple[Any, ...], aids: tuple[Any, ...], said: str) -> dict[str, Any] | None:
    for way in (*(f"{word} {said}" for word in commands().having), said):
        found = _parsed(game, act, way)
        new = tuple(found.slots.get("aids") or ())[len(aids) :] if found is not None else ()
        if new:
            more = tuple(aid.id for aid in new if aid.kind == "unit" and aid.id not in units)
            kept = [aid for aid in aids if not any((aid.kind, aid.id) == (other.kind, other.id) for other in new)]
            return {**act.slots, "units": units + more, "aids": (*kept, *(aid for aid in new if aid.kind != "unit"))}
    return None


def _staying(act: Act, units: tuple[Any, ...], said: list[Act]) -> dict[str, Any] | None:
    out = {unit for each in said for unit in each.slots.get("units") or ()}
    if not said or any(each.kind != STAY for each in said) or not out <= set(units):
        return None
    return {**act.slots, "units": tuple(unit for unit in units if unit not in out)}
