"""What is told of deeds and results and compared with the position: what is used up, which result has come, what it compels, who was in it, what is wanted.

Each comparison settles the words that it has borne out in the part that asks, or finds that it is otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from adjudicator.ground.hexes import DIRECTIONS
from adjudicator.play.standing import DENYING, Telling, lemma_of, meanings, number, relations, senses_of, told_of
from adjudicator.sentences.token import Token, unit_of

USED, LEFT = "spent", "left"
"""Words in the names of facts of what is used up, and of what is left."""
SIDES = ("attackers", "defenders")
"""Who is named by a result that is open."""
DOING = ("V", "VP", "VG", "VI")
SAYING = frozenset(("RESULT", "EXPLOITS", "STATUS", "NOUN", "UNK"))
"""Types of words that may name a result."""
MUST = ("MOD", "must")
NEAR = 4
"""So many words behind a verb stands whom it has met."""
POINTS = frozenset(("mp", "point", "vp"))
"""Nouns of what one moves with."""


def recounted(shown: Telling) -> None:
    """Compare what a part says of what was done, or is still to be done."""
    _used(shown)
    _came_out(shown)
    _groups(shown)
    _owed(shown)
    _went(shown)
    took_part(shown)
    _wishes(shown)


def _pending(shown: Telling) -> dict[str, Any]:
    return dict(dict.items(shown.situation.known_box("pending")))


def _named_by(shown: Telling) -> dict[str, list[str]]:
    """Who attacks and who defends in the result that is open, each unit by its name; defenders whom nobody has named are those who stand where it hit."""
    pending = _pending(shown)
    named = {side: [str(name) for name in pending.get(side) or ()] for side in SIDES}
    if not named["defenders"] and pending.get("result"):
        there = [unit.id for unit in shown.situation.units.values() if unit.known("at") == pending.get("hex")]
        named["defenders"] = [name for name in there if name not in named["attackers"]]
    return named


# ---- what is used up
def _used(shown: Telling) -> None:
    """Has driven 5 of its 8 points, gastó sus dos eventos, has burned both fire events: whether so much of it is gone."""
    spending = set((shown.states.get("standing") or {}).get("spend", ()))
    at = next((at for at, token in enumerate(shown.row) if lemma_of(token) & spending and ("VP" in token.classes or token.classes[0] in DOING)), None)
    if at is None or any(token.classes[0] == "NOT" for token in shown.row):
        return
    numbers = [(place, count) for place in range(at + 1, len(shown.row)) if (count := number(shown.row[place])) is not None]
    nouns = {str(value) for token in shown.row[at + 1 :] for type_, value in token.means.get("W", ()) if type_ == "NOUN"}
    if not 0 < len(numbers) < 3:
        return
    for name in told_of(shown)[-1:]:
        found = list(_gone(shown, name, nouns))
        if len(numbers) == 2:
            found = [(gone, whole) for gone, whole in found if whole == numbers[1][1]]
            if not found:
                return
        if not found:
            return
        for place, _ in numbers:
            shown.settle(place, any(gone == numbers[0][1] for gone, _ in found))
            shown.untrue = shown.untrue or shown.wrong
        shown.agreed.update(place for place in range(at, numbers[-1][0] + 2) if place < len(shown.row) and not unit_of(shown.row[place]))


def _gone(shown: Telling, name: str, nouns: set[str]) -> Iterator[tuple[int, int | None]]:
    """How much of each thing that the nouns may name a unit has used up, and of how much."""
    unit, words = shown.situation.units[name], shown.states.get("shown") or {}
    full = {key: value for key, value in shown.situation.absent("units").items() if type(value) is int}
    has = {key: value for key, value in dict.items(unit.known_facts()) if type(value) is int}
    moving = nouns <= POINTS
    wholes: list[int | None] = [value for key, value in has.items() if key in str(words.get("mp", "")).split()] if moving else []
    for key, value in {**full, **has}.items():
        parts = key.split("_")
        if USED in parts and moving:
            yield from ((value, whole) for whole in wholes or [None])
        elif LEFT in parts and moving:
            yield from ((whole - value, whole) for whole in wholes if whole is not None)
        elif key in full and nouns & {key, key.removesuffix("s")}:
            yield full[key] - value, full[key]


# ---- results
def parts_of(result: object) -> list[str]:
    """The parts of a result: Ae4 and DL1o2."""
    return [part for part in re.split(r"[\s+]+", str(result or "")) if part]


def _came_out(shown: Telling) -> None:
    """There's a DG in the result, we got an e4, the DC comes in: whether the result that is open has it."""
    parts, hit = parts_of(_pending(shown).get("result")), _pending(shown).get("hex")
    coming = set((shown.states.get("standing") or {}).get("come_out", ()))
    for at, token in enumerate(shown.row):
        if parts and {type_ for type_, _ in meanings(token)} & SAYING and not unit_of(token) and not token.text.islower():
            whole = str(_pending(shown).get("result"))
            if token.text in (*parts, whole):
                beside = number(shown.row[at + 1]) if at + 1 < len(shown.row) else None
                shown.settle(at, beside is None or str(beside) in parts)  # DR 3 is no DR
                _befell(shown, at, hit, coming)
        elif parts and any(char.isdigit() for char in token.text) and {type_ for type_, _ in meanings(token)} & {"EXPLOITS", "UNK"}:
            shown.settle(at, any(part.casefold().endswith(token.text.casefold()) for part in parts))
            _befell(shown, at, hit, coming)


