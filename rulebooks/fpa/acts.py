"""The acts and questions of this book: what a declaration resolves to.  The rules about them stand in the chapters."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, ClassVar

from adjudicator.book import LEGALITY, InputError, act
from adjudicator.ground.facts import Missing
from adjudicator.ground.situation import Marker, Situation, Unit
from adjudicator.kit.acts import Asked, WarCase

GERMAN, SOVIET = "german", "soviet"
SIDES = (GERMAN, SOVIET)
ENEMY = {GERMAN: SOVIET, SOVIET: GERMAN}
KGS = ("Br", "Ch", "Go")


class FpaCase(WarCase):
    """What all acts of this book share: the KG markers."""

    def kg(self, id_: str | None) -> Marker | None:
        """The KG marker of that id, if it lies on the map."""
        marker = self.s.markers.get(id_ or "")
        return marker if marker is not None and marker.hex is not None else None

    def kgs(self) -> list[Marker]:
        """All KG markers on the map."""
        return [marker for marker in self.s.markers.values() if marker.kind == "KG" and marker.hex is not None]


# ---- what an act is about: tests that rules name with ``when`` -----------------------------------------------------------------
def germans_act(deed: Any) -> bool:
    """Germans do it."""
    return bool(deed.side == GERMAN)


def soviets_act(deed: Any) -> bool:
    """Soviets do it."""
    return bool(deed.side == SOVIET)


def storm_possible(deed: FpaCase) -> bool:
    """There is a storm, or nobody has said what weather there is."""
    return deed.s.stated("weather") in (None, "storm")


def kg_claimed(move: Move) -> bool:
    """Germans claim the transport of a KG."""
    return bool(move.aids) and move.side == GERMAN


def kg_about(deed: Any) -> bool:
    """A KG is claimed, or markers lie on the map."""
    return bool(deed.s.markers) or bool(deed.aids if isinstance(deed, Move) else deed.claimed_kgs)


def area_named(move: Move) -> bool:
    """Germans move, and hexes of the closed area (12.5) are listed."""
    return move.side == GERMAN and bool(move.s.stated("restricted_area"))


def air_used(fight: Fight) -> bool:
    """Somebody uses air points."""
    return bool(fight.air[GERMAN] or fight.air[SOVIET])


def supported(fight: Fight) -> bool:
    """Units support one of the sides."""
    return bool(fight.support[GERMAN] or fight.support[SOVIET])


def from_several_hexes(attack: Attack) -> bool:
    """The attack comes from more than one hex, or is supported."""
    return len(attack.hexes) > 1 or bool(attack.support[attack.side])


def place_named(fight: Fight) -> bool:
    """It was said where the attackers stand."""
    return bool(fight.slots.get("places") or fight.slots.get("from"))


def shown_in_full(deed: FpaCase) -> bool:
    """Somebody reads the ruling: remarks that cost a search are wanted."""
    return deed.full


# ---- fights and moves -----------------------------------------------------------------------------------------------------------
class Fight(FpaCase):
    """A unit or stack that goes for one hex: attacks and probes."""

    def prepare(self) -> None:
        """Who attacks what, with which aids on both sides."""
        self.attackers = self.units_of()
        if not self.attackers:
            raise InputError("no_units")
        aids = self.slots.get("aids") or ()
        against = self.slots.get("target_units") or ()
        named = self.standing(self.unit(against[0])) if against and not self.slots.get("target") else None
        self.target = named or self.hex_of("target")
        if any(aid.kind == "unit" for aid in aids):
            aids = self._joined(aids)
        self.side: str = self.attackers[0].side
        self.enemy = self.book.enemy(self.side)
        self.hexes: list[str] = list(dict.fromkeys([unit.hex for unit in self.attackers if unit.hex]))  # where the attack comes from
        # Units of the other side in the target hex, which defend together (13.0)
        self.defenders = [unit for unit in self.s.at(self.target) if unit.side != self.side]
        self.only_guns: bool | None = None  # nothing but artillery defends (13.2); None = not looked at yet
        self.air = {GERMAN: 0, SOVIET: 0}
        self.claimed_kgs: list[str | None] = []
        self.kg_side = GERMAN
        self.support: dict[str, list[Unit]] = {self.side: [], self.enemy: []}
        self._take_aids(self.side, aids)
        for answer in self.slots.get("responses") or ():
            self._take_response(answer)

    def beside(self, unit: Unit) -> bool:
        """Whether a unit stands next to the hex that is attacked."""
        here = unit.hex
        return here is not None and self.s.grid.adjacent(here, self.target)

    def _joined(self, aids: Iterable[Any]) -> list[Any]:
        """ "16Pz attacks with 371Inf": a unit that is not said to support, and has no range to do so, is one of the attackers.

        So is artillery without a range that supports from beside the target.  Returns the other aids.
        """
        from .r02_components import is_artillery
        from .r13_0_combat import is_ranged

        others = []
        for aid in aids:
            unit = self.unit(aid.id) if aid.kind == "unit" else None
            if unit is not None and aid.support and not (unit.stated("side") == SOVIET and is_artillery(unit) and self.beside(unit)):
                unit = None
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
        slots = answer.slots
        role = slots.get("role")
        side = slots.get("side") or (self.side if role == "attack" else self.enemy)
        self._take_aids(side, slots.get("aids") or ())
        for id_ in slots.get("units") or ():
            self.support[side].append(self.unit(id_))
        for id_ in slots.get("markers") or ():
            self.claimed_kgs.append(id_)


@act("attack")
class Attack(Fight):
    """An attack on an enemy-occupied hex, up to the result of the roll."""

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
        if not units or not target:
            raise InputError("support_of_what")
        answer = SimpleNamespace(slots={**slots, "role": slots.get("role") or ("attack" if slots.get("supported") else None)})
        side = slots.pop("side", None)
        slots.update(units=units, target=target, aids=(), responses=[answer, *(slots.get("responses") or ())])
        if side:
            answer.slots["side"] = side
        return "attack"


@act("probe")
class Probe(Fight):
    """A probing attack: an advance into an empty hex in an enemy ZOC (13.6)."""

    stages = (LEGALITY, "after")


@act("move")
class Move(FpaCase):
    """Movement of a unit or stack along a path."""

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "allowance", "supply", "step", "cost", "after")
    legality: ClassVar[tuple[str, ...]] = (LEGALITY, "allowance", "supply", "step", "cost")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Before the game what "goes to" a hex is set up there; after a combat what moves into the hex that was won advances."""
        if cls is not Move or not slots.get("to"):
            return None
        pending = situation.facts.get("pending") or {}
        if pending.get("result") and pending.get("hex") == slots["to"] and "combat" in str(situation.stated("phase") or ""):
            return "advance"
        if situation.stated("phase") != "setup":
            return None
        slots["at"] = slots["to"]
        return "setup"

    def prepare(self) -> None:
        """The stack, where it starts, and the hexes it goes through, one by one."""
        self.movers = self.units_of()
        if not self.movers:
            raise InputError("no_units")
        self.side: str = self.movers[0].side
        starts = list(dict.fromkeys(self.standing(unit) for unit in self.movers))
        if len(starts) > 1:
            raise InputError("one_stack_at_a_time", units=[unit.id for unit in self.movers])
        if starts[0] is None:
            raise InputError("not_on_map", unit=self.movers[0].id)
        self.start = starts[0]
        named = [self.slots["from"]] if self.slots.get("from") else []
        named += list(self.slots.get("path") or ()) or [name for name in (self.slots.get("to"),) if name]
        if not named and not self.question:
            raise InputError("no_destination")
        for name in named:
            if not self.book.grid.valid(name):
                raise InputError("impossible_hex", hex=name)
        if named and named[0] == self.start:
            named = named[1:]
        self.aids = [aid.id for aid in self.slots.get("aids") or () if aid.kind == "KG"]
        self.allowances: dict[str, int] = {}
        self.unsure: list[tuple[str, int, int, Missing]] = []  # (mobility, least, most, what is missing) of one cost
        self.river: int | None = None
        self.free: dict[str, str] | None = None
        self.zocs: dict[str, list[Unit]] = {}  # what r07_zoc.zoc_on_the_way has found out
        self.mobilities = list(dict.fromkeys(unit.fact("class") for unit in self.movers if unit.stated("class") != "static"))
        self.searched = False
        self.fault: tuple[str, str] | None = None
        self.path = self.full_path(named)
        if not self.path and self.fault is None and not self.question:
            raise InputError("already_there", unit=self.movers[0].id, hex=self.start)

    def full_path(self, named: list[str]) -> list[str]:
        """The named hexes with the gaps between them filled by the cheapest way (r12_movement.py)."""
        if not self.mobilities:  # nothing here can move: no way to be looked for
            return named
        adjacent = self.book.grid.adjacent
        path: list[str] = []
        at = self.start
        for name in named:
            if name != at and not adjacent(at, name):
                from .r12_movement import cheapest_way

                way = cheapest_way(self, at, name)
                if way is None and not self.forced:
                    self.fault = (at, name)
                    return path
                way = way or [name]
                self.searched = True
                path.extend(way)
            else:
                path.append(name)
            at = name
        return path

    @property
    def steps(self) -> list[tuple[str, str, int]]:
        """(from, to, index) of every step of the path."""
        return [(before, after, index) for index, (before, after) in enumerate(zip([self.start, *self.path], self.path, strict=False))]

    def each(self, stage: str) -> Iterable[Any]:
        """The rules of the stage ``step`` speak for every step."""
        return self.steps if stage == "step" else (None,)


