"""From a line of plain text to an entry of facts, acts and questions (docs/sentences.md).

    load(book_folder) -> Language;  Language.parse(text, names) -> Entry;  explain(error, lang) -> str

No language and no rulebook is known here: words come from words files, the shape of a clause from `grammars/core.lark`, and
what an act needs from verb frames. Nothing in a sentence is skipped: a phrase that fits no slot raises `NotUnderstood` with
the word, its columns, what was expected and the nearest known names.

The rooms, each using only those above it:
`folding` comparable text · `model` what comes out · `errors` what was not understood · `lexer` text -> tokens ·
`senses` which meaning a word has · `shapes` (and `grammar`) tokens -> items · `clauses` sentence -> clauses ·
`frames` clause -> act · `facts` clause -> facts · `words` words files -> table ·
`asides` other groupings, where a sentence makes no sense as it stands · `remarks` what is said in passing and told back

Longer than 500 lines because a new language layer is about to take its place.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.files.places import grammars_folder
from adjudicator.language.clauses import Clause, Reader, cut
from adjudicator.language.errors import Ambiguous, NotUnderstood, close_to, explain
from adjudicator.language.facts import read_facts, read_past, says_how_things_stand
from adjudicator.language.folding import PREP_BITS, fold
from adjudicator.language.frames import Plan
from adjudicator.language.lexer import Lexer, Lookup, Tok
from adjudicator.language.model import Act, Aid, Entry, Names, Stated
from adjudicator.language.senses import COUNTED, others, resolve
from adjudicator.language.shapes import Shapes

__all__ = ["Act", "Aid", "Ambiguous", "Entry", "Language", "Names", "NotUnderstood", "Stated", "compile_language", "explain", "from_compiled", "load"]

MAX_TEXT = 4000
"""A longer entry is no sentence; it is refused rather than searched."""
MAX_MEMO = 4096
ENDS = frozenset((";", ".", "?", "!"))
QUIET = frozenset(("¿", "¡", '"', "'", "(", ")", "«", "»", ":", "="))
FORMAT = ("words.py", "frames.py", "folding.py", "../ground/folding.py")
"""Code that settles what compiled words look like."""
CORE = ("words.en.yaml", "words.es.yaml")
NAMED = frozenset(("VERB", "NOUN", "SIDE", "WEATHER", "TERRAIN", "FEATURE", "HEX", "PHASE", "STATUS", "MARKERKIND", "MARKER"))
TYPES_OF = {
    ("VERB",): frozenset(("VERB",)),
    ("TERRAIN", "FEATURE", "STATUS"): frozenset(("TERRAIN", "FEATURE", "STATUS", "SIDE", "CLASS")),
    ("WEATHER",): frozenset(("WEATHER",)),
    ("PHASE",): frozenset(("PHASE", "SIDE", "NOUN")),
}
"""What is looked for where only this was expected."""
IN, TO = PREP_BITS["in"], PREP_BITS["to"]
SETTLING = frozenset(("loss", "retreat", "stay", "eliminate", "claim_mode"))
"""Acts that carry out a result; what is said of a unit's state behind one of them is a claim where a frame has `claims`."""
MOVING = frozenset(("advance", "retreat", "move"))
"""Acts of which it is said that somebody does not do them: he stays."""
REASON = "reason"
"""The relatives that give a reason against: although."""
ECHOES = frozenset(("deploy", "setup", "enter", "return", "move", "retreat", "advance"))


