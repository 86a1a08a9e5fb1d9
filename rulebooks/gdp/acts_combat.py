"""The acts of combat, of its results, and of fire at a distance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from adjudicator.book import LEGALITY, InputError, act
from adjudicator.ground.situation import Marker, Situation, Unit
from adjudicator.kit.geometry import possible_neighbours

from .vocabulary import FORTIFICATIONS, GdpCase, fought, is_gun, is_hq, settled, under_way


def drawn_chits(case: GdpCase, slots: dict[str, Any], attacking: str | None, before: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The event chits that words say were drawn, by role; what the words leave open comes from ``events``."""
    numbers = list(slots.get("numbers") or ())
    names = list(slots.get("chits") or ())
    side = case.role_side(slots.get("side"), attacking)
    roles = {"both": ("attacker", "defender")}.get(slots.get("role") or "", (slots["role"],) if slots.get("role") else ())
    if not roles and side:
        roles = ("attacker" if side == attacking else "defender",)
    if not roles and max(len(numbers), len(names)) == 2:
        roles = ("attacker", "defender")
    found: dict[str, dict[str, Any]] = {}
    for place, role in enumerate(roles or ("defender" if "attacker" in before else "attacker",)):
        chit = found[role] = {}
        if place < len(names):
            chit["name"] = names[place]
        if slots.get("color"):
            chit["color"] = slots["color"]
        if place < len(numbers):
            chit["drm"] = numbers[place]
    return found


