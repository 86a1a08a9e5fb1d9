"""The acts of command, movement and arrival: what a declaration resolves to.  The rules stand in the chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from adjudicator.book import LEGALITY, InputError, Marker, Missing, Situation, Unit, act, act_named
from adjudicator.kit import Asked, UnitStep, WarCase, cell, filled, unit_steps

from .going import GOING, elsewhere, flying, going, in_course, is_coming, placing, way_of
from .vocabulary import AIRCRAFT, EVENT, MALOPOLSKA, RAIL, REPLACEMENT, command_name, hq_names, is_hq, on_rails, replaces

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Act


class PdCase(WarCase):
    """What all acts of this book share.  ``seek``: the best way of a unit to a far hex, or None; its chapter provides it (`finds_ways`)."""

    seek: ClassVar[Callable[..., list[str] | None]]

    def camp(self, side: str | None) -> str:
        """The player of a side: Slovaks act with the German."""
        return self.book.camp(side) if side is not None else ""

    def enemies_at(self, hex_: str, side: str) -> list[Unit]:
        """Units of the other side in a hex but the ship: it lies in the water, and nobody meets it (11.3)."""
        return [unit for unit in super().enemies_at(hex_, side) if not unit.known_to_be("kind", "ship")]

    def hostile(self, unit: Unit, side: str) -> bool:
        """Whether a unit belongs to the other player."""
        return self.camp(unit.side) != self.camp(side)

    @property
    def pending(self) -> dict[str, Any]:
        """The result, attack or replacements being carried out; empty if there is none."""
        found: dict[str, Any] | None = self.s.pending
        return found or {}

    @property
    def chit(self) -> str | None:
        """The chit by virtue of which this is done: the one named, else the one just drawn."""
        named = self.slots.get("chit") or next(iter(self.slots.get("chits") or ()), None)
        found: str | None = named or self.s.chit
        return found

    def commander(self, command: str | None) -> Unit | None:
        """The HQ counter of a command, wherever it is; None if the situation does not list it."""
        if command is None:
            return None
        for unit in self.s.units.values():
            if is_hq(unit) and command_name(unit) == command:
                return unit
        return next((self.s.units[name] for name in hq_names(command) if name in self.s.units), None)

    def lost(self, command: str) -> bool:
        """Whether the HQ of a command has been eliminated (11.1.3)."""
        found = self.commander(command)
        if found is not None and found.id in self.s.eliminated:
            return True
        return found is None and any(name in self.s.eliminated for name in hq_names(command))

    def aircraft(self, *kinds: str) -> list[Marker]:
        """The aircraft counters of some kinds, in the order in which they were listed."""
        return [marker for marker in self.s.markers.values() if marker.kind in (kinds or AIRCRAFT)]

    def marker(self, name: str) -> Marker:
        """The marker of that name; one that nobody listed knows nothing of itself."""
        return self.s.markers.get(name) or Marker(self.s, name, {"id": name})

    def markers_of(self, slot: str = "markers", slots: dict[str, Any] | None = None) -> list[Marker]:
        """The markers named in a slot, each once."""
        given = (self.slots if slots is None else slots).get(slot) or ()
        names = [item[1] or item[0] if isinstance(item, tuple) else str(item) for item in given]
        return [self.marker(name) for name in dict.fromkeys(names)]

    def event(self) -> int:
        """The random event being carried out: two dice, thrown once for the chit (2.5.2)."""
        known: int | None = self.s.event
        if known is None:
            if self._event is None:
                self._event = self.roll_total()
            known = self._event
        return known

    _event: int | None = None

    def of_event(self) -> bool:
        """Whether this is done by virtue of the random event chit."""
        return self.chit == EVENT

    def track(self, name: str, column: str, values: tuple[Any, ...]) -> Any:
        """An entry of the turn track (2.2.1), which is printed on the map only."""
        return cell(self.s, "trt", name, column, values)

    def deeds(self, id_: str, act: str) -> list[dict[str, Any]]:
        """What a unit did since the pending attack was announced (``since``: so many deeds of units lie before it)."""
        since = int((self.pending.get("since") or {}).get(id_, 0))
        return [item for item in (self.s.history.get(id_) or ())[since:] if item.get("act") == act]

    def since(self, units: Iterable[Unit]) -> dict[str, dict[str, int]]:
        """The entry of a pending attack that keeps apart what its units did before it."""
        found = {unit.id: len(done) for unit in units if (done := self.s.history.get(unit.id))}
        return {"since": found} if found else {}

    def since_activation(self, id_: str, *acts: str) -> list[dict[str, Any]]:
        """What a unit did this turn since it was last activated."""
        found: list[dict[str, Any]] = []
        for item in self.done(id_, "activated", *acts):
            act_ = item.get("act")
            if act_ == "activated":
                found = []
            if act_ in acts:
                found.append(item)
        return found


Search = TypeVar("Search", bound=Callable[..., list[str] | None])


def finds_ways(act_: type[PdCase]) -> Callable[[Search], Search]:
    """Register the search of a chapter for the best way to a far hex: (case, unit, first hex, far hex) -> the hexes after the first."""

    def register(search: Search) -> Search:
        act_.seek = search
        return search

    return register


@act("activate")
class Activate(PdCase):
    """A chit activates its HQ, or an HQ activates units."""

    def prepare(self) -> None:
        """Which chit, which HQs it activates; or which HQ, and which units it names."""
        named = self.units_of()
        by = self.units_of("by")
        if by and not any(is_hq(unit) for unit in by) and any(is_hq(unit) for unit in named):
            by, named = [unit for unit in named if is_hq(unit)], by  # "46 is activated by 10 HQ"
        elif by and not named and not all(is_hq(unit) for unit in by) and any(is_hq(unit) for unit in by):
            by, named = [unit for unit in by if is_hq(unit)], [unit for unit in by if not is_hq(unit)]  # "10 HQ and 46 are activated"
        given = self.slots.get("chit") or next(iter(self.slots.get("chits") or ()), None)
        if not by and not given and len(named) > 1 and is_hq(named[0]) and not all(is_hq(unit) for unit in named):
            by, named = named[:1], named[1:]
        if not given and not by and named and all(is_hq(unit) for unit in named):
            given = self.s.chit
        self.by_chit: str | None = str(given) if given else None
        self.hqs: list[Unit] = [unit for unit in named if is_hq(unit)] if self.by_chit or not by and all(is_hq(unit) for unit in named) else []
        self.chosen: list[Unit] = [] if self.hqs else named
        self.hq: Unit | None = by[0] if by else None
        if self.by_chit and not self.hqs and not named:
            self.hqs = by or [unit for unit in self.s.placed() if is_hq(unit) and command_name(unit) == self.by_chit]
        if self.chosen and self.hq is None:
            active = self.s.active_hq
            self.hq = self.unit(active) if active else self.commander(self.by_chit or self.s.chit)
        if self.hq is not None and not self.chosen and not self.hqs:
            if self.slots.get("all"):
                self.chosen = [unit for unit in self.s.placed() if unit is not self.hq and unit.formation == command_name(self.hq)]
            if not self.chosen:
                self.hqs = [self.hq]
        drawn = self.s.chit
        if not self.by_chit and self.hqs and drawn:
            self.by_chit = str(drawn)
        elif not self.by_chit and self.chosen and self.hq is not None and drawn == command_name(self.hq) and self.s.active_hq != self.hq.id:
            self.by_chit, self.hqs = str(drawn), [self.hq]  # it activates units, so it is activated
        lead = self.hq or next(iter([*self.hqs, *self.chosen]), None)
        if lead is None and self.by_chit is None:
            raise InputError("no_units")
        self.side: str = lead.side if lead is not None else str(self.s.active)


class ChitCase(PdCase):
    """Something done with the chits in the cup."""

    def prepare(self) -> None:
        """The chits that are named, else the one just drawn."""
        named = [item[1] or item[0] if isinstance(item, tuple) else str(item) for item in self.slots.get("chits") or ()]
        army = {str(unit.formation) for unit in self.units_of()}  # "the 10th Army is drawn"
        what = {"event": EVENT, "replacement": REPLACEMENT, "og": "OG"}.get(str(self.slots.get("what")))
        named = named or ([what] if what else sorted(army) if len(army) == 1 else [])
        chit = self.s.chit
        self.chits: list[str] = named or ([chit] if chit else [])


Cup = act_named("cup", "A chit goes into the cup, or stays out of it.", ChitCase)


@act("draw")
class Draw(ChitCase):
    """A chit is drawn."""

    @classmethod
    def begins(cls, situation: Situation, slots: dict[str, Any]) -> tuple[str, ...]:
        """The activation before it is over: its segments come again for the next one."""
        return ("command phase",) if situation.known_to_be("phase", "movement segment", "combat segment") else ()

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """That the chit came out which lies there already, nothing done with it yet, is only said again."""
        named = [item[1] or item[0] if isinstance(item, tuple) else str(item) for item in (*(slots.get("chits") or ()), *(slots.get("units") or ()))]
        counters = bool(named) and all(name in situation.units for name in named)  # a counter that is no chit is taken out of the game
        done = [EVENT] if situation.known("event") else [name for track in (situation.known("activation_track") or {}).values() for name in track]
        return "remove" if counters else "note" if named == [situation.known("chit")] and named[0] not in done else None


StopDrawing = act_named("stop_drawing", "No more chits are drawn in this turn.", ChitCase)


@act("move")
class Move(PdCase):
    """Units move, one after the other, each along the same declared path from where it stands."""

    halts = "6.2.2#2"
    left_free = "6.1"
    stages = (LEGALITY, "step", "price", "allowance", "cost", "after")
    legality = (LEGALITY, "step", "price", "allowance", "cost")
    responses = ("claim",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Aircraft that go to a hex are placed, the ship sails, those still to come arrive, and while a combat is carried out units advance or retreat."""
        return going(situation, slots)

    def prepare(self) -> None:
        """The units, how they move, and the way of each."""
        self.movers = self.led(self.units_of())
        self.movers = [unit for unit in self.movers if unit is self.movers[0] or not self.hostile(unit, self.side)]  # "out of the ZOC of 26"
        self.how: str | None = self.slots.get("how")
        if self.how is None and on_rails(self.movers[0]):
            self.how = RAIL
        self.fault: tuple[str, str] | None = None
        self.unseen: list[Missing] = []  # what a way that was sought hangs on
        self.ways = {unit.id: self._way(unit) for unit in self.movers}

    def _way(self, unit: Unit) -> list[str]:
        start = self.stands(unit)
        path = self.path_named()
        if path and path[0] == start:
            path = path[1:]
        elif self.slots.get("from") and self.slots["from"] != start:
            raise InputError("stands_elsewhere", unit=unit.id, hex=start, named=self.slots["from"])
        self.somewhere(path)
        way, fault = filled(self.s, start, path, lambda here, there: self.seek(unit, here, there))
        if fault is not None and self.unseen:
            raise self.unseen[0]
        self.fault = fault or self.fault
        return [start, *way]

    @property
    def steps(self) -> list[UnitStep]:
        """The hexes entered by each unit in order."""
        return unit_steps((unit, self.ways[unit.id]) for unit in self.movers)

    def of_event(self) -> bool:
        """A unit that has just been rebuilt moves by that, not by the chit that gave the points (11.2.2)."""
        return super().of_event() and not all(self.just_rebuilt(unit) for unit in self.movers)

    def just_rebuilt(self, unit: Unit) -> bool:
        """Whether a unit has come back this turn and done nothing since."""
        return bool(self.done(unit.id, "replace")) and not self.done(unit.id, "activated", "move")

    def each(self, stage: str) -> Iterable[Any]:
        """Steps are judged and paid one by one, sums unit by unit."""
        if stage in ("step", "price"):
            return self.steps
        return self.movers if stage in ("allowance", "cost") else (None,)

    def allowed(self, unit: Unit) -> str:
        """The name of the ledger of what a unit may spend."""
        return "allowance" if unit is self.movers[0] else f"allowance {unit.id}"

    def ledger(self, unit: Unit) -> str:
        """The name of the ledger of a unit's points."""
        return "cost" if unit is self.movers[0] else f"cost {unit.id}"