class Language:
    """The grammar and words of one rulebook, both languages at once."""

    def __init__(self, table: Mapping[str, Any], grammar: str, cache_file: str | None = None) -> None:
        """`table` is what `words.compile_words` gave, or its JSON copy."""
        self.lexer = Lexer(table)
        self.labels: Mapping[str, Mapping[str, str]] = table["labels"]
        self._done: Mapping[str, str] = table.get("done") or {}
        self.shapes = Shapes(grammar, cache_file)
        self._plans = [Plan(frame) for frame in table["frames"]]
        deeds = {concept for plan in self._plans for row in plan.mains if len(row) == 1 for concept in row}  # `an attack` is no number of attacks
        self._counted = COUNTED | {name[6:] for plan in self._plans for name in plan.by_type if name.startswith("count:")} - deeds
        self._by_concept: dict[str, list[tuple[frozenset[str], int]]] = {}
        for number, plan in enumerate(self._plans):
            for row in plan.mains:
                for concept in row:
                    self._by_concept.setdefault(concept, []).append((row, number))
        self._orders: dict[frozenset[str], list[Plan]] = {}

    # ---- the public way in
    def parse(self, text: str, names: Names) -> Entry:
        """The entry of a text. Raises `NotUnderstood` or `Ambiguous`, nothing else."""
        if names.owner is not self:
            names.table, names.owner = Lookup(self.lexer, names.units, names.markers, names.hexes), self
            names.memo.clear()
        found = names.memo.get(text)
        if found is None:
            try:
                found = self._entry(text, names)
            except NotUnderstood as error:
                raise self._told(error, text, names) from None
            if len(names.memo) >= MAX_MEMO:
                names.memo.clear()
            names.memo[text] = found
        return found

    def nearest(self, word: str, names: Names, limit: int = 3, types: Iterable[str] = NAMED) -> dict[str, tuple[str, ...]]:
        """Known names and words of these types that look like this one, nearest first, for each language of the words.

        A unit is given with where it stands (`16Pz @ 2218`), if that is known.
        """
        folded = fold(word)[:60]
        everywhere: dict[str, str] = {}
        for unit in names.units:
            place = names.places.get(unit)
            everywhere[fold(unit)] = f"{unit} @ {place}" if place else unit
        for kind, marker in names.markers:
            everywhere[fold(f"{kind} {marker}")] = f"{kind} {marker}"
        unlike = any(char.isdigit() for char in folded)
        known = {language: dict(everywhere) for language, _ in self.lexer.words}
        for language, phrase in () if unlike else self.lexer.phrases(types):
            if len(phrase) > 2:
                known[language].setdefault(phrase, phrase)
        shared = known.pop("", {})
        return {
            language: tuple(entries[hit] for hit in close_to(folded, entries, limit))
            for language, entries in ((language, {**shared, **mine}) for language, mine in known.items())
        }

    def _told(self, error: NotUnderstood, text: str, names: Names) -> NotUnderstood:
        """The error with all that a player is shown."""
        error.labels = self.labels
        error.word = word = error.word or text[error.start : error.end]
        if error.message_key == "no_place" and word.isdecimal():
            if not self.lexer.hexes.fullmatch(word):
                self._told_number(error, names)
        elif error.message_key == "unknown_word":
            if self.lexer.hexes.match(word) or word.isdecimal():
                error.message_key, error.expected = "unknown_hex", ("HEX",)
            elif any(char.isdigit() for char in word) and any(char.isalpha() for char in word):
                error.message_key, error.expected = "unknown_unit", ()
            types = TYPES_OF.get(error.expected, NAMED)
            markers = tuple(f"{kind} {marker}" for kind, marker in names.markers[:3]) if error.expected == ("MARKER",) else ()
            error.look = lambda: near if any((near := self.nearest(word, names, types=types)).values()) else {"": markers}
        return error

    @staticmethod
    def _told_number(error: NotUnderstood, names: Names) -> None:
        """A number that has no place is a hex mistyped, or a unit of which only the number is said."""
        word = error.word
        if len(word) > 2:
            error.message_key, error.expected = "unknown_hex", ("HEX",)
            error.look = lambda: {"": tuple(close_to(word, dict.fromkeys(names.places.values())))}
            return
        alike = tuple([unit for unit in names.units if unit.startswith(word) and not unit[len(word) : len(word) + 1].isdigit()])
        if alike:
            error.message_key, error.expected = "unknown_unit", ()
            error.look = lambda: {"": alike[:3]}

    # ---- sentences
    def _entry(self, text: str, names: Names) -> Entry:
        if len(text) > MAX_TEXT:
            raise NotUnderstood("too_long", text[:40], 0, len(text))
        parts: list[Stated | Act] = []
        new_names: set[str] = set()
        for row, asked in _sentences(self.lexer.tokens(text, names.table)):
            parts += self._sentence(_named_numbers(row, new_names), asked, text, names, parts, new_names)
        if not parts:
            raise NotUnderstood("empty" if not text.strip() else "no_act", text.strip()[:80], 0, len(text), ("VERB",) if text.strip() else ())
        return Entry(text, tuple(_merged(parts)))

    def _sentence(self, row: list[Tok], asked: bool, text: str, names: Names, before: list[Stated | Act], new_names: set[str]) -> list[Stated | Act]:
        """The parts of a sentence, as the likeliest reading has them, else as the first other one that makes sense."""
        if sum(tok.value == "," for tok in row) > 1 and _reason(row) is None and any(tok.may_be("STATUS") or tok.may_be("REL") for tok in row):
            from adjudicator.language.asides import lifted

            asides, rest = lifted(row, enclosed=True)
            found: list[Stated | Act] = []
            try:
                for piece in asides:
                    found += self._row(piece, False, text, names, [*before, *found], new_names)
            except NotUnderstood:
                found = []
            if found:
                return [*found, *self._linked(rest, asked, text, names, [*before, *found], new_names)]
        return self._linked(row, asked, text, names, before, new_names)

    def _linked(self, row: list[Tok], asked: bool, text: str, names: Names, before: list[Stated | Act], new_names: set[str]) -> list[Stated | Act]:
        """The parts of a sentence; the reason that is given in it says how things stand, and what it supposes is done first."""
        reason = _link_at(row, "because")
        if reason > 0:
            try:
                parts = self._linked(row[:reason], asked, text, names, before, new_names)
                return [*parts, *self._reason(row[reason + 1 :], text, names, [*before, *parts], new_names)]
            except NotUnderstood as error:
                try:
                    return self._grouped(row, asked, text, names, before, new_names)
                except NotUnderstood:
                    raise error from None
        condition = _link_at(row, "if") if asked else -1
        if condition > 0:
            try:
                parts = self._grouped(row, asked, text, names, before, new_names)
            except Ambiguous:
                raise
            except NotUnderstood as error:
                parts, fault = [], error
            if sum(isinstance(part, Act) for part in parts) == 1 or parts and _link_at(row[condition + 1 :], "if") >= 0:  # what are the chances if 44ID attacks
                return parts
            supposed = self._supposed(row, condition, text, names, before, new_names)
            if supposed is None and not parts:
                raise fault
            return supposed or parts
        return self._grouped(row, asked, text, names, before, new_names)

    def _reason(self, row: list[Tok], text: str, names: Names, before: list[Stated | Act], new_names: set[str]) -> list[Stated | Act]:
        """What `because it is mountain` says: facts and deeds of their own, or facts of the units of the act before, or of the hex they go to."""
        acted = next((part for part in reversed(before) if isinstance(part, Act)), None)
        place = row[0].start if row else 0
        subjects: list[list[Tok]] = []
        if acted is not None and not any(tok.may_be(kind) for tok in row for kind in ("UNIT", "HEX", "MARKER")):
            hexes = [name for key in ("to", "path", "target", "at") for name in _several(acted.slots.get(key))]
            subjects += [[Tok("UNIT", unit, place, place)] for unit in _several(acted.slots.get("units"))]
            subjects += [[Tok("HEX", name, place, place)] for name in hexes[-1:]]
            row = [tok for at, tok in enumerate(row) if at or not tok.may_be("PRON")]
        fault: NotUnderstood | None = None
        dropped = False
        for subject in (*subjects, []):
            try:
                found = self._grouped([*subject, *row], False, text, names, before, new_names)
            except NotUnderstood as error:
                fault = fault or error
                continue
            said = [part for part in found if isinstance(part, Stated) or not subject]  # what it itself is said to do is the act again
            if said:
                return said
            dropped = True
        if fault is not None and not dropped:
            raise fault
        return []

    def _supposed(self, row: list[Tok], at: int, text: str, names: Names, before: list[Stated | Act], new_names: set[str]) -> list[Stated | Act] | None:
        """`does 44GdR lose a step if it retreats to 1511?`: the deed that is supposed, and what is asked of it; `what happens if` asks all of it."""
        asked, supposed = row[:at], row[at + 1 :]
        try:
            units = [tok for tok in asked if tok.type == "UNIT"][:1]
            if units and not any(tok.may_be("UNIT") for tok in supposed):
                supposed = [*units, *(tok for tok in supposed if not tok.may_be("PRON"))]
            parts = [
                Act(part.kind, {**part.slots, "supposed": True}, part.text, part.start, part.end) if isinstance(part, Act) else part
                for part in self._grouped(supposed, False, text, names, before, new_names)
            ]
            if _is_wide(asked):
                return parts
            if not any(isinstance(part, Act) for part in parts):
                return None
            return [*parts, *self._grouped(asked, True, text, names, [*before, *parts], new_names)]
        except NotUnderstood:
            return None

    def _grouped(self, row: list[Tok], asked: bool, text: str, names: Names, before: list[Stated | Act], new_names: set[str]) -> list[Stated | Act]:
        """The parts of a sentence, grouped otherwise where it makes no sense as it stands."""
        try:
            return self._row(row, asked, text, names, before, new_names)
        except Ambiguous:
            raise
        except NotUnderstood:
            from adjudicator.language.asides import regrouped  # only what makes no sense as it stands needs it

            for rows in regrouped(row, text, names.table) if _reason(row) is None else ():
                parts: list[Stated | Act] = []
                try:
                    for piece in rows:
                        parts += self._row(piece, asked and piece is rows[-1], text, names, [*before, *parts], new_names)
                except NotUnderstood:
                    continue
                return parts
            found = self._without_remarks(row, asked, text, names, before, new_names)
            if found:
                return found
            raise

    def _without_remarks(self, row: list[Tok], asked: bool, text: str, names: Names, before: list[Stated | Act], new_names: set[str]) -> list[Stated | Act]:
        """The parts of a sentence that makes sense only without what is said in passing; nothing if it makes none without it either.

        A fact that is said in passing is stated first; any other remark is kept with the act (slot `passing`).
        """
        from adjudicator.language import remarks  # only what makes no sense as it stands needs it

        for shorter, spans in remarks.readings(row):
            try:
                parts = self._row(shorter, asked, text, names, before, new_names)
            except NotUnderstood:
                continue
            act = next((part for part in parts if isinstance(part, Act)), None)
            if act is None:
                continue
            told: list[Stated | Act] = []
            for span in spans:
                facts = self._facts_in_passing(remarks.clause_of(row, span), text, names, new_names)
                told += facts
                if not facts:
                    act.slots["passing"] = (*act.slots.get("passing", ()), text[row[span[0]].start : row[span[1] - 1].end])
            return [*told, *parts]
        return []

    def _facts_in_passing(self, row: list[Tok], text: str, names: Names, new_names: set[str]) -> list[Stated]:
        """What a remark states of a unit or hex; nothing if it is more or less than that."""
        if not row:
            return []
        try:
            parts = self._read(resolve(row, text, False, {}, self._counted), False, text, names, [], new_names)
        except NotUnderstood:
            return []
        facts = [part for part in parts if isinstance(part, Stated) and part.path.startswith(("units[", "hexes["))]
        return facts if len(facts) == len(parts) else []

    def _row(self, row: list[Tok], asked: bool, text: str, names: Names, before: list[Stated | Act], new_names: set[str]) -> list[Stated | Act]:
        """The parts of a row of tokens, as the likeliest reading has them, else as the first that takes a word otherwise."""
        reason = _reason(row)
        if reason is not None:  # what follows although is never part of the act
            raise NotUnderstood("no_place", text[reason.start : reason.end], reason.start, reason.end)
        try:
            return self._read(resolve(row, text, asked, {}, self._counted), asked, text, names, before, new_names)
        except Ambiguous:
            raise
        except NotUnderstood as error:
            if error.message_key == "unknown_word":
                raise
            for forced in others(row):
                try:
                    return self._read(resolve(row, text, asked, forced, self._counted), asked, text, names, before, new_names)
                except NotUnderstood:
                    continue
            raise

    def _read(self, row: list[Tok], asked: bool, text: str, names: Names, before: list[Stated | Act], new_names: set[str]) -> list[Stated | Act]:
        parts: list[Stated | Act] = []
        seen = set(new_names)
        for number, toks in enumerate(cut(row)):
            clause = Reader(toks, text, asked, seen, not number).read(self.shapes)
            acts = [part for part in (*before, *parts) if isinstance(part, Act)]
            if number and acts and acts[-1] in parts and _is_relative(toks):
                parts += self._told_of_it(clause, acts[-1], names, seen)
                continue
            parts += self._clause(clause, toks, names, acts, seen)
        new_names |= seen
        return parts

    def _told_of_it(self, clause: Clause, act: Act, names: Names, new_names: set[str]) -> list[Stated | Act]:
        """`…, which advanced out of command`: what a relative clause says behind an act is a fact, or a remark (slot `passing`), never another act."""
        facts = read_facts(clause, names, new_names) if _may_state(clause) else None
        if not facts:
            act.slots["passing"] = (*act.slots.get("passing", ()), clause.text[clause.start : clause.end])
        return list(facts or ())

    def _clause(self, clause: Clause, toks: list[Tok], names: Names, acts: list[Act], new_names: set[str]) -> list[Stated | Act]:
        """One clause as what happened before, as facts or as an act. Raises NotUnderstood."""
        acted = acts[-1] if acts else None
        if not clause.items and not clause.said:
            if all(tok.type in ("COMMA", "AND", "THEN") for tok in toks):
                return []
            raise _no_act(clause)
        past = read_past(clause, self._done) if clause.already or clause.perfect else None
        if past is not None:
            return list(past)
        if clause.already and "add" in clause.said:  # what was used, and for what, is not said
            raise _no_act(clause)
        echo = _is_echo(clause, acted)
        claim = self._state_claimed(clause, acted)
        if claim is not None:
            return claim
        if _may_state(clause) and not echo:
            facts = read_facts(clause, names, new_names)
            if facts is not None and not (acted is not None and _is_bare_place(clause)):
                return list(facts)
        if _is_refusal(clause, acted):
            units = tuple(item.value for item in clause.items if item.type == "UNIT")
            assert acted is not None
            stays = acted.kind in MOVING
            kind, slots = "stay" if stays else acted.kind, {"units": units} if stays else {"units": units, "not": True}
            return [Act(kind, slots, clause.text[clause.start : clause.end], clause.start, clause.end)] if units else []
        return (self._echo(clause, acted) if acted is not None and echo else []) or self._deed(clause, acts, names, new_names)

    def _state_claimed(self, clause: Clause, acted: Act | None) -> list[Stated | Act] | None:
        """`44GdR retreats to 1511; 44GdR is DG`: behind an act, a state is what somebody says came of it, if a frame takes it so."""
        if acted is None or acted.kind not in SETTLING or "status" not in clause.said or clause.asked or clause.verbs:
            return None
        for plan in self._ordered(clause.said):
            if plan.claims:
                try:
                    return plan.fill(clause, acted)
                except NotUnderstood:
                    return None
        return None

    def _deed(self, clause: Clause, acts: list[Act], names: Names, new_names: set[str]) -> list[Stated | Act]:
        """The clause as an act or a question; as facts, if it only looked like a question and is none. Raises NotUnderstood."""
        try:
            found = self._act(clause, acts)
        except Ambiguous:
            raise
        except NotUnderstood as error:
            facts = read_facts(clause, names, new_names) if clause.weak else None
            if facts is not None:
                return list(facts)
            if clause.vague is not None:
                raise Ambiguous("", clause.vague.start, clause.vague.end, tuple(clause.vague.value)) from None
            raise error
        if found is not None:
            return found
        stated = not clause.modal and (not clause.asked or clause.weak)
        facts = read_facts(clause, names, new_names) if stated else None
        if facts is None or acts and _is_bare_place(clause):
            raise _no_act(clause)
        return list(facts)

    def _echo(self, clause: Clause, acted: Act) -> list[Stated | Act]:
        """`KG Ch in 2610` behind `KG Br deploys in 2510`: the same act of another piece; nothing if no frame takes it so."""
        for plan in self._plans:
            if plan.kind == acted.kind and plan.question is not True:
                clause.said |= {concept.lstrip("!") for concept in plan.mains[-1]}
                try:
                    found = plan.fill(clause, None)
                except (NotUnderstood, ValueError):
                    continue
                if "side" in acted.slots and isinstance(found[0], Act):
                    found[0].slots.setdefault("side", acted.slots["side"])
                return found
        return []

    def _act(self, clause: Clause, acts: list[Act]) -> list[Stated | Act] | None:
        """What the first frame makes of the clause that all of it fits; None if no frame has its concepts."""
        acted = acts[-1] if acts else None
        spoken = next((act for act in reversed(acts) if "units" in act.slots), acted)
        asked = clause.asked or clause.modal
        first: NotUnderstood | None = None
        fitting = [plan for plan in self._ordered(clause.said) if not plan.after or acted is not None and acted.kind == plan.after]
        plans = [plan for plan in fitting if plan.question is None or plan.question == asked]
        if not asked:
            plans += [plan for plan in fitting if plan.question and plan.bare]
        for plan in plans:
            try:
                return self._one_place(plan.fill(clause, spoken), clause)
            except NotUnderstood as error:
                if first is None or error.start > first.start:
                    first = error
        if first is None:
            return None
        raise first

    @staticmethod
    def _one_place(found: list[Stated | Act], clause: Clause) -> list[Stated | Act]:
        """The parts, unless a place of several hexes stands where one hex is meant. Raises Ambiguous."""
        tok = clause.vague
        if tok is not None and any(isinstance(part, Act) and part.slots.get("at") != tuple(tok.value) for part in found):
            raise Ambiguous("", tok.start, tok.end, tuple(tok.value))
        return found

    def _ordered(self, said: set[str]) -> list[Plan]:
        """The frames that these concepts make, the one that uses most of them first."""
        key = frozenset(said)
        order = self._orders.get(key)
        if order is None:
            scores: dict[int, int] = {}
            for concept in said:
                for row, number in self._by_concept.get(concept, ()):
                    if len(row) > scores.get(number, 0) and row <= said:
                        scores[number] = len(row)
            order = [self._plans[number] for number in sorted(scores, key=lambda n: (-scores[n], n))]
            if len(self._orders) >= MAX_MEMO:
                self._orders.clear()
            self._orders[key] = order
        return order


