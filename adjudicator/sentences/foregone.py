"""What somebody has done before, hung on what he does now: *having attacked 3010, 17Pz moves*, *17Pz, which has attacked, moves*, *tras haber atacado, …*.

It is told in a sentence of its own before the rest, as *17Pz has attacked 3010*: so it is history, never only said in passing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from adjudicator.language.syntax import small, syntax
from adjudicator.sentences.frames import FIGHTS
from adjudicator.sentences.token import VERBAL, Token, in_place, says

HAVING, JUST, HURLING, OVER = small("having_done"), small("just_done"), small("hurling"), small("is_over")
ATTACKING = syntax()["hurling"]["es"].split()[0]
"""The verb of those that lexicons know as an attack."""
AHEAD = frozenset(("ADV", "DET", "MOD", "DO", "BE", "HV", "THEN", "QP", "QD", "W", "CL"))
"""Classes of words that may stand before who acts."""
OTHER = frozenset(("V", "VI", "VG", "VP", "MOD", "NOT", "QP", "QD", "SUB", "REL", "HV", "COMMA", "COLON", "SEMI", "UNIT"))
"""Classes of words with which more is said than one deed."""
HANGING = ("while", "after", "because", "although")
"""What leads in a clause of what has been done, or is so."""
MOVES = frozenset(("move", "retreat", "advance"))
"""Deeds of which nothing more need be said: already moved, tras retirarse."""
Senses = Mapping[str, Sequence[str]]


def foregone(rows: list[list[Token]], senses: Senses, deeds: Collection[str]) -> list[list[Token]]:
    """The rows, each behind what it says that who acts has done before; `senses` of verbs, `deeds` that the history knows."""
    found: list[list[Token]] = []
    for row in rows:
        row = _over(_hurled(_just(row, senses, deeds)))
        told, rest = next((way for read in (_led, _trailed, _apposed) if (way := read(row, senses, deeds))[0]), ([], row))
        found += [told, rest] if told else [row]
    return found


def _led(row: list[Token], senses: Senses, deeds: Collection[str]) -> tuple[list[Token], list[Token]]:
    """Having attacked, 17Pz moves; after attacking, can 17Pz move: the deed of him who acts, and the rest."""
    asks = row[-1].classes[0] == "QM"
    end = next((at for at, token in enumerate(row) if token.classes[0] == "COMMA" or asks and token.classes[0] == "COLON"), 0)
    deed, main = _deed(row[:end], senses, deeds, asks=asks), row[end + 1 :]
    who = who_acts(main) if deed else []
    return ([*who, *deed], main) if who else ([], row)


def _trailed(row: list[Token], senses: Senses, deeds: Collection[str]) -> tuple[list[Token], list[Token]]:
    """Can 17Pz move after attacking, having attacked, now that it has attacked: the deed of him who acts, and the rest."""
    for at in range(len(row) - 2, 2, -1) if row[-1].classes[0] == "QM" else ():
        token = row[at]
        ties = token.classes[0] == "HVG" or token.text.casefold() in HAVING or says(token, "P", "AFTER") or says(token, "SUB", *HANGING)
        if ties and (deed := _deed(row[at:-1], senses, deeds, asks=True)) and (who := who_acts(row[:at])):
            return [*who, *deed], [*row[: at - (row[at - 1].classes[0] == "COMMA")], row[-1]]
    return [], row


def _apposed(row: list[Token], senses: Senses, deeds: Collection[str]) -> tuple[list[Token], list[Token]]:
    """17Pz, having attacked, moves; 17Pz, which has attacked, moves: his deed, and the rest."""
    commas = [at for at, token in enumerate(row) if token.classes[0] == "COMMA"]
    ends = [*commas, len(row) - 1] if row[-1].classes[0] == "QM" else commas  # ¿puede avanzar 17Pz, que asistió?
    for begin, end in pairwise(ends):
        inner, before = row[begin + 1 : end], row[begin - 1]
        alone = begin < 2 or row[begin - 2].classes[0] != "AND"
        tied = bool(inner) and "REL" in inner[0].means
        last = end + 1 == len(row)
        deed = _deed(inner[tied:], senses, deeds, tied) if before.classes[0] == "UNIT" and alone and (tied or not last) else []
        if deed:
            return [before, *deed], [*row[:begin], *row[end + (not last) :]]
    return [], row


def _deed(lead: list[Token], senses: Senses, deeds: Collection[str], related: bool = False, asks: bool = False) -> list[Token]:
    """Has attacked 3010, of the words that lead in what is done now, or what is asked (`asks`); [] if they say anything else."""
    words = list(lead)
    while words and words[0].classes[0] in ("AND", "THEN"):
        words = words[1:]
    after = bool(words) and not related and says(words[0], "P", "AFTER")
    tied = after or bool(words) and not related and says(words[0], "SUB", *HANGING)
    words = words[1:] if tied else words
    then = asks and tied and says(lead[0], "SUB", "after") and len(words) > 1 and "PRON" in words[0].means  # after it attacks
    if tied and words and "PRON" in words[0].means:
        words, after = words[1:], False
    now = [word for word in words if word.classes[0] == "ADV"]
    has = next((word for word in words if word.classes[0] in ("HVG", "HV") or "HVG" in word.means or word.text.casefold() in HAVING), None)
    rest = [word for word in words if word is not has and word not in now]
    if not rest or words.index(rest[0]) > len(now) + 1 or has is not None and tied and "HV" not in has.means and has.text.casefold() not in HAVING:
        return []
    if after and says(rest[0], "DET", "poss") and len(rest) > 1 and any(says(rest[1], "W", fight) for fight in FIGHTS):
        rest = [Token(rest[1].text, rest[1].start, rest[1].end, {"VG": rest[1].means.get("V", [])}), *rest[2:]]  # after its attack on 3010
    verb, meant = rest[0], frozenset(sense for lemma in _lemmas(rest[0]) for sense in senses.get(lemma, ())[:1])
    goes = asks and len(rest) == 1 and has is None and bool(meant & MOVES)  # already moved, tras mover
    past = related and has is None and says(verb, "V", *_lemmas(verb)) and any(says(word, "ADV", "already") for word in now) and "VP" in verb.means
    plain = has is None and bool(meant & FIGHTS or goes) and (after and bool({"VG", "VI"} & set(verb.classes[:1])) or then and verb.classes[0] == "V")
    past = past or related and has is None and any(type_ == "PAST" for type_, _ in verb.means.get("V", ()))  # which attacked
    past = past or goes and "VP" in verb.means and any(says(word, "ADV", "already") for word in now)
    if (
        not (has is not None and "VP" in verb.means or past or plain)
        or not meant & set(deeds)
        or any(OTHER & set(word.classes[:1]) or "NUM" in word.classes for word in rest[1:])
    ):
        return []
    done = Token(verb.text, verb.start, verb.end, {"VP": [("VERB", lemma) for lemma in sorted(_lemmas(verb))]})
    have = Token("have", verb.start, verb.start, {"HV": [("HV", "have")]})
    done.spanish = have.spanish = verb.spanish
    return [have, *now, done, *rest[1:]]


def who_acts(main: list[Token]) -> list[Token]:
    """The units that act in a sentence, named before anything that they do; [] if none is."""
    first = next((at for at, token in enumerate(main) if token.classes[0] == "UNIT"), -1)
    for at, token in enumerate(main[: max(first, 0)]):
        asked = token.classes[0] == "P" and {"QP", "QD"} & set(main[at + 1].classes)  # with how much does 17Pz attack
        if token.classes[0] not in AHEAD and not asked and not (token.spanish and token.classes[0] in ("V", "VI")):
            return []
    if first < 0:
        return []
    end = first + 1
    while end + 1 < len(main) and main[end].classes[0] in ("AND", "COMMA") and main[end + 1].classes[0] == "UNIT":
        end += 2
    return main[first:end]


def _over(row: list[Token]) -> list[Token]:
    """I/89's attack on 20.11 is done: it has attacked 20.11; el ataque de la 44ID a 1510 está hecho."""
    end = next((at + 1 for at, token in enumerate(row[:-1]) if token.classes[0] == "BE" and row[at + 1].text.casefold() in OVER), 0)
    units = [token for token in row[: max(end - 1, 0)] if token.classes[0] == "UNIT"]
    deeds = [token for token in row[: max(end - 1, 0)] if {"V", "VI"} & token.means.keys() and any(type_ == "NOUN" for type_, _ in token.means.get("W", ()))]
    hexes = [token for token in row[: max(end - 1, 0)] if token.classes[0] == "HEX"]
    rest = [token for token in row[: max(end - 1, 0)] if token not in (*units, *deeds, *hexes)]
    mere = all(token.classes[0] in ("DET", "P", "OF", "TO", "ADV", "BE") or "GEN" in token.means for token in rest)
    behind = row[end + 1 :]
    if not end or len(units) != 1 or len(deeds) != 1 or not mere or behind and behind[0].classes[0] not in ("COMMA", "SEMI", "COLON", "AND"):
        return row
    done = Token(deeds[0].text, deeds[0].start, deeds[0].end, {"VP": deeds[0].means.get("V") or deeds[0].means["VI"]})
    done.spanish = deeds[0].spanish
    return [*units, in_place(row[end - 1], "HV", "have"), done, *hexes, *behind]


