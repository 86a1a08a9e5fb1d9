"""A ruling for other programs (docs/formats.md, "ruling")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from adjudicator.ground.facts import span
from adjudicator.ground.paths import parse
from adjudicator.say.words import Say

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.ruling import Finding, Need, Roll, Ruling

TOP = ("odds", "column", "result", "drm", "modified")  # computed values that stand at the top


def plain(content: Any) -> Any:
    """What JSON can hold: fractions as exact strings, tuples and sets as lists."""
    if isinstance(content, Fraction):
        return str(content)
    if isinstance(content, Mapping):
        return {str(key): plain(item) for key, item in content.items()}
    if isinstance(content, (list, tuple)):
        return [plain(item) for item in content]
    if isinstance(content, (set, frozenset)):
        return sorted(plain(item) for item in content)
    return content if content is None or isinstance(content, (str, int, float)) else str(content)


def as_json(ruling: Ruling, book: Rulebook, lang: str = "en") -> dict[str, Any]:
    """The ruling as docs/formats.md describes it; keys that do not apply are left out."""
    say = Say(lang, book)
    computed = {key: content for key, content in ruling.computed.items() if not key.startswith("_")}
    found: dict[str, Any] = {
        "rulebook": book.id, "edition": book.edition, "declaration": ruling.text, "kind": ruling.kind, "verdict": ruling.verdict,
        "findings": [_finding(say, rule, finding) for rule, finding in ruling.findings],
    }  # fmt: skip
    for name, ledger in ruling.ledgers.items():
        found[_ledger_key(name, found)] = {
            "total": str(ledger.total),
            "ledger": [{"value": str(entry.value), "rule": entry.rule, "text": say.text(entry.key, entry.slots)} for entry in ledger],
        }
    if "odds" in computed:
        found["odds"] = plain(computed["odds"])
    if ruling.shifts:
        found["shifts"] = [_shift(say, rule, finding) for rule, finding in ruling.shifts]
    if ruling.drms:
        found["drms"] = [_shift(say, rule, finding) for rule, finding in ruling.drms]
        found["drm"] = plain(sum(finding.by for _, finding in ruling.drms))
    for name in ("drm", "modified", "column"):
        if name in computed:
            found[name] = plain(computed[name])
    if ruling.roll is not None:
        roll = ruling.roll
        found["roll"] = {"dice": roll.dice}
        if roll.stages:
            found["roll"]["stages"] = [{"name": stage.name, "dice": stage.dice, "chances": plain(stage.chances)} for stage in roll.stages]
            if roll.chances:
                found["roll"]["chances"] = plain(roll.chances)
        if is_told(roll):
            found["roll"].update(table=plain(roll.table), chances={name: str(share) for name, share in roll.chances.items()})
    if "result" in computed:
        found["result"] = plain(computed["result"])
    found["needs"] = [_need(say, need) for need in ruling.needs]
    found["assumed"] = [_assumed(say, fact, content) for fact, content in ruling.assumed.items()]
    found["readings"] = [row for reading in ruling.readings for row in reading_rows(say, reading)]
    found["warnings"] = [{"rule": rule, "text": say.finding(finding)} for rule, finding in ruling.warnings]
    found["not_used"] = [str(finding.by) for _, finding in ruling.unused]
    found["computed"] = {key: plain(content) for key, content in computed.items() if key not in TOP}
    found["effects"] = plain(ruling.effects)
    found["cites"] = list(ruling.cites)
    return found


def _ledger_key(name: str, taken: Mapping[str, Any]) -> str:
    """Costs are told apart by the mobility that pays them; the first is the ``cost``."""
    return "cost" if name.startswith("cost ") and "cost" not in taken else name


def _finding(say: Say, rule: str, finding: Finding) -> dict[str, Any]:
    found: dict[str, Any] = {"rule": rule, "effect": finding.effect, "text": say.finding(finding)}
    for name in ("where", "units"):
        content = finding.slots.get(name)
        if content:
            found[name] = plain(content if isinstance(content, (list, tuple)) else [content])
    return found


def _shift(say: Say, rule: str, finding: Finding) -> dict[str, Any]:
    found: dict[str, Any] = {"by": plain(finding.by), "rule": rule, "text": say.finding(finding)}
    if "side" in finding.slots:
        found["side"] = plain(finding.slots["side"])
    return found


def _need(say: Say, need: Need) -> dict[str, Any]:
    found: dict[str, Any] = {"fact": need.fact, "rules": list(dict.fromkeys(need.rules))}
    found["outcomes"] = {name: plain_outcome(outcome) for name, outcome in need.outcomes.items()}
    found["text"] = say.fact(need.fact)
    typed = {name: say.typed(need.fact, name) for name in need.outcomes if span(name) is None}
    if typed:
        found["type"] = typed
    return found


def plain_outcome(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """What JSON can hold of an outcome."""
    rows = {key: [{"by": plain(by), "rule": rule} for rule, by in outcome[key]] for key in ("shifts", "drms") if key in outcome}
    return {key: rows.get(key, plain(content)) for key, content in outcome.items()}


def _assumed(say: Say, fact: str, content: Any) -> dict[str, Any]:
    found = {"fact": fact, "value": plain(content)}
    rule = _rule_of_fact(say, fact)
    return {**found, "rule": rule} if rule else found


def _rule_of_fact(say: Say, fact: str) -> str:
    path = parse(fact)
    spec = say.book.facts.get(path.spec) if say.book is not None and path is not None else None
    return spec.rule if spec is not None else ""


def reading_rows(say: Say, reading: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    """One row for each other way of reading a place; ``outcome`` is what it would change, nothing if it changes nothing."""
    for other, outcome in reading["other"].items():
        yield {
            "id": reading["id"],
            "rule": reading.get("rule", ""),
            "used": reading["used"],
            "other": other,
            "text": _choice(say, reading["id"], reading["used"]),
            "other_text": _choice(say, reading["id"], other),
            "outcome": plain_outcome(outcome),
        }


def _choice(say: Say, id_: str, choice: str) -> str:
    spec = say.book.readings.get(id_, {}) if say.book is not None else {}
    return say.pick((spec.get("choices") or {}).get(choice)) or choice


def is_told(roll: Roll) -> bool:
    """Whether the dice settle a result, and not only how an act goes on."""
    return any(result is not None for result in roll.table.values())
