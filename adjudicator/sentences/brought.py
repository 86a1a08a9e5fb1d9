"""What a throw has brought a formation, told beside what is done or asked: *2ID rolled a Partial; …*, *with a Fail, can 1/23 attack?*, *it's a Fail: …*.

``brought`` of the states of a rulebook lists the nouns of such results by the list of what they belong to. Each is told in a sentence of its own before the
rest, as *2ID has a Partial*: so it is a fact, and never passed over. Where nobody is named it is one of who is acting (`ACTING`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.ground.declaration import ACTING
from adjudicator.language.model import Act, Stated
from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.token import VERBAL, Token, in_place, lemmas, says, verb_in_place

HAS = first_verbs("having")
FAILING, FAIL = small("failing"), "fail"
"""Verbs of what fails, and the result that it has then."""
ENDS = frozenset(("COMMA", "COLON", "SEMI", "QM", "AND", "DASH", "THEN"))
SOFT = frozenset(("DET", "CL", "ADV", "HV", "P", "OF"))
"""Classes of small words of such a clause."""
LEADS = ("WITH", "AFTER", "IN")
BEHIND = ("AFTER",)


def brought(rows: list[list[Token]], states: Mapping[str, Any], facts: list[Stated | Act]) -> list[list[Token]]:
    """The rows, each behind what it says that a throw has brought whom it names; `facts` gets what it says of nobody."""
    nouns = {noun: group for group, words in (states.get("brought") or {}).items() for noun in str(words).split()}
    verbs = {word.replace(" ", "_") for name in ("come_out", "bear") for word in (states.get("standing") or {}).get(name, ())}
    found: list[list[Token]] = []
    rows = [each for row in rows for each in _amount_ahead(row, states["game"])]
    for row in rows if nouns else ():
        clause = _clause(row, nouns, verbs)
        if clause is not None and clause[0] == 0 and clause[1] >= len(row) - 1 and row[-1].classes[0] == "QM":
            clause = None  # is it a Fail?
        if clause is None or _cries(row[clause[1] : clause[1] + 3]):
            found.append(row)
            continue
        begin, end, told = clause
        if told[0].classes[0] != "UNIT":
            if begin and row[begin - 1].classes[0] == "SUB":
                found.append(row)
                continue
            noun = str(told[-1].value)
            key, _, value = str(states[nouns[noun]][noun]).partition("=")
            facts.append(Stated(f"{nouns[noun]}[{ACTING}].{key}", value))
        if begin and row[begin - 1].classes[0] == "SUB":
            found.append([*row[:begin], *told, *row[end:]])
            continue
        rest = [*row[:begin], *row[end + (end < len(row) and row[end].classes[0] != "QM") :]] if begin == 0 else [*row[:begin], *row[end:]]
        while begin == 0 and rest and rest[0].classes[0] in ENDS - {"QM"}:
            rest = rest[1:]
        while begin and rest[begin - 1 : begin] and rest[begin - 1].classes[0] in ("COMMA", "AND", "SEMI"):
            rest, begin = [*rest[: begin - 1], *rest[begin:]], begin - 1
        found += [told] if told[0].classes[0] == "UNIT" else []
        found += [rest] if rest and not all(token.classes[0] in ENDS for token in rest) else []
    return found if nouns else rows


def _amount_ahead(row: list[Token], game: Mapping[str, Any]) -> list[list[Token]]:
    """33 VP for the Soviets, who has won? With 33 VP, who has won? An amount of the game before a question is a sentence of its own."""
    end = next((at for at, token in enumerate(row) if token.classes[0] in ("COMMA", "COLON")), 0)
    begin = int(says(row[0], "P", "WITH"))
    if end < begin + 2 or row[-1].classes[0] != "QM" or not row[end + 1 :] or row[end + 1].classes[0] != "QP" or "NUM" not in row[begin].means:
        return [row]
    noun = next((value for type_, value in row[begin + 1].means.get("W", ()) if type_ == "NOUN"), "")
    counts = str(game.get(noun, "")) == f"{noun}=number"  # of no side, so that it is not what a deed is done with
    return [row[begin:end], row[end + 1 :]] if counts and VERBAL.isdisjoint(token.classes[0] for token in row[begin:end]) else [row]


def _clause(row: list[Token], nouns: Mapping[str, str], verbs: set[str]) -> tuple[int, int, list[Token]] | None:
    """Where a row tells such a result, and that in plain words; None if it tells none."""
    for at, token in enumerate(row):
        noun = next((str(value) for type_, value in token.means.get("W", ()) if type_ == "NOUN" and value in nouns), "")
        if noun and (found := _had(row, at, noun, verbs) or _hung(row, at, noun)):
            return found
        if FAIL in nouns and FAILING & lemmas(token) and (found := _failed(row, at, FAIL)):
            return found
    return None


def _had(row: list[Token], at: int, noun: str, verbs: set[str]) -> tuple[int, int, list[Token]] | None:
    """2ID (only) rolled a Partial, le ha salido Parcial a la 2ID, it is a Fail."""
    end = _end(row, at + 1)
    begin = max((place + 1 for place in range(at) if row[place].classes[0] in ENDS or row[place].classes[0] == "SUB"), default=0)
    words = row[begin:at]
    verb = next((word for word in words if lemmas(word) & verbs or word.classes[0] == "BE"), None)
    if end is None or verb is None:
        return None
    who = [word for word in words if word.classes[0] == "UNIT"]
    rest = [word for word in words if word not in (verb, *who)]
    is_it = verb.classes[0] == "BE" and not lemmas(verb) & verbs
    light = all(word.classes[0] in SOFT or says(word, "PRON", "it", "that", "first", "they", "this") or _snafu(word) or lemmas(word) & verbs for word in rest)
    if not light or len(who) > 1 or is_it and who or any("NOT" in word.means or word.classes[0] in ("MOD", "DO", "QP", "QD") for word in words):
        return None
    return begin, end, _told(who, verb, row[at], noun)


def _hung(row: list[Token], at: int, noun: str) -> tuple[int, int, list[Token]] | None:
    """With a Fail, …; after that Partial, …; … after a Fail?; SNAFU Fail: …"""
    begin = at
    while begin and (row[begin - 1].classes[0] == "DET" or _snafu(row[begin - 1])):
        begin -= 1
    end = _end(row, at + 1)
    named = row[-1].classes[0] != "QM" or any(word.classes[0] == "UNIT" for word in row)  # how many Fire Events have units after a Fail: a rule
    if end is None or not named or any(says(word, "DET", "no", "any", "each") for word in row[begin:at]):
        return None
    titled = end < len(row) and row[end].classes[0] == "COLON"  # Complete SNAFU: …, which is compared
    if not titled and (not begin or row[begin - 1].classes[0] in ENDS) and any(_snafu(word) for word in (*row[begin:at], *row[at + 1 : end])):
        return begin, end, _told([], row[begin], row[at], noun)  # SNAFU Partial, and then?
    if not begin:
        return None
    led = {part for _, value in row[begin - 1].means.get("P", ()) for part in str(value).split("|")}
    if begin == 1 and row[0].classes[0] == "THEN" and end < len(row):
        led = {LEADS[0]}  # after that Fail, …
    first = begin == 1 or row[begin - 2].classes[0] in ENDS
    if not led & set(LEADS if first else BEHIND) or not first and [token.classes[0] for token in row[end : end + 1]] != ["QM"]:
        return None
    return begin - 1, end, _told([], row[begin - 1], row[at], noun)


def _failed(row: list[Token], at: int, noun: str) -> tuple[int, int, list[Token]] | None:
    """2ID (has) failed (its SNAFU)."""
    begin = max((place + 1 for place in range(at) if row[place].classes[0] in ENDS or row[place].classes[0] == "SUB"), default=0)
    words = row[begin:at]
    who = [word for word in words if word.classes[0] == "UNIT"]
    end = at + 1
    while end < len(row) and (row[end].classes[0] in ("DET", "P") or _snafu(row[end])):
        end += 1
    more = any(word.classes[0] not in ("UNIT", *SOFT) or "NOT" in word.means for word in words)
    if len(who) != 1 or more or end < len(row) and row[end].classes[0] not in ENDS:
        return None
    return begin, end, _told(who, row[at], row[at], noun)


def _cries(behind: list[Token]) -> bool:
    """Whether only a word that says nothing stands behind it: we rolled a Fail, fine; …"""
    return len(behind) > 1 and behind[1].classes[0] in ("W", "ADV") and all(token.classes[0] in ENDS for token in (behind[0], *behind[2:]))


def _snafu(token: Token) -> bool:
    """Whether a word names such a throw, or only that it is a result."""
    return any(type_ == "NOUN" and value in ("snafu", "roll", "dice", "result") for type_, value in token.means.get("W", ()))


def _end(row: list[Token], at: int) -> int | None:
    """Where the clause ends behind the result: behind the throw that it came of, and behind whose it is; None if more is said."""
    while at < len(row) and (row[at].classes[0] in ("DET", "P") or _snafu(row[at])):
        at += 1
    return at if at >= len(row) or row[at].classes[0] in ENDS else None


def _told(who: list[Token], verb: Token, result: Token, noun: str) -> list[Token]:
    """Who has it, as a statement."""
    return [*who[:1], verb_in_place(verb, "V", HAS), in_place(result, "W", noun, "NOUN")]