# ---- Combat -----------------------------------------------------------------------------------------------------------------
@act("attack")
class Attack(GdpCase):
    """A normal attack on an enemy-occupied hex, up to its result."""

    stages = (
        LEGALITY,
        "announce",
        "strength",
        "support",
        "odds",
        "draw",
        "chits",
        "facing",
        "hexsides",
        "hex",
        "around",
        "aa",
        "events",
        "roll",
        "result",
        "after",
    )
    responses = ("defend", "support", "add_aids", "claim", "draw_chit", "play_chit", "aa_fire")

    def prepare(self) -> None:
        """Who attacks what, and what both sides add to it."""
        self.attackers = self.units_of()
        if not self.attackers and self.slots.get("all"):
            self.attackers = [unit for from_ in self.slots.get("from") or () for unit in self.s.at(from_)]
        if not self.attackers:
            raise InputError("no_units")
        self.side = self.attackers[0].side
        self.enemy = self.book.enemy(self.side)
        self.target = self._target()
        going_on = under_way(self.s) if self.same_attack(under_way(self.s)) else {}
        given: dict[str, list[str]] = going_on.get("support") or {}
        self.support: dict[str, list[Unit]] = {side: [self.unit(id_) for id_ in given.get(side) or ()] for side in (self.side, self.enemy)}
        self.given = {id_ for guns in given.values() for id_ in guns}  # guns that were called before: their fire is in this attack already
        self.late: list[Unit] = []  # guns of the attacker named after one of the defender's
        self.aa: list[Unit] = []
        self.aa_chit: str | None = None
        self.played: list[dict[str, Any]] = list(self.events_of().get("black_played") or ())
        self.playing: list[tuple[str, str, str | None]] = []
        self.drawn: dict[str, dict[str, Any]] = {}
        self.void: dict[str, str] = {}
        self.refused: list[str] = []  # sides that are said to draw no chit
        self.drawn_twice: list[str] = []  # roles that are said to draw another one
        self.cancelled_markers: set[str] = set()
        self.facing: list[Marker] = []
        for aid in self.slots.get("aids") or ():
            if aid.kind == "unit":
                unit = self.unit(aid.id)
                if not aid.support and not is_gun(unit) and unit.hex is not None and unit.side == self.side and unit.riding is None:
                    self.attackers.append(unit)  # 1K-1Gr attacks with Pioneer-1Gr: both do
                elif unit.riding not in {other.id for other in self.attackers}:  # a rider is carried, not called to help
                    self.support[self.side].append(unit)
            elif aid.kind not in (*FORTIFICATIONS, "pontoon"):
                raise InputError("unknown_aid", aid=aid.kind)
        for answer in self.slots.get("responses") or ():
            self._answer(answer)

    @property
    def artillery(self) -> list[Unit]:
        """All guns that take part, of either side."""
        return [unit for guns in self.support.values() for unit in dict.fromkeys(guns)]

    def same_attack(self, pending: dict[str, Any]) -> bool:
        """Whether a pending attack is this one: the same units on the same hex."""
        return pending.get("hex") == self.target and set(pending.get("attackers") or ()) == {unit.id for unit in self.attackers}

    @property
    def announced(self) -> dict[str, Any]:
        """The attack as ``pending`` holds it until it is carried out."""
        support = {side: [unit.id for unit in dict.fromkeys(guns)] for side, guns in self.support.items() if guns}
        attackers, defenders = [unit.id for unit in self.attackers], [unit.id for unit in self.defenders]
        return {"act": self.kind, "hex": self.target, "attackers": attackers, "defenders": defenders, "support": support, "result": None}

    def _target(self) -> str:
        if self.slots.get("target"):
            return self.valid(self.slots["target"])
        here = {unit.hex for unit in self.attackers}
        for name in str(self.slots.get("hexside") or "").split("/"):
            if name and name not in here:
                return self.valid(name)
        for id_ in self.slots.get("target_units") or ():
            place = self.standing(self.unit(id_))
            if place is not None:
                return place
        raise InputError("no_destination")

    def _answer(self, answer: Any) -> None:
        slots = answer.slots
        if answer.kind == "play_chit":
            for name in slots.get("chits") or ():
                side = self.role_side(slots.get("side"), self.side) or self._by_role(slots.get("role"), self.enemy)
                self.playing.append((side, name, (slots.get("against") or (None,))[0]))
            return
        if answer.kind == "draw_chit" and slots.get("not"):
            self.refused.append(self.role_side(slots.get("side"), self.side) or self.enemy)
            return
        if answer.kind == "draw_chit":
            for role, chit in drawn_chits(self, slots, self.side, self.drawn).items():
                if role in self.drawn:
                    self.drawn_twice.append(role)
                self.drawn[role] = chit
            return
        if answer.kind == "aa_fire":
            self.aa += self.units_of("units", slots)
            self.aa_chit = (slots.get("against") or (None,))[0]
            return
        helpers = [self.unit(aid.id) for aid in slots.get("aids") or () if aid.kind == "unit"] + self.units_of("units", slots)
        for unit in helpers:
            side = self.role_side(slots.get("side"), self.side) or unit.known("side") or self._by_role(slots.get("role"), self.enemy)
            if side == self.side and self.support[self.enemy]:
                self.late.append(unit)
            self.support[side].append(unit)

    def _by_role(self, role: str | None, default: str) -> str:
        return {"attack": self.side, "attacker": self.side, "defense": self.enemy, "defender": self.enemy}.get(role or "", default)

    def events_of(self) -> dict[str, Any]:
        """The event chits drawn for this attack, as the situation states them."""
        found: dict[str, Any] = self.s.events or {}
        return found

    @property
    def defenders(self) -> list[Unit]:
        """All enemy units in the target hex, which are attacked together (10.0)."""
        return [unit for unit in self.s.at(self.target) if unit.side != self.side]

    @property
    def taking_part(self) -> list[Unit]:
        """The attackers."""
        return self.attackers

    @property
    def fighting(self) -> list[Unit]:
        """The attackers whose hexsides count: not those that shoot from afar (A19)."""
        return [unit for unit in self.attackers if unit.hex is not None]

    def guns_among(self, side: str) -> list[Unit]:
        """The guns that support a side, where they are read as attackers or defenders themselves (A19)."""
        guns = list(dict.fromkeys(self.support.get(side) or ()))
        return guns if guns and self.reading("A19") == "among" else []


@act("overrun")
class Overrun(Attack):
    """An attack in the course of a tracked unit's movement (called invasion in the book)."""


