"""From the tokens of a sentence to clauses, and from a clause to what the frames and facts are read from.

A sentence is cut before each further verb, and the verb's own subject goes with it. A clause is then read once: its words
become concepts (what is said), its names become items (what it is said of), and little words become marks: asked, denied,
already done, done by somebody.

Longer than 500 lines because a new language layer is about to take its place.
"""

from __future__ import annotations

from adjudicator.language.errors import NotUnderstood
from adjudicator.language.folding import PREP_BITS
from adjudicator.language.lexer import Tok
from adjudicator.language.model import Item
from adjudicator.language.shapes import Shapes

DROPPED = frozenset(("FILL", "ART", "DO", "REL", "PAST"))
LINKS = frozenset(("COMMA", "AND", "THEN"))
APPOSITION = frozenset(("KIND", "SIZE", "CLASS", "SIDE"))
SUBJECT = frozenset(("UNIT", "MARKER", "SIDE", "PRON", "AUX", "NOT", "KIND", "SIZE", "CLASS", "PHASE", "NAME", "BE", "Q"))
PRESENT = frozenset(("RESULT", "MARKER", "MARKERKIND", "ORDER", "ODDS", "DIRECTION", "PHASE", "WEATHER"))
"""Types whose mere presence a frame may ask for, as %result."""
ITEMS = frozenset(
    (
        "UNIT",
        "MARKER",
        "NUM",
        "NOUN",
        "SIDE",
        "PHASE",
        "RESULT",
        "ODDS",
        "STATS",
        "WEATHER",
        "TURN",
        "ORDER",
        "TERRAIN",
        "FEATURE",
        "RIVER",
        "CLASS",
        "KIND",
        "SIZE",
        "STATUS",
        "NAME",
        "RULE",
        "READING",
        "DIRECTION",
        "VERDICT",
        "MARKERKIND",
        "HEX",
    )
)
PLACED = frozenset(("retreat", "move", "advance", "deploy", "setup", "enter", "return", "exit", "end"))
"""Verbs that take one hex for each subject, so that a second pair of subject and hex is a clause of its own."""
SETTING_OUT, GOING_ON = frozenset(("leave", "move", "trace", "retreat", "advance")), frozenset(("move", "reach", "enter", "advance"))
FOUGHT = frozenset(("attack", "probe"))
LOST = frozenset(("loss",))
SETTLING = frozenset(("loss", "retreat", "stay"))
"""Verbs behind which a state that is said is what came of it."""
HELPING = frozenset(("assist", "support", "aid"))
ROLLED = frozenset(("roll", "dice", "crossing"))
BY, IN, TO, WITH, FROM, OF = (PREP_BITS[name] for name in ("by", "in", "to", "with", "from", "of"))
SUPPORT, AGAINST = PREP_BITS["support"], PREP_BITS["against"]
EXPECTED_BEHIND = {
    WITH: ("AID",),
    SUPPORT: ("UNIT",),
    PREP_BITS["without"]: ("AID",),
    PREP_BITS["for"]: ("RESULT", "ODDS", "HEX"),
    FROM: ("HEX", "UNIT"),
    BY: ("UNIT", "path"),
    PREP_BITS["between"]: ("HEX",),
}
"""What is expected behind a preposition; behind the others, a hex or a unit."""
EXPECTED_AFTER = {"BE": ("TERRAIN", "FEATURE", "STATUS"), "NUM": ("NOUN",), "VERB": ("HEX", "UNIT"), "HEX": ("AID",), "MARKERKIND": ("MARKER",)}
SMALL = frozenset(("UNIT", "MARKER", "PREP", "HEX", "COMMA", "AND", "THEN", "_DASH", "BE", "MARKERKIND", "NOT"))


# ---- cutting


