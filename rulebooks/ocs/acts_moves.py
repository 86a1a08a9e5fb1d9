"""What is done after a combat and between combats: advances, exploitation, moves, releases, phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.book import LEGALITY, InputError, Situation, act, act_named
from adjudicator.kit import one_side

from .acts_results import OUTCOMES, Carried, goal_of
from .vocabulary import OcsCase

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Act


@act("advance")
class Advance(Carried):
    """An advance after combat."""

    left_free = "Avances tras el Combate"
    responses = ("stay", "claim", "capture")

    def prepare(self) -> None:
        """Who advances into which hex, and what he says he captures there."""
        super().prepare()
        self.prey: list[str] = list(self.slots.get("prey") or ())
        for answer in self.slots.get("responses") or ():
            if answer.kind == "capture":
                self.prey += [*(answer.slots.get("prey") or ()), *(answer.slots.get("markers") or ())]
                enemies = [unit for unit in self.units_of("units", answer.slots) if unit.id not in (self.slots.get("units") or ())]
                self.prey += [unit.id for unit in enemies]
        self.movers = self.units_of()
        if not self.movers and (self.slots.get("all") or self.slots.get("occupies") or self.slots.get("question")):
            self.movers = self.living("attacker")
        self.at_least_one(self.movers)
        path = self.path_named()
        starts = {unit.facts.get("at") for unit in self.movers}
        if len(path) > 1 and path[0] in starts:
            path = path[1:]
        if not path and self.battle:
            path = [self.battle]
        self.somewhere(path)
        self.path = [self.valid(name) for name in path]
        self.to = self.path[-1]
        self.side = self.movers[0].side


@act("capture")
class Captured(Carried):
    """A capture: part of an advance into the hex where the prey is."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who captures advances; what is captured are the markers and the units of the other side."""
        pending = situation.stated("pending") or {}
        active = situation.stated("active")
        units = situation.units_named(slots.get("units"))
        own = [unit.id for unit in units if unit.side == active or unit.id in (pending.get("attackers") or ())]
        slots["prey"] = (*(slots.get("markers") or ()), *(slots.get("prey") or ()), *(unit.id for unit in units if unit.id not in own))
        slots["units"] = tuple(own)
        slots.pop("at", None)
        return "advance"


@act("exploit")
class Exploit(Carried):
    """Marking units with an exploitation marker."""

    deniable = True

    responses = ("exploit", "stay", "claim")

    def prepare(self) -> None:
        """Who is marked, and who is said to get none."""
        super().prepare()
        units = {unit.id: unit for unit in self.units_of()}
        if not units and self.slots.get("everyone"):
            units = {unit.id: unit for unit in self.living("attacker")}
        denied = [aid.id for aid in self.slots.get("without") or () if aid.kind == "unit"]
        for answer in self.slots.get("responses") or ():
            if answer.kind == "exploit" and not answer.slots.get("not"):
                units.update({unit.id: unit for unit in self.units_of("units", answer.slots)})
            denied += [aid.id for aid in answer.slots.get("without") or () if aid.kind == "unit"]
        self.marked = [unit for id_, unit in units.items() if id_ not in denied and not self.slots.get("not")]
        self.denied = [self.unit(id_) for id_ in denied] + ([*units.values()] if self.slots.get("not") else [])
        if not self.marked and not self.denied:
            raise InputError("no_units")


@act("move", "enter", "halt")
class Move(OcsCase):
    """Movement, as far as the article speaks of it: who may move when."""

    left_free = "Ejemplo"

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """To go into the hex that was fought for is an advance; where a result is open those who fought retreat, and who goes with them."""
        pending = situation.stated("pending") or {}
        if company := slots.pop("company", ()):  # may it go along with 44GdR
            slots["units"] = (*(slots.get("units") or ()), *company)
        goal = goal_of(slots)
        if pending.get("result") and goal is not None and goal == pending.get("hex") and not slots.get("stays"):
            slots["to"] = goal
            slots.pop("at", None)
            return "advance"
        fought, units = {*(pending.get("attackers") or ()), *(pending.get("defenders") or ())}, slots.get("units") or ()
        if pending.get("result") and fought & set(units) and (goal is not None or len(units) > 1 and slots.get("question")):
            return "retreat"
        return None

    stages = (LEGALITY, "cost", "after")
    legality = (LEGALITY, "cost")
    responses = OUTCOMES

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """A retreat in the words of a move: it adds up with what else carries out the result."""
        result = (situation.stated("pending") or {}).get("result")
        return bool(result) and super().takes(situation, slots, answer, thrown) and one_side(situation, slots, answer.slots)

    def prepare(self) -> None:
        """Who moves, and where to."""
        self.movers = self.led(self.units_of())
        path = self.path_named()
        here = self.standing(self.movers[0])
        self.path = path[1:] if path and path[0] == here else path
        self.stays = self.slots.get("at") or not path


@act("release")
class Release(OcsCase):
    """Units are released from the reserve."""

    def prepare(self) -> None:
        """Which."""
        self.units = self.at_least_one(self.units_of())


NextPhase = act_named("next_phase", "Going on to another phase or segment.", OcsCase, stages=(LEGALITY, "after"))
Nobody = act_named("nobody", "That nobody advances.", OcsCase)
Fortify = act_named("fortify", "A hedgehog that somebody tells of: a fact, put on the table for what follows.", OcsCase, silent=True)
ResultSaid = act_named("result", "A result that the players have read themselves: it is what is carried out from now on.", OcsCase, silent=True)
Switch = act_named("switch", "Which rule or option the table plays by: a fact, put on the table for what follows.", OcsCase, silent=True)
SurpriseSaid = act_named("surprise_said", "Who has surprised, as a fact.", OcsCase, silent=True, stages=(LEGALITY, "after"))