def _befell(shown: Telling, at: int, hit: object, coming: set[str]) -> None:
    """The attack on 2012 has given AP, AP against 2012: the hex is the one that was hit, and the words say no more than that it came out.

    6G got a DR on my 68Inf: so the one has attacked and the other defended.
    """
    row, named = shown.row, _named_by(shown)
    shown.agreed.update(place for place, token in enumerate(row) if set(token.classes) & {*DOING, "BEI"} and lemma_of(token) & coming)
    if shown.own and not any(token.classes[0] in ("NOT", "MOD", "SUB") for token in row):
        spots = [place for place, token in enumerate(row) if unit_of(token) in shown.own]
        aimed = {place for place in spots for other in row[max(at + 1, place - 2) : place] if relations(other) & {"AGAINST", "IN", "TO"}}
        if len(spots) == 2 and any("V" in token.classes for token in row[spots[0] : spots[1]]):
            aimed.add(spots[1])  # 14Pz beats 95Rif with an e3
        roles = {place: "defenders" if place in aimed else "attackers" for place in spots}
        anybody = {name for side in named.values() for name in side}
        sure = {place: set(named[role]) if place in aimed or len(spots) > 1 or place < at else anybody for place, role in roles.items()}
        if all(unit_of(row[place]) in who for place, who in sure.items()):
            shown.far = shown.told = True
            shown.agreed.update(place for place, token in enumerate(row) if token.classes[0] == "V" and not senses_of(shown, token))
        elif aimed:
            shown.untrue = shown.wrong = True
    for place, token in enumerate(shown.row):
        if token.classes[0] == "HEX" and {"AGAINST", "IN", "TO"} & {one for other in shown.row[max(0, place - 1) : place] for one in relations(other)}:
            shown.settle(place, token.means["HEX"][0][1] == hit)


def _groups(shown: Telling) -> None:
    """The 2ID is down to Fat-4: whether the formation is in that state."""
    for group in shown.situation.lists:
        things, words = getattr(shown.situation, group), shown.states.get(group)
        named = [unit_of(token) for token in shown.row if unit_of(token) in things and unit_of(token) not in shown.situation.units]
        if not isinstance(words, dict) or len(named) != 1:
            continue
        for at, token in enumerate(shown.row):
            if unit_of(token) == named[0] and sum(unit_of(other) == named[0] for other in shown.words) > 1:
                shown.agreed.add(at)  # else the rest speaks of it
            for type_, noun in meanings(token):
                key, _, value = str(words.get(noun, "")).partition("=") if type_ == "NOUN" else ("", "", "")
                if value and value != "number" and "/" not in value and "[" not in key and " " not in value:
                    shown.settle(at, str(things[named[0]].known(key)) == value)


