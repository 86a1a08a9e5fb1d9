"""Facts typed in bracket names: ``hexes[1212].restricted_area = no``.  So whatever a ruling asks for can be answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from adjudicator.book import InputError
from adjudicator.files.fault import Phrase
from adjudicator.files.places import LANGUAGES
from adjudicator.ground.facts import label
from adjudicator.ground.paths import FactPath, parse
from adjudicator.language import Entry, NotUnderstood, Stated
from adjudicator.language.folding import fold
from adjudicator.language.syntax import small
from adjudicator.say.catalogue import catalogue
from adjudicator.say.words import Say

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.situation import Situation
    from adjudicator.play.referee import Referee
    from adjudicator.sentences.token import Token

_FACT = re.compile(r"\s*([^=;]*[^=;\s])\s*=\s*([^;\s][^;]*?)\s*")
LONGEST = 120
"""Letters of a sentence that says a fact as a ruling names it."""
STANDING = ("BE", "HV")
"""Classes of the verbs that say how things stand: there is, hay."""
TIMES = ("phase", "turn")
"""Facts of which a line is headed, as the lines of a log are: phase german combat 1."""
NAMING = frozenset(("W", "NUM", "DET", "OF", "COLON", "COMMA"))
"""Classes of words of which a name may consist."""
IN_NAMES = small("in_names")
VERBS = ("V", "VI", "BE", "HV", "DO", "AUX")
"""Classes of words that make a sentence of what stands beside them."""
LYING = frozenset(("DET", "AND", "COMMA", "BE", "HV", "HEX", "OF"))
"""Classes of small words in a sentence that says what lies where."""
MARKERS = ("marker", "air")
"""Nouns that add nothing to what kind of marker it is."""
_SWITCH = {"yes": True, "no": False, "true": True, "false": False}


def bracketed(book: Rulebook, text: str) -> tuple[str, Any] | None:
    """The fact and its value if the text is ``name = value``, else None.

    Raises InputError if the rulebook has no such fact or the fact cannot have this value.
    """
    found = _FACT.fullmatch(text)
    path = parse(found[1]) if found is not None else None
    if found is None or path is None:
        return None
    wanted = book.declared.type_of(path)
    if isinstance(wanted, Phrase):
        raise InputError("unknown_fact", why=wanted)
    value = read(book, path, wanted, found[2])
    book.declared.check(str(path), value, found[2])
    return str(path), value


def worded(book: Rulebook, situation: Situation, text: str) -> tuple[str, Any] | None:
    """The fact and its value if the text says it as a ruling names it: the direct fire range of 1Tiger is 5, 1013 and 1112 are not adjacent.

    None if it says nothing of the kind, or the fact cannot have this value.
    """
    if "?" in text or "=" in text or len(text) > LONGEST:
        return None
    sentence = text.strip(" .!")
    low = f" {sentence.lower()} ".replace(":", " ").replace(",", " ")
    for lang in LANGUAGES:
        for form, keys, value in _forms(book, lang):
            here = [key for key in keys if f" {key} " in low]
            if keys and not here or (found := re.fullmatch(form.replace(KEY, _one_of(here)), sentence, re.I)) is None:
                continue
            parts = found.groupdict()
            if "first" in parts:
                grid = situation.grid
                pair = "/".join(sorted((parts["first"], parts["second"])))
                return (f"adjacent[{pair}]", value) if all(grid.valid(place) for place in pair.split("/")) and parts["first"] != parts["second"] else None
            if "row" in parts:
                paths = [parse(f"{table}.{key}") for table in rows(book, lang, parts["row"]) for key in keys[parts["key"].lower()]]
            elif "id" in parts:
                paths = [parse(f"{thing}.{key}") for thing in called(book, situation, lang, parts["id"]) for key in keys[parts["key"].lower()]]
            else:
                paths = [parse(key) for key in keys[parts["key"].lower()]]
            for path in paths:
                if path is None or isinstance(wanted := book.declared.type_of(path), Phrase) or "row" in parts and wanted == "any":
                    continue
                said = {str(Say(lang, book).show(each)).lower(): each for each in listed(book, path, wanted)}.get(parts["value"].lower())
                said = read(book, path, wanted, parts["value"]) if said is None else said
                if book.declared.fault(path, said) is None and _open(situation, path, said):
                    return str(path), said
    return None


def called(book: Rulebook, situation: Situation, lang: str, name: str) -> list[str]:
    """What is called so: a counter, a hex, a marker by kind and hex, something of a list of the rulebook's own; else a counter of which nothing was said."""
    found = [f"{group}[{name}]" for group in ("units", "markers", *situation.lists) if name in getattr(situation, group)]
    if situation.grid.valid(name):
        return [*found, f"hexes[{name}]"]
    say = Say(lang, book)
    found = found or [f"markers[{id_}]" for id_ in situation.markers if " ".join(map(say.show, id_.split(" "))).lower() == name.lower()]
    return found or [f"units[{name}]"] * any(char.isdigit() for char in name)