@act("exit")
class Exit(PdCase):
    """Units leave the map, or a hex for another one."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Leaving for a hex on the map is a move."""
        units = situation.units_named(slots.get("units"))
        if slots.get("at") and not slots.get("edge") and any(unit.hex != slots["at"] for unit in units):
            slots["to"] = slots["at"]
            return Move.recast(situation, slots) or "move"
        return None


@act("overrun")
class Overrun(PdCase):
    """A lone HQ is overrun by entering its hex: in movement, in a retreat or in an advance (11.1.4)."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """The act in the course of which the hex is entered."""
        if not slots.get("to") and not slots.get("path"):
            hqs = situation.units_named(slots.get("target_units"))
            target = slots.get("target") or slots.get("at") or next((hq.hex for hq in hqs if hq.hex), None)
            if target:
                slots["to"] = target
        pending = situation.pending or {}
        if not pending.get("result") and pending.get("act") != "attack":
            return "move"
        return in_course(situation, slots) or "retreat"


@act("sail")
class Sail(PdCase):
    """The Schleswig-Holstein moves (11.3)."""

    def prepare(self) -> None:
        """The ship and where it goes."""
        ships = self.at_least_one(self.units_of())
        self.ship = ships[0]
        self.side: str = self.ship.side
        path = self.path_named()
        start = self.standing(self.ship)
        self.path = self.somewhere(path[1:] if len(path) > 1 and path[0] == start else path)


@act("setup")
class SetUp(PdCase):
    """Placing units: before the game, as reinforcements, or rebuilt."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """What kind of placing it is in this position; who stands on the map already is put somewhere else as he goes there."""
        moved = elsewhere(situation, slots) and (situation.pending or {}).get("act") != "replacement"
        return going(situation, slots) if moved else placing(situation, slots)

    def prepare(self) -> None:
        """What goes where."""
        self.placed = self.led(self.units_of())
        self.at: str = self.hex_of("at")


@act("enter")
class Enter(PdCase):
    """Reinforcements are placed on the map (8.0)."""

    responses = ("claim",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A unit that stands on the map and enters a hex moves."""
        units = situation.units_named(slots.get("units"))
        if units and all(unit.hex is not None and "arrives" not in unit.facts for unit in units):
            return going(situation, slots) or "move"
        found = placing(situation, slots)
        return None if found == "setup" != situation.phase else found

    def prepare(self) -> None:
        """Who arrives where; a unit that stands on the map may be named to say where ("with 23", "in place of the Krakow HQ")."""
        named_units = self.units_of()
        there = [unit for unit in named_units if unit.hex is not None and unit.arrives is None]
        self.arriving = self.led([unit for unit in named_units if unit not in there] or named_units)
        named = self.slots.get("at") or self.slots.get("to") or (there[0].hex if there and there != named_units else None)
        self.at: str = self.valid(named) if named else self.arriving[0].entry

    def beside(self, hex_: str) -> list[Unit]:
        """The friends in a hex that stay there; an HQ that the Malopolska HQ replaces is removed first (8.0.4)."""
        parts = [part for unit in self.arriving if replaces(unit) for part in self.table("chits")["replaced"][MALOPOLSKA]]
        gone_hqs = [self.commander(part) for part in parts]
        return [unit for unit in self.friends_at(hex_, self.side) if unit not in self.arriving and unit not in gone_hqs]


