"""Fights: attacks on the Combat Table, Engagements, Attacks by Fire and barrages.  What they leave behind stands in acts_aftermath.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.book import LEGALITY, Entity, InputError, Missing, Situation, Unit, act, act_named
from adjudicator.ground.declaration import Act

from .acts import BcsCase
from .r01_vocabulary import has_av, is_host
from .vocabulary import formation_of, is_combat_unit, stack
from .vocabulary_toll import Toll

ATTACKER, DEFENDER = "attacker", "defender"
SUPPRESSION, DESTRUCTION = "suppression", "destruction"
NO_EFFECT = "no effect"
AR_UNIT = "choices.ar_unit"  # the defender's choice of the unit whose rating counts (5.1b)


class Fight(BcsCase):
    """What all fights share."""

    side: str

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Units that wait off the map are no target (6.3a)."""
        names = slots.get("target_units") or ()
        found = [situation.units.get(name) for name in ((names,) if isinstance(names, str) else names)]
        beyond = [unit for unit in found if unit is not None and unit.facts.get("at") == "off_map" and not unit.in_support]
        return "off_map_target" if beyond and len(beyond) == len(found) and not slots.get("target") else None

    def begin(self) -> None:
        """The state that the rules of the fight build up."""
        self.toll = Toll()
        self.open: set[str] = set()  # whose sum hangs on something that nobody stated
        self.said: set[tuple[Any, ...]] = set()  # modifiers told already, where several shots share them
        self.answers = list(self.slots.get("responses") or ())

    def clause_units(self, slots: dict[str, Any], slot: str = "units") -> list[Unit]:
        """The units that a clause names, formations left out."""
        found = slots.get(slot) or ()
        names = (found,) if isinstance(found, str) else found
        return [self.unit(name) for name in names if name in self.s.units or not self.is_formation(name)]

    def clause_hex(self, slots: dict[str, Any], *units: str) -> str | None:
        """The hex that a clause aims at: named itself, or where a unit stands that it names."""
        target = slots.get("target") or slots.get("at")
        if target is not None:
            return self.valid(target if isinstance(target, str) else target[0])
        for slot in units or ("target_units",):
            for unit in self.clause_units(slots, slot):
                if not unit.in_support:
                    here = self.standing(unit)
                    if here is not None:
                        return here
        return None

    def dice_left(self) -> int:
        """Dice that have been thrown and not yet been read."""
        return len(self.dice) - self.thrown

    @property
    def forces(self) -> Entity | None:
        """The formation whose Activation it is; None where it is not told."""
        name = self.s.stated("active_formation")
        return self.formation(name) if name is not None else None

    def off_map(self, unit: Unit) -> bool:
        """Whether the unit waits off the map (6.3)."""
        return bool(unit.facts.get("at") == "off_map" and not unit.in_support)

    def fighters(self, hex_: str, side: str) -> list[Unit]:
        """Combat units of the other side in a hex."""
        return [unit for unit in stack(self.s, hex_, lambda unit: unit.side != side) if unit.side != side and is_combat_unit(unit)]


class Points:
    """Artillery and air points spent on a hex, and who observes."""

    def __init__(self, case: Fight, slots: dict[str, Any]) -> None:
        self.type: str | None = slots.get("barrage") or slots.get("type")
        self.artillery = int(slots.get("points") or 0)
        self.air = int(slots.get("air") or 0)
        self.helpers: list[str] = []
        other = slots.get("barrage_also") or slots.get("type_also")
        self.mixed = other is not None and self.type not in (None, other)  # both kinds in one attack
        more = slots.get("points_also")
        if more and not self.mixed:
            self.artillery += int(more)
        for aid in slots.get("aids") or ():
            if aid.kind == "air":
                self.air += aid.count or 1
            elif aid.kind == "artillery":
                self.artillery += aid.count or 1
            elif aid.kind == "unit":
                self.helpers.append(aid.id)
        if self.type in (None, "none"):
            self.type = None
            if self.count > 1:
                self.type = DESTRUCTION  # suppression takes one point only
            elif self.count:
                raise InputError("barrage_type")
        elif not self.count:
            self.artillery = 1
        observers = slots.get("observer") or ()
        self.observers = [case.unit(name) for name in ((observers,) if isinstance(observers, str) else observers)]

    @property
    def count(self) -> int:
        """All points together."""
        return self.artillery + self.air

    def __bool__(self) -> bool:
        return self.type is not None