@act("support", "add_aids", "defend")
class Support(GdpCase):
    """Artillery added to an attack or defence that has been declared."""

    stages = (LEGALITY, "announce")
    responses = ("claim",)

    def prepare(self) -> None:
        """Which guns, in which combat."""
        self.guns = self.units_of() + [self.unit(aid.id) for aid in self.slots.get("aids") or () if aid.kind == "unit"]
        if not self.guns:
            raise InputError("no_units")
        self.side = self.guns[0].side
        self.pending: dict[str, Any] = under_way(self.s)
        target = self.slots.get("target") or self.pending.get("hex")
        for id_ in self.slots.get("supported") or ():
            target = target or self.standing(self.unit(id_))
        if not target:
            raise InputError("no_destination")
        self.target: str = target

    @property
    def artillery(self) -> list[Unit]:
        """The guns that are added."""
        return self.guns


class ChitCase(GdpCase):
    """Something done with event chits in an attack that has been declared."""

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "after")

    def prepare(self) -> None:
        """The attack, its chits, and who does what."""
        self.pending: dict[str, Any] = under_way(self.s)
        self.events: dict[str, Any] = self.s.events or {}
        attackers = [self.unit(id_) for id_ in self.pending.get("attackers") or ()]
        self.attacking: str | None = attackers[0].side if attackers else self.s.stated("active")
        self.chits: list[str] = list(self.slots.get("chits") or ())
        self.against: list[str] = list(self.slots.get("against") or ())
        role = self.slots.get("role")
        self.who: str | None = self.role_side(self.slots.get("side"), self.attacking)
        if self.who is None and role and self.attacking in self.book.sides:
            self.who = self.attacking if role in ("attacker", "attack") else self.book.enemy(self.attacking)


@act("play_chit")
class PlayChit(ChitCase):
    """Playing a black event chit."""


@act("draw_chit")
class DrawChit(ChitCase):
    """Drawing an event chit."""

    deniable = True


@act("aa_fire")
class AaFire(ChitCase):
    """Anti-aircraft fire at an air event."""

    stages = (LEGALITY, "announce", "roll")

    def prepare(self) -> None:
        """The guns, the chit they fire at, and the combat hex."""
        super().prepare()
        self.guns = self.units_of()
        if not self.guns:
            raise InputError("no_units")
        self.side = self.guns[0].side
        self.target: str | None = self.slots.get("target") or self.pending.get("hex")

    @property
    def announced(self) -> dict[str, Any]:
        """The chits of the attack, with the guns that have fired at them."""
        fired = [*(self.events.get("aa_fired") or ()), *(unit.id for unit in self.guns)]
        return {**self.events, "aa_fired": fired}


# ---- After combat -----------------------------------------------------------------------------------------------------------
def moves_on(situation: Situation, slots: dict[str, Any]) -> str | None:
    """``move`` for units of which nobody knows any combat: nothing is being carried out, and their history holds no fight."""
    fights = ("attack", "overrun", "barrage", "direct_fire", "support", "retreat", "advance")
    if situation.pending or not (slots.get("to") or slots.get("path")):
        return None
    units = slots.get("units") or ()
    fought = any(item.get("act") in fights for id_ in units for item in situation.history.get(id_, ()))
    return "move" if units and situation.activated and not fought else None


