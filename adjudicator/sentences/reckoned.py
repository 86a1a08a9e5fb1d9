"""Questions for a figure of the deed that was said before: how many MPs is that, which column do we roll on, how many dice does it throw.

A figure is declared once (`values` of grammars/questions.yaml and of a rulebook's lexicon): its nouns, what the rulings call it, the acts that have it.
Where a question names nothing but such a figure and what its verb reckons, it is asked of the deed, whatever else its words may mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from adjudicator.ground.declaration import Part, Query
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act
from adjudicator.language.syntax import small
from adjudicator.sentences.account import HARD
from adjudicator.sentences.askable import Value
from adjudicator.sentences.claims import features
from adjudicator.sentences.clauses import MOVING, copied, said_as
from adjudicator.sentences.frames import EMPTY, PLAIN, Frame
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb
from adjudicator.sentences.trials import Trials

HAS, LEFT = frozenset(("have", "there")), frozenset(("stay", "left_with", "become"))
"""Verbs that ask what somebody has, and what is left."""
HOLDS = small("having")
"""Their lemmas: what else a rulebook calls so (bcs: receive) is not asked for."""
SURELY = 12
"""What it saves to take every word of a question for one of the deed before."""
PRICE, COST = "NOUN:cost", "cost"
WAY_OF = frozenset(("to", "path", "from", "how", "hexes"))
"""Slots of a way."""
AIMS = frozenset(("TO", "inf", "FOR", "pcp", "VIA|BY|FOR|IN", "TO|IN|AGAINST", "BY", "IN", "that", "if", "when", "while"))
"""What joins the deed for which something is spent."""
ASKING = frozenset(("what", "how_many", "how"))
LEFTWARD = "leftward"
"""The adverb of where shifts against the attacker go."""
PARTING = frozenset(("leave", "exit", "call_off", "withdraw"))
"""Senses of verbs whose object is left behind: to back out of its ZOC."""
IN_ALL = frozenset((*EMPTY, LEFTWARD, "in_all", "together", "then", "exactly"))
"""Adverbs that leave a figure what it is."""


class Reckoned(Trials):
    """Reads such questions."""

    def _reckoning(self, clause: Clause, before: list[Part], supposed: Act | None) -> list[Part] | None:
        """A question for a figure of the deed before it, or of the one that it begins with (16Pz attacks 3010, which column is it); None if it is none."""
        if (act := self._reckoned(clause, before, supposed) or self._aimed(clause, before, True)) is not None:
            return [act]
        asking = [inner for word, inners in clause.subs for inner in inners if word == "asked" and inner.wh]
        if clause.wh or len(asking) != 1 or clause.verb is None or clause.verb.modal or clause.verb.negated:
            return None
        plain, inner, start = copied(clause), copied(asking[0]), self.cost
        plain.asked, inner.asked = False, True
        plain.subs = [(word, [one for one in inners if one is not asking[0]]) for word, inners in clause.subs]
        try:
            parts = self._act(plain, before, None)
        except NotUnderstood:
            parts = []
        act = self._reckoned(inner, parts, None)
        if act is None:
            self.cost = start
            return None
        return [*(part for part in parts if not isinstance(part, Act)), act]

    def _aimed(self, clause: Clause, before: list[Part], surely: bool = False) -> Act | None:
        """How many points do I spend to rebuild 46, what does it cost 46 to debark: of the deed that it is for; None if it is no such question.

        `surely`: only where it is a deed with a price of its own that is no way.
        """
        plain, deed, start = *_aim(clause), self.cost
        if deed is None or deed.verb is None or deed.wh or len(clause.wh) != 1:
            return None
        wanted = clause.wh[0][2]
        if wanted is None and (clause.verb is None or COST not in clause.verb.senses):
            return None  # what does it take to make them lose a step: no price
        meant = [value for value in self.asks.values if (COST in value.verbs if wanted is None else _says(wanted, value.words))]
        priced = frozenset(kind for value in meant if COST in value.verbs for kind in value.of) - self.asks.ways
        if surely and not any(frame.kind in priced and frame.verbs & set(deed.verb.senses[:1]) for frame in self.frames):
            return None
        again = [adverb for adverb in deed.adverbs if adverb[0] == "again"]  # to build it up again costs the same
        deed.adverbs = [adverb for adverb in deed.adverbs if adverb not in again]
        kinds = frozenset().union(*(value.of for value in meant))
        moves = any("mp" in name for value in meant for name in value.words) and not (MOVING | self.asks.fights) & set(deed.verb.senses[:1])
        kept, self.supposing = self.supposing, True
        try:
            for verb, frames in self._deeds_for(deed.verb, kinds, priced, moves):
                deed.verb, self.cost = verb, start
                with suppress(NotUnderstood):
                    parts = self._act(copied(deed), before, None, frames)
                    whole = len(parts) == 1 and not any("passing" in part.slots for part in parts if isinstance(part, Act))
                    if whole and (act := self._reckoned(plain, parts, None, True)) is not None:
                        act = self._cost_of(act)
                        for _, begin, end in again:
                            self._told(act, begin, end)
                        return act
        finally:
            self.supposing, self.cost = kept, start
        return None

    def _cost_of(self, act: Act) -> Act:
        """A move that is asked for its cost, as the question that a rulebook has of its own for that."""
        own = [frame for frame in self.frames if frame.kind == COST and frame.ask and {"units", "route"} <= frame.slots]
        slots = {name: said for name, said in act.slots.items() if name not in ("question", "ask")}
        asked = own and act.kind == "move" and act.slots["ask"].name == COST and slots.keys() <= WAY_OF | own[0].slots
        return Act(COST, slots, act.text, act.start, act.end) if asked else act

    def _deeds_for(self, verb: Verb, kinds: frozenset[str], priced: frozenset[str], moves: bool) -> Iterable[tuple[Verb, list[Frame]]]:
        """The acts that a deed may be: those that have the figure, whatever they are called (to back off to 2010, to leave 46 at full strength), then any."""
        own = [frame for frame in self.frames if not frame.ask]
        having = [frame for frame in own if frame.kind in kinds]
        for senses in (["move"] if moves else [], verb.senses, sorted(priced)):
            if senses:
                yield said_as(verb, senses), having
        yield verb, own

    def _reckoned(self, clause: Clause, before: list[Part], supposed: Act | None, whatever: bool = False) -> Act | None:
        """The deed before, or the one that is supposed, asked for a figure, of `whatever` kind it is; None if it is no such question."""
        verb = clause.verb
        if verb is None or not clause.asked or verb.negated or len(clause.wh) != 1 or any(inners for _, inners in clause.subs):
            return None
        if verb.perfect and "leave" not in verb.senses:  # how many has it left: of what remains, to the grammar a perfect
            return None
        word, _, wanted = clause.wh[0]
        if word not in ASKING or verb.modal not in ("", "must", "need", "will") or {name for name, _, _ in clause.adverbs} - IN_ALL:
            return None
        senses = set(verb.senses)
        if wanted is None and verb.senses == ["be"]:  # what is the column, how much is the modifier
            wanted = next((thing for phrase in clause.phrases if "none" in phrase.rels for thing in phrase.things if thing.type != "PRON"), None)
        price = wanted is None and "cost" in senses  # what does that cost
        if not price and (wanted is None or not _plain(wanted)):
            return None
        rest = [thing for thing in clause.things() if thing is not wanted]
        left = bool(LEFT & senses) or (verb.passive or verb.perfect) and "leave" in senses or any(name == "left" for name, _, _ in clause.adverbs)
        found: Act | None = None
        names: list[str] = []
        spare = ""
        for value in self.asks.values:
            name = value.left if left else value.has if verb.lemma in HOLDS or HAS & set(verb.senses[:1]) else value.gives
            says = price and "cost" in value.verbs or wanted is not None and _says(wanted, value.words)
            if not name or not says or not (price or value.counted or word != "how_many" or clause.wh[0][2] is None):
                continue
            if not (left or (self.asks.reckon | value.verbs) & senses):
                continue
            deed = self._deed_with(value.of - self.asks.throws, before, supposed)
            if deed is not None and (price or not names) and (found or deed) is deed:
                found, names = deed, [*names, name]
            elif whatever and not names:
                spare = spare or name
        if not names and spare:
            found, names = self._deed_with(self.frames.kinds, before, supposed), [spare]
        if found is None or not all(self._of_deed(thing, found) for thing in rest):
            return None
        self.answered = True
        self.cost -= SURELY
        slots = {each: said for each, said in found.slots.items() if each not in ("ask", "given", "passing")}
        return self._made(found.kind, {**slots, "question": True, "ask": Query("value", " ".join(names), sign=self._against(clause, names[0]))}, clause)

    def _against(self, clause: Clause, name: str) -> int:
        """How many columns does it lose, how many to the left: -1 where only those against it count."""
        against = any(word == LEFTWARD for word, _, _ in clause.adverbs) or clause.verb is not None and bool(self.asks.lose & set(clause.verb.senses))
        return -1 if name == "shifts" and against else 0

    def _deed_with(self, kinds: frozenset[str], before: Iterable[Part], supposed: Act | None) -> Act | None:
        """The deed that is supposed, else the last one said: what answers it is part of it."""
        acts = [part for part in before if isinstance(part, Act)]
        return next((act for act in ([supposed] if supposed is not None else reversed(acts)) if act.kind in kinds), None)

    def _of_deed(self, thing: Nominal, deed: Act) -> bool:
        """Whether a thing is spoken of, or one of the deed itself, so that the question names nothing new."""
        if not _plain(thing) or thing.mods:
            return False
        if thing.type == "PRON":
            return thing.value not in ("nothing", "someone", "second")
        if thing.type == "SIDE":
            return any(self.names.sides.get(unit) == thing.value for unit in deed.slots.get("units", ()))
        if thing.type in HARD:
            return repr(thing.value) in repr(deed.slots)
        nouns = set(thing.nouns())
        return bool(nouns & PLAIN or any(frame.kind == deed.kind and nouns & frame.nouns for frame in self.frames))


def _plain(thing: Nominal) -> bool:
    """Whether nothing hangs on a thing."""
    return thing.num is None and thing.label is None and not (thing.of or thing.own or thing.clauses)


def _says(thing: Nominal, words: frozenset[str]) -> bool:
    """Whether a thing is named by these words and by nothing else."""
    every = [{f"{type_}:{value}" for type_, value in means} for means in (thing.means, *thing.mods)]
    return bool(words & features(thing)) and all(said & words or any(name.startswith("ADJ:") for name in said) for said in every)


def _aim(clause: Clause) -> tuple[Clause, Clause | None]:
    """How many points do I spend to rebuild 46, how many MPs does it need to debark: what is spent, and the deed that hangs on it."""
    aims = [inner for word, inners in clause.subs for inner in inners if word in AIMS and inner.kind in ("inf", "pcp", "fin")]
    plain, wanted = copied(clause), clause.wh[0][2] if len(clause.wh) == 1 else None
    if plain.verb is not None and plain.verb.modal == "need" and wanted is not None and not any(inners for _, inners in clause.subs):
        deed = copied(clause)
        assert deed.verb is not None
        deed.wh, deed.verb.modal, deed.asked, deed.kind = [], "", False, "fin"
        deed.phrases = [phrase for phrase in clause.phrases if wanted not in phrase.things]
        plain.phrases = [phrase for phrase in clause.phrases if wanted in phrase.things]
        plain.verb.lemma, plain.verb.senses, plain.verb.modal = COST, [COST], ""
        return plain, deed
    if len(aims) != 1 or sum(len(inners) for _, inners in clause.subs) > 1 or wanted is None and not aims[0].phrases:
        return plain, None
    deed = copied(aims[0])
    doers = [phrase for phrase in clause.phrases if all(thing.type == "UNIT" for thing in phrase.things)] if deed.kind != "fin" else []
    plain.subs, deed.kind = [], "fin"
    deed.phrases = [*(Chunk(frozenset(("none",)), phrase.things, phrase.start, phrase.end, True) for phrase in doers), *deed.phrases]
    return plain, deed


def parted(clause: Clause, sides: Mapping[str, str]) -> tuple[Clause, list[Nominal]]:
    """To pull back from 1-1Rif into 2009, to leave its ZOC for 2009: the question without the foes whom a move leaves behind, and they."""
    doers = {sides.get(str(thing.value)) for thing in clause.things() if thing.type == "UNIT"}
    other, left = copied(clause), list[Nominal]()
    other.subs = []
    for word, inners in clause.subs:
        kept = [copied(inner) for inner in inners]
        for inner in kept:
            own = doers | {sides.get(str(thing.value)) for p in inner.phrases if p.before for thing in p.things if thing.type == "UNIT"}
            senses = frozenset(inner.verb.senses if inner.verb is not None else ())
            goes = bool((MOVING | PARTING) & senses) and any(thing.type in ("HEX", "PATH") for thing in inner.things())
            for phrase in list(inner.phrases) if goes and own != {None} else ():
                foes = _foes_of(phrase, bool(PARTING & senses))
                if foes and not own & {sides.get(str(thing.value)) for thing in foes}:
                    inner.phrases.remove(phrase)
                    left += foes
        other.subs.append((word, kept))
    return (other, left) if left else (clause, left)


def _foes_of(phrase: Chunk, departs: bool) -> list[Nominal]:
    """From 1-1Rif, out of the ZOC of 1-1Rif, to leave its ZOC: the units."""
    zones = [thing for thing in phrase.things if thing.nouns()[:1] == ["zoc"]]
    whose = [other for thing in zones for each in (*thing.of, *thing.own) for other in each.things] if zones else phrase.things
    leaves = phrase.rels & {"FROM"} and not phrase.before or zones and "none" in phrase.rels and departs
    return whose if leaves and len(zones) in (0, len(phrase.things)) and all(thing.type == "UNIT" for thing in whose) else []


def counted_in(clause: Clause, values: Iterable[Value]) -> Clause:
    """What does it lose in steps by retreating, ¿cuánto le cuesta en PM?: how many of them; any other clause as it is."""
    if len(clause.wh) != 1 or clause.wh[0][2] is not None or clause.wh[0][0] not in ASKING or clause.verb is None or clause.verb.senses == ["be"]:
        return clause
    counted = frozenset().union(*(value.words for value in values if value.counted))
    found = [p for p in clause.phrases if "IN" in p.rels and len(p.things) == 1 and _plain(p.things[0]) and not p.things[0].det and _says(p.things[0], counted)]
    if len(found) != 1:
        return clause
    other, thing = copied(clause), found[0].things[0]
    asking = Chunk(frozenset(("none",)), [thing], found[0].start, found[0].end, True)
    other.wh = [("how_many", asking.rels, thing)]
    other.phrases = [asking, *(phrase for phrase in clause.phrases if phrase is not found[0])]
    return other
