"""What a player looks up at the table: what stands where, what is left to do, the attacks worth making, another way to do what is being done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

from adjudicator.book import InputError
from adjudicator.ground.folding import fold
from adjudicator.ground.ruling import LEGAL, Ruling
from adjudicator.language import Act, NotUnderstood
from adjudicator.play.lines import Line
from adjudicator.say.heard import commands
from adjudicator.say.pieces import face_rows, shifts_of, signed
from adjudicator.table.shorten import LEAST, completed
from adjudicator.table.show import begins

if TYPE_CHECKING:
    from adjudicator.play.game import Game
    from adjudicator.table.show import View

MOST_UNITS = 8  # of which all combinations are tried
SHOWN = 12  # names in a row
ATTACK, MOVE = "attack", "move"
OUT = ("stay", "abstain", "leave_out")  # what is done by who has no part in something
ALSO = "_also"  # behind the name of a slot that was filled twice


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
        done = {unit.id: situation.history.known(unit.id, act) for unit in mine}
        idle = [id_ for id_, deeds in done.items() if deeds is not None and not any(_now(view, item) and item.get("act") == act for item in deeds)]
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
        shift = sum(finding.by for _, finding in shifts_of(ruling))
        figures[1:1] = [f"{view.say.row('shifts')} {signed(shift)}"] if shift else []
        yield f"{', '.join(units)}: {', '.join(figures)}"
        if ruling.needs:
            yield "  " + view.text("odds_open", facts=", ".join(view.say.fact(need.fact) for need in ruling.needs[:3]))
        elif ruling.roll is not None and ruling.roll.table:
            yield "  " + " · ".join(face_rows(view.say, ruling.roll.table))


# ---- the same act, done otherwise ---------------------------------------------------------------------------------------------
def changed(game: Game, line: Line, said: str, more: Iterable[Line] = ()) -> list[Line] | None:
    """A line, and those that belong to it (``more``), done otherwise: "no KG", "371Inf stays out", "only 16Pz", "2 air", "with 11Pz", "no FPF"; None if
    these words are no such change."""
    acts = _line(game, said)
    left = [other for other in more if not any(_denied(act, acts or ()) for act in other.acts)]
    if len(left) < len(list(more)):
        return [line, *left]
    for act in line.acts:
        if not act.slots.get("units"):
            continue
        slots = _staying(act, acts) if acts is not None else _without(game, act, said)
        if slots is None and (acts is None or acts and said.split()[0].isdigit()):  # a number of something is no act of its own
            slots = _with(game, act, said)
        if slots is not None and slots.get("units"):
            gone = _named(act.slots) - _named(slots)
            return [_replaced(each, act, slots, gone) for each in (line, *more)]
    return None


def _denied(act: Act, said: Iterable[Act]) -> bool:
    """Whether it is said that an act is not done."""
    return any(each.slots.get("not") and each.kind == act.kind and _named(each.slots) <= _named(act.slots) for each in said)


def _replaced(line: Line, act: Act, slots: dict[str, Any], gone: set[Any]) -> Line:
    """A line with other slots of an act; what others of its acts do with those that are gone is gone too."""

    def parts(sentence: Iterable[Any]) -> Iterator[Any]:
        for part in sentence:
            if part is act:
                yield Act(act.kind, slots, act.text, act.start, act.end)
            elif not isinstance(part, Act) or gone.isdisjoint(_named(part.slots)):
                yield part
            elif (left := _left_out(part, gone)).keys() == part.slots.keys() and all(content != () for content in left.values()):
                yield Act(part.kind, left, part.text, part.start, part.end)

    return Line(line.text, tuple(tuple(parts(sentence)) for sentence in line.sentences), line.said)


def instead(line: Line, other: Line) -> bool:
    """Whether another line has the units of this one do the same kind of thing, so that it can only be done in its stead."""
    return any(
        one.kind == act.kind and set(one.slots.get("units") or ()) & set(act.slots.get("units") or ()) and not act.slots.get("question")
        for one in line.acts
        for act in other.acts
    )


def _parsed(game: Game, act: Act, more: str) -> dict[str, Any] | None:
    """The slots of the act with more words behind it, if it is still the same kind of act."""
    found = _line(game, f"{act.text.rstrip('?. ')} {more}") or []
    return found[0].slots if len(found) == 1 and found[0].kind == act.kind else None


def _line(game: Game, said: str) -> list[Act] | None:
    """The acts of a line, whose names may be cut short; None if it makes no sense."""
    try:
        return game.line(said).acts
    except (NotUnderstood, InputError):
        ways = completed(said, game.referee.language, game.referee.names())
    try:
        return game.line(ways[0]).acts if len(ways) == 1 else None
    except (NotUnderstood, InputError):
        return None


def _named(slots: Mapping[str, Any]) -> set[Any]:
    """Whatever is named in any role of an act; acts that it holds (what is given, what others answer) are no names."""
    return {item for content in slots.values() if isinstance(content, tuple) for item in content if not isinstance(item, Act)}


def _left_out(act: Act, gone: set[Any]) -> dict[str, Any]:
    """The slots of the act without what is named, in whatever role it is."""

    def stays(item: Any) -> bool:
        return isinstance(item, Act) or item not in gone

    slots = {key: tuple(filter(stays, content)) if isinstance(content, tuple) else content for key, content in act.slots.items()}
    return {key: content for key, content in slots.items() if content != () or key == "units"}


def _without(game: Game, act: Act, said: str) -> dict[str, Any] | None:
    """The act without what is named, or, after "only", with none but the units that are."""
    first, _, rest = said.partition(" ")
    if fold(said.rpartition(" ")[2]) in commands().only:  # 16Pz alone
        rest, _, first = said.rpartition(" ")
    only = fold(first) in commands().only
    if not rest or not only and fold(first) not in commands().lacking:
        return None
    rest = " ".join(_in_full(word, act) for word in rest.split())
    for named in (rest, rest.rpartition(" ")[0]) if only else (rest,):  # only 16Pz attacks
        for word in sorted(commands().lacking, key=len, reverse=True):  # without before no: the plainest first
            left = (_parsed(game, act, f"{word} {named}") or {}).get("without")
            if left:
                meant = {aid.id for aid in left if aid.kind == "unit"}
                units = set(act.slots["units"])
                aids = {aid for aid in act.slots.get("aids") or () if not only and any(aid.kind == other.kind and other.id in (None, aid.id) for other in left)}
                return _left_out(act, (units - meant if only else meant) | aids)
    return None


def _in_full(word: str, act: Act) -> str:
    """A word that is the beginning of the name of one thing of the act, as that name."""
    found = [name for name in _named(act.slots) if isinstance(name, str) and len(word) >= LEAST and begins(fold(name), fold(word))]
    return found[0] if len(found) == 1 else word


def _with(game: Game, act: Act, said: str) -> dict[str, Any] | None:
    """The act with more of what helps it, or with another number of it."""
    for way in (*(f"{word} {said}" for word in sorted(commands().having)), said):
        slots = dict(_parsed(game, act, way) or act.slots)
        if slots.get("passing") != act.slots.get("passing") or "without" in slots:
            continue
        for key in [key for key in slots if key.endswith(ALSO) and key not in act.slots]:  # 2 points, said beside 1
            slots[key.removesuffix(ALSO)] = slots.pop(key)
        last = {(aid.kind, aid.id): aid for aid in slots.get("aids") or ()}
        if last:
            slots["aids"] = tuple(last.values())
        if slots != act.slots:
            return slots
    return None


def _staying(act: Act, said: list[Act]) -> dict[str, Any] | None:
    """The act without those of which is said that they stay, or that they do not do it."""
    out = {unit for each in said for unit in each.slots.get("units") or ()}
    if not out or not all(each.kind in OUT or each.slots.get("not") for each in said) or not out <= _named(act.slots):
        return None
    return _left_out(act, out)
