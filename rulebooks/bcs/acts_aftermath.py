"""What a fight leaves to be carried out: results, retreats, advances, control of Urban hexes; off-map and optional matters of chapter 6."""

from __future__ import annotations

from typing import Any

from adjudicator.book import LEGALITY, Entity, InputError, Situation, Unit, act, act_named
from adjudicator.kit import Asked

from .acts import BcsCase
from .acts_combat import Fight, Outcome
from .acts_due import SCREEN, what_is_due
from .r06_vocabulary import Losses, losses_inflicted
from .vocabulary import combat_units, hq_of

ATTACKS = ("regular_attack", "shock_attack", "combat", "attack")
"""Fights that a pending result may come from and that an advance may follow."""
SECOND_BONUS = 2
"""What a paid level of Fatigue adds to the roll for a Second Activation (6.4b)."""
ENDINGS = ("losses", "retreat", "vacated", "states", "after", "unread")


class Aftermath(Fight):
    """Something that carries out a result: ``pending`` says which."""

    def read_pending(self) -> None:
        """The result being carried out, who fought, and where."""
        self.begin()
        self.pending: dict[str, Any] = self.s.facts.get("pending") or {}
        self.movers_: list[Unit] = self.clause_units(self.slots)
        self.result: str = str(self.pending.get("result") or "")
        self.battle: str | None = self.pending.get("hex")
        self.attackers = [self.unit(id_) for id_ in self.pending.get("attackers") or ()]
        helpers = self.pending.get("support") or self.pending.get("assist") or ()
        self.helpers = [self.unit(id_) for id_ in ((helpers,) if isinstance(helpers, str) else helpers)]

    def engagement_result(self) -> bool:
        """Whether the result is one of the Engagement Table."""
        return self.pending.get("act") in ("engagement", SCREEN) or any(code[0] in "FT" and code[1:].isdigit() for code in self.result.split())

    def beaten(self) -> list[Unit]:
        """The defenders of the fight, as far as they are still in play."""
        named = self.pending.get("defenders")
        if named is not None:
            return [self.unit(id_) for id_ in named if id_ not in self.s.eliminated]
        here = combat_units(self.s, self.battle) if self.battle else []
        mine = {unit.stated("side") for unit in self.attackers}
        return [unit for unit in here if unit.side not in mine]


class Ending(Aftermath, Outcome):
    """A result that is applied after the dice: to the defenders' stack, to the Attack Unit, to both."""

    def prepare_ending(self) -> None:
        """The two sides of the fight and the entry of the table."""
        self.read_pending()
        self.open_result()
        self.attacker = self.attackers[0] if self.attackers else None
        self.assists = self.helpers
        self.defenders = self.beaten()
        for unit in self.movers_:
            if unit not in self.defenders and unit.id not in [other.id for other in (*self.attackers, *self.helpers, *self.defenders)]:
                self.defenders.append(unit)
        place = self.battle or next((self.standing(unit) for unit in self.defenders), None) or (self.path_named() or [""])[0]
        self.target: str = place
        sides = {unit.stated("side") for unit in self.defenders}
        self.in_hex = [unit for unit in self.s.at(self.target) if unit.side in sides]
        self.start = self.standing(self.attacker) if self.attacker is not None and not self.off_map(self.attacker) else None
        self.engaged = self.engagement_result()
        self.losses_due = not self.pending.get("steps_taken")
        self.codes = tuple(code for code in self.result.split() if code not in ("no", "effect", "-"))
        self.named_rating = self.pending.get("ar_unit") or (self.defenders[0].id if len(self.defenders) == 1 else None)
        for answer in self.answers:
            if answer.kind == "name_ar":
                self.named_rating = next(iter(answer.slots.get("units") or ()), None)


ASSAULTS = ("regular_attack", "assist", "shock_attack")
"""Fights after which a side may advance."""
FIGHTS = (*ASSAULTS, "engagement", "attack_by_fire")
"""Fights of whose hex it may be said that somebody advances into it, even where he may not."""


