"""Whether a sentence that a line may be taken for says no more than the line, and nothing the other way round.

Both are compared by their words. What the other sentence brings in (a river, a direction, an ordinal, a full strength, a number of something else), who it lets
do what another verb of the line says of them, what it denies that the line denies of something else, whom of its own side it attacks: then it is not meant.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import pairwise

from adjudicator.ground.declaration import Act
from adjudicator.play.lines import Line
from adjudicator.play.trying import Trying
from adjudicator.play.turned import MET
from adjudicator.sentences.doers import own_verb, together
from adjudicator.sentences.frames import GAME, LIGHT, STATIVE
from adjudicator.sentences.token import VERBAL, Token, unit_of

BROUGHT = frozenset(("DIRECTION", "ORD", "TERRAIN", "FEATURE", "WEATHER", "KIND", "CLASS", "PHASE"))
"""Types of values that no sentence may bring in."""
ANOTHER = frozenset((("DET", "other"), ("ADV", "again"), ("ADV", "more")))
"""Words that are a second one: another trench."""
FULL, HALF = {("ADV", "full")}, {("ADV", "half"), ("NOUN", "half")}
DICE = "dice"
END = "end"
"""The sense of verbs that tell where a way ends."""
KINDS = ("KIND", "SIZE")
"""Types of what units are called by: two rifle corps."""
COUNTED = ("W", "OF", "DET")
"""Classes of words that may stand between a number and the noun that it counts."""
FOLLOWING = ("AND", "THEN")
"""Classes of what ties a deed to the one before it."""
BREAKS = ("SEMI", "COLON", "SUB", "COMMA")
"""Classes of what ends a clause."""


def brings(game: Trying, row: Sequence[Token], told: Sequence[Token]) -> bool:
    """Whether a sentence brings in what a line of these words does not say."""
    said, says = meanings(row), heads(told)
    if says & FULL and said & HALF or any(each not in said and each[0] in BROUGHT and not (each[0] == "ORD" and said & ANOTHER) for each in says):
        return True
    if recounted(amounts(row), amounts(told), singles(row)):
        return True
    return not counted_alike(amounts(row), amounts(told), game.referee.language.frames[0].weighty)  # 40 factors are no 40 air points


def contrary(game: Trying, row: Sequence[Token], told: Sequence[Token], line: Line) -> bool:
    """Whether a sentence denies something else than a line of these words, or lets others do it."""
    senses: Mapping[str, Sequence[str]] = game.referee.language.words.senses
    denies, denied = _denied(told, senses), _denied(row, senses)
    if any(_spared(row) & {*act.slots.get("units", ())} for act in line.acts):
        return True  # 16Pz takes the loss rather than 19Pz
    if any(_each_its_own(row, act) or _by_another(game, row, act, senses) for act in line.acts) or bystanders(row) & {*_doing(line)}:
        return True
    return bool(denies and denied and denies.isdisjoint(denied)) or not all(
        _does(game, row, act, senses, {unit_of(token) for token in told}) for act in line.acts
    )


def _doing(line: Line) -> list[str]:
    """Who does what a line tells, or asks of somebody."""
    return [str(name) for act in line.acts for name in act.slots.get("units") or ()]


def bystanders(row: Sequence[Token]) -> set[str]:
    """The units that a line names only to say where something is: next to my 75Inf."""
    named: dict[str, bool] = {}
    for at, token in enumerate(row):
        if name := unit_of(token):
            before = next((other for other in reversed(row[:at]) if other.classes[0] not in COUNTED), None)
            beside = before is not None and any("BESIDE" in str(value).split("|") for _, value in before.means.get("P", ()))
            named[name] = beside and named.get(name, True)
    return {name for name, beside in named.items() if beside}


def _by_another(game: Trying, row: Sequence[Token], act: Act, senses: Mapping[str, Sequence[str]]) -> bool:
    """Whether a line says of somebody else that he does it: so 46 pursues 26 to 3010 is no advance of 26."""
    words, units = game.referee.language.frames.words_of(act.kind), act.slots.get("units") or ()
    rows = [(name, own_verb(row, at)) for at, token in enumerate(row) if (name := unit_of(token))]
    does = {name for name, verb in rows if verb and words & set(senses.get(verb, (verb,)))}
    return bool(does) and bool(units) and does.isdisjoint(units) and any(name in units for name, _ in rows)


def _each_its_own(row: Sequence[Token], act: Act) -> bool:
    """Whether those who go one way together each have a hex of their own in a line: 44GdR to 1410, 62R to 1511."""
    units, way = act.slots.get("units") or (), act.slots.get("path") or ()
    named = [token for token in row if unit_of(token) in units or token.classes[0] == "HEX" and token.means["HEX"][0][1] in way]
    turns = [bool(unit_of(token)) for token in named]
    return len(units) == len(way) > 1 and turns == [True, False] * len(units)


def crosses(row: Sequence[Token], told: Sequence[Token], senses: Mapping[str, Sequence[str]]) -> bool:
    """Whether a sentence gives one side what a line of these words gives the other (the attacker draws blue, the defender red), or lets another do it."""
    said, says = _by_side(row), _by_side(told)
    if any(says[side] & said[other] - said[side] for side in said.keys() & says.keys() for other in said if other != side):
        return True
    does, done = _doers(row, senses), _doers(told, senses)
    return any(does[verb].isdisjoint(done[verb]) for verb in does.keys() & done.keys())  # 16MC leads: not 12Pz


def _by_side(row: Sequence[Token]) -> dict[str, set[str]]:
    """The nouns behind the word of each side."""
    found: dict[str, set[str]] = {}
    side = ""
    for token in row:
        if named := next((str(value) for type_, value in token.means.get("W", ()) if type_ == "SIDE"), ""):
            side = named
        elif side:
            found.setdefault(side, set()).update(nouns([token]))
    return found


def _doers(row: Sequence[Token], senses: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """The unit that stands right before each verb, by what that means first: II/89 cancels the ZOC, so I/89 goes on."""
    found: dict[str, set[str]] = {}
    for before, token in pairwise(row):
        if token.classes[0] == "V" and unit_of(before):
            found.setdefault(_first(token, senses), set()).add(unit_of(before))
    return found


def omits(game: Trying, row: Sequence[Token], told: Sequence[Token], line: Line) -> bool:
    """Whether a sentence tells one deed of a line and leaves out another that follows it: marches up to it and overruns it, sale y lo arrolla.

    Where it has none of the verbs of a line it says all of it in other words. A verb that may mean the same deed, or its end, only goes on with it to a hex
    that the sentence has: drives 0728-0727 and ends in 0726.
    """
    senses: Mapping[str, Sequence[str]] = game.referee.language.words.senses
    deeds = game.referee.language.frames.deeds - LIGHT
    says = {sense for token in told for sense in senses_of(token, senses)} | {value for type_, value in meanings(told) if type_ == "NOUN"}
    same = {verb for act in line.acts for verb in game.referee.language.frames.words_of(act.kind)} | {END}
    hexes = {token.text for token in told if token.classes[0] == "HEX"}
    told_one = follows = False
    for at, token in enumerate(row):
        first = token.classes[0]
        goes = senses_of(token, senses) & same and next((other.text for other in row[at + 1 :] if other.classes[0] == "HEX"), "") in hexes
        if first in VERBAL and _first(token, senses) in deeds:
            if senses_of(token, senses).isdisjoint(says):
                if told_one and follows and first == "V" and not goes:
                    return True
            else:
                told_one = True
        follows = first in FOLLOWING or follows and first in ("CL", "PRON", "DET", "ADV")
    return False


def drops(game: Trying, row: Sequence[Token], told: Sequence[Token]) -> bool:
    """Whether a sentence lacks a noun of a line that the rulebook never leaves aside: moves strategically."""
    heavy, said = game.referee.language.frames[0].weighty, {value for type_, value in meanings(told) if type_ == "NOUN"}
    return any(token.classes[0] == "W" and token.type == "NOUN" and token.value in heavy - said for token in row)


def _first(token: Token, senses: Mapping[str, Sequence[str]]) -> str:
    """What a verb means first."""
    lemma = str(token.means[token.classes[0]][0][1])
    return next(iter(senses.get(lemma, ())), lemma)


def meanings(row: Sequence[Token]) -> set[tuple[str, str]]:
    """All that the words of a line may mean."""
    return {(type_, str(value)) for token in row for kept in token.means.values() for type_, value in kept}


def heads(row: Sequence[Token]) -> set[tuple[str, str]]:
    """What each word of a line means first."""
    return {(str(type_), str(value)) for token in row for type_, value in token.means[token.classes[0]][:1]}


def _denied(row: Sequence[Token], senses: Mapping[str, Sequence[str]]) -> set[str]:
    """What the clauses speak of that deny something: their units, nouns and verbs."""
    found: set[str] = set()
    clause: list[Token] = []
    for token in (*row, None):
        if token is not None and token.classes[0] not in BREAKS:
            clause.append(token)
            continue
        if any(each.classes[0] == "NOT" for each in clause):
            found |= {str(value) for each in clause for kept in each.means.values() for type_, value in kept if type_ in ("UNIT", "NOUN")}
            found |= {sense for each in clause if each.classes[0] != "DO" for sense in senses_of(each, senses)}
        clause = []
    return found - LIGHT


def senses_of(token: Token, senses: Mapping[str, Sequence[str]]) -> set[str]:
    """What a verb may mean."""
    if not VERBAL & set(token.classes):
        return set()
    return {sense for name in VERBAL & token.means.keys() for _, lemma in token.means[name] for sense in senses.get(str(lemma), (str(lemma),))}


def _does(game: Trying, row: Sequence[Token], act: Act, senses: Mapping[str, Sequence[str]], told: Container[str]) -> bool:
    """Whether the units of an act may do it together, and meet no unit of their own side."""
    units = game.situation.units
    own, met = ({units[name].known("side") for name in act.slots.get(slot, ()) if name in units} - {None} for slot in ("units", MET))
    active = game.situation.known("active")
    left = {name for at, token in enumerate(row) if (name := unit_of(token)) in units and name not in told and does_it(row, at, senses)}
    if own & met or active is not None and own and active not in own and any(units[name].known("side") == active for name in left):
        return False  # Eng-Rcn blows the bridge before 5K-2Pz gets there: that does not
    doers = {*act.slots.get("by", ()), *(act.slots.get("units", ()) if MET in act.slots else ())}
    return not _met_first(row) & doers and together(row, act.slots.get("units", ()), senses)


def _spared(row: Sequence[Token]) -> set[str]:
    """The units in whose place others do it."""
    places = [at for at, token in enumerate(row) if any("INSTEAD" in str(value).split("|") for _, value in token.means.get("P", ()))]
    ends = [
        next((end for end in range(at + 1, len(row)) if not unit_of(row[end]) and row[end].classes[0] not in FOLLOWING + COUNTED), len(row)) for at in places
    ]
    return {name for at, end in zip(places, ends, strict=True) for token in row[at + 1 : end] if (name := unit_of(token))}


def _met_first(row: Sequence[Token]) -> set[str]:
    """A 1K-1Gr la activo: who is named first with a pronoun behind him is he whom it is done to."""
    first = len(row) > 2 and any("AGAINST" in str(value) for _, value in row[0].means.get("P", ())) and "CL" in row[2].classes
    return {unit_of(row[1])} - {""} if first else set()


def does_it(row: Sequence[Token], at: int, senses: Mapping[str, Sequence[str]]) -> bool:
    """Whether a unit is said to do something: beside a verb that is not where it stands, or behind a word that something is done by it."""
    before = next((token for token in reversed(row[:at]) if token.classes[0] != "DET"), None)
    by = before is not None and any("BY" in str(value).split("|") and name == "P" for name, kept in before.means.items() for _, value in kept)
    verb = own_verb(row, at)
    if row[at + 1 : at + 2] and row[at + 1].classes[0] == "MOD":
        return True
    return by or bool(verb) and not STATIVE & set(senses.get(verb, ())[:1])


def amounts(row: Sequence[Token]) -> dict[int, set[str]]:
    """Numbers of a line, and the nouns behind each that say of what it is the number; before it where none is behind: a strength of 40."""
    found: dict[int, set[str]] = {}
    for at, token in enumerate(row):
        if token.classes[0] != "NUM" or not isinstance(token.value, int):
            continue
        named: set[str] = set()
        for side in (row[at + 1 :], row[:at][::-1]):
            for other in side:
                if other.classes[0] not in COUNTED:
                    break
                named.update("unit" if type_ in KINDS else str(value) for type_, value in other.means.get("W", ()) if type_ == "NOUN" or type_ in KINDS)
            if named:
                break
        found.setdefault(token.value, set()).update(named)
    return found


def counted_alike(said: Mapping[int, set[str]], told: Mapping[int, set[str]], own: Container[str] = ()) -> bool:
    """Whether no number of a line has become the number of something else; units may be counted in other words, but not as what has a noun of its `own`."""
    for number, named in told.items():
        nouns, counted = named - {"point"}, said.get(number)
        if nouns and counted and nouns.isdisjoint(counted) and ("unit" not in counted or any(noun in own or noun == DICE for noun in nouns)):
            return False
    return True


def singles(row: Sequence[Token]) -> set[str]:
    """The nouns of which a line says that it is one: a step."""
    return {noun for before, token in pairwise(row) if ("DET", "indef") in meanings([before]) and before.classes[0] != "NUM" for noun in nouns([token])}


def recounted(said: Mapping[int, set[str]], told: Mapping[int, set[str]], one: Container[str]) -> bool:
    """Whether a number that counts nothing in a line has become that of a noun which has another there: it lacks a step and defends with 4, loses 4 steps."""
    for number, named in told.items():
        others = set().union(*(kept for other, kept in said.items() if other != number))
        if number in said and not said[number] and any(noun in others or noun in one for noun in named):
            return True
    return False


def clauses(row: Sequence[Token]) -> list[Sequence[Token]]:
    """What stands between the signs and words that end a clause."""
    ends = [-1, *(at for at, token in enumerate(row) if token.classes[0] in BREAKS), len(row)]
    return [row[begin + 1 : end] for begin, end in pairwise(ends) if end > begin + 1]


def nouns(row: Sequence[Token]) -> set[str]:
    """The nouns of a line, each by the first that its word may be."""
    return {str(value) for token in row for type_, value in token.means.get("W", ())[:1] if type_ == "NOUN"}


def game_facts(row: Sequence[Token]) -> set[tuple[str, str]]:
    """What a line says of the game: its weather, the time of day."""
    return {(GAME[type_], str(value)) for token in row for type_, value in token.means.get("W", ()) if type_ in GAME and token.classes[0] == "W"}


def forgets(game: Trying, row: Sequence[Token], told: Sequence[Token]) -> bool:
    """Whether a sentence leaves out what a line says of the game and the position does not: if there were a storm."""
    return any(str(game.situation.known(fact)) != value for fact, value in game_facts(row) - game_facts(told))
