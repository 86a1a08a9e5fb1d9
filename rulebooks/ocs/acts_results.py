"""Carrying out a result: losses, retreats and staying of one entry are one act, since they add up; advance, exploitation, movement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from adjudicator.book import LEGALITY, InputError, Missing, Situation, Unit, act, act_named
from adjudicator.ground.holes import known_of
from adjudicator.kit import one_side

from .vocabulary import BARRAGE, OcsCase, Part, parts, zone_of
from .ways import ways_out

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Act

OUTCOMES = ("loss", "retreat", "stay", "claim_mode", "eliminate", "move", "occupy", "join", "claim", "demand", "how_many", "who_loses")
ZONE = "zone"


class Loss(NamedTuple):
    """Steps that a unit is said to lose; ``zone``: said to be for an enemy zone."""

    unit: Unit
    steps: int
    zone: bool


class Trek(NamedTuple):
    """Units that retreat together along a path (without the hex they leave); path None: nobody said where to."""

    units: list[Unit]
    path: list[str] | None


class Carried(OcsCase):
    """Something that rests on the pending combat."""

    def prepare(self) -> None:
        """The combat and its result, with what history says was carried out of it."""
        self.before = self.pending()
        self.battle: str | None = self.before.get("hex")
        self.defending: list[str] = list(self.before.get("defenders") or ())
        if not self.defending and self.battle and known_of(self.before, "attackers"):
            side = self.unit(self.attacking[0]).side
            self.defending = [unit.id for unit in self.enemies(self.battle, side)]

    @property
    def attacking(self) -> list[str]:
        """Ids of those who contributed, as far as the situation has them; asked for where it says that nobody knows them."""
        return list(self.of_pending("attackers") or ())

    def result(self) -> str:
        """The result being carried out; asked for where nobody stated it."""
        return str(self.needed_of_pending("result"))

    def attackers(self) -> list[str]:
        """Ids of those who contributed to the attack; asked for where the situation does not have them."""
        return list(self.needed_of_pending("attackers"))

    def share(self, role: str) -> Part:
        """A side's part of the result; of a barrage the steps that the hex loses."""
        if self.before.get("act") == BARRAGE:
            return Part() if role == "attacker" else Part(self.barrage_steps())
        attacker, defender, _ = parts(self.result())
        return attacker if role == "attacker" else defender

    def barrage_steps(self) -> int:
        """Steps that the result of a barrage takes; a half hangs on its die."""
        result = self.result()
        if result in ("1/2", "[1/2]"):
            die = self.s.tried.get("pending.die", self.before.get("die"))
            if die is None:
                raise Missing("pending.die", (1, 2, 3, 4, 5, 6))
            return 1 if int(die) >= 4 else 0
        return int(result) if result.isdigit() else 0

    def role_of_side(self, side: str) -> str:
        """What a side is in the combat, by any unit of it whose side is known."""
        for role in ("attacker", "defender"):
            known = next((found for id_ in self.fighters(role) if (found := self.unit(id_).stated("side")) is not None), None)
            if known is not None:
                return role if known == side else "attacker" if role == "defender" else "defender"
        return "attacker" if self.attacking and self.unit(self.attacking[0]).side == side else "defender"

    def fighters(self, role: str) -> list[str]:
        """Ids of those who took part on a side."""
        return self.attacking if role == "attacker" else self.defending

    def taken(self, role: str) -> int:
        """Steps that a side has lost for the result so far, eliminated units of which nothing else is known as one each."""
        total = 0
        for id_ in self.fighters(role):
            acts = [item for item in self.deeds(id_, "loss") if item.get("cause") != ZONE]
            total += sum(-int(item.get("steps", -1)) for item in acts)
            if id_ in self.s.eliminated and not acts:
                total += 1
        return total

    def retreated(self, role: str) -> int:
        """Hexes that a side has retreated for the result so far."""
        longest = 0
        for id_ in self.fighters(role):
            for item in self.deeds(id_, "retreat"):
                path = item.get("path")
                if path and role == "defender" and self.battle and str(path).split("-")[0] != self.battle:
                    continue  # of another combat: each is counted for itself
                longest = max(longest, len(str(path).split("-")) - 1 if path else int(item.get("hexes", 1)))
        return longest

    def living(self, role: str) -> list[Unit]:
        """Units of a side that fought and are still there."""
        return [unit for id_ in self.fighters(role) if self.alive(unit := self.unit(id_))]

    def owed(self, role: str) -> int:
        """Points of loss and option that a side still has to meet; nothing where nobody is left, or where a defender may ignore his option."""
        part = self.share(role)
        if not self.living(role):
            return 0
        if self.before.get("retreated") or role == "attacker" and self.before.get("steps_taken"):
            return 0  # the attacker carries out his part first: once the defender has gone, nobody owes anything
        open_ = part.loss * (not self.before.get("steps_taken")) + part.option - self.taken(role) - self.retreated(role)
        if role == "defender" and self.ignores_option():
            open_ = part.loss - self.taken(role)
        return max(0, open_)

    def ignores_option(self) -> bool:
        """Whether the defender may ignore his option: the attacker has retreated, or could not meet his own."""
        if self.retreated("attacker"):
            return True
        part = self.share("attacker")
        return part.loss + part.option > self.taken("attacker") and not self.living("attacker")

    def first_loser(self, role: str) -> Unit | None:
        """The unit that bears the first step: the one whose action rating was used; None once a step was lost or if it is gone."""
        if self.taken(role) or self.before.get("act") == BARRAGE:
            return None
        ids = self.fighters(role)
        living = self.living(role)
        if len(ids) == 1:
            return living[0] if living else None
        side = self.unit(ids[0]).side if ids else None
        path = f"pending.lead.{side}"
        if path in self.s.tried:
            chosen = self.s.tried[path]
        else:
            chosen = (self.before.get("lead") or {}).get(side) if path not in self.s.unknown and "pending.lead" not in self.s.unknown else None
            if chosen is None:
                raise Missing(path, tuple(ids) or None)
        unit = self.unit(chosen)
        return unit if unit in living else None


