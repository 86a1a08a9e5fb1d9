"""OCS Surprise: the roll, its die, and their chances."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from adjudicator.book import Findings, Missing, define, forbid, permit, rule, shift, value
from adjudicator.ground.throws import Chain, follow, shares, totals

from .acts import Dice, Fight
from .acts_questions import AskAttackOdds, AskChances
from .cards import combat_throws, shifted, spans, surprise_modifier, surprised
from .vocabulary import OVERRUN, Part, Place, action_rating, parts


@rule("OCS Surprise", Fight, "surprise")
def surprise_roll(fight: Fight) -> Findings:
    """Two dice and the difference of action ratings: high surprises the defender, low the attacker; an overrun has wider limits."""
    start = fight.start if fight.start is not None else 0
    by = fight.s.tried.get("pending.surprise.by", (fight.before.get("surprise") or {}).get("by"))
    if by:
        yield (forbid if "surprise" in fight.said else define)("surprise_already", who=by)
        fight.place = Place(by, by == "none", start, None)
        return
    fight.place = Place(None, False, start, None)
    if isinstance(fight, AskAttackOdds) or isinstance(fight, AskChances) and len(fight.asked_leads) > 1:
        return
    modifier = surprise_modifier(fight)
    if isinstance(fight, AskChances) and not fight.has_dice("surprise"):
        return
    if fight.surprise_claim is not None and not fight.has_dice("surprise") and (isinstance(fight, Dice) or "shift" in fight.said):
        role, denied = fight.surprise_claim  # who has surprised is told, and not thrown for
        if denied or role:
            told = "none" if denied else str(role)
            yield define("surprise_already", who=told)
            fight.place = Place(told, told == "none", start, None)
            return
    if isinstance(fight, Dice) and fight.said and "surprise" not in fight.said:
        raise Missing("pending.surprise.by", ("attacker", "none", "defender"))
    total = fight.throw("surprise") + modifier
    by = surprised(fight, total)
    fight.place = Place(by, by == "none", start, None)
    yield value("surprise_total", total, "surprise_total", natural=total - modifier, modifier=f"{modifier:+d}", total=total)
    yield value("surprise", by, f"surprise_{by}")
    if fight.surprise_claim is not None:
        yield from _claimed(fight, by)


def _claimed(fight: Fight, by: str) -> Findings:
    """Somebody said who has surprised."""
    assert fight.surprise_claim is not None
    role, denied = fight.surprise_claim
    claimed = (by != role if role else by == "none") if denied else (by == role if role else by != "none")
    if fight.asks_who:
        return
    if not claimed:
        yield forbid("no_such_surprise", role=role or "none", who=by)
    else:
        yield permit("surprise_claimed", who=by)


@rule("OCS Surprise", Fight, "shift")
def surprise_die(fight: Fight) -> Findings:
    """One die gives the columns of the density row that surprise shifts."""
    place = fight.place
    if place is None or place.by in (None, "none"):
        return
    said = fight.before.get("surprise") or {}
    die = fight.s.tried.get("pending.surprise.die", said.get("die"))
    if die is None:
        if isinstance(fight, Dice) and "combat" in fight.said and "shift" not in fight.said:
            raise Missing("pending.surprise.die", (1, 2, 3, 4, 5, 6))
        if isinstance(fight, (Dice, AskAttackOdds, AskChances)) and not fight.has_dice("shift"):
            return
        die = fight.throw("shift", 1)
    at = shifted(fight, str(place.by), place.column, int(die))
    fight.place = place._replace(shifted=True, column=at)
    by = int(die) if place.by == "attacker" else -int(die)
    if fight.start is not None:
        yield shift(by, "surprise_shift", who=place.by, die=die, columns=at - place.column)


def wants_surprise_only(question: AskChances) -> bool:
    """Whether nothing but the surprise roll is asked about."""
    wanted = question.wanted
    topics = set(wanted.get("topic") or ())
    if event_of(wanted) is not None or wanted.get("column") or topics & {"combat", "each", "result", "shift"}:
        return False
    return bool(topics & {"surprise", "none"})


@rule("OCS Surprise", AskChances, "answer")
def chances_of_surprise(question: AskChances) -> Findings:
    """The natural totals that surprise, and the chances of both surprises."""
    if len(question.asked_leads) > 1:
        yield from _each_lead(question)
        return
    place = question.place
    if place is not None and place.by is not None:
        return
    modifier = surprise_modifier(question)
    yield value("surprise_needed", needed_for_surprise(question, modifier))
    found = surprise_shares(question, modifier)
    yield value("surprise_chances", found, "surprise_chances", modifier=f"{modifier:+d}", **found)
    if question.wanted.get("differential"):
        yield value("answer", question.computed("ar_differential"))
        return
    if wants_surprise_only(question):
        nobody = "none" in (question.wanted.get("topic") or ()) or question.wanted.get("not")  # that nobody surprises
        role = "none" if nobody else question.wanted.get("role")
        if role is None and question.wanted.get("side") in question.book.sides:
            role = question.role(question.wanted["side"])
        if role in found:
            yield value("chance", found[role])
        if question.wanted.get("needed"):
            yield value("answer", totals_needed(question, modifier, role))
            return
        yield value("answer", found[role] if role in found else ", ".join(f"{name} {share}" for name, share in found.items()))


def needed_for_surprise(fight: Fight, modifier: int) -> dict[str, int]:
    """The natural totals of two dice: at least for the attacker, at most for the defender."""
    limits = fight.book.tables["surprise"][OVERRUN if fight.act == OVERRUN else "attack"]
    return {"attacker_at_least": limits["attacker"] - modifier, "defender_at_most": limits["defender"] - modifier}


def totals_needed(fight: Fight, modifier: int, role: str | None) -> str:
    """The natural totals with which a side, or nobody, surprises; those of both sides where none is named."""
    by = {total: surprised(fight, total + modifier) for total in range(2, 13)}
    named = {name: spans(total for total, who in by.items() if who == name) for name in ("attacker", "none", "defender")}
    return named[role] if role in named else ", ".join(f"{name} {named[name]}" for name in ("attacker", "defender"))


def surprise_shares(fight: Fight, modifier: int) -> dict[str, str]:
    """Who surprises with which chance."""
    found = {"attacker": Fraction(0), "none": Fraction(0), "defender": Fraction(0)}
    for total, share in totals(2, 6).items():
        found[surprised(fight, total + modifier)] += share
    return {name: str(share) for name, share in found.items()}


def _each_lead(question: AskChances) -> Findings:
    """The difference and the chances with each of several leads."""
    differences, shares_ = {}, {}
    for id_ in dict.fromkeys(question.asked_leads):
        own = question.unit(id_).side == question.side
        other = action_rating(question.lead(question.enemy if own else question.side))
        mine = action_rating(question.unit(id_))
        differences[id_] = mine - other if own else other - mine
        shares_[id_] = surprise_shares(question, surprise_modifier(question, differences[id_]))
    yield value("ar_differential", differences)
    yield value("surprise_chances", shares_)
    if not wants_surprise_only(question) and question.place is not None:
        event = event_of(question.wanted)
        results = {}
        for id_, difference in differences.items():
            throws = combat_throws(question, difference)
            results[id_] = shares(throws[-1], list(follow(Chain(question.place, throws)))[-1])
        yield value("chances", {id_: {name: str(share) for name, share in found.items()} for id_, found in results.items()})
        if event is not None:
            chances = {id_: sum((share for name, share in found.items() if event(name)), Fraction(0)) for id_, found in results.items()}
            yield value("chance", {id_: str(chance) for id_, chance in chances.items()})
            yield value("answer", max(chances, key=lambda id_: chances[id_]))
            return
    for id_, difference in differences.items():
        yield define("lead_compared", units=[id_], unit=id_, difference=f"{difference:+d}", **shares_[id_])
    best = max(differences, key=lambda id_: differences[id_])
    yield value("answer", best)


Event = Callable[[str], bool]


def event_of(wanted: dict[str, Any]) -> Event | None:
    """The event that a question names, as a test of results; None if it asks for every result."""
    results = [str(name) for name in (*(wanted.get("results") or ()), *((wanted["result"],) if wanted.get("result") else ()))]
    named = [name for name in wanted.get("what") or () if name in ("loss", "option", "exploitation", "dg", "retreat")]
    named += [str(wanted["deed"])] if wanted.get("deed") else []
    steps = int(wanted.get("least") or 0)
    named += ["loss"] if steps else []
    named += ["dg"] if wanted.get("state") == "mode:DG" else ["exploitation"] if wanted.get("state") == "mode:exploitation" else []
    denied = [aid.kind for aid in wanted.get("without") or () if aid.kind in ("loss", "option", "exploitation", "dg", "retreat")]
    denied += wanted.get("denied") or ()
    if wanted.get("not") and named:  # neither losses nor options, be it said with "not" or with "without"
        named, denied = [], [*denied, *named]
    if not results and not named and not denied:
        return None
    role = wanted.get("role")
    least = int(wanted.get("rating") or 0)

    def happens(result: str) -> bool:
        attacker, defender, dg = parts(result)
        sides: list[Part] = [attacker] if role == "attacker" else [defender] if role == "defender" else [attacker, defender]
        has = {
            "loss": any(part.loss >= max(steps, 1) for part in sides),
            "option": any(part.option for part in sides),
            "retreat": any(part.option for part in sides),
            "exploitation": attacker.exploitation is not None and (not least or attacker.exploitation <= least),
            "dg": dg,
        }
        return all(has[name] for name in named) and not any(has[name] for name in denied) and (not results or any(_within(name, result) for name in results))

    return happens


def _within(name: str, result: str) -> bool:
    """Whether a result is the one named: whole, or a part of it such as DL1o1 or e4 or DG."""
    if name in ("AL", "DL"):  # any loss of that side
        return any(part.startswith(name) for part in result.split())
    return name == result or name in result.split() or (name[:1] in "AD" and name in (part.partition("e")[0] for part in result.split()))