class Aftermath(GdpCase):
    """Something that carries out a result: ``pending`` says which."""

    def prepare(self) -> None:
        """The result being carried out, and the units that speak up for it."""
        self.pending: dict[str, Any] = fought(self.s)
        self.movers = self.units_of()
        self.result: str | None = self.pending.get("result")
        self.battle: str | None = self.pending.get("hex")
        self.attackers: list[str] = list(self.pending.get("attackers") or ())
        self.defender_ids: list[str] | None = self.pending.get("defenders")
        helpers = self.pending.get("support") or ()
        self.supporters: list[str] = [id_ for row in helpers.values() for id_ in row] if isinstance(helpers, dict) else list(helpers)

    def defenders(self) -> list[Unit]:
        """Units that defended, as far as they are still in play."""
        if self.defender_ids is not None:
            return [self.unit(id_) for id_ in self.defender_ids if id_ not in self.s.eliminated]
        here = self.s.at(self.battle) if self.battle else []
        return [unit for unit in here if unit.id not in self.attackers]

    def chooser(self) -> str | None:
        """The side that is said to choose."""
        fighting = self.s.units.get(self.attackers[0]) if self.attackers else None
        return self.role_side(self.slots.get("side"), fighting.known("side") if fighting is not None else None)

    def path_of(self) -> list[str]:
        """The hexes named, without the one the unit stands in."""
        path = list(self.slots.get("path") or ())
        if self.slots.get("to"):
            path.append(self.slots["to"])
        for name in path:
            self.valid(name)
        return path


