"""The acts of combat and what follows from it, of the air segments, and the questions about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from adjudicator.book import LEGALITY, InputError, Marker, Ruling, Situation, Unit, act, act_named
from adjudicator.book.engine import suppose
from adjudicator.kit import Asked, one_side, supposed_result, unit_steps

from .acts import PdCase, Question
from .going import GOING, elsewhere, flying, goes_from, going, in_course
from .vocabulary import Number, is_combat, is_hq, is_ship

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Act

STRENGTH_RULES = ("9.3", "10.3.1", "10.3.2", "12.1")  # they add to a strength, or halve it


class Combat(PdCase):
    """An attack on a hex, from the ground or from the air, up to its result."""

    stages = (LEGALITY, "withdraw", "strength", "rivers", "supply", "odds", "shifts", "limits", "announce", "column", "roll", "result", "after")
    legality = (LEGALITY, "withdraw", "strength", "rivers", "supply", "odds", "shifts", "limits")
    side: str
    target: str
    attackers: list[Unit]

    withdrawals: list[dict[str, Any]]
    leaving: list[Unit]

    @property
    def present(self) -> list[Unit]:
        """All enemy units in the target hex but the ship, which nobody can attack (9.2.2, 11.3)."""
        return self.enemies_at(self.target, self.side)

    @property
    def defenders(self) -> list[Unit]:
        """Those of them that do not withdraw before the combat (9.2.4)."""
        return [unit for unit in self.present if unit not in self.leaving]

    def open_strengths(self) -> bool:
        """Whether something is not known that adds to a strength or halves it: then no total stands."""
        return any(number in STRENGTH_RULES for number in self.missed)

    def hear_answers(self) -> None:
        """The units that leave the hex in answer to the attack."""
        self.withdrawals = [dict(answer.slots) for answer in self.slots.get("responses") or () if answer.kind in ("withdraw", "retreat", *GOING)]
        for slots in self.withdrawals:
            slots.setdefault("to", slots.get("at"))
        self.leaving = [unit for slots in self.withdrawals for unit in self.units_of("units", slots)]

    def _target(self) -> str:
        target = self.slots.get("target") or self.slots.get("to")
        if target:
            return self.valid(target)
        for unit in self.units_of("target_units"):
            place = self.standing(unit)
            if place is not None:
                return place
        pending = self.pending
        if pending.get("hex"):
            return self.valid(str(pending["hex"]))
        raise InputError("no_destination")


@act("attack")
class Attack(Combat):
    """Ground units, the ship among them, attack a hex; cavalry may answer by leaving it."""

    responses = ("damage", "claim", "withdraw", "retreat")
    left_free = "9.0"

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """Who leaves once the die is thrown carries out the result (9.5); who goes from the hex before that withdraws."""
        if answer.kind in GOING:
            return not thrown and bool(slots.get("target")) and goes_from(situation, answer, slots["target"]) and not one_side(situation, slots, answer.slots)
        return super().takes(situation, slots, answer, thrown) and not (thrown and answer.kind in ("withdraw", "retreat"))

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Aircraft make a ground attack of their own segment."""
        return "air_attack" if flying(situation, slots) else None

    def prepare(self) -> None:
        """Who attacks what."""
        helpers = [item.id for item in self.slots.get("aids") or () if getattr(item, "id", None) in self.s.units]
        self.attackers = self.led(list(dict.fromkeys([*self.units_of(), *(self.unit(id_) for id_ in helpers)])))
        self.target = self._target()
        self.hear_answers()
        self.also: list[str] = [self.valid(hex_) for hex_ in self.slots.get("also") or ()]
        if self.also and self.target == self.standing(self.attackers[0]):  # "across 1508/1509": the hex beyond that side
            self.target, *self.also = self.also


def starving(situation: Situation, slots: dict[str, Any]) -> bool:
    """Whether what is lost could only be lost for want of supply: in the supply phase, with no result to carry out."""
    if situation.phase != "supply phase" or situation.pending:
        return False
    names = [item[1] or item[0] if isinstance(item, tuple) else str(item) for item in slots.get("units") or ()]
    return any(situation.units[name].supply in ("out", "isolated") for name in names if name in situation.units)


