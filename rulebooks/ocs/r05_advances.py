"""Avances tras el Combate."""

from __future__ import annotations

from adjudicator.book import Findings, InputError, Missing, Unit, define, forbid, owes, permit, rule, says, value, warn
from adjudicator.kit import names, told_by_other, went

from .acts_asked import AskChooser
from .acts_moves import Advance, Nobody
from .acts_questions import AboutResult, AskAdvance, Owed, Question
from .acts_results import Carried, StaySaid
from .r02_options import carried
from .vocabulary import BARRAGE, is_combat, parts


@rule("Avances tras el Combate", Advance)
def who_may_advance(advance: Advance) -> Findings:
    """Attackers that contributed may enter the defender's hex once all defenders are destroyed or have retreated."""
    if not advance.before and not advance.s.unknown:
        yield forbid("nothing_to_advance_from")
        return
    if advance.before.get("act") == BARRAGE:
        yield forbid("no_advance_after_barrage")
    yield from told_by_other(advance, advance.movers)
    if advance.battle and advance.to != advance.battle:
        yield forbid("advance_elsewhere", where=[advance.to], hex=advance.battle)
    if len(advance.path) > 1:
        yield forbid("advance_one_hex", where=advance.path)
    attackers = advance.attackers()
    for unit in advance.movers:
        if not advance.alive(unit):
            yield forbid("already_eliminated", unit)
        elif unit.id not in attackers:
            yield forbid("did_not_contribute", unit, names=", ".join(attackers))
        elif unit.id in attackers:
            here = advance.standing(unit)
            if here is not None and advance.battle and here != advance.battle and not advance.adjacent(here, advance.battle):
                yield forbid("not_adjacent", unit, where=[here, advance.battle], start=here, hex=advance.battle)
            elif here == advance.to:
                yield forbid("already_there", unit, hex=advance.to)
    side = str(advance.movers[0].side)
    held = [unit for unit in advance.s.at(advance.to) if unit.side != side and advance.alive(unit)]
    rest = [unit for unit in held if is_combat(unit)]
    if rest:
        yield forbid("still_held", advance.to, rest, names=names(rest))
    elif held and not advance.prey:
        yield warn("captures", names=names(held))
    yield from _own_option(advance)
    if not advance.forbidden:
        advance.s.complete()
        yield permit("may_advance", advance.to, advance.movers, names=names(advance.movers))


@rule("Avances tras el Combate", Advance, each="prey")
def what_is_captured(advance: Advance, id_: str) -> Findings:
    """Ships, aircraft and units that do not fight may be captured or destroyed by an advance; how stands outside the article."""
    thing = advance.s.units.get(id_) or advance.s.markers.get(id_)
    if thing is None:
        raise InputError("unknown_marker", marker=id_)
    if isinstance(thing, Unit) and is_combat(thing):
        yield forbid("no_capture_of_combat_units", units=[id_], unit=id_)
    elif thing.facts.get("at") != advance.to or thing.facts.get("side") == advance.side:
        yield forbid("nothing_to_capture", hex=advance.to, prey=id_)
    else:
        yield permit("may_capture", prey=id_, hex=advance.to)
        yield warn("captures", names=id_)


def _own_option(case: Carried) -> Findings:
    """An attacker that took his option as a retreat does not advance; what he owes he meets first."""
    if not case.before.get("result"):
        if "pending.result" in case.s.unknown:
            raise Missing("pending.result")
        return
    part = parts(case.result())[0]
    if case.retreated("attacker"):
        yield forbid("attacker_retreated")
    elif part.option and case.reading("6.1") == "printed":
        yield forbid("option_bars_advance")
    elif case.owed("attacker"):
        yield forbid("own_result_first", owed=case.owed("attacker"))
        yield value("owed", case.owed("attacker"))


says("Avances tras el Combate", Nobody, "legality", "No attacker has to advance.", lambda nobody: permit("nobody_has_to"))


@rule("Avances tras el Combate", StaySaid)
def stays_behind(stay: StaySaid) -> Findings:
    """An attacker may stay where he is although the defender's hex is empty: the attacker picks who advances."""
    battle = stay.battle
    attackers = stay.attackers()
    if battle and not stay.s.at(battle) and any(unit.id in attackers for unit in stay.stayers):
        yield permit("nobody_has_to")
    elif stay.stayers and not stay.slots.get("responses") and not any(unit.id in attackers or unit.id in stay.defending for unit in stay.stayers):
        yield permit("not_in_combat", names=names(stay.stayers))


@rule("Avances tras el Combate", Advance, "after", each="movers")
def advanced(advance: Advance, unit: Unit) -> Findings:
    """The units stand in the hex."""
    here = unit.facts.get("at")
    yield from went(unit, advance.to, "advance", hex=advance.to, **({"from": here} if here else {}))


@rule("Avances tras el Combate", AskAdvance, "answer")
def who_can_advance(question: AboutResult) -> Findings:
    """Which of the attackers may advance, and what bars the others."""
    case = carried(question)
    attackers = case.attackers()
    barred = list(_own_option(case))
    side = case.unit(attackers[0]).side if attackers else None
    rest = [unit for unit in case.s.at(case.battle or "") if unit.side != side and case.alive(unit) and is_combat(unit)]
    if rest:
        barred.append(forbid("still_held", case.battle, rest, names=names(rest)))
    for finding in barred:
        yield finding._replace(effect="defines") if finding.effect == "forbids" else finding
    able = [] if barred else [id_ for id_ in attackers if case.alive(case.unit(id_))]
    yield value("advance", able)
    yield define("may_advance" if able else "nobody_advances", hex=case.battle, names=", ".join(able))
    wanted = [unit.id for unit in question.units_of()]
    if question.slots.get("count"):
        yield value("answer", len(able))
        return
    yield value("answer", ("yes" if all(id_ in able for id_ in wanted) else "no") if wanted else ", ".join(able) or "none")


@rule("Avances tras el Combate", Owed, "answer")
def advance_open(owed: Question) -> Findings:
    """The hex that the defenders have left may be entered by those who contributed and did not retreat."""
    battle = owed.pending().get("hex")
    if not owed.pending().get("result") or owed.pending().get("act") == BARRAGE or not battle or owed.s.at(battle):
        return
    case = carried(owed)
    units = [unit for unit in case.living("attacker") if is_combat(unit)]
    if units and not case.retreated("attacker") and not case.owed("attacker"):
        yield owes("advance", units[0].side, [unit.id for unit in units], may=True, hex=battle)


@rule("Avances tras el Combate", AskChooser, "answer")
def attacker_chooses(question: AskChooser) -> Findings:
    """The attacking player chooses which of his units advance."""
    if question.slots.get("what") == "advance":
        case = carried(question)
        side = case.unit(case.attackers()[0]).side
        yield define("owner_chooses", side=side)
        yield value("answer", side)