def _link_at(row: list[Tok], concept: str) -> int:
    """Where a linking word such as because or if stands; -1 if it does not, or ends the row."""
    for at, tok in enumerate(row[:-1]):
        if tok.value == concept or tok.options is not None and any(value == concept for _, value in tok.options):
            return at
    return -1


def _is_wide(row: list[Tok]) -> bool:
    """what happens (if): asks for everything that comes of it."""
    return any(tok.may_be("Q") for tok in row) and any(tok.value == "happen" or ("VERB", "happen") in (tok.options or ()) for tok in row)


def _several(content: Any) -> tuple[str, ...]:
    """What stands in a slot for one or for several."""
    return () if content is None else (content,) if isinstance(content, str) else tuple(content)


def _named_numbers(row: list[Tok], new_names: set[str]) -> list[Tok]:
    """The row, with the numbers that are names of units stated before: 46 3-3 at 1509; 46 attacks 1510."""
    if not any(name.isdecimal() for name in new_names):
        return row
    return [
        Tok("NUM", tok.value, tok.start, tok.end, [("UNIT", str(tok.value))])
        if tok.type == "NUM" and tok.options is None and str(tok.value) in new_names
        else tok
        for tok in row
    ]


def _is_relative(toks: list[Tok]) -> bool:
    """Whether a clause begins with a relative pronoun and has a verb of its own."""
    return toks[0].type == "REL" and any(tok.type in ("VERB", "BE") for tok in toks[1:])


