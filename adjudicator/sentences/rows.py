"""Rows of tokens: cut at sure borders, joined, in which language, and the word that nobody knows."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import pairwise

from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act, Entry, Stated
from adjudicator.language.syntax import small
from adjudicator.sentences.token import VERBAL, Token

RESTING = small("resting")
HEAD_FIRST = small("head_first")
"""Small words of a language in which the head of a noun phrase stands first."""


def _beside(row: list[Token]) -> Iterator[int]:
    """Where the words begin that are joined to a unit by *and*, and name no unit themselves: 6Tk and the rest, not 6Tk and the panzers 12Pz."""
    for at in range(1, len(row) - 1):
        joined = row[at - 1].classes[0] == "UNIT" and row[at].means.get("AND") == [("AND", "and")]
        if joined and not any(token.classes[0] == "UNIT" for token in row[at + 1 : at + 4]):
            yield at + 1


def who_else(row: list[Token]) -> bool:
    """Whether others do it beside a unit whom no name tells: 6Tk and the rest."""
    return any(row[at].classes[0] == "DET" and at + 1 < len(row) and row[at + 1].type in ("WORD", "ADJ", "UNK") for at in _beside(row))


PLAIN = frozenset(("VERB", "PAST", "ADJ", "WORD"))
"""What words mean that say nothing of a counter."""


def strange(row: list[Token]) -> NotUnderstood | None:
    """The first word that no list and no dictionary knows: what a sentence without sense most likely hangs on; of a new counter with its numbers, that of
    its words that says nothing of a counter."""
    named = next((at for at, token in enumerate(row) if "UNK" in token.means), len(row))
    if any(token.classes[0] == "STATS" for token in row[named:]):
        said = [token for token in row if "W" in token.classes and all(type_ in PLAIN for kept in token.means.values() for type_, _ in kept)]
        if said:
            return NotUnderstood("no_place", said[0].text, said[0].start, said[0].end)
    done = any(token.classes[0] in ("V", "BE", "HV") for token in row)
    for token in row:
        if all(type_ in ("WORD", "UNK") for kept in token.means.values() for type_, _ in kept):
            return NotUnderstood("unknown_word", token.text, token.start, token.end, ("UNIT",) if "UNK" in token.means else () if done else ("VERB",))
    return None


def begins(row: list[Token]) -> bool:
    """Whether a clause with a subject of its own, or with the one before, may begin here."""
    verb = next((at for at, token in enumerate(row[:4]) if "V" in token.classes), None)
    behind = verb is not None and all(token.classes[0] != "COLON" for token in row[:verb])  # 19Pz: start 2008
    return behind and (verb == 0 or row[0].classes[0] in ("UNIT", "PRON", "DET", "NUM", "W"))


def moments(row: list[Token], facts: Mapping[str, Mapping[str, str]], groups: Container[str]) -> tuple[list[Token], list[Stated]]:
    """A sentence without the moment that it names by whose it is (in this Soviet activation, en la activación de 1Pz), and what that states.

    `facts`: noun -> type of what is named -> the fact; `groups`: names of formations, which such a moment may be called by.
    """
    for at, token in enumerate(row):
        noun = next((value for type_, value in token.means.get("W", ()) if type_ == "NOUN" and value in facts), None)
        if noun is None:
            continue
        begin, end = at, at + 1
        while begin and row[begin - 1].classes[0] in ("W", "UNIT") and _whose(row[begin - 1], groups):
            begin -= 1
        if (
            begin < 2
            or row[begin - 1].classes[0] != "DET"
            or not {"IN", "WHILE"} & {rel for _, name in row[begin - 2].means.get("P", ()) for rel in name.split("|")}
        ):
            continue
        if end + 1 < len(row) and row[end].classes[0] == "OF" and _whose(row[end + 1], groups):
            end += 2
        elif end < len(row) and _whose(row[end], ()):
            end += 1
        named = [whose for other in row[begin:end] if (whose := _whose(other, groups)) is not None]
        if len(named) == 1 and named[0][0] in facts[noun]:
            return row[: begin - 2] + row[end:], [Stated(facts[noun][named[0][0]], named[0][1])]
    return row, []


def _whose(token: Token, groups: Container[str]) -> tuple[str, str] | None:
    """The side or the formation that a word names."""
    for means in token.means.values():
        for type_, value in means:
            if type_ == "SIDE" or type_ == "UNIT" and value in groups:
                return type_, value
    return None


def joined_rows(rows: list[list[Token]]) -> list[Token]:
    """Sentences that follow one another as one row, with a stop between them."""
    whole = list(rows[0])
    for row in rows[1:]:
        whole += [Token(".", whole[-1].end, whole[-1].end, {"SEMI": [("SEMI", ".")]}), *row]
    return whole


def sentences(row: list[Token]) -> list[list[Token]]:
    """The parts between sure borders, a question mark with the part that it ends."""
    found: list[list[Token]] = [[]]
    for at, token in enumerate(_rested(row)):
        if token.classes[0] == "SEMI":
            found.append([])
        elif token.classes[0] == "QM":
            if found[-1]:
                found[-1].append(token)
            if at + 1 < len(row):
                found.append([])
        else:
            found[-1].append(token)
    return [part for part in found if part and part[0].classes[0] != "QM"]


ASKERS = frozenset(("QP", "QD", "DO", "MOD", "BE", "HV"))
"""Classes of words that a question begins with."""
HUNG = frozenset(("SUB", "P", "QP", "QD", "REL", "VG", "VP", "MOD", "DO"))
"""Classes of words that begin what is no statement by itself."""


def in_parts(row: list[Token], text: str, read: Callable[[list[Token]], Entry]) -> Entry:
    """What a text is read as, if need be with what it tells before its question as a sentence of its own. Raises NotUnderstood."""
    try:
        return read(row)
    except NotUnderstood:
        if parted := told_first(row, text):
            with suppress(NotUnderstood):
                return read(parted)
        raise


def told_first(row: list[Token], text: str) -> list[Token]:
    """A question with what is told before it, each a sentence of its own: *39 is two steps down, how hard does it hit?* [] if nothing is told so."""
    begin = next((at + 1 for at in range(len(row) - 2, -1, -1) if row[at].classes[0] in ("SEMI", "QM")), 0)
    if not row or row[-1].classes[0] != "QM":
        return []
    for at in range(begin + 2, len(row) - 2):
        if row[at].classes[0] not in ("COMMA", "COLON"):
            continue
        behind = at + 1 + (row[at + 1].classes[0] in ("AND", "THEN"))
        asked = text[: row[behind].start].rstrip().endswith("¿")
        opener = row[behind + (row[behind].classes[0] == "P")].classes[0]
        said = row[begin:at]
        hung = said[0].classes[0] in HUNG and not (said[0].spanish and said[0].classes[0] == "P" and all("SUB" not in token.classes[:1] for token in said))
        states = not hung and any(token.classes[0] in ("V", "BE", "HV") for token in said)
        if states and (asked or opener in ASKERS):
            return [*row[:at], Token(".", row[at].end, row[at].end, {"SEMI": [("SEMI", ".")]}), *row[behind:]]
    return []


def is_spanish(row: list[Token]) -> bool:
    """Whether the head of a noun phrase stands first in this part."""
    return (
        any(token.spanish and {"V", "BE"} & set(token.classes) for token in row)
        or any(char in "áéíóúñ¿" for token in row for char in token.text)
        or any(token.text.lower() in HEAD_FIRST for token in row)
    )


def told_beside(row: list[Token], parts: Iterable[Stated | Act], text: str) -> Token | None:
    """Who does it beside a unit, told back in passing, or what a unit does to a hex: 6Tk and the rest retreat; here goes nothing, 6Tk | attacks 2011."""
    told = [said for part in parts if isinstance(part, Act) for said in part.slots.get("passing", ())]
    done = [at for at, token in enumerate(row[1:-1], 1) if "V" in token.classes and row[at - 1].classes[0] == "UNIT" and row[at + 1].classes[0] == "HEX"]
    return next((row[at] for at in (*_beside(row), *done) if any(text.startswith(said, row[at].start) for said in told)), None) if told else None


def is_counter(row: list[Token]) -> bool:
    """Whether a row describes a new counter, each word that may be a verb a state: X9 3-3 reduced at 2217."""
    values = [at for at, token in enumerate(row) if token.classes[0] == "STATS"]
    named = bool(values) and any(token.classes[0] == "UNK" for token in row[: values[0]])
    verbal = [token for token in row if not VERBAL.isdisjoint(token.classes)]
    return named and all(any(type_ == "STATUS" for type_, _ in token.means.get("W", ())) for token in verbal)


def of_counter(part: Stated | Act) -> bool:
    """Whether a fact is one of a counter."""
    return isinstance(part, Stated) and part.path.startswith(("units[", "markers["))


def named_now(row: list[Token], new_names: set[str]) -> None:
    """A unit that was stated before is a unit now."""
    for token in row:
        if token.text in new_names:
            token.means, token.classes = {"UNIT": [("UNIT", token.text)]}, ("UNIT",)


def _rested(row: list[Token]) -> list[Token]:
    """16Pz está eliminada: what follows a verb of states is a state, where it may be one, and never a deed."""
    found = list(row)
    for at, (before, token) in enumerate(pairwise(row), 1):
        means = token.means.get("W", ()) if before.text.lower() in RESTING else ()
        states = [one for one in means if one[0] == "STATUS"]
        if states and len(token.classes) > 1:
            found[at] = Token(token.text, token.start, token.end, {"W": states})
            found[at].spanish = token.spanish
    return found