@act("take_result")
class TakeResult(Ending):
    """A side takes the result that is pending."""

    stages = (LEGALITY, *ENDINGS)
    responses = ("advance", "stay", "take_result", "auto_retreat", "name_ar", "claim")

    def prepare(self) -> None:
        """Whose result, and which."""
        self.prepare_ending()
        named = self.movers_ or self.defenders
        self.side = named[0].side if named else self.acting
        if not self.result:
            self.codes = tuple(code for code in str(self.slots.get("result") or "").split() if code not in ("situational", "combat"))
        for slots in (self.slots, *(answer.slots for answer in self.answers if answer.kind == "take_result")):
            for unit in self.clause_units(slots):
                if slots.get("result") == "loss":  # "US1 takes one step": the owner's share of the losses
                    self.shares[unit.id] = self.shares.get(unit.id, 0) + int(slots.get("steps") or 1)


@act("auto_retreat")
class AutoRetreat(Ending):
    """A unit takes its Automatic Retreat: to its HQ, three hexes, or off the map."""

    stages = (LEGALITY, *ENDINGS)
    responses = ("auto_retreat", "claim")

    def prepare(self) -> None:
        """Who retreats."""
        self.prepare_ending()
        self.leavers = self.led(self.movers_ or self.defenders)
        if not self.result:
            self.codes = ("R",)


@act("hold")
class Hold(Ending):
    """A unit that a result would make retreat stays in its hex."""

    stages = (LEGALITY, *ENDINGS)
    responses = ("take_result", "claim")

    def prepare(self) -> None:
        """Who stays."""
        self.prepare_ending()
        self.leavers = self.led(self.movers_)


class Going:
    """One unit's declared retreat: where to, or off the map."""

    __slots__ = ("edge", "hexes", "off_map", "to", "unit")

    def __init__(self, unit: Unit, to: str | None, hexes: int | None, off_map: bool, edge: str | None) -> None:
        self.unit = unit
        self.to = to
        self.hexes = hexes
        self.off_map = off_map
        self.edge = edge


@act("retreat")
class Retreat(Ending):
    """Units retreat to a hex, or off the map."""

    denial = "hold"
    stages = (LEGALITY, "end", *ENDINGS)
    legality = (LEGALITY, "end")
    responses = ("retreat", "claim")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Headquarters and Trains retreat by rules of their own (4.7); out of an Urban hex it may be a Withdrawal (6.1f)."""
        pending = situation.facts.get("pending") or {}
        units = situation.units_named(slots.get("units"))
        if units and all(unit.facts.get("kind") in ("hq", "trains") for unit in units):
            return "hq_retreat" if "hq_retreat" in situation.book.acts else None
        if slots.get("off_map") and situation.stated("phase") == "assignment":
            return "unassign"
        if pending.get("act") == "withdrawal" or (slots.get("withdraw") and not pending):
            return "withdraw"
        return None

    def prepare(self) -> None:
        """Who retreats where."""
        self.prepare_ending()
        self.going: list[Going] = []
        named = self.movers_
        for slots in (self.slots, *(answer.slots for answer in self.answers if answer.kind == "retreat")):
            named = [unit for unit in self.clause_units(slots) if unit.kind is None] or named
            places = [*(slots.get("path") or ()), *((slots["to"],) if slots.get("to") else ())]
            edge = slots.get("edge")
            off = bool(slots.get("off_map") or edge)
            for unit in named:
                to = self.valid(places[-1]) if places and not off else None
                if to is None and not off and slots.get("to_hq"):
                    to = self.home_of(unit)
                self.going.append(Going(unit, to, slots.get("hexes"), off, edge))
        self.at_least_one(self.going)
        self.side = self.going[0].unit.side
        for going in self.going:
            if going.unit not in self.defenders:
                self.defenders.append(going.unit)
        if not self.result and not self.pending:
            self.codes = ()

    def unplaced(self, going: Going) -> bool:
        """Whether a unit on the map goes to a hex that is still to be said."""
        return going.to is None and not going.off_map and going.unit.hex is not None

    def home_of(self, unit: Unit) -> str | None:
        """Where "its HQ" is, for who has to go there exactly; who may stop next to it needs no hex."""
        hq = hq_of(self.s, unit.formation)
        if hq is None or hq.hex is None:
            return None
        return hq.hex if unit.ma_class == "tac" or self.distance(self.start_of(unit), hq.hex) >= 3 else None

    def start_of(self, unit: Unit) -> str:
        """The hex that a unit retreats from."""
        here = self.standing(unit)
        return here if here is not None else self.target


@act("withdraw")
class Withdraw(Aftermath):
    """The Withdrawal of a stack that has lost its last hold on an Urban hex (6.1f)."""

    responses = ("claim",)

    def prepare(self) -> None:
        """Who withdraws where."""
        self.read_pending()
        if not self.movers_:
            self.movers_ = self.beaten()
        self.led(self.movers_)
        self.from_: str | None = self.battle or self.standing(self.movers_[0])
        places = self.path_named()
        self.to: str | None = places[-1] if places else None


@act("advance")
class Advance(Aftermath):
    """An advance after combat, or into an emptied Urban hex that is claimed."""

    denial = "decline_advance"
    stages = (LEGALITY, "jump", "after")
    responses = ("advance", "claim_hex", "claim")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Where no fight is being carried out and none was fought, whoever advances along a road or up to the enemy moves; a loser retreats."""
        due = what_is_due(situation, slots)
        if due is not None:
            return due
        if situation.facts.get("pending") or cls is not Advance or not slots.get("units"):
            return None
        to = slots.get("to") or (slots.get("path") or (None,))[-1]
        done = [act for acts in situation.history.values() for act in acts]
        fought = any(act.get("act") in ASSAULTS or act.get("act") in FIGHTS and act.get("hex") in (None, to) for act in done)
        return "move" if not fought and to is not None and not situation.hex(to).urban else None

    def prepare(self) -> None:
        """Who advances where."""
        self.read_pending()
        for answer in self.answers:
            if answer.kind == "advance":
                self.movers_ += [unit for unit in self.clause_units(answer.slots) if unit not in self.movers_]
        if not self.movers_:
            self.movers_ = list(self.attackers)
        self.led(self.movers_)
        places = self.path_named()
        self.to: str = self.somewhere(places[-1] if places else self.battle)
        self.claim = any(answer.kind == "claim_hex" for answer in self.answers)
        self.enemies = [unit for unit in self.s.at(self.to) if unit.side != self.side]

    def claims_urban(self) -> bool:
        """Whether this is the claiming of an emptied Urban hex (6.1c) and not an advance."""
        if not self.s.hex(self.to).urban:
            return False
        if self.claim or not self.pending:
            return True
        after_attack = any(unit in self.attackers or unit in self.helpers for unit in self.movers_) and self.pending.get("act") in ATTACKS
        return self.pending.get("destroyed") is True and not after_attack


