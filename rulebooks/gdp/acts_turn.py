"""The acts of engineers and supply, of the rest of the turn, and the questions."""

from __future__ import annotations

from typing import Any

from adjudicator.book import LEGALITY, InputError, Situation, act, act_named
from adjudicator.kit import Asked

from .acts import Going, Movement
from .handling import choosing, flipping, going, is_all, removing
from .vocabulary import GdpCase, fought, is_hq


# ---- Works ------------------------------------------------------------------------------------------------------------------
class Work(GdpCase):
    """Engineers at a bridge."""

    stages = (LEGALITY, "announce", "roll", "after")

    def prepare(self) -> None:
        """Who works on which hexside or hex."""
        self.workers = self.led(self.units_of())
        begin = self.slots.get("from")
        if begin and any(self.standing(unit) not in (None, begin) for unit in self.workers):
            raise InputError("stands_elsewhere", unit=self.workers[0].id, hex=self.standing(self.workers[0]), named=begin)
        self.place: str = self.somewhere(self.slots.get("hexside") or self.slots.get("at"))


Demolish = act_named("demolish", "Blowing a bridge.", Work)
Pontoon = act_named("pontoon", "Building a pontoon bridge.", Work)


# ---- Supply -----------------------------------------------------------------------------------------------------------------
class SupplyCase(GdpCase):
    """A supply path, shown or asked for."""

    def prepare(self) -> None:
        """Whose path, along which hexes."""
        self.subject = self.led(self.units_of())[0]
        place = self.stands(self.subject)
        self.start: str = place
        path = list(self.slots.get("path") or ())
        for name in path:
            self.valid(name)
        if path and path[0] != self.start:
            path = [self.start, *path]
        self.path = path


@act("trace")
class TraceSupply(SupplyCase):
    """A supply path that is shown or claimed."""

    stages = (LEGALITY, "status")
    legality = (LEGALITY, "status")
    responses = ("trace",)


Status = act_named("status", "Is this unit in supply?", SupplyCase, Asked)


@act("nominate")
class Nominate(GdpCase):
    """Naming the stack that is supplied automatically."""

    def prepare(self) -> None:
        """The units of the stack."""
        self.named = self.units_of()
        if not self.named:
            for hex_ in self.slots.get("hexes") or ():
                self.named += self.s.at(hex_)
        self.led(self.named)


@act("supply_check")
class SupplyCheck(Asked, GdpCase):
    """What a supply phase does to a unit."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With a result to be carried out, what becomes of a unit is what the result does."""
        return "resolve" if fought(situation).get("result") and not situation.known_to_be("phase", "supply") else None

    def prepare(self) -> None:
        """The unit."""
        self.subject = self.led(self.units_of() or [unit for unit in self.s.units.values() if unit.known("supply_failures")])[0]


@act("check_supply")
class CheckAll(GdpCase):
    """The supply phase: every unit is checked."""

    stages = (LEGALITY, "status")
    legality = (LEGALITY, "status")

    @classmethod
    def begins(cls, situation: Situation, slots: dict[str, Any]) -> tuple[str, ...]:
        """The supply phase, once the weather is known."""
        return ("supply",) if situation.known_to_be("phase", "weather") and situation.known("weather") is not None else ()

    def prepare(self) -> None:
        """All units on the map, or those that are named."""
        self.checked = self.units_of() or list(self.s.placed())
        self.side = self.checked[0].side if self.checked else self.s.active
        self.bad = 0


# ---- The sequence of play ---------------------------------------------------------------------------------------------------
@act("next_phase")
class NextPhase(GdpCase):
    """Going on to another phase of the turn; asked: which one comes."""

    def prepare(self) -> None:
        """From where to where."""
        self.now: str | None = self.s.stated("phase")
        self.to: str | None = self.slots.get("phase")


@act("draw_activation")
class DrawActivation(GdpCase):
    """An activation chit is drawn."""

    @classmethod
    def begins(cls, situation: Situation, slots: dict[str, Any]) -> tuple[str, ...]:
        """The activation phase, once supply has been checked."""
        turn = situation.known("turn")
        checked = any(act.get("turn", turn) == turn for act in situation.history.get("supply", ()))
        return ("activation",) if situation.known_to_be("phase", "supply") and checked else ()

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """The chit that a position says is in play is only told of; one whose draw is on record is drawn a second time."""
        said = [*(slots.get("units") or ()), *(slots.get("chit") or ())]
        if not said or said[-1] != situation.chit or situation.activated or situation.history.get(said[-1]):
            return None
        slots["chit"] = (said[-1],)
        slots.pop("units", None)
        return "note"

    def prepare(self) -> None:
        """The battalion or division HQ whose chit it is."""
        named = self.at_least_one([*(self.slots.get("units") or ()), *(self.slots.get("chit") or ())])
        self.chit: str = named[-1]
        if self.chit in self.s.units and not is_hq(self.s.units[self.chit]):
            raise InputError("no_units")  # a company has no chit
        self.led([self.s.units[self.chit]] if self.chit in self.s.units else [unit for unit in self.s.units.values() if unit.formation == self.chit])