def _reason(row: list[Tok]) -> Tok | None:
    """although: the word that begins a remark of its own."""
    return next((tok for tok in row if tok.type == "REL" and tok.value == REASON), None)


def _no_act(clause: Clause) -> NotUnderstood:
    return NotUnderstood("no_act", clause.text[clause.start : clause.end], clause.start, clause.end, ("VERB",))


def _may_state(clause: Clause) -> bool:
    """Whether the clause can be one of facts: nothing is asked and nothing is done."""
    return not clause.asked and not clause.modal and "%way" not in clause.said and (not clause.verbs or says_how_things_stand(clause))


def _is_refusal(clause: Clause, acted: Act | None) -> bool:
    """`but 19Pz does not`, behind an act."""
    if acted is None or clause.verbs or not clause.negated or not (acted.kind in MOVING or "units" in acted.slots and clause.items):
        return False
    return all(item.type == "UNIT" or item.value == "not" for item in clause.items)


def _is_echo(clause: Clause, acted: Act | None) -> bool:
    """Whether a clause without a verb names another piece and its hex, as the act before did."""
    if acted is None or clause.verbs or acted.kind not in ECHOES or [item.type for item in clause.items][-1:] != ["HEX"]:
        return False
    prep = clause.items[-1].prep
    if not prep & (TO if acted.kind in ("move", "retreat", "advance") else IN | TO):
        return False
    return len(clause.items) > 1 and all(item.type in ("UNIT", "MARKER") and item.prep == 1 for item in clause.items[:-1])