def cut(row: list[Tok]) -> list[list[Tok]]:
    """The clauses of a sentence."""
    verbs = [at for at, tok in enumerate(row) if tok.type == "VERB"]
    if not verbs:
        return _fact_rows(row)
    if len(verbs) == 1:
        return [piece for part in _states(row) for piece in (_echoes(part) if any(tok.type == "VERB" for tok in part) else [part])]
    cuts: list[int] = []
    begin = 0
    for verb in verbs[1:]:
        at = _cut_before(row, begin, verb)
        if at >= 0 and _goes_on(row, begin, at, verb):
            continue
        if at >= 0 and any(tok.type == "VERB" for tok in row[begin:at]):
            cuts.append(at)
            begin = at
    clauses = []
    start = 0
    for at in [*cuts, len(row)]:
        clause = row[start:at]
        start = at + 1
        if clause:
            clauses += [piece for part in _states(clause) for piece in (_echoes(part) if any(tok.type == "VERB" for tok in part) else [part])]
    return clauses


def _states(clause: list[Tok]) -> list[list[Tok]]:
    """`44GdR retreats to 1511 and is not disorganised`: the state that is said behind the deed is a clause of its own."""
    verb_at = next((at for at, tok in enumerate(clause) if tok.type == "VERB"), -1)
    for at in range(verb_at + 1, len(clause) if verb_at >= 0 and _meant(clause[verb_at]) & SETTLING else 0):
        if clause[at].type not in LINKS:
            continue
        rest = [tok for tok in clause[at + 1 :] if tok.type not in DROPPED and tok.type not in LINKS and tok.type != "PRON"]
        if [tok.type for tok in rest if tok.type != "NOT"] == ["BE", "STATUS"]:
            return [clause[:at], clause[at + 1 :]]
    return [clause]


def _goes_on(row: list[Tok], begin: int, at: int, verb: int) -> bool:
    """leaves 2606 and goes to 2607, moves to 2607 and goes on to 2608: one way, though two verbs. Not: traces to 2606 and gets a marker."""
    behind = next((tok for tok in row[verb + 1 :] if tok.type not in DROPPED), None)
    if behind is not None and behind.type not in ("PREP", "HEX", "COMMA", "AND", "THEN", "NAME"):
        return False
    if any(tok.type not in LINKS and tok.type not in DROPPED for tok in row[at:verb]):
        return False
    first = [tok for tok in row[begin:at] if tok.type == "VERB"]
    return len(first) == 1 and bool(_meant(first[0]) & SETTING_OUT) and bool(_meant(row[verb]) & GOING_ON)


def _meant(verb: Tok) -> set[str]:
    """All that a verb may mean."""
    return {verb.value, *(value for _, value in verb.options or ())}


def _cut_before(row: list[Tok], begin: int, verb: int) -> int:
    """The comma or link before the subject of a verb; -1 if the verb belongs to the clause before."""
    first = last = -1
    at = verb - 1
    while at > begin:
        kind = row[at].type
        if kind in LINKS:
            first = at
            last = at if last < 0 else last
        elif kind == "HEX" and row[at - 1].type == "PREP" and at - 2 > begin and row[at - 2].type == "UNIT":
            at -= 1
        elif kind not in SUBJECT and kind not in DROPPED:
            break
        at -= 1
    if last < 0:
        return -1
    stop = row[at].type
    between = [tok for tok in row[at + 1 : verb] if tok.type not in DROPPED and tok.type not in LINKS]
    if stop == "VERB" and any(tok.type == "Q" for tok in row[:at]) and all(tok.type == "UNIT" for tok in between):
        return -1  # what chances have 16Pz and 371Inf attacking
    if stop == "PREP" and len(between) > 1 and _meant(row[verb]) <= HELPING and all(tok.type == "UNIT" for tok in between):
        return -1  # with 16Pz and 371Inf assisting
    if stop == "VERB" and all(tok.type in LINKS or tok.type in DROPPED or tok.type == "NOT" for tok in row[at + 1 : verb]):
        return first
    return last if stop in ("PREP", "VERB") else first


def _fact_rows(row: list[Tok]) -> list[list[Tok]]:
    """A row without a verb is cut at its commas where the next piece says something of its own."""
    pieces: list[list[Tok]] = [[]]
    for at, tok in enumerate(row):
        if tok.type in LINKS and pieces[-1] and _begins_fact(pieces[-1], row[at + 1 :]):
            pieces.append([])
        else:
            pieces[-1].append(tok)
    return pieces


