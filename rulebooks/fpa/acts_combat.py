"""Fights, and what carries out their results: what a declaration resolves to.  The rules about them stand in the chapters."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from types import SimpleNamespace
from typing import Any

from adjudicator.book import LEGALITY, InputError, Missing, Situation, Unit, act, act_named
from adjudicator.kit import Asked, supposed_result

from .acts import FpaCase
from .bound import bound_for, goes_as, stand_in
from .vocabulary import GERMAN, SOVIET, is_artillery, is_ranged


def air_used(fight: Fight) -> bool:
    """Somebody uses air points."""
    return bool(fight.air[GERMAN] or fight.air[SOVIET])


def share_told(fight: Fight) -> bool:
    """Only a part of a strength is to fight."""
    return "share" in fight.slots


def supported(fight: Fight) -> bool:
    """Units support one of the sides."""
    return bool(fight.support[GERMAN] or fight.support[SOVIET])


def from_several_hexes(attack: Attack) -> bool:
    """The attack comes from more than one hex, or is supported."""
    return len(attack.hexes) > 1 or bool(attack.support[attack.side])


def place_named(fight: Fight) -> bool:
    """It was said where the attackers stand."""
    return bool(fight.slots.get("places") or fight.slots.get("from"))


class Fight(FpaCase):
    """A unit or stack that goes for one hex: attacks and probes."""

    def prepare(self) -> None:
        """Who attacks what, with which aids on both sides."""
        self.attackers = self.at_least_one(self.units_of())
        aids = self.slots.get("aids") or ()
        against = self._foes(self.slots.get("target_units") or ())
        named = self.standing(self.unit(against[0])) if against and not self.slots.get("target") else None
        self.target = named or self.hex_of("target")
        self.side: str = self.attackers[0].side
        self.enemy = self.book.enemy(self.side)
        # Units of the other side in the target hex, which defend together (13.0)
        self.defenders = [unit for unit in self.s.at(self.target) if unit.side != self.side]
        if any(aid.kind == "unit" for aid in aids):
            aids = self._joined(aids)
        self.hexes: list[str] = list(dict.fromkeys([unit.hex for unit in self.attackers if unit.hex]))  # where the attack comes from
        self.only_guns: bool | None = None  # nothing but artillery defends (13.2); None = not looked at yet
        self.air = {GERMAN: 0, SOVIET: 0}
        self.claimed_kgs: list[str | None] = []
        self.kg_side = GERMAN
        self.support: dict[str, list[Unit]] = {self.side: [], self.enemy: []}
        self._take_aids(self.side, aids)
        for answer in self.slots.get("responses") or ():
            self._take_response(answer)

    def _foes(self, named: Iterable[str]) -> list[str]:
        """Those who are attacked; a unit of the attackers' own side that is named with them attacks too."""
        foes = []
        for id_ in named:
            if self.unit(id_).stated("side") != self.attackers[0].side:
                foes.append(id_)
            elif self.unit(id_) not in self.attackers:
                self.attackers.append(self.unit(id_))
        self.slots = {**self.slots, "target_units": tuple(foes)}
        return foes

    def beside(self, unit: Unit) -> bool:
        """Whether a unit stands next to the hex that is attacked."""
        here = unit.hex
        return here is not None and self.s.grid.adjacent(here, self.target)

    def _joined(self, aids: Iterable[Any]) -> list[Any]:
        """ "16Pz attacks with 371Inf": a unit that is not said to support, and has no range to do so, is one of the attackers.

        So is one without a range that helps from beside the target.  Returns the other aids.
        """
        others = []
        for aid in aids:
            unit = self.unit(aid.id) if aid.kind == "unit" else None
            if unit is not None and aid.support and not (unit.stated("side") == self.attackers[0].side and not is_ranged(unit) and self.beside(unit)):
                unit = None
            if unit is not None and unit in self.defenders and not aid.support:
                continue  # the stack in 3010, 68Inf with 509Tiger: who is attacked
            if unit is None or is_ranged(unit) or unit.stated("side") not in (None, self.attackers[0].side):
                others.append(aid)
            elif unit not in self.attackers:
                self.attackers.append(unit)
        return others

    def _take_aids(self, side: str, aids: Iterable[Any]) -> None:
        for aid in aids:
            if aid.kind == "air":
                self.air[side] += aid.count
            elif aid.kind == "KG":
                self.claimed_kgs.append(aid.id)
                self.kg_side = side
            elif aid.kind == "unit":
                self.support[side].append(self.unit(aid.id))
            else:
                raise InputError("unknown_aid", aid=aid.kind)

    def _take_response(self, answer: Any) -> None:
        """Aid told in a clause of its own; a unit that fights anyway is only the one that is helped, unless nobody else helps."""
        slots = answer.slots
        named = [self.unit(name) for name in slots.get("units") or ()]
        helpers = [unit for unit in named if unit not in self.attackers and unit not in self.defenders]
        if answer.kind == "support" and not (helpers or slots.keys() & {"aids", "markers", "supported"}):
            helpers = named
        side = self._helped_side(answer, helpers)
        self._take_aids(side, slots.get("aids") or ())
        joined = [unit for unit in helpers if side == self.side and not is_ranged(unit) and self.beside(unit)]
        self.attackers += joined
        self.support[side] += [unit for unit in helpers if unit not in joined]
        for id_ in slots.get("markers") or ():
            self.claimed_kgs.append(id_)

    def _helped_side(self, answer: Any, helpers: list[Unit]) -> str:
        """Whom aid is for: who is named, else those whose units help; KG markers help Germans, other aid the attack that it follows."""
        slots = answer.slots
        if slots.get("side"):
            return str(slots["side"])
        if slots.get("role"):
            return self.side if slots["role"] == "attack" else self.enemy
        if answer.kind == "defend":
            return self.enemy
        if helpers:
            return str(helpers[0].side)
        aids = slots.get("aids") or ()
        return GERMAN if slots.get("markers") or aids and all(aid.kind == "KG" for aid in aids) else self.side


