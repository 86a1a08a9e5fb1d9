"""Barrages: announced, paid for, their dice."""

from __future__ import annotations

from typing import Any, ClassVar

from adjudicator.book import LEGALITY, InputError, Missing, Situation, act, act_named
from adjudicator.ground.throws import Chain

from .acts import QUESTIONS, Thrown, asked_in
from .cards import barrage_throws
from .vocabulary import BARRAGE

ASKED = (*QUESTIONS, "column_of", "supply_cost")


class Shelling(Thrown):
    """A barrage on one hex, announced or pending."""

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "announce", "column", "shifts", "final", "cost", "roll", "result", "half", "after")
    legality: ClassVar[tuple[str, ...]] = (LEGALITY, "cost")
    responses = ("pay", "draw", "dice", "no_supply", "stocks", *ASKED)
    act = BARRAGE

    def prepare(self) -> None:
        """Who fires on which hex, and what is paid and thrown."""
        slots = self.slots
        self.said: dict[str, int] = {}
        self.tokens: int | None = None
        self.dump: str | None = None
        self.pays = self.refuses = False
        self.base: int | None = None
        self.column_used: int | None = None
        self.before: dict[str, Any] = {}
        if slots.get("units"):
            self.guns = self.units_of()
            against = slots.get("target_units") or ()
            named = self.standing(self.unit(against[0])) if against and not slots.get("target") else None
            self.target = named or self.hex_of("target")
        else:
            self.before = self.pending()
            if not self.before:
                raise InputError("nothing_pending")
            self.guns = [self.unit(id_) for id_ in self.of_pending("attackers") or ()]
            if not self.guns:
                raise Missing("pending.attackers")
            self.target = self.valid(self.needed_of_pending("hex"))
        self.side = self.guns[0].side
        self.s.all_placed(lambda unit: unit.side != self.side)
        self.victims = [unit for unit in self.s.known_at(self.target) if unit.side != self.side]
        if slots.get("numbers"):
            self.take("dice", slots)
        for answer in slots.get("responses") or ():
            self.take(answer.kind, answer.slots)
        if slots.get("unpaid"):
            self.refuses = True
        self.blind = bool(slots.get("unobserved"))
        self.aircraft = str(slots["aircraft"]) == "near" if slots.get("aircraft") else None
        self.claimed = slots.get("points")
        if slots.get("from_dump"):
            self.pays, self.dump, self.tokens = True, slots["from_dump"][0], self.in_tokens(slots)
        elif self.in_tokens(slots) is not None:
            self.pays, self.tokens = True, self.in_tokens(slots)

    def take(self, kind: str, slots: dict[str, Any]) -> None:
        """One answer that belongs to the barrage."""
        if kind in ("pay", "draw") and slots.get("not"):
            self.refuses = True
        elif kind in ("pay", "draw"):
            self.pays = True
            self.dump = next(iter(slots.get("markers") or ()), self.dump)
            told = self.in_tokens(slots)
            self.tokens = told if told is not None else self.tokens
        elif kind == "no_supply":
            self.refuses = True
        elif kind == "dice":
            numbers = list(slots.get("numbers") or ())
            if len(numbers) == 2 and "barrage" not in self.said and all(1 <= number <= 6 for number in numbers) and "half" not in (slots.get("purposes") or ()):
                numbers = [sum(numbers)]  # the single dice, not their total
            for number in numbers:
                name = "half" if "barrage" in self.said or list(slots.get("purposes") or ()) == ["half"] else "barrage"
                least, most = (1, 6) if name == "half" else (2, 12)
                if not least <= number <= most:
                    raise InputError("impossible_total", total=number, least=least, most=most)
                self.said[name] = number

    def chain(self) -> Chain | None:
        """The barrage roll and, where its result is a half, the die behind it."""
        if self.column_used is None:
            return None
        result = self.computed("result")  # a half whose die has not been thrown
        return Chain(None, barrage_throws(self)) if result is None else Chain(str(result), barrage_throws(self)[1:])


@act("barrage")
class Barrage(Shelling):
    """Guns fire on a hex."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With a question behind it, it is asked about."""
        asked = next((answer for answer in slots.get("responses") or () if answer.kind in ASKED), None)
        if asked is not None:
            slots["asked"] = asked_in(asked)
            return "barrage_chances"
        return None


@act("barrage_pay")
class PayBarrage(Shelling):
    """Tokens for the pending barrage."""

    stages = (LEGALITY, "cost")

    def prepare(self) -> None:
        """The barrage, and what is paid."""
        own = dict(self.slots)
        self.slots = {}
        super().prepare()
        self.take("pay", own)


BarrageDice = act_named("barrage_dice", "The dice of a pending barrage.", Shelling, question=True, roll_read=True)