# ---- The rest of the turn ---------------------------------------------------------------------------------------------------
@act("end_phase")
class EndStack(GdpCase):
    """Units stacked in a hex when all movement is over."""

    thought_of: tuple[dict[str, Any], ...] = ()

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who is left in a hex where he does not stand goes there, if that is due."""
        elsewhere = all(unit.known("at") != slots.get("at") for unit in situation.units_named(slots.get("units")))
        return going(situation, slots) if elsewhere else None

    def prepare(self) -> None:
        """The hex and everything of that side in it."""
        named = self.units_of()
        self.at: str = self.valid(self.somewhere(self.slots.get("at") or (self.standing(named[0]) if named else None)))
        there = [unit for unit in self.s.at(self.at) if unit not in named]
        if not named and not there and not self.slots.get("counted"):
            raise InputError("empty_hex", hex=self.at)
        self.side = (named or there)[0].side if named or there else self.s.known("active")
        self.stack = named + [unit for unit in there if unit.side == self.side]
        self._counted()

    def _counted(self) -> None:
        """How many units the words count: those of the position, or a stack that somebody thinks of."""
        said = self.slots.get("counted") or ()
        others = self.slots.get("others") or ()
        whole = sum(group["count"] for group in said) + len(others)
        known = said and all("reduced" in group for group in said) and all(unit.known("reduced") is not None for unit in self.stack)
        worn = sum(group["count"] for group in said if group.get("reduced"))
        standing = [unit for unit in self.stack if unit not in self.units_of()]
        if (
            not whole
            or whole in (len(self.stack), len(standing))
            and not (known and worn not in [sum(bool(unit.reduced) for unit in each) for each in (self.stack, standing)])
        ):
            return
        if "question" not in self.slots or others:
            raise InputError("counted_otherwise", hex=self.at, count=len(self.stack), worn=sum(bool(unit.known("reduced")) for unit in self.stack))
        self.thought_of = tuple(said)
        self.stack = [unit for unit in self.stack if unit in self.units_of()]


@act("inspect")
class Inspect(GdpCase):
    """Looking at an enemy stack."""

    responses = ("observe",)

    def prepare(self) -> None:
        """Who looks where."""
        watching = [unit for answer in self.slots.get("responses") or () for unit in self.units_of("units", answer.slots)]
        self.lookers = self.units_of("from_units") or self.units_of() or watching
        target = self.slots.get("target")
        if not target:
            for id_ in self.slots.get("target_units") or ():
                target = self.standing(self.unit(id_))
        self.target: str = self.valid(self.somewhere(target))
        self.side = self.lookers[0].side if self.lookers else self.s.active


@act("roll_return")
class ReplacementRoll(GdpCase):
    """The die for a replacement, for a unit that is to be rebuilt."""

    fails = "none"
    legality = (LEGALITY, "roll", "result")
    roll_read = True
    responses = ("rebuild", "roll_return", "return")

    def prepare(self) -> None:
        """The unit and the field replacement unit that is to help it."""
        units = self.units_of()
        helpers = [self.unit(aid.id) for aid in self.slots.get("aids") or () if aid.kind == "unit"]
        self.declared: bool = self.kind == "rebuild"
        for answer in self.slots.get("responses") or ():
            units += self.units_of("units", answer.slots)
            helpers += [self.unit(aid.id) for aid in answer.slots.get("aids") or () if aid.kind == "unit"]
            self.declared = True
        self.helpers = [unit for unit in [*helpers, *units] if unit.kind == "field_replacement"]
        self.subjects = [unit for unit in dict.fromkeys(units) if unit.kind != "field_replacement"]
        self.side = self.subjects[0].side if self.subjects else self.slots.get("side") or self.s.active


@act("rebuild", "return")
class Rebuild(ReplacementRoll):
    """A reduced unit is rebuilt."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A counter that has fired, and has lost nothing, is turned back at the end of the turn."""
        units = situation.units_named(slots.get("units"))
        return flipping(situation, slots) if is_all(units, "fired") and not any(unit.known("reduced") for unit in units) else None


@act("roll_weather")
class WeatherRoll(GdpCase):
    """The roll for the weather of the turn."""

    stages = (LEGALITY, "announce", "roll")
    roll_read = True
    responses = ("weather", "roll_weather")


AskWeather = act_named("weather", "What the weather is.", WeatherRoll, question=False)


@act("pick_chit")
class PickChit(GdpCase):
    """Choosing an activation chit on purpose."""

    def prepare(self) -> None:
        """Who picks."""
        self.who: str | None = self.slots.get("side")
        for answer in self.slots.get("responses") or ():
            self.who = answer.slots.get("side") or self.who

    responses = ("pick_chit",)