def _owed(shown: Telling) -> None:
    """14 has to go back one hex from 1510: whether the result that is open says so of it."""
    result, named = str(_pending(shown).get("result") or ""), _named_by(shown)
    at = next((at for at, token in enumerate(shown.row) if MUST in token.means.get("MOD", ())), None)
    if at is None or not result or not shown.own or any(token.classes[0] in ("NOT", "SUB", "QP", "QD") for token in shown.row):
        return
    if not all(any(name in side for side in named.values()) for name in shown.own):
        return
    hex_, nouns = _pending(shown).get("hex"), {str(value) for token in shown.row for type_, value in meanings(token) if type_ == "NOUN"}
    for place, token in enumerate(shown.row):
        if (count := number(token)) is not None and place > at:
            shown.settle(place, str(count) in re.findall(r"\d+", result))
            shown.untrue = shown.untrue or str(count) not in result and "hex" in nouns
        elif token.classes[0] == "HEX" and place and ("P", "FROM") in meanings(shown.row[place - 1]):
            shown.settle(place, hex_ == token.means["HEX"][0][1])
    shown.borne = True


def _went(shown: Telling) -> None:
    """26 ran two hexes: whether it stands so far from where the result that is open has hit it."""
    hit, units = _pending(shown).get("hex"), [name for name in told_of(shown) if any(name in side for side in _named_by(shown).values())]
    over = any("VP" in token.classes or any(type_ == "PAST" for type_, _ in meanings(token)) for token in shown.row)
    for at, token in enumerate(shown.row[:-1]):
        count = number(token)
        if count is None or not over or not isinstance(hit, str) or len(units) != 1 or ("NOUN", "hex") not in meanings(shown.row[at + 1]):
            continue
        if at + 2 < len(shown.row) and shown.row[at + 2].classes[0] in ("P", "OF"):
            continue
        place = shown.situation.units[units[0]].known("at")
        if isinstance(place, str) and shown.situation.grid.distance(hit, place) == count:
            shown.settle(at, True)
            shown.agreed.update(spot for spot, other in enumerate(shown.row) if other.classes[0] in DOING)
            shown.far = True


# ---- who was in it
def took_part(shown: Telling) -> None:
    """All three of 24Pz, 60Mot and 297ID were in it, 60Mot hit 2010 from the south, 44GdR was defending 1510: whether the result that is open names them."""
    named, hit, row = _named_by(shown), _pending(shown).get("hex"), shown.row
    units, words = told_of(shown), shown.states.get("standing") or {}
    fights = set(words.get("fight", ()))
    verbs = [at for at, token in enumerate(row) if {"V", "VP", "VG"} & set(token.classes) and not (at and row[at - 1].classes[0] == "DET")]
    attacks = [at for at in verbs if "attack" in senses_of(shown, row[at]) or lemma_of(row[at]) & fights]
    defends = [at for at in verbs if "defend" in senses_of(shown, row[at])] + [at for at in attacks if _is_struck(shown, at)]
    joins = [at for at, token in enumerate(row) if {word for _, value in meanings(token) for word in str(value).split()} & set(words.get("taking_part", ()))]
    outs = [at for at in verbs if stands_out(shown, at)]
    joins += outs
    over = any("VP" in token.classes or any(type_ == "PAST" or (type_, value) == ("BE", "was") for type_, value in meanings(token)) for token in row)
    over = over or any("VG" in row[at].classes and row[at - 1].classes[0] == "BE" for at in defends)
    inside = any(("BE", "was") in meanings(token) for token in row) and any(("P", "IN") in meanings(token) for token in row) and not defends
    if not units or not over or not any(named.values()) or not (attacks or defends or joins or inside) or set(shown.hexes) - {hit}:
        return
    told = [*attacks, *defends, *joins] or [at for at, token in enumerate(row) if ("BE", "was") in meanings(token)]
    beside = {place for at in told for place in range(max(0, at - 3), min(at + 2, len(row)))}
    denying = [at for at in beside if row[at].classes[0] == "NOT" or set(meanings(row[at])) & DENYING]
    denied = bool(denying) is not bool(outs)
    met = any(token.classes[0] == "HEX" for at in attacks for token in row[at + 1 : at + 2]) or any(_is_attack(shown, token, fights) for token in row)
    sided = attacks and not joins or inside or met
    pool = named["defenders"] if defends else named["attackers"] if sided else [name for side in named.values() for name in side]
    if not all((name in pool) is not denied for name in units):
        shown.untrue = bool(attacks or defends or joins)
        shown.wrong = shown.wrong or shown.untrue
        return
    shown.everybody = not denied and set(units) == set(pool)
    shown.told = shown.told or not denied
    for at, token in enumerate(row):
        fought = at in told or ("NOUN", "attack") in meanings(token) or token.classes[0] == "BE" or at + 1 in told and token.classes[0] in ("HV", "W")
        only = any(place < at < place + NEAR for place in outs) and token.classes[0] in ("PRON", "PART", "OF", "P", "ADV")  # sat this one out
        if fought or only or at in denying or token.classes[0] == "HEX" or unit_of(token) in units or number(token) == len(units):
            shown.settle(at, True)
        elif any(type_ == "DIRECTION" for type_, _ in meanings(token)):
            _comes_from(shown, at, hit)


