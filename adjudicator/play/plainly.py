"""Yes or no: the ruling on a deed as the answer to whether it may be, the answer to who denies it, or whose figure is wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.ground.declaration import GAINSAID, Act, own_words
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Finding, Ruling

YES, NO = "yes", "no"
OTHER = {YES: NO, NO: YES}


def as_question(ruling: Ruling, fails: str = "") -> None:
    """``can X attack Y?`` is answered yes or no, with its die whether it succeeds (``fails``: the result if not); nothing happens on the map."""
    ruling.effects, ruling.records = [], []
    as_answers(ruling, (LEGAL, ILLEGAL), fails)
    if ruling.verdict != UNDETERMINED:
        failed = bool(fails) and ruling.dice_used > 0 and ruling.computed.get("result") == fails
        ruling.computed.setdefault("answer", YES if ruling.verdict == LEGAL and not failed else NO)
        ruling.findings.sort(key=lambda row: row[1].effect != "forbids")  # what decided comes first, what is fulfilled is no reason for a no
        kept = "permits" if ruling.verdict == ILLEGAL else "defines"
        ruling.findings = [(rule, _told(finding, kept)) for rule, finding in ruling.findings]
        ruling.verdict = LEGAL


def as_answers(ruling: Ruling, verdicts: tuple[str, ...], fails: str = "", denied: bool = False) -> None:
    """What the values of a fact that is missing would give is told as yes or no, where they decide that; ``denied``: somebody says that it is not so."""
    for number, need in enumerate(ruling.needs):
        ruling.needs[number] = need._replace(outcomes={value: _answer(outcome, verdicts, fails) for value, outcome in need.outcomes.items()})
    if denied:
        _denying(ruling)


def _answer(outcome: dict[str, Any], verdicts: tuple[str, ...], fails: str) -> dict[str, Any]:
    if outcome.get("verdict") not in verdicts or "answer" in outcome:
        return outcome
    rest = {name: content for name, content in outcome.items() if name != "verdict"}
    return {"verdict": LEGAL, "answer": YES if outcome["verdict"] == LEGAL and not (fails and outcome.get("result") == fails) else NO, **rest}


def _told(finding: Finding, kept: str) -> Finding:
    return finding._replace(effect={"forbids": "defines", "defines": kept}.get(finding.effect, finding.effect))


def sufficing(ruling: Ruling, act: Act, amount: int) -> Ruling:
    """The ruling on what a deed costs as the answer to whether so much is enough for it.  Raises InputError where it tells no figure."""
    ruling.act = act
    if "answer" not in ruling.computed and ruling.verdict == UNDETERMINED:
        return ruling
    try:
        ruling.computed["answer"] = YES if Fraction(str(ruling.computed.get("answer"))) <= amount else NO
    except ValueError:
        raise InputError("not_answered", said=act.text) from None
    return ruling


def turned_round(ruling: Ruling, act: Act) -> Ruling:
    """The ruling on whether somebody is right who denies what it tells.  Raises InputError where it does not tell yes or no."""
    if ruling.computed.get("answer", "no") not in OTHER:
        raise InputError("not_answered", said=act.text)
    if "answer" in ruling.computed:
        ruling.computed["answer"] = OTHER[ruling.computed["answer"]]
    elif ruling.verdict != UNDETERMINED:
        raise InputError("not_a_question")
    for number, need in enumerate(ruling.needs):
        outcomes = {
            value: {**outcome, **({"answer": OTHER[outcome["answer"]]} if outcome.get("answer") in OTHER else {})} for value, outcome in need.outcomes.items()
        }
        ruling.needs[number] = need._replace(outcomes=outcomes)
    ruling.act = act
    return ruling


def _denying(ruling: Ruling) -> None:
    """2/394 takes no isolation loss: who denies what is so is wrong."""
    if ruling.computed.get("answer") == YES:
        ruling.verdict = ILLEGAL
        at = next((at for at, (_, finding) in enumerate(ruling.findings) if finding.effect == "defines"), -1)
        if at >= 0:
            rule, finding = ruling.findings[at]
            ruling.findings[at] = (rule, finding._replace(effect="forbids"))


def gainsay(ruling: Ruling) -> None:
    """Does 16Pz attack 3010 at 1:1? Not if it is at 2:1: what is wrong in a question is answered no, to who denies it yes."""
    slots = ruling.act.slots if ruling.act is not None else {}
    if slots.get("question") and "ask" not in slots and ruling.computed.get("answer") in OTHER:
        ruling.computed["answer"] = YES if slots.get(GAINSAID) else NO


def heading(act: Act, answers: list[Act]) -> str:
    """What was declared: the act, and what was said to be done likewise: 5Lg loses a step; 13Lg loses a step."""
    others = [own_words(answer.text) for answer in answers if answer.kind == act.kind and answer.text not in act.text]
    return "; ".join(dict.fromkeys((own_words(act.text), *others)))