@act("setup")
class SetUp(GdpCase):
    """Placing units or markers before the game."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who is placed in the course of play enters, retreats or advances, if that is due."""
        return None if situation.known_to_be("phase", "setup") or situation.stated("phase") is None else going(situation, slots)

    def prepare(self) -> None:
        """What goes where."""
        self.units = self.units_of()
        self.at: str | None = self.slots.get("at")
        self.kinds: list[str] = list(self.slots.get("kinds") or ())
        self.who: str | None = self.slots.get("side")
        for answer in self.slots.get("responses") or ():
            self.units += self.units_of("units", answer.slots)
            self.kinds += list(answer.slots.get("kinds") or ())
            self.at = answer.slots.get("at") or self.at
            self.who = answer.slots.get("side") or self.who
        self.who = self.who or self.s.stated("active")
        if not self.units and not self.kinds:
            self.units = list(self.s.placed())

    responses = ("setup",)


@act("note")
class Note(GdpCase):
    """Words that only say how things stand: the chit in play, the hour, a bridge that is sunk, an HQ that is lost."""

    legality = ()
    silent = True

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A chit that is told while another is in play is drawn."""
        said = slots.get("chit") or ()
        return "draw_activation" if said and situation.known("chit") not in (None, said[-1]) else None


MovementOver = act_named("movement_over", "Words that say that all units have moved: where units are said to stand after it they stay for the turn.", Note)


@act("roll")
class Roll(GdpCase):
    """Dice for the weather or for a replacement."""

    responses = ("weather",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """By what the dice are for; thrown for a unit at the end of a turn they are for its replacement."""
        if not slots.get("purpose") and slots.get("units") and not slots.get("target") and situation.known_to_be("phase", "end of turn"):
            return "roll_return"
        return {"weather": "roll_weather"}.get(str(slots.get("purpose")))


@act("deploy")
class Deploy(GdpCase):
    """Placing a marker: a pontoon in play, a fortification before it."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """By what is placed."""
        slots["kinds"] = slots.get("markers") or slots.get("kinds") or ()
        return "pontoon" if "pontoon" in slots["kinds"] else "setup"


@act("exit")
class Exit(GdpCase):
    """Leaving the map."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who leaves the map while a result strikes him is eliminated."""
        return removing(situation, slots)


@act("choose")
class Choose(GdpCase):
    """Units that are chosen for what is due."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """By what is due."""
        return choosing(situation, slots)


Winner = act_named("winner", "Who has won.", GdpCase, Asked)
HowMany = act_named("how_many", "Questions for a number.", GdpCase, Asked)


# ---- Questions about acts ---------------------------------------------------------------------------------------------------
class Question(Asked, GdpCase):
    """A question about an act that is only thought of."""


@act("allowance")
class AskAllowance(Asked, Movement):
    """How many movement points a unit has."""

    stages = ("allowance", "halving", "answer")

    def prepare(self) -> None:
        """The units, each with the allowance that it will be given."""
        self.legs = []
        self.asked = self.led(self.units_of())
        self.with_raft = False
        self.going = {unit.id: Going(unit, unit.known("at")) for unit in self.asked}


AskDebarking = act_named("debark_cost", "What debarking costs.", Question)
AskCommand = act_named("in_command", "Is this unit within the range of that HQ?", Question)
AskActivation = act_named("who_activates", "Which units an HQ can activate.", Question)
AskStartChits = act_named("start_chits", "Which black chits a side starts with.", Question)


@act("end_marker")
class EndMarker(GdpCase):
    """What becomes of a unit's markers at the end of the turn."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A counter that is turned over while a result asks for its loss is reduced; if it has paid, nothing more is said of it."""
        paid = fought(situation).get("lost") or ()
        if slots.get("what") == "fired" and slots.get("units") and set(slots["units"]) <= set(paid):
            return "note"
        due = not slots.get("keep") and slots.get("what") in (None, "fired") and choosing(situation, slots) == "loss"
        return "loss" if due else None

    def prepare(self) -> None:
        """The units, and which marker: ``fired``, ``pinned``, ``overrun`` or ``road_move``."""
        self.bearers = self.units_of()
        self.what: str = self.slots.get("what") or "fired"


CompletePontoon = act_named("complete", "Turning a pontoon to its completed side.", GdpCase)
AskCost = act_named("cost", "What a move costs.", Question)
AskReach = act_named("can_reach", "Can this unit get there?", Question)
AskWhere = act_named("where_go", "Where this unit can get.", Question)
AskRetreats = act_named("retreats", "Where this unit may retreat to.", Question)
AskAttackers = act_named("attackers", "What can attack this hex?", Question)
AskOdds = act_named("odds_of", "The odds of an attack that is named.", Question, of=("attack",))
AskChances = act_named("chances", "The chances of an attack that is named.", Question, of=("attack",))
AskSight = act_named("sight", "Whether one hex can be seen from another.", Question)
