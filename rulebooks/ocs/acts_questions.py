"""The questions of this book: what they ask, and of which combat."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from adjudicator.book import LEGALITY, InputError, Situation, act, act_named
from adjudicator.kit import Asked, number

from .acts import FIGHTS, Fight, Said, fight_behind
from .acts_barrage import Shelling
from .vocabulary import BARRAGE, OVERRUN, OcsCase


@act("chances", "need")
class AskChances(Fight):
    """What the dice must show, and with which chances, of the combat that is named or pending."""

    question = True
    stages: ClassVar[tuple[str, ...]] = (*Fight.stages[:-2], "answer")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A pending barrage has chances of its own; a column that is asked for is the one that is used."""
        pending = situation.stated("pending") or {}
        if slots.get("asked") == "column" and slots.keys() <= {"asked", "target", "units", "topic", "question"} and pending.get("act") != BARRAGE:
            return "attack_odds"
        if slots.get("barrage") and slots.get("points") and not slots.get("units") and not pending:
            return "barrage_points"
        if slots.get("barrage") and slots.get("units") or pending.get("act") == BARRAGE and not slots.get("target"):
            return "barrage_chances"
        return None

    def prepare(self) -> None:
        """The combat, and what is asked of it."""
        own = self.slots
        asked = said if isinstance(said := own.get("asked"), dict) else None
        self.wanted: dict[str, Any] = dict(asked if asked is not None else own)
        for answer in own.get("responses") or ():
            if answer.kind in ("chances", "need"):
                for key, content in answer.slots.items():
                    old = self.wanted.get(key)
                    self.wanted[key] = (*old, *content) if isinstance(old, tuple) and isinstance(content, tuple) and old != content else old or content
        alone = asked is None and not own.get("target")
        keep: dict[str, Any] = {key: own.pop(key) for key in ("units", "numbers", "purposes") if alone and key in own and (key != "numbers")}
        try:
            super().prepare()
        finally:
            own.update(keep)
        if own.get("act") == OVERRUN:
            self.act = OVERRUN
        self._meant()
        if alone:
            self._take_question(keep)
        if alone and own.get("differential"):
            self._take_lead({"units": keep.get("units")})

    def _meant(self) -> None:
        """Whose losses are asked about, where units are named; and all results from one on, where it is the least."""
        wanted = self.wanted
        units = self.units_of("units", wanted)
        if units and not wanted.get("role") and not wanted.get("leads") and not wanted.get("target"):
            wanted["role"] = self.role(units[0].side)
        if wanted.get("better") and wanted.get("results"):
            grid = self.book.tables["crt"]["rows"]
            cells = sorted((int(row) + at, int(row), grid[row][at]) for row in grid for at in range(len(grid[row])))
            order = list(dict.fromkeys(name for _, _, name in cells))
            least = min((order.index(name) for name in wanted["results"] if name in order), default=None)
            wanted["results"] = tuple(wanted["results"]) if least is None else tuple(order[least:])


@act("barrage_chances")
class AskBarrage(Shelling):
    """The chances of a barrage."""

    question = True
    stages: ClassVar[tuple[str, ...]] = (*Shelling.stages[:6], "answer")

    def prepare(self) -> None:
        """The barrage, and what is asked of it."""
        self.wanted: dict[str, Any] = dict(self.slots.get("asked") or self.slots)
        if self.wanted.get("cause") and not self.slots.get("units") and not self.pending():  # whoever may fire
            guns = (unit.id for unit in self.s.units.values() if unit.facts.get("barrage") and unit.stated("side") == self.s.stated("active"))
            self.slots["units"] = tuple(guns)
        if self.slots.get("barrage"):  # of those that are named, the guns fire
            self.slots["units"] = tuple(unit.id for unit in self.units_of() if unit.facts.get("barrage"))
        super().prepare()


class Question(Asked, OcsCase):
    """Something asked; what is not known leaves the answer open."""