def split_ways(path: list[str], starts: set[str | None]) -> list[list[str]]:
    """The ways of a path that begins anew where the units stand."""
    ways: list[list[str]] = [[]]
    for hex_ in path:
        if hex_ in starts:
            ways.append([])
        else:
            ways[-1].append(hex_)
    return [way for way in ways if way]


def goal_of(slots: dict[str, Any]) -> str | None:
    """The hex where a way ends that somebody told, None without one."""
    return slots.get("to") or slots.get("at") or next(iter((slots.get("path") or ())[-1:]), None)


def asks_of_it(answer: Any) -> bool:
    """Whether an answer asks what comes of an act: who is DG, who loses a step, who is eliminated."""
    if not answer.slots.get("question") and answer.kind not in ("how_many", "who_loses"):
        return False
    return answer.kind in ("loss", "claim_mode", "eliminate", "how_many", "who_loses") or answer.kind == "stay" and bool(answer.slots.get("state"))


@act("loss", "retreat", "stay", "eliminate", "claim_mode")
class Outcome(Carried):
    """Losses, retreats and staying of one entry, for one side of the combat."""

    deniable = True

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "order", "dg", "walk", "steps", "option", "claims", "numbers", "after", "stacking")
    legality: ClassVar[tuple[str, ...]] = (LEGALITY, "order", "dg", "walk", "steps", "option", "claims", "numbers")
    responses = OUTCOMES

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """Whose it is decides: what the other side loses is not part of it, nor who goes into the hex that was fought for."""
        if slots.get("not") and answer.slots.get("ask") is not None:  # no step is lost: how many hexes does it retreat?
            return False
        if answer.kind in ("move", "occupy") and goal_of(answer.slots) == (situation.stated("pending") or {}).get("hex"):
            return False
        return super().takes(situation, slots, answer, thrown) and (answer.kind != "loss" or one_side(situation, slots, answer.slots))

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With a question about what comes of it in the same entry, it is that which is answered."""
        if slots.get("stays") is None:
            slots["stays"] = False
        if slots.get("where") and slots.get("path"):  # in which hex does it become DG on its way 1510-1511-1512
            slots["said_as"] = "retreat"
            return "outcome_asked"
        if slots.get("who") and not slots.get("units"):  # who goes DG, how many of them
            slots["said_as"] = "claim_mode"
            return "outcome_asked"
        if any(asks_of_it(answer) for answer in slots.get("responses") or ()):
            slots["said_as"] = cls.kind_said
            return "outcome_asked"
        return None

    def prepare(self) -> None:
        """Who loses how many steps, who goes where, who stays, and what is claimed of it."""
        super().prepare()
        self.losses: list[Loss] = []
        self.treks: list[Trek] = []
        self.stayers: list[Unit] = []
        self.claimed: list[tuple[str, bool, list[str]]] = []
        self.gone: list[str] = []
        self.named_result: str | None = None
        self.strangers: list[tuple[str, str, list[Unit]]] = []  # (what, side, units of the other side) that a side is said to lose or retreat
        self.goods: list[str] = []  # markers that somebody takes along on a retreat
        self.whole = False  # somebody said that no step is lost
        self.spared: list[Unit] = []  # who is said to lose none
        self.demanded: int | None = None  # steps that somebody demands for zones
        self.asked: list[tuple[str, dict[str, Any]]] = []  # what is asked of it in the same entry
        said = [(self.slots.get("said_as") or self.kind_said, self.slots)]
        for answer in self.slots.get("responses") or ():
            if asks_of_it(answer):
                self.asked.append(("claim_mode" if answer.kind == "stay" else answer.kind, answer.slots))
            else:
                said.append((answer.kind, answer.slots))
        if self.slots.get("who") and not self.slots.get("units"):
            self.asked.append(("claim_mode", {name: self.slots[name] for name in ("count", "side") if name in self.slots}))
        if self.slots.get("where") and self.slots.get("path"):
            self.asked.append(("claim_mode", {"units": self.slots["units"], "where": True}))
        for kind, slots in sorted(said, key=lambda one: one[0] == "join"):  # who joins a retreat goes where it went, whichever is said first
            self._take(kind, slots)
        self.stayers = [unit for unit in self.stayers if unit.id not in self.gone]
        if self.whole and self.before and not (self.losses or self.treks or self.stayers or self.claimed or self.slots.get("at")):
            # who gives no step has to go
            self.treks += [Trek(going, None)] if (going := self.spared or self._stack({"all": True})) else []
        units = [loss.unit for loss in self.losses] + [unit for trek in self.treks for unit in trek.units] + self.stayers
        fighting = [unit for unit in units if unit.id in self.attacking or unit.id in self.defending] or units
        if not fighting and not self.claimed and not self.gone:
            raise InputError("no_units")
        roles = dict.fromkeys(self.role_of_unit(unit) for unit in fighting)
        self.roles: list[str] = [role for role in ("attacker", "defender") if role in roles] or ["defender"]
        self.zone_steps: list[tuple[list[Unit], str]] = []  # (units of which one loses the step, hex)
        self.dg: dict[str, None] = {}  # units that become DG
        self.were_dg: set[str] = set()
        self.unsettled: Missing | None = None  # what the zones on a retreat hang on, where that decides no more than who becomes DG

    kind_said = "loss"

    def ignores_option(self) -> bool:
        """As ever, and where the attacker retreats in the same entry."""
        return super().ignores_option() or self.hexes("attacker") > 0

    def role_of_unit(self, unit: Unit) -> str:
        """The role of a unit's side in the combat."""
        if unit.id in self.attacking:
            return "attacker"
        if unit.id in self.defending or not self.attacking:
            return "defender"
        return self.role_of_side(str(unit.side))

    def _take(self, kind: str, slots: dict[str, Any]) -> None:
        units = self._named(slots)
        self.goods += list(slots.get("markers") or ())
        if slots.get("side") in self.book.sides and (others := [unit for unit in units if unit.stated("side") not in (None, slots["side"])]):
            self.strangers.append((kind, slots["side"], others))
        self.whole = self.whole or bool(slots.get("no_loss"))
        if slots.get("result"):
            self.named_result = slots["result"]
        if kind == "loss" and slots.get("not"):
            self.whole = self.whole or not self.losses  # 44GdR loses a step, 62R does not
            self.spared += units
        elif kind == "loss":
            count = slots.get("count")
            count = 1 if count is None or count < 0 else int(count)
            count += sum(int(more) for more in slots.get("more") or ())  # one for the L1 and one for the o1
            each = count // len(units) if units and count == len(units) and not slots.get("each") else count
            if not slots.get("units") and (len(units) > 1 or not units):
                units = self._side_loses(units, count)
                each = 1
            whole = bool(slots.get("all_steps") or slots.get("last"))
            self.losses += [Loss(unit, self.steps(unit) if whole else each, bool(slots.get("zone"))) for unit in units]
        elif kind == "occupy" and units and slots.get("at") not in (None, self.standing(units[0])):
            self._take("move", {**slots, "to": slots["at"], "at": None})
        elif kind == "occupy":
            self._take("stay", slots)
        elif kind in ("retreat", "move"):
            units = units or self._stack(slots)
            path = self.path_named(slots)
            going = [unit for unit in units if not path or self.standing(unit) != path[-1]]  # 112R joins 90Tk in 2011: that is there already
            units = going or units
            starts = {self.standing(unit) for unit in units}
            if path and (path[0] in starts or path[0] == slots.get("from")):
                path = path[1:]
            ways = split_ways(path, starts)
            if len(ways) == len(units) > 1:  # 44ID by 1509-1508 and 71ID by 1509-1409
                self.treks += [Trek([unit], self._filled([unit], way) or None) for unit, way in zip(units, ways, strict=True)]
                return
            apart = [[unit for unit in units if self.standing(unit) == start] for start in dict.fromkeys(self.standing(unit) for unit in units)]
            for together in apart if len(path) < 2 else [units] if units else []:  # those of several hexes each go their own way
                self.treks.append(Trek(together, self._filled(together, path) or None))
            if slots.get("state"):
                self.claimed.append((str(slots["state"]).partition(":")[2], True, [unit.id for unit in units]))
        elif kind == "join":
            self._join(units, self.path_named(slots) if units else [])
        elif kind == "demand":
            count = slots.get("count")
            self.demanded = (self.demanded or 0) + (1 if count is None or count < 0 else int(count))
        elif kind == "stay":
            if slots.get("everyone") and not units:
                roles = dict.fromkeys(self.role_of_unit(loss.unit) for loss in self.losses)
                units = [unit for role in roles for unit in self.living(role) if unit.id not in self._dead()]
            self.stayers += units
            if slots.get("count"):  # they hold the hex at the cost of a step each
                self._take("loss", {"units": slots.get("units"), "count": slots["count"], "each": slots.get("each")})
            if slots.get("state"):
                self.claimed.append((str(slots["state"]).partition(":")[2], True, [unit.id for unit in units]))
        elif kind == "eliminate":
            self.gone += [unit.id for unit in units]
        elif kind == "claim_mode" and not slots.get("no_loss"):
            who = [] if slots.get("nobody") else [unit.id for unit in units]
            mode = slots.get("mode") or str(slots.get("state") or "mode:DG").partition(":")[2]
            self.claimed.append((mode, not slots.get("not"), who))

    def _filled(self, units: list[Unit], path: list[str]) -> list[str]:
        """The path; where only a far hex was told, the way there that enters the fewest enemy zones."""
        start = self.standing(units[0])
        if len(path) != 1 or start is None or self.adjacent(start, path[0]) or not 1 < self.distance(start, path[0]) <= 4:
            return path
        side = str(units[0].side)
        ways = ways_out(self, start, self.distance(start, path[0]), side, lambda hex_: int(bool(zone_of(self, hex_, side))))
        return next((list(way) for _, way in ways if way[-1] == path[0]), path)

    def _join(self, units: list[Unit], path: list[str]) -> None:
        """Units go along with those that retreat in this entry, or did so before; who is there already has only been met."""
        gone = [unit for trek in self.treks for unit in trek.units]
        if path and path[0] == self.standing(units[0]):
            path = path[1:]
        paths = [str(item["path"]) for id_ in (*self.defending, *self.attacking) for item in self.deeds(id_, "retreat") if item.get("path")]
        if not path and not self.treks and not paths:
            raise InputError("joins_whom")
        way = path or self.treks[-1].path if self.treks else path or paths[-1].split("-")[1:]
        if rest := [unit for unit in units if unit not in gone and not (way and self.standing(unit) == way[-1])] or ([] if gone else units):
            self.treks.append(Trek(rest, way))

    def _side_loses(self, units: list[Unit], count: int) -> list[Unit]:
        """Who loses a step of which only the side was told: its first loser; of more nobody can say."""
        first = self.first_loser(self.role_of_unit(units[0])) if units and count == 1 and self.before else None
        if first is None:
            raise InputError("whose_loss")
        return [first]

    def _dead(self) -> set[str]:
        """Units that lose their last step in what was said so far."""
        told: dict[str, int] = {}
        for loss in self.losses:
            told[loss.unit.id] = told.get(loss.unit.id, 0) + loss.steps
        return {id_ for id_, steps in told.items() if (have := self.unit(id_).stated("steps")) is not None and steps >= have}

    def _stack(self, slots: dict[str, Any]) -> list[Unit]:
        """Of whom a retreat speaks that names nobody: those that fought and stand where it begins, else the side whose turn it is."""
        begins = slots.get("from") or next(iter(slots.get("path") or ()), None)
        lost = self._dead()
        for role in ("attacker", "defender"):
            there = [unit for unit in self.living(role) if unit.facts.get("at") == begins and unit.id not in lost]
            if there:
                return there
        if not slots.get("all"):
            return []
        role = "attacker" if self.before.get("result") and self.owed("attacker") else "defender"
        return [unit for unit in self.living(role) if unit.id not in lost]

    def _named(self, slots: dict[str, Any]) -> list[Unit]:
        units = self.units_of("units", slots)
        if not units and slots.get("role") in ("attacker", "defender"):
            return self.living(slots["role"])
        if not units and slots.get("side") in self.book.sides:
            return self.living(self.role_of_side(slots["side"]))
        return units

    # ---- sums -----------------------------------------------------------------------------------------------------
    def mine(self, role: str, zone: bool | None = None) -> list[Loss]:
        """Losses of a side, all of them or those (not) said to be for a zone."""
        return [loss for loss in self.losses if self.role_of_unit(loss.unit) == role and (zone is None or loss.zone == zone)]

    def hexes(self, role: str) -> int:
        """Hexes that a side retreats in this entry: the longest path."""
        return max((len(trek.path or ()) for trek in self.treks if trek.units and self.role_of_unit(trek.units[0]) == role), default=0)

    def option(self, role: str) -> int:
        """Points of a side's option: as the words name it (``takes the o1``), else as the result has it."""
        if self.named_result:
            attacker, defender, _ = parts(role[0].upper() + self.named_result.lstrip("AD"))
            return (attacker if role == "attacker" else defender).option
        return self.share(role).option if self.before.get("result") else 1

    def open_treks(self, role: str) -> list[Trek]:
        """Retreats of which nobody said where to."""
        return [trek for trek in self.treks if trek.path is None and self.role_of_unit(trek.units[0]) == role]

    def zone_owed(self, role: str) -> int:
        """Steps that the entered zones cost a side; asks for what is not known of the zones."""
        self.all_known("walk")
        return sum(1 for units, _ in self.zone_steps if units and self.role_of_unit(units[0]) == role)

    def lost_before(self, role: str) -> int:
        """Steps that this entry gives to the result and not to zones: those not said to be for a zone, as far as the result takes them."""
        return sum(loss.steps for loss in self.mine(role, False))


