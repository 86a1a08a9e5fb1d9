"""The acts of this book up to the result of a combat: what a declaration resolves to.  The rules about them stand in the chapters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from adjudicator.book import LEGALITY, InputError, Missing, Situation, Unit, act, act_named
from adjudicator.ground.throws import Chain
from adjudicator.kit import names

from .cards import combat_throws
from .due import sent
from .vocabulary import ATTACK, BARRAGE, FACTORS, OVERRUN, OcsCase, Place

ANSWERS = ("lead", "dice", "pay", "draw", "stocks", "no_supply", "defend", "claim_surprise", "claim_half", "claim", "abstain", "strength_told")
QUESTIONS = ("chances", "need", "odds_of", "strength_of")
FIGHTS = (ATTACK, OVERRUN, BARRAGE)


class Said:
    """An answer put together from other words."""

    def __init__(self, kind: str, slots: dict[str, Any]) -> None:
        self.kind = kind
        self.slots = slots


def fight_behind(situation: Situation, kind: str, slots: dict[str, Any]) -> str | None:
    """The kind of fight, announced in the same entry, that the words before it (who leads, what is paid) belong to."""
    answers = list(slots.get("responses") or ())
    attack = next((answer for answer in answers if answer.kind in FIGHTS), None)
    if attack is None:
        return None
    own = {key: content for key, content in slots.items() if key != "responses"}
    slots.clear()
    slots.update(attack.slots)
    if kind == "lead" and slots.get("units"):  # 16MC (lead), 79Mot and 12Pz attack: who leads attacks with them
        ours = [situation.units[id_].side for id_ in slots["units"] if id_ in situation.units][:1]
        more = [id_ for id_ in own.get("units") or () if id_ in situation.units and [situation.units[id_].side] == ours and id_ not in slots["units"]]
        slots["units"] = (*more, *slots["units"])
    slots["responses"] = [Said(kind, own), *(answer for answer in answers if answer is not attack)]
    return str(attack.kind)


class Payment(NamedTuple):
    """Combat supply as somebody declared it: ``how`` is dump, stocks or none; tokens None: as many as it costs."""

    side: str
    how: str
    dump: str | None
    tokens: int | None
    units: tuple[str, ...]


class Thrown(OcsCase):
    """Something with throws of which players tell the totals, or that are made with the dice that lie there."""

    said: dict[str, int]

    def has_dice(self, name: str) -> bool:
        """Whether a throw was told or its dice lie there."""
        return name in self.said or self.thrown < len(self.dice)

    def throw(self, name: str, count: int = 2) -> int:
        """The total of a throw: its dice, or the total that was said; Missing("rolls") if there is neither."""
        said = self.said.get(name)
        if said is not None and self.thrown >= len(self.dice):
            return said
        total = self.roll_total(count)
        if said is not None and said != total:
            raise InputError("dice_contradict", said=said, total=total)
        return total


def asked_in(question: Any) -> dict[str, Any]:
    """What a question behind a deed asks for; `figure`: its odds or its column, not the chances of its dice."""
    return {**question.slots, "figure": question.slots.get("asked") or "odds"} if question.kind == "odds_of" else dict(question.slots)


class Fight(Thrown):
    """A combat over one hex, announced or pending: who fights, who leads, what was thrown, what is paid."""

    stages: ClassVar[tuple[str, ...]] = (
        LEGALITY, "announce", "strength", "steps", "terrain", "supply", "modes", "totals", "claimed", "odds", "start", "lead", "surprise", "shift",
        "column", "roll", "result", "after")  # fmt: skip
    responses: ClassVar[tuple[str, ...]] = (*ANSWERS, *QUESTIONS)
    act = ATTACK

    def prepare(self) -> None:
        """Who fights for which hex; leads, dice and payments said in the same breath or before."""
        slots = self.slots
        self.said: dict[str, int] = {}
        self.leads: dict[str, str] = {}
        self.asked_leads: list[str] = []
        self.ratings: list[tuple[Unit, int]] = []  # action ratings that somebody claims of those who lead
        self.payments: list[Payment] = []
        self.points: dict[str, Any] = {}
        self.factors: dict[str, Fraction] = {}  # what of its printed strength a side is said to fight with
        self.absent: list[str] = []  # units said to take no part
        self.surprise_claim: tuple[str | None, bool] | None = None
        self.place: Place | None = None
        self.start: int | None = None
        if not slots.get("units") and slots.get("target") and slots["target"] == self.pending().get("hex"):
            slots.pop("target")  # the combat for this hex lies there
        self.announced = bool(slots.get("units") or slots.get("target"))
        if self.announced:
            self._announce()
        else:
            self._resume()
        if slots.get("surprised"):  # attacks with surprise
            self.surprise_claim = ("attacker", False)
        if slots.get("numbers"):
            self.take("dice", slots)
        for answer in slots.get("responses") or ():
            self.take(answer.kind, answer.slots)
        self._own_words()
        self._leads_told()
        if both := [unit.id for unit in self.attackers if unit.id in self.absent]:
            raise InputError("attacks_and_stays", names=", ".join(both))

    def _leads_told(self) -> None:
        """A lead that is asked about with no other of its side beside it is the lead."""
        for side in self.book.sides:
            asked = [id_ for id_ in self.asked_leads if self.unit(id_).side == side]
            if len(asked) == 1 and len(self.asked_leads) > 1:
                self.leads[side] = asked[0]
                self.asked_leads.remove(asked[0])

    def _announce(self) -> None:
        self.attackers = self.at_least_one(self.units_of())
        against = self.slots.get("target_units") or ()
        named = self.standing(self.unit(against[0])) if against and not self.slots.get("target") else None
        pending_hex = self.pending().get("hex")
        self.target: str = named or (self.hex_of("target") if self.slots.get("target") or pending_hex is None else pending_hex)
        self.side = self.attackers[0].side
        self.defenders = self.enemies(self.target, self.side)
        self.before: dict[str, Any] = {}
        earlier = self.pending()
        if earlier.get("hex") == self.target and not earlier.get("result") and set(earlier.get("attackers") or ()) == {unit.id for unit in self.attackers}:
            self.leads.update(earlier.get("lead") or {})

    def _resume(self) -> None:
        self.before = self.pending()
        if not self.before and "pending" not in self.s.unknown:
            raise InputError("nothing_pending")
        self.attackers = [self.unit(id_) for id_ in self.of_pending("attackers") or ()]
        if not self.attackers:
            raise Missing("pending.attackers")
        self.target = self.valid(self.needed_of_pending("hex"))
        self.side = self.attackers[0].side
        named = self.of_pending("defenders")
        self.defenders = [self.unit(id_) for id_ in named] if named is not None else self.enemies(self.target, self.side)
        if "pending.lead" in self.s.unknown:
            self.leads = {}
        else:
            self.leads.update({side: id_ for side, id_ in (self.before.get("lead") or {}).items() if f"pending.lead.{side}" not in self.s.unknown})
        self.act = self.before.get("act") or self.act

    @property
    def enemy(self) -> str:
        """The side that is attacked."""
        return self.book.enemy(self.side)

    @property
    def sides(self) -> dict[str, list[Unit]]:
        """The units that fight on each side."""
        return {self.side: self.attackers, self.enemy: self.defenders}

    def role(self, side: str) -> str:
        """attacker or defender."""
        return "attacker" if side == self.side else "defender"

    # ---- what is said with it -------------------------------------------------------------------------------------
    def _own_words(self) -> None:
        """Slots of the act itself: strength, leader, dice, supply refused."""
        slots = self.slots
        if slots.get("points") is not None:
            self.points[self.side] = slots["points"]
        if slots.get("factor"):
            self.factors[self.side] = FACTORS[slots["factor"]]
        for id_ in slots.get("lead") or ():
            self.take("lead", {"units": (id_,)})
        if slots.get("own_lead"):
            if len(self.attackers) > 1:
                raise InputError("whose_lead")
            self.leads[self.side] = self.attackers[0].id
        if slots.get("unpaid"):
            self.payments.append(Payment(self.side, "none", None, None, ()))
        if slots.get("from_dump"):
            self.payments.append(Payment(self.side, "dump", slots["from_dump"][0], slots.get("tokens"), ()))
        elif slots.get("tokens") is not None:  # for 2 tokens, whichever dump they come from
            self.payments.append(Payment(self.side, "dump", None, slots["tokens"], ()))
        if slots.get("internal"):
            self.payments.append(Payment(self.side, "stocks", None, None, ()))

    def take(self, kind: str, slots: dict[str, Any]) -> None:
        """One answer that belongs to this act."""
        if kind == "lead":
            self._take_lead(slots)
        elif kind == "dice":
            self._take_dice(slots)
        elif kind in ("pay", "draw", "stocks", "no_supply"):
            self._take_supply(kind, slots)
        elif kind == "abstain":
            self.absent += [unit.id for unit in self.units_of("units", slots)]
        elif kind == "defend" and slots.get("points") is not None:
            self.points[self.role_of({"units": slots.get("units")}) or self.enemy] = slots["points"]
        elif kind == "strength_told":
            whose = self.role_of(slots) or self.side
            if slots.get("points") is not None:
                self.points[whose] = slots["points"]
            if slots.get("factor"):  # what is not halved is whole
                self.factors[whose] = Fraction(1) if slots.get("not") else FACTORS[slots["factor"]]
        elif kind == "claim_surprise":
            side = self.role_of(slots)
            self.surprise_claim = (self.role(side) if side else None, bool(slots.get("not")))
        elif kind in QUESTIONS:
            self._take_question(slots)
        if kind == "defend":
            if slots.get("factor"):
                self.factors[self.role_of({"units": slots.get("units")}) or self.enemy] = FACTORS[slots["factor"]]
            for id_ in slots.get("lead") or ():
                self._take_lead({"units": (id_,)})
            if slots.get("internal"):
                self._take_supply("stocks", {"units": slots.get("units")})
            if slots.get("unpaid"):
                self.payments.append(Payment(self.enemy, "none", None, None, ()))

    @property
    def asks_who(self) -> bool:
        """Whether it is asked if a throw gives somebody surprise."""
        return bool(self.slots.get("question")) and "surprise" in self.said

    def role_of(self, slots: dict[str, Any]) -> str | None:
        """The side that somebody means by name or by role."""
        named = slots.get("role") or slots.get("side")
        if named in ("attacker", "defender"):
            return self.side if named == "attacker" else self.enemy
        if named in self.book.sides:
            return str(named)
        units = self.units_of("units", slots)
        return units[0].side if units else None

    def _take_lead(self, slots: dict[str, Any]) -> None:
        units = self.units_of("units", slots)
        if len({unit.side for unit in units}) < len(units) and not slots.get("question"):
            raise InputError("one_lead", names=names(units))
        self.ratings += [(unit, slots["ar"]) for unit in units if slots.get("ar") is not None]
        for unit in units:
            if slots.get("question"):
                self.asked_leads.append(unit.id)
            else:
                self.leads[unit.side] = unit.id

    def _take_question(self, slots: dict[str, Any]) -> None:
        if slots.get("leads"):
            self.asked_leads += [unit.id for unit in self.units_of("units", slots) if unit in self.sides.get(unit.side, ())]

    def _take_dice(self, slots: dict[str, Any]) -> None:
        numbers = list(slots.get("numbers") or ())
        purposes = list(slots.get("purposes") or ())
        if len(purposes) > len(numbers) and {"dice", "surprise"} <= set(purposes) and numbers[:1] > [6]:  # attacker surprise, the roll was 9
            purposes = [name for name in purposes if name != "dice"]
            self.surprise_claim = (self.role(side), False) if (side := self.role_of(slots)) else self.surprise_claim
        elif slots.get("role") == "defender" and purposes == ["surprise"] and self.act != BARRAGE:
            self.surprise_claim = ("defender", False)  # who attacks throws for it
        if purposes.count("surprise") > 1:  # surprise dice total 8: attacker surprise
            purposes.reverse()
            purposes.remove("surprise")
            purposes.reverse()
            self.surprise_claim = (self.role(side), False) if (side := self.role_of(slots)) else (None, False)
        elif slots.get("nobody"):
            self.surprise_claim = (None, True)
        if len(purposes) > len(numbers):  # attacker surprise with a die of 3
            side = self.role_of(slots)
            if "surprise" in purposes[: len(purposes) - len(numbers)] and side is not None:
                self.before = {**self.before, "surprise": {"by": self.role(side)}}
            purposes = purposes[len(purposes) - len(numbers) :]
        order = ["barrage", "half"] if self.act == BARRAGE else self._open_throws()
        numbers, purposes = self._said_once(numbers, purposes)
        for at, name in enumerate(purposes):  # dice and die, each for the next throw that is open
            if name == "dice":
                purposes[at] = next((each for each in order if each not in self.said and each not in purposes), name)
        counts = [1 if name in ("shift", "half") else 2 for name in purposes]
        if len(numbers) > len(purposes) and len(numbers) == sum(counts) and all(1 <= number <= 6 for number in numbers):
            faces = iter(numbers)  # the single dice, not their totals
            numbers = [sum(next(faces) for _ in range(count)) for count in counts]
        while len(purposes) < len(numbers):
            purposes.append(next((name for name in order if name not in self.said and name not in purposes), order[-1]))
        for name, number in zip(purposes, numbers, strict=False):
            if name == "dice":
                name = next((each for each in order if each not in self.said), order[-1])
            least, most = (1, 6) if name in ("shift", "half") else (2, 12)
            if not least <= number <= most:
                raise InputError("impossible_total", total=number, least=least, most=most)
            self.said[name] = number

    def _said_once(self, numbers: list[int], purposes: list[str]) -> tuple[list[int], list[str]]:
        """A throw told twice counts once: a 4 and a 5, that's 9; boxcars, a 12; the single die for the columns."""
        if len(purposes) < 2 and len(numbers) == 3 and numbers[0] + numbers[1] == numbers[2]:
            numbers = numbers[:2]
        elif len(purposes) < 2 and len(numbers) == 2 and numbers[0] == numbers[1] and (numbers[0] > 6 or sum(self.dice[self.thrown :][:2]) == numbers[0]):
            numbers = numbers[:1]
        if len(purposes) > len(numbers):
            purposes = list(dict.fromkeys(purposes))
        if len(purposes) > len(numbers) and "dice" in purposes:
            purposes.remove("dice")
        return numbers, purposes

    def _open_throws(self) -> list[str]:
        """The throws of a combat that have not been made, in their order."""
        surprise = self.before.get("surprise") or {}
        by = surprise.get("by") or (self.surprise_claim is not None and "surprise" not in self.said and self.surprise_claim[0])
        if by == "none" or surprise.get("die") is not None:
            return ["combat"]
        return ["shift", "combat"] if by else ["surprise", "shift", "combat"]

    def _take_supply(self, kind: str, slots: dict[str, Any]) -> None:
        units = self.units_of("units", slots) + self.units_of("for_units", slots)
        markers = list(slots.get("markers") or ())
        named = slots.get("role") or slots.get("side")
        side = str(named) if named in self.book.sides else None
        if named in ("attacker", "defender"):
            side = self.side if named == "attacker" else self.enemy
        if side is None and units:
            side = units[0].side
        if side is None and markers:
            side = self.marker(markers[0]).side
        if side is None:
            side = self.enemy if (kind == "no_supply" or slots.get("not")) and self.slots.get("unpaid") else self.side
        ids = tuple(unit.id for unit in units if unit.side == side)
        if kind == "no_supply" or slots.get("not"):
            self.payments.append(Payment(side, "none", None, None, ids))
        elif kind == "stocks" and any(payment.how == "stocks" and (not ids or payment.units in ((), ids)) for payment in self.paid_by(side)):
            return  # attacks with its stocks and gets the marker for it
        elif kind == "stocks":
            self.payments.append(Payment(side, "stocks", None, None, ids))
        else:
            self.payments.append(Payment(side, "dump", markers[0] if markers else None, self.in_tokens(slots), ids))

    def paid_by(self, side: str) -> list[Payment]:
        """What was declared of a side's combat supply."""
        return [payment for payment in self.payments if payment.side == side]

    def unpaid(self, unit: Unit) -> bool:
        """Whether somebody said that no combat supply is spent on this unit."""
        if unit.id in (self.before.get("unpaid") or ()):
            return True
        return any(payment.how == "none" and (not payment.units or unit.id in payment.units) for payment in self.paid_by(unit.side))

    # ---- leads -----------------------------------------------------------------------------------------------------
    def lead(self, side: str) -> Unit:
        """The unit whose action rating a side uses; one that fights alone leads, among several it is asked for."""
        path = f"pending.lead.{side}"
        if path in self.s.tried:
            return self.unit(self.s.tried[path])
        if side in self.leads:
            return self.unit(self.leads[side])
        units = self.sides[side]
        if len(units) == 1 and path not in self.s.unknown and "pending.lead" not in self.s.unknown:
            return units[0]
        raise Missing(path, tuple(unit.id for unit in units) or None)

    def chain(self) -> Chain | None:
        """What is still to be thrown, once column and lead are known."""
        return Chain(self.place, combat_throws(self)) if self.place is not None else None