@act("air_attack")
class AirAttack(Combat):
    """Aircraft attack a hex in the ground attack segment (12.1)."""

    responses = ("damage", "claim")

    def prepare(self) -> None:
        """The aircraft, the target, and which of them is said to be damaged."""
        self.planes: list[Marker] = [self.marker(name) for name in dict.fromkeys(flying(self.s, self.slots))]
        self.hit: list[str] = []  # of which one is damaged by the die, and its player has not said which
        self.side = self.planes[0].side
        named = [unit for unit in self.units_of() if unit.id not in self.s.markers]
        aimed_at = [unit for unit in named if self.hostile(unit, self.side)]  # "Stuka attacks 26"
        self.attackers = [unit for unit in named if unit not in aimed_at]
        place = self.standing(aimed_at[0]) if aimed_at and not self.slots.get("target") else None
        self.target = place or self._target()
        self.hear_answers()
        self.damaged = damaged_in(self)


def damaged_in(case: PdCase) -> list[str]:
    """The aircraft that an answer of the same entry says are damaged."""
    found: list[str] = []
    for answer in case.slots.get("responses") or ():
        if answer.kind == "damage":
            found += [name if isinstance(name, str) else name[1] for name in (*(answer.slots.get("markers") or ()), *(answer.slots.get("units") or ()))]
    return found


@act("damage")
class Damage(PdCase):
    """An aircraft is said to be damaged by the die that was thrown."""

    def prepare(self) -> None:
        """Which."""
        self.planes = self.at_least_one([self.marker(name) for name in flying(self.s, self.slots)])


@act("call_off")
class CallOff(PdCase):
    """An announced attack is called off (fog of war)."""

    def prepare(self) -> None:
        """The attack that was announced."""
        self.attackers = self.units_of() or [self.unit(id_) for id_ in self.pending.get("attackers") or ()]
        self.target: str | None = self.slots.get("target") or self.pending.get("hex")


@act("inspect")
class Inspect(PdCase):
    """Looking at the units of an enemy stack (fog of war)."""

    def prepare(self) -> None:
        """Whose hex."""
        self.target: str = self.valid(self.somewhere(self.slots.get("target") or next((self.standing(unit) for unit in self.units_of("target_units")), None)))
        lookers = self.units_of("from_units") or self.units_of()
        self.side: str = lookers[0].side if lookers else self.slots.get("side") or self.s.active


class Aftermath(PdCase):
    """Something that carries out a result: ``pending`` says which."""

    def prepare(self) -> None:
        """The result being carried out, and the units that speak up for it."""
        self.movers = self.units_of()
        pending = supposed_result(self, self.pending)
        named = self.slots.get("result")
        self.result: str | None = pending.get("result") or named
        self.battle: str | None = pending.get("hex") or self.slots.get("target")
        self.attacker_ids: list[str] = list(pending.get("attackers") or ())
        self.defender_ids: list[str] | None = pending.get("defenders")

    @property
    def attackers(self) -> list[Unit]:
        """Ground units that attacked, as far as they are still in play."""
        return [self.unit(id_) for id_ in self.attacker_ids if id_ not in self.s.eliminated and id_ not in self.s.markers]

    @property
    def by_air(self) -> bool:
        """Whether the result is that of an air attack (12.1)."""
        return any(id_ in self.s.markers for id_ in self.attacker_ids)

    @property
    def defenders(self) -> list[Unit]:
        """Combat units that defended, as far as they are still in play."""
        if self.defender_ids is not None:
            return [unit for id_ in self.defender_ids if id_ not in self.s.eliminated and not is_hq(unit := self.unit(id_))]
        return [unit for unit in self.s.at(self.battle or "") if unit.id not in self.attacker_ids and is_combat(unit)]

    def attacking_side(self) -> str | None:
        """The player whose attack it was."""
        for id_ in self.attacker_ids:
            if id_ in self.s.units:
                return self.camp(self.s.units[id_].side)
            if id_ in self.s.markers:
                return self.camp(self.s.markers[id_].side)
        active = self.s.stated("active")
        return self.camp(active) if active else None

    def defends(self, unit: Unit) -> bool:
        """Whether a unit stands on the defender's side of the combat."""
        return self.camp(unit.side) != self.attacking_side()


