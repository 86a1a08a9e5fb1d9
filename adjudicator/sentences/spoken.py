"""One rulebook's language: from a line of text to its entry, both languages at once."""

from __future__ import annotations

import gc
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import REMARK, Query
from adjudicator.language.errors import Ambiguous, NotUnderstood, Sure
from adjudicator.language.model import Act, Entry, Names, Stated, keep
from adjudicator.language.names import Lookup
from adjudicator.sentences.account import HARD
from adjudicator.sentences.askable import Asks
from adjudicator.sentences.borne_by import borne_by
from adjudicator.sentences.brought import brought
from adjudicator.sentences.build import Builder
from adjudicator.sentences.bywords import as_put, is_put
from adjudicator.sentences.caused import caused
from adjudicator.sentences.chart import Parser
from adjudicator.sentences.claims import apart
from adjudicator.sentences.counters import shown_by
from adjudicator.sentences.dice import only_dice, told_with
from adjudicator.sentences.either import among, asked_each, chosen
from adjudicator.sentences.enquiry import enquired, gainsaid, halved, in_question
from adjudicator.sentences.forbidden import forbidden
from adjudicator.sentences.frames import STATIVE, Frame, Frames
from adjudicator.sentences.general import General
from adjudicator.sentences.hedges import unhedged
from adjudicator.sentences.held import told_whole
from adjudicator.sentences.hindered import hindered, still_barred
from adjudicator.sentences.hints import Hints, hinted_by, load_hints
from adjudicator.sentences.massed import massed
from adjudicator.sentences.near import NAMED, nearest, told
from adjudicator.sentences.parts import attended, broken, carried_out, merged, sundered, thrown
from adjudicator.sentences.pooled import POOLED, may_pool, pooled
from adjudicator.sentences.portions import portions
from adjudicator.sentences.printed import told_of_units
from adjudicator.sentences.rows import begins, in_parts, is_counter, is_spanish, joined_rows, moments, named_now, of_counter, sentences, strange, told_beside
from adjudicator.sentences.situated import situated
from adjudicator.sentences.sort import Memory, Sorter
from adjudicator.sentences.spots import spots_ground, spots_told, spotted
from adjudicator.sentences.templates import Templates, shape_of
from adjudicator.sentences.token import VERBAL, Token
from adjudicator.sentences.tokens import Openings, Words, tokens
from adjudicator.sentences.tree import Clause, asks_something, verbs_of

if TYPE_CHECKING:
    from adjudicator.sentences.loose import Loose

MAX_TEXT = 4000
MAX_ROWS = 4096
MOST_WAYS = 60
"""So many ways are tried to read one sentence by its things."""
CUTS = 250  # words of the rows that are tried to be cut in two, of one line
FEW = 2
"""So many trees are looked at where a glance is enough."""
LEFT = 15
"""What a word costs that the building left out."""
SMALL = frozenset(("COMMA", "AND", "DET", "THEN", "SEMI", "COLON", "QM", "LP", "RP", "DASH", "P", "OF", "TO", "CL"))
"""Words that may be left out of what was built: they say nothing by themselves."""