@act("outcome_asked")
class OutcomeAsked(Outcome):
    """A retreat, a loss or staying of which something is asked in the same entry."""

    question = True

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """It is what it is."""
        return None


RetreatSaid = act_named(
    ("retreat", "retreat_option"),
    "An entry that begins with a retreat: it must be made where staying is forbidden.",
    Outcome,
    kind_said="retreat",
    denial="stay",
)


@act("stay")
class StaySaid(Outcome):
    """An entry that begins with somebody staying."""

    kind_said = "stay"

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Where no combat is pending it is not moving; to hold a hex where one does not stand yet is to advance into it; nobody may advance."""
        pending = situation.stated("pending") or {}
        if slots.get("occupies") and slots.pop("not", False):  # nobody occupies it
            slots.pop("occupies")
            slots.pop("at", None)
        if not any(slots.get(name) for name in ("units", "role", "side", "everyone", "responses")):
            return "nobody"
        units = situation.units_named(slots.get("units"))
        if slots.get("occupies") and not slots.get("at") and pending.get("result"):
            slots["at"] = pending.get("hex")
        if slots.get("occupies") and not units and slots.get("at") == pending.get("hex"):
            slots["to"], slots["all"] = slots.pop("at"), True
            return "advance"
        if units and slots.get("at") and slots["at"] == pending.get("hex") and all(unit.facts.get("at") not in (None, slots["at"]) for unit in units):
            slots["to"] = slots.pop("at")
            return "advance"
        if slots.get("occupies") and slots.get("at") and units and all(unit.facts.get("at") not in (None, slots["at"]) for unit in units):
            slots["to"] = slots.pop("at")
            return "move"  # a hex that was not fought for
        return None if pending or slots.get("responses") else "halt"


@act("occupy")
class OccupySaid(StaySaid):
    """An entry that begins with units that occupy a hex: they stand there, or advance into it."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """As for units that hold it."""
        return super().recast(situation, slots) or "stay"


Demanded = act_named("demand", "An entry that begins with somebody demanding a step.", Outcome, kind_said="demand")
JoinSaid = act_named("join", "An entry that begins with units that join a retreat.", Outcome, kind_said="join")
ModeSaid = act_named("claim_mode", "An entry that begins with the mode of units.", Outcome, kind_said="claim_mode")
Eliminated = act_named("eliminate", "An entry that begins with a unit being eliminated.", Outcome, kind_said="eliminate")