class Aftermath(FpaCase):
    """Something that carries out a result: ``pending`` says which."""

    def prepare(self) -> None:
        """The result being carried out, and the units that speak up for it."""
        self.pending: dict[str, Any] = self.s.pending or {}
        self.movers = self.units_of()
        self.result: str | None = self.pending.get("result")
        self.battle: str | None = self.pending.get("hex")
        self.attackers: list[str] = list(self.pending.get("attackers") or ())
        self.supporters: list[str] = list(self.pending.get("support") or ())

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
    units = [situation.units[id_] for id_ in slots.get("units") or () if id_ in situation.units]
    if situation.facts.get("pending") or not units or not (slots.get("to") or slots.get("path")):
        return None
    return "move" if str(situation.stated("phase") or "").startswith(f"{units[0].stated('side')} movement") else None


@act("retreat")
class Retreat(Aftermath):
    """A retreat after combat."""

    stages = (LEGALITY, "numbers", "after")
    responses = ("claim",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A retreat that names no hex but the edge is one off the map; one in the movement phase of one's own is a move."""
        if slots.get("off_map") and not slots.get("to") and not slots.get("path"):
            return "retreat_off"
        return None if slots.get("side") else moves_on(situation, slots)

    def prepare(self) -> None:
        """Who retreats, on whose choice, from where to where."""
        super().prepare()
        if not self.movers:
            raise InputError("no_units")
        self.side: str = self.movers[0].side
        self.chooser: str | None = self.slots.get("side")
        path = list(self.slots.get("path") or ())
        if self.slots.get("to"):
            path.append(self.slots["to"])
        place = self.standing(self.movers[0])
        self.start: str | None = self.slots.get("from") or place
        if path and path[0] == self.start:
            path = path[1:]
        if not path:
            raise InputError("no_destination")
        for name in path:
            if not self.book.grid.valid(name):
                raise InputError("impossible_hex", hex=name)
        self.path = path
        self.to = path[-1]


@act("advance")
class Advance(Aftermath):
    """An advance after combat."""

    stages = (LEGALITY, "after")
    responses = ("stay", "claim")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """In the movement phase of one's own, with no result to follow up, it is a move."""
        return moves_on(situation, slots)

    def prepare(self) -> None:
        """Who advances into which hex."""
        super().prepare()
        if not self.movers:
            raise InputError("no_units")
        self.side: str = self.movers[0].side
        path = list(self.slots.get("path") or ()) + ([self.slots["to"]] if self.slots.get("to") else [])
        if not path and self.battle:
            path = [self.battle]
        starts = {self.standing(unit) for unit in self.movers}
        if len(path) > 1 and path[0] in starts:
            path = path[1:]
        if not path:
            raise InputError("no_destination")
        for name in path:
            if not self.book.grid.valid(name):
                raise InputError("impossible_hex", hex=name)
        self.path = path
        self.to = path[-1]


@act("stay")
class Stay(Aftermath):
    """Not advancing, not moving, not retreating."""


@act("loss")
class Loss(Aftermath):
    """A step taken from a unit to satisfy a result."""

    stages = (LEGALITY, "after", "total")
    responses = ("score", "claim")


@act("resolve")
class Resolve(Aftermath):
    """What a pending result does, as far as nobody has a choice."""

    stages = (LEGALITY, "numbers", "after")

    @classmethod
    def settled(cls, pending: dict[str, Any]) -> bool:
        """Losses are taken, retreats made, as far as the result calls for them."""
        result = pending.get("result") or "?"
        return (bool(pending.get("steps_taken")) or result in ("AS", "DR")) and (bool(pending.get("retreated")) or "DR" not in result)


@act("owed")
class Owed(Aftermath):
    """What the rules ask for next; ``phase`` among the slots: also of the phase itself."""

    stages: ClassVar[tuple[str, ...]] = ("answer",)
    legality: ClassVar[tuple[str, ...]] = ()
    question = True

    @property
    def alive(self) -> list[Unit]:
        """The attackers that are still in play."""
        return [self.unit(id_) for id_ in self.attackers if id_ not in self.s.eliminated]


@act("call_off")
class CallOff(Aftermath):
    """Taking back a declared attack."""


@act("inspect")
class Inspect(FpaCase):
    """Looking through an enemy stack."""


@act("end_phase")
class EndPhase(FpaCase):
    """Units standing stacked at the end of a phase."""

    def prepare(self) -> None:
        """The hex and everything of that side in it."""
        named = self.units_of()
        place = self.slots.get("at") or (self.standing(named[0]) if named else None)
        if place is None:
            raise InputError("no_destination")
        self.at: str = place
        if not self.book.grid.valid(self.at):
            raise InputError("impossible_hex", hex=self.at)
        there = [unit for unit in self.s.at(self.at) if unit not in named]
        side = named[0].side if named else (there[0].side if there else None)
        if side is None:
            raise InputError("empty_hex", hex=self.at)
        self.side: str = side
        self.stack = named + [unit for unit in there if unit.side == side]


@act("overstacked", "eliminate")
class Removal(FpaCase):
    """The opponent's cure of an overstacked hex (6.0)."""

    stages = (LEGALITY, "after")
    responses = ("eliminate",)

    def prepare(self) -> None:
        """The hex, and whom who removes."""
        removed = list(self.slots.get("units") or ())
        self.remover: str | None = self.slots.get("side")
        for answer in self.slots.get("responses") or ():
            removed += list(answer.slots.get("units") or ())
            self.remover = answer.slots.get("side") or self.remover
        self.removed = [self.unit(id_) for id_ in dict.fromkeys(removed)]
        at = self.slots.get("at") or (self.standing(self.removed[0]) if self.removed else None)
        if at is None:
            raise InputError("no_destination")
        self.at: str = at
        stack = self.s.at(self.at)
        if not stack:
            raise InputError("empty_hex", hex=self.at)
        self.side: str = self.removed[0].side if self.removed else stack[0].side
        self.stack = [unit for unit in stack if unit.side == self.side]


class LineCase(FpaCase):
    """A supply line (Soviet) or communications line (German) of a unit or from a hex."""

    def prepare(self) -> None:
        """Whose line from which hex, and the path if one is shown."""
        units = self.units_of()
        self.subject: Unit | None = units[0] if units else None
        self.what: str = self.slots.get("what") or "supply"
        at = self.slots.get("at")
        self.start: str | None = self.standing(self.subject) if self.subject else at
        if self.start is None and self.subject is None:
            raise InputError("no_units")
        self.elsewhere: str | None = at if self.subject is not None and at and at != self.start else None
        path = list(self.slots.get("path") or ())
        for name in path:
            if not self.book.grid.valid(name):
                raise InputError("impossible_hex", hex=name)
        if path and path[0] != self.start and self.start and self.book.grid.adjacent(self.start, path[0]):
            path = [self.start, *path]
        self.path = path
        self.on = bool(self.slots.get("to_edge"))
        if self.subject is not None:
            self.side: str = self.subject.side
        else:
            self.side = SOVIET if self.what == "supply" else GERMAN


@act("trace", "claim_status")
class Line(LineCase):
    """A line that is shown, or claimed to be there."""

    stages = (LEGALITY, "status")
    legality = (LEGALITY, "status")


@act("status")
class Status(Asked, LineCase):
    """A question: is this unit or hex in supply, in communications, and why not."""


class Deed(FpaCase):
    """An act that needs no more than its slots."""

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "after")


