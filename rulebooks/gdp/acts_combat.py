"""The acts of combat, of its results, and of fire at a distance."""

from __future__ import annotations

from typing import Any

from adjudicator.book import LEGALITY, InputError, Marker, Situation, Unit, act, act_named
from adjudicator.kit import Asked

from .handling import firing, joining
from .vocabulary import FORTIFICATIONS, GdpCase, is_gun, under_way


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
        if slots.get("no_night"):
            chit["no_night"] = True
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
    left_free = "10.0"

    def prepare(self) -> None:
        """Who attacks what, and what both sides add to it."""
        everybody = [unit for from_ in self.slots.get("from") or () for unit in self.s.at(from_)] if self.slots.get("all") else []
        self.attackers = self.led(self.units_of() or everybody)
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
        if any(aid.kind == "chit" for aid in self.slots.get("without") or ()):
            self.refused.append(self.side)
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
            self.refused.append(self.role_side(slots.get("side"), self.side) or self.side)
            return
        if answer.kind == "draw_chit":
            if slots.get("again"):
                by = self.role_side(slots.get("side"), self.side) or self.side
                self.drawn_twice.append("attacker" if by == self.side else "defender")
                return
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
            if answer.kind == "defend" and unit in self.defenders and not is_gun(unit):
                continue  # who stands there defends, no gun that helps is named
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
    follows = True

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Where no attack is announced, those who join it attack; who is brought to a hex moves."""
        return joining(situation, slots)

    def prepare(self) -> None:
        """Which guns, in which combat."""
        self.guns = self.led(self.units_of() + [self.unit(aid.id) for aid in self.slots.get("aids") or () if aid.kind == "unit"])
        self.pending: dict[str, Any] = under_way(self.s)
        target = self.slots.get("target") or self.pending.get("hex")
        for id_ in self.slots.get("supported") or ():
            target = target or self.standing(self.unit(id_))
        self.target: str = self.somewhere(target)
        self.attackers: list[Unit] = [self.unit(id_) for id_ in self.pending.get("attackers") or ()]
        role = {"attack": "attacker", "defense": "defender"}.get(self.slots.get("role") or "")
        self.helped: str | None = self.role_side(self.slots.get("side") or role, self.attackers[0].side if self.attackers else None)

    @property
    def artillery(self) -> list[Unit]:
        """The guns that are added."""
        return self.guns


class ChitCase(GdpCase):
    """Something done with event chits in an attack that has been declared."""

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


PlayChit = act_named("play_chit", "Playing a black event chit.", ChitCase)
DrawChit = act_named("draw_chit", "Drawing an event chit.", ChitCase, deniable=True)


class ChitAsked(Asked, ChitCase):
    """A question about the chits of an attack."""

    def prepare(self) -> None:
        """The chits that it is about: those that are named, else all that were drawn."""
        super().prepare()
        names = [*self.against, *self.chits]
        drawn = {role: chit for role, chit in self.events.items() if role in ("attacker", "defender") and isinstance(chit, dict)}
        self.meant = [chit for chit in drawn.values() if not names or chit.get("name") in names] or [{"name": name} for name in names]

    def counting(self, counts: bool) -> str:
        """Yes or no, to whether they count, or to whether they are void."""
        return "yes" if counts != bool(self.slots.get("void")) else "no"


AskChit = act_named("chit_counts", "Whether an event chit that was drawn counts.", ChitAsked)


@act("aa_fire")
class AaFire(ChitCase):
    """Anti-aircraft fire at an air event."""

    stages = (LEGALITY, "announce", "roll")

    def prepare(self) -> None:
        """The guns, the chit they fire at, and the combat hex."""
        super().prepare()
        self.guns = self.led(self.units_of())
        self.target: str | None = self.slots.get("target") or self.pending.get("hex")

    @property
    def announced(self) -> dict[str, Any]:
        """The chits of the attack, with the guns that have fired at them."""
        fired = [*(self.events.get("aa_fired") or ()), *(unit.id for unit in self.guns)]
        return {**self.events, "aa_fired": fired}


# ---- Fire at a distance -----------------------------------------------------------------------------------------------------
class Fire(GdpCase):
    """Fire of one unit at a distant hex."""

    stages = (LEGALITY, "announce", "modifiers", "roll", "result")

    def prepare(self) -> None:
        """Who fires at which unit in which hex."""
        self.firers = self.led(self.units_of())
        self.pending: dict[str, Any] = self.s.pending or {}
        named = self.units_of("target_units")
        self.aimed: Unit | None = named[0] if named else None
        self.target: str = self.valid(self.somewhere(self.slots.get("target") or (self.standing(self.aimed) if self.aimed else None)))

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
        first = next(iter(situation.units_named(slots.get("units"))), None)
        moving = (situation.pending or {}).get("act") in ("move", "debark", "advance", "dismount")
        active = situation.stated("active")
        return "opportunity_fire" if moving and first is not None and active in situation.book.sides and first.side != active else None


@act("fire")
class Shoot(Fire):
    """Fire of which the words do not say what kind it is."""

    responses = ("observe", "claim")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """By who fires, and at what."""
        return firing(situation, slots)


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