def _is_bare_place(clause: Clause) -> bool:
    """19Pz 2120, said after an act: where it stands, or another act? Nobody can tell."""
    return [item.type for item in clause.items] == ["UNIT", "HEX"] and clause.items[1].prep == 1


def _sentences(toks: list[Tok]) -> Iterable[tuple[list[Tok], bool]]:
    """The rows between full stops and semicolons, and whether a question mark stands with them. `16Pz (2218)` is 16Pz in 2218."""
    row: list[Tok] = []
    question = False
    for at, tok in enumerate(toks):
        if tok.type != "NAME" or tok.value not in ENDS and tok.value not in QUIET:
            row.append(tok)
            continue
        if tok.value in "¿?":
            question = True
        if tok.value == "(" and row and at + 1 < len(toks) and toks[at + 1].type == "HEX" and row[-1].type in ("UNIT", "NUM", "MARKER"):
            row.append(Tok("PREP", IN, tok.start, tok.end))
        elif tok.value in ENDS or tok.value == ":" and (not row or _heads_a_deed(row, toks[at + 1 :])):
            if row:
                yield row, question
            row, question = [], False
        elif tok.value == "(" and row or tok.value == ")" and "COMMA" in (row[place].type for place in (-2, -3) if len(row) >= -place):
            row.append(Tok("COMMA", ",", tok.start, tok.end))
    if row:
        yield row, question


