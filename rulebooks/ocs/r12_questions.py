"""Questions about the dice of a combat: what they must show, with which chances, for which event."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, define, value
from adjudicator.ground.throws import Chain, follow, shares, totals

from .acts import OVERRUN, Fight
from .acts_questions import AskAttackOdds, AskChances
from .acts_results import Part, parts
from .r07_example import rating
from .r08_combat import cell, combat_throws, density, row_of, surprise_modifier, surprised, worth

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
    if wants_surprise_only(question):
        role = "none" if "none" in (question.wanted.get("topic") or ()) else question.wanted.get("role")
        if role is None and question.wanted.get("side") in question.book.sides:
            role = question.role(question.wanted["side"])
        if role in found:
            yield value("chance", found[role])
        yield value("answer", found[role] if role in found else ", ".join(f"{name} {share}" for name, share in found.items()))


def needed_for_surprise(fight: Fight, modifier: int) -> dict[str, int]:
    """The natural totals of two dice: at least for the attacker, at most for the defender."""
    limits = fight.book.tables["surprise"][OVERRUN if fight.act == OVERRUN else "attack"]
    return {"attacker_at_least": limits["attacker"] - modifier, "defender_at_most": limits["defender"] - modifier}


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
        other = rating(question, question.lead(question.enemy if own else question.side))
        mine = rating(question, question.unit(id_))
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


@rule("OCS Combat Table", AskChances, "answer")
def chances_of_results(question: AskChances) -> Findings:
    """The chance of each result, throw by throw, or of the event that is asked for."""
    place = question.place
    if len(question.asked_leads) > 1 or place is None or wants_surprise_only(question):
        return
    throws = combat_throws(question)
    event = event_of(question.wanted)
    behind = list(follow(Chain(place, throws[:-1])))
    columns = behind[-1] if behind else {place: Fraction(1)}
    if behind and throws[-2].name == "shift":
        yield value("column_chances", {name: str(share) for name, share in shares(throws[-2], columns).items()})
    if question.wanted.get("column"):
        least = worth(str(question.wanted["column"]))
        heads = question.book.tables["crt"]["columns"][density(question, question.target)]
        chance = sum((share for at, share in columns.items() if worth(heads[at.column]) >= least), Fraction(0))
        yield value("chance", str(chance))
        yield value("answer", str(chance))
        return
    if event is not None:
        yield value("combat_needed", combat_needed(question, sorted({at.column for at in columns}), event))
    last = list(follow(Chain(place, throws)))[-1]
    named = shares(throws[-1], last)
    found = {name: str(share) for name, share in named.items()}
    yield value("chances", found)
    if event is not None:
        chance = sum((share for name, share in named.items() if event(name)), Fraction(0))
        yield value("chance", str(chance), "chance_of", chance=str(chance))
        yield value("answer", str(chance))
    else:
        yield value("answer", ", ".join(f"{name} {share}" for name, share in sorted(found.items(), key=lambda pair: -Fraction(pair[1]))))


def combat_needed(question: Fight, columns: list[int], event: Event) -> dict[str, Any]:
    """In each column that can be reached, the least natural total from which on the event happens, or the totals with which it does."""
    heads = question.book.tables["crt"]["columns"][density(question, question.target)]
    plus = sum(finding.by for _, finding in question.ruling.drms)
    found: dict[str, Any] = {}
    for at in columns:
        hits = [total for total in range(2, 13) if event(cell(question, at, row_of(total + plus)))]
        if hits and hits == list(range(hits[0], 13)):
            found[heads[at]] = hits[0]
        elif hits:
            found[heads[at]] = hits
    return found


@rule("Ejemplo", AskAttackOdds, "answer")
def odds_of_the_combat(question: AskAttackOdds) -> Findings:
    """The odds of the combat that is named or pending."""
    yield value("answer", question.computed("column") or question.computed("odds"))


@rule("EXPLOTACIÓN", AskChances, "answer")
def exploitation_asked(question: AskChances) -> Findings:
    """An e with a number in the attacker's part of a result brings exploitation to units of that action rating."""
    if "exploitation" in (question.wanted.get("what") or ()):
        yield define("exploitation_is_e")