def _begins_fact(before: list[Tok], after: list[Tok]) -> bool:
    """Whether a new fact begins here: the weather, a turn, a unit behind a hex, a hex behind its terrain."""
    rest = [tok for tok in after if tok.type not in DROPPED and tok.type != "BE"]
    if not rest:
        return False
    kind = rest[0].type
    if kind in ("WEATHER", "TURN", "PHASE") or kind == "NOUN" and rest[0].value in ("weather", "turn", "phase"):
        return True
    told = any(tok.type in ("STATS", "STATUS", "TERRAIN", "FEATURE", "CLASS") or tok.type == "HEX" and at for at, tok in enumerate(before))
    if kind == "SIDE":
        return not any(tok.type in ("UNIT", "NAME", "HEX") for tok in before)
    if kind in ("UNIT", "MARKER"):
        return told
    if kind == "HEX":
        return any(tok.type in ("TERRAIN", "FEATURE", "SIDE") for tok in before) and any(tok.type == "HEX" for tok in before) and len(rest) > 1
    if kind == "RIVER" or kind == "NOT" and any(tok.type == "RIVER" for tok in rest[:2]):
        return any(tok.type == "RIVER" for tok in before)
    return False


def _echoes(clause: list[Tok]) -> list[list[Tok]]:
    """`KG Br to 2510 and KG Ch to 2610`: the verb is said once for several pairs of subject and hex."""
    verb_at = next((at for at, tok in enumerate(clause) if tok.type == "VERB"), -1)
    if verb_at < 0:
        return [clause]
    verb = clause[verb_at]
    meant = {verb.value, *(value for _, value in verb.options or ())}
    if not meant & (PLACED | FOUGHT | LOST):
        return _denied(clause, verb_at)
    for at in range(len(clause) - 1, verb_at, -1):
        if clause[at].type not in LINKS:
            continue
        echo = clause[at + 1 :]
        if meant & PLACED and len(echo) > 1 and echo[0].type == "PREP" and echo[0].value & TO and echo[1].type in ("UNIT", "MARKER"):
            echo = echo[1:]  # retira al 47R a 3009 y al 52R a 2910
        echoed = bool(meant & (PLACED | FOUGHT)) and _is_echo(clause[verb_at + 1 : at], echo, bool(meant & FOUGHT), clause[at].type)
        if echoed or meant & LOST and _is_share(clause[:at], clause[at + 1 :]):
            lead = [tok for tok in clause[:verb_at] if tok.type == "SIDE" or tok.type == "AUX"][:2]
            lead += [Tok("FILL", "player", tok.end, tok.end) for tok in lead[:1]]
            behind = max(place for place, tok in enumerate(echo) if tok.type in ("UNIT", "MARKER")) + 1
            again = Tok("VERB", verb.value, echo[behind - 1].end, echo[behind - 1].end, verb.options)
            return [*_echoes(clause[:at]), [*lead, *echo[:behind], again, *echo[behind:]]]
    return _denied(clause, verb_at)


def _counted(before: list[Tok], verb: Tok, after: list[Tok]) -> list[Tok] | None:
    """`Dump-1 pays 1 token and the Soviets 2 from Dump-2`: as many of the same for another; None if it is nothing of the kind."""
    rest = [tok for tok in after if tok.type not in DROPPED]
    counts = [tok for at, tok in enumerate(before[1:], 1) if tok.type == "NOUN" and before[at - 1].type == "NUM" and tok.value != "step"]
    if len(rest) < 2 or not counts or rest[0].type not in ("SIDE", "UNIT", "MARKER") or rest[1].type != "NUM":
        return None
    if any(tok.type not in ("PREP", "MARKER") for tok in rest[2:]):
        return None
    return [rest[0], Tok("VERB", verb.value, rest[0].end, rest[0].end, verb.options), rest[1], counts[-1], *rest[2:]]