@act("claim_hex")
class ClaimHex(Advance):
    """An emptied Urban hex is claimed."""

    def prepare(self) -> None:
        """As an advance into the hex."""
        if not self.slots.get("to"):
            units = [self.unit(name) for name in self.named() if not self.is_formation(name)]
            here = self.slots.get("at") or next((unit.hex for unit in units if unit.hex is not None), None)
            if here is not None:
                self.slots = {**self.slots, "to": here}
        super().prepare()
        self.claim = True


@act("decline_advance")
class DeclineAdvance(Aftermath):
    """A unit does not advance."""

    def prepare(self) -> None:
        """Who does not, and into what."""
        self.read_pending()
        self.movers_ = self.led(self.movers_ or list(self.attackers))
        self.to: str | None = self.battle


@act("control_change")
class ControlChange(Aftermath):
    """Losses are turned into changes of control of an Urban hex."""

    stages = (LEGALITY, "count", "after")

    def prepare(self) -> None:
        """The hex that they are applied to."""
        self.read_pending()
        self.side = self.movers_[0].side if self.movers_ else self.acting
        self.losses = losses_inflicted(self.s, self.side)
        places = self.path_named()
        self.to: str = self.somewhere(places[-1] if places else self.battle or next((lost.hex for lost in reversed(self.losses)), None))

    def at_hand(self) -> list[Losses]:
        """Losses that may move the control of the hex: it lost them, or whoever inflicted them stands there."""
        here = {unit.id for unit in self.s.at(self.to)}
        return [lost for lost in self.losses if self.to == lost.hex or lost.by in here]