@cache
def rows(book: Rulebook, lang: str, name: str) -> list[str]:
    """The rows of printed tables that are called so."""
    say = Say(lang, book)
    sides = book.declared.spec.get("hexsides")
    kinds = [*(book.values_of("hexes[x].terrain") or ()), *(sides if isinstance(sides, list) else ())]
    return list(
        dict.fromkeys(
            f"tables.{table}.{row}"
            for table, rows in book.tables.items()
            if isinstance(rows, dict)
            for row in (*rows, *kinds)
            if isinstance(row, str) and name.lower() in (row, say.show(row).lower())
        )
    )


def _open(situation: Situation, path: FactPath, said: Any) -> bool:
    """Whether nothing else is known of a fact: what differs from the position is a claim, or a slip."""
    head, keys = path
    if head == "tables":
        printed: Any = situation.book.tables
        for key in keys:
            printed = printed.get(key) if isinstance(printed, dict) else None
        return printed in (None, said)
    box = getattr(situation, head, {}) if keys else {}
    thing = box.get(keys[0]) if keys else None
    known = situation.known(head) if not keys else thing.known(keys[1]) if thing is not None and len(keys) == 2 else None
    return known in (None, said)


KEY = "\0"


@cache
def _forms(book: Rulebook, lang: str) -> list[tuple[str, dict[str, list[str]], Any]]:
    """How a fact may be said in a language: the pattern of a sentence, what facts are called in it, the value that it says by itself. There are
    hundreds of them, so that only those whose names a text holds are put in the place of ``KEY``."""
    say = Say(lang, book)
    own, game = dict[str, list[str]](), dict[str, list[str]]()
    for spec in book.facts:
        box, key = (own, spec.rpartition(".")[2]) if "." in spec else (game, spec)
        if key not in box.setdefault(say.name(key).lower(), []):
            box[say.name(key).lower()].append(key)
    told, thing = say.core["told"], r"(?P<id>\S+?(?: \S+?)?)"
    place = book.meta.get("hex") or r"\d\d\.?\d\d"
    found: list[tuple[str, dict[str, list[str]], bool | None]] = [
        (form.format(key=KEY, id=thing, value="(?P<value>.+)"), box, None) for name, box in (("thing", own), ("game", game)) for form in told[name]
    ]
    cells = {name.lower(): [key] for spec in book.meta.get("labels") or {} if spec.startswith("cell.") and (name := say.cell(key := spec[5:]))}
    found += [(form.format(key=KEY, id=r"(?P<row>\S+?(?: \S+?)*)", value="(?P<value>.+)"), cells, None) for form in told["thing"] if cells]
    for word in ("adjacent", "apart"):
        found += [(form.format(first=f"(?P<first>{place})", second=f"(?P<second>{place})"), {}, word == "adjacent") for form in told[word]]
    return found