def _heads_a_deed(row: list[Tok], behind: list[Tok]) -> bool:
    """`the chit of 1Gr: 1K-1Gr attacks 2119`: the unit before the colon does nothing, another does behind it."""
    if not any(tok.type == "UNIT" for tok in row) or any(tok.type in ("VERB", "Q", "AUX", "DO", "HEX") or tok.may_be("VERB") for tok in row):
        return False
    first = next((tok for tok in behind if tok.type not in ("FILL", "ART")), None)
    if first is None or first.type != "UNIT":
        return False
    for tok in behind:
        if tok.type == "NAME" and tok.value in ENDS:
            break
        if tok.type == "VERB" or tok.may_be("VERB"):
            return True
    return False


def _merged(parts: list[Stated | Act]) -> list[Stated | Act]:
    """Dice stated in several clauses are one row of dice; so are claims."""
    out: list[Stated | Act] = []
    first: dict[str, int] = {}
    for part in parts:
        if isinstance(part, Stated) and part.path in ("rolls", "claims"):
            if part.path in first:
                old = out[first[part.path]].value  # type: ignore[union-attr]  # a fact, as its path says
                out[first[part.path]] = Stated(part.path, old + part.value if part.path == "rolls" else {**old, **part.value})
                continue
            first[part.path] = len(out)
        out.append(part)
    return out


