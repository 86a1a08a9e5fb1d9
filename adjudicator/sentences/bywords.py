"""Plain questions about a position that are found by their words, whatever their order (`grammars/plain.yaml`), and put as the books read them.

*{U}'s location?*, *¿Qué hex ocupa {U}?*, *Which hex is {U} in?*: where is {U}? Each word of such a row must be one that the question needs, one that it may
have, or a small one that says nothing by itself; so nothing that was said is lost, and what has another condition is another question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

from adjudicator.ground.declaration import ENOUGH, GAINSAID, Plainly
from adjudicator.language.model import Act, Stated
from adjudicator.language.syntax import small
from adjudicator.sentences.printed import features
from adjudicator.sentences.token import TIES, Token, in_place, says, unit_of

PLACE = re.compile(r"\{([UVHGS])\}")
"""A unit, another unit, a hex, another hex, a side."""
FREE = frozenset(("OF", "TO", "GEN", "COMMA", "COLON", "QM", "CL"))
"""Classes of words that say nothing by themselves."""
SLIGHT: Mapping[str, frozenset[str]] = {
    "DET": frozenset(("def", "indef", "poss")),
    "BE": frozenset(("be",)),
    "DO": frozenset(("do",)),
    "HV": frozenset(("have", "recent")),
    "PRON": frozenset(("first", "it", "they", "he")),
    "ADV": frozenset(("tell", "whether", "please", "legally", "now")),
}
"""Words of other classes that say nothing by themselves."""
OPEN = frozenset(("QP", "QD"))
INVERTED = frozenset(("BE", "DO", "HV", "MOD"))
"""Classes of words that a question for yes or no begins with."""
VERBS = frozenset((*INVERTED, "V", "VI", "COLON"))
"""Classes of which one word makes a question of a mere name."""
NAMING = frozenset(("KIND", "SIDE", "SIZE", "CLASS"))
"""Types of words that stand before the name of a unit."""
NAMES = {"U": frozenset(("UNIT",)), "V": frozenset(("UNIT",)), "H": frozenset(("HEX",)), "G": frozenset(("HEX",)), "S": frozenset(("SIDE",))}
NAMED = frozenset(("UNIT", "HEX", "SIDE"))
CONDITION = " if "
"""What a plain question is put with that supposes a deed of its own: no other condition stands beside it."""
OWN = (("PRON", "mine"), ("W", "own"))
"""Words for whose side it is."""
"""What the names in a wording stand for."""
TYING = small("prepositions")
IT = "it"
"""What stands for who was named before."""
LONGEST = 24
HOW_MANY = ("any", "none")
"""What leads a question how many there are that is asked whether there are any, or none."""
MARKS: Mapping[str, Mapping[str, list[tuple[str, Any]]]] = {
    "": {},
    "not": {"QM": [("QM", GAINSAID)]},
    "none": {ENOUGH: [("NUM", 0)]},
    "any": {"QM": [("QM", GAINSAID)], ENOUGH: [("NUM", 0)]},
}
"""What the mark of a question says by what leads it: that it is answered the other way round, that it is asked whether so much is enough."""


class Worded(NamedTuple):
    """How one question may be worded: the words that it needs (each one of several), all that it may have, those that it may not; what stands before what;
    what has to have been said before it, and what not; such a question may be about the one hex that was named there. `leads`: whether all that was said
    before it only leads to it."""

    needs: tuple[frozenset[str], ...]
    told: frozenset[str]
    never: frozenset[str]
    order: tuple[tuple[str, str], ...]
    before: tuple[frozenset[str], ...]
    not_before: frozenset[str]
    leads: bool


class Question(NamedTuple):
    """One plain question: how it is put, what it names, what its mark says besides, whether yes or no answers it; its wordings."""

    put: str
    names: tuple[str, ...]
    mark: Mapping[str, list[tuple[str, Any]]]
    closed: bool
    wordings: tuple[Worded, ...]


class Put(NamedTuple):
    """Where a plain question stands in a text, and how it is put."""

    start: int
    end: int
    wording: str


class Plain:
    """The plain questions of a rulebook."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        lists = {name: str(words) for name, words in (data.get("lists") or {}).items()}
        self.questions = [_question(put, worded, lists) for put, worded in (data.get("questions") or {}).items() if worded]

    def put(
        self, rows: list[list[Token]], text: str, senses: Mapping[str, list[str]], words: Callable[[str], list[Token]], sides: Mapping[str, str]
    ) -> tuple[list[list[Token]], list[Put], list[tuple[int, int]]]:
        """The rows of a text, each that is a plain question as it is put, or has one beside a condition, and how these are put; and where what only leads
        to a question stood. `words`: the tokens of a text, `sides`: whose the units are."""
        found, put, led = list(rows), list[Put](), list[tuple[int, int]]()
        mine, earlier, spot, named = _side_of(rows, sides), frozenset[str](), list[Token](), False
        for at, row in enumerate(rows):
            asks = row[-1].classes[0] == "QM" or says(row[0], "ADV", "tell", "whether")
            for before, part, behind in _parts(row) if asks else ():
                part = [in_place(token, "W", mine, "SIDE") if mine and any(says(token, *own) for own in OWN) else token for token in part]
                told = earlier.union(*(_told(token, senses) for token in (*before, *behind)))
                whoever = named or any(unit_of(token) for token in before)
                ways = ((slots, self._found(slots, part, senses, told)) for slots in (_slots(part, spot, whoever) if len(part) <= LONGEST else ()))
                slots, which = next(((slots, which) for slots, which in ways if which is not None), ({}, None))
                if which is None or (before or behind) and CONDITION in which[0].put:
                    continue
                made, wording = _made(which[0], slots, part, text, words)
                if which[1].leads or "H" in slots and spot and slots["H"][0] is spot[0]:
                    found[:at] = [_led(other, led, which[1].leads) for other in found[:at]]
                    before = _led(before, led, True) if which[1].leads else before
                found[at] = [*before, *made[: -1 if behind else None], *behind[:-1], *made[-1 if behind else len(made) :]]
                put.append(Put(part[0].start, part[-1 - bool(behind)].end, wording))
                break
            earlier = earlier.union(*(_told(token, senses) for token in row)) if at + 1 < len(rows) else earlier
            named = named or any(unit_of(token) for token in row)
            spot += [token for token in row if token.classes[0] == "HEX" and token.value not in [other.value for other in spot]]
        return [row for row in found if row], put, led

    def _found(
        self, slots: Mapping[str, list[Token]], row: list[Token], senses: Mapping[str, list[str]], earlier: frozenset[str]
    ) -> tuple[Question, Worded] | None:
        """The plain question about these things that a row is, behind what was said before it, and its wording."""
        named = tuple(sorted(slots))
        names = {id(each): NAMES[name] for name, slot in slots.items() for each in slot}
        led = row[0].classes[0] in ("AND", "THEN")
        said = [(token, names[id(token)] if id(token) in names else _said(token, senses)) for token in row[led:]]
        every = frozenset(chain.from_iterable(each for _, each in said))
        asks = any(OPEN & set(token.classes[:1]) or says(token, "ADV", "tell") for token, _ in said)
        first = next((token for token in row if token.classes[0] not in ("COMMA", "AND") and "CL" not in token.means), row[0])
        inverted = first.classes[0] in INVERTED or first.classes[0] == "V" and "W" not in first.classes
        spoken = any(VERBS & set(token.classes) for token, each in said if not each & NAMED)
        for question in self.questions:
            if question.names != named or (not spoken if question.closed else not asks and inverted):
                continue
            for wording in question.wordings:
                if _fits(wording, said, every) and _behind(wording, earlier, slots, row):
                    return question, wording
        return None