@act("resolve")
class Resolve(Aftermath):
    """What a pending result does, as far as nobody has a choice."""

    stages = (LEGALITY, "result", "numbers", "after")


@act("owed")
class Owed(Asked, Aftermath):
    """What the rules ask for next."""

    def asked_in(self, *phases: str) -> bool:
        """Whether it is asked what a phase still wants, and it is one of these."""
        return bool(self.slots.get("phase")) and self.s.known_to_be("phase", *phases)


@act("loss")
class Loss(Aftermath):
    """Units named for the losses of a result."""

    responses = ("loss",)

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """Whose it is decides: what the other side loses is not part of it."""
        return super().takes(situation, slots, answer, thrown) and one_side(situation, slots, answer.slots)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Lost in the supply phase, where no combat leaves a loss to take; a hex that is taken or chosen for a unit is where it goes."""
        if elsewhere(situation, slots) and slots.get("at") != (situation.pending or {}).get("hex") and not {"count", "last", "result"} & {*slots}:
            return going(situation, slots)
        return "penalty" if starving(situation, slots) else None


@act("eliminate")
class Eliminate(Aftermath):
    """Units named as eliminated, by a result or because they cannot retreat or stack."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Out of the game by a random event; with no result to carry out the words only say what is lost."""
        if situation.chit == "random event" or flying(situation, slots):
            return "remove"
        if starving(situation, slots):
            return "penalty"
        return None if situation.pending else "in_play" if slots.get("question") else "gone"


@act("gone")
class Gone(PdCase):
    """Units that are told to be out of play, with no result to carry out."""

    legality = ()
    silent = True

    def prepare(self) -> None:
        """Who is gone."""
        self.movers = self.units_of()


@act("ignore")
class Ignore(Aftermath):
    """A loss or retreat is said to be cancelled by the settlement that the units stand in (9.4.4, 9.5.7)."""


@act("stay")
class Stay(Aftermath):
    """A unit that does not advance, retreat or move."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Several units named with the hex they stay in are a stack at the end of a phase; who is still to come, or owes a retreat, goes there."""
        owed = in_course(situation, slots) or any(unit.hex is None for unit in situation.units_named(slots.get("units")))
        if owed and elsewhere(situation, slots) and not {"not", "question"} & {*slots}:
            return going(situation, slots)
        several = slots.get("at") and len(slots.get("units") or ()) > 1
        return "end_phase" if several and not situation.pending else None


class Leaving(Aftermath):
    """Units that leave their hexes because of a combat, each along the same declared path from where it stands."""

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "step", "end", "numbers", "after")
    legality: ClassVar[tuple[str, ...]] = (LEGALITY, "step", "end")

    def prepare(self) -> None:
        """Who goes where."""
        super().prepare()
        self.led(self.movers)
        self.ways = {unit.id: self.way(unit) for unit in self.movers}

    def way(self, unit: Unit) -> list[str]:
        """The path of a unit, its own hex first."""
        start = self.stands(unit)
        path = self.path_named()
        if path and path[0] == start and len(path) > 1:
            path = path[1:]
        self.somewhere(path)
        return [start, *self.filled(unit, start, path)]

    def filled(self, unit: Unit, start: str, path: list[str]) -> list[str]:
        """The path with what lies between put in, where only its end was named."""
        return path

    def each(self, stage: str) -> Iterable[Any]:
        """Hex by hex, unit by unit."""
        if stage == "step":
            return unit_steps((unit, self.ways[unit.id]) for unit in self.movers)
        return self.movers if stage == "end" else (None,)


