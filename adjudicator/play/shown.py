"""What stands around a question or a deed and tells how things stand, weighed by comparison: "24R sits two hexes from 16Pz.", "counter says 7".

Each number, place, value and denial of such a part is looked for in the position: how far two things lie apart, what a counter shows, how many stand in a
hex or around it, that nobody is near. A number that the position does not show has to be one that the ruling worked with. What agrees is told back as
agreeing; a distance that is another one is told with the right one; whatever else can be compared with nothing, or is not so, leaves the line refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import Seen
from adjudicator.language.folding import fold
from adjudicator.play.alongside import alongside
from adjudicator.play.borne import EVERY, borne, each_of, groups_of, subjects, types_of
from adjudicator.play.counted import HOLDING, STATES, Meanings, count
from adjudicator.play.fared import fared
from adjudicator.play.holdings import holdings
from adjudicator.play.lacking import lacks
from adjudicator.play.recounted import recounted
from adjudicator.play.standing import DENYING, NEARBY, beside, compared, decimal, denies, last_hex, lemmas_of, markers_of, meanings, stays
from adjudicator.sentences.token import lemmas, unit_of

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.sentences.token import Token

STRENGTHS = frozenset(("attack", "defense"))
FIGHTS = frozenset(("attack", "defend"))
"""Senses of verbs with which a bare number is a strength."""
NOT_DONE = frozenset((("NOT", "not"), ("NOT", "nor"), ("ADV", "not_yet"), ("DET", "no")))
ANYBODY = frozenset(("unit", "player", "stack"))
BETWEEN = frozenset(("BE", "BEI", "OF", "DET", "V", "VP", "VG", "ADV", "P", "PRON", "HV", "CL", "COLON"))
"""Classes of what may stand between a noun and its number: range is 4, a rating of 5."""


def number_of(token: Token) -> Any:
    """The number that a word is."""
    value = token.means["NUM"][0][1] if "NUM" in token.means and not unit_of(token) else None
    return int(value) if isinstance(value, int) else decimal(value)


class Shown:
    """One part of a line, compared with the position.

    agreed   places in the row of words that the position bears out, or merely knows
    borne    whether it bears out a number, a place, a value or a denial
    denied   whether it denies something, which is so
    stands   whether it is only where a unit stands that stays in the line
    mere     whether it only tells how things stand, all of it borne out
    marked   whether it names a marker
    far      whether it tells how far two things lie apart
    zone     whether it tells of a zone of control, which the ruling knows
    untrue   whether it is plainly otherwise: beside it, empty, in its zone
    everybody  whether it names all who attacked, or fought
    told     whether it tells where somebody is, or what he has, in a clause of its own, or who fought with the result that is open
    felt     whether it tells what somebody wants
    gone     whether it tells that somebody is destroyed, who is
    every    the places of words like both and each
    start    where in the line it begins
    before   the units that the line names before it
    alone    units that nothing else of the line names
    doer     the first of them, where the line names no others
    open     numbers that it does not show
    strengths  strengths that counters show: of a deed they are claimed of it, so its ruling has to have them
    spent    numbers that something is said to cost: beside a deed its ruling has to have them
    undone   senses of deeds that are said not to be done: of a deed its act has to be another
    absent   what nobody who has a part in the deed may be
    harmless whether it tells that something is no hindrance: so the deed has to be legal
    seen     distances that differ
    wrong    whether something is plainly otherwise, or can be compared with nothing
    """

    def __init__(
        self,
        situation: Situation,
        states: Mapping[str, Any],
        senses: Mapping[str, Sequence[str]],
        row: Sequence[Token],
        line: Sequence[Token],
        start: int = 0,
        one: str = "",
    ) -> None:
        self.situation, self.states, self.senses, self.row, self.words = situation, states, senses, row, line
        self.own = [one] if one else self._units(row)
        self.units = self.own or self._units(line)
        self.groups = [name for name in dict.fromkeys(unit_of(token) for token in (*row, *line)) if name and name not in situation.units]
        self.line = self._units(line)
        self.before = [unit_of(token) for token in line if token.start < start and unit_of(token) in situation.units]
        self.alone = [name for name in self.own if sum(unit_of(token) == name for token in line) == sum(unit_of(token) == name for token in row)]
        self.doer = next(iter(self.alone), "") if set(self.alone) == set(self.line) else ""
        self.hexes = [str(token.means["HEX"][0][1]) for token in row if token.classes[0] == "HEX"]
        self.sides = [str(value) for token in row for type_, value in meanings(token) if type_ == "SIDE"]
        self.agreed: set[int] = set()
        self.every = {at for at, token in enumerate(row) if EVERY & set(meanings(token))}
        self.start = start
        self.borne = self.far = self.marked = self.mere = self.denied = self.stands = self.zone = self.gone = self.untrue = self.everybody = self.felt = (
            self.told
        ) = False
        self.open: list[int] = []
        self.strengths: list[int] = []
        self.spent: list[int] = []
        self.seen: list[Seen] = []
        self.undone: set[str] = set()
        self.absent: list[tuple[str, str]] = []
        self.harmless = False
        self.wrong = False
        fared(self)
        self.wrong = self.wrong or not self._denials()
        compared(self)
        recounted(self)
        alongside(self)
        holdings(self)
        for at, token in enumerate(row):
            self._look(at, token)
        borne(self)
        for name in each_of(self) if not one else ():
            alone = Shown(situation, states, senses, row, line, start, name)
            said = [at for at in self.agreed if types_of(row[at]) & {"STATUS", "HEX", *({"NUM"} if len(self.own) < 2 else ())} and not unit_of(row[at])]
            self.wrong = self.wrong or alone.wrong and len(self.own) < 2 or not alone.agreed.issuperset(said)
        self.agreed |= self.every if each_of(self) and not self.wrong else set()

    def _units(self, row: Sequence[Token]) -> list[str]:
        return list(dict.fromkeys(name for token in row if (name := unit_of(token)) in self.situation.units))

    def tells(self) -> bool:
        """Whether it only tells how things stand: it bears something out, no marker helps in it, and nobody of the side that acts is named in it alone."""
        side = {self.situation.units[name].known("side") for name in self.line if name not in self.alone}
        friends = [name for name in self.alone if self.situation.units[name].known("side") in side] if side else self.alone[1:]
        acts = any(token.classes[0] == "UNIT" and token.means["UNIT"][0][0] == "UNIT" and unit_of(token) in self.groups_alone() for token in self.row)
        return self.borne and (self.far or (self.told or not friends and not acts) and not self.marked)

    def groups_alone(self) -> list[str]:
        """Formations that nothing else of the line names, in any word of theirs."""
        inside, every = ([unit_of(token) for token in row if unit_of(token) in self.groups] for row in (self.row, self.words))
        known = {each for group in self.situation.lists for each in getattr(self.situation, group)}
        return [name for name in inside if name in known and inside.count(name) == every.count(name)]

    def placed(self) -> bool:
        """Whether every hex that it names is where something stands, or was hit, as it says."""
        return all(at in self.agreed for at, token in enumerate(self.row) if token.classes[0] == "HEX")

    # ---- one word
    def _look(self, at: int, token: Token) -> None:
        kinds = {type_ for type_, _ in token.means[token.classes[0]]}
        number = number_of(token)
        if number is not None:
            if at in self.agreed:
                return
            if self._named_before(at):
                self.settle(at, True)
            else:
                self._number(at, number)
        elif any(type_ == "MARKER" for kept in token.means.values() for type_, _ in kept):
            if self._marked(token):
                self.agreed.add(at)
                self.marked = True
        elif kinds == {"UNK"} and any(
            each.endswith(token.text.casefold()) for each in str(self.situation.known_box("pending").get("result") or "").casefold().split()
        ):
            self.settle(at, True)
        elif "RESULT" in kinds:
            result = str(self.situation.known_box("pending").get("result") or " ")
            so = str(token.means[token.classes[0]][0][1]) in result
            self.untrue = self.untrue or not so and bool(result.strip())
            self.settle(at, so)
        elif unit_of(token):
            name = unit_of(token)
            near = [side for other in self.row[max(0, at - 2) : at + 2] for type_, side in meanings(other) if type_ == "SIDE"]
            for place, other in enumerate(self.row):  # the panzers of II/3; 17Pz, a six-step division
                shows = [(type_.lower(), value) for type_, value in meanings(other) if type_ in HOLDING]
                close, known = abs(place - at) <= 2, self.situation.units[name].known if name in self.own else None
                if known and (close or len(self.own) == 1) and any(known(fact) == value or close and known(fact) is None for fact, value in shows):
                    self.agreed.add(place)
            if name not in self.situation.units or all(self.situation.units[name].known("side") == side for side in near[:1]):
                self.agreed.add(at)
        elif "STATUS" in kinds and at not in self.agreed:
            fact, _, value = str(token.value).partition(":")
            named = [] if self.own else self.hexes or [last_hex(self) or ""]
            hexes = [self.situation.hexes[name] for name in named if name in self.situation.hexes]
            places = [place for place in hexes if fact in place.known_facts()]  # what a hex can be; else it is said of who is there
            said = [self.situation.units[name] for name in self.units] if self.own or not places else []
            if any(thing.known(fact) == STATES.get(value, value) for thing in (*said, *places)):
                self.settle(at, True)
                if at and ("SUB", "while") in meanings(self.row[at - 1]):
                    self.agreed.add(at - 1)  # while out of command
        elif token.classes[0] == "HEX" and at not in self.agreed:
            self._place(at, str(token.means["HEX"][0][1]))
        elif kinds & {"WEATHER", "TIME", "PHASE"}:
            type_, value = token.means[token.classes[0]][0]
            self.settle(at, self.situation.known(type_.lower()) == value)
        elif "SIDE" in kinds and any(self.situation.units[name].known("side") in self.sides for name in self.line):
            self.agreed.add(at)

    def settle(self, at: int, agrees: bool) -> None:
        """A word of it is borne out, or it is otherwise."""
        if agrees:
            self.agreed.add(at)
            self.borne = True
        else:
            self.wrong = True

    def _place(self, at: int, name: str) -> None:
        """A hex in which one of those stands that are named with it, or just one thing."""
        before = [token for token in self.row[max(0, at - 3) : at] if token.classes[0] not in ("DET", "W")][-1:]
        inside = any(
            token.classes[0] == "LP" or stays(self, token) or any(type_ == "P" and "IN" in str(value).split("|") for type_, value in meanings(token))
            for token in before
        )
        here = [unit.id for unit in self.situation.units.values() if unit.known("at") == name]
        marks = [marker.id for marker in self.situation.markers.values() if marker.known("at") == name]
        if any(each in self._there(name) for token in self.row[max(0, at - 3) : at] for each in meanings(token)):
            self.agreed.add(at)  # Warsaw in 2020
            return
        alone = ("P", "WITH") in meanings(self.row[0]) and not self.own and len(here) + len(marks) == 1  # with the bombers in 1712
        if inside and (alone or any(unit in here for unit in self.own)):
            self.settle(at, True)
            been = any(token.classes[0] == "HV" for token in self.row) and (
                denies(self.row) or not any("BEI" in token.classes for token in self.row[max(0, at - 5) : at])
            )
            # 11K put in 2111, which it has not been now; but: it has been parked in 2111
            for place in range(max(0, at - 3), at):
                if "VP" in self.row[place].classes and (not been or stays(self, self.row[place])):
                    self.agreed.add(place)
        elif at > 1 and self.row[at - 1].classes[0] == "OF" and self.row[at - 2].classes[0] == "UNIT" and unit_of(self.row[at - 2]) in here:
            self.settle(at, True)  # el AT 3Rif de 2021
        elif self.own and not self.zone and not self.gone and all(self.situation.units[unit].known("at") not in (None, name, *self.hexes) for unit in self.own):
            self.wrong = True  # it stands elsewhere
            ends = [token for token in self.row if not stays(self, token)]
            over = any("VP" in token.classes or any(type_ == "PAST" or value == "was" for type_, value in meanings(token)) for token in ends)
            self.untrue = self.untrue or inside and not over and any(token.classes[0] in ("BE", "HV", "V") for token in self.row)

    def _there(self, name: str) -> set[tuple[str, Any]]:
        """What words may call a hex: its place, what lies in it."""
        here = self.situation.hexes.get(name)
        return {("FEATURE", each) for each in (here.known("features") if here is not None else None) or ()}

    def _named_before(self, at: int) -> bool:
        """Whether a number is part of a name that what has happened tells: 3 HQ."""
        name = " ".join(token.text for token in self.row[at : at + 2])
        deeds = [deed for deeds in dict.values(self.situation.history) for deed in deeds]
        return len(name) > len(self.row[at].text) and any(name in dict.values(deed) for deed in deeds)

    # ---- numbers
    def _number(self, at: int, number: int) -> None:
        how = self._far(at, number)
        if how is None:
            spot = self._noun(at)
            nouns = _noun(self.row[spot]) if spot is not None else []
            how = count(self, at, number, nouns)
            if how is None and (how := self._value(number, nouns, at)) and spot is not None:
                self.agreed.add(spot)
        if how is None:
            self.open.append(number)
            self.settle(at, True)
        else:
            self.settle(at, how)

    def _noun(self, at: int) -> int | None:
        """Where the noun beside a number stands: the one behind it, else the one before it."""
        for place in range(at + 1, min(at + 4, len(self.row))):
            token = self.row[place]
            if "W" in token.classes[:2] and not {"STATUS", "SIDE"} & {type_ for type_, _ in token.means["W"]}:
                return place
            if token.classes[0] not in ("OF", "DET", "NUM", "W") or token.classes[0] == "NUM" and place == at + 1:
                break
        for place in range(at - 1, max(-1, at - 5), -1):
            if "W" in self.row[place].classes[:2] and self.row[place].classes[0] not in ("VG", "VP"):
                return place
            if self.row[place].classes[0] not in BETWEEN:
                break
        return None

    def _far(self, at: int, number: int) -> bool | None:
        """Two hexes from X: whether two things that are named lie so far apart. None: the number is none of a distance."""
        behind = [(token.classes[0], set(meanings(token))) for token in self.row[at + 1 : at + 5]]
        if (
            len(behind) > 1
            and behind[0][0] == "W"
            and ("NOUN", "hex") in behind[1][1]
            and not {"FEATURE", "SIDE", "TERRAIN"} & {type_ for type_, _ in behind[0][1]}
        ):
            del behind[0]  # sixteen road hexes back
        if not behind:
            return None
        near = ("P", "NEAR") in behind[0][1] or ("NOUN", "distance") in behind[0][1]
        hexes = ("NOUN", "hex") in behind[0][1] and (len(behind) == 1 or behind[1][0] in ("P", "OF", "ADV", "SEMI", "COMMA", "PART", "AND"))
        if not (near or hexes):
            return None
        here = self._things(self.own, self.row, self.hexes)
        beside = self._things(self.line, self.words, [str(token.means["HEX"][0][1]) for token in self.words if token.classes[0] == "HEX"])
        pairs = [(one, other) for one in here for other in here if one < other] or [(one, other) for one in here for other in beside if one != other]
        pairs = pairs or [(one, other) for one in beside for other in beside if one < other]
        apart = {pair: self.situation.grid.distance(pair[0][1], pair[1][1]) for pair in pairs}
        self.far = True
        if number in apart.values():
            return True
        if self._keyed(number, ("distance", "range")):
            return True
        if len(here) == 2 and len(apart) == 1 and None not in apart.values():
            self.seen.append(Seen(here[0][0], here[1][0], number))
            return True
        return False

    def _things(self, units: Iterable[str], row: Sequence[Token], hexes: Iterable[str]) -> list[tuple[str, str]]:
        """What has a place: units, hexes and markers that are named, the headquarters of the units."""
        found = [(name, place) for name in units if isinstance(place := self.situation.units[name].known("at"), str)]
        found += [(name, name) for name in hexes]
        found += [(each.id, place) for token in row for each in self._marked(token) if isinstance(place := each.known("at"), str)]
        if any(("NOUN", "hq") in meanings(token) for token in self.row):
            own = {self.situation.units[name].known("formation") for name in units} - {None}
            chiefs = [unit for unit in self.situation.units.values() if "hq" in str(unit.known("kind")) and unit.known("formation") in own]
            found += [(unit.id, place) for unit in chiefs if isinstance(place := unit.known("at"), str)]
        return [each for each in dict.fromkeys(found) if self.situation.grid.distance(each[1], each[1]) is not None]

    def _marked(self, token: Token) -> list[Any]:
        """The markers that a word names."""
        return [each for kind, name in markers_of(token) for each in self.situation.markers.values() if each.id in (name, f"{kind} {name}")]

    def _value(self, number: int, nouns: Meanings, at: int) -> bool | None:
        """What a counter shows, or the game: MA 7, three steps, turn 5. None: nobody says."""
        kinds = {str(unit.known("kind")) for unit in subjects(self)}
        concepts = [name for type_, value in nouns if type_ == "NOUN" and (name := str(value).rpartition(".")[2]) not in kinds]
        shown = self.states.get("shown") or {}
        rows = [words.split() for words in map(str, shown.values())]
        keys = {key for concept in concepts if concept in shown for key in shown[concept].split()}
        keys |= {key for concept in concepts if concept not in shown for row in ([concept], *rows) if concept in row for key in row}
        if "turn" in concepts:
            return bool(self.situation.known("turn") == number)
        features = [value for type_, value in nouns if type_ == "FEATURE"]
        if features:
            holds = [here for here in self.situation.hexes.values() if any(value in (here.known("features") or ()) for value in features)]
            held = [here for here in holds if not self.sides or here.known("control") in self.sides]
            if number == len(held):
                told = [place for place, token in enumerate(self.row) if {"FEATURE", "SIDE", "STATUS"} & {type_ for type_, _ in meanings(token)}]
                self.agreed.update(told)
                if any("STATUS" in {type_ for type_, _ in meanings(self.row[place])} for place in told):
                    self.open.append(number)  # four supplied VP hexes: so the ruling has to count
                return True
            return None
        if {*keys} >= STRENGTHS:
            self.strengths.append(number)  # an attack of 5 is what the counter shows
        if not concepts:
            fights = any(FIGHTS & {*self.senses.get(lemma, ())} for token in self.row for lemma in lemmas(token))
            if fights or any(("P", "WITH") in meanings(token) for token in (self.row[0], *self.row[max(0, at - 2) : at])):
                self.strengths.append(number)  # defends with its full 6
            return True if number in self._figures(dict.fromkeys((*self.units, *(unit.id for unit in subjects(self))))) else None
        return self._keyed(number, keys)

    def _keyed(self, number: int, keys: Iterable[str]) -> bool | None:
        """Whether a fact whose name has one of these words is that number; None where no such fact is known."""
        units = dict.fromkeys((*self.units, *(unit.id for unit in subjects(self))))
        boxes = [*self._boxes(units), *(group.known_facts() for group in groups_of(self)), self.situation.facts, self.situation.known_box("pending")]
        found = {value for box in boxes for name, value in _items(box) if set(keys) & set(name.split("_")) and type(value) is int}
        return number in found if found else None

    def _figures(self, units: Iterable[str]) -> set[int]:
        return {value for box in self._boxes(units) for _, value in _items(box) if type(value) is int}

    def _boxes(self, units: Iterable[str]) -> Iterator[Any]:
        """The facts of units and of what they belong to, or of what is named besides."""
        for group in self.situation.lists:
            things = getattr(self.situation, group)
            yield from (things[name].known_facts() for name in self.groups if name in things)
        for name in units:
            unit = self.situation.units[name]
            yield unit.known_facts()
            for group in self.situation.lists:
                things = getattr(self.situation, group)
                if (own := unit.known("formation")) in things:
                    yield things[own].known_facts()

    # ---- denials
    def _denials(self) -> bool:
        """Whether what a part denies is so: nobody is near, it has not moved yet."""
        for at, token in enumerate(self.row):
            said = set(meanings(token)) & (DENYING | NOT_DONE)
            if at in self.agreed or not said or token.classes[0] not in {type_ for type_, _ in said}:
                continue
            if token.classes[0] == "NOT" and any(set(meanings(other)) & DENYING for other in self.row[at + 1 : at + 5]):
                self.agreed.add(at)  # no hay nadie: one denial
                continue
            before = range(max(0, at - 3), at)
            if any(set(meanings(self.row[place])) & DENYING and place in self.agreed for place in before) and not any(
                self.row[place].classes[0] in ("AND", "COMMA") for place in before
            ):
                self.agreed.add(at)  # sin escolta ninguna
                continue
            if self._undone(at):
                self.agreed.update(place for place, other in enumerate(self.row) if {("ADV", "not_yet"), ("REL", "rel")} & set(meanings(other)))
                self.agreed.update(place for place in range(at, min(at + 4, len(self.row))) if {"V", "VP"} & set(self.row[place].classes[:1]))
                done = [place for place in range(1, len(self.row) - 1) if "VP" in self.row[place - 1].classes and "VP" in self.row[place + 1].classes]
                self.agreed.update(place for place in done if self.row[place].classes[0] == "AND" and place < at + 5)  # moved or fired
                self.denied = True
                self.settle(at, True)
            elif said & DENYING and self._nobody(at):
                self.agreed.update(place for place, other in enumerate(self.row) if any(type_ == "SIDE" for type_, _ in meanings(other)))
                self.denied = True
                self.settle(at, True)
            elif lacks(self, at):
                self.denied = True
                self.settle(at, True)
            else:
                return False
        return True

    def _nobody(self, at: int) -> bool:
        """No German is anywhere near, with nobody around."""
        situation = self.situation
        behind = self.row[at + 1 : at + 4]
        nouns = [value for token in behind for type_, value in meanings(token) if type_ == "NOUN"]
        sides = {value for token in behind for type_, value in meanings(token) if type_ == "SIDE"}
        anybody = ("PRON", "nothing") in meanings(self.row[at])
        if not (sides or anybody or ANYBODY & set(nouns)) or not self.units:
            return False
        subject = self.own or self.before[-1:] or self.units[:1]
        own = {situation.units[name].known("side") for name in subject}
        others = [unit for unit in situation.units.values() if unit.id not in self.own]
        others = [unit for unit in others if (unit.known("side") in sides if sides else "player" not in nouns or unit.known("side") not in own)]
        if not others:
            return not self.hexes or situation.known("units_complete") is not False
        words = self.states.get("standing") or {}
        around = set(words.get("around", ()))
        lies = any(type_ == "BE" for token in self.row for type_, _ in meanings(token))
        exact = lies and not any(around & set(token.text.casefold().split()) for token in self.row)  # allí no hay nadie: in that hex
        said = [NEARBY if ("ADV", "here") in meanings(token) and not exact or lemmas_of(token) & around else beside(token, words) for token in self.row]
        reaches = [each for each in said if each is not None]
        each = any(("DET", "each") in meanings(token) for token in self.row)  # near either hex
        hexes = self.hexes or [str(token.means["HEX"][0][1]) for token in self.words if each and token.classes[0] == "HEX"]
        where = not hexes and not self.own and any(("ADV", "here") in meanings(token) for token in self.row)  # no Germans back there
        here = [place] if where and (place := last_hex(self)) else []
        hexes = hexes or here
        there = bool(hexes) and not reaches and lies
        if not reaches and not there:
            return False
        reach = 0 if there else min(reaches)
        self.agreed.update(place for place, token in enumerate(self.row) if there and token.classes[0] == "HEX")
        self.agreed.update(place for place, token in enumerate(self.row) if each and ("DET", "each") in meanings(token))
        places = [*hexes, *(situation.units[name].known("at") for name in ([] if hexes else subject))]
        apart = [
            situation.grid.distance(unit.known("at"), place) if isinstance(unit.known("at"), str) and isinstance(place, str) else None
            for unit in others
            for place in places
        ]
        return bool(apart) and all(each is not None and each > reach for each in apart)

    def _undone(self, at: int) -> bool:
        """It has not moved yet, no attack announced yet: nothing of the kind has happened."""
        words = self.row[at : at + 5]
        if not any(token.classes[0] in ("HV",) or "VP" in token.classes for token in (*self.row[max(0, at - 1) : at], *words)):
            return False
        done = self.states.get("history") or {}
        verbs = {sense for token in words for lemma in token.means.get("VP", ()) for sense in self.senses.get(str(lemma[1]), ())}
        deeds = {done[sense] for sense in verbs if sense in done}
        units = self.units or list(self.situation.units)
        past = [self.situation.history.known(name) for name in units] if deeds else [None]
        return all(each is not None and not any(deed.get("act") in deeds for deed in each) for each in past)


def _noun(token: Token) -> Meanings:
    """What a noun may mean, and the fact that is called as it is written: a range of 2."""
    means = list(token.means["W"])
    return [*means, ("NOUN", fold(token.text))] if any(type_ == "NOUN" for type_, _ in means) else means


def _items(box: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return iter(dict.items(box)) if isinstance(box, dict) else iter(())
