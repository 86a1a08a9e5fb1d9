"""Chapter 6: stacking and fog of war."""

from __future__ import annotations

from adjudicator.book import Finding, Findings, Unit, cites, define, effect, forbid, owes, permit, rule, value
from adjudicator.book.engine import suppose
from adjudicator.kit import PathStep, all_known

from .acts import AskHowMany, Deed, Deploy, EndPhase, Enter, FpaCase, Inspect, Move, Question, Removal, Return, germans_act, soviets_act
from .acts_combat import Advance, Aftermath, CallOff, Owed, Probe, Retreat
from .vocabulary import GERMAN, SOVIET, is_artillery, is_garrison


def counted(units: list[Unit]) -> list[Unit]:
    """The units that have a stacking value: all but garrisons (6.0)."""
    return [unit for unit in units if not is_garrison(unit)]


def overstacked(deed: FpaCase, hex_: str, arriving: list[Unit], side: str, quiet: bool = False) -> Findings:
    """Stacking at the end of an advance, retreat or probe (6.0): the steps in the hex, and a prohibition if they are too many.

    Counts what is known first: steps that are not stated are asked for only where they decide.
    """
    staying = [unit for unit in deed.s.at(hex_) if unit.side == side and unit not in arriving]
    if quiet and not staying and len(arriving) == 1:  # no counter is too much by itself
        return
    stack = counted(staying + arriving)
    table = deed.table("stacking")
    if side == GERMAN:
        kinds = [("stacking", stack, table["german"])]
    else:
        guns = [unit for unit in stack if is_artillery(unit)]
        kinds = [("stacking", [unit for unit in stack if unit not in guns], table["soviet"])]
        if guns:
            kinds.append(("artillery_steps", guns, table["soviet_artillery"]))
    for name, units, limit in kinds:
        least = sum(unit.stated("steps") or 1 for unit in units)
        most = sum(unit.stated("steps") or (8 if side == GERMAN else 2) for unit in units)
        if least > limit:
            if not quiet:
                yield value(name, least) if least == most else value(f"{name}_at_least", least)
                yield value("limit" if name == "stacking" else "artillery_limit", limit)
            yield _too_many(side, name, hex_, units, least, limit)
        elif not quiet or least != most:
            total = sum(unit.steps for unit in units) if most > limit or not quiet else least
            if not quiet:
                yield value(name, total)
                yield value("limit" if name == "stacking" else "artillery_limit", limit)
            if total > limit:
                yield _too_many(side, name, hex_, units, total, limit)


def _too_many(side: str, name: str, hex_: str, units: list[Unit], steps: int, limit: int) -> Finding:
    key = "overstacked_german" if side == GERMAN else "overstacked_guns" if name == "artillery_steps" else "overstacked_soviet"
    return forbid(key, hex_, units, steps=steps, limit=limit)


@rule("6.0", EndPhase)
def tested_at_the_end(end: EndPhase) -> Findings:
    """Stacking is tested at the end of each phase; markers and garrisons have no value; opposing units never share a hex."""
    phase = str(end.s.stated("phase") or "")
    strangers = [unit.id for unit in end.s.at(end.at) if unit.side != end.side]
    if strangers:
        yield forbid("enemies_share_hex", end.at, units=strangers)
    mixed = [unit.id for unit in end.stack if unit.side != end.side]
    if mixed:
        yield forbid("enemies_share_hex", end.at, units=mixed)
    yield permit("stacking_tested", end.at, phase=phase)


@rule("6.0", Owed, "answer")
def stacks_to_be_cured(owed: Owed) -> Findings:
    """A stack that is too large when the phase ends is cut down by the opponent, so it is told before."""
    if not owed.slots.get("phase"):
        return
    for hex_, units in owed.s.where().items():
        side = units[0].stated("side")
        if side is None or len(units) < 2 or (side == SOVIET and owed.s.stated("turn") == 1 and owed.s.stated("phase") == "setup"):
            continue
        if list(overstacked(owed, hex_, [], side, quiet=True)):
            yield owes("overstack", side, [unit.id for unit in units], hex=hex_)


def _licence(end: EndPhase) -> bool:
    """Soviet overstacks of the set-up stand until the end of the first Soviet movement phase (3.2)."""
    phase = str(end.s.stated("phase") or "")
    return end.side == SOVIET and end.s.stated("turn") == 1 and phase == "setup"