def _is_attack(shown: Telling, token: Token, fights: set[str]) -> bool:
    """Whether a noun is what one party does to the other: the attack, none of the fight of both."""
    return ("NOUN", "attack") in meanings(token) and "attack" in senses_of(shown, token) and not lemma_of(token) & fights


def stands_out(shown: Telling, at: int) -> bool:
    """Whether a verb says by itself that somebody has no part: sat out, took no part in, and with its particle apart: sat this one out."""
    lemmas = lemma_of(shown.row[at])
    apart = {f"{lemma} {token.text.casefold()}" for token in shown.row[at + 1 : at + NEAR] if "PART" in token.classes for lemma in lemmas}
    return any("abstain" in shown.senses.get(lemma, ()) for lemma in (*lemmas, *apart))


def _is_struck(shown: Telling, at: int) -> bool:
    """Whether a verb tells who was attacked: 44GdR was attacked in 1510, han atacado a la 44GdR, the attack hit 44GdR."""
    row = shown.row
    if any(unit_of(token) in shown.situation.units for token in row[:at]):
        return "VP" in row[at].classes and any(token.classes[0] == "BE" for token in row[max(0, at - 2) : at])
    behind = next((place for place in range(at + 1, len(row)) if unit_of(row[place]) in shown.own), 0)
    by = any(relations(token) & {"WITH", "BY"} for token in row[at:behind]) or any(token.classes[0] == "PRON" for token in row[:at])  # we attacked with 6Pz
    return 0 < behind < at + NEAR and not by


def _comes_from(shown: Telling, at: int, hit: object) -> None:
    """60Mot from the south: whether it stands there, seen from what was attacked; nobody named: whether one of those who attacked does."""
    before = next((name for token in reversed(shown.row[:at]) if (name := unit_of(token)) in shown.situation.units), None)
    attackers = [name for name in _named_by(shown)["attackers"] if name in shown.situation.units]
    here = [str(shown.situation.units[name].known("at")) for name in ([before] if before else attackers)]
    said = next(str(value) for type_, value in meanings(shown.row[at]) if type_ == "DIRECTION")
    if isinstance(hit, str) and here and all(shown.situation.grid.adjacent(hit, place) for place in here):
        lies = [DIRECTIONS[shown.situation.grid.direction(hit, place)] for place in here]
        shown.settle(at, any(said in (way, *way.split("-")) for way in lies))


# ---- wishes
def _wishes(shown: Telling) -> None:
    """I badly need one more push: what somebody wants, where it names nothing that weighs, tells of nothing but himself."""
    row = shown.row
    words = shown.states.get("standing") or {}
    wanting, endings = set(words.get("want", ())), tuple(words.get("mine", ()))
    for at, token in enumerate(row):
        mine = lemma_of(token) & wanting and token.text.casefold().endswith(endings)  # necesito
        if ("PRON", "first") not in meanings(token) and not mine:
            continue
        end = next((place for place in range(at + 1, len(row)) if row[place].classes[0] in ("COMMA", "THEN", "SUB", "REL")), len(row))
        said = row[at:end]
        wants = any(lemma_of(each) & wanting or {("MOD", "want"), ("MOD", "need")} & set(meanings(each)) for each in said)
        weighs = any(
            unit_of(each)
            or each.classes[0] in ("HEX", "NOT", "UNK")
            or (number(each) or 0) > 1
            or {type_ for type_, _ in meanings(each)} & {"RESULT", "MARKER", "STATUS", "SIDE"}
            or set(meanings(each)) & DENYING
            for each in said
        )
        if wants and not weighs:
            shown.agreed.update(range(at, end))
            shown.borne = shown.felt = True