@act("setup")
class SetUp(Deed):
    """Placing a unit before the game."""


@act("announce")
class Announce(Deed):
    """Choosing the order of movement and combat."""


@act("next_phase")
class NextPhase(Deed):
    """Going on to another phase."""


@act("deploy")
class Deploy(Deed):
    """Placing KG markers."""


@act("keep_air")
class KeepAir(Deed):
    """Saving air markers for later."""


@act("enter")
class Enter(Deed):
    """The arrival of a reinforcement."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A unit that stands on the map and enters a hex moves or, after a combat, advances."""
        units = [situation.units[id_] for id_ in slots.get("units") or () if id_ in situation.units]
        phase = str(situation.stated("phase") or "")
        if not slots.get("at") or not any(unit.hex for unit in units):
            return None
        if "movement" in phase or "combat" in phase:
            slots["to"] = slots["at"]
            return "move" if "movement" in phase else "advance"
        return None


@act("return")
class Return(Deed):
    """A replaced rifle corps coming back."""

    in_supply = True  # whether the hex has a supply line (8.2)


@act("roll_return")
class RollReturn(Deed):
    """The die for the return of an eliminated corps."""


@act("exit")
class Exit(Deed):
    """Leaving the map."""


@act("roll")
class DiceRoll(Deed):
    """A roll of the sequence of play: the weather, the air phase."""

    question = True
    responses = ("roll",)

    @property
    def purpose(self) -> str:
        """``weather`` or ``air``: what is said, else what the phase or the number of dice tells."""
        said = self.slots.get("purpose")
        if said:
            return str(said)
        phase = self.s.stated("phase")
        return "weather" if phase == "weather" else "air"