@rule("6.0", Move, "step")
def never_with_enemies(move: Move, step: PathStep) -> Findings:
    """Opposing units never share a hex, not even in passing; one's own may, since stacking is tested only when the phase ends."""
    there = move.s.at(step.here)
    for unit in there:
        if unit.side != move.side:
            yield forbid("enemy_in_path", step.here, unit)
            return
    if there:
        yield define("stacking_when_phase_ends", step.here)
    move.s.complete()


@rule("6.0", (Advance, Retreat, Probe))
def tested_after_combat(deed: Advance | Retreat | Probe) -> Findings:
    """Stacking is tested at the end of each advance and retreat too; the opponent would remove what is too much."""
    where = deed.target if isinstance(deed, Probe) else deed.to
    units = deed.attackers if isinstance(deed, Probe) else deed.movers
    if any(unit.side == deed.side and unit not in units for unit in deed.s.at(where)) or len(units) > 1:
        yield define("stacking_after_combat", where)


@rule("6.0", Deploy)
def markers_have_no_value(deploy: Deed) -> Findings:
    """Markers have no stacking value, and a KG marker may lie with Soviet units."""
    here = deploy.s.at(deploy.slots["at"])
    if here:
        yield permit("marker_with_units", deploy.slots["at"], unit=", ".join(unit.id for unit in here))


def after_combat(deed: Advance | Retreat | Probe, side: str) -> Findings:
    """The stacking of a side in the hex that its units advance or retreat to."""
    if deed.side == side:
        where = deed.target if isinstance(deed, Probe) else deed.to
        units = deed.attackers if isinstance(deed, Probe) else deed.movers
        yield define("stacking_german" if side == GERMAN else "stacking_soviet", where)
        yield from overstacked(deed, where, units, side)


@rule("6.0", Removal)
def opponent_removes_the_fewest(removal: Removal) -> Findings:
    """The opponent removes the smallest number of units that cures an overstack, of his choice."""
    limits = removal.table("stacking")
    count = fewest_removed(tuple(removal.stack), removal.side, limits)
    yield value("min_units", count)
    if count == 0:
        yield from overstacked(removal, removal.at, [], removal.side)
        yield forbid("not_overstacked", removal.at)
        return
    if removal.remover == removal.side:
        yield forbid("opponent_chooses", side=removal.side)
    if removal.removed:
        left = tuple(unit for unit in removal.stack if unit not in removal.removed)
        if len(removal.removed) > count:
            yield forbid("removes_too_many", count=len(removal.removed), least=count)
        elif not fits(left, removal.side, limits):
            yield forbid("still_overstacked", removal.at)
    if not removal.forbidden:
        yield permit("removal", removal.at, count=count)


@rule("6.0", Removal, "after", each="removed")
def removed(removal: Removal, unit: Unit) -> Findings:
    """The units are eliminated."""
    yield effect(unit=unit.id, eliminated=True)


@rule("6.0", AskHowMany, "answer")
def steps_in_a_hex(question: Question) -> Findings:
    """The steps that count in a hex, or (``stacking``) how many may be there."""
    what = question.slots.get("what")
    if what in ("steps", "stacking") and question.slots.get("at"):
        at = question.hex_of("at")
        stack = question.s.at(at)
        side = stack[0].side if stack else GERMAN
        yield from (finding for finding in overstacked(question, at, stack, side) if finding.effect == "value")
        if what == "stacking":
            yield value("answer", question.table("stacking")["german" if side == GERMAN else "soviet"])
        else:
            yield value("answer", question.computed("stacking") if stack else 0)


@rule("6.0", AskHowMany, "answer")
def units_to_be_removed(question: Question) -> Findings:
    """The fewest units that the opponent has to remove from a hex."""
    if question.slots.get("what") == "removals":
        ruling = suppose(question, "overstacked", {"at": question.hex_of("at")})
        question.ruling.cites.update(ruling.cites)
        all_known(question, ruling)
        fewest = ruling.computed.get("min_units", 0)
        yield value("min_units", fewest, "min_units_of", where=[question.hex_of("at")], count=fewest)
        yield value("answer", fewest)