def _one_of(names: Iterable[str]) -> str:
    return f"(?P<key>{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})"


def read(book: Rulebook, path: FactPath, wanted: Any, said: str) -> Any:
    """The value that typed words give a fact of a type; what does not fit it stays a text, for the check to refuse."""
    values = {label(value).lower(): value for value in listed(book, path, wanted)}
    values |= {"true": True, "false": False} if "yes" in values else {}
    word = said.lower()
    if word in values:
        return values[word]
    if isinstance(wanted, dict) and "either" in wanted:
        tries = [read(book, path, kind, said) for kind in wanted["either"]]
        return next((value for value in tries if not isinstance(value, str)), tries[0])
    kinds = frozenset(wanted.split("|")) if isinstance(wanted, str) else frozenset()
    if isinstance(wanted, dict) and "list" in wanted or kinds & {"ids", "hexes", "list"} and "str" not in kinds:
        inner = wanted["list"] if isinstance(wanted, dict) else "hex" if "hexes" in kinds else "str"
        parts = [part.strip() for part in re.split(joins(), said.strip("[]"), flags=re.I) if part.strip()]
        return [] if word in ("none", "[]") else [read(book, path, inner, part) for part in parts]
    if "null" in kinds and word in ("none", "null"):
        return None
    if kinds & {"bool", "any"} and word in _SWITCH:
        return _SWITCH[word]
    a_hex = re.fullmatch(book.meta.get("hex") or r"\d\d\.?\d\d", said) is not None
    if (kinds & {"int", "number"} or kinds == {"any"} and not a_hex) and re.fullmatch(r"-?\d{1,9}", said):
        return int(said)
    if "number" in kinds and re.fullmatch(r"-?\d{1,9}\.\d{1,9}", said):
        return float(said)
    if isinstance(wanted, dict) and "range" in wanted and re.fullmatch(r"-?\d{1,9}", said):
        return int(said)
    return said


@cache
def joins() -> str:
    """What stands between the items of a list: a comma, a plus, the word for "and" of any language."""
    return r"[,+]|\s(?:" + "|".join(re.escape(str(catalogue(lang)["table"]["replies"]["and"])) for lang in LANGUAGES) + r")\s"


def listed(book: Rulebook, path: FactPath, wanted: Any) -> tuple[Any, ...]:
    """The values that a type lists, and those that the rulebook tries of the fact."""
    if wanted == "bool":
        return (True, False)
    if isinstance(wanted, (list, tuple)):
        return tuple(wanted)
    spec = book.facts.get(path.spec)
    return spec.values or () if spec is not None else ()


def phase_alike(referee: Referee, text: str, row: Sequence[Token]) -> str | None:
    """The phase of which a text says the words, in any order and number (fase de refuerzo alemana); None if there is not just one."""
    if not any(("NOUN", "phase") in token.means.get("W", ()) for token in row) or not all(NAMING & set(token.classes) for token in row):
        return None
    wanted = _roots(text)
    found = set()
    for _, phrase in referee.language.words.phrases(("PHASE",)):
        if wanted and _roots(phrase) == wanted:
            found |= {part.value for part in referee.parse(phrase).parts if isinstance(part, Stated) and part.path == "phase"}
    return found.pop() if len(found) == 1 else None


def _roots(text: str) -> frozenset[str]:
    """The words of a name of a phase without endings of number and gender, and without those that say no more than that it is one."""
    words = (word.rstrip("s").rstrip("aoe") for word in fold(text).split() if word.strip(".:!") not in IN_NAMES)
    return frozenset(word for word in words if word)


def headed(book: Rulebook, text: str, row: Sequence[Token]) -> None:
    """Refuse a line that is headed as one that names a phase or a turn and names none: phase movement is no deed of that name.

    Raises InputError, which lists what there is.
    """
    head = next((name for type_, name in row[0].means.get("W", ()) if type_ == "NOUN" and name in TIMES), None) if len(row) > 1 else None
    if head is not None and head in book.facts and all(NAMING & set(token.classes) for token in row):
        said = text[row[0].end :].strip(" :.!")
        book.declared.check(head, said, said)


