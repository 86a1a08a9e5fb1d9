"""Forms of words, made when a language is compiled: English and Spanish verbs, plurals, adjectives.

A form comes with its class: `V` finite, `PAST` finite and past, `VI+it` with a pronoun that hangs on it,
`VI` base form or infinitive, `VP` past participle, `VG` gerund.  Irregular forms are data
(`irregular` in `grammars/lexicon.*.yaml`); what stands here is spelling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.language.syntax import small, syntax

VOWELS = "aeiou"

Irregular = Mapping[str, str]
"""English: verb -> past and participle. Spanish: verb -> its changes (`ie`, `ue`, `i`, `zc`), or `tag=form,form` with the forms themselves."""


# ---- English
def english_plural(noun: str) -> str:
    """hex -> hexes, army -> armies."""
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in VOWELS:
        return noun[:-1] + "ies"
    return noun + "s"


def english_verb(verb: str, irregular: Irregular) -> Iterator[tuple[str, str]]:
    """(form, class) of an English verb: attack, attacks, attacked, attacking."""
    yield verb, "VI"
    yield verb, "V"
    long = verb.endswith("o") and verb[-2:-1] not in VOWELS  # goes, does, forgoes
    yield "has" if verb == "have" else verb + "es" if long else english_plural(verb), "V"
    past = irregular.get(verb, "").split()
    stem = verb
    if verb.endswith("e"):
        stem = verb[:-1] if not verb.endswith(("ee", "ye", "oe")) else verb
        regular = verb + "d"
    elif verb.endswith("y") and verb[-2:-1] not in VOWELS:
        regular = verb[:-1] + "ied"
    elif _doubles(verb):
        stem = verb + verb[-1]
        regular = stem + "ed"
    else:
        regular = verb + "ed"
    if verb.endswith("ie"):
        stem = verb[:-2] + "y"
    yield (past[0] if past else regular), "V" if past[:1] == [verb] else "PAST"
    yield (past[-1] if past else regular), "VP"
    yield stem + "ing", "VG"


def _doubles(verb: str) -> bool:
    """stop -> stopped, but not hold or open."""
    if len(verb) < 3 or verb[-1] in VOWELS + "wxy" or verb[-2] not in VOWELS or verb[-3] in VOWELS:
        return False
    return sum(letter in VOWELS for letter in verb) == 1 or verb.endswith(("mit", "pel", "cur")) or verb.endswith("fer") and not verb.endswith("ffer")


# ---- Spanish
_ENDINGS: dict[str, dict[str, str]] = {name: row for name, row in syntax()["conjugation"].items() if isinstance(row, dict)}
_FUTURE, _STRONG, _STRONG_SUB, _THEY = (syntax()["conjugation"][name].split() for name in ("future", "strong", "strong_sub", "strong_they"))
_PRONOUNS = {f"+{name}" if name else "": words.split() for name, words in syntax()["pronouns"]["es"].items()}
"""Pronouns that may hang on a verb, by what they stand for: an object, the one concerned."""
_REFLEXIVE = tuple(small("reflexive"))
_BARE = str.maketrans("áéíóú", "aeiou")
_ACCENT = str.maketrans("aeiou", "áéíóú")


def infinitive(verb: str) -> str:
    """A verb without the pronoun of its own: retirarse, retirar."""
    return verb[:-2] if verb.endswith(_REFLEXIVE) and len(verb) > 4 else verb


def spanish_plural(noun: str) -> str:
    """paso -> pasos, unidad -> unidades, división -> divisiones."""
    if noun.endswith("s") and len(noun) > 3 and noun[-2] not in "áéíóú":
        return noun
    if noun[-1] in "aeiouéáó":
        return noun + "s"
    if noun.endswith("z"):
        return noun[:-1] + "ces"
    if noun[-1] == "n" and noun[-2] in "áéíóú":
        return noun[:-2] + noun[-2].translate(_BARE) + "nes"
    return noun + "es"


def spanish_adjective(word: str) -> Iterator[str]:
    """All forms of an adjective or participle given as masculine: atacado, -a, -os, -as."""
    yield word
    if word.endswith("o"):
        yield from (word[:-1] + "a", word[:-1] + "os", word[:-1] + "as")
    else:
        yield spanish_plural(word)
        if word.endswith(("or", "án", "és")):
            stem = word[:-2] + word[-2:].translate(_BARE)
            yield from (stem + "a", stem + "as", stem + "es")


def spanish_verb(verb: str, irregular: Irregular) -> Iterator[tuple[str, str]]:
    """(form, class) of a Spanish verb, with the pronouns that may hang on infinitive, gerund and imperative."""
    verb = infinitive(verb)
    notes = irregular.get(verb, "").split()
    forced = dict(note.split("=", 1) for note in notes if "=" in note)
    marks = {note for note in notes if "=" not in note}
    stem, kind = verb[:-2], verb[-2].translate(_BARE)
    yield verb, "VI"
    if "only" in marks:
        for name, class_ in (("v", "V"), ("vp", "VP"), ("vg", "VG")):
            for form in forced[name].split(","):
                yield form, class_
        for own in _REFLEXIVE:
            yield verb + own, "VI"
        return
    table = _ENDINGS[kind]
    strong = stem + "y" if "y" in marks else _strong(stem, marks)
    weak = _weak(stem, marks) if kind == "i" else stem
    first = (
        forced["first"]
        if "first" in forced
        else _spell((stem[:-1] + "zc" if "zc" in marks else stem + "g" if "g" in marks else strong), "o", verb, zc="zc" in marks) + "o"
    )
    yield first, "V"
    _, you, it, we, you_all, they = table["present"].split()
    for ending in (you, it, they):
        yield (stem + "y" if "y" in marks else _spell(strong, ending, verb)) + ending, "V"
    for ending in (we, you_all):
        yield _spell(stem, ending, verb) + ending, "V"
    if "past" in forced:
        root = forced["past"]
        for ending in _STRONG:
            soft = root[:-1] + "z" if root.endswith("c") and ending == "o" else root  # hizo
            yield soft + (_THEY[1] if ending == _THEY[0] and root.endswith("j") else ending), "PAST"
        for ending in _STRONG_SUB:
            yield root + (ending[1:] if root.endswith("j") else ending), "V"
    else:
        for number, ending in enumerate(table["past"].split()):
            root = weak if number in (2, 5) else stem
            yield _soft(_spell(root, ending, verb), ending), "V" if number == 3 else "PAST"
        for ending in table["past_sub"].split():
            yield _soft(_spell(weak, ending, verb), ending), "V"
    for ending in table["imperfect"].split():
        yield forced["imperfect"] + ending[1:] if "imperfect" in forced else stem + ending, "PAST"
    for number, ending in enumerate(table["sub"].split()):
        if "sub" in forced:
            root = forced["sub"]
        elif "first" in forced or marks & {"zc", "g", "y"}:
            root = first[:-1]
        else:
            root = strong if number not in (3, 4) else weak
            root = _spell(root, ending, verb)
        yield root + ending, "V"
    future = forced.get("future", verb[:-2] + kind + "r")
    for ending in _FUTURE:
        yield future + ending, "V"
    for form in forced.get("v", "").split(","):
        if form:
            yield form, "V"
    yield stem + table["plural_order"], "V"
    participle = forced.get("vp", _soft(stem, table["participle"]))
    for form in spanish_adjective(participle):
        yield form, "VP"
    gerund = forced.get("vg", _soft(weak, table["gerund"]))
    yield gerund, "VG"
    imperative = forced.get("order", _spell(strong, it, verb) + it)
    yield imperative, "V"
    for mark, clitics in _PRONOUNS.items():
        for clitic in clitics:
            yield verb + clitic, f"VI{mark}"
            yield _accented(gerund) + clitic, f"VG{mark}"
            yield _accented(imperative) + clitic, f"V{mark}"
            yield imperative + clitic, f"V{mark}"


def _strong(stem: str, marks: set[str]) -> str:
    """The stem under stress: cierr-, encuentr-, pid-."""
    for mark, letters, new in (("ie", "ei", "ie"), ("ue", "ou", "ue"), ("i", "e", "i")):
        if mark in marks:
            for at in range(len(stem) - 1, -1, -1):
                if stem[at] in letters and not (stem[at] == "u" and stem[at - 1 : at] in ("q", "g")):
                    return stem[:at] + new + stem[at + 1 :]
    return stem


def _weak(stem: str, marks: set[str]) -> str:
    """The stem of some forms of -ir verbs: pid-, durm-, sint-."""
    if not marks & {"ie", "ue", "i"}:
        return stem
    for at in range(len(stem) - 1, -1, -1):
        if stem[at] in "eo":
            return stem[:at] + ("i" if stem[at] == "e" else "u") + stem[at + 1 :]
    return stem


def _spell(stem: str, ending: str, verb: str, zc: bool = False) -> str:
    """The stem as it is written before an ending: ataqu-e, llegu-e, avanc-e, dirij-o, sig-o."""
    front = ending[:1] in "eéií"
    if verb.endswith("ar"):
        if front:
            if stem.endswith("gu"):
                return stem[:-1] + "ü"
            for old, new in (("c", "qu"), ("g", "gu"), ("z", "c")):
                if stem.endswith(old):
                    return stem[: -len(old)] + new
        return stem
    if not front and not zc:
        if stem.endswith("gu"):
            return stem[:-1]
        if stem.endswith("qu"):
            return stem[:-2] + "c"
        if stem.endswith("g") and not verb.endswith("gar") and verb[-3] == "g":
            return stem[:-1] + "j"
        if stem.endswith("c"):
            return stem[:-1] + "z"
    return stem


def _soft(stem: str, ending: str) -> str:
    """leyó, cayendo, oído: an i between vowels, or an accent that keeps them apart."""
    if stem and stem[-1] in "aeou" and not stem.endswith(("gu", "qu")):
        if ending.startswith(("ie", "ió")):
            return stem + "y" + ending[1:]
        if ending.startswith("i") and stem[-1] != "u":
            return stem + "í" + ending[1:]
    if stem.endswith(("ñ", "ll")) and ending.startswith(("ie", "ió")):
        return stem + ending[1:]
    return stem + ending


def _accented(form: str) -> str:
    """The form with its stress written, as it must be with a pronoun behind it: atacándo-lo, ataca -> atáca-lo."""
    spots = [at for at, letter in enumerate(form) if letter in VOWELS and not (letter in "iu" and form[at + 1 : at + 2] and form[at + 1] in "aeo")]
    if len(spots) < 2 or any(letter in "áéíóú" for letter in form):
        return form
    at = spots[-2]
    return form[:at] + form[at].translate(_ACCENT) + form[at + 1 :]