# ---- building


def _sources(book_folder: str | os.PathLike[str] | None) -> dict[str, list[str]]:
    """The files that a language is made of: words, frames, grammar."""
    core = grammars_folder()
    files = {"words": [os.path.join(core, name) for name in CORE], "frames": [os.path.join(core, "frames.yaml")], "grammar": [os.path.join(core, "core.lark")]}
    if book_folder is not None:
        files["words"].append(os.path.join(book_folder, "words.yaml"))
        extra = os.path.join(book_folder, "grammar.lark")
        if os.path.exists(extra):
            files["grammar"].append(extra)
    return files


def compile_language(book_folder: str | os.PathLike[str] | None) -> dict[str, Any]:
    """Read the core's files and a rulebook's `words.yaml` and `grammar.lark` into plain JSON data.

    Raises `Broken` for a file that cannot be read and for a slip in a words or frames file.
    """
    from adjudicator.files.fault import Broken
    from adjudicator.files.text import read_text
    from adjudicator.files.yaml import load_yaml
    from adjudicator.language.words import compile_words

    files = _sources(book_folder)
    words = [load_yaml(path) for path in files["words"]]
    frames = [load_yaml(path) for path in files["frames"]]
    try:
        table = compile_words(words, frames)
    except ValueError as error:  # the core's own files are tested, so it is the rulebook's
        raise Broken(files["words"][-1], None, "words", what=str(error)) from None
    return {"table": table, "grammar": "\n".join(read_text(path) for path in files["grammar"])}


def from_compiled(data: Mapping[str, Any], cache_file: str | None = None) -> Language:
    """A language from what `compile_language` gave."""
    return Language(data["table"], data["grammar"], cache_file)


def load(book_folder: str | os.PathLike[str] | None, cache_file: str | None = None) -> Language:
    """The language of a rulebook, from the copy of an earlier run as long as no file has changed.

    `cache_file` is where the grammar's tables are kept; without one they go to the program's own cache folder, if there is one.
    """
    from adjudicator.files.cache import cache_folder, compiled

    name = f"language-{os.path.basename(os.path.normpath(book_folder))}" if book_folder is not None else "language"
    paths = [path for group in _sources(book_folder).values() for path in group]
    paths += [os.path.join(os.path.dirname(__file__), code) for code in FORMAT]

    def build() -> dict[str, Any]:
        return compile_language(book_folder)

    if cache_file is None:
        folder = cache_folder()
        cache_file = os.path.join(folder, f"{name}.grammar") if folder is not None else None
    return from_compiled(compiled(paths, build, name), cache_file)