@act("attack")
class Attack(Fight):
    """A regular attack, up to the result of the roll."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With a question behind it, it is asked about; a strength that is claimed is put to the test with the rest.  Where no word says how
        they fight, guns fire in the barrage segment, and where a result is carried out the attackers go into the hex that they fought for."""
        if slots.pop("sent", False) and (other := sent(situation, slots)):
            return other
        answers = slots.get("responses") or ()
        kinds = [answer.kind for answer in answers]
        question = next((kind for kind in kinds if kind in QUESTIONS), None)
        if question:
            asked = next(answer for answer in answers if answer.kind == question)
            if question == "odds_of":
                slots["asked"] = asked.slots.get("asked")
                return "attack_odds"
            slots["asked"] = asked.slots
            return "attack_strength" if question == "strength_of" else "chances"
        if any(said.get("points") is not None or said.get("factor") for said in (slots, *(answer.slots for answer in answers))):
            return "attack_with"
        return None


ClaimedAttack = act_named(
    "attack_with",
    "An attack with a strength that the players have added up themselves.",
    Fight,
    legality=(LEGALITY, "strength", "steps", "terrain", "supply", "modes", "totals", "claimed"),
)


@act("overrun")
class Overrun(Fight):
    """An attack as part of a move."""

    act = OVERRUN

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With a question behind it, it is asked about."""
        asked = next((answer for answer in slots.get("responses") or () if answer.kind in QUESTIONS), None)
        if asked is not None:
            slots["asked"], slots["act"] = asked_in(asked), OVERRUN
            return "chances"
        return None


@act("lead")
class Lead(Fight):
    """Naming the units whose action ratings are used in the pending combat."""

    stages = (LEGALITY, "lead", "after")
    responses = (*Fight.responses, ATTACK, OVERRUN)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With dice or a question in the same entry it is those that are judged; with an attack, the attack."""
        if fight := fight_behind(situation, "lead", slots):
            return fight
        answers = slots.get("responses") or ()
        asked = next((answer for answer in answers if answer.kind in QUESTIONS), None)
        if asked is not None or slots.get("question"):
            own = dict(slots)
            slots["responses"] = [Said("lead", {"units": own.get("units") or own.get("named"), "question": own.get("question")}), *answers]
            slots["asked"] = asked_in(asked) if asked is not None else {"topic": ("surprise",)}
            slots.pop("units", None)
            slots.pop("question", None)
            return "chances"
        if any(answer.kind in ("dice", "claim_surprise") for answer in answers):
            slots["responses"] = [Said("lead", {"units": slots.pop("units", ()) or slots.get("named") or (), "ar": slots.pop("ar", None)}), *answers]
            return "dice"
        return None

    def prepare(self) -> None:
        """The units named are leads, not attackers."""
        named = self.slots.pop("units", None) if "units" in self.slots else self.slots.get("named")
        self.slots["named"] = named
        super().prepare()
        self._take_lead({"units": named or (), "ar": self.slots.get("ar")})


@act("dice", "claim_surprise", "roll")
class Dice(Fight):
    """Dice of the pending combat that are read, and what somebody makes of them."""

    deniable = True

    question = roll_read = True

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Dice of a pending barrage are read on its table; with a question behind them they are asked about."""
        if (situation.stated("pending") or {}).get("act") == BARRAGE or {"barrage", "half"} & set(slots.get("purposes") or ()):
            return "barrage_dice"
        asked = next((answer for answer in slots.get("responses") or () if answer.kind in QUESTIONS), None)
        if asked is not None:
            slots["asked"] = asked_in(asked)
            return "chances"
        return None

    def prepare(self) -> None:
        """The dice, and a claim that stands alone."""
        super().prepare()
        if not self.slots.get("numbers") and not self.slots.get("purposes") and (self.slots.get("claims_surprise") or not self.said):
            self.take("claim_surprise", self.slots)

    def take(self, kind: str, slots: dict[str, Any]) -> None:
        """Behind dice, what the combat is said to total is its roll."""
        if kind == "strength_told" and self.said and slots.keys() <= {"role", "points"}:
            kind, slots = "dice", {"purposes": ("combat",), "numbers": (slots["points"],)}
        super().take(kind, slots)