@act("attack")
class Attack(Fight):
    """An attack on an enemy-occupied hex, up to the result of the roll."""

    left_free = "13.0"

    stages = (LEGALITY, "strength", "modifiers", "caps", "aids", "odds", "crossing", "shifts", "column", "roll", "result", "after")
    responses = ("defend", "support", "add_aids", "claim")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """German units that attack a hex without an enemy probe it (13.6)."""
        if not slots.get("target"):
            return None
        first = next((id_ for id_ in slots.get("units") or () if id_ in situation.units), None)
        try:
            german = first is not None and situation.units[first].side == GERMAN
            empty = german and all(unit.side == GERMAN for unit in situation.at(slots.get("target", "")))
        except Missing:
            return None
        complete = situation.facts.get("units_complete", True) and not slots.get("aids")
        return "probe" if german and empty and complete else None

    @property
    def fortified(self) -> bool:
        """Whether the target is a town or fortified locality (13.8.4)."""
        features = self.s.hex(self.target).features
        return "town" in features or "fortified" in features


def brought(situation: Situation, slots: dict[str, Any], target: str) -> str | None:
    """What it is that units or markers are brought to a hex where no fight is that they could help in, or None: I bring 9SS to 0105."""
    aids = slots.get("aids") or ()
    kinds = {aid.kind for aid in aids}
    if kinds == {"KG"} and "combat" not in str(situation.stated("phase") or "combat"):
        slots.update(at=target, markers=tuple(aid.id for aid in aids))
        return "deploy"
    named = {**slots, "at": target, "units": tuple(aid.id for aid in aids)}
    kind = bound_for(situation, named) if kinds == {"unit"} else None
    if kind is None and kinds == {"unit"} and not situation.at(target):
        kind = "move"
    if kind is not None:
        slots.update(named, aids=())
    return goes_as(slots, kind)