@act("retreat")
class Retreat(Leaving):
    """A retreat after combat; losses named in the same entry belong to it."""

    ways_asked = "retreats"

    stages = (LEGALITY, "step", "end", "losses", "numbers", "after")
    legality = (LEGALITY, "step", "end", "losses")
    responses = ("loss", "claim")

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """Whose it is decides: what the other side loses is not part of it."""
        return super().takes(situation, slots, answer, thrown) and one_side(situation, slots, answer.slots)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Before the die is thrown only cavalry leaves: it withdraws (9.2.4). Off the map nobody goes. In the movement of the turn going back is moving."""
        if slots.get("off_map"):
            return "exit"
        pending = situation.pending or {}
        if not pending and situation.known_to_be("phase", "movement segment"):
            return "move"
        return "withdraw" if pending.get("act") == "attack" and not pending.get("result") and not pending.get("retreated") else None

    def filled(self, unit: Unit, start: str, path: list[str]) -> list[str]:
        """A far hex means the best way to it that a retreat can take."""
        if len(path) != 1 or self.s.grid.adjacent(start, path[0]) is not False:
            return path

        return self.seek(unit, start, path[0]) or path


@act("withdraw")
class Withdraw(Leaving):
    """Cavalry leaves its hex before combat (9.2.4)."""

    left_free = "9.2.4"

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With a result to carry out those who get away retreat; in the movement of the turn they move."""
        other = in_course(situation, slots)
        return other or (None if situation.pending or not situation.known_to_be("phase", "movement segment") else "move")


@act("advance")
class Advance(Leaving):
    """An advance after combat (9.6)."""

    left_free = "9.6"
    responses = ("claim",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With no combat going on units that advance move."""
        return None if situation.pending or situation.phase == "combat segment" else "move"

    def prepare(self) -> None:
        """The combat; where it is only supposed (can 46 advance if 26 is eliminated), it was about the hex that is entered."""
        super().prepare()
        first = self.ways[self.movers[0].id][1]
        if (
            self.slots.get("question")
            and not self.pending
            and any(self.s.units[id_].facts.get("at") == first for id_ in self.s.eliminated if id_ in self.s.units)
        ):
            self.battle, self.attacker_ids = first, [unit.id for unit in self.movers]

    def way(self, unit: Unit) -> list[str]:
        """The path of a unit; the hex of the combat if none is named."""
        if not self.slots.get("path") and not self.slots.get("to") and self.battle:
            start = self.stands(unit)
            return [start, self.battle]
        return super().way(unit)

    def filled(self, unit: Unit, start: str, path: list[str]) -> list[str]:
        """Beyond the emptied hex the way leads through it."""
        battle = self.battle
        if battle and len(path) == 1 and path[0] != battle and self.s.grid.adjacent(battle, path[0]) and not self.s.grid.adjacent(start, path[0]):
            return [battle, *path]
        return path


AskRetreats = act_named("retreats", "Where this unit may retreat to.", Question)
AskAttackers = act_named("attackers", "What can attack this hex?", Question)
AskOdds = act_named("odds_of", "The odds of an attack that is named.", Question, of=("attack",))
AskChances = act_named("chances", "The chances of an attack that is named.", Question, of=("attack",))
AskNeed = act_named("need", "What a column or a result takes.", Question)


def ground_attackers(attack: Combat) -> list[tuple[Unit, str]]:
    """The attacking units that stand next to the target, with their hexes; the ship fires over the water (11.3)."""
    found = []
    for unit in attack.attackers:
        place = unit.hex
        if place is not None and place != attack.target and not is_hq(unit) and not is_ship(unit) and attack.s.grid.adjacent(place, attack.target):
            found.append((unit, place))
    return found


def totals_of(attack: Combat) -> tuple[Number, Number] | None:
    """The rounded totals of both sides; None while there are none."""
    ours, theirs = attack.computed("attack_total"), attack.computed("defense_total")
    return None if attack.forbidden or ours is None or theirs is None else (ours, theirs)


def trial(question: Question, slots: dict[str, Any], full: bool = False) -> Ruling:
    """The ruling on an attack that is only thought of."""
    return suppose(question, "attack", slots, full)


def named_attack(question: Question) -> dict[str, Any]:
    """The attack that a question speaks of; what it leaves out comes from the attack that was announced."""
    pending = question.pending
    slots = dict(question.slots)
    if not slots.get("units") and pending.get("attackers"):
        slots["units"] = tuple(pending["attackers"])
    if not slots.get("target") and pending.get("hex"):
        slots["target"] = pending["hex"]
    return slots


InPlay = act_named("in_play", "Is this unit still in the game?", Question)
AskIndependent = act_named("is_independent", "Is this unit independent?", Question)