def _led(row: list[Token], led: list[tuple[int, int]], anyhow: bool) -> list[Token]:
    """What stands before a question that it leads to: nothing of it is left, and where it stood is noted; what names a unit is kept, if not left `anyhow`."""
    if not row or any(token.classes[0] == "QM" or token.classes[0] == "UNIT" and not anyhow for token in row):
        return row
    led.append((row[0].start, row[-1].end))
    return []


def _side_of(rows: Sequence[Sequence[Token]], sides: Mapping[str, str]) -> str:
    """Whose the units are that a text names; "" if it names none, or some of both sides."""
    found = {sides[unit] for row in rows for token in row if (unit := unit_of(token)) in sides}
    return found.pop() if len(found) == 1 else ""


def _parts(row: list[Token]) -> Iterator[tuple[list[Token], list[Token], list[Token]]]:
    """A question: all of it, or what is asked behind a condition or before one; with what stands before and behind."""
    yield [], row, []
    if row[-1].classes[0] != "QM":
        return
    closed = bool(INVERTED & set(row[0].classes[:1]))  # what does it defend with now that …: of that, too
    at = next((at for at, token in enumerate(row[:-2]) if says(token, "SUB", "if", *(("because", "although") if closed else ()))), -1)
    if at > 1:
        yield [], [*row[: at - (row[at - 1].classes[0] == "COMMA")], row[-1]], row[at:]
        return
    comma = next((comma for comma in range(len(row) - 2, at + 1, -1) if row[comma].classes[0] in ("COMMA", "COLON", "SEMI")), 0)
    first = next((token for token in row[comma + 1 :] if "CL" not in token.means), row[-1])
    if comma and (at >= 0 or (OPEN | INVERTED) & set(first.classes[:1])):
        yield row[: comma + 1], row[comma + 1 :], []