@act("delay")
class Delay(PdCase):
    """A reinforcement waits for the next turn (8.0.3)."""

    def prepare(self) -> None:
        """Who waits."""
        self.waiting = self.led(self.units_of())


@act("replace", "rebuild")
class Replace(PdCase):
    """Replacement points rebuild a step or bring back a unit (11.2); the hex in which it is placed may be told behind it."""

    responses = GOING

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """Where a unit that has been brought back is placed: no move of its own, as long as it stands nowhere."""
        if answer.kind not in GOING or {"at", "to"} & {*slots} or {"points", "question", "ask"} & {*answer.slots}:
            return False
        units = situation.units_named(answer.slots.get("units"))
        return bool(units) and is_coming(situation, units, "") and {unit.id for unit in units} <= {*(slots.get("units") or ())}

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """The Malopolska HQ that replaces another HQ arrives in its place (8.0.4); who lives, and is brought somewhere without points, goes there."""
        names = slots.get("units") or ()
        bare = not {"points", "count", "state"} & {*slots} and (situation.pending or {}).get("act") != "replacement"
        if bare and elsewhere(situation, slots):
            return going(situation, slots)
        if not names or not names[0].startswith("Malopolska"):
            return None
        olds = [situation.units[name].hex for name in names[1:] if name in situation.units]
        slots["at"] = slots.get("at") or next((hex_ for hex_ in olds if hex_), None)
        slots["units"] = names[:1]
        return "enter"

    def prepare(self) -> None:
        """The unit, the points said to be spent, and the hex if it comes back."""
        units = self.at_least_one(self.units_of())
        self.subjects = units
        self.side: str = units[0].side
        points = self.slots.get("points") or self.slots.get("count")
        if points is not None and not isinstance(points, int):
            raise InputError("bad_value", fact="points", value=str(points), known="1, 2")
        self.points: int | None = points
        hosts = [unit for unit in units if is_hq(unit)]
        if hosts and len(hosts) < len(units):  # "rebuilt with the Poznan HQ"
            self.subjects = [unit for unit in units if unit not in hosts]
        placed = [way_of(answer.slots)[-1] for answer in self.slots.get("responses") or () if way_of(answer.slots)]
        at = self.slots.get("at") or self.slots.get("to") or next(iter(placed), None) or (hosts[0].hex if len(hosts) < len(units) and hosts else None)
        self.at: str | None = self.valid(at) if at else None
        state = str(self.slots.get("state") or "")
        self.at_full = state == "full" or state.endswith("false")


@act("return")
class Return(PdCase):
    """A counter comes back: a rebuilt unit, or an aircraft after repairs."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """By what comes back."""
        if flying(situation, slots):
            return "air_return"
        return going(situation, slots) if elsewhere(situation, slots) else placing(situation, slots)


class Question(Asked, PdCase):
    """A question about an act that is only thought of."""
