"""What keeps somebody from a deed: *does the river keep 16Pz from attacking 3010?*, *is 16Pz barred from it?*, *¿impide algo que la 16Pz ataque?*

It asks of the deed whether it is forbidden; *what stops it?* asks whether it may be, and why not. Who or what is said to hinder it is told back: the ruling
says what does.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.ground.declaration import GAINSAID, Act, Part, Query
from adjudicator.language import NotUnderstood
from adjudicator.language.syntax import small
from adjudicator.sentences.token import VERBAL, Token, lemmas

SPARING = small("sparing")
"""Verbs that hinder only with a word like *from*: spare it from going."""
HINDERING = small("hindering", "forbidding") | SPARING
BEARING = small("bearing_on")
"""Verbs that ask whether something makes a difference."""
SUBJECT = frozenset(("W", "UNIT", "MARKER"))
"""Classes of words that tell what hinders it."""
BARRED = "barred"
TIMES = frozenset(("AFTER", "BEFORE"))
"""Relations of what comes before or after."""
WHY = (("QP", "why"), ("MOD", "can"), ("NOT", "not"))
MAY = (("ADV", "can"),)
"""What *what stops it from …?* asks: why it can not, or whether it may."""
FIRST = 9
"""The verb is one of so many words at the beginning."""


def hindered(rows: list[list[Token]], told: list[tuple[int, int]]) -> tuple[list[list[Token]], list[tuple[int, int]]]:
    """The rows of a text with such questions asked of their deeds, and what else is told: where they say what hinders."""
    found, told = [], list(told)
    for row in rows:
        begin = _begins(row)
        new, said = _hindered(row[begin:]) if row[-1].classes[0] == "QM" else (None, None)
        found.append([*row[:begin], *new] if new else row)
        told += [(said[0].start, said[-1].end)] if said else []
    return found, told


def still_barred(row: Sequence[Token], parts: list[Part]) -> list[Part]:
    """The parts of a row; NotUnderstood if it asks whether somebody is kept from something, or what difference something makes, and they ask anything else."""
    at = next((token for token in row if ("ADV", BARRED) in token.means.get("ADV", ())), None)
    asked = [part for part in parts if isinstance(part, Act) and part.slots.get("question")]
    bears = next((token for token in row if BEARING & lemmas(token) and VERBAL & set(token.classes[:1])), None) if asked else None
    if bears is not None and not any("ask" in part.slots for part in asked):  # does the snow affect the roll: it rolls, but that is not asked
        raise NotUnderstood("no_place", bears.text, bears.start, bears.end)
    if at is not None and not any(part.slots.get(GAINSAID) or isinstance(ask := part.slots.get("ask"), Query) and ask.denied for part in asked):
        raise NotUnderstood("no_place", "", at.start, at.start)
    return parts


def _begins(row: list[Token]) -> int:
    """Where such a question begins behind a phrase that leads it in: en la fase de combate, ¿le impide …?"""
    at = next((at for at, token in enumerate(row) if _hinders(token)), 0)
    begin = next((place + 1 for place in range(at - 1, -1, -1) if row[place].classes[0] in ("COMMA", "COLON")), 0)
    return begin if not any(token.classes[0] in ("V", "BE", "HV", "SUB", "REL", "QP", "QD") for token in row[:begin]) else 0


def _hindered(row: list[Token]) -> tuple[list[Token] | None, Sequence[Token] | None]:
    body, mark = row[:-1], row[-1]
    at = next((at for at, token in enumerate(body[:FIRST]) if _hinders(token)), -1)
    if at < 0 or at + 2 >= len(body) or any(token.classes[0] in ("COMMA", "SUB", "REL") for token in body[:at]):
        return None, None
    behind = body[at + 1 :]
    if {str(rel) for _, rel in behind[0].means.get("P", ())} & TIMES:
        return None, None  # is it stopped after moving
    if not body[at].spanish and behind[0].classes[0] in ("P", "VG", "TO") and body[0].classes[0] != "BE":
        return None, None  # must it stop in 1510 after crossing a river, can it stop moving
    that = next((place for place, token in enumerate(behind) if "SUB" in token.means and token.spanish), -1)
    deed = next((place for place, token in enumerate(behind) if {"VG", "VI"} & set(token.classes)), -1)
    if that >= 0 and (deed < 0 or that < deed):  # que la 16Pz ataque
        subject, inner = body[:at] + behind[:that], behind[that + 1 :]
    elif deed < 0:
        return None, None
    elif body[0].classes[0] == "BE" and ("VP" in body[at].classes or "MODI" in body[at].classes):  # is 16Pz prevented from attacking
        subject, inner = [], [*body[1:at], *_done(behind[deed:])]
    else:
        subject, whom, rest = _parted(behind[:deed], behind[deed:])
        subject = body[:at] + subject
        inner = [*whom, *_done(rest, any({"QP", "QD"} & set(token.classes[:1]) for token in subject))]
    tie = next((token for token in reversed(behind[: max(deed, 0)]) if token.classes[0] != "ADV"), None)
    spared = lemmas(body[at]) & SPARING and (tie is None or tie.classes[0] != "OF" and "FROM" not in str(tie.means.get("P", "")))
    if spared or len(inner) < 2 or not any(token.classes[0] in ("UNIT", "PRON", "W", "MARKER") for token in inner):
        return None, None
    start = body[0].start
    if any({"QP", "QD"} & set(token.classes[:1]) for token in subject):
        asks = MAY if 0 <= that < deed or deed < 0 else WHY
        return [*(Token(said, start, start, {class_: [(class_, said)]}) for class_, said in asks), *inner, mark], None
    said = [token for token in subject if set(token.classes[:1]) & SUBJECT]
    return [Token(BARRED, start, start, {"ADV": [("ADV", BARRED)]}), *inner, mark], said


def _hinders(token: Token) -> bool:
    """Whether a word is a form of a verb of hindering, or the adjective that is made of it."""
    return bool(lemmas(token) & HINDERING) or ("MODI", "barred") in token.means.get("MODI", ())


def _parted(between: list[Token], deed: list[Token]) -> tuple[list[Token], list[Token], list[Token]]:
    """What hinders and whom, of the words between the verb and the deed, and the deed: keep 16Pz from, impide el río a la 16Pz, impide 47R … a 16Pz."""
    if between and "P" in between[-1].classes and not between[-1].spanish:  # from
        return [], between[:-1], deed
    if between and "TO" in between[-1].classes:  # forbid 16Pz to attack
        return [], between[:-1], deed
    if not any(token.spanish for token in deed[:1]):
        return [], between, deed
    if between and between[-1].classes[0] == "OF":  # ¿se libra la 87Rif de quedar DG?
        return [], between[:-1], deed
    stops = [at for at, token in enumerate(between) if token.classes[0] == "COMMA"]
    between = between[: stops[0]] + between[stops[-1] + 1 :] if len(stops) > 1 else between  # impide 371Inf, apilada con ella, …
    to = next((at for at, token in enumerate(between) if "P" in token.classes), -1)
    if to >= 0:
        return between[:to], between[to + 1 :], deed
    last = max((at for at, token in enumerate(deed) if "P" in token.classes), default=0)
    if last and all(token.classes[0] in ("UNIT", "DET", "W") for token in deed[last + 1 :]) and any("UNIT" in token.classes for token in deed[last:]):
        return between, deed[last + 1 :], deed[:last]
    return between, [], deed


def _done(row: list[Token], bare: bool = False) -> list[Token]:
    """A deed said by its infinitive or participle, as somebody does it; ``bare``: as one can do it."""
    first = row[0]
    said = next((first.means[name] for name in ("VI", "VG") if name in first.means), None)
    if said is None or not bare and "VI" not in first.means:
        return row
    return [Token(first.text, first.start, first.end, {"VI" if bare else "V": list(said)}), *row[1:]]
