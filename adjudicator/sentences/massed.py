"""Several that come each its own way to one deed: *16Pz crosses the river, 19Pz comes from 2217; together they attack 2119*, *…, both into 2119*.

The deed is that of all of them; where each comes from is where it stands; how it comes is told back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.sentences.token import Token, unit_of

BORDERS = frozenset(("COMMA", "SEMI", "COLON", "AND", "SUB", "THEN"))
"""Classes of what stands between those that come."""
GROUPS = (("PRON", "both"), ("PRON", "all"), ("ADV", "together"))
"""All of them together."""
WITH_THEM = (*GROUPS, ("PRON", "they"), ("P", "BETWEEN"))
COMES = frozenset(("move", "cross", "enter", "add", "use", "join", "advance"))
"""Senses of verbs that say how somebody comes."""
GOES = frozenset(("retreat", "advance", "move"))
"""Senses of verbs of which a number tells how many hexes."""
FAR, LEAD = 9, 4
FIGHTS = frozenset(("attack", "fire", "barrage", "probe", "overrun", "support", "engage"))
WEIGHTY = frozenset(("NOT", "QP", "QD", "QM", "NUM", "RESULT", "STATS", "REL", "MOD", "HV"))
"""Classes of words that are no part of how somebody comes."""
GOALS = frozenset(("TO", "AGAINST", "IN", "UPON"))
Span = tuple[int, int]


def massed(rows: list[list[Token]], senses: Mapping[str, Sequence[str]], asides: list[Span]) -> list[list[Token]]:
    """The sentences, with the deed of several that come each its own way as that of all of them; what is told of how they come joins the `asides`."""
    found: list[list[Token]] = []
    for row in (_paired(_hexes_counted(each, senses), senses, asides) for each in rows):
        at, end = _group(row)
        head = row[: max(at - 1, 0)] if at else found[-1] if found else []
        led = max((place + 1 for place, token in enumerate(head) if token.classes[0] == "COLON"), default=0)  # time to squeeze it: …
        before, head = head[: max(led - 1, 0)], head[led:]
        comers = _comers(head, senses) if end and _is_deed(row[end:]) else []
        two = any(("PRON", "both") in meanings for token in row[at:end] for meanings in token.means.values())
        if len(comers) < 2 or two and len(comers) != 2:
            found.append(row)
            continue
        if not at:
            found.pop()
        found += [before] if before else []
        found += [[*units, Token("", units[-1].end, units[-1].end, {"P": [("P", "IN")]}), place] for units, place, _ in comers if place is not None]
        asides += [span for *_, span in comers]
        found.append([*_listed([unit for units, *_ in comers for unit in units]), *row[end:]])
    return found


def _hexes_counted(row: list[Token], senses: Mapping[str, Sequence[str]]) -> list[Token]:
    """The row in which somebody who falls back two falls back two hexes: the way, or where it ends, is told behind it."""
    for at in range(1, len(row) - 1):
        token, before, behind = row[at], row[at - 1], row[at + 1 : at + 4]
        goes = {sense for class_ in ("V", "VI", "VP") for _, lemma in before.means.get(class_, ()) for sense in senses.get(str(lemma), ())[:1]} & GOES
        number = token.means["NUM"][0][1] if token.classes[0] == "NUM" and "UNIT" not in token.means else None
        led = behind[0].classes[0] == "HEX" or behind[0].classes[0] in ("COMMA", "TO", "P") and any(each.classes[0] == "HEX" for each in behind[1:])
        if goes and isinstance(number, int) and 0 < number < FAR and led:
            return [*row[: at + 1], Token("", token.end, token.end, {"W": [("NOUN", "hex")]}), *row[at + 1 :]]
    return row


def _paired(row: list[Token], senses: Mapping[str, Sequence[str]], asides: list[Span]) -> list[Token]:
    """They retreat: 61Rif to 1511, 40Rif to 1410; they split up: …: each goes its own way; a lead that says nothing of how is told back."""
    cut = next((at for at, token in enumerate(row[: LEAD + 1]) if token.classes[0] == "COLON"), 0)
    head, tail = row[:cut], row[cut + 1 :]
    verbs = [token for token in head if "V" in token.classes and token.classes[0] not in ("DET", "PRON", "P")]
    if len(verbs) != 1 or any(token is not verbs[0] and token.classes[0] not in ("PRON", "CL", "PART", "ADV", "DET", "W") for token in head):
        return row
    classes = [token.classes[0] for token in tail if token.classes[0] != "DET"]
    pairs = [classes[at : at + 4] for at in range(0, len(classes), 4)]
    each = [one[:1] == ["UNIT"] and one[1:2][0:1] in (["P"], ["TO"]) and one[2:3] in (["HEX"], ["PATH"]) for one in pairs]
    if len(pairs) < 2 or not all(each) or any(one[3:] not in (["COMMA"], ["AND"]) for one in pairs[:-1]) or pairs[-1][3:]:
        return row
    said = {sense for _, lemma in verbs[0].means["V"] for sense in senses.get(str(lemma), ())}
    goes = {sense for _, lemma in verbs[0].means["V"] for sense in senses.get(str(lemma), ())[:1]} & GOES
    if not {"PRON", "CL"} & {token.classes[0] for token in head} or said & FIGHTS:
        return row
    if not goes:
        asides.append((head[0].start, head[-1].end))
        return tail
    unit = next(at for at, token in enumerate(tail) if token.classes[0] == "UNIT")
    does = Token(verbs[0].text, tail[unit].end, tail[unit].end, {"V": verbs[0].means["V"]})
    does.spanish = verbs[0].spanish
    return [*tail[: unit + 1], does, *tail[unit + 1 :]]


def _group(row: Sequence[Token]) -> Span:
    """Where all of them are named together at the beginning of a clause, and where that ends; (0, 0) if they are not."""
    for at, token in enumerate(row):
        if at and row[at - 1].classes[0] not in BORDERS:
            continue
        end = at
        while end < len(row) and _any_of(row[end], WITH_THEM):
            end += 1
        if any(_any_of(token, GROUPS) for token in row[at:end]):
            return at, end
    return 0, 0


def _any_of(token: Token, meanings: Sequence[tuple[str, str]]) -> bool:
    return any(meaning in meanings for kept in token.means.values() for meaning in kept)


def _is_deed(row: Sequence[Token]) -> bool:
    """Whether what follows is a deed at a hex or at units: attack 2119, into 2119."""
    if not row or any(token.classes[0] in WEIGHTY for token in row) or not any(token.classes[0] in ("HEX", "UNIT") for token in row):
        return False
    return "V" in row[0].means or "VG" in row[0].means or bool(_rels(row[0]) & GOALS)


def _rels(token: Token) -> set[str]:
    return {rel for class_ in ("P", "TO") for _, value in token.means.get(class_, ()) for rel in str(value).split("|")}


def _comers(row: Sequence[Token], senses: Mapping[str, Sequence[str]]) -> list[tuple[list[Token], Token | None, Span]]:
    """Those that come: the units, the hex that they come from, and all that is said of it; [] where anything else is told."""
    parts: list[list[Token]] = [[]]
    for at, token in enumerate(row):
        between = 0 < at < len(row) - 1 and unit_of(row[at - 1]) and unit_of(row[at + 1]) and token.classes[0] == "AND"
        if token.classes[0] in BORDERS and not between:
            parts.append([])
        elif token.classes[0] != "AND":
            parts[-1].append(token)
    found: list[tuple[list[Token], Token | None, Span]] = []
    for part in [part for part in parts if part]:
        led = [token for token in part if token.classes[0] not in ("DET", "CL")]
        units = led[: next((at for at, token in enumerate(led) if not unit_of(token)), len(led))]
        rest = led[len(units) :]
        hexes = [at for at, token in enumerate(part) if token.classes[0] == "HEX"]
        verbs = [list(senses.get(str(value), ())) for token in rest if token.classes[0] == "V" for _, value in token.means["V"]]
        if not units or not rest or len(hexes) > 1 or any(unit_of(token) or token.classes[0] in WEIGHTY for token in rest):
            return []
        if any("FROM" not in _rels(part[at - 1]) for at in hexes) or any(each and not COMES & set(each) for each in verbs):
            return []
        found.append((units, part[hexes[0]] if hexes else None, (part[0].start, part[-1].end)))
    return found


def _listed(units: list[Token]) -> list[Token]:
    """The units as one subject."""
    row = units[:1]
    for at, unit in enumerate(units[1:], 1):
        sign = ("AND", "and") if at == len(units) - 1 else ("COMMA", ",")
        row += [Token("", unit.start, unit.start, {sign[0]: [sign]}), unit]
    return row
