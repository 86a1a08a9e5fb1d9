"""Words files to the table of a language: every form of every word with its classes and meanings.

Sections of a file (docs/sentences.md): `language` en or es, none for a rulebook · `words` type -> concept -> patterns ·
`irregular` verb -> its changes · and of a rulebook `hex`, `places`, `markers`, `units`, `ids` as in its words file, `unused` type -> concepts
of the core that it has no use for, `pairs` type -> two rows of words that may be said as one (`A1/D1`),
`combined` type -> columns of parts of which its values are put together, `instead` like `words`, for words that mean only this, whatever the core
says of them. What a rulebook calls by a phrase of the core is its own value, not the core's (`VALUES`).
A type that is a class of the grammar (`DET`, `P`, `SUB` …) holds closed words; `VERB` (in a rulebook also `VERBO`, Spanish) holds
lemmas whose forms are generated here; every other type holds nouns and adjectives, class `W`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from adjudicator.language.folding import atoms, fold
from adjudicator.language.syntax import listed, small, syntax
from adjudicator.language.words import expand, phrases_of, read_words
from adjudicator.sentences.atoms import words_of
from adjudicator.sentences.forms import english_plural, english_verb, infinitive, spanish_adjective, spanish_plural, spanish_verb
from adjudicator.sentences.packed import packed

CLOSED = frozenset(
    [
        "DET",
        "QP",
        "QD",
        "NOT",
        "MOD",
        "MODI",
        "MODF",
        "DO",
        "BE",
        "BEI",
        "HV",
        "HVG",
        "AND",
        "THEN",
        "SUB",
        "REL",
        "PRON",
        "CL",
        "ADV",
        "PART",
        "P",
        "OF",
        "TO",
        "GEN",
        "NUM",
        "DASH",
        "COMMA",
        "SEMI",
        "COLON",
        "QM",
    ],
)
"""Types that are classes of the grammar."""
FIXED = small("fixed")
"""A state that begins with one of these is no adjective but a fixed phrase (`ST`): out of supply."""
CONTRACTED = small("contracted")
LINKS_OF, LINKS_AND = ([word for words in syntax()["links"][name].values() for word in listed(words)] for name in ("of", "and"))
TONGUES = {"VERBO": "es"}
"""Types of verbs whose language is not that of their file; those of a rulebook are English else."""
FORMAT = ("lexicon.py", "forms.py", "packed.py")
"""Code that settles what compiled words look like."""
VALUES = frozenset(("TERRAIN", "FEATURE", "RIVER", "CLASS", "KIND", "SIZE", "WEATHER", "STATUS"))
"""Types whose concepts are values of facts."""
COUNTED = frozenset(("NOUN", "KIND", "SIZE", "FEATURE", "RIVER"))
"""Types whose words have a plural."""
SAID_OF = frozenset(("STATUS", "ADJ"))
"""Types whose Spanish words agree with what they are said of."""


class _Table:
    """Collects readings by the first word of their phrase."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.by_first: dict[str, dict[tuple[str, str, str, str, str], None]] = {}

    def add(self, phrase: str, class_: str, type_: str, value: str, spelled: bool = False) -> None:
        """One more reading of a phrase; the first entered is the likeliest."""
        first, *rest = words_of(fold(phrase))
        self.by_first.setdefault(first, {}).setdefault((" ".join(rest), class_, type_, value, "".join(phrase.split()) if spelled else ""), None)