def _denied(clause: list[Tok], verb_at: int) -> list[list[Tok]]:
    """`97Jg gets a marker, 44ID does not`: what is said of the one is denied of the other."""
    links = [at for at in range(verb_at + 1, len(clause)) if clause[at].type in LINKS]
    for at in links:
        if (again := _counted(clause[verb_at:at], clause[verb_at], clause[at + 1 :])) is not None:
            return [clause[:at], again]
        rest = [tok for tok in clause[at + 1 :] if tok.type not in DROPPED and tok.type not in LINKS]
        if len(rest) < 2 or rest[-1].type != "NOT" or any(tok.type not in ("UNIT", "MARKER") for tok in rest[:-1]):
            continue
        return [clause[:at], [*clause[at + 1 :], *(tok for tok in clause[verb_at:at] if tok.type != "NOT")]]
    return [clause]


def _is_echo(before: list[Tok], after: list[Tok], fought: bool, link: str) -> bool:
    """Whether `after` is a subject and a hex of its own: 7GTk to 2020; or a subject that does not: but 19Pz does not."""
    rest = [tok for tok in after if tok.type not in DROPPED]
    if not rest or rest[0].type not in ("UNIT", "MARKER") or any(tok.type not in SMALL for tok in rest):
        return False
    if any(tok.type == "NOT" for tok in rest):
        return all(tok.type in ("UNIT", "MARKER", "AND", "COMMA", "NOT") for tok in rest)
    hexes = [at for at, tok in enumerate(rest) if tok.type == "HEX"]
    if not hexes or len(hexes) > 2 or hexes[-1] != len(rest) - 1 or not any(tok.type == "HEX" for tok in before):
        return False
    if len(hexes) == 2 and not (rest[hexes[0] - 1].type == "PREP" and rest[hexes[0] - 1].value & FROM and rest[hexes[1] - 1].type == "PREP"):
        return False
    return not fought or rest[-2].type != "PREP"


def _is_step(tok: Tok) -> bool:
    """Whether a word can be a step: a step, the first step, the second."""
    return tok.type == "NOUN" and (tok.value == "step" or ("NOUN", "step") in (tok.options or ()))


def _is_share(before: list[Tok], after: list[Tok]) -> bool:
    """Whether `after` is a share of its own of what was lost: 44GdR loses two steps and 62R one."""
    if not after or not any(_is_step(tok) for tok in before) or not any(tok.type == "UNIT" for tok in before):
        return False
    rest = [tok for tok in after if tok.type not in DROPPED]
    counts = [tok for tok in rest if tok.type == "NUM" or _is_step(tok)]
    units = [tok for tok in rest if tok.type in ("UNIT", "AND", "COMMA")]
    if not units or units[0].type != "UNIT" or len(units) + len(counts) != len(rest) or rest[: len(units)] != units:
        return False
    return bool(counts) or after[-1].type == "ART"


# ---- reading


def _last_bit(mask: int) -> int:
    """The narrowest preposition of a mask."""
    return 1 << (mask.bit_length() - 1) if mask else 0


def _leads_to_dice(tok: Tok) -> bool:
    """Whether the number of a die may still follow: `roll of`, `die for the river:`."""
    return tok.type in DROPPED or tok.type in ("PREP", "BE", "RIVER") or tok.type == "NOUN" and tok.value in ROLLED


class Clause:
    """A clause as read: concepts, items and marks."""

    __slots__ = (
        "already",
        "asked",
        "be_done",
        "by_means",
        "dashed",
        "described",
        "end",
        "items",
        "led",
        "modal",
        "negated",
        "passive",
        "perfect",
        "pronoun",
        "said",
        "senses",
        "start",
        "text",
        "vague",
        "verbs",
        "weak",
    )

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.items: list[Item] = []
        self.said: set[str] = set()
        self.verbs: list[Tok] = []
        self.described: dict[str, dict[str, str]] = {}
        self.asked = self.negated = self.pronoun = self.modal = self.passive = self.perfect = self.already = self.led = False
        self.by_means = self.be_done = self.dashed = self.weak = False
        self.vague: Tok | None = None
        self.senses: dict[int, list[str]] = {}

    def means(self, item: Item, concepts: frozenset[str] | set[str]) -> bool:
        """Whether a verb can be meant as one of the concepts."""
        if item.value in concepts:
            return True
        return any(value in concepts for verb in self.verbs if verb.start == item.start and verb.options for _, value in verb.options)