@cache
def _looking(book: Rulebook) -> tuple[re.Pattern[str], ...]:
    """How the languages say where green sides look, if markers of the rulebook have such."""
    languages = LANGUAGES if "markers.faces" in book.facts else ()
    return tuple(re.compile(str(catalogue(lang)["ruling"]["told"]["facing"]), re.I) for lang in languages)


def facing(book: Rulebook, text: str) -> tuple[str, list[str]]:
    """What a sentence says before it says where green sides look, and where they do: a trench in 1010 facing 1011."""
    for form in _looking(book):
        if (looking := form.fullmatch(text.strip(" .!"))) is not None:
            return looking[1], [part.strip() for part in re.split(joins(), looking[2])]
    return text, []


def placed(book: Rulebook, situation: Situation, text: str, words: Callable[[str], Sequence[Token]]) -> list[tuple[str, Any]]:
    """The facts of a sentence that only says which markers lie in a hex: there are a trench and dragon's teeth in 1010, trench at 1010.

    [] if it says more, or less.
    """
    known, sides = set(book.values_of("markers[x].kind") or ()), book.values_of("markers[x].side") or ()
    if not known:
        return []
    text, faces = facing(book, text)
    if not all(map(situation.grid.valid, faces)):
        return []
    row = words(text)
    places = [value for token in row if token.classes[0] == "HEX" for _, value in token.means["HEX"][:1]]
    kinds = [str(value) for token in row for type_, value in token.means.get("W", ())[:1] if type_ in ("MARKERKIND", "NOUN") and value in known]
    plain = all(
        token.means.get("DET", [("DET", "def")])[0][1] in ("def", "indef")
        and (token.classes[0] in LYING or token.classes[0] == "W" and token.value in (*known, *MARKERS, *sides) or token.means.get("P") == [("P", "IN")])
        for token in row
    )
    owners = [token.value for token in row if token.classes[0] == "W" and token.value in sides]
    if not kinds or not plain or len(owners) > 1 or len(places) != 1 or not isinstance(places[0], str):
        return []
    found: list[tuple[str, Any]] = []
    for kind in kinds:
        there = next((each.id for each in situation.markers.values() if each.known("kind") == kind and each.known("at") == places[0]), f"{kind} {places[0]}")
        found += [(f"markers[{there}].kind", kind), (f"markers[{there}].at", places[0])]
        found += [(f"markers[{there}].side", side) for side in owners]
        found += [(f"markers[{there}].faces", faces)] if faces else []
    return found


def described(referee: Referee, text: str) -> Entry | None:
    """The counter that a sentence without a verb describes, named first: II/16 German panzer, red AV 5, AR 4 at 20.10. None if it says anything else."""
    first, *rest = referee.words(text) or (None,)
    if first is None or first.classes[0] != "UNK" or not rest or any(token.classes[0] in VERBS for token in rest[1:]) or rest[0].classes[0] in VERBS[:2]:
        return None
    apart = [token.end for token, other in pairwise(rest) if token.classes[0] == "NUM" and other.classes[0] == "W"]  # AV 5 AR 4: a number ends what it is of
    rests = "".join(text[begin:end] + "," * (end in apart) for begin, end in pairwise([first.end, *apart, len(text)]))
    verb = rest[0].classes[0] == "BE"
    for lang in LANGUAGES:
        form = "{name} {rest}" if verb else str(catalogue(lang)["ruling"]["told"]["described"])
        said = form.format(name=text[first.start : first.end], rest=rests.strip(" ,:"))
        with suppress(NotUnderstood, InputError):
            parts = referee.parse(said).parts
            if len(parts) == 1 and isinstance(parts[0], Stated) and parts[0].path == f"units[{text[first.start : first.end]}]":
                return Entry(text, parts)
    return None