def compile_words(documents: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The table of the words of these files, as plain JSON. Raises ValueError with the entry at fault."""
    compiled: dict[str, Any] = {"hex": r"\d{4}", "ids": {}, "kinds": {}, "units": [], "words": [], "senses": {}, "labels": {}, "codes": []}
    documents = list(documents)
    irregular: dict[str, str] = {}
    unused: set[tuple[str, str]] = set()
    tables: list[_Table] = []
    groups: list[tuple[_Table, dict[str, _Table]]] = []
    for document in documents:
        irregular.update(document.get("irregular") or {})
        unused |= {(type_, concept) for type_, concepts in (document.get("unused") or {}).items() for concept in concepts}
    for document in documents:
        language = str(document.get("language", ""))
        table = _Table(language)
        spoken = {"en": _Table("en"), "es": _Table("es")} if not language else {language: table}  # a rulebook's verbs are of one language
        groups.append((table, spoken))
        tables += dict.fromkeys([table, *spoken.values()])
        known = compiled["senses"]
        compiled["senses"] = {}
        for type_, concept, patterns in read_words(document.get("words") or {}):
            if (type_, concept) in unused and language:
                continue
            if type_ == "VERB" or type_ in TONGUES:
                for phrase in phrases_of(patterns):
                    _verb(spoken[TONGUES.get(type_) or language or "en"], phrase, concept, irregular, compiled, known)
            elif type_ in CLOSED:
                for phrase in phrases_of(patterns):
                    table.add(phrase, type_, type_, concept, language == "es")
                    if language != "en" and type_ == "P" and " " in phrase and phrase.split()[-1] in CONTRACTED:  # a través del, junto al
                        table.add(f"{phrase}l", type_, type_, concept, language == "es")
            else:
                if type_ == "RESULT" and concept.isupper():
                    compiled["codes"].append(concept)
                for phrase in phrases_of(patterns):
                    _noun(table, phrase, type_, concept)
        for type_, columns in (document.get("combined") or {}).items():
            for parts in product(*[["", *column] for column in columns]):
                if (kept := [part for part in parts if part]) and kept != [parts[-1]]:
                    for joint in (" ", " , "):
                        table.add(joint.join(kept).lower(), "W", type_, " ".join(kept))
        mine = compiled["senses"]
        compiled["senses"] = {name: list(dict.fromkeys([*known.get(name, ()), *mine.get(name, ())])) for name in (*known, *mine)}
        _names(table, compiled, document)
        for lang, labels in (document.get("labels") or {}).items():
            compiled["labels"].setdefault(lang, {}).update(labels)
    for document, group in zip(documents, groups, strict=True):
        _instead(group, tables, document.get("instead") or {}, irregular, compiled)
    _prefer_own(tables)
    _inflect(tables)
    compiled["words"] = [[table.language, packed(table.by_first)] for table in tables]
    return compiled


def _instead(group: tuple[_Table, Mapping[str, _Table]], tables: list[_Table], section: Any, irregular: Mapping[str, str], compiled: dict[str, Any]) -> None:
    """Words that mean only this, in this order: what the others say of them is taken away."""
    mine: dict[str, list[str]] = {}
    for type_, concept, patterns in read_words(section):
        for phrase in phrases_of(patterns):
            if type_ == "VERB" or type_ in TONGUES:
                _verb(group[1][TONGUES.get(type_, "en")], phrase, concept, irregular, compiled, ())
                phrase = phrase.replace("~", " ")
                compiled["senses"][phrase] = mine[phrase] = list(dict.fromkeys([*mine.get(phrase, ()), concept]))
                continue
            first, *rest = words_of(fold(phrase))
            for other in tables:
                for entry in [entry for entry in other.by_first.get(first, ()) if entry[0] == " ".join(rest) and entry[1] == "W"]:
                    del other.by_first[first][entry]
            _noun(group[0], phrase, type_, concept)


def _prefer_own(tables: list[_Table]) -> None:
    """Where a rulebook gives a phrase a value of its own, the value that the core gives it is taken away."""
    own = {(first, entry[0]) for table in tables if not table.language for first, entries in table.by_first.items() for entry in entries if entry[2] in VALUES}
    for table in tables:
        for first, entries in list(table.by_first.items()) if table.language else ():
            kept = {entry: None for entry in entries if entry[2] not in VALUES or (first, entry[0]) not in own}
            if kept:
                table.by_first[first] = kept
            else:
                del table.by_first[first]


def _inflect(tables: list[_Table]) -> None:
    """The plurals of nouns, the forms of Spanish adjectives, as long as no word of the lexicon is spelled so; words of a rulebook may be of both languages.

    Of several words the plural is written down: *phase ends* is a noun and a verb.
    """
    known = {first for table in tables for first, entries in table.by_first.items() if any(not entry[0] for entry in entries)}
    for table in tables:
        for word, entries in list(table.by_first.items()):
            for rest, class_, type_, value, _ in list(entries):
                if class_ == "W" and not rest and type_ in COUNTED | SAID_OF and word.isalpha() and len(word) > 2:
                    for form in _forms(word, type_, table.language):
                        if form not in known:
                            table.add(form, "W", type_, value)


def _forms(word: str, type_: str, language: str) -> Iterator[str]:
    """Further forms of a noun, or of what is said of it: paso -> pasos, aislado -> aislada."""
    if language != "en":
        yield from [spanish_plural(word)] if type_ in COUNTED else spanish_adjective(word) if word.endswith("o") else []
    if language != "es" and type_ in COUNTED:
        yield english_plural(word)


def _verb(table: _Table, phrase: str, concept: str, irregular: Mapping[str, str], compiled: dict[str, Any], before: Container[str]) -> None:
    """All forms of a verb with the words that belong to it; a particle may also stand apart from it. `shock~attack`: the second word has the forms."""
    lemma, *rest = phrase.split()
    first, _, lemma = lemma.rpartition("~")
    lemma = infinitive(lemma) if table.language == "es" else lemma
    name = " ".join([*first.split(), lemma, *rest])
    senses = compiled["senses"].setdefault(name, [])
    if concept in senses:
        return
    known = bool(senses) or name in before
    senses.append(concept)
    if known:
        return
    for form, class_ in (spanish_verb if table.language == "es" else english_verb)(lemma, irregular):
        class_, _, hung = class_.partition("+")
        table.add(
            " ".join([*first.split(), form, *rest]),
            "V" if class_ == "PAST" else class_,
            "PAST" if class_ == "PAST" else f"WITH:{hung}" if hung else "VERB",
            name,
        )


def _noun(table: _Table, phrase: str, type_: str, concept: str) -> None:
    first = fold(phrase).split()[0]
    if type_ == "STATUS" and " " in phrase and first in FIXED:
        table.add(phrase, "ST", type_, concept)
    else:
        table.add(phrase, "W", type_, concept)
        if type_ == "ORDER":  # fight first and then move
            table.add(phrase, "VI", type_, concept)
            table.add(phrase, "V", type_, concept)


def _names(table: _Table, compiled: dict[str, Any], document: Mapping[str, Any]) -> None:
    """What a rulebook calls its hexes, units and markers."""
    compiled["hex"] = document.get("hex", compiled["hex"])
    compiled["units"].extend(document.get("units") or ())
    for name, hexes in (document.get("places") or {}).items():
        for phrase in expand(name):
            table.add(phrase, "HEX", "HEX", ",".join(hexes) if isinstance(hexes, list) else str(hexes))
    for short, names in (document.get("ids") or {}).items():
        compiled["ids"].setdefault(fold(short), []).extend(" ".join(atoms(fold(p))) for p in phrases_of(names))
    for kind, entry in (document.get("markers") or {}).items():
        named = entry.get("named")  # a name alone may be another thing
        for phrase in phrases_of(entry["words"]):
            table.add(phrase, "W", "MARKERKIND", kind)
            for marker, names in (entry.get("ids") or {}).items():
                for name in (marker, *phrases_of(names)):
                    for link in ("", *LINKS_OF) if named else ("",):
                        table.add(f"{phrase} {link} {name}", "UNIT", "MARKER", f"{kind}|{marker}")
                    if named:
                        table.add(f"{name} {phrase}", "UNIT", "MARKER", f"{kind}|{marker}")
        for marker, names in () if named else (entry.get("ids") or {}).items():
            for phrase in phrases_of(names):
                table.add(phrase, "UNIT", "MARKER", f"{kind}|{marker}")
    for type_, (firsts, seconds) in (document.get("pairs") or {}).items():
        for one in firsts.split():
            table.add(one, "W", type_, one)
        for other in seconds.split():
            table.add(other, "W", type_, other)
            for one in firsts.split():
                for link in LINKS_AND:
                    table.add(f"{one} {link} {other}", "W", type_, f"{one}/{other}")
                    table.add(f"{other} {link} {one}", "W", type_, f"{one}/{other}")