def _question(put: str, worded: Sequence[str], lists: Mapping[str, str]) -> Question:
    led, _, plain = put.rpartition(": ")
    names = tuple(sorted(name for name in PLACE.findall(plain)))
    wordings = []
    for spec in worded:
        needed, _, rest = spec.partition(";")
        order = tuple((one, other) for one, sign, other in (need.partition("<") for need in needed.split()) if sign)
        needs = tuple(frozenset(_listed(need.split("|"), lists)) for need in needed.split() if "<" not in need and need[0] != "^")
        before = tuple(frozenset(_listed(need.lstrip("^").split("|"), lists)) for need in needed.split() if need[0] == "^")
        not_before = frozenset(_listed([word[2:] for word in rest.split() if word[:2] == "!^"], lists))
        also = frozenset(_listed([word for word in rest.split() if word[0] != "!"], lists))
        wordings.append(
            Worded(needs, also.union(*needs), frozenset(word[1:] for word in rest.split() if word[0] == "!"), order, before, not_before, "^^" in needed)
        )
    closed = led in HOW_MANY or plain.split()[0] in ("is", "does", "do", "can", "has", "must", "may")
    return Question(plain, names, MARKS[led], closed, tuple(wordings))


def _listed(words: Sequence[str], lists: Mapping[str, str]) -> Iterator[str]:
    for word in words:
        yield from _listed(lists[word[1:]].split(), lists) if word[0] == "$" else (word,)


def _said(token: Token, senses: Mapping[str, list[str]]) -> frozenset[str]:
    """What a word may say, its letters, and the verb alone where a small word only ties its thing to it: got in."""
    found = {word.replace(" ", "_") for word in features(token, senses)} | {token.text.casefold().replace(" ", "~")}
    found |= {f"{type_}:*" for type_, _ in token.means.get("NUM", ())} | ({f"UNIT:{unit.partition('-')[0]}-*"} if "-" in (unit := unit_of(token)) else set())
    return frozenset(found | {word.rpartition("_")[0] for word in found if word.startswith("LEMMA:") and word.rpartition("_")[2] in TYING})


def _behind(wording: Worded, earlier: frozenset[str], slots: Mapping[str, list[Token]], row: Sequence[Token]) -> bool:
    """Whether what was said before a question leads to this wording of it."""
    here = all(any(token is other for other in row) for token in slots.get("H", ()))
    return not wording.not_before & earlier and all(need & earlier for need in wording.before) and (here or bool(wording.before))


def _told(token: Token, senses: Mapping[str, list[str]]) -> frozenset[str]:
    """What a word says of what was before: a past form as its verb."""
    said = _said(token, senses)
    return said | {word.replace("PAST:", "LEMMA:") for word in said if word.startswith("PAST:")}


def _slots(row: list[Token], spot: Sequence[Token], told: bool) -> list[dict[str, list[Token]]]:
    """The units and hexes that a row names, each with the words that stand before its name, in the ways in which it may be read; none where one stands in
    another: 47R in 3009 … `told`: whether a unit was named before, so that Spanish need not name it again."""
    found: dict[str, list[Token]] = {}
    for at, token in enumerate(row):
        unit, hex_ = unit_of(token) if token.classes[0] == "UNIT" else "", token.classes[0] == "HEX"
        side = not unit and any(type_ == "SIDE" for type_, _ in token.means.get("W", ())) and not _leads_unit(row, at)
        if not (unit or hex_ or side):
            continue
        name = next((name for name in ("UV" if unit else "HG" if hex_ else "S") if name not in found), "")
        if not name or hex_ and len(row) - 2 > at > 1 and says(row[at - 1], "P", "IN") and unit_of(row[at - 2]):
            return []
        begin = at
        while unit and begin and _before_name(row[begin - 1]):
            begin -= 1
        found[name] = row[begin : at + 1]
    ways = [found, *([{name: slot for name, slot in found.items() if name != "S"}] if "S" in found else [])]
    found = ways[-1]
    ways += [{**found, "H": [*spot]}] if len(spot) == 1 and "H" not in found else []
    if not found:
        ways += [{"U": [token]} for token in row if token.classes[0] == "PRON" and says(token, "PRON", "it", "they")][:1]
        ways += [{"U": [in_place(token, "PRON", "it")]} for token, behind in pairwise(row) if says(token, "CL", "it") and VERBS & set(behind.classes[:1])][:1]
        unsaid = told and row[0].spanish and not any(says(token, "DET", "def") for token in row) and any(VERBS & set(token.classes[:1]) for token in row)
        ways += [{"U": [in_place(row[0], "PRON", "it")]}] if unsaid else []
        ways += [{"U": [in_place(token, "PRON", "it")]} for token in row if any(type_ == "WITH:it" for type_, _ in token.means.get("VI", ()))][:1]
    if set(found) == {"H"} and (stack := _standing_in(row)):
        ways.append({"U": stack})
    return ways