class Outcome(Fight):
    """A result of the Combat Table that is applied: in the attack itself, or afterwards."""

    attacker: Unit | None
    assists: list[Unit]
    defenders: list[Unit]
    in_hex: list[Unit]  # all counters of the defender in the hex
    target: str
    start: str | None  # the Attack Unit's hex
    codes: tuple[str, ...] | None  # the entry, code by code; None: none was read
    losses_due: bool  # whether the steps of the entry have still to be taken
    engaged: bool  # the entry is one of the Engagement Table
    wiped_out: bool

    def open_result(self) -> None:
        """The state that the rules about results build up."""
        self.codes = None
        self.losses_due = True
        self.engaged = False
        self.wiped_out = False
        self.fates: list[Any] = []
        self.vacated = False
        self.rating_unit: Unit | None = None  # the defender's AR unit (5.1b)
        self.named_rating: str | None = None
        self.shares: dict[str, int] = {}  # steps that the defender says each unit takes

    @property
    def living(self) -> list[Unit]:
        """The defenders that still stand."""
        return [unit for unit in self.defenders if not self.toll.dead(unit)]

    def rating(self) -> Unit:
        """The defender's AR unit: the one he named, the only one, or one that he has still to choose."""
        if self.rating_unit is None or self.toll.dead(self.rating_unit):
            living = self.living
            named = next((unit for unit in living if unit.id == self.named_rating), None)
            if named is None and len(living) != 1:
                chosen = self.s.tried.get(AR_UNIT, (self.s.facts.get("choices") or {}).get("ar_unit"))
                if chosen is None or not living:  # one of nobody is chosen by nobody
                    raise Missing(AR_UNIT, tuple(unit.id for unit in living) or None)
                named = next((unit for unit in living if unit.id == chosen), living[0])
            self.rating_unit = named or living[0]
        return self.rating_unit


class CombatTable(Outcome):
    """An attack that is resolved on the Combat Table (5.1)."""

    stages = (LEGALITY, "announce", "barrage", "ratings", "sums", "net", "roll", "result", "losses", "retreat", "vacated", "states", "after", "unread")
    responses = ("name_ar", "name_target", "use_support", "add_support", "names_attacker", "assist", "no_barrage", "observe", "claim", "barrage")
    limit = "regular"

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """Points that are told beside the attack are its own where no other hex is named."""
        aimed = answer.slots.get("target", slots.get("target")) == slots.get("target") and "target_units" not in answer.slots
        return super().takes(situation, slots, answer, thrown) and (answer.kind != "barrage" or aimed and not thrown)

    def spent(self) -> dict[str, Any]:
        """The slots of the attack with the points that are told beside it."""
        slots = dict(self.slots)
        for told in (answer.slots for answer in self.answers if answer.kind == "barrage"):
            for name, own in (("points", "points"), ("type", "barrage")):
                if name in told:
                    slots[f"{own}_also" if own in slots else own] = told[name]
            if "air" in told:
                slots["air"] = int(slots.get("air") or 0) + int(told["air"])
            if "observer" in told:
                slots["observer"] = told["observer"]
        return slots

    def prepare(self) -> None:
        """Who attacks what, with whose help; the defenders and the points."""
        self.begin()
        self.points = Points(self, self.spent())
        assists = [self.unit(name) for name in (*self.named("assist"), *self.points.helpers)]
        assists += [unit for answer in self.answers if answer.kind == "assist" for unit in self.clause_units(answer.slots)]
        leads = [unit for answer in self.answers if answer.kind == "names_attacker" for unit in self.clause_units(answer.slots)]
        ids = [unit.id for unit in assists]
        named = self.at_least_one(leads + [unit for unit in self.clause_units(self.slots) if unit.id not in ids and unit not in leads])
        lead, *others = named
        self.attacker: Unit = lead
        helpers = {unit.id: unit for unit in (*others, *assists)}
        self.assists = [unit for unit in helpers.values() if not unit.in_support]
        self.side = self.attacker.side
        self.target: str = self.somewhere(self.clause_hex(self.slots))
        self.distant = self.off_map(self.attacker) or bool(self.slots.get("off_map"))
        self.start: str | None = None if self.distant else self.standing(self.attacker)
        self.s.all_placed(lambda unit: unit.side != self.side)
        self.in_hex = [unit for unit in self.s.known_at(self.target) if unit.side != self.side]
        self.defenders = self.fighters(self.target, self.side)
        self.open_result()
        backed = tuple(unit.id for unit in helpers.values() if unit.in_support)  # "with the Support of ...": its modifier is claimed
        self.claimed: list[dict[str, Any]] = [{"units": backed}] if backed else []
        self.claimed_against: list[dict[str, Any]] = []  # Support that the other side is said to have
        self.claimed_drms: list[str] = []
        self.claimed_fire: list[str] = []  # whose Attacks by Fire the attacker counts on
        self.claimed_second: list[str] | None = None  # whom the defender calls his second unit
        for answer in self.answers:
            if answer.kind in ("name_ar", "name_target"):
                self.named_rating = next(iter(answer.slots.get("units") or ()), None)
            elif answer.slots.get("drm"):
                self.claimed_drms.append(str(answer.slots.get("what")))
                self.claimed_fire += answer.slots.get("fired") or ()
            elif answer.slots.get("second_unit"):
                self.claimed_second = list(answer.slots.get("units") or ())
            elif answer.kind in ("use_support", "add_support"):
                named = self.s.units_named(answer.slots.get("units"))
                theirs = named and all(unit.side != self.side for unit in named)
                (self.claimed_against if theirs else self.claimed).append(answer.slots)
        self.barrage_hits = 0
        self.unread_cell: Missing | None = None

    def crossed(self) -> list[str]:
        """What lies on the hexside that the Attack Unit crosses; nothing from off the map (6.3a)."""
        if self.start is None:
            return []
        found: list[str] = self.s.side(self.start, self.target).features
        return found