def printed_by(situation: Situation, slots: dict[str, Any]) -> dict[str, Any]:
    """Who attacks which hex, where units of both sides are named and the two strengths are what their counters show; {} if it is anything else."""
    units, points = situation.units_named(slots.get("units")), slots["points"]
    active = situation.stated("active") or (units[0].stated("side") if units else None)
    ours, theirs = ([unit for unit in units if (unit.stated("side") == active) == own] for own in (True, False))
    places = {unit.stated("at") for unit in theirs}
    if not ours or len(places) != 1 or situation.stated("pending"):
        return {}
    shown = [sum(number(unit.facts.get(fact) or 0) for unit in side) for side, fact in ((ours, "attack"), (theirs, "defense"))]
    told = [number(point) for point in points]
    if told != shown and not (len(told) == 1 and told[0] in shown):
        return {}
    return {"units": tuple(unit.id for unit in ours), "target": places.pop()}


@act("odds_of")
class AskOdds(Question):
    """The odds and the column of two strengths, or of an attack."""

    stages = ("terrain", "answer", "answer_column")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """The odds of units are those of their attack; so are those of the strengths that their counters show."""
        if slots.get("points") and (fight := printed_by(situation, slots)):
            del slots["points"]
            slots.update(fight)
            return "attack_odds"
        if slots.get("points") or slots.get("odds"):
            return None
        return "attack" if slots.get("units") and slots.get("target") else "attack_odds"

    def prepare(self) -> None:
        """The two strengths."""
        self.strengths = [number(item) for item in self.slots.get("points") or ()]
        decimals = re.findall(r"(?<!\w)\d+(?:[.,]\d+)?(?!\w)", self.ruling.text)
        if len(self.strengths) != 2 and len(decimals) == 2 and not all(item.isdecimal() for item in decimals):  # 7,5 points against 4
            self.strengths = [number(item.replace(",", ".")) for item in decimals]
            return
        told = self.slots.get("odds")
        if told and len(self.strengths) < 2:
            self.strengths = [number(part) for part in str(told).split(":")]
        if len(self.strengths) != 2:
            raise InputError("two_strengths")


@act("look_up")
class LookUp(Question):
    """What a total gives in a column of the combat table."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A span such as 25-40 is a column of the barrage table: odds have a 1 on one side."""
        ends = str(slots.get("column")).split(":")
        if "1" in ends or len(ends) != 2 or not all(end.isdecimal() for end in ends):
            return None
        slots["span"] = (int(ends[0]), int(ends[1]))
        return "look_up_barrage"


LookUpBarrage = act_named("look_up_barrage", "What a total gives in a column of the barrage table, or of a strength.", Question)
AskBarragePoints = act_named("barrage_points", "The chances of a barrage of so many points, without any shift.", Question)
AskAttackOdds = act_named(
    "attack_odds",
    "The odds of the combat that is pending or named.",
    Fight,
    question=True,
    stages=(
        LEGALITY,
        "strength",
        "steps",
        "terrain",
        "supply",
        "modes",
        "totals",
        "odds",
        "start",
        "surprise",
        "shift",
        "column",
        "answer",
    ),
)


@act("column_of")
class AskColumn(Question):
    """The barrage column of a strength."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Of the pending barrage, if no strength is named."""
        pending = situation.stated("pending") or {}
        return "barrage_chances" if pending.get("act") == BARRAGE and not slots.get("points") and not slots.get("units") else None


class AboutResult(Question):
    """A question about the result being carried out."""

    def prepare(self) -> None:
        """There has to be one."""
        if not self.pending() and not any(fact.startswith("pending") for fact in self.s.unknown):
            raise InputError("nothing_pending")


@act("retreats")
class AskRetreats(Question):
    """Where may a unit retreat, and where without losing a step?"""

    responses = ("loss",)

    @property
    def whole(self) -> bool:
        """Whether only ways are asked for on which no step is lost."""
        return any(answer.slots.get("not") for answer in self.slots.get("responses") or ()) or bool(self.slots.get("no_loss"))