def _leads_unit(row: Sequence[Token], at: int) -> bool:
    """Whether a word stands before the name of a unit: the German 16Pz."""
    behind = next((token for token in row[at:] if not _before_name(token)), None)
    return behind is not None and bool(unit_of(behind))


def _standing_in(row: list[Token]) -> list[Token]:
    """The battalion in 3009, my unit in it: who is named by where he stands."""
    at = next(at for at, token in enumerate(row) if token.classes[0] == "HEX")
    begin = at - 1
    while begin > 0 and row[begin - 1].classes[0] == "W" and _before_name(row[begin - 1]):
        begin -= 1
    led = 0 < begin < at - 1 and row[begin - 1].classes[0] == "DET" and says(row[begin - 1], "DET", "def", "poss")
    return row[begin - 1 : at + 1] if led and (says(row[at - 1], "P", "IN") or row[at - 1].classes[0] == "OF") else []


def _before_name(token: Token) -> bool:
    """Whether a word only says what kind of unit it is that is named behind it."""
    return (
        token.classes[0] == "DET"
        and says(token, "DET", "def", "poss")
        or any(type_ in NAMING or (type_, value) == ("NOUN", "unit") for type_, value in token.means.get("W", ()))
    )


def _fits(wording: Worded, said: Sequence[tuple[Token, frozenset[str]]], every: frozenset[str]) -> bool:
    """Whether all words of a row are those of a wording."""
    if wording.never & every or not all(need & every for need in wording.needs):
        return False
    places = [next((at for at, (_, each) in enumerate(said) if word in each), -1) for pair in wording.order for word in pair]
    if any(one < 0 or one > other for one, other in zip(places[::2], places[1::2], strict=True)):
        return False
    return all(each & wording.told or each & NAMED or _says_nothing(token) for token, each in said)


def _says_nothing(token: Token) -> bool:
    """Whether a word is a small one that says nothing by itself."""
    if "NOT" in token.means or OPEN & set(token.classes[:1]):
        return False
    if FREE & token.means.keys():
        return True
    if any(says(token, class_, *values) for class_, values in SLIGHT.items()):
        return True
    return "P" in token.means and any(set(str(value).split("|")) & TIES for _, value in token.means["P"])


def as_put(parts: Iterable[Stated | Act], put: Sequence[Put], text: str, led: Sequence[tuple[int, int]]) -> Iterator[Stated | Act]:
    """The parts of a text, those of a plain question with the words in which it is put, which keep those of the text."""
    for part in parts:
        if isinstance(part, Act):
            found = next((each for each in put if each.start <= part.start and part.end <= each.end), None)
            before = tuple(text[start:end] for start, end in led)
            part.text = Plainly(found.wording, text[found.start : found.end].strip("¿? "), before) if found is not None else part.text
        yield part


def is_put(parts: Iterable[Stated | Act]) -> bool:
    """Whether a part of a text is a plain question that was put in other words."""
    return any(isinstance(part, Act) and isinstance(part.text, Plainly) for part in parts)


def _made(question: Question, slots: Mapping[str, list[Token]], row: list[Token], text: str, words: Callable[[str], list[Token]]) -> tuple[list[Token], str]:
    """The row of a question as it is put, with the words of the line for what it names; and its text."""
    parts, spots, at = [], {}, 0
    for part in re.split(r"(\{[UVHGS]\})", question.put):
        if found := PLACE.fullmatch(part):
            slot = slots[found[1]]
            spots[at] = slot
            part = text[slot[0].start : slot[-1].end] if slot[0].classes[0] != "PRON" else IT
        parts.append(part)
        at += len(part)
    out: list[Token] = []
    until = -1
    first, last = row[0], row[-1]
    for token in words("".join(parts)):
        if token.start in spots:
            slot = spots[token.start]
            out += slot
            until = token.end if slot[0].classes[0] == "PRON" else token.start + slot[-1].end - slot[0].start
        elif token.start >= until:
            place = (last.start, last.end) if token.classes[0] == "QM" else (first.start, first.end)
            means = {**token.means, **question.mark} if token.classes[0] == "QM" else token.means
            made = Token(token.text, *place, means, token.classes)
            made.spanish = token.spanish
            out.append(made)
    return out, "".join(parts)