@act("regular_attack", "attack", "names_attacker")
class RegularAttack(CombatTable):
    """A Regular Attack (5.1h)."""

    step = "activities"
    repeats = "count"
    left_free = "5.1a"


class FireEvents:
    """A fight that costs Fire Events (1.6b): who spends how many."""

    firing: dict[str, int]
    s: Situation

    def firers(self) -> list[Unit]:
        """The units that spend Fire Events."""
        return [self.s.units[id_] for id_ in self.firing if id_ in self.s.units]


@act("shock_attack")
class ShockAttack(CombatTable, FireEvents):
    """A Shock Attack (5.1k)."""

    step = "activities"
    limit = "shock"
    repeats = "count"

    def prepare(self) -> None:
        """As any attack; it costs one Fire Event."""
        super().prepare()
        self.firing = {self.attacker.id: 1}


class Shot:
    """One Engagement or Attack by Fire: who fires at which hex, and what comes of it."""

    __slots__ = ("aimed", "by_support", "drm", "firer", "hex", "host", "in_doubt", "number", "result", "support", "table_result", "target", "terms", "total")

    def __init__(self, firer: Unit, hex_: str, number: int) -> None:
        self.firer = firer
        self.hex = hex_
        self.number = number
        self.aimed: list[str] = []  # units that the declaration names as what is fired at
        self.by_support = False  # the declaration fires at "the support"
        self.target: Unit | None = None  # the Real AV unit or Support unit that is the Target
        self.host: Unit | None = None  # whose Support it is
        self.support: list[Unit] = []  # all Support of the Host's formation
        self.in_doubt = False
        self.terms: list[tuple[Any, ...]] = []
        self.drm: int | None = None
        self.total: int | None = None
        self.result: str | None = None
        self.table_result: str | None = None


class Shooting(Fight, FireEvents):
    """A row of shots, each of which costs a Fire Event."""

    shot_stages: tuple[str, ...] = ()

    def read_shots(self, kind: str) -> None:
        """The shots of the declaration and of what it goes on with."""
        self.begin()
        self.shots: list[Shot] = []
        self.named_targets: list[tuple[int, dict[str, Any]]] = []
        self.firing = {}
        units: list[Unit] = []
        target: str | None = None
        for clause_kind, slots in [(kind, self.slots), *((answer.kind, answer.slots) for answer in self.answers)]:
            if clause_kind == "name_target":
                self.named_targets.append((len(self.shots), slots))
            if clause_kind != kind:
                continue
            units = self.clause_units(slots) or units
            target = self.clause_hex(slots) or target
            self.at_least_one(units)
            if target is None:
                target = self.clause_hex(slots, "near")
            if target is None:
                raise InputError("no_destination")
            named = [unit.id for slot in ("target_units", "support_units") for unit in self.clause_units(slots, slot)]
            further = [self.valid(hex_) for hex_ in slots.get("also") or ()]
            hexes = [target] * int(slots.get("count") or slots.get("event") or 1) + further
            for unit in units:
                for hex_ in hexes:
                    shot = Shot(unit, hex_, len(self.shots) + 1)
                    shot.aimed = named
                    shot.by_support = bool(slots.get("support") or slots.get("support_units"))
                    self.shots.append(shot)
                    self.firing[unit.id] = self.firing.get(unit.id, 0) + 1
        self.side = self.shots[0].firer.side
        self.firer = self.shots[0].firer

    @property
    def hexes(self) -> list[str]:
        """The hexes fired at, each once."""
        return list(dict.fromkeys(shot.hex for shot in self.shots))

    def each(self, stage: str) -> Iterable[Any]:
        """Shot by shot."""
        return self.shots if stage in self.shot_stages else (None,)

    def many(self, values: list[Any]) -> Any:
        """What is told of several shots: one value if there is one shot, or all agree on a number; else the list."""
        return values[0] if len(values) == 1 else values