@rule("6.1", (Advance, Retreat, Probe), when=germans_act)
def nine_german_steps_after_combat(deed: Advance | Retreat | Probe) -> Findings:
    """Germans: nine steps where they advance or retreat to."""
    yield from after_combat(deed, GERMAN)


@rule("6.1", Enter)
def nine_german_steps_on_entry(enter: Enter) -> Findings:
    """Germans: nine steps where reinforcements enter."""
    units = enter.units_of()
    if units and units[0].side == GERMAN:
        yield from overstacked(enter, enter.hex_of("at"), units, GERMAN, quiet=True)


cites("6.1", Removal, "The limit by which a German stack is measured.", lambda removal: removal.side == GERMAN)


@rule("6.1", EndPhase)
def nine_german_steps(end: EndPhase) -> Findings:
    """Germans: nine steps in a hex."""
    if end.side == GERMAN:
        yield from overstacked(end, end.at, end.stack, GERMAN)
        if not end.forbidden:
            yield define("stacking_german", end.at)


cites("6.2", Removal, "The limits by which a Soviet stack is measured.", lambda removal: removal.side == SOVIET)


@rule("6.2", Return)
def soviet_steps_on_return(back: Return) -> Findings:
    """Soviets: four steps where a corps comes back."""
    yield from overstacked(back, back.hex_of("at"), back.units_of(), SOVIET, quiet=True)


@rule("6.2", (Advance, Retreat, Probe), when=soviets_act)
def soviet_steps_after_combat(deed: Advance | Retreat | Probe) -> Findings:
    """Soviets: four steps and one of artillery where they advance or retreat to."""
    yield from after_combat(deed, SOVIET)


@rule("6.2", EndPhase)
def four_soviet_steps_and_a_gun(end: EndPhase) -> Findings:
    """Soviets: four non-artillery steps and one artillery step, two limits that do not help each other out."""
    if end.side != SOVIET:
        return
    found = list(overstacked(end, end.at, end.stack, SOVIET))
    if _licence(end):
        found = [finding for finding in found if finding.effect != "forbids"]
    yield from found
    if not any(is_artillery(unit) for unit in end.stack):
        yield value("artillery_steps", 0)
    yield define("stacking_soviet", end.at)


def fewest_removed(stack: tuple[Unit, ...], side: str, limits: dict[str, int]) -> int:
    """How many units have to go at least so that the others may stay: the smallest ones stay."""
    if fits(stack, side, limits):
        return 0
    units = counted(list(stack))
    kept: tuple[Unit, ...] = ()
    for unit in sorted(units, key=lambda unit: int(unit.steps)):
        if fits((*kept, unit), side, limits):
            kept = (*kept, unit)
    return len(units) - len(kept)


def fits(stack: tuple[Unit, ...], side: str, limits: dict[str, int]) -> bool:
    """Whether these units may stay stacked."""
    units = counted(list(stack))
    if side == GERMAN:
        return sum(int(unit.steps) for unit in units) <= limits["german"]
    guns = [unit for unit in units if is_artillery(unit)]
    rest = sum(int(unit.steps) for unit in units if unit not in guns)
    return rest <= limits["soviet"] and sum(int(unit.steps) for unit in guns) <= limits["soviet_artillery"]


@rule("6.3", CallOff)
def no_going_back(call: Aftermath) -> Findings:
    """Once an attack has revealed the stack it can't be called off; one whose die is thrown has."""
    if call.pending.get("revealed") or call.pending.get("result") is not None:
        yield forbid("revealed", where=[call.battle] if call.battle else [])
    elif not call.pending:
        yield define("nothing_declared")
    else:
        yield permit("not_revealed_yet")


@rule("6.3", Inspect)
def top_unit_only(look: FpaCase) -> Findings:
    """Only the top enemy unit may be seen until an attack on the stack is declared."""
    at = look.hex_of("target")
    pending = look.s.pending or {}
    here = look.s.at(at)
    viewer = look.slots.get("side") or look.s.stated("active")
    if here and viewer and all(unit.side == viewer for unit in here):
        yield permit("own_stack", at)
    elif pending.get("act") == "attack" and pending.get("hex") == at:
        yield permit("attack_declared", at)
    else:
        yield forbid("no_looking", at)