class Reader:
    """Reads one clause: walks over its tokens once."""

    def __init__(self, toks: list[Tok], text: str, asked: bool, new_names: set[str], first: bool = True) -> None:
        """`asked`: a question mark stands with the sentence; `first`: the clause begins the sentence."""
        self.first = first
        self.toks = toks
        self.clause = Clause(text, toks[0].start, toks[-1].end)
        self.clause.asked = asked
        self.new_names = new_names
        self.row: list[Tok] = []
        self.begun = False
        self.has_verb = any(tok.type == "VERB" for tok in toks)
        self.skip = 0

    def read(self, shapes: Shapes) -> Clause:
        """The clause. Raises NotUnderstood for an unknown word and for a word that fits nowhere."""
        clause = self.clause
        for at, tok in enumerate(self.toks):
            if at < self.skip:
                continue
            step = _STEPS.get(tok.type)
            if step is None:
                self.begun = True
                self.row.append(tok)
            else:
                step(self, at, tok)
        self._close_row()
        clause.items = shapes.items(self.row, clause.text)
        self._mark_items()
        return clause

    def _close_row(self) -> None:
        """What may be left over at the end: `to` in a question, `supporting` behind a unit; and a way without a verb."""
        row, clause = self.row, self.clause
        if row and row[-1].type == "PREP" and row[-1].value & SUPPORT and len(row) > 1 and row[-2].type == "UNIT":
            row.pop()
            self._supports()
        elif row and row[-1].type == "PREP" and clause.asked:
            row.pop()
        elif row and row[-1].type == "PREP":
            raise NotUnderstood(
                "missing", clause.text[row[-1].start : row[-1].end], row[-1].end, row[-1].end, EXPECTED_BEHIND.get(_last_bit(row[-1].value), ("HEX", "UNIT"))
            )
        if row and row[-1].type in ("_DASH", "_SEP"):
            row.pop()
        clause.dashed = any(tok.type == "_DASH" for tok in row)
        if not self.has_verb and self._has_way():
            clause.said.add("%way")

    def _has_way(self) -> bool:
        """68Inf 2606-2607, 68Inf to 2607: a way of hexes, or one that something goes to."""
        if not any(tok.type in ("UNIT", "MARKER") for tok in self.row) or any(tok.type == "NOUN" and tok.value != "unit" for tok in self.row):
            return False
        hexes = [at for at, tok in enumerate(self.row) if tok.type == "HEX"]
        if len(hexes) > 1:
            return self.clause.dashed
        return len(hexes) == 1 and hexes[0] > 0 and self.row[hexes[0] - 1].type == "PREP" and bool(self.row[hexes[0] - 1].value & TO)

    def _mark_items(self) -> None:
        """Which items stand before the verb, and what that makes of the clause."""
        clause = self.clause
        verb_at = clause.verbs[0].start if clause.verbs else next((tok.start for tok in self.toks if tok.type == "DO" and tok.value == "do"), -1)
        means = goal = False
        for item in clause.items:
            item.before = item.start < verb_at
            if item.prep == AGAINST and item.type == "HEX" and not self.has_verb and not any(other.type == "NOUN" for other in clause.items):
                clause.said.add("%against")
            if item.type == "UNIT":
                if item.prep & SUPPORT and not self.has_verb:
                    clause.said.add("%support")
                if item.before and item.prep == 1:
                    clause.led = True
                means |= bool(item.prep & (WITH | BY)) and not item.before
            elif item.type == "HEX" and item.prep & TO and not item.before:
                goal = True
        clause.by_means = means and not goal and not clause.led
        clause.be_done = self._is_done_to()
        clause.passive = clause.be_done and any(item.prep & BY and item.type in ("UNIT", "MARKER") for item in clause.items)

    def _is_done_to(self) -> bool:
        """is attacked: a form of be right before the verb."""
        last = ""
        for tok in self.toks:
            if tok.type == "VERB" and last == "BE":
                return True
            if tok.type not in DROPPED and tok.type != "NOT":
                last = tok.type
        return False

    def _supports(self) -> None:
        """The unit at the end of the row is named as a supporter: `18AD in support`, `18AD supporting`."""
        at = len(self.row) - 1
        if at and self.row[at - 1].type == "PREP":
            before = self.row[at - 1]
            self.row[at - 1] = Tok("PREP", SUPPORT, before.start, before.end)
        else:
            if at and self.row[at - 1].type == "_SEP":
                at -= 1
                self.row.pop(at)
            self.row.insert(at, Tok("PREP", SUPPORT, self.row[at].start, self.row[at].start))

    # ---- steps, one for each type of token that is more than an item
    def _drop(self, at: int, tok: Tok) -> None:
        if tok.type == "PAST":
            self.clause.already = True
        elif tok.type == "DO" and tok.value == "perfect":
            self.clause.perfect = True

    def _link(self, at: int, tok: Tok) -> None:
        row = self.row
        if tok.type == "THEN" or not row or row[-1].type not in ITEMS:
            return
        following = next((t for t in self.toks[at + 1 :] if t.type not in DROPPED and t.type not in LINKS), None)
        if following is None and tok.type == "AND":
            raise NotUnderstood("missing", self.clause.text[tok.start : tok.end], tok.end, tok.end, ("UNIT", "HEX", "AID"))
        if following is None or following.type not in ITEMS:
            return
        if row[-1].type == "HEX" and following.type in ("UNIT", "MARKER"):
            self._again(tok)
        elif row[-1].type == "UNIT" and following.type == "HEX" and tok.type == "COMMA":
            return  # to the hex of 9Mech, 2119: the hex is named beside, not with the same preposition
        else:
            row.append(Tok("_SEP", None, tok.start, tok.end))

    def _again(self, tok: Tok) -> None:
        """with 16Pz from 2218 and 19Pz from 2217: the preposition of the first unit holds for the next."""
        at = len(self.row) - 2
        while at >= 0 and self.row[at].type in ("HEX", "_DASH", "PREP"):
            at -= 1
        if at + 2 >= len(self.row):
            return
        while at > 0 and self.row[at - 1].type in ("UNIT", "MARKER", "_SEP"):
            at -= 1
        if at and self.row[at - 1].type == "PREP" and self.row[at - 1].value & WITH:
            self.row.append(Tok("PREP", self.row[at - 1].value, tok.start, tok.end))
            return
        place = next((place for place, other in enumerate(self.toks) if other is tok), 0)
        ahead = [other for other in self.toks[place + 1 :] if other.type not in DROPPED and other.type not in ("UNIT", "COMMA", "AND")]
        if self.clause.verbs and ahead and ahead[0].type == "PREP" and ahead[0].value & FROM and not ahead[0].value & TO:
            self.row.append(Tok("PREP", BY, tok.start, tok.end))  # 4GTk attacks 3010 from 3009 and 10Tk from 3110

    def _verb(self, at: int, tok: Tok) -> None:
        clause = self.clause
        clause.verbs.append(tok)
        for value in (tok.value, *(option[1] for option in tok.options or ())):
            clause.said.add(value)
            clause.said.add("!" + value)
        if self.row and self.row[-1].type == "PREP":  # to attack, para mover
            self.row.pop()
        self.begun = True
        self.row.append(tok)

    def _question(self, at: int, tok: Tok) -> None:
        self.clause.said.add(tok.value)
        if tok.type == "Q":
            self.clause.asked = True
        else:
            self.clause.modal = True
            if not self.begun:
                self.clause.asked = True
        self.begun = True

    def _not(self, at: int, tok: Tok) -> None:
        self.clause.negated = True
        if not self.has_verb:
            self.row.append(Tok("NOUN", "not", tok.start, tok.end))
        self.begun = True

    def _pronoun(self, at: int, tok: Tok) -> None:
        self.clause.pronoun = True
        self.first = False  # they are DG, without a question mark, asks nothing

    def _be(self, at: int, tok: Tok) -> None:
        if not self.begun and self.first and tok.value == "be" and not self.clause.asked:
            self.clause.asked = self.clause.weak = True
        self.clause.perfect |= tok.value == "been"
        self.begun = True
        self.row.append(tok)

    def _prep(self, at: int, tok: Tok) -> None:
        self.begun = True
        if self.row and self.row[-1].type == "PREP":
            last = self.row[-1]
            self.row[-1] = Tok("PREP", last.value | tok.value, last.start, tok.end)
        else:
            self.row.append(tok)

    def _noun(self, at: int, tok: Tok) -> None:
        following = self.toks[at + 1] if at + 1 < len(self.toks) else None
        self.begun = True
        if tok.value == "turn" and following is not None and following.type == "NUM":
            self.row.append(Tok("TURN", following.value, tok.start, following.end))
            self.skip = at + 2
            return
        if tok.value in ROLLED and self.has_verb and self._die(at, tok):
            return
        if tok.value == "support" and self._is_supporter():
            return
        if tok.value == "step" and len(self.row) > 2 and [t.type for t in self.row[-3:]] == ["NUM", "PREP", "NUM"] and self.row[-2].value & OF:
            del self.row[-2:]  # six of its eight steps
        self.clause.said.add(tok.value)
        if tok.options is not None:
            self.clause.senses[tok.end] = [value for _, value in tok.options]
            self.clause.said.update(self.clause.senses[tok.end])
        self.row.append(tok)

    def _is_supporter(self) -> bool:
        """18AD in support: a noun behind a unit, in a clause whose verb is another."""
        if not self.clause.verbs or any(verb.value in ("support", "add") for verb in self.clause.verbs):
            return False
        at = len(self.row) - (2 if self.row and self.row[-1].type == "PREP" else 1)
        if at < 0 or self.row[at].type != "UNIT" or len(self.row) - 1 != at and not self.row[-1].value & IN:
            return False
        del self.row[at + 1 :]
        self._supports()
        return True

    def _die(self, at: int, tok: Tok) -> bool:
        """Dice said in passing: `with a roll of 4`, `, die 4`."""
        numbers: list[int] = []
        end = at + 1
        for place in range(at + 1, len(self.toks)):
            other = self.toks[place]
            if other.type == "NUM":
                numbers.append(other.value)
                end = place + 1
            elif other.type not in LINKS if numbers else not _leads_to_dice(other):
                break
        if not numbers or self.clause.asked or any(verb.value == "roll" for verb in self.clause.verbs):
            return False
        while self.row and self.row[-1].type in ("PREP", "_SEP", "NUM", "RIVER"):
            self.row.pop()
        self.row.append(Tok("NUM", numbers, tok.start, tok.end))
        self.row.append(Tok("NOUN", "die", tok.start, self.toks[end - 1].end))
        self.skip = end
        return True

    def _apposition(self, at: int, tok: Tok) -> None:
        """`the German 16Pz`, `the KPG garrison`: said of the unit beside it, to be checked by whoever knows the unit."""
        unit = self._beside(at, tok)
        if unit is not None and (self.has_verb or tok.type != "SIDE" and self.clause.asked):
            self.clause.described.setdefault(unit, {})[tok.type.lower()] = tok.value
            return
        if tok.type != "SIDE":
            self.clause.said.add(f"{tok.type.lower()}:{tok.value}")
        self.begun = True
        self.row.append(tok)

    def _beside(self, at: int, tok: Tok) -> str | None:
        """The unit that a word stands right beside."""
        place = at + 1
        while place < len(self.toks) and (self.toks[place].type in APPOSITION or self.toks[place].type == "PREP" and self.toks[place].value & BY):
            place += 1
        if place < len(self.toks) and self.toks[place].type == "UNIT" and (tok.type != "SIDE" or place == at + 1 or self.toks[place - 1].type in APPOSITION):
            return str(self.toks[place].value)
        place = at - 1
        while place >= 0 and self.toks[place].type in APPOSITION:
            place -= 1
        if place >= 0 and self.toks[place].type == "UNIT":
            return str(self.toks[place].value)
        return None

    def _present(self, at: int, tok: Tok) -> None:
        self.clause.said.add("%" + tok.type.lower())
        self.begun = True
        self.row.append(tok)

    def _status(self, at: int, tok: Tok) -> None:
        self.clause.said.add(tok.value.partition(":")[0])
        self.clause.said.add("status")
        self.begun = True
        self.row.append(tok)

    def _stats(self, at: int, tok: Tok) -> None:
        """3-1 is a pair of values; at 3-1, in an attack, it is odds."""
        odds = any(other.value == "odds" for other in self.row[-2:])
        if self.has_verb and len(tok.value) == 2 and self.row and self.row[-1].type == "PREP" and (odds or self.row[-1].value & (IN | TO)):
            tok = Tok("ODDS", f"{tok.value[0]}:{tok.value[1]}", tok.start, tok.end)
            self._present(at, tok)
            return
        self.begun = True
        self.row.append(tok)

    def _hex(self, at: int, tok: Tok) -> None:
        """A place of several hexes is written out; an act that can have only one of them has to be told which."""
        self.begun = True
        if not isinstance(tok.value, list):
            self.row.append(tok)
            return
        self.clause.vague = tok
        for place in (-1, -2):  # the three Vinnitsa hexes
            if len(self.row) >= -place and self.row[place].type == "NUM" and (place == -1 or self.row[-1].type == "PREP"):
                del self.row[place]
        for number, name in enumerate(tok.value):
            if number:
                self.row.append(Tok("_SEP", None, tok.start, tok.end))
            self.row.append(Tok("HEX", name, tok.start, tok.end))

    def _name(self, at: int, tok: Tok) -> None:
        if tok.value in self.new_names:
            tok = Tok("UNIT", tok.value, tok.start, tok.end)
        elif not self._may_name(at):
            raise NotUnderstood("unknown_word", self.clause.text[tok.start : tok.end], tok.start, tok.end, self._expected(at))
        self.begun = True
        self.row.append(tok)

    def _expected(self, at: int) -> tuple[str, ...]:
        """What could have stood here, by what stands before."""
        before = next((tok for tok in reversed(self.toks[:at]) if tok.type not in DROPPED), None)
        if before is None:
            return () if self.has_verb else ("VERB",)
        if before.type == "PREP":
            return EXPECTED_BEHIND.get(_last_bit(before.value), ("HEX", "UNIT"))
        if before.type == "NOUN":
            return {"weather": ("WEATHER",), "phase": ("PHASE",), "turn": ("NUM",)}.get(before.value, ())
        if before.type in ("UNIT", "MARKER", "SIDE"):
            return () if self.has_verb else ("VERB",)
        return EXPECTED_AFTER.get(before.type, ())

    def _dash(self, at: int, tok: Tok) -> None:
        if self.row and self.row[-1].type == "HEX" and at + 1 < len(self.toks) and self.toks[at + 1].type == "HEX":
            self.row.append(tok)

    def _may_name(self, at: int) -> bool:
        """A new name may stand only where values, a class or a hex follow and nothing is done."""
        toks = self.toks
        if at and toks[at - 1].type == "READING" or at > 1 and toks[at - 2].type == "READING":
            return True
        if any(t.type in ("VERB", "Q", "AUX") for t in toks) or not any(char.isalnum() for char in str(toks[at].value)):
            return False
        return any(t.type in ("STATS", "CLASS") for t in toks) and not any(t.type == "UNIT" for t in toks)


_STEPS = {
    "FILL": Reader._drop,
    "ART": Reader._drop,
    "DO": Reader._drop,
    "REL": Reader._drop,
    "PAST": Reader._drop,
    "COMMA": Reader._link,
    "AND": Reader._link,
    "THEN": Reader._link,
    "VERB": Reader._verb,
    "Q": Reader._question,
    "AUX": Reader._question,
    "NOT": Reader._not,
    "PRON": Reader._pronoun,
    "BE": Reader._be,
    "PREP": Reader._prep,
    "NOUN": Reader._noun,
    "KIND": Reader._apposition,
    "SIZE": Reader._apposition,
    "CLASS": Reader._apposition,
    "SIDE": Reader._apposition,
    "STATS": Reader._stats,
    "HEX": Reader._hex,
    "STATUS": Reader._status,
    "NAME": Reader._name,
    "_DASH": Reader._dash,
    **dict.fromkeys(PRESENT, Reader._present),
}