class Question(Asked, FpaCase):
    """Something asked; what is not known leaves the answer open."""


@act("weather")
class AskWeather(Question):
    """What is the weather this turn?"""


@act("winner")
class AskWinner(Question):
    """Who has won?"""


@act("score")
class Score(Question):
    """How many victory points something is worth."""

    stages = ("answer", "total")


@act("controls")
class AskControl(Question):
    """Who controls a hex?"""


@act("attackers")
class AskAttackers(Question):
    """What can attack a hex?"""


@act("retreats")
class AskRetreats(Question):
    """Where may a unit retreat?"""


@act("need")
class AskNeed(Question):
    """What does it take to reach a column against a hex?"""


@act("chances")
class AskChances(Question):
    """What are the chances of the attack that is pending or named?"""


@act("odds_of")
class AskOdds(AskChances):
    """What are the odds of an attack?"""


@act("cost")
class AskCost(Question):
    """What does a way cost?"""


@act("how_many")
class AskHowMany(Question):
    """How many air markers, victory points, or steps in a hex."""

    stages = ("answer", "total")


@act("can_reach", "where_go")
class AskReach(Move):
    """Where a unit can move, or whether it can get to a hex."""

    stages = (LEGALITY, "allowance", "supply", "answer")
    legality = ()
    question = True

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Of a unit that does not stand on the map it is asked where it may be placed."""
        units = [situation.units[id_] for id_ in slots.get("units") or () if id_ in situation.units]
        if cls is not AskReach or not units or any({"at", "setup"}.isdisjoint(unit.facts) or unit.hex is not None for unit in units):
            return None
        if situation.stated("phase") == "setup":
            return "where_set_up"
        return "where_return" if units[0].stated("side") == SOVIET else "where_enter"

    def full_path(self, named: list[str]) -> list[str]:
        """A question names a goal, not a path."""
        self.goal = named[-1] if named else None
        return []


@act("area")
class AreaSaid(Deed):
    """What was said of the area that 12.5 closes to the Soviets: a fact, put on the table for what follows."""

    deniable = True

    silent = True
