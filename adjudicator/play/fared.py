"""What is told of how units have fared, compared with the position: steps that are gone, who is destroyed, where somebody went or came from.

Each comparison settles the words that it has borne out in the part that asks, or finds that it is otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.play.standing import HERE, VERBAL, Telling, denies, lemma_of, lemmas_of, meanings, number, senses_of, told_of
from adjudicator.sentences.token import unit_of

if TYPE_CHECKING:
    from adjudicator.sentences.token import Token

STEP = ("NOUN", "step")
ONE = ("DET", "indef")
EVERY = frozenset((("PRON", "each"), ("PRON", "both"), ("DET", "both")))
BREAKS = frozenset(("COMMA", "THEN", "SUB", "REL", "SEMI", "COLON", "DASH"))
"""Classes of what another clause begins behind."""
GOING = frozenset(("retreat", "move", "advance", "enter", "go", "leave"))
"""Senses of verbs of those who are elsewhere since."""
LONG = 4
COUNTS = {"both": (2,), "three": (3, 4, 5)}
"""How many such words speak of."""
FIGHTERS = {"attacker": "attackers", "defender": "defenders"}
"""Nouns of those whom the result that is open names."""
TOLD = (*VERBAL, "BE", "PART", "HV")
OTHERWISE = ("NOT", "SUB", "QP", "QD", "MOD", "REL")
"""Classes of words with which a clause does not say what has happened."""
WENT, BACK, FOUGHT = "went", "back", "fought"
CLAIMS = frozenset(("UNIT", "HEX", "NUM", "UNK", "NOT"))
"""Classes of words that a comparison settles by themselves."""


def fared(shown: Telling) -> None:
    """Compare what a part says of how units have fared."""
    words = shown.states.get("standing") or {}
    _steps(shown, words)
    _destroyed(shown, words)
    _gone_to(shown, words)
    _retreated(shown, words)
    _paid(shown, words)
    _done(shown)


# ---- steps
def _steps(shown: Telling, words: Mapping[str, Any]) -> None:
    """One step short, con un paso menos, le faltan dos pasos, three of its four steps left: whether so many are."""
    row = shown.row
    if not any(STEP in meanings(token) for token in shown.words):
        return
    lost = [at for at, token in enumerate(row) if lemmas_of(token) & set(words.get("lost", ())) or lemma_of(token) & set(words.get("lost", ()))]
    left = [at for at, token in enumerate(row) if lemmas_of(token) & set(words.get("left", ())) or lemma_of(token) & set(words.get("left", ()))]
    numbers = [(at, count) for at in range(len(row)) if (count := _counted(row, at)) is not None]
    every = [at for at, token in enumerate(row) if set(meanings(token)) & EVERY]
    names = list(dict.fromkeys(shown.before)) if every and not shown.own else shown.own or told_of(shown)[-1:]
    behind = [at for at in (*left, *lost) if lemma_of(row[at]) & set(words.get("leave", ())) and _has_done(row, at)]
    if behind and numbers and behind[0] < numbers[0][0]:
        lost, left = behind, []  # it has left two of its five steps on the field
    if not lost and not left and len(numbers) == 2 and row[numbers[0][0] + 1].classes[0] == "OF" and numbers[1][0] - numbers[0][0] < LONG:
        left = [numbers[0][0]]  # down to three of its four steps, 31ID to one of its two
    otherwise = any(token.classes[0] == "NOT" for token in row) or any(row[at].classes[0] == "VI" for at in lost + left)  # para no perder un paso
    if otherwise or bool(lost) == bool(left) or not 0 < len(numbers) < 3 or not names:
        return
    facts = [shown.situation.units[name].known_facts() for name in names]
    now = [(steps, most) for has in facts if isinstance(steps := dict.get(has, "steps"), int) and isinstance(most := dict.get(has, "max_steps"), int)]
    if len(now) < len(names):
        return
    whole = numbers[1][1] if len(numbers) > 1 else None
    so = all(most - steps in numbers[0][1] if lost else steps in numbers[0][1] for steps, most in now)
    so = so and (whole is None or all(most in whole for _, most in now))
    for at, _ in numbers:
        shown.settle(at, so)
    shown.untrue = shown.untrue or not so
    told = [*lost, *left, *(at for at, _ in numbers), *(at for at, token in enumerate(row) if STEP in meanings(token))]
    shown.agreed.update(at for at in range(min(told), max(told) + 1) if row[at].classes[0] not in CLAIMS)
    shown.agreed.update(every if len(names) > 1 else ())


def _has_done(row: Sequence[Token], at: int) -> bool:
    """Whether a verb tells what somebody has done, not what there is: has left."""
    return "VP" in row[at].classes and any(token.classes[0] == "HV" for token in row[max(0, at - 2) : at])


def _counted(row: Sequence[Token], at: int) -> tuple[int, ...] | None:
    """How many a word counts: a step is one, los cuatro are some more than two."""
    if ONE in meanings(row[at]) and any(STEP in meanings(other) for other in row[at + 1 : at + 3]):
        return (1,)
    if (said := next((value for type_, value in meanings(row[at]) if type_ == "DET" and value in COUNTS), None)) is not None:
        return COUNTS[str(said)]
    return (count,) if "NUM" in row[at].classes and (count := number(row[at])) is not None else None


# ---- destroyed
def _destroyed(shown: Telling, words: Mapping[str, Any]) -> None:
    """20Rum has been wiped out, now that 47R is dead, 7 is gone, Krakow HQ was overrun: whether it is gone."""
    row = shown.row
    last = any(("NOUN", "last") in meanings(token) for token in row)
    said = [
        at
        for at, token in enumerate(row)
        if last
        and "loss" in senses_of(shown, token)  # it has lost its last step
        or _over(row, at)
        and ("eliminate" in senses_of(shown, token) or lemma_of(token) & set(words.get("killed", ())))
        or "VP" in token.classes
        and lemma_of(token) & set(words.get("gone", ()))
        and any(other.classes[0] == "BE" for other in row[max(0, at - 2) : at])
        or ("STATUS", "eliminated:true") in meanings(token)
    ]
    if not said or any(("P", "BY") in meanings(token) or not last and STEP in meanings(token) for token in row):
        return
    gone = list(_gone(shown))
    named = [at for at in _clause(row, said[0]) if unit_of(row[at]) or row[at].classes[0] == "UNK"]
    named = named or [at for at in range(said[0]) if unit_of(row[at])]
    if last:
        shown.agreed.update(at for at, token in enumerate(row) if ("NOUN", "last") in meanings(token))
    if not named and (fell := _fighters_gone(shown, gone)):
        shown.agreed.update(fell)
        for at in said:
            shown.settle(at, True)
    elif named and all(row[at].text in gone or unit_of(row[at]) in gone for at in named):
        shown.agreed.update(named)
        shown.gone = True
        for at in said:
            shown.settle(at, True)
        _ago(shown, words)
    elif named and not any(row[at].classes[0] in OTHERWISE for at in range(said[0])):
        shown.wrong = shown.wrong or all(_stands(shown, unit_of(row[at])) for at in named)  # it stands on the map


def _fighters_gone(shown: Telling, gone: Sequence[str]) -> list[int]:
    """The defender of 2011 is dead: the places of the words that say who fell, if all of those whom the result that is open names so are gone."""
    row, pending = shown.row, shown.situation.known_box("pending")
    who = [at for at, token in enumerate(row) if any(type_ in ("NOUN", "SIDE") and value in FIGHTERS for type_, value in token.means.get("W", ()))]
    hexes = [at for at, token in enumerate(row) if token.classes[0] == "HEX"]
    if len(who) != 1 or denies(row):
        return []
    if any(row[at].means["HEX"][0][1] != dict.get(pending, "hex") for at in hexes):
        shown.wrong = shown.untrue = True
        return []
    key = next(FIGHTERS[str(value)] for _, value in row[who[0]].means["W"] if value in FIGHTERS)
    named = [str(name) for name in dict.get(pending, key, ()) or ()]
    return [*who, *hexes] if named and all(name in gone for name in named) else []


def _stands(shown: Telling, name: str) -> bool:
    place = shown.situation.units[name].known("at") if name in shown.situation.units else None
    return isinstance(place, str) and shown.situation.grid.distance(place, place) is not None


def _over(row: Sequence[Token], at: int) -> bool:
    """Whether a verb tells of what is over: was overrun, arrollaron, acaba de morir."""
    token, before = row[at], row[at - 1] if at else None
    ended = "VI" in token.classes[:1] and before is not None and (before.classes[0] in ("P", "DET") or ("MOD", "just") in meanings(before))
    return "VP" in token.classes or ended or any(type_ == "PAST" for type_, _ in meanings(token))


def _clause(row: Sequence[Token], at: int) -> range:
    """The places of the clause in which a word stands; units that are named together are not parted."""
    begin = next((place + 1 for place in range(at - 1, -1, -1) if _parts(row, place)), 0)
    return range(begin, next((place for place in range(at + 1, len(row)) if _parts(row, place)), len(row)))


def _parts(row: Sequence[Token], at: int) -> bool:
    if row[at].classes[0] != "AND":
        return row[at].classes[0] in BREAKS
    behind = next((token for token in row[at + 1 :] if token.classes[0] not in ("DET", "P")), None)
    return not (at and unit_of(row[at - 1]) and behind is not None and unit_of(behind))


def _gone(shown: Telling) -> Iterator[str]:
    """Units that are off the map for good: destroyed, or named by the result that is open and on the map no more."""
    situation = shown.situation
    yield from (str(name) for name in set(situation.eliminated))
    pending = situation.known_box("pending")
    for key in ("defenders", "attackers"):
        yield from (str(name) for name in dict.get(pending, key, ()) or () if name not in situation.units)


def _ago(shown: Telling, words: Mapping[str, Any]) -> None:
    """A couple of turns ago, hace dos turnos: so many turns have been played; when it was nobody knows, so it is told back."""
    row, now = shown.row, shown.situation.known("turn")
    for at, token in enumerate(row):
        near = row[max(0, at - 1) : at + 3]
        turns = [place for place in range(at, min(at + 2, len(row))) if lemma_of(row[place]) & {"turn"} or ("NOUN", "turn") in meanings(row[place])]
        if (count := number(token)) is None or not turns or not any((lemmas_of(one) | lemma_of(one)) & set(words.get("ago", ())) for one in near):
            continue
        shown.agreed.update(turns)
        shown.settle(at, not isinstance(now, int) or 0 < count < now)
        shown.felt = True


# ---- ways
def _gone_to(shown: Telling, words: Mapping[str, Any]) -> None:
    """100Jg fell back from 2213 to 2212, 131Rif left 2214, 24ID is back in 2408, 19Pz attacked from 2213: whether those who are named stand there since."""
    row, said = shown.row, ""
    for clause in _clauses(row):
        verbs = [at for at in clause if row[at].classes[0] in (*VERBAL, "BE")]
        said = _motion(shown, verbs, words) if verbs else said
        names = [name for at in clause if (name := unit_of(row[at])) in shown.situation.units]
        names = names or (shown.before[-1:] if not clause.start and verbs and "VP" in row[verbs[0]].classes else [])  # recién llegada a 2419
        ways = {at: _way(row, at, said == BACK) for at in clause if row[at].classes[0] == "HEX"}
        if not said or not names or not ways or any(row[at].classes[0] in OTHERWISE for at in clause):
            continue
        stand, hit = shown.situation.units[names[0]].known("at"), dict.get(shown.situation.known_box("pending"), "hex")
        mine = [at for at, way in ways.items() if way == ("FROM" if said == FOUGHT else "TO")][-1:]
        shown.wrong = shown.wrong or any(row[at].means["HEX"][0][1] != stand for at in mine) and _stands(shown, names[0])
        for at, way in ways.items():
            here = str(row[at].means["HEX"][0][1])
            off = isinstance(hit, str) and here != stand and (here == hit or shown.situation.grid.adjacent(here, hit))  # from where it was driven
            if here == stand if way == ("FROM" if said == FOUGHT else "TO") else way == "FROM" and off:
                shown.settle(at, True)
        if all(at in shown.agreed for at in ways):
            shown.agreed.update(at for at in clause if row[at].classes[0] in TOLD or set(meanings(row[at])) & HERE)
            shown.borne = shown.far = True


def _clauses(row: Sequence[Token]) -> Iterator[range]:
    """The clauses of a part, each as its places."""
    at = 0
    while at < len(row):
        yield (clause := _clause(row, at))
        at = max(clause.stop, at) + 1


def _motion(shown: Telling, verbs: Sequence[int], words: Mapping[str, Any]) -> str:
    """What the verbs of a clause tell: that somebody went, is back, attacked; "": nothing of the kind, or not of the past."""
    row = shown.row
    over = [at for at in verbs if _over(row, at)]
    if any(senses_of(shown, row[at]) & GOING or lemma_of(row[at]) & set(words.get("withdrawn", ())) for at in over):
        return WENT
    if any("attack" in senses_of(shown, row[at]) for at in over):
        return FOUGHT
    return BACK if any(row[at].classes[0] == "BE" and ("PART", "back") in meanings(token) for at in verbs for token in row[at + 1 : at + 2]) else ""


def _retreated(shown: Telling, words: Mapping[str, Any]) -> None:
    """We both retreated on the Ao1 Do1, I took the Ao1 as a retreat, the Russians ran too: whether that has been carried out."""
    row, pending = shown.row, shown.situation.known_box("pending")
    who = [str(name) for key in ("attackers", "defenders") for name in dict.get(pending, key, ()) or ()]
    sides = {str(value) for token in row for type_, value in meanings(token) if type_ == "SIDE"}
    names = shown.own or [name for name in who if name in shown.situation.units and shown.situation.units[name].known("side") in sides] or who
    past = [deed for name in names for deed in shown.situation.history.known(name) or ()]
    done = dict.get(pending, "retreated") is True or bool(names) and any(deed.get("act") == "retreat" for deed in past)
    verbs = [at for at in range(len(row)) if _over(row, at)]
    said = [at for at in verbs if "retreat" in senses_of(shown, row[at]) or lemma_of(row[at]) & set(words.get("withdrawn", ()))]
    said = said or [at for at in verbs if any(("NOUN", "retreat") in meanings(token) for token in row[at:])]
    if not done or not said or set(shown.own) - set(who) or any(row[at].classes[0] in OTHERWISE for at in _clause(row, said[0])):
        return
    for at in said:
        if not any(row[place].classes[0] == "HEX" for place in _clause(row, at)):
            shown.settle(at, True)
    shown.agreed.update(at for at, token in enumerate(row) if set(meanings(token)) & EVERY or any(type_ == "SIDE" for type_, _ in meanings(token)))


def _paid(shown: Telling, words: Mapping[str, Any]) -> None:
    """61Rif paid its Do1 with a step, the Russians took it as a loss: whether those who are named by the result that is open have lost steps since."""
    row, situation = shown.row, shown.situation
    pending = situation.known_box("pending")
    who = [str(name) for key in ("attackers", "defenders") for name in dict.get(pending, key, ()) or ()]
    names = shown.own or [name for name in who if name in situation.units and situation.units[name].known("side") in shown.sides]
    told = [
        at
        for at in range(len(row))
        if row[at].classes[0] in VERBAL and _over(row, at) and lemma_of(row[at]) & {*words.get("spend", ()), *words.get("lost", ())}
    ]
    steps = [at for at, token in enumerate(row) if STEP in meanings(token)]
    results = any(token.text.casefold() in str(dict.get(pending, "result")).casefold() for token in row if any(char.isdigit() for char in token.text))
    if not (told and steps and results and names) or set(names) - set(who) or any(token.classes[0] in OTHERWISE for token in row):
        return
    losses = [deed for name in names for deed in situation.history.known(name) or () if deed.get("act") == "loss"]
    so = bool(losses) or dict.get(pending, "steps_taken") is True
    shown.told = shown.told or so
    shown.untrue = shown.untrue or not so
    shown.agreed.update((*steps, *(at for at, token in enumerate(row) if any(type_ == "SIDE" for type_, _ in meanings(token)))))
    shown.settle(told[0], so)


def _done(shown: Telling) -> None:
    """7K made direct fire, 3-1Rif moved this turn, 2Pz passed: whether what has happened says so of it, of a unit or a formation."""
    row, called, history = shown.row, shown.states.get("history") or {}, shown.situation.history
    for clause in _clauses(row):
        over = [at for at in clause if row[at].classes[0] in VERBAL and _over(row, at)]
        named = [name for at in clause if (name := unit_of(row[at])) and (name in shown.situation.units or history.known(name))]
        names = named or (told_of(shown)[-1:] if clause.start else told_of(shown)[:1])
        hexes = {at: row[at].means["HEX"][0][1] for at in clause if row[at].classes[0] == "HEX"}
        if not over or not names or any(row[at].classes[0] in (*OTHERWISE, "NUM") for at in clause):
            continue
        deeds = [deed for deed in history.known(names[0]) or () if set(hexes.values()) <= {str(value) for value in dict.values(deed)}]
        past = {said for deed in deeds for said in (str(deed.get("act")), *str(deed.get("act")).split("_"))}
        past |= {said.removesuffix(ending) for said in past for ending in ("ed", "d")}
        nouns = [at for at in clause if {called.get(value, value) for type_, value in meanings(row[at]) if type_ == "NOUN"} & past]
        verbs = [at for at in over if {called.get(sense, sense) for sense in (*senses_of(shown, row[at]), *lemma_of(row[at]))} & past]
        anything = set((shown.states.get("standing") or {}).get("acted", ()))
        verbs = verbs or [at for at in over if deeds and lemma_of(row[at]) & anything]  # has already played
        if verbs or nouns:
            shown.agreed.update((*over, *nouns, *hexes))
            shown.told = shown.told or names[0] in named
            shown.settle((verbs or nouns)[0], True)


def _way(row: Sequence[Token], at: int, back: bool) -> str:
    """Whether a hex is where somebody went, or came from; "": neither."""
    before = next((token for token in reversed(row[:at]) if token.classes[0] not in ("DET", "W")), None)
    said = {one for _, value in (before.means.get("P", []) + before.means.get("OF", []) if before is not None else []) for one in str(value).split("|")}
    if "FROM" in said or before is not None and "leave" in lemma_of(before):
        return "FROM"
    return "TO" if said & {"TO", "INTO"} or back and "IN" in said else ""