AskWays = act_named("ways", "In which ways may a side meet its part of the pending result?", Question)
Owed = act_named("owed", "What the rules ask for next.", Question)
AskSteps = act_named("how_many", "How many steps a side must lose, or a unit has.", Question)
AskLoser = act_named("who_loses", "Which unit must take the loss?", AboutResult)
AskAdvance = act_named("who_advances", "Who may advance?", AboutResult)
AskExploit = act_named("who_exploits", "Who gets an exploitation marker?", AboutResult)
AskResult = act_named("what_result", "What does a result mean?", Question)


@act("supply_cost")
class AskSupply(Asked, Fight):
    """What combat supply costs in the combat that is named or pending."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Those that defend in the pending combat are no attackers of another; of a combat that nobody names the steps decide."""
        defenders = (situation.stated("pending") or {}).get("defenders") or ()
        if slots.get("units") and set(slots["units"]) <= set(defenders):
            slots.update(role="defender")
            del slots["units"]
        if not situation.stated("pending") and not slots.get("target") and (slots.get("units") or slots.get("target_units")):
            return "price_of_steps"
        return None


@act("strength_of")
class AskStrength(Question):
    """The strength of a unit with its steps."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """In a combat that is named or pending, the strength with which it fights there."""
        pending = situation.stated("pending") or {}
        fighting = {*(pending.get("attackers") or ()), *(pending.get("defenders") or ())}
        if pending.get("act") == BARRAGE:
            return None
        units = situation.units_named(slots.get("units"))
        if (
            slots.get("target") and slots.get("role") != "attack" and units and all(unit.stated("at") == slots["target"] for unit in units)
        ):  # what does it defend 1510 with: where it stands
            slots.pop("target")
            slots.setdefault("role", "defense")
        if slots.get("target") or slots.get("target_units"):
            slots["asked"] = {key: slots[key] for key in ("units", "factor") if key in slots}
            return "attack_strength"
        if pending.get("hex") and fighting.issuperset(slots.get("units") or ()):
            slots["asked"] = {key: slots.pop(key) for key in ("units", "role", "factor") if key in slots}
            return "attack_strength"
        return None

    @property
    def attacks(self) -> bool:
        """Whether it is asked of their strength in attack."""
        return bool(self.slots.get("role") != "defense")


@act("strength_told")
class StrengthSaid(OcsCase):
    """The strength with which units are said to fight; in a combat that lies there or is announced behind it, the one they fight with there."""

    said_as = "strength_told"
    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "answer")
    legality = stages
    responses = FIGHTS

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Of a combat it is a claim on that."""
        if fight := fight_behind(situation, cls.said_as, slots):
            return fight
        pending = situation.stated("pending") or {}
        fighting = {*(pending.get("attackers") or ()), *(pending.get("defenders") or ())}
        if pending.get("act") != BARRAGE and pending.get("hex") and not pending.get("result") and fighting.issuperset(slots.get("units") or ()):
            own = dict(slots)
            slots.clear()
            slots["responses"] = [Said("strength_told", own)]
            return "attack_with"
        return None

    def prepare(self) -> None:
        """Whose strength it is, and how much of it they say."""
        self.units = self.at_least_one(self.units_of())
        told = self.slots.get("points") is not None or self.slots.get("factor")
        if not told or self.said_as == "strength_told" and not self.slots.get("role"):
            raise InputError("nothing_pending")  # of both, attack and defence, nobody can say which is meant

    @property
    def attacks(self) -> bool:
        """Whether it is their strength in attack."""
        return self.slots.get("role") in ("attack", "attacker")


DefenceSaid = act_named("defend", "The strength with which units are said to defend.", StrengthSaid, said_as="defend")


@act("attack_strength")
class AskTotal(Fight):
    """With which strength a side, or a unit of it, fights in the combat that is named or pending."""

    question = True
    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "strength", "steps", "terrain", "supply", "modes", "totals", "answer")

    def prepare(self) -> None:
        """The combat, and of whom it is asked."""
        own = self.slots
        self.wanted: dict[str, Any] = dict(own.get("asked") or {})
        for answer in own.get("responses") or ():
            if answer.kind == "strength_of":
                self.wanted.update(answer.slots)
        super().prepare()
