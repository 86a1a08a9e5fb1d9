"""What a word is beside the words that stand next to it: which of its classes it keeps."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from adjudicator.language.syntax import small

if TYPE_CHECKING:
    from adjudicator.sentences.general import General
    from adjudicator.sentences.token import Token

SINGLE, STOPS = small("single"), small("stops")
HELPS = small("bare_infinitive")
"""Verbs that an infinitive may follow without to."""
QUALITIES = frozenset(("TERRAIN", "FEATURE", "STATUS", "ADJ", "WEATHER"))

SIGNS = frozenset((("DASH",), ("COMMA",), ("SEMI",), ("COLON",), ("QM",)))
"""Classes of signs: nothing that stands before one of them hangs on it, nor it on that."""
WAY = frozenset((("HEX",), ("DASH",)))
"""Classes of words that are nothing else beside each other: 3010-3011-3012."""
CLAUSES = frozenset(("COMMA", "SEMI", "COLON", "AND"))
"""Classes of what a clause begins behind."""
OBJECTS = frozenset(("PRON", "HEX", "UNIT", "DET", "TO", "P"))
"""Classes of what stands behind a verb."""


def by_neighbours(out: list[Token], line: str, general: General) -> None:
    """Take from words the classes that they cannot have where they stand; `line` is the language of the line."""
    asks = any(token.classes[0] == "QM" for token in out)
    for at, (before, token) in enumerate(pairwise(out), 1):
        if token.classes in SIGNS or before.classes in WAY and token.classes in WAY:
            continue
        if before.text.lower() in STOPS and {"DET", "UNIT", "W", "VI", "NUM"} & set(token.classes):  # para 16Pz, para el clima: it does not stop
            _drop(before, "V", "VI")
        if line == "es" and before.classes == ("OF",) and token.classes == ("V",) and at > 1 and out[at - 2].classes == ("W",):
            token.means, token.classes = {"W": [("WORD", token.text.lower())]}, ("W",)  # harta de barro: no finite verb stands behind de
        if token.text.lower() in SINGLE and {"GEN", "DET"} & set(before.classes):  # its only point
            token.means, token.classes = {"NUM": [("NUM", 1)]}, ("NUM",)
        if "HEX" in token.classes and {"DET", "P"} <= set(before.classes):  # 68Inf a 2607
            before.classes = ("P",)
        if ("THEN", "but") in token.means.get("THEN", ()) and {value for _, value in before.means.get("PRON", ())} & {"all", "nothing", "someone"}:
            token.means, token.classes = {"P": [("P", "EXCEPT")]}, ("P",)  # all but 371Inf
        after = out[at + 1] if at + 1 < len(out) else None
        if line == "en" and before.classes[0] == "TO" and "W" in token.classes and "VI" not in token.classes and after is not None:
            verb = next((lemma for _, class_, lemma in general.find(token.text.lower(), token.text.lower()) if class_ == "VI"), "")
            if verb and {"DET", "UNIT"} & set(after.classes[:1]) and token.means["W"][0][0] in QUALITIES:
                token.means, token.classes = {"VI": [("VERB", verb)]}, ("VI",)  # to open the road: no open ground
        if before.classes[0] == "TO" and "VI" in token.classes and "W" in token.classes:  # to attack 2119
            _drop(token, "W", "V")
        if line == "en" and before.classes[0] == "P" and "W" in token.classes and {"V", "VI"} & set(token.classes):  # in support, under attack
            _drop(token, "V", "VI")
        if "VI" in token.classes and "W" in token.classes and before.classes[0] == "W" and at > 1 and _is_one(out[at - 2]) and line == "en":
            _drop(token, "V", "VI")  # a tank attack: one tank attacks
        told = not asks and after is not None and "V" in after.classes[:1] and at > 2 and "NUM" in out[min(at + 2, len(out) - 1)].classes
        if told and before.classes[0] == "COMMA" and {"REL", "QP"} <= set(token.classes):  # moves to 3010, which costs 1: nobody asks
            token.means, token.classes = {"PRON": [("PRON", "it")]}, ("PRON",)
        if {"THEN", "ADV"} <= set(before.classes) and token.classes[0] in ("PRON", "DET", "UNIT") and at > 1 and out[at - 2].classes[0] in ("COMMA", "SEMI"):
            number = _is_one(token) and "NUM" in out[min(at + 1, len(out) - 1)].classes  # a 9, then a 5
            before.classes = before.classes if number else ("THEN",)  # …, so I put a marker on it
        if before.classes[0] == "BE" and {"W", "VI"} <= set(token.classes) and token.means["W"][0][0] in ("ADJ", "TERRAIN", "STATUS"):
            _drop(token, "V", "VI")  # is empty, is clear: a quality
        if "V" in token.classes and ("NOUN", "dice") in token.means.get("W", ()) and before.classes[0] in ("W", "NUM", "DET"):
            _drop(token, "V", "VI", "VP")  # the weather die
        if line == "en" and before.classes[0] == "V" and {"W", "VI"} <= set(token.classes) and not HELPS & {name for _, name in before.means["V"]}:
            _drop(token, "V", "VI")  # leaves support: it does not leave to support
        if line == "es" and before.classes[0] == "P" and {"W", "V"} <= set(token.classes):  # en apoyo, a apoyo: nobody supports
            _drop(token, "V")
        if "NUM" in token.classes and any(meaning == ("NOUN", "dice") for meaning in before.means.get("W", ())):  # die 3: nobody dies
            _drop(before, "V", "VI", "VP")
        weather = "V" in token.classes and before.classes[0] in ("BE", "PRON") and any(type_ == "WEATHER" for type_, _ in token.means.get("W", ()))
        if weather and out[min(at + 1, len(out) - 1)].classes[0] in ("COMMA", "COLON", "QM", "SUB", "V"):
            token.classes = ("W",)  # if it storms: nobody storms anything
        if {"ADV", "V"} <= set(token.classes) and before.classes[0] == "UNIT" and "HEX" in out[min(at + 1, len(out) - 1)].classes:
            _drop(token, "ADV")  # 6K left 1012: it went away
        if line == "en" and before.classes[0] == "AND" and {"V", "W"} <= set(token.classes) and {"HEX", "UNIT"} & set(out[min(at + 1, len(out) - 1)].classes):
            _drop(token, "W")  # advances to 2011 and attacks 2012, lose 6Tk and retreat 284R: no noun
        opens = at > 1 and before.classes[0] == "UNIT" and out[at - 2].classes[0] in CLAUSES and after is not None and after.classes[0] in OBJECTS
        if line == "en" and opens and {"V", "W"} <= set(token.classes) and token.text[-1:] == "s":
            _drop(token, "W")  # 1510 is empty, 44ID advances into it: no advances of 44ID
        counted = before.classes == ("NUM",) or before.classes[0] == "DET" and not {"CL", "PRON"} & set(before.classes)
        if counted and "W" in token.classes and "V" in token.classes:  # 4 steps, the attack: no verb
            _drop(token, "V", "VI")


def _drop(token: Token, *classes: str) -> None:
    """Take these classes from a word."""
    token.classes = tuple([class_ for class_ in token.classes if class_ not in classes])


def _is_one(token: Token) -> bool:
    """Whether this is the article of one thing, so that no base form of a verb follows what it stands with."""
    return token.classes[0] == "DET" and ("DET", "indef") in token.means["DET"]
