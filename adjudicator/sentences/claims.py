"""Figures that are claimed of an act: at 3:1, 7 MP, that is legal; strengths that are told before their odds are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.ground.declaration import STRENGTH_OF, Part, Query
from adjudicator.language.model import Act, Stated
from adjudicator.language.syntax import small
from adjudicator.sentences.account import things_of, weighs
from adjudicator.sentences.frames import Item, items
from adjudicator.sentences.token import Token, in_place, lemmas, says
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Signed

HOLDING = frozenset(("have", "show", "total", "add", "score", "attack", "defend", "reach", "deploy"))
"""Verbs that tell how strong somebody is."""
GIVING = frozenset(("be", "there", "add", "have", "get", "cost", "do", "score", "give", "matter", "apply_bonus", "join", "claim", "count", "reach"))
"""Verbs that tell what a line of a ledger is worth."""
LINED = frozenset(("dice", "roll", "attack", "combat", "total", "column", "odds", "cost", "defense", "offense", "result"))
"""Nouns of what a line is added to."""
THROWN = frozenset(("fire", "direct_fire", "opportunity_fire", "barrage", "dice", "roll", "strike", "attempt"))
"""Nouns of a deed whose dice say whether it comes to anything."""
GOING = frozenset(("to", "path", "route"))
"""Slots of a deed that costs movement points."""
AMOUNTS = frozenset(("strength", "factor", "point", "vp", "af", "df"))
"""Nouns of what a side brings to a fight."""
BRINGS = {
    "attack": "attack_total",
    "af": "attack_total",
    "offense": "attack_total",
    "defend": "defense_total",
    "defense": "defense_total",
    "df": "defense_total",
}
"""The figure of a fight that verbs and nouns speak of."""
OPPOSED = frozenset(("to", "against"))
"""Relations of what the other side brings."""
STRIKING, AGAINST = small("striking"), small("odds", "versus")
"""Verbs of a fight; what stands between the strengths of its two sides."""
BORNE = frozenset(("UNIT", "HEX"))
"""Classes of what a strength may be told behind."""
THEIRS = frozenset(("he", "they", "defense"))
"""Whose strength is that of the defence."""


class Causes(NamedTuple):
    """What a claim may name (`grammars/questions.yaml`): causes of ledger lines with their words and marks, words for such lines, outcomes with their verbs."""

    causes: Sequence[tuple[str, frozenset[str], tuple[str, ...]]]
    parts: frozenset[str]
    outcomes: Mapping[str, Mapping[str, str]]


def features(thing: Nominal) -> set[str]:
    """What the words of a thing say: `TYPE` and `TYPE:value` of its head and its modifiers."""
    return {name for means in (thing.means, *thing.mods) for type_, value in means for name in (type_, f"{type_}:{value}")}


def apart(rows: list[list[Token]], paired: bool) -> list[list[Token]]:
    """Sentences with what is claimed at their end in a row of its own: attacks 2010 with +4 for the bunker, …, at +2 for the stream.

    `paired`: strengths of both sides are put as odds, in a rulebook where points that are told alone are those that count.
    """
    found: list[list[Token]] = []
    for row in [_totals(_each_its_own(row)) for row in rows] if paired else rows:
        cut = next((at for at, token in enumerate(row[1:], 1) if token.classes[0] == "NUM" and isinstance(token.value, Signed)), 0)
        rest = row[cut + 1 :]
        short = cut > 1 and len(rest) > 1 and "P" in rest[0].classes and all(token.classes[0] in ("P", "OF", "TO", "DET", "W") for token in rest)
        if short and row[cut - 1].classes[0] in ("P", "COMMA"):
            found += [row[: cut - 1], row[cut:]]
        else:
            found.append(row)
    return found


def _totals(row: list[Token]) -> list[Token]:
    """60ID attacks 1510: 20 points against 8, at 20 to 8: the two strengths of a fight as its odds, 20:8; any other row as it is."""
    for at in range(2, len(row) - 2):
        if row[at].classes[0] != "NUM" or not any(lemmas(token) & STRIKING for token in row[:at]):
            continue
        tie = at + 1 + _of_points(row[at + 1])
        end = tie + 2 + (tie + 2 < len(row) and _of_points(row[tie + 2]))
        two = tie + 1 < len(row) and row[tie + 1].classes[0] == "NUM" and all(isinstance(one.value, int) and one.value > 0 for one in (row[at], row[tie + 1]))
        led = row[at - 1].classes[0] in ("COMMA", "COLON", "LP", "DASH") or says(row[at - 1], "P", "WITH", "IN")
        if two and led and row[tie].text.casefold() in AGAINST and (end == len(row) or row[end].classes[0] in ("COMMA", "COLON", "RP", "QM")):
            pair = in_place(row[at], "ODDS", f"{row[at].value}:{row[tie + 1].value}")
            pair.end = row[end - 1].end
            comma = row[at - 1] if row[at - 1].classes[0] != "P" else in_place(row[at - 1], "COMMA", ",")
            return [*row[: at - 1], comma, pair, *row[end:]]
    return row


def _each_its_own(row: list[Token]) -> list[Token]:
    """94ID (14 points) attacks 181Rif (4), 94ID, with 14 points, attacks 181Rif, with 4: the strengths of both sides as the odds; any other row as it is."""
    found: list[tuple[int, int, Token]] = []
    for at in range(1, len(row) - 2):
        led = row[at].classes[0] == "LP" or row[at].classes[0] == "COMMA" and says(row[at + 1], "P", "WITH")
        number = at + 1 + (row[at].classes[0] == "COMMA")
        end = number + 1 + (number + 1 < len(row) and _of_points(row[number + 1]))
        closed = end >= len(row) or row[end].classes[0] in ("RP", "COMMA", "QM")
        if led and closed and number < len(row) and row[number].classes[0] == "NUM" and isinstance(row[number].value, int) and row[at - 1].classes[0] in BORNE:
            found.append((at, end + (end < len(row) and row[end].classes[0] != "QM"), row[number]))
    fights = any(lemmas(token) & STRIKING or token.text.casefold() in AGAINST for token in row)
    if len(found) != 2 or not fights or any(one.value < 1 for _, _, one in found):
        return row
    (first, behind, mine), (second, after, theirs) = found
    pair = in_place(theirs, "ODDS", f"{mine.value}:{theirs.value}")
    asks = row[-1].classes[0] == "QM"
    rest = [*row[:first], *row[behind:second], *row[after : len(row) - asks]]
    return [*rest, in_place(theirs, "COMMA", ","), pair, *row[len(row) - asks :]]


def _of_points(token: Token) -> bool:
    """Whether a word is that of strength points."""
    return any(type_ == "NOUN" and value in ("point", "vp", "strength") for type_, value in token.means.get("W", ()))


def told_of(clause: Clause, acted: Act | None, told: Causes, text: str, strengths: bool) -> list[Part] | None:
    """What a clause tells of the deed before: what one line of a ledger is worth, how it came out, how strong (`strengths`) a side is. None: neither."""
    claims = line_claimed(clause, told, text) or outcome_claimed(clause, acted, told) or (strength_claimed(clause, acted) if strengths else None)
    return [Stated("claims", claims)] if claims else None


def line_claimed(clause: Clause, told: Causes, text: str) -> dict[str, Query] | None:
    """The modifier for the stream is +2, the bunker adds 4 to the roll, +1 for the weather: one line of a ledger and its value."""
    verb = clause.verb
    if verb is not None and (verb.negated or verb.modal or not GIVING & set(verb.senses)) or clause.subs or clause.asked:
        return None
    named = verb is not None and bool({"add", "cost", "join"} & set(verb.senses))
    causes: set[tuple[str, tuple[str, ...]]] = set()
    numbers: list[tuple[int, int]] = []
    for item in items(clause):
        thing = item.thing
        said, lined = features(thing), bool(LINED & set(thing.nouns()))
        part = bool(told.parts & said)
        worth = _number(thing)
        if worth is not None:
            if not isinstance(worth, int) or thing.type != "NUM" and not part:
                return None
            typed = text[thing.start : thing.end]
            if thing.type == "NUM" and item.before and not {"+", "-"} & set(typed):
                return None  # 46 gets a marker: it is a unit
            numbers.append((int(worth), -1 if "-" in typed else 1 if "+" in typed else 0))
        found = [] if lined else [(name, marks) for name, words, marks in told.causes if words & said]
        causes.update(found[:1])
        if not found and not part and thing.type not in ("NUM", "PRON", "SIDE") and not (lined and not thing.mods):
            return None
        named = named or part
    if len(causes) > 1 or len(numbers) != 1 or not (named or numbers[0][1]) or not causes and not (named and numbers[0][1]):
        return None
    (name, marks), (number, sign) = next(iter(causes), ("", ())), numbers[0]
    return {f"line {name}": Query("claim", name, marks, number, "", sign)}


def outcome_claimed(clause: Clause, acted: Act | None, causes: Causes) -> dict[str, Query] | None:
    """The fire misses, the shot hits him: how what was declared came out."""
    verb = clause.verb
    if verb is None or verb.negated or verb.modal or verb.passive or clause.subs or clause.asked:
        return None
    spec = next(((name, one) for name, one in causes.outcomes.items() if set(one["verbs"].split()) & set(verb.senses)), None)
    led = [thing for phrase in clause.phrases if phrase.before and "none" in phrase.rels for thing in phrase.things]
    others = [thing for thing in clause.things() if thing not in led]
    told = (
        not led
        and acted is not None
        and clause.link in ("and", "comma", "but")
        or len(led) == 1
        and THROWN & set(led[0].nouns())
        and not (led[0].of or led[0].mods)
    )
    if spec is None or not told or any(thing.type not in ("PRON", "UNIT") for thing in others) or others and not led:
        return None
    return {"outcome": Query("claim", spec[0], tuple(spec[1]["results"].split()))}


def strength_claimed(clause: Clause, acted: Act | None) -> dict[str, Any] | None:
    """47R defends with 3, it attacks with 9, the defence is 4, that makes 9 to 4: what the sides of the fight before come to, or what one unit brings."""
    verb = clause.verb
    if acted is None or not {"target", "target_units"} & acted.slots.keys() or clause.asked or clause.subs or clause.adverbs or clause.wh:
        return None
    if verb is not None and (verb.negated or verb.modal or verb.passive or not {"be", "do", "make", *HOLDING} & set(verb.senses)):
        return None
    told = BRINGS.get(verb.senses[0], "") if verb is not None and verb.senses else ""
    claims: dict[str, Any] = {}
    whose: list[str] = []
    row = items(clause)
    for at, item in enumerate(row):
        thing, nouns = item.thing, set(item.thing.nouns())
        if (claim := brings(item, row[at + 1 :], told)) is not None:
            claims.update([claim])
        elif thing.mods or thing.of or thing.clauses:
            return None
        elif thing.type == "UNIT":
            whose.append(str(thing.value))
        elif thing.type not in ("PRON", "HEX", "SIDE") and not nouns & {*BRINGS, "unit", "total"}:
            return None
        told = told or next((BRINGS[noun] for noun in nouns if noun in BRINGS), "")
    if not claims or whose and len(whose) + len(claims) > 2:
        return None
    return {f"{STRENGTH_OF}{whose[0]}": next(iter(claims.values()))} if whose else claims


def brings(item: Item, rest: Sequence[Item], told: str = "") -> tuple[str, int] | None:
    """With 9 points, at strength 9, with its 9, defence 4, 9 against 4: what a side (`told`: which, if not said here) brings to a fight."""
    thing, nouns, how = item.thing, set(item.thing.nouns()), item.how
    number = _number(thing)
    if (
        type(number) is not int
        or thing.det == "indef"
        or thing.mods
        or thing.of
        or thing.clauses
        or item.before
        and not told
        or thing.label is not None
        and thing.label[0] != "NUM"
    ):
        return None
    counted = thing.type == "NUM" or bool(nouns & AMOUNTS)
    side = next((BRINGS[noun] for noun in nouns if noun in BRINGS), "")
    pair = bool(rest) and _number(rest[0].thing) is not None and bool(rest[0].how & OPPOSED)
    if how & OPPOSED:
        side = side or "defense_total"
    elif counted and (pair or how & {"with", "at"}):
        side = side or told or "attack_total"
    elif counted and told and how & {"obj", "none"}:
        side = told
    return (side, number) if side and (counted or not how & {"from", "in"}) else None


def _number(thing: Nominal) -> Any:
    """The number that a thing is, has before it, or behind it; None if it has none."""
    return thing.value if thing.type == "NUM" else thing.num if thing.num is not None else thing.label[1] if thing.label is not None else None


def claimed(clause: Clause, acted: Act | None, text: str) -> list[Part] | None:
    """The claims of a clause of nothing else; dice where it tells of these alone. None: it is no such clause."""
    verb = clause.verb
    if verb is not None and (verb.perfect or not {"claim", "be", "cost"} & set(verb.senses)):
        return None
    if verb is None and acted is None and len(clause.things()) != 1 or clause.subs and verb is None:
        return None
    claims: dict[str, Any] = {}
    rolls: list[int] = []
    costs = verb is not None and "cost" in verb.senses and acted is not None and bool(GOING & acted.slots.keys())
    row = items(clause)
    for word, inners in clause.subs:
        if word in ("that", "inf"):
            for inner in inners:
                row += items(inner)
        elif any(weighs(inner) for inner in inners):
            return None  # I use 2 MPs to move 44ID there: more than a claim
    for item in row:
        thing = item.thing
        nouns = thing.nouns()
        if thing.type == "ODDS":
            claims["odds"] = thing.value
        elif "odds" in nouns and thing.label is not None and thing.label[0] == "ODDS":
            claims["odds"] = thing.label[1]
        elif "mp" in nouns and thing.num is not None:
            if any(word == "left" for word, *_ in clause.adverbs):
                return None  # it has 1 MP left: that is what it has, not what it costs
            claims["mp"] = thing.num
        elif costs and thing.type == "NUM":
            claims["mp"] = thing.value
        elif costs and thing.type == "UNIT" and acted is not None and thing.value in acted.slots.get("units", ()):
            continue  # it costs 46 two
        elif thing.type == "VERDICT":
            claims["verdict"] = thing.value
        elif thing.type == "NUM" and isinstance(thing.value, int) and verb is not None and "claim" in verb.senses and text[thing.start] in "+-":
            claims["drm"] = -int(thing.value) if text[thing.start] == "-" else int(thing.value)
        elif thing.type == "RESULT" and verb is not None and "claim" in verb.senses:
            claims["result"] = thing.value
        elif thing.label and thing.label[0] != "NUM":
            return None
        elif nouns and nouns[0] in ("dice", "roll") and (thing.label or thing.num is not None) and not thing.mods and not thing.of:
            rolls.append(int(thing.label[1] if thing.label else thing.num or 0))
        elif rolls and thing.type == "NUM":
            rolls.append(thing.value)
        elif thing.type in ("PRON",) or nouns and nouns[0] in ("odds", "cost", "result", "attack", "move", "shift"):
            continue
        else:
            return None
    if rolls and not claims:
        return [Stated("rolls", rolls)] if verb is None or "be" in verb.senses else None
    return [Stated("claims", claims)] if claims else None


def amount(clause: Clause, more: bool) -> bool:
    """I have 24, he has 4, 12 against 2, behind such a clause (`more`) open ground: how strong somebody is of whom nothing else is told."""
    verb, things = clause.verb, list(things_of(clause.phrases))
    if verb is None and things and more and all(thing.type == "TERRAIN" for thing in things):
        return True
    told = [t for t in things if t.type == "NUM" or {"point", "strength", "defense", "vp"} & set(t.nouns()) and (t.num or t.label) is not None]
    if verb is not None and (verb.negated or verb.modal or not HOLDING & set(verb.senses)) or len(told) < 1 + (verb is None):
        return False
    plain = all(t in told or t.type in ("PRON", "SIDE", "TERRAIN") or {"defense", "offense"} & set(t.nouns()) for t in things)
    return plain and not clause.subs and not any(t.clauses or t.mods for t in things)


def strengths(clause: Clause, told: list[Clause]) -> None:
    """What was told of both sides' strength becomes part of the question, the attacker's first."""
    for inner in sorted(told, key=lambda one: any(thing.value in THEIRS for thing in one.things()[:1])):
        clause.phrases += [Chunk(phrase.rels, phrase.things, phrase.start, phrase.end) for phrase in inner.phrases]
    clause.subs = [(word, inners) for word, inners in clause.subs if word != "if"]
