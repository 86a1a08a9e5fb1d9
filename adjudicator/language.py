"""From a line of plain text to an entry of facts, acts and questions.

No language and no rulebook is known here: words come from words files (see `lexicon`), the shape of a clause from
`grammars/core.lark`, and what an act needs from verb frames. Nothing in a sentence is skipped: a phrase that fits no slot
raises `NotUnderstood` with the word, its columns, what was expected and the nearest known names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark
from lark.exceptions import UnexpectedInput
from lark.visitors import Transformer

from adjudicator.lexicon import PREP_BITS, Lexer, Tok, TokenFeed, compile_words, fold, phrases

MAX_TEXT = 4000
"""A longer entry is no sentence; it is refused rather than searched."""
MAX_MEMO = 4096
NONE = PREP_BITS["none"]
FROM = PREP_BITS["from"]
TO = PREP_BITS["to"]
IN = PREP_BITS["in"]
WITH = PREP_BITS["with"]
SUPPORT = PREP_BITS["support"]
AGAINST = PREP_BITS["against"]
WITHOUT = PREP_BITS["without"]
BETWEEN = PREP_BITS["between"]
DROPPED = frozenset(("FILL", "ART", "DO", "REL"))
APPOSITION = frozenset(("KIND", "SIZE", "CLASS"))
ITEMS = frozenset((
    "UNIT", "MARKER", "NUM", "NOUN", "SIDE", "PHASE", "RESULT", "ODDS", "STATS", "WEATHER", "TURN", "ORDER", "TERRAIN",
    "FEATURE", "RIVER", "CLASS", "KIND", "SIZE", "STATUS", "NAME", "RULE", "READING", "DIRECTION", "VERDICT", "MARKERKIND", "HEX"))
NEEDED = {"attack": ("target", "target_units", "pending"), "move": ("to", "path", "how"), "trace": ("path", "to_edge", "what")}
UNITS_NEEDED = frozenset(("attack", "probe", "move"))
GROUPS = frozenset(("attack", "probe", "move", "advance", "retreat", "stay", "exit"))
COUNTED = frozenset(("air", "step", "dice", "mp", "vp", "point", "marker", "shift", "unit", "roll", "stack"))
DEEDS = frozenset(("attack", "probe", "move", "retreat", "advance", "support", "crossing"))
PRESENT = frozenset(("RESULT", "MARKER", "MARKERKIND", "ORDER", "ODDS", "DIRECTION", "PHASE", "WEATHER"))
SUBJECT = frozenset(("UNIT", "MARKER", "SIDE", "PRON", "AUX", "NOT", "KIND", "SIZE", "CLASS", "PHASE", "NAME", "BE"))


class Stated(NamedTuple):
    """A fact in bracket names, such as `hexes[2119].terrain`, and its value."""

    path: str
    value: Any


class Aid(NamedTuple):
    """What helps an act: air points, a marker (id None: any of the kind), a unit in support."""

    kind: str
    id: str | None
    count: int  # type: ignore[assignment]


class Act:
    """An act or a question: its kind, what fills its slots, and the columns of its text in the entry."""

    __slots__ = ("end", "kind", "slots", "start", "text")

    def __init__(self, kind: str, slots: dict[str, Any], text: str, start: int, end: int) -> None:
        self.kind = kind
        self.slots = slots
        self.text = text
        self.start = start
        self.end = end

    def __eq__(self, other: object) -> bool:
        """Acts are equal when kind and slots are: the wording does not count."""
        return isinstance(other, Act) and (self.kind, self.slots) == (other.kind, other.slots)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Act({self.kind!r}, {self.slots!r})"


class Entry:
    """One declaration: facts, then the act or question, then what others answer to it."""

    __slots__ = ("parts", "text")

    def __init__(self, text: str, parts: tuple[Stated | Act, ...]) -> None:
        self.text = text
        self.parts = parts

    @property
    def act(self) -> Act | None:
        """The first act or question, None in an entry of facts."""
        return next((part for part in self.parts if isinstance(part, Act)), None)

    @property
    def responses(self) -> tuple[Act, ...]:
        """The acts after the first."""
        return tuple(part for part in self.parts if isinstance(part, Act))[1:]

    @property
    def facts(self) -> tuple[Stated, ...]:
        """What the entry states."""
        return tuple(part for part in self.parts if isinstance(part, Stated))

    def __repr__(self) -> str:
        return f"Entry({self.parts!r})"


class NotUnderstood(ValueError):
    """A word or phrase that has no place: the key of the message, the word, its columns, what was expected, near names."""

    def __init__(self, message_key: str, word: str, start: int, end: int, expected: tuple[str, ...] = (),
                 nearest: tuple[str, ...] = ()) -> None:
        super().__init__(f"{message_key}: {word!r} at column {start + 1}")
        self.message_key = message_key
        self.word = word
        self.start = start
        self.end = end
        self.expected = expected
        self.nearest = nearest
        self.labels: Mapping[str, Mapping[str, str]] = {}


class Ambiguous(NotUnderstood):
    """A name that several units or hexes answer to: `candidates`."""

    def __init__(self, word: str, start: int, end: int, candidates: tuple[str, ...]) -> None:
        super().__init__("ambiguous", word, start, end, (), candidates)
        self.candidates = candidates


_MESSAGES = {
    "en": {"unknown_word": "column {col}: \"{word}\" is not understood", "no_place": "column {col}: \"{word}\" has no place here",
           "missing": "column {col}: something is missing", "ambiguous": "column {col}: \"{word}\" may mean {names}",
           "no_act": "column {col}: no act, question or fact in \"{word}\"", "too_long": "the entry is too long", "empty": "nothing is said",
           "expected": "; expected {expected}", "nearest": "; did you mean {names}?", "or": " or "},
    "es": {"unknown_word": "columna {col}: «{word}» no se entiende", "no_place": "columna {col}: «{word}» no encaja aquí",
           "missing": "columna {col}: falta algo", "ambiguous": "columna {col}: «{word}» puede ser {names}",
           "no_act": "columna {col}: no hay acción, pregunta ni hecho en «{word}»", "too_long": "la entrada es demasiado larga",
           "empty": "no se dice nada", "expected": "; se esperaba {expected}", "nearest": "; ¿quería decir {names}?", "or": " o "},
}


def explain(error: NotUnderstood, lang: str) -> str:
    """One clear sentence about the error in English or Spanish; any other language gives English."""
    texts = _MESSAGES.get(lang, _MESSAGES["en"])
    labels = error.labels.get(lang, {})
    quote = "«{}»" if lang == "es" else "\"{}\""
    names = texts["or"].join(quote.format(name) for name in error.nearest)
    text = texts[error.message_key].format(col=error.start + 1, word=error.word[:80], names=names)
    if error.expected:
        text += texts["expected"].format(expected=texts["or"].join(labels.get(name, name) for name in error.expected))
    if error.nearest and error.message_key != "ambiguous":
        text += texts["nearest"].format(names=names)
    return text if text.endswith("?") else text + "."


class Names:
    """What a situation gives: the ids of its units and the (kind, id) of its markers. Keeps its own look-up table."""

    __slots__ = ("markers", "memo", "owner", "table", "units")

    def __init__(self, units: Iterable[str] = (), markers: Iterable[tuple[str, str]] = ()) -> None:
        self.units = tuple(units)
        self.markers = tuple(markers)
        self.table: dict[str, Any] | None = None
        self.memo: dict[str, Entry] = {}
        self.owner: object = None


class Item:
    """One thing named in a clause: its type and value, the prepositions before it, and where it stands."""

    __slots__ = ("before", "end", "prep", "quantity", "start", "type", "used", "value")

    def __init__(self, item_type: str, value: Any, start: int, end: int, quantity: int = -1) -> None:
        self.type = item_type
        self.value = value
        self.prep = NONE
        self.start = start
        self.end = end
        self.before = True
        self.used = False
        self.quantity = quantity

    def __repr__(self) -> str:
        return f"{self.prep}/{self.type}:{self.value}"


class _Shape(Transformer):  # type: ignore[type-arg]
    """Turns a clause into a flat row of items as lark reduces it."""

    def start(self, parts: list[list[Item]]) -> list[Item]:
        return [item for part in parts for item in part]

    def part(self, children: list[list[Item]]) -> list[Item]:
        return children[0]

    def word(self, children: list[Tok]) -> list[Item]:
        tok = children[0]
        return [Item(tok.type, tok.value, tok.start, tok.end)]

    def phrase(self, children: list[Any]) -> list[Item]:
        if len(children) == 2:
            for item in children[1]:
                item.prep = children[0]
        items: list[Item] = children[-1]
        return items

    def prep(self, children: list[Tok]) -> int:
        mask = 0
        for tok in children:
            mask |= tok.value
        return mask

    def items(self, children: list[Any]) -> list[Item]:
        return [child if child.__class__ is Item else Item(child.type, child.value, child.start, child.end) for child in children]

    def path(self, children: list[Tok]) -> Item:
        return Item("HEX", tuple([tok.value for tok in children]), children[0].start, children[-1].end)

    def quantity(self, children: list[Tok]) -> Item:
        number, counted = children
        return Item(counted.type, counted.value, number.start, counted.end, number.value)

    def counted(self, children: list[Tok]) -> Tok:
        return children[0]


class Language:
    """The grammar and words of one rulebook, both languages at once."""

    def __init__(self, words: Mapping[str, Any], frames: Iterable[Mapping[str, Any]] | None, grammar: str,
                 cache_file: str | None = None) -> None:
        """`words` is what `compile_words` gave; `frames` replaces its frames when given. An unwritable cache is no error."""
        self.lexer = Lexer(words)
        self.labels: Mapping[str, Mapping[str, str]] = words["labels"]
        self.frames: list[Mapping[str, Any]] = list(words["frames"] if frames is None else frames)
        self._by_concept: dict[str, list[tuple[frozenset[str], int]]] = {}
        for number, frame in enumerate(self.frames):
            for row in frame["main"]:
                for concept in row:
                    self._by_concept.setdefault(concept, []).append((frozenset(row), number))
        self._plans = [_Plan(frame) for frame in self.frames]
        self._parser = _build(grammar, cache_file)

    # ------------------------------------------------------------------ the public way in
    def parse(self, text: str, names: Names) -> Entry:
        """The entry of a text. Raises `NotUnderstood` or `Ambiguous`, nothing else."""
        if names.owner is not self:
            names.table, names.owner = self.lexer.name_trie(names.units, names.markers), self
            names.memo.clear()
        found = names.memo.get(text)
        if found is None:
            try:
                found = self._entry(text, names)
            except NotUnderstood as error:
                error.labels = self.labels
                error.word = error.word or text[error.start:error.end]
                raise
            if len(names.memo) >= MAX_MEMO:
                names.memo.clear()
            names.memo[text] = found
        return found

    def nearest(self, word: str, names: Names, limit: int = 3) -> tuple[str, ...]:
        """Known names and words that look like this one, nearest first."""
        import difflib  # only for an error

        folded = fold(word)[:60]
        known: dict[str, str] = {}
        for phrase in phrases(self.lexer.trie, ("VERB", "NOUN", "SIDE", "WEATHER", "TERRAIN", "FEATURE", "HEX", "PREP")):
            known[phrase] = phrase
        for unit in names.units:
            known[fold(unit)] = unit
        for kind, marker in names.markers:
            known[fold(f"{kind} {marker}")] = f"{kind} {marker}"
        hits = difflib.get_close_matches(folded, list(known), 12, 0.6)
        hits.sort(key=lambda hit: 0.08 * abs(len(hit) - len(folded)) - difflib.SequenceMatcher(None, hit, folded).ratio())
        return tuple(known[hit] for hit in hits[:limit])

    # ------------------------------------------------------------------ clauses
    def _entry(self, text: str, names: Names) -> Entry:
        if len(text) > MAX_TEXT:
            raise NotUnderstood("too_long", text[:40], 0, len(text))
        toks = self.lexer.tokens(text, names.table or {})
        parts: list[Stated | Act] = []
        new_names: set[str] = set()
        row: list[Tok] = []
        question = False
        for tok in [*toks, None]:
            if tok is not None and tok.type == "NAME" and tok.value in (";", ".", "?", "¿", "!", "¡", "\"", "'", "(", ")", "«", "»", ":"):
                if tok.value in "¿?":
                    question = True
                if tok.value in "¿¡\"'()«»" or (tok.value == ":" and row):
                    continue
                tok_ends = True
            else:
                tok_ends = tok is None
            if not tok_ends and tok is not None:
                row.append(tok)
                continue
            if row:
                for clause in _clauses(self._resolve(row, new_names, question)):
                    self._clause(clause, text, names, parts, question, new_names)
            row, question = [], False
        if not parts:
            raise NotUnderstood("empty" if not text.strip() else "no_act", text.strip()[:80], 0, len(text))
        return Entry(text, tuple(_merge(parts)))

    def _resolve(self, row: list[Tok], new_names: set[str], asked: bool) -> list[Tok]:
        """Choose what each word means by what stands around it."""
        out: list[Tok] = []
        last = len(row) - 1
        doing = False
        for at, tok in enumerate(row):
            following = row[at + 1] if at < last else None
            kind = tok.type
            if kind == "NAME" and tok.value in new_names:
                tok.type = kind = "UNIT"
            if tok.options is not None:
                self._choose(tok, row[at - 1] if at else None, following, doing, row, at, asked)
                kind = tok.type
            if kind == "NAME" and tok.value in ("-", "/", ">", "→"):
                tok.type = "_DASH"
            elif kind == "NAME" and tok.value == ",":
                tok.type = "COMMA"
            elif kind == "DO":
                doing = True
            elif kind == "VERB":
                doing = False
            elif kind == "HEX" and tok.value.__class__ is list:
                raise Ambiguous("", tok.start, tok.end, tuple(tok.value))
            out.append(tok)
        return out

    def _choose(self, tok: Tok, before: Tok | None, after: Tok | None, doing: bool, row: list[Tok], at: int,
                asked: bool) -> None:
        options = tok.options or []
        kinds = {option[0]: option[1] for option in reversed(options)}
        previous = before.type if before else ""
        pick = options[0][0]
        if tok.type == "NUM" and "UNIT" in kinds:
            counted = after is not None and (after.type in ("NOUN", "MARKERKIND") or (
                after.options is not None and any(o[0] == "NOUN" for o in after.options) and not any(o[0] == "VERB" for o in after.options)))
            if "UNIT" in kinds and not counted:
                pick = "UNIT"
            else:
                return
        elif "UNIT" in kinds or "MARKER" in kinds:
            ids = {(option[0], str(option[1])): option for option in options if option[0] in ("UNIT", "MARKER")}
            if len(ids) > 1:
                raise Ambiguous("", tok.start, tok.end, tuple(
                    o[1] if o[0] == "UNIT" else " ".join(o[1]) for o in ids.values()))
            pick = "UNIT" if "UNIT" in kinds else "MARKER"
        elif "ORDER" in kinds:
            pick = "ORDER"
        elif "DO" in kinds and "VERB" in kinds and after is not None and (
                after.type == "VERB" or any(o[0] == "VERB" for o in after.options or ())) or "DO" in kinds and any(o[0] == "NOUN" and o[1] in DEEDS for t in row[at + 1:at + 4]
                                   for o in t.options or ([t.type, t.value],)):
            pick = "DO"
        elif "VERB" in kinds:
            others = [k for k in kinds if k != "VERB"]
            deed = next((k for k in ("NOUN", "STATUS", "FEATURE", "TERRAIN", "DIRECTION", "SIZE") if k in kinds), "")
            verb_seen = any(t.type == "VERB" for t in row[:at])
            if kinds.get("NOUN") == "dice" and after is not None and after.type == "NUM" or deed == "NOUN" and kinds["NOUN"] in ("defense", "offense") and after is not None and (
                    after.type == "VERB" or any(o[0] == "VERB" for o in after.options or ())):
                pick = "NOUN"
            elif doing and deed == "NOUN":
                pick = "VERB" if not verb_seen else "NOUN"
            elif deed and (previous in ("ART", "PREP", "NUM") or (before is not None and before.type == "FILL" and _is_article(before))) or deed and previous == "VERB":
                pick = deed
            elif "PREP" in others and (verb_seen or (after is not None and after.type in ("HEX",) and at and verb_seen)):
                pick = "PREP"
            elif "FILL" in others and verb_seen:
                pick = "FILL"
            else:
                pick = "VERB"
            if pick == "VERB":
                verbs = [o for o in options if o[0] == "VERB"]
                tok.type, tok.value = "VERB", verbs[0][1]
                if len(verbs) > 1:
                    tok.options = verbs
                return
        elif "Q" in kinds and (at == 0 or asked):
            named = after is not None and after.type in ("UNIT", "SIDE", "FILL", "NUM") and "REL" in kinds and not asked
            pick = "REL" if named else "Q"
        elif "PREP" in kinds and len(kinds) > 1:
            counted = after is not None and any(o[0] == "NOUN" and o[1] in COUNTED for o in after.options or ([after.type, after.value],))
            if "NUM" in kinds and counted and "ART" in kinds:
                pick = "NUM"
            elif "ART" in kinds and (after is None or after.type not in ("HEX", "UNIT", "SIDE", "FILL", "MARKER")):
                pick = "ART"
            else:
                pick = "PREP"
        elif "NUM" in kinds:
            named = after is not None and (after.type == "MARKERKIND" or after.type == "NOUN" and after.value in COUNTED or any(
                o[0] == "NOUN" and o[1] in COUNTED for o in after.options or ()))
            if not named and kinds["NUM"] == 1:
                tok.type = "ART"
                return
            pick = "NUM" if named else "FILL" if "FILL" in kinds else "NUM"
        elif "DIRECTION" in kinds and "FILL" in kinds:
            near = [t for t in row[max(0, at - 3):at + 3] if t.value == "edge" or any(o[1] == "edge" for o in t.options or ())]
            pick = "DIRECTION" if near and previous != "PREP" or (before is not None and before.value == "edge") else "FILL"
        elif "KIND" in kinds or "SIZE" in kinds or "CLASS" in kinds:
            pick = next(k for k in ("CLASS", "KIND", "SIZE") if k in kinds)
        tok.type, tok.value = pick, kinds[pick]

    def _clause(self, toks: list[Tok], text: str, names: Names, parts: list[Stated | Act], asked: bool, new_names: set[str]) -> None:
        """Read one clause into facts or an act, appended to `parts`."""
        acted = next((p for p in reversed(parts) if isinstance(p, Act)), None)
        feed: list[Tok] = []
        concepts: list[str] = []
        verb_at = -1
        verb_forms: list[Tok] = []
        negated = pronoun = modal = False
        count = len(toks)
        begun = False
        for at, tok in enumerate(toks):
            kind = tok.type
            if kind in DROPPED:
                continue
            if kind == "COMMA" or kind == "AND" or kind == "THEN":
                following = next((t for t in toks[at + 1:] if t.type not in DROPPED and t.type not in ("AND", "COMMA", "THEN")), None)
                if (feed and feed[-1].type in ITEMS and following is not None and following.type in ITEMS  # noqa: SIM102
                        and kind != "THEN" and not (feed[-1].type == "HEX" and following.type in ("UNIT", "MARKER"))):
                    if feed[-1].type != "_SEP":
                        feed.append(Tok("_SEP", None, tok.start, tok.end))
                continue
            if kind == "VERB":
                if verb_at < 0:
                    verb_at = tok.start
                concepts += (tok.value, "!" + tok.value)
                verb_forms.append(tok)
            elif kind == "Q" or kind == "AUX":
                concepts.append(tok.value)
                if kind == "Q":
                    asked = True
                else:
                    modal = True
                    if not begun:
                        asked = True
                begun = True
                continue
            elif kind == "NOT":
                negated = True
                if not any(t.type == "VERB" for t in toks):
                    feed.append(Tok("NOUN", "not", tok.start, tok.end))
                begun = True
                continue
            elif kind == "PRON":
                pronoun = True
                continue
            elif kind == "BE" and not begun:
                asked = asked or not (at + 1 < count and any(t.type in ("RIVER",) for t in toks))
            elif kind == "NOUN":
                concepts.append(tok.value)
                if tok.value == "turn" and at + 1 < count and toks[at + 1].type == "NUM":
                    concepts.pop()
                    toks[at + 1].type = "TURN"
                    begun = True
                    continue
            elif kind in APPOSITION:
                near = (feed[-1].type == "UNIT" if feed else False) or (at + 1 < count and _next_is(toks, at, "UNIT"))
                if near and verb_at >= 0 or (near and any(t.type == "VERB" for t in toks)):
                    continue
                concepts.append(f"{kind.lower()}:{tok.value}")
            elif kind in PRESENT:
                concepts.append("%" + kind.lower())
            elif kind == "STATUS":
                concepts += (tok.value.partition(":")[0], "status")
            elif kind == "NAME" and not self._may_name(toks, at):
                word = text[tok.start:tok.end]
                raise NotUnderstood("unknown_word", word, tok.start, tok.end,
                                    ("VERB",) if feed and not verb_forms else ("NAME",), self.nearest(word, names))
            if kind == "_DASH" and not (feed and feed[-1].type == "HEX" and at + 1 < count and toks[at + 1].type == "HEX"):  # noqa: SIM102
                if feed and feed[-1].type == "SIDE" or not feed:
                    continue
            begun = True
            feed.append(tok)
        if asked and feed and feed[-1].type == "PREP":
            feed.pop()
        if not feed:
            if concepts or negated or pronoun or asked:
                tok = toks[0]
                if not concepts:
                    raise NotUnderstood("no_act", text[tok.start:toks[-1].end], tok.start, toks[-1].end, ("VERB",))
            elif toks and any(t.type in DROPPED for t in toks):
                tok = toks[0]
                raise NotUnderstood("no_act", text[tok.start:toks[-1].end], tok.start, toks[-1].end, ("VERB",))
            else:
                return
        try:
            items: list[Item] = self._parser.parse(feed) if feed else []
        except UnexpectedInput as error:
            at_tok = getattr(error, "token", None)
            if not isinstance(at_tok, Tok):
                at_tok = feed[-1]
                raise NotUnderstood("missing", text[at_tok.start:at_tok.end], at_tok.end, at_tok.end, ("HEX", "UNIT")) from None
            raise NotUnderstood("no_place", text[at_tok.start:at_tok.end], at_tok.start, at_tok.end,
                                tuple(sorted(getattr(error, "accepts", None) or ()))[:4]) from None
        span = (toks[0].start, toks[-1].end)
        if not asked and not modal and (not verb_forms or _states(verb_forms, items)):  # noqa: SIM102
            if self._facts(items, parts, names, new_names, text):
                return
        frame_parts = self._assign(items, concepts, verb_forms, verb_at, negated, pronoun, asked or modal, acted, text, span)
        if frame_parts is None:
            if self._facts(items, parts, names, new_names, text):
                return
            raise NotUnderstood("no_act", text[span[0]:span[1]], span[0], span[1], ("VERB",))
        parts.extend(frame_parts)

    @staticmethod
    def _may_name(toks: list[Tok], at: int) -> bool:
        """A new name may stand only where values, a class or a hex follow at once and nothing is done."""
        if at and toks[at - 1].type == "READING":
            return True
        if any(t.type in ("VERB", "Q", "AUX") for t in toks):
            return False
        rest = [t.type for t in toks[at + 1:at + 4]]
        return bool(rest) and (rest[0] in ("STATS", "CLASS", "KIND", "SIZE") or "STATS" in rest[:2] or (
            rest[0] == "PREP" and "HEX" in rest[1:3] and any(t.type in ("STATS", "CLASS", "KIND", "SIZE", "SIDE") for t in toks)))

    # ------------------------------------------------------------------ slots
    def _assign(self, items: list[Item], concepts: list[str], verbs: list[Tok], verb_at: int, negated: bool, pronoun: bool,
                asked: bool, acted: Act | None, text: str, span: tuple[int, int]) -> list[Stated | Act] | None:
        said = set(concepts)
        for verb in verbs:
            if verb.options is not None:
                said.update(mark + option[1] for option in verb.options if option[0] == "VERB" for mark in ("", "!"))
        scores: dict[int, int] = {}
        for concept in said:
            for row, number in self._by_concept.get(concept, ()):
                if len(row) > scores.get(number, 0) and row <= said:
                    scores[number] = len(row)
        if not scores:
            return None
        for item in items:
            item.before = item.start < verb_at
        order = sorted(scores, key=lambda n: (-scores[n], n))
        first: NotUnderstood | None = None
        for number in order:
            plan = self._plans[number]
            if plan.question is not None and plan.question != asked:
                continue
            try:
                return plan.fill(items, said, verbs, negated, pronoun, asked, acted, text, span)
            except NotUnderstood as error:
                first = first or error
        if first is None:
            return None
        raise first

    # ------------------------------------------------------------------ facts
    def _facts(self, items: list[Item], parts: list[Stated | Act], names: Names, new_names: set[str], text: str) -> bool:
        """Read a clause without an act as facts; False when it does not begin like one."""
        found: list[Stated] = []
        pending: dict[str, Any] = {}
        subject: str = ""
        is_new = False
        rest = [item for item in items if item.type != "BE" and item.type != "VERB"]
        if any(item.type == "VERB" and item.value == "control" for item in items):
            sides = [item.value for item in rest if item.type == "SIDE"]
            hexes = [name for item in rest if item.type == "HEX" for name in item.value]
            if len(sides) != 1 or not hexes or len(rest) != sum(i.type in ("SIDE", "HEX") for i in rest):
                return False
            parts.extend(Stated(f"hexes[{name}].control", sides[0]) for name in hexes)
            return True
        count = len(rest)
        at = 0

        def close() -> None:
            nonlocal subject, is_new
            if subject:
                if is_new:
                    found.append(Stated(f"units[{subject}]", dict(pending)))
                else:
                    for key, value in pending.items():
                        found.append(Stated(f"units[{subject}].{key}", value))
            pending.clear()
            subject, is_new = "", False

        while at < count:
            item = rest[at]
            kind, value = item.type, item.value
            after = rest[at + 1] if at + 1 < count else None
            at += 1
            if kind in ("UNIT", "NAME") or (kind == "NUM" and after is not None and after.type == "STATS"):
                if subject:
                    kept: dict[str, Any] = {}
                    close()
                    pending.update(kept)
                subject = str(value)
                is_new = kind != "UNIT" or subject in new_names
                new_names.add(subject) if is_new else None
            elif kind == "STATS" and subject:
                pending["attack"], pending["defense"] = value[0], value[1]
            elif kind in ("CLASS", "KIND", "SIZE") and item.quantity < 0:
                pending[kind.lower()] = value
            elif kind == "NOUN" and value == "step" and item.quantity >= 0 and subject:
                pending["steps"] = item.quantity
            elif kind == "STATUS" and (subject or pending):
                key, word = value.split(":")
                pending[key] = word == "true" if word in ("true", "false") else word
            elif kind == "HEX" and subject and len(value) == 1 and item.prep & (IN | NONE | FROM):
                pending["at"] = value[0]
            elif kind == "SIDE":
                if after is not None and after.type == "NOUN" and after.value in ("air", "air_superiority"):
                    amount = after.quantity
                    if amount < 0 and at + 1 < count and rest[at + 1].type == "NUM":
                        amount = rest[at + 1].value
                        at += 1
                    at += 1
                    found.append(Stated(f"air.{value}.have", max(amount, 0) if amount >= 0 else 1))
                elif after is not None and after.type == "NOUN" and after.value == "active":
                    at += 1
                    found.append(Stated("active", value))
                else:
                    pending["side"] = value
            elif kind == "NOUN" and value == "active" and after is not None and after.type == "SIDE":
                at += 1
                found.append(Stated("active", after.value))
            elif kind == "NOUN" and value == "air" and not subject:
                sides = [i for i in rest if i.type == "SIDE"]
                side = pending.pop("side", None) or (after.value if after is not None and after.type == "SIDE" else None)
                if side is None or len(sides) > 1 and item.quantity < 0:
                    return False
                if after is not None and after.type == "SIDE":
                    at += 1
                found.append(Stated(f"air.{side}.have", item.quantity if item.quantity >= 0 else 1))
            elif kind == "WEATHER":
                found.append(Stated("weather", value))
            elif kind == "TURN":
                found.append(Stated("turn", value))
            elif kind == "PHASE":
                found.append(Stated("phase", value))
            elif kind == "NOUN" and value in ("weather", "phase", "turn") and after is not None and after.type in ("WEATHER", "PHASE", "TURN"):
                continue
            elif kind == "MARKER":
                close()
                if after is None or after.type != "HEX" or len(after.value) != 1:
                    return False
                at += 1
                if tuple(value) not in names.markers:
                    found.append(Stated(f"markers[{value[1]}].kind", value[0]))
                found.append(Stated(f"markers[{value[1]}].at", after.value[0]))
            elif kind in ("TERRAIN", "FEATURE") and after is not None and after.type == "HEX" and after.prep & (IN | NONE):
                at += 1
                found.extend(_hex_fact(after.value[0], [item]))
            elif kind == "HEX" and len(value) == 1 and not subject:
                about = []
                while at < count and rest[at].type in ("TERRAIN", "FEATURE", "STATUS", "SIDE") or (
                        at < count and rest[at].type == "NOUN" and rest[at].value == "not"):
                    about.append(rest[at])
                    at += 1
                if not about:
                    return False
                found.extend(_hex_fact(value[0], about))
            elif kind == "RIVER" or (kind == "NOUN" and value == "not" and after is not None and after.type == "RIVER") or (
                    kind == "HEX" and len(value) == 2 and not subject):
                group = [item]
                while at < count and rest[at].type in ("RIVER", "HEX", "FEATURE") or (
                        at < count and rest[at].type == "NOUN" and rest[at].value in ("not", "river")):
                    group.append(rest[at])
                    at += 1
                side_fact = _hexside_fact(group)
                if side_fact is None:
                    return False
                found.append(side_fact)
            elif kind == "NOUN" and value == "complete":
                found.append(Stated("units_complete", True))
            elif kind == "NOUN" and value == "incomplete":
                found.append(Stated("units_complete", False))
            elif kind == "NOUN" and value == "assume":
                found.append(Stated("assume", "defaults"))
            elif kind == "NOUN" and value == "option" and after is not None and after.type == "RULE":
                at += 1
                off = at < count and rest[at].type == "NOUN" and rest[at].value == "not"
                at += off
                found.append(Stated(f"options.{after.value}", not off))
            elif kind == "NOUN" and value == "reading" and after is not None and after.type == "READING":
                at += 1
                chosen = text[rest[at].start:rest[at].end] if at < count else "other"
                at += 1
                found.append(Stated(f"options.readings.{after.value}", chosen))
            else:
                return False
        if pending and not subject:
            return False
        close()
        if not found:
            return False
        parts.extend(found)
        return True


class _Plan:
    """A frame made ready: slots by item type."""

    __slots__ = ("by_type", "inherit", "kind", "mains", "may", "preset", "question", "required", "units_slot")

    def __init__(self, frame: Mapping[str, Any]) -> None:
        self.kind: str = frame["kind"]
        self.by_type: dict[str, list[tuple[str, int, bool, str, str, str | None]]] = {}
        self.required: list[str] = []
        self.units_slot = False
        for slot in frame["slots"]:
            for item_type, value in slot["types"].items():
                self.by_type.setdefault(item_type, []).append(
                    (slot["name"], slot["mask"], slot["many"], slot["side"], item_type, value))
            if slot["required"]:
                self.required.append(slot["name"])
            self.units_slot |= slot["name"] == "units"
        self.may = set(frame["may"])
        self.mains = [frozenset(row) for row in frame["main"]]
        self.preset: dict[str, Any] = frame["set"]
        self.question = frame["question"]
        self.inherit: bool = frame["inherit"]

    def fill(self, items: list[Item], said: set[str], verbs: list[Tok], negated: bool, pronoun: bool, asked: bool,
             acted: Act | None, text: str, span: tuple[int, int]) -> list[Stated | Act]:
        """Put each item into a slot. Raises `NotUnderstood` for the first that has none, or for a slot left empty."""
        slots: dict[str, Any] = dict(self.preset)
        lists: dict[str, list[Any]] = {}
        route: list[tuple[bool, tuple[str, ...]]] = []
        main = max((row for row in self.mains if row <= said), key=len)
        allowed = self.may | {concept.lstrip("!") for concept in main}
        for item in items:
            kind = item.type
            if kind == "BE":
                continue
            if kind == "VERB":
                if item.value in allowed or any(
                        o[1] in allowed for v in verbs if v.start == item.start and v.options is not None for o in v.options):
                    continue
                raise NotUnderstood("no_place", text[item.start:item.end], item.start, item.end, tuple(self.by_type)[:3])
            if not self._place(item, slots, lists, route, allowed):
                raise NotUnderstood("no_place", text[item.start:item.end], item.start, item.end,
                                    tuple(t.upper() for t in self.by_type if not t.startswith("="))[:4])
        for name, values in lists.items():
            slots[name] = tuple(values)
        if route:
            if len(route) > 1 and any(last for last, _ in route[:-1]):
                route.sort(key=lambda leg: leg[0])
            path = tuple([name for _, leg in route for name in leg])
            if len(path) == 1:
                slots["to"] = path[0]
            else:
                slots["path"] = path
        return self._finish(slots, negated, pronoun, asked, acted, text, span)

    def _place(self, item: Item, slots: dict[str, Any], lists: dict[str, list[Any]], route: list[tuple[bool, tuple[str, ...]]],
               allowed: set[str]) -> bool:
        kind, value, prep = item.type, item.value, item.prep
        if prep & WITHOUT:
            lists.setdefault("without", []).append(_aid(item))
            return True
        names: tuple[str, ...]
        if kind == "UNIT":
            if "target_unit" in self.by_type and not item.before and (
                    prep & (TO | AGAINST) or prep == NONE and "units" in lists):
                lists.setdefault("target_units", []).append(value)
                return True
            names = ("unit", "aid") if not prep & (SUPPORT | WITH) else ("aid", "unit") if prep & SUPPORT else ("unit", "aid")
            if prep & WITH and "units" in lists and item.before is False and "aid" in self.by_type and not prep & FROM:
                names = ("aid", "unit")
        elif kind == "MARKER":
            names = ("marker", "aid")
        elif kind == "MARKERKIND":
            names = ("markerkind", "aid")
        elif kind == "HEX":
            names = ("hex", "hexes", "path", "route") if len(value) == 1 else ("hexes", "path", "route")
        elif kind == "NOUN":
            if item.quantity >= 0:
                names = (f"count:{value}", "=" + value)
                if value == "air":
                    names = ("count:air", "aid")
                elif value == "marker":
                    names = ("aid",)
            else:
                names = ("=" + value, "aid") if value == "air" else ("=" + value,)
        else:
            names = (kind.lower(),)
        for name in names:
            for slot, mask, many, where, item_type, word in self.by_type.get(name, ()):
                if not mask & prep or (where == "<" and not item.before) or (where == ">" and item.before):
                    continue
                if many:
                    if item_type == "aid":
                        lists.setdefault(slot, []).append(_aid(item))
                    elif item_type == "marker":
                        lists.setdefault(slot, []).append(value[1])
                    elif item_type == "hex":
                        lists.setdefault(slot, []).append(value[0])
                    else:
                        lists.setdefault(slot, []).append(value)
                    return True
                if item_type == "route":
                    route.append((len(value) == 1 and bool(prep & TO), value))
                    return True
                if slot in slots and item_type != "path":
                    continue
                if item_type == "path":
                    slots[slot] = slots.get(slot, ()) + tuple(value)
                elif item_type == "hex":
                    slots[slot] = value[0]
                elif item_type == "hexes":
                    slots[slot] = "/".join(sorted(value))
                elif item_type.startswith("count:"):
                    slots[slot] = item.quantity
                elif item_type.startswith("="):
                    slots[slot] = True if slot == "last" else word
                else:
                    slots[slot] = value
                return True
        if kind == "SIDE":
            slots.setdefault("side", value)
            return True
        if kind == "PHASE" or kind == "TURN" or kind == "ODDS":
            slots.setdefault(kind.lower(), value)
            return True
        if kind == "NOUN":
            if value in ("stack", "unit") and item.before and self.kind in GROUPS and "units" not in lists:
                slots["all"] = True
                return True
            if value in allowed:
                return True
            if value in ("all", "stack", "unit"):
                slots["all"] = True
                return True
            return False
        if kind == "STATUS":
            key, _, word = value.partition(":")
            for slot, mask, _many, _where, _type, concept in self.by_type.get("=" + key, ()):
                if slot not in slots:
                    slots[slot] = concept
                    if word == "out":
                        slots["state"] = word
                    return True
            return key in allowed
        if kind in APPOSITION:
            return f"{kind.lower()}:{value}" in allowed
        return kind.lower() in allowed or (kind == "FEATURE" and "feature" in allowed)

    def _finish(self, slots: dict[str, Any], negated: bool, pronoun: bool, asked: bool, acted: Act | None, text: str,
                span: tuple[int, int]) -> list[Stated | Act]:
        kind = self.kind
        out: list[Stated | Act] = []
        if kind == "claim":
            claims = {key[6:]: value for key, value in slots.items() if key.startswith("claim_")}
            if not claims:
                raise NotUnderstood("missing", text[span[0]:span[1]], span[0], span[1], ("ODDS", "VERDICT", "RESULT"))
            return [Stated("claims", claims)]
        for name in [name for name in slots if name.endswith("2")]:
            slots.setdefault(name[:-1], slots.pop(name))
        if self.inherit and self.units_slot and "units" not in slots and "all" not in slots and acted is not None and (  # noqa: SIM102
                pronoun or "units" in self.required or "units" in acted.slots and not {"at", "markers", "side"} & slots.keys()
                and not self.preset and kind not in ("roll", "call_off", "resolve", "overstacked")):
            if "units" in acted.slots:
                slots["units"] = acted.slots["units"]
        for name in self.required:
            if name not in slots and not (name == "units" and "all" in slots):
                raise NotUnderstood("missing", text[span[0]:span[1]], span[1], span[1], (name,))
        wanted = NEEDED.get(kind)
        if wanted is not None and not asked and not negated and not any(name in slots for name in wanted):
            raise NotUnderstood("missing", text[span[0]:span[1]], span[1], span[1], wanted[:1])
        if kind in UNITS_NEEDED and not {"units", "all"} & slots.keys():
            raise NotUnderstood("missing", text[span[0]:span[1]], span[0], span[0], ("units",))
        rolls = slots.pop("rolls", None)
        if rolls is not None:
            out.append(Stated("rolls", list(rolls)))
            if kind == "roll" and not {"purpose", "dice", "units"} & slots.keys():
                return out
        if negated and kind in ("advance", "retreat", "move"):
            kind, slots = "stay", {k: v for k, v in slots.items() if k in ("units", "side", "all")}
        elif negated and kind == "status" or negated:
            slots["not"] = True
        if kind == "loss" and "at" in slots and not {"units", "markers", "side", "count"} & slots.keys():
            kind, slots["target"] = "resolve", slots.pop("at")
        if "odds" in slots and kind not in ("need", "odds_of", "chances"):
            out.append(Stated("claims", {"odds": slots.pop("odds")}))
        if asked and not self.question:
            slots["question"] = True
        out.insert(0, Act(kind, slots, text[span[0]:span[1]], span[0], span[1]))
        return out


def _aid(item: Item) -> Aid:
    if item.type == "MARKER":
        return Aid(item.value[0], item.value[1], 1)
    if item.type == "UNIT":
        return Aid("unit", item.value, 1)
    return Aid(str(item.value), None, max(item.quantity, 1) if item.quantity != 0 else 0)


def _states(verbs: list[Tok], items: list[Item]) -> bool:
    """Whether the verbs only say how things stand: who holds a hex, who has what, where a river runs."""
    river = any(item.type == "RIVER" for item in items) and not any(item.type == "UNIT" for item in items)
    for verb in verbs:
        meant = {verb.value} | {option[1] for option in verb.options or ()}
        if "control" in meant and any(item.type == "SIDE" for item in items) and any(item.type == "HEX" for item in items):
            verb.value = "control"
            for item in items:
                if item.start == verb.start:
                    item.value = "control"
        elif not ("have" in meant or (river and "trace" in meant)):
            return False
    return True


def _is_article(tok: Tok) -> bool:
    return bool(tok.value == "article")


def _next_is(toks: list[Tok], at: int, kind: str) -> bool:
    following = next((t for t in toks[at + 1:] if t.type not in DROPPED and t.type not in APPOSITION), None)
    return following is not None and following.type == kind


def _merge(parts: list[Stated | Act]) -> list[Stated | Act]:
    """Dice stated in several clauses are one row of dice."""
    rolls = [part for part in parts if isinstance(part, Stated) and part.path == "rolls"]
    if len(rolls) < 2:
        return parts
    together = Stated("rolls", [n for part in rolls for n in part.value])
    out: list[Stated | Act] = []
    for part in parts:
        if part is rolls[0]:
            out.append(together)
        elif not (isinstance(part, Stated) and part.path == "rolls"):
            out.append(part)
    return out


def _hex_fact(name: str, about: list[Item]) -> list[Stated]:
    """The facts about one hex."""
    found: list[Stated] = []
    features: list[str] | None = None
    for item in about:
        if item.type == "TERRAIN":
            found.append(Stated(f"hexes[{name}].terrain", item.value))
        elif item.type == "FEATURE":
            features = (features or []) + ([] if item.value == "none" else [item.value])
        elif item.type == "SIDE":
            found.append(Stated(f"hexes[{name}].control", item.value))
        elif item.type == "STATUS":
            key, _, word = item.value.partition(":")
            found.append(Stated(f"hexes[{name}].{key}", word))
    if features is not None:
        if any(i.type == "NOUN" and i.value == "not" for i in about):
            features = []
        found.append(Stated(f"hexes[{name}].features", features))
    return found


def _hexside_fact(group: list[Item]) -> Stated | None:
    """What lies on a hexside: a river, a named river, nothing."""
    hexes = [h for item in group if item.type == "HEX" for h in item.value]
    rivers = [item.value for item in group if item.type == "RIVER"]
    if len(hexes) != 2:
        return None
    none = any(item.type == "NOUN" and item.value == "not" for item in group)
    if not rivers:
        return None
    value: list[str] = [] if none else ["river", *[r for r in rivers if r != "river"]]
    return Stated(f"hexsides[{hexes[0]}/{hexes[1]}]", value)


def _clauses(row: list[Tok]) -> list[list[Tok]]:
    """Cut a sentence before each further verb, taking the verb's own subject along."""
    verbs = [at for at, tok in enumerate(row) if tok.type == "VERB"]
    if len(verbs) < 2:
        return [row] if verbs else _fact_rows(row)
    cuts: list[int] = []
    begin = 0
    for verb in verbs[1:]:
        first = last = -1
        at = verb - 1
        while at > begin:
            tok = row[at]
            kind = tok.type
            if kind in ("COMMA", "AND", "THEN"):
                first = at
                if last < 0:
                    last = at
            elif kind == "HEX" and row[at - 1].type == "PREP" and at - 2 > begin and row[at - 2].type == "UNIT":
                at -= 1
            elif kind not in SUBJECT and kind not in DROPPED and kind != "Q":
                break
            at -= 1
        if last < 0:
            continue
        stop = row[at].type
        cut = last if stop in ("PREP", "VERB") else first
        if stop == "VERB" and all(t.type in ("COMMA", "AND", "THEN") or t.type in DROPPED for t in row[at + 1:verb]):
            cut = first
        if any(t.type == "VERB" for t in row[begin:cut]):
            cuts.append(cut)
            begin = cut
    out: list[list[Tok]] = []
    start = 0
    for cut in cuts:
        out.append(row[start:cut])
        start = cut + 1
    out.append(row[start:])
    return [clause for clause in out if clause]