class Spoken:
    """The grammar, words and acts of one rulebook, both languages at once."""

    def __init__(self, table: Mapping[str, Any], kinds: Container[str] = (), remembered: Container[str] = ()) -> None:
        """`table` is what `compile_language` gave, or its JSON copy; `kinds` are the acts that the rulebook has rules about, `remembered` those of its
        history; none: all."""
        self.words = Words(table["words"], General())
        self.parser = Parser(table["grammar"])
        self.frames = Frames(Frame(name, data, order) for order, (name, data) in enumerate(table["frames"]))
        for frame in self.frames if kinds else ():
            frame.foreign = frame.kind not in kinds
        self.asks = Asks(table["asks"])
        self.states: Mapping[str, Any] = {**table["states"], "remembered": remembered}
        self.templates = Templates()
        self.book = ""
        self.most: int | None = None  # so many trees are looked at, all of them if None
        self.cut, self.cuts = False, CUTS  # whether more of them, or another way to read, might have given something else; cuts that are left
        self.rows: dict[tuple[tuple[str, ...], ...], list[tuple[int, Any]]] = {}

    @cached_property
    def hints(self) -> Hints | None:
        """What words hint at in this rulebook; None if nobody has learned it."""
        return load_hints(self.book)

    def parse(self, text: str, names: Names) -> Entry:
        """The entry of a text. Raises `NotUnderstood` or `Ambiguous`, nothing else."""
        self._owned(names)
        found = names.memo.get(text)
        if found is None:
            if (refused := names.refused.get(text)) is not None:
                raise refused.again()
            try:
                found = self._entry(text, names)
            except NotUnderstood as error:
                keep(names.refused, text, told(error, self.words, text, names).again())
                raise error from None
            keep(names.memo, text, found)
        return found

    def glance(self, text: str, names: Names) -> Entry:
        """As `parse`, by the likeliest trees alone: quicker, and more is refused. Raises `NotUnderstood` or `Ambiguous`.

        What all trees would have said just so is kept for `parse`.
        """
        self._owned(names)
        found = names.memo.get(text)
        if found is not None:
            return found
        self.most, self.cut = FEW, False
        try:
            found = self._entry(text, names)
        finally:
            self.most = None
        if not self.cut:
            keep(names.memo, text, found)
        return found

    def _owned(self, names: Names) -> None:
        if names.owner is not self:
            before = names.before.table.lookup if names.before is not None and names.before.owner is self else None
            lookup = Lookup(self.words, names.units, names.markers, names.hexes, names.others, before)
            names.table, names.owner, names.before = Openings(self.words, lookup), self, None
            names.memo.clear()
            names.refused.clear()

    def nearest(self, word: str, names: Names, limit: int = 3, types: Iterable[str] = NAMED) -> dict[str, tuple[str, ...]]:
        """Known names and words of these types that look like this one, for each language of the words."""
        return nearest(self.words, word, names, limit, types)

    def place(self, name: str, names: Names) -> str | None:
        """The hex that these words name, None if they name none."""
        self._owned(names)
        row = tokens(name, names.table)
        return next((value for token in row for _, value in token.means.get("HEX", ()) if isinstance(value, str)), None)

    def after(self, text: str, names: Names) -> tuple[frozenset[str], frozenset[str]]:
        """What may stand behind the beginning of a sentence: classes of words, and the types of things that its verbs have roles for."""
        self._owned(names)
        parts = sentences(tokens(text, names.table))
        row = parts[-1] if parts else []
        verbs = {value for token in row if token.classes[0] in VERBAL for class_ in VERBAL & token.means.keys() for _, value in token.means[class_]}
        frames = [frame for frame in self.frames if frame.verbs & verbs and not frame.foreign]
        return self.parser.after([token.classes for token in row]), frozenset(type_ for frame in frames for _, types, *_ in frame.roles for type_ in types)

    def words_of(self, text: str, names: Names) -> list[Token]:
        """The words of a text with all that they may mean; they are looked at, never changed."""
        self._owned(names)
        found: list[Token] = names.table.row(text)
        return found

    def warm(self) -> None:
        """Load now what the first sentence needs."""
        self.words.general.find("", "")

    def _entry(self, text: str, names: Names) -> Entry:
        if len(text) > MAX_TEXT:
            raise NotUnderstood("too_long", text[:40], 0, len(text))
        row = names.table.row(text)  # reading changes tokens: it has its own
        read = partial(self._at_once, text=text, names=names)
        if self.most is None:
            return self.templates.entry(text, row, names, read)
        if self.templates.has_met(shape := shape_of(row, names)[0]):  # it comes again and again: read once for all
            most, self.most = self.most, None
            try:
                return self.templates.entry(text, row, names, read)
            finally:
                self.most = most
        found = read(None)
        if not self.cut:
            self.templates.note(shape)
        return found

    def _at_once(self, given: list[Token] | None, text: str, names: Names) -> Entry:
        """A sentence of a new shape, read without the collector: it would go again and again through trees that all live to the end."""
        whole = tokens(text, names.table) if given is None else given
        collects = gc.isenabled()
        gc.disable()
        try:
            hinted = hinted_by(whole, self.words.senses, names.others) if self.hints is not None else set()
            entry = in_parts(whole, text, lambda row: self._read(row, text, names))
            doubted = self.hints is not None and not is_put(entry.parts) and self.hints.doubts(hinted, entry.parts)
            entry.doubtful, entry.unheld = doubted, told_whole(whole, entry.parts, text)
            return entry
        finally:
            if collects:
                gc.enable()

    def _read(self, whole: list[Token], text: str, names: Names) -> Entry:
        found, new_names, rolls, memory, self.cuts = list[Stated | Act](spots_ground(whole := spotted(whole))), set[str](), list[int](), Memory(), CUTS
        said, senses = brought(borne_by(sentences(whole), text, claims := list[Query]()), self.states, found), self.words.senses
        told, put, led = self.asks.plain.put(said, text, senses, names.table.row, names.sides)
        told, deeds = forbidden(shown_by(caused(told, self.asks, text, claims), self.states, self.frames.deeds)), self.frames.deeds | self.frames.nouns
        split, asides = hindered(*portions(*unhedged(told, senses, deeds)))
        memory.asides = [*asides, *led]
        rows = apart(chosen(enquired(situated(split, memory.asides, senses, self.states["history"], names.sides))), self.frames.amounts)
        rows = massed(rows, senses, memory.asides)
        at, earlier = 0, (0, set(new_names), memory.copy())
        while at < len(rows):
            named_now(rows[at], new_names)
            now = len(found), set(new_names), memory.copy()
            asking = any(token.classes[0] == "QM" for other in rows[at:] for token in other)
            printed, end = self.asks.printed.among(rows, at, self.words.senses, text, names.sides)
            if printed is not None and not told_of_units(found, printed, rows[end - 1]):
                found += gainsaid(rows[end - 1], among([printed], rows[end - 1]))
                at, earlier = end, now
                continue
            rows[at], dice = told_with(rows[at], self.words.senses, "dice" in self.frames.kinds)
            bare = only_dice(rows[at]) if "dice" not in self.frames.kinds and not asking and any(isinstance(part, Act) for part in found) else []
            rolls += dice or bare
            if bare:
                at, earlier = at + 1, now
                continue
            rows[at], now_said = moments(rows[at], self.states.get("moments") or {}, self.words.units)
            found += now_said
            try:
                found += asked_each(rows[at], self._part, text, names, new_names, found, memory, asking, at + 1 < len(rows))
            except NotUnderstood as error:
                for start, known in ((at, now), (at - 1, earlier)):  # one deed told in two sentences
                    if start < 0 or start + 1 >= len(rows) or sundered(rows[start : start + 2]):
                        continue
                    kept, fresh = known[2].copy(), set(known[1])
                    both = joined_rows(rows[start : start + 2])
                    try:
                        new = self._part(both, text, names, fresh, found[: known[0]], kept, asking, start + 2 < len(rows))
                    except NotUnderstood:
                        continue
                    found[known[0] :] = new
                    new_names = fresh
                    memory.become(kept)
                    at = start + 1
                    break
                else:
                    if isinstance(error, Ambiguous | Sure):
                        raise
                    for start, stop, known in ((at, at + 1, now), (at, at + 2, now), (at - 1, at + 1, earlier)):
                        if start < 0 or stop > len(rows) or stop > start + 1 and sundered(rows[start:stop], rows[start]):
                            continue  # what is asked stays a question, whatever is said behind it
                        kept, fresh = known[2].copy(), set(known[1])
                        row = joined_rows(rows[start:stop])
                        new = self._loosely(row, text, names, fresh, found[: known[0]], kept, asking, stop < len(rows))
                        if new and told_beside(row, new, text) is None and all(part in new for part in found[known[0] :] if isinstance(part, Stated)):
                            break
                    else:
                        raise error
                    found[known[0] :], at, new_names = new, stop - 1, fresh
                    memory.become(kept)
            gainsaid(rows[at], found)
            at, earlier = at + 1, now
        found += [Stated("rolls", rolls)] if rolls else []
        if memory.lacks is not None or memory.waiting or memory.way is not None:
            raise memory.lacks or NotUnderstood("no_act", text.strip()[:80], 0, len(text), ("VERB",))
        for start, end in broken(memory.promised, found, self.frames):
            raise NotUnderstood("no_place", text[start:end], start, end)
        act = next((part for part in found if isinstance(part, Act)), None)
        if memory.asides:
            classes = {token.classes[0] for token in whole}
            if act is None and ((fault := strange(whole)) is not None or "BE" not in classes or not classes & {"UNIT", "HEX"}):  # nonsense: no scene
                raise fault or NotUnderstood("no_act", text[slice(*memory.asides[0])], *memory.asides[0])
            if act is None:
                found.append(act := Act(REMARK, {}, text, 0, len(text)))
            act.slots["passing"] = (*(text[start:end] for start, end in memory.asides), *act.slots.get("passing", ()))
        for slot, told_back in (("passing", spots_told(whole, text)), ("seen", tuple(memory.seen))):
            if act is not None and told_back:
                act.slots[slot] = (*act.slots.get(slot, ()), *told_back)
        if claims and (deed := next((part for part in reversed(found) if isinstance(part, Act)), None)) is not None:
            deed.slots["reckoned"] = tuple(claims)
        if not found:
            raise NotUnderstood("empty" if not text.strip() else "no_act", text.strip()[:80], 0, len(text), ("VERB",) if text.strip() else ())
        return Entry(text, tuple(as_put(carried_out(thrown(merged(attended(found, self.frames)))), put, text, led)))

    def trees(self, row: list[Token]) -> list[tuple[int, Any]]:
        """The cheapest trees of a row of tokens; rows of the same classes are parsed once."""
        key = tuple([token.classes for token in row])
        found = self.rows.get(key)
        if found is None:
            if len(self.rows) >= MAX_ROWS:
                self.rows.clear()
            found = self.parser.parse(key)
            if found:
                self.rows[key] = found
        return found

    def clauses(self, row: list[Token], tree: Any) -> tuple[list[Clause], int]:
        """What one tree is built into. Raises NotUnderstood for a word of weight that the building left out."""
        builder = Builder(row, self.words.senses, is_spanish(row))
        clauses = builder.text(tree)
        if builder.gaps:  # a gap in what leads a clause in: nothing stands before it that it could go on
            raise NotUnderstood("no_place", "", builder.gaps[0].start, builder.gaps[0].end)
        word = next((token for at, token in enumerate(row) if token.classes[0] in ("QP", "QD") and at not in builder.relative), None)
        if word is not None and not builder.placed and any(clause.asked for clause in clauses) and not any(asks_something(clause) for clause in clauses):
            raise NotUnderstood("no_place", word.text, word.start, word.end)  # what is asked for is never answered yes
        if (
            word is not None
            and word in row[: 1 + (row[0].classes[0] in ("P", "TO", "OF"))]
            and row[-1].classes[0] == "QM"
            and clauses
            and not asks_something(clauses[0])
        ):
            raise NotUnderstood("no_place", word.text, word.start, word.end)  # which totals …? begins no relative clause
        for number in builder.left():
            if row[number].classes[0] not in SMALL:
                raise NotUnderstood("no_place", row[number].text, row[number].start, row[number].end)
        return clauses, LEFT * len(builder.left())

    def _sorted(
        self, sorter: Sorter, row: list[Token], tree: Any, clauses: list[Clause], before: list[Stated | Act], new_names: set[str], memory: Memory
    ) -> tuple[list[Stated | Act], int]:
        """The parts of clauses, and what they cost more because two of them are read as one; `new_names`, `memory`: what was known before the row.

        Raises NotUnderstood.
        """
        again = may_pool(clauses)  # before the sorter makes of them what it likes
        try:
            if any(token.classes[0] == "SEMI" for token in row):  # two sentences are read together only as one deed
                raise NotUnderstood("no_place", row[0].text, row[0].start, row[0].end)
            return still_barred(row, sorter.parts(clauses, before)), 0
        except NotUnderstood as error:
            if isinstance(error, Ambiguous) or not again:
                raise
            for way in pooled(self.clauses(row, tree)[0], self.frames):
                sorter.cost = 0
                sorter.new_names.clear()
                sorter.new_names |= new_names
                sorter.memory.become(memory)
                try:
                    return still_barred(row, sorter.parts(way, before)), POOLED
                except NotUnderstood:
                    continue
            raise

    def _sorter(self, text: str, names: Names, new_names: set[str], memory: Memory, asking: bool, more: bool) -> Sorter:
        sorter = Sorter(self.frames, self.states, text, names, new_names, memory)
        sorter.asks, sorter.asking, sorter.follows = self.asks, asking, more
        return sorter

    def _one(
        self,
        row: list[Token],
        text: str,
        names: Names,
        new_names: set[str],
        before: list[Stated | Act],
        memory: Memory,
        left: Iterator[int],
        more: bool,
    ) -> list[Stated | Act]:
        """The parts of a row by its things alone. Raises NotUnderstood."""
        known: dict[int, tuple[set[str], Memory]] = {}

        def read(clause: Clause, blaming: bool) -> tuple[list[Stated | Act], int]:
            kept, fresh = memory.copy(), set(new_names)
            sorter = self._sorter(text, names, fresh, kept, False, more)
            sorter.blaming = blaming
            parts = sorter.parts([clause], before)
            known[id(parts)] = fresh, kept
            return parts, sorter.cost

        found = self.loose.read(row, text, is_spanish(row), left, read)
        new_names |= known[id(found)][0]
        memory.become(known[id(found)][1])
        return found

    @cached_property
    def loose(self) -> Loose:
        """What reads sentences by their things, made when the first of them needs it."""
        from adjudicator.sentences.loose import Loose

        return Loose(self.parser, self.frames, self.words.senses)

    def _loosely(
        self, row: list[Token], text: str, names: Names, new_names: set[str], before: list[Stated | Act], memory: Memory, asking: bool, more: bool
    ) -> list[Stated | Act]:
        """The parts of a row that does not hold together: by its things alone, or those of its two clauses. [] if it stays so."""
        asks = row[-1].classes[0] == "QM"
        if self.most is not None:
            self.cut = True
            return []
        if asking and not asks or strange(row) is not None:
            return []
        left = iter(range(MOST_WAYS))
        try:
            return self._one(row, text, names, new_names, before, memory, left, more)
        except NotUnderstood:
            pass
        for first, second in self.loose.cuts(row) if not asks else ():
            kept, known = memory.copy(), set(new_names)
            whole: list[Stated | Act] = []
            try:
                for side in (first, second):
                    if self.loose.names(side):
                        whole += self._one(side, text, names, known, [*before, *whole], kept, left, more)
                        continue
                    new = self._part(side, text, names, known, [*before, *whole], kept, False, side is first or more)
                    if not new and any(token.classes[0] in HARD for token in side) or any(isinstance(part, Act) for part in new):
                        break
                    whole += new
                else:
                    new_names |= known
                    memory.become(kept)
                    return whole
            except NotUnderstood:
                continue
        return []

    def _part(
        self,
        row: list[Token],
        text: str,
        names: Names,
        new_names: set[str],
        before: list[Stated | Act],
        memory: Memory,
        asking: bool = False,
        more: bool = False,
    ) -> list[Stated | Act]:
        for token in row:
            units = list(dict.fromkeys(value for type_, value in token.means.get("UNIT", ()) if type_ == "UNIT"))
            if len(units) > 1 and token.classes[0] == "UNIT":
                raise Ambiguous("", token.start, token.end, tuple(units))
        trees = self.trees(row)
        if not trees:
            if (unknown := strange(row)) is not None:
                raise unknown
            at = row[min(self.parser.reached, len(row) - 1)]
            raise NotUnderstood("no_place", at.text, at.start, at.end)
        best: tuple[int, list[Stated | Act], set[str], Memory] | None = None
        fault: NotUnderstood | None = None
        acting, counter = False, is_counter(row)
        met, main, led = set[str](), set[int](), {token.end + 1 for token in row if token.classes[0] == "UNIT"}
        for cost, tree in trees[: self.most]:
            if best is not None and best[0] <= cost:
                break
            fresh, kept = set(new_names), memory.copy()
            sorter = self._sorter(text, names, fresh, kept, asking, more)
            sorter.blaming = best is None and fault is None
            try:
                clauses, left = self.clauses(row, tree)
                if row[-1].classes[0] == "QM" and text[: row[0].start].endswith("¿"):  # ¿queda destruida UF y qué se retira?
                    for clause in clauses:
                        clause.asked = clause.asked or clause.verb is not None
                verbs = verbs_of(clauses)
                if tree is trees[0][1]:
                    main = {start for start, senses in verbs.items() if start in led and self.frames.aimed & senses}
                elif not main <= verbs.keys() or halved(clauses):
                    continue  # 16Pz attacks 2119 …: an attack that somebody makes is no noun
                said = repr(clauses)
                if said in met:
                    continue  # the same once more
                met.add(said)
                does = any(clause.verb is not None and not STATIVE & set(clause.verb.senses) for clause in clauses)
                acting = acting or not counter and tree is trees[0][1] and does
                parts, extra = self._sorted(sorter, row, tree, clauses, before, new_names, memory)
                left, acting = left + extra, acting and (tree is not trees[0][1] or bool(parts))  # what only sets the scene is no deed
                if row[-1].classes[0] == "QM" and not sorter.answered and any(isinstance(part, Act) for part in parts):
                    raise NotUnderstood("no_act", text[row[0].start : row[-1].start], row[0].start, row[-1].start, ("VERB",))  # it is asked
            except NotUnderstood as error:
                if isinstance(error, Sure) and tree is trees[0][1]:
                    raise
                fault = fault or error.with_traceback(None)
                continue
            if acting and tree is not trees[0][1] and (fresh != new_names or parts and all(of_counter(part) for part in parts)):
                continue  # where the likeliest reading is a deed, no other makes a new unit, or only facts of counters
            if (other := told_beside(row, parts, text)) is not None:
                fault = fault or NotUnderstood("no_place", text[other.start : other.end], other.start, other.end)
                continue
            whole = cost + left + sorter.cost
            if best is None or whole < best[0]:
                best = (whole, parts, fresh, kept)
        self.cut = self.cut or self.most is not None and len(trees) > self.most and (best is None or best[0] > trees[self.most][0])
        if best is None:
            assert fault is not None
            for cut in range(1, len(row) - 2):  # two sentences side by side, the second with a subject of its own, save behind an if
                if row[cut].classes[0] in ("SUB", "SEMI") or self.cuts < 0:
                    break
                pair = row[cut].classes[0] == "AND" and row[cut - 1].classes[0] == row[cut + 1].classes[0] == "UNIT"  # the retreat of 44GdR and 62R
                since = max((at + 1 for at in range(cut) if row[at].classes[0] in ("COMMA", "COLON")), default=0)
                alone = pair and (not any("V" in token.classes for token in row[since:cut]) or in_question(row[since:cut]))
                if row[cut].classes[0] in ("COMMA", "AND") and not alone and begins(row[cut + 1 :]):
                    kept, known, self.cuts = memory.copy(), set(new_names), self.cuts - len(row)
                    try:
                        first = self._part(row[:cut], text, names, known, before, kept, asking, True)
                        second = self._part(row[cut + 1 :], text, names, known, [*before, *first], kept, asking, more)
                    except NotUnderstood:
                        continue
                    if not second and any(token.classes[0] in HARD for token in row[cut + 1 :]):
                        continue  # a cut in the midst of a thing: 44GdR and 62R la efectua
                    memory.become(kept)
                    new_names |= known
                    return [*first, *second]
            try:
                raise strange(row) or fault
            finally:
                fault = None  # else it holds this frame, which holds it
        new_names |= best[2]
        memory.become(best[3])
        return best[1]