@act("support", "add_aids", "defend")
class Aided(Fight):
    """Support told before the attack that it belongs to: that attack is judged, or the one that has been declared and not rolled."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """The attack with this support."""
        pending: dict[str, Any] = situation.stated("pending") or {}
        declared = pending if pending.get("act") == "attack" and not pending.get("result") else {}
        units = list(slots.get("supported") or declared.get("attackers") or ())
        target = slots.get("target") or slots.get("at") or declared.get("hex")
        aids = slots.get("aids") or ()
        if target and not slots.get("supported") and not slots.get("role"):
            goes = brought(situation, slots, target)
            if goes:
                return goes
        if not units and target and not slots.get("side") and not slots.get("role"):  # I use 16Pz for an attack on 3010
            units = [aid.id for aid in aids if aid.kind == "unit" and aid.id in situation.units and not is_artillery(situation.units[aid.id])]
            slots["aids"] = [aid for aid in aids if aid.id not in units]
        if not units or not target:
            raise InputError("support_of_what")
        told = {**slots, "role": slots.get("role") or ("attack" if slots.get("supported") else None)}
        answer = SimpleNamespace(kind="" if slots.get("supported") or slots.get("units") else "defend", slots=told)
        side = slots.pop("side", None)
        slots.update(units=units, target=target, aids=(), responses=[answer, *(slots.get("responses") or ())])
        if side:
            answer.slots["side"] = side
        return "attack"


@act("probe")
class Probe(Fight):
    """A probing attack: an advance into an empty hex in an enemy ZOC (13.6)."""

    left_free = "13.6"


class Aftermath(FpaCase):
    """Something that carries out a result: ``pending`` says which."""

    def prepare(self) -> None:
        """The result being carried out, and the units that speak up for it."""
        self.pending: dict[str, Any] = supposed_result(self, self.s.pending or {})
        self.movers = self.units_of()
        self.result: str | None = self.pending.get("result")
        self.battle: str | None = self.pending.get("hex")
        self.attackers: list[str] = list(self.pending.get("attackers") or ())
        self.supporters: list[str] = list(self.pending.get("support") or ())

    def walk(self, path: list[str], starts: Collection[str | None]) -> None:
        """The way that is told, without the hex that it starts in; InputError if none is."""
        self.path = self.somewhere(path[1:] if path and path[0] in starts else path)
        self.to = self.path[-1]

    @property
    def defenders(self) -> list[Unit]:
        """Units that defended: those named, or those that stand in the hex and did not attack."""
        named = self.pending.get("defenders")
        if named is not None:
            return [self.unit(id_) for id_ in named if id_ not in self.s.eliminated]
        here = self.s.at(self.battle) if self.battle else []
        fighting = self.s.units.get(self.attackers[0]) if self.attackers else None
        return [unit for unit in here if unit.id not in self.attackers and (fighting is None or unit.side != fighting.side)]


def moves_on(situation: Situation, slots: dict[str, Any]) -> str | None:
    """``move`` for units that "advance" or "fall back" in their own movement phase, with no result being carried out."""
    units = situation.units_named(slots.get("units"))
    if situation.facts.get("pending") or not units or not (slots.get("to") or slots.get("path")):
        return None
    return "move" if str(situation.stated("phase") or "").startswith(f"{units[0].stated('side')} movement") else None


@act("retreat")
class Retreat(Aftermath):
    """A retreat after combat."""

    ways_asked = "retreats"

    denial = "stay"

    responses = ("claim",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A retreat that names no hex but the edge is one off the map, and with no result an exit; one in the movement phase of one's own is a move."""
        if slots.get("off_map") and not slots.get("to") and not slots.get("path"):
            if situation.facts.get("pending"):
                return "retreat_off"
            slots["at"] = slots.pop("from", None) or next((unit.hex for unit in situation.units_named(slots.get("units"))), None)
            return "exit"
        off_map = not any(unit.hex for unit in situation.units_named(slots.get("units")))
        return goes_as(slots, bound_for(situation, slots)) if off_map else None if slots.get("side") else moves_on(situation, slots)

    def prepare(self) -> None:
        """Who retreats, on whose choice, from where to where."""
        super().prepare()
        self.led(self.movers)
        self.chooser: str | None = self.slots.get("side")
        place = self.standing(self.movers[0])
        self.start: str | None = self.slots.get("from") or place
        self.walk(self.path_named(), {self.start})


@act("advance")
class Advance(Aftermath):
    """An advance after combat."""

    denial = "stay"

    responses = ("stay", "claim")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """In the movement phase of one's own, with no result to follow up, it is a move; of who is not on the map an arrival."""
        off_map = not any(unit.hex for unit in situation.units_named(slots.get("units")))
        return goes_as(slots, bound_for(situation, slots)) if off_map else moves_on(situation, slots)

    def prepare(self) -> None:
        """Who advances into which hex."""
        super().prepare()
        self.led(self.movers)
        path = self.path_named() or ([self.battle] if self.battle else [])
        self.walk(path, {self.standing(unit) for unit in self.movers} if len(path) > 1 else ())


@act("stay")
class Stay(Aftermath):
    """Not advancing, not moving, not retreating."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who stays somewhere at the end of a phase stands there then; who is left in a hex in which it does not stand gets there."""
        phase = str(situation.stated("phase") or "")
        if phase.startswith("end of") and (slots.get("at") or slots.get("units")):
            return "end_phase"
        kind = None if stand_in(situation, slots) and phase != "setup" else bound_for(situation, slots)
        return None if kind == "move" else goes_as(slots, kind)


Loss = act_named("loss", "A step taken from a unit to satisfy a result.", Aftermath, stages=(LEGALITY, "after", "total"), responses=("score", "claim"))


@act("resolve")
class Resolve(Aftermath):
    """What a pending result does, as far as nobody has a choice."""

    @classmethod
    def settled(cls, pending: dict[str, Any]) -> bool:
        """Losses are taken, retreats made, as far as the result calls for them."""
        result = pending.get("result") or "?"
        return (bool(pending.get("steps_taken")) or result in ("AS", "DR")) and (bool(pending.get("retreated")) or "DR" not in result)


@act("owed")
class Owed(Asked, Aftermath):
    """What the rules ask for next; ``phase`` among the slots: also of the phase itself."""

    @property
    def alive(self) -> list[Unit]:
        """The attackers that are still in play."""
        return [self.unit(id_) for id_ in self.attackers if id_ not in self.s.eliminated]


StepsDue = act_named("steps_due", "How many steps a result takes from a side, or from units.", Owed)
CallOff = act_named("call_off", "Taking back a declared attack.", Aftermath)