def _fact_rows(row: list[Tok]) -> list[list[Tok]]:
    """A row without a verb is cut at its commas when each piece says something of its own."""
    pieces: list[list[Tok]] = [[]]
    for at, tok in enumerate(row):
        if tok.type == "COMMA" and pieces[-1] and at + 1 < len(row) and row[at + 1].type in ("WEATHER", "TURN", "PHASE", "SIDE"):
            pieces.append([])
        else:
            pieces[-1].append(tok)
    return pieces


def _build(grammar: str, cache_file: str | None) -> Any:
    options: dict[str, Any] = {"parser": "lalr", "lexer": TokenFeed, "transformer": _Shape(), "maybe_placeholders": False}
    if cache_file is not None:
        import logging

        logging.getLogger("lark").setLevel(logging.CRITICAL)
        try:
            return Lark(grammar, cache=cache_file, **options)
        except OSError:
            pass
    return Lark(grammar, **options)


def load(book_folder: Path | None, cache_file: str | None = None) -> Language:
    """Read the core's files and a rulebook's `words.yaml` and `grammar.lark`, and build the language from them."""
    from ruamel.yaml import YAML

    yaml = YAML(typ="safe", pure=True)
    core = Path(__file__).resolve().parent.parent / "grammars"
    words = [yaml.load((core / name).read_text(encoding="utf-8")) for name in ("words.en.yaml", "words.es.yaml")]
    frames = [yaml.load((core / "frames.yaml").read_text(encoding="utf-8"))]
    grammar = (core / "core.lark").read_text(encoding="utf-8")
    if book_folder is not None:
        words.append(yaml.load((book_folder / "words.yaml").read_text(encoding="utf-8")))
        extra = book_folder / "grammar.lark"
        if extra.exists():
            grammar += "\n" + extra.read_text(encoding="utf-8")
    return Language(compile_words(words, frames), None, grammar, cache_file)