@act("support_fire")
class SupportFire(Fight):
    """[Optional] A defending Stand-Off AV fires at the Red Support of the Attack Unit (6.5)."""

    stages = (LEGALITY, "sums", "net", "fire", "after", "unread")
    responses = ("claim",)

    def prepare(self) -> None:
        """Who fires at whose Support."""
        self.begin()
        self.pending: dict[str, Any] = self.s.facts.get("pending") or {}
        firing = self.clause_units(self.slots, "firing") or self.clause_units(self.slots)
        aimed = self.clause_units(self.slots, "target_units")
        attackers = [self.unit(id_) for id_ in self.pending.get("attackers") or ()]
        self.attacker: Unit | None = next((unit for unit in aimed if not unit.in_support), attackers[0] if attackers else None)
        self.firing_unit: Unit | None = firing[0] if firing else None
        if self.firing_unit is None or self.attacker is None:
            raise InputError("no_units")
        self.side = self.firing_unit.side
        self.codes: tuple[str, ...] | None = None
        self.missing: Any = None


class AboutFormation(Asked, BcsCase):
    """A question about a formation that has lost its units."""

    def prepare(self) -> None:
        """The formation.  It is named: of the one whose Activation it is nobody asks this."""
        if self.formation_slot("units", "formation") is None:
            raise InputError("no_units")
        self.f: Entity = self.subject
        self.side = self.f.side


AskDestroyed = act_named("formation_destroyed", "Is the formation destroyed, and what leaves play?", AboutFormation, asks_gone=True)


@act("controls")
class AskControl(Asked, BcsCase):
    """Who controls a hex?"""

    def prepare(self) -> None:
        """The hex."""
        self.hex: str = self.valid(self.slots["at"])
        self.side = self.acting


AskReturns = act_named("formation_returns", "A destroyed formation comes back: how?", AboutFormation)


@act("control_marker")
class ControlMarker(BcsCase):
    """A Control marker is taken off an Urban hex."""

    def prepare(self) -> None:
        """The hex."""
        self.hex: str = self.valid(self.slots["at"])
        self.side = self.acting


@act("pay_fatigue")
class PayFatigue(BcsCase):
    """[Optional] Fatigue is paid for something (6.4b)."""

    def prepare(self) -> None:
        """Which formation pays for what."""
        self.f: Entity = self.subject
        self.side = self.f.side
        hexes = self.slots.get("hexes") or ()
        self.hexes = [self.valid(hex_) for hex_ in ((hexes,) if isinstance(hexes, str) else hexes)]
        objs = self.slots.get("objs")  # "two extra OBJ markers"
        usual = "second" if self.slots.get("bonus") == SECOND_BONUS else "traffic" if self.hexes and not objs else "obj"
        self.what: str = "forced_march" if self.kind_said == "forced_march" else str(self.slots.get("what") or usual)
        self.count = int(self.slots.get("count") or objs or len(self.hexes) or 1)

    @property
    def kind_said(self) -> str:
        """Whether the words spoke of a forced march."""
        return "forced_march" if self.slots.get("what") == "forced_march" or self.march else "pay_fatigue"

    march = False


ForcedMarch = act_named("forced_march", "[Optional] A forced march is bought (6.4e).", PayFatigue, march=True)


class FightQuestion(BcsCase):
    """A question about an attack or Engagement that is only thought of."""

    of = ("attack", "engage")
    question = True
    stages = ("answer",)

    def prepare(self) -> None:
        """Nothing beyond the words."""
        self.side = self.acting


AskModifier = act_named("odds_of", "What is the net modifier of an attack?", FightQuestion)
AskNeed = act_named("need", "What must be rolled for a result?", FightQuestion)
AskChances = act_named("chances", "How likely is a result?", FightQuestion)
AskAttackers = act_named("attackers", "What may attack a hex?", FightQuestion)


@act("owed")
class Owed(Asked, Aftermath):
    """What the rules ask for next."""

    def prepare(self) -> None:
        """The result that is being carried out, if there is one."""
        self.read_pending()

    @property
    def vacating(self) -> bool:
        """Whether the defenders have to leave their hex, or have left it."""
        fired_off = self.engagement_result() and "R" in self.result.split()
        return bool(self.pending.get("retreated") or self.pending.get("destroyed") or fired_off)


@act("retreats")
class AskRetreatHexes(Asked, Aftermath):
    """Where may a unit retreat?"""

    def prepare(self) -> None:
        """The unit, and the result that is pending."""
        self.read_pending()
        units = self.movers_ or self.beaten()
        if not units and self.slots.get("at"):
            units = [unit for unit in self.s.at(self.hex_of("at")) if unit.kind is None]
        self.at_least_one(units)
        self.retreater: Unit = units[0]
        self.side = self.retreater.side
