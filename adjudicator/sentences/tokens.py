"""From a text to tokens: the longest phrase that the words or the position's names know, with every class it may have.

Nothing here raises. A word that no table of the game knows gets its class from the general dictionary; one that is not
there either may be a name (`UNK`) if it has a digit or a capital, else a noun.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from adjudicator.language.folding import fold
from adjudicator.language.names import ODDS, READING, RULE, STATS, Lookup
from adjudicator.language.syntax import small, syntax
from adjudicator.sentences.atoms import ACCENTS, ATOM, QUIET, apart, ends, glued_to, spelled_so, typed_bare
from adjudicator.sentences.general import General
from adjudicator.sentences.neighbours import by_neighbours
from adjudicator.sentences.packed import ENTRY, LINE, Packed, once, phrases, readings
from adjudicator.sentences.token import Area, Meaning, Token
from adjudicator.sentences.tree import Signed

FRESH = re.compile(r"(?:(?=\w*[A-Za-z])\w{1,5}/\d{1,4}|\d/\d{2,3})(?![\w/.])|\d{2,3}(?=\s+(?:[^\W\d_]+\s+){0,2}\d+-\d)|\d(?=\s+\d+-\d+-\d)")
"""What may be the name of a unit that nobody knows yet: I/89, 1/394; a bare number before its strength, 129 5-5-7, 30 Polish 2-2."""

GLUED = re.compile(r"(\d+)([a-z]+|d6)$")
PREPOSITIONS = small("prepositions")
SMALL = frozenset(("OF", "TO", "P", "DET", "CL", "AND", "NOT", "REL", "SUB", "QP"))
ALSO_VERBS = small("also_verbs")
"""Small words that are forms of verbs too; the others are not taken for one where they have no accent."""
BARE = small("bare_questions")
"""Question words that are conjunctions where they are written without accent and nothing is asked."""
DECIMAL = re.compile(rf"\d+[.,]\d+(?=\s+(?:{'|'.join(small('points'))})\b)")
AGENTS, DENIALS, OWN, OF, BEFORE = (small(name) for name in ("agents", "denials", "own", "of", "before"))
NEITHER = small("nor_of_things")
AS_MUCH = [words.split() for words in syntax()["as_much"].values()]
"""Small words that are known by themselves (grammars/syntax.yaml says each)."""

DIGITS = re.compile(r"\d+")
SIGNED = re.compile(r"[+-](\d{1,2})(?![\w:/-])")
"""A number with its sign; what it is a modifier of says which way it goes."""

ROWS = 256
"""Of so many texts the tokens are kept, for those who only look at them."""
PLAINLY = frozenset(("", " ", "-", ",", ";", "?"))
"""What stands behind a number of a hex that is nothing else."""
UNNAMED = frozenset(("UNIT", "HEX"))
"""Names before which a word that may be a mere comma is one."""
LABELLED = frozenset(("dice", "roll", "turn", "crossing", "option"))
"""Nouns that a number stands behind."""
COUNTED = frozenset(("step", "point", "mp", "vp", "dice", "shift", "turn"))
"""Nouns that a number stands before."""
CLAUSE, ASKING, BOTH = frozenset(("SUB", "REL")), frozenset(("QP", "QD")), frozenset(("en", "es"))
NUMBER = ("NUM",)
PAUSES = frozenset(("QM", "SEMI", "COLON", "COMMA"))
SIGNS = {
    "?": ("QM",),
    ",": ("COMMA",),
    ";": ("SEMI",),
    ".": ("SEMI",),
    "!": ("SEMI",),
    ":": ("COLON",),
    "=": ("COLON",),
    "-": ("DASH",),
    "/": ("AND", "DASH"),
    "->": ("DASH", "P"),
    "(": ("LP", "COMMA"),
    ")": ("RP", "COMMA"),
}
"""Punctuation and its classes."""


class Words:
    """The words of one rulebook in both languages, with what they mean among the names of a position."""

    def __init__(self, table: Mapping[str, Any], general: General) -> None:
        self.tables = [(language, Packed(text)) for language, text in table["words"]]
        self.senses: Mapping[str, list[str]] = table["senses"]
        self.hexes = re.compile(f"(?:{table['hex']})(?![0-9])")
        self.ids: dict[str, list[list[str]]] = {short: [name.split() for name in names] for short, names in table["ids"].items()}
        self.units: list[str] = table["units"]
        self.codes = frozenset(table["codes"])
        self.labels: Mapping[str, Mapping[str, str]] = table["labels"]
        self.general = general
        self.met: dict[str, Begun] = {}
        self.tails: dict[str, list[tuple[str, list[str]]]] | None = None

    def openings(self, atom: str) -> Begun:
        """What a word can begin, whatever the position names."""
        return once(self.met, atom, self._openings)

    def _openings(self, atom: str) -> Begun:
        table = [
            (rest, language, class_, type_, _value(type_, value), spelled)
            for language, table in self.tables
            for rest, (class_, type_, value, spelled) in readings(table, atom)
        ]
        return _by_second(table)

    def tails_from(self, atom: str) -> list[tuple[str, list[str]]]:
        """What letters of an id are written out as, by the first word of it."""
        if self.tails is None:
            self.tails = {}
            for letters, names in self.ids.items():
                for name in names:
                    self.tails.setdefault(name[0], []).append((letters, name))
        return self.tails.get(atom, [])

    def phrases(self, types: Iterable[str], like: str = "", most: int | None = None) -> Iterator[tuple[str, str]]:
        """(language, phrase) of all that may mean one of these types; slow, for messages and completion only.

        Of those `like` a word only what begins as it does, a slip of its first two letters aside. `most`: no phrase has more letters.
        """
        wanted = set(types)
        begun, two, then, back = (re.escape(part) for part in (like[:1], like[:2], like[1:3], like[1::-1]))
        alike = f"(?:{begun}|{then}|{back}|[^{LINE}{ENTRY}](?:{two}|{then}))" if like else ""
        for language, table in self.tables:
            for phrase, type_ in phrases(table, alike, most):
                if type_ in wanted:
                    yield language, phrase

    def begun(self, types: Iterable[str], start: str) -> Iterator[str]:
        """Words that may mean one of these types and begin so."""
        wanted = set(types)
        for _, table in self.tables:
            yield from (phrase for phrase, type_ in phrases(table, re.escape(start)) if type_ in wanted and " " not in phrase)

    def deeds_of(self, word: str) -> frozenset[str]:
        """What a word says that is done."""
        verbs = [str(value) for _, table in self.tables for rest, (_, type_, value, _) in readings(table, word) if type_ == "VERB" and not rest]
        return frozenset([sense for verb in verbs for sense in self.senses.get(verb, ())])

    def labels_of(self, word: str) -> bool:
        """Whether a word is a noun that a number stands behind."""
        return any(not rest and class_ == "W" and value in LABELLED for _, table in self.tables for rest, (class_, _, value, _) in readings(table, word))


Opening = tuple[list[str], str, str, str, Any, str]
"""What a word can begin: rest of the phrase, language, class, type, value, spelling."""
Begun = tuple[dict[str, list[Opening]], list[Opening]]
"""What a word can begin, by the second word, the longest first; and what it can be alone."""


def _by_second(found: list[Opening]) -> Begun:
    found.sort(key=lambda entry: -len(entry[0]))
    longer: dict[str, list[Opening]] = {}
    alone = [entry for entry in found if not entry[0]]
    for entry in found[: len(found) - len(alone)]:
        longer.setdefault(entry[0][0], []).append(entry)
    return longer, alone


class Openings:
    """What each first word can begin, for one position; filled as words are met."""

    def __init__(self, words: Words, lookup: Lookup) -> None:
        self.words = words
        self.lookup = lookup
        self.known: dict[str, Begun] = {}
        self.numbered: dict[str, list[tuple[list[str], str]]] = {}
        self.rows: dict[str, list[Token]] = {}
        self.near: dict[Any, dict[str, tuple[str, ...]]] = {}  # what looks like a word
        self.plain: dict[str, str | None] = {}

    def plain_hex(self, atom: str) -> str | None:
        """The hex that a number is if it is the name of nothing else and begins nothing; None if it is not."""
        if atom not in self.plain:
            alone = len(atom) > 3 and self.words.hexes.fullmatch(atom) is not None and not any(self.begun(atom)) and not self.numbered[atom]
            self.plain[atom] = atom if alone else None
        return self.plain[atom]

    def row(self, text: str) -> list[Token]:
        """The tokens of a text that is looked at again and again."""
        return once(self.rows, text, lambda text: tokens(text, self), ROWS)

    def begun(self, atom: str) -> Begun:
        """What a word can begin here, the names of the position before all."""
        known = self.known.get(atom)
        if known is None:
            found: list[Opening] = [
                (rest, "", "HEX" if type_ == "HEX" else "UNIT", "MARKER" if type_ == "MARKERID" else type_, value, "")
                for rest, (type_, value) in self.lookup.names(atom)
            ]
            known = self.words.openings(atom)
            if found:
                longer, alone = known
                known = _by_second([*found, *(entry for entries in longer.values() for entry in entries), *alone])
            self.known[atom] = known
            self.numbered[atom] = self.lookup.by_number(atom)
        return known

    def alone(self, atom: str) -> list[Opening]:
        """What a word can be by itself."""
        return self.begun(atom)[1]

    def here(self, words: list[tuple[str, int, int]], at: int) -> list[Opening]:
        """What the word at a place can begin, with the units that are called by it and the number behind it: rifle division 47."""
        atom = words[at][0]
        longer, found = self.begun(atom)
        if at + 1 < len(words) and words[at + 1][0] in longer:
            found = longer[words[at + 1][0]] + found
        for tail, letters in self.numbered[atom]:
            end = at + 1 + len(tail)
            if end < len(words) and words[end][0].isdecimal() and [word for word, _, _ in words[at + 1 : end]] == tail:
                number = words[end][0]
                more = [([*tail, number], "", "UNIT", "UNIT", unit, "") for unit in self.lookup.of_number(letters, number)]
                found = sorted([*more, *found], key=lambda entry: -len(entry[0])) if more else found
        return found


def _value(type_: str, text: str) -> Any:
    if type_ == "NUM":
        return int(text) if text.isdigit() else text
    if type_ == "HEX":
        return Area(text.split(",")) if "," in text else text
    if type_ in ("MARKER", "MARKERID"):
        return tuple(text.split("|", 1))
    return text


def tokens(text: str, names: Openings) -> list[Token]:
    """The tokens of a text, each with all its classes."""
    folded = fold(text)
    spots: Iterable[re.Match[str]] = ATOM.finditer(folded)
    if not QUIET.isdisjoint(folded):
        spots = [match for match in spots if match.group() not in QUIET or ends(match, folded)]
    accented = not ACCENTS.isdisjoint(text)
    words = apart(spots)
    found: list[tuple[Token, set[str]]] = []
    at = 0
    while at < len(words):
        token, languages, at = _next(text, folded, words, at, names, accented)
        found.append((token, languages))
    return _settled(found, names)


def _next(text: str, folded: str, words: list[tuple[str, int, int]], at: int, names: Openings, accented: bool) -> tuple[Token, set[str], int]:
    """The token that begins at a word, the languages that know it, and where the next begins."""
    atom, start, end = words[at]
    if atom.isdecimal() and (hex_ := names.plain_hex(atom)) is not None and folded[end : end + 1] in PLAINLY and not glued_to(words, at):
        return Token(hex_, start, end, {"HEX": [("HEX", hex_)]}, ("HEX",)), set(), at + 1
    if atom == "-" and folded[start - 1 : start].isdecimal() and folded[end : end + 1].isdecimal():
        return Token(atom, start, end, {"DASH": [("DASH", atom)]}, SIGNS[atom]), set(), at + 1
    signed = SIGNED.match(folded, start) if atom in "+-" and (not start or folded[start - 1] in " ,(") else None
    if signed:  # red +2, blue -3
        return Token(signed.group(), start, signed.end(), {"NUM": [("NUM", Signed(signed.group(1)))]}), set(), at + 2
    if atom == "-" and text[start - 1 : start] == " " and text[end : end + 1] == " " and not (text[start - 2].isdigit() and text[end + 1 : end + 2].isdigit()):
        return Token(atom, start, end, {"SEMI": [("SEMI", atom)]}, ("SEMI",)), set(), at + 1  # has attacked - may it attack again?
    named = names.here(words, at) if atom == "(" else ()  # (7)Btty
    if atom in SIGNS and not any(each[3] == "UNIT" and [word for word, _, _ in words[at + 1 : at + 1 + len(each[0])]] == each[0] for each in named):
        return Token(atom, start, end, {class_: [(class_, atom)] for class_ in SIGNS[atom]}, SIGNS[atom]), set(), at + 1
    length = 0
    means: dict[str, list[tuple[str, Meaning]]] = {}
    ahead: list[str] = []
    for rest, language, class_, type_, value, spelled in names.here(words, at):
        size = len(rest)
        if size < length:
            break
        if size != len(ahead):
            ahead = [word for word, _, _ in words[at + 1 : at + 1 + size]]
        if size and (ahead != rest or _swallows(words, at, size, class_, type_, names)):
            continue
        if spelled and not spelled_so(spelled, text[start : words[at + size][2]], accented):
            continue
        if size > length:
            length, means = size, {}
        kept = means.setdefault(class_, [])
        if (language, (type_, value)) not in kept:
            kept.append((language, (type_, value)))
    last = words[at + length][2]
    fresh = FRESH.match(text, start) if "UNIT" not in means and "HEX" not in means else None
    if fresh and (
        "/" in fresh[0] or _may_name(words, at, names) and (not words[at + 1][0].isalpha() or any(names.begun(words[at + 1][0])) or names.here(words, at + 1))
    ):
        while at < len(words) and words[at][1] < fresh.end():
            at += 1
        return Token(fresh[0], start, fresh.end(), {"UNK": [("UNK", fresh[0])]}), set(), at
    if not length and "UNIT" not in means and glued_to(words, at) and any(each[3] == "UNIT" for each in names.alone(words[at + 2][0])):
        end = words[at + 2][2]  # 1-1Rif, of which nobody has heard, is no 1Rif
        return Token(text[start:end], start, end, {"UNK": [("UNK", text[start:end])]}), set(), at + 3
    if atom[0].isdigit():
        shape = _shape(text, folded, start, names.words)
        if shape is not None and "UNIT" in means and shape.classes[0] in ("ODDS", "STATS") and " " in shape.text:
            shape = None  # supply line of 26: 0417, 0418
        if shape is not None and (not means or shape.end > last or length == 0 and "UNIT" not in means and shape.classes[0] != "NUM"):
            while at < len(words) and words[at][1] < shape.end:
                at += 1
            return shape, set(), at
        if shape is not None and shape.end == last and "NUM" not in means:
            means["NUM"] = [("", ("NUM", shape.means["NUM"][0][1]))] if "NUM" in shape.means else []
            means = {class_: kept for class_, kept in means.items() if kept}
    glued = None if means else GLUED.match(atom)
    if glued and any(entry[3] == "NOUN" for entry in names.alone(glued[2])):
        cut = start + len(glued[1])  # 3T: a number and a noun
        words[at] = (glued[2], cut, end)
        return Token(glued[1], start, cut, {"NUM": [("NUM", int(glued[1]))]}), set(), at
    if not means:
        return (*_unknown(text, words, at, names.words),)
    if not length and text[start:last] in names.words.codes:  # AS, the result, is typed in capitals
        own = {"UNIT": [meaning for _, meaning in means["UNIT"]]} if "UNIT" in means else {}  # a unit of that name
        return Token(text[start:last], start, last, {**own, "W": [("RESULT", text[start:last])]}), set(), at + 1
    if not length and SMALL & means.keys() and typed_bare(text[start:last]) and atom not in ALSO_VERBS:
        for class_ in ("V", "VI", "VP", "VG"):
            means.pop(class_, None)  # de, a, en are never forms of verbs
    if not length and ("es", ("SUB", "if")) in means.get("SUB", ()) and typed_bare(text[start:last]):
        means = {"SUB": means["SUB"]}  # ¿puede disparar si mueve?: not what is said with an accent
    if not length and last - start == 1 and "UNIT" in means and len(means) > 1:  # a unit called A is none of the small words that look like it
        if text[start].islower():
            del means["UNIT"]
        elif at and not text.isupper() and words[at - 1][0] not in ".;:?!":
            means = {"UNIT": means["UNIT"]}
    if not length and "PRON" in means and "W" in means and text[start:last] == "US" and not text.isupper():
        del means["PRON"]  # the US player
    languages = {language for kept in means.values() for language, _ in kept}
    token = Token(text[start:last], start, last, {class_: [meaning for _, meaning in kept] for class_, kept in means.items()})
    if languages >= {"en", "es"}:
        token.means = means
    return token, languages, at + length + 1


def _may_name(words: list[tuple[str, int, int]], at: int, names: Openings) -> bool:
    """Whether a bare number may name a unit here: at the head of a clause, behind a side, a kind of unit or the unit before it."""
    return not at or words[at - 1][0] in ";.," or any(entry[2] in ("AND", "DET") or entry[3] in ("SIDE", "KIND") for entry in names.alone(words[at - 1][0]))


def _swallows(words: list[tuple[str, int, int]], at: int, size: int, class_: str, type_: str, names: Openings) -> bool:
    """Whether a phrase ends in a word that belongs to what follows: va a 2209, move in 2502, y no queda."""
    if class_ == "AND" and words[at + size][0] in DENIALS:
        after = words[at + size + 1][0] if at + size + 1 < len(words) else ""
        return any(entry[2] in ("V", "BE", "MOD", "HV", "DO", "CL") for entry in names.alone(after))
    if class_ == "ADV" and words[at + size][0] in OWN:  # on its own supplies
        return at + size + 1 < len(words) and any(entry[2] == "W" for entry in names.alone(words[at + size + 1][0]))
    if class_ == "ADV" and names.words.labels_of(words[at + size][0]) and at + size + 1 < len(words) and words[at + size + 1][0].isdigit():
        return True  # in turn 5
    if class_ == "ADV" and at + size + 1 < len(words) and words[at + size + 1][0] in OF:
        return True  # al final del turno
    if words[at + size][0] in AGENTS | PREPOSITIONS and class_ in ("V", "VP"):  # is laid by Eng-Rcn, is pulled back to 40.15
        behind = names.here(words, at + size + 1) if at + size + 1 < len(words) else ()
        named = any(entry[2] in ("UNIT", "HEX", "DET", "PRON") or entry[3] == "SIDE" for entry in behind)
        named = named or at + size + 1 < len(words) and words[at + size + 1][0][:1].isdigit()
        if named and any(entry[2] in ("BE", "BEI") for word, _, _ in words[max(0, at - 2) : at] for entry in names.alone(word)):
            return True
    if class_ == "P" and any(entry[2] == "P" and "FROM" in entry[4].split("|") for entry in names.alone(words[at + size][0])):
        return any(words[at][0] in names.begun(word)[0] for word, _, _ in words[max(0, at - 4) : max(0, at - 1)])  # pull 32 away | from 15
    if words[at + size][0] not in PREPOSITIONS:
        return False
    if class_ in ("MOD", "MODI"):
        after = words[at + size + 1][0] if at + size + 1 < len(words) else ""
        behind = names.here(words, at + size + 1) if after else ()
        long = [entry for entry in behind if [word for word, _, _ in words[at + size + 2 : at + size + 2 + len(entry[0])]] == list(entry[0])]  # clear out of
        classes = {entry[2] for entry in (*names.alone(after), *long)} or {found[1] for found in names.words.general.find(after, after)}
        return classes.isdisjoint(("VI", "MODI", "BEI", "ADV"))
    return (type_ in ("VERB", "PAST") or type_.startswith("WITH:")) and any(entry[2] == "W" for entry in names.alone(words[at][0]))


def _settled(found: list[tuple[Token, set[str]]], names: Openings) -> list[Token]:
    """Words of both languages are taken in the language of the line, if it shows one."""
    asked = any(token.text == "?" for token, _ in found)
    for token, _ in found if not asked else ():
        if not CLAUSE.isdisjoint(token.means) and not ASKING.isdisjoint(token.means) and typed_bare(token.text) and token.text.lower() in BARE:
            for class_ in ("QP", "QD"):
                token.means.pop(class_, None)  # que 16Pz ataque
            token.classes = tuple(class_ for class_ in token.classes if class_ in token.means)
    votes = {"en": 0, "es": 0}
    for _, languages in found:
        if len(languages) == 1 and (language := next(iter(languages))):
            votes[language] += 1
    line = "en" if votes["en"] > votes["es"] else "es" if votes["es"] > votes["en"] else ""
    out: list[Token] = []
    for token, languages in found:
        if len(languages) > 1 and languages >= BOTH:
            means: dict[str, list[Meaning]] = {}
            for class_, kept in token.means.items():
                fits = [meaning for language, meaning in kept if not line or language in ("", line)]
                if fits:
                    means[class_] = fits
            if not means:
                means = {class_: [meaning for _, meaning in kept] for class_, kept in token.means.items()}
            token = Token(token.text, token.start, token.end, means)
        if token.classes[0] in PAUSES:
            if not out:
                continue  # nothing has been said yet
            if out[-1].classes[0] == "COMMA":
                out.pop()
        out.append(token)
    while out and out[-1].classes[0] == "COMMA":
        out.pop()
    words = [token.text.lower() for token in out]
    for (token, after), word in zip(pairwise(out), words, strict=False):
        if word in NEITHER and after.classes[:1] == ("V",) and "W" in after.classes and token is not out[0]:
            after.classes = ("W", *(class_ for class_ in after.classes if class_ != "W"))  # no sufre ni bajas ni opción
        if word in BEFORE and "ADV" in token.classes and after.classes[0] not in ("COMMA", "SEMI", "QM"):
            token.classes = tuple(class_ for class_ in token.classes if class_ != "ADV") or token.classes  # before losing a step: not yet
        if token.classes[0] == "NUM" and "PRON" in token.classes and after.classes[0] == "W":
            token.classes = tuple(class_ for class_ in token.classes if class_ != "PRON")  # one hex
    mere = [
        at for at, token in enumerate(out)
        if "COMMA" in token.classes and at and token.classes[0] != "COMMA" and out[at - 1].classes[0] == "COMMA"
        and any(UNNAMED & set(o.classes[:1]) for o in out[at + 1 : at + 2])
    ]  # fmt: skip
    for at in reversed(mere):  # the stack, that is 16Pz and 371Inf
        del out[at], words[at]
    for first, second in AS_MUCH:
        if first in words and second in words[words.index(first) :]:  # tanto 97Jg como 101Jg
            at = words.index(second, words.index(first))
            out[at] = Token(out[at].text, out[at].start, out[at].end, {"AND": [("AND", "and")]})
            del out[words.index(first)]
    for at, token in enumerate(out[1:], 1):
        if token.classes != NUMBER:
            continue
        alone = at + 1 == len(out) or out[at + 1].classes[0] in ("COMMA", "AND", "SEMI")
        if "W" in out[at - 1].classes and "V" in out[at - 1].classes and alone and (at == 1 or out[at - 2].classes[0] == "COMMA"):
            out[at - 1].classes = ("W",)  # surprise 9, combat 7: no verb
    _numbers(out)
    for at, token in enumerate(out):
        if "QP" not in token.classes:
            continue
        if asked and "REL" in token.classes and (not at or out[at - 1].classes[0] in ("SEMI", "QM", "COLON")):
            token.classes = tuple(class_ for class_ in token.classes if class_ != "REL")  # who picks …?
        opens = "SUB" in token.classes and line == "en" and (not at or out[at - 1].classes[0] in ("SEMI", "QM", "COLON"))
        if opens and [other.classes[0] for other in out[at + 1 : at + 2]][:1] in (["UNIT"], ["DET"], ["PRON"], ["HEX"]) and "," in words[at:]:
            token.means.pop("QP")  # when 47 retreats to 1511, may it …?
            token.classes = tuple(class_ for class_ in token.classes if class_ != "QP")
    for token in out:
        token.spanish = line == "es"
    by_neighbours(out, line, names.words.general)
    return out


def _numbers(row: list[Token]) -> None:
    """Where units are called by numbers: die 4 and 4 steps are no unit 4, in turn 5 nothing turns."""
    numbers = [(at, token) for at, token in enumerate(row) if "NUM" in token.classes]
    nouns = [{value for _, value in token.means.get("W", ())} for token in row] if numbers else []
    for at, token in numbers:
        behind = at - 1 if at and nouns[at - 1] & LABELLED else at - 2 if at > 1 and "OF" in row[at - 1].classes and nouns[at - 2] & {"dice", "roll"} else None
        counts = at + 1 < len(row) and nouns[at + 1] & COUNTED and "V" not in row[at + 1].classes
        if "UNIT" in token.classes and (counts or behind is not None):
            token.classes = ("NUM",)
        elif "UNIT" in token.classes and at and row[at - 1].classes[0] == "DET" and {value for _, value in row[at - 1].means["DET"]} & {"def", "poss"}:
            token.classes = ("UNIT",)  # la 46, my 4
        if behind is not None and not counts and (token.classes == ("NUM",) and "turn" in nouns[behind] or "UNIT" in token.means):
            row[behind].classes = ("W",)


def _shape(text: str, folded: str, start: int, words: Words) -> Token | None:
    """What a run of digits can be by its shape."""
    match = words.hexes.match(folded, start)
    if match and not folded[match.end() : match.end() + 1].isalpha():
        return Token(match.group(), start, match.end(), {"HEX": [("HEX", match.group())]})
    match = DECIMAL.match(folded, start)
    if match:
        return Token(match.group(), start, match.end(), {"NUM": [("NUM", match.group().replace(",", "."))]})
    match = ODDS.match(folded, start)
    if match:
        value = f"{match.group(1)}:{match.group(2) or match.group(3)}"
        return Token(match.group(), start, match.end(), {"ODDS": [("ODDS", value)]})
    match = STATS.match(folded, start)
    if match:
        return Token(match.group(), start, match.end(), {"STATS": [("STATS", tuple(int(n) for n in re.findall(r"\d+", match.group())))]})
    match = RULE.match(folded, start)
    if match:
        return Token(match.group(), start, match.end(), {"RULE": [("RULE", match.group())]})
    match = DIGITS.match(folded, start)
    if match and not folded[match.end() : match.end() + 1].isalpha() and len(match.group()) < 10:
        return Token(match.group(), start, match.end(), {"NUM": [("NUM", int(match.group()))]})
    return None


def _unknown(text: str, words: list[tuple[str, int, int]], at: int, known: Words) -> tuple[Token, set[str], int]:
    """A word of no table: what the general dictionary says, else a name or a noun."""
    atom, start, end = words[at]
    if (match := READING.match(atom, 0)) and match.end() == len(atom) or not atom[0].isalnum():
        return Token(text[start:end], start, end, {"UNK": [("UNK", text[start:end])]}), set(), at + 1
    if atom.isalpha():
        found = known.general.find(text[start:end].lower(), atom)
        if found:
            both: dict[str, list[tuple[str, Meaning]]] = {}
            for language, class_, lemma in found:
                type_ = "ADJ" if class_ == "ADJ" else "VERB" if class_ in ("V", "VI", "VP", "VG") else "WORD"
                both.setdefault("W" if class_ == "ADJ" else class_, []).append((language, (type_, lemma)))
            languages = {language for language, _, _ in found}
            token = Token(text[start:end], start, end, {class_: [meaning for _, meaning in kept] for class_, kept in both.items()})
            if languages >= {"en", "es"}:
                token.means = both  # settled when the language of the line is known
            return token, languages, at + 1
        named = at > 0 or len(words) > 1 and bool(STATS.match(fold(text), words[1][1]))  # Kres 3-2-4 …
        named = named or not text[start + 1 : end].islower() and not text.isupper()  # KPG, KhG: no word is written so
        if not text[start].isupper() or not named:
            return Token(text[start:end], start, end, {"W": [("WORD", atom)]}), set(), at + 1
    stop = at + 1
    while (
        stop < len(words)
        and words[stop][1] == words[stop - 1][2]
        and (words[stop][0] in "-/." or words[stop - 1][0] in "-/.")
        and not (words[stop][0] == "." and (stop + 1 == len(words) or words[stop + 1][1] > words[stop][2]))
    ):
        stop += 1
    end = words[stop - 1][2]
    return Token(text[start:end], start, end, {"UNK": [("UNK", text[start:end])]}), set(), stop