def _just(row: list[Token], senses: Senses, deeds: Collection[str]) -> list[Token]:
    """17Pz just attacked: has attacked."""
    for at in range(1, len(row) - 1):
        verb = row[at + 1]
        known = any(sense in deeds for lemma in _lemmas(verb) for sense in senses.get(lemma, ())[:1])
        if row[at].text.casefold() in JUST and row[at - 1].classes[0] in ("UNIT", "PRON") and "VP" in verb.means and verb.classes[0] == "V" and known:
            have = Token(row[at].text, row[at].start, row[at].end, {"HV": [("HV", "have")]})
            return [*row[:at], have, Token(verb.text, verb.start, verb.end, {"VP": verb.means["VP"]}), *row[at + 2 :]]
    return row


def _hurled(row: list[Token]) -> list[Token]:
    """17Pz se lanza ahora sobre 3111: it attacks; nobody throws dice, or is thrown."""
    for at in range(len(row) - 3):
        verb = row[at + 1]
        if not says(row[at], "CL", "self") or not _lemmas(verb) & HURLING or verb.classes[0] not in ("V", "VI"):
            continue
        behind = [token for token in row[at + 2 :] if token.classes[0] != "ADV"][:2]
        aimed = len(behind) == 2 and any({"IN", "AGAINST"} & set(str(value).split("|")) for _, value in behind[0].means.get("P", ()))
        if aimed and behind[1].classes[0] in ("HEX", "UNIT"):
            attacks = Token(verb.text, verb.start, verb.end, {verb.classes[0]: [("VERB", ATTACKING)]})
            attacks.spanish = verb.spanish
            return [*row[: at + 1], attacks, *row[at + 2 :]]
    return row


def _lemmas(token: Token) -> set[str]:
    return {str(value) for name in VERBAL for type_, value in token.means.get(name, ()) if type_ in ("VERB", "PAST")}
