"""OCS rounding: odds, and how a table rounds them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import Findings, Missing, forbid, permit, rule, value
from adjudicator.kit import ratio

from .acts import Fight
from .acts_asked import OddsTold
from .acts_questions import AskAttackOdds, AskOdds
from .vocabulary import OcsCase


def nearest(attack: Any, defense: Any) -> str:
    """The odds, larger over smaller, to the nearest, halves up: 15 to 6 is 3:1, 4 to 6 is 1:2."""
    high, low = Fraction(max(attack, defense)), Fraction(min(attack, defense))
    if low <= 0:
        return ratio(attack, defense)
    times = (2 * high + low) // (2 * low)
    return f"{times}:1" if attack >= defense else f"1:{times}" if times > 1 else "1:1"


def odds_of(case: OcsCase, attack: Any, defense: Any) -> str:
    """The odds as this table rounds them; the sources differ, so the other ways are shown where they matter."""
    ways = {"nearest": nearest(attack, defense), "down": ratio(attack, defense), "up": ratio(attack, defense, up=True)}
    said = case.s.options.get("rounding")
    if said in ways and "options.rounding" not in case.s.unknown:
        return ways[said]
    if "options.rounding" in case.s.unknown and "options.rounding" not in case.s.tried and len(set(ways.values())) > 1:
        raise Missing("options.rounding", tuple(ways))
    if "options.rounding" in case.s.tried:
        return ways[case.s.tried["options.rounding"]]
    return ways[case.reading("rounding")] if len(set(ways.values())) > 1 else ways["nearest"]


def worth(head: str) -> Fraction:
    """What a column head or odds amount to, for comparing them."""
    first, _, second = head.partition(":")
    return Fraction(first) / int(second) if int(second) else Fraction(10**6)


def column_of(heads: list[str], odds: str) -> int:
    """The column of odds: the next lower head; below the first head the first."""
    have = worth(odds)
    return max((at for at, head in enumerate(heads) if worth(head) <= have), default=0)


@rule("OCS rounding", (Fight, AskAttackOdds), "odds")
def odds(fight: Fight) -> Findings:
    """Attack total over defence total, rounded once, after all sums."""
    ours, theirs = fight.total("attack"), fight.total("defense")
    yield value("odds", odds_of(fight, ours, theirs), "odds", attack=ours, defense=theirs)


@rule("OCS rounding", AskOdds, "answer")
def asked_odds(question: AskOdds) -> Findings:
    """The odds of two strengths, larger over smaller, rounded once."""
    ours, theirs = question.strengths
    found = odds_of(question, ours, theirs)
    yield value("odds", found, "odds", attack=ours, defense=theirs)
    yield value("answer", found)


@rule("OCS rounding", OddsTold, "told")
def odds_that_are_told(fight: OddsTold) -> Findings:
    """Odds that the players have worked out are compared with those of both sums."""
    told, reached = str(fight.slots["odds"]), fight.computed("odds")
    yield (permit("right_odds", odds=reached) if told == reached else forbid("other_odds", told=told, odds=reached))