@act("engagement")
class Engagement(Shooting):
    """Engagements: AV fires at AV (5.2).  Also those that lift a STOP (4.4)."""

    step = "activities"
    stages = (LEGALITY, "range", "announce", "ratings", "sums", "net", "fire", "losses", "retreat", "vacated", "states", "after", "unread")
    legality = (LEGALITY, "range")
    responses = ("engagement", "name_target", "no_fire", "claim")
    denial = "unfired"
    shot_stages = ("range", "ratings", "sums", "net", "fire")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who simply "fires" at a hex where no AV is, Real or of Support, makes an Attack by Fire."""
        if not slots.get("fires") or slots.get("support") or slots.get("off_map"):
            return None
        named = situation.units_named(slots.get("target_units"))
        hex_ = slots.get("target") or slots.get("target2") or next((unit.hex for unit in named if unit.hex is not None), None)
        side = next((situation.units[name].stated("side") for name in slots.get("units") or () if name in situation.units), None)
        there = [unit for unit in situation.at(hex_) if unit.stated("side") != side and is_combat_unit(unit)] if isinstance(hex_, str) else []
        try:
            return None if not there or any(has_av(unit) or is_host(unit) for unit in there) else "attack_by_fire"
        except Missing:
            return None

    def prepare(self) -> None:
        """Who fires at which hex how often."""
        self.read_shots("engagement")
        self.stop = bool(self.slots.get("stop"))
        self.fates: list[Any] = []
        self.unread: list[Missing] = []
        self.left_hexes: set[str] = set()  # where the Target's stack has retreated or died
        self.dropped: list[Unit] = []


@act("attack_by_fire")
class AttackByFire(Shooting):
    """Attacks by Fire: AV fires at units without (5.3)."""

    step = "activities"
    stages = (LEGALITY, "announce", "fire", "states", "after", "unread")
    responses = ("attack_by_fire", "name_target", "no_fire", "claim")
    shot_stages = ("fire",)

    def prepare(self) -> None:
        """Who fires at which hex how often."""
        self.read_shots("attack_by_fire")
        several = len(self.clause_units(self.slots)) > 1
        self.combined = bool(self.slots.get("combine")) or (several and self.slots.get("count") == 1)


@act("barrage")
class Barrage(Fight):
    """Artillery and air points on a hex, outside any attack (5.4)."""

    step = "activities"
    stages = (LEGALITY, "announce", "fire", "states", "after", "unread")
    responses = ("observe", "claim")

    def prepare(self) -> None:
        """Whose points fall on which hex, and who observes."""
        self.begin()
        slots = dict(self.slots)
        slots.setdefault("type", DESTRUCTION)
        for answer in self.answers:
            if answer.kind == "observe":
                slots["observer"] = answer.slots.get("units") or ()
        named_units = [unit.id for unit in self.clause_units(self.slots) if is_combat_unit(unit)]
        if named_units:
            slots.setdefault("observer", named_units)  # units do not fire artillery: the one that is named sees where it falls
        self.points = Points(self, slots)
        self.target: str = self.somewhere(self.clause_hex(self.slots))
        named = next((unit for unit in self.clause_units(self.slots) if unit.formation is not None), None)
        found = self.formation_slot("units", "formation")
        self.battery: Entity | None = found if found is not None else formation_of(named) if named is not None else self.forces
        self.side = self.battery.side if self.battery is not None and self.battery.stated("side") is not None else self.acting
        self.observer: Unit | None = None
        self.in_hex = [unit for unit in self.s.at(self.target) if unit.side != self.side]
        self.defenders = self.fighters(self.target, self.side)


@act("off_map_target")
class OffMapTarget(Fight):
    """A fight against units that are not on the map (6.3a)."""

    def prepare(self) -> None:
        """Who is fought."""
        self.begin()
        self.targets = self.clause_units(self.slots, "target_units")


@act("observe")
class Observe(Fight):
    """A unit that observes, said by itself: a barrage is to follow (5.4f)."""

    def prepare(self) -> None:
        """Who observes, for which formation, and which hex if it was said."""
        self.begin()
        self.observers = self.at_least_one(self.clause_units(self.slots))
        names = [name for name in self.named() if self.is_formation(name) and name not in self.s.units]
        self.battery: Entity | None = self.formation(names[0]) if names else self.forces
        self.side = self.battery.side if self.battery is not None and self.battery.stated("side") is not None else self.acting
        self.target = self.clause_hex(self.slots)


@act("assisted", "assist")
class Assisted(BcsCase):
    """Who assisted the attack that is being carried out, and from where."""

    silent = True

    def prepare(self) -> None:
        """The units that assisted."""
        self.helpers = [self.unit(name) for name in self.named() if not self.is_formation(name)]


Answer = act_named(
    ("name_ar", "name_target", "no_fire"), "The defender's choice, or a shot not taken, said where no attack stands beside it.", BcsCase, silent=True
)
Unfired = act_named("unfired", "A unit that stands in an AV EZOC fires no Stopping Engagement.", BcsCase)