@act("retreat")
class Retreat(Aftermath):
    """A retreat after combat."""

    stages = (LEGALITY, "step", "end", "after")
    legality = (LEGALITY, "step", "end")
    responses = ("claim",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Units that have not fought, and of which no result is asked, go back as part of their movement."""
        return None if slots.get("side") else moves_on(situation, slots)

    def prepare(self) -> None:
        """Who retreats, on whose choice, from where to where."""
        super().prepare()
        if not self.movers:
            raise InputError("no_units")
        self.side = self.movers[0].side
        self.chosen_by = self.chooser()
        place = self.slots.get("from") or self.standing(self.movers[0])
        if place is None:
            raise InputError("not_on_map", unit=self.movers[0].id)
        self.start: str = place
        path = self.path_of()
        if path and path[0] == self.start:
            path = path[1:]
        if not path:
            raise InputError("no_destination")
        if len(path) == 1 and self.s.grid.adjacent(self.start, path[0]) is False:
            path = self._way_to(path[0]) or path
        self.path = path

    def _way_to(self, goal: str) -> list[str] | None:
        """The way back of which only the end was named: by the first hex that touches both."""
        between = (here for here in sorted(possible_neighbours(self.s, self.start)) if self.s.grid.adjacent(here, goal))
        return next(([here, goal] for here in between if self.s.grid.adjacent(self.start, here)), None)

    def each(self, stage: str) -> Iterable[Any]:
        """Hex by hex, unit by unit."""
        if stage == "step":
            steps = list(zip([self.start, *self.path], self.path, strict=False))
            return [(unit, before, here, index) for unit in self.movers for index, (before, here) in enumerate(steps)]
        return (None,)


@act("advance")
class Advance(Aftermath):
    """An advance after combat."""

    stages = (LEGALITY, "step", "end", "after")
    legality = (LEGALITY, "step", "end")
    responses = ("stay", "claim")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Units that have not fought, and have no combat to follow up, advance as part of their movement."""
        return moves_on(situation, slots)

    def prepare(self) -> None:
        """Who advances where."""
        super().prepare()
        if not self.movers:
            raise InputError("no_units")
        self.side = self.movers[0].side
        path = self.path_of() or ([self.battle] if self.battle else [])
        starts = {self.standing(unit) for unit in self.movers}
        if self.slots.get("from"):
            path = path[1:] if path and path[0] == self.slots["from"] else path
        if len(path) > 1 and path[0] in starts:
            path = path[1:]
        if not path:
            raise InputError("no_destination")
        beyond = self.battle and len(path) == 1 and path[0] != self.battle and self.battle not in starts
        if beyond and self.battle and self.s.grid.adjacent(self.battle, path[0]):
            path = [self.battle, *path]
        self.path = path

    def each(self, stage: str) -> Iterable[Any]:
        """Hex by hex, unit by unit."""
        if stage == "step":
            found = []
            for unit in self.movers:
                start = self.standing(unit)
                if start is not None:
                    found += [(unit, before, here, index) for index, (before, here) in enumerate(zip([start, *self.path], self.path, strict=False))]
            return found
        return (None,)


def only_hqs(situation: Situation, slots: dict[str, Any]) -> bool:
    """Whether only headquarters are named."""
    named = [(name, situation.units.get(name)) for name in slots.get("units") or ()]
    return all(is_hq(unit) if unit is not None else name.upper().startswith("HQ") for name, unit in named)


@act("loss")
class Loss(Aftermath):
    """A unit named for the loss that a result asks for."""

    stages = (LEGALITY, "after")
    responses = ("claim",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With no result to carry out the words only say which HQ is lost."""
        return None if (situation.pending or {}).get("result") or slots.get("result") or not only_hqs(situation, slots) else "note"


@act("eliminate")
class Eliminate(Aftermath):
    """A unit named as eliminated by a result, or because it cannot retreat."""

    stages = (LEGALITY, "after")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With no result to carry out the words only say which HQ is lost."""
        return None if (situation.pending or {}).get("result") or not only_hqs(situation, slots) else "note"


@act("resolve")
class Resolve(Aftermath):
    """What a pending result does, as far as nobody has a choice."""

    stages = (LEGALITY, "numbers", "after")

    @classmethod
    def settled(cls, pending: dict[str, Any]) -> bool:
        """Whether nothing of the result is left to be done."""
        return settled(pending)


@act("owed")
class Owed(Aftermath):
    """What the rules ask for next; ``phase`` among the slots: also of the phase itself."""

    stages = ("answer",)
    legality = ()
    question = True


# ---- Fire at a distance -----------------------------------------------------------------------------------------------------
class Fire(GdpCase):
    """Fire of one unit at a distant hex."""

    stages = (LEGALITY, "announce", "modifiers", "roll", "result")

    def prepare(self) -> None:
        """Who fires at which unit in which hex."""
        self.firers = self.units_of()
        if not self.firers:
            raise InputError("no_units")
        self.side = self.firers[0].side
        self.pending: dict[str, Any] = self.s.pending or {}
        named = self.units_of("target_units")
        self.aimed: Unit | None = named[0] if named else None
        target = self.slots.get("target") or (self.standing(self.aimed) if self.aimed else None)
        if target is None:
            raise InputError("no_destination")
        self.target: str = self.valid(target)

    @property
    def taking_part(self) -> list[Unit]:
        """Those who fire."""
        return self.firers

    @property
    def there(self) -> list[Unit]:
        """Enemy units in the target hex."""
        return [unit for unit in self.s.at(self.target) if unit.side != self.side]

    def place_of(self, unit: Unit) -> str | None:
        """Where a unit stands, or the hex that an off-map gun is measured from (18.4)."""
        place = self.standing(unit)
        return place if place is not None else unit.near


@act("direct_fire")
class DirectFire(Fire):
    """Direct fire in one's own activation."""

    responses = ("claim",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Fire of the other side at what is moving is opportunity fire."""
        first = next((situation.units[id_] for id_ in slots.get("units") or () if id_ in situation.units), None)
        moving = (situation.pending or {}).get("act") in ("move", "debark", "advance", "dismount")
        active = situation.stated("active")
        return "opportunity_fire" if moving and first is not None and active in situation.book.sides and first.side != active else None


@act("opportunity_fire")
class OpportunityFire(Fire):
    """Direct fire at a unit that moves."""

    responses = ("claim",)

    def prepare(self) -> None:
        """The target is fired at where it now is in its move, unless another hex is named."""
        super().prepare()
        self.event: str | None = self.pending.get("act")
        self.entered: str | None = self.pending.get("to") or self.pending.get("hex")


@act("barrage")
class Barrage(Fire):
    """An artillery barrage."""

    responses = ("observe", "claim")

    def prepare(self) -> None:
        """The guns, the target, and those who observe it."""
        super().prepare()
        self.observers = [self.unit(id_) for id_ in self.slots.get("observers") or ()]
        for answer in self.slots.get("responses") or ():
            self.observers += self.units_of("units", answer.slots)
