"""Questions for a figure of the deed that was said before: how many MPs is that, which column do we roll on, how many dice does it throw.

A figure is declared once (`values` of grammars/questions.yaml and of a rulebook's lexicon): its nouns, what the rulings call it, the acts that have it.
Where a question names nothing but such a figure and what its verb reckons, it is asked of the deed, whatever else its words may mean.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.ground.declaration import Query
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act
from adjudicator.sentences.account import HARD
from adjudicator.sentences.claims import features
from adjudicator.sentences.clauses import MOVING, copied
from adjudicator.sentences.frames import EMPTY, PLAIN
from adjudicator.sentences.joined import Part
from adjudicator.sentences.tree import Chunk, Clause, Nominal
from adjudicator.sentences.trials import Trials

HAS, LEFT = frozenset(("have", "there")), frozenset(("stay", "left_with", "become"))
"""Verbs that ask what somebody has, and what is left."""
SURELY = 12
"""What it saves to take every word of a question for one of the deed before."""
PRICE = "NOUN:cost"
AIMS = frozenset(("TO", "inf", "FOR", "pcp", "VIA|BY|FOR|IN", "BY", "IN"))
"""What joins the deed for which something is spent."""
ASKING = frozenset(("what", "how_many", "how"))
LEFTWARD = "leftward"
"""The adverb of where shifts against the attacker go."""
IN_ALL = frozenset((*EMPTY, LEFTWARD, "in_all", "together", "then", "exactly"))
"""Adverbs that leave a figure what it is."""


class Reckoned(Trials):
    """Reads such questions."""

    def _reckoning(self, clause: Clause, before: list[Part], supposed: Act | None) -> list[Part] | None:
        """A question for a figure of the deed before it, or of the one that it begins with (16Pz attacks 3010, which column is it); None if it is none."""
        if (act := self._reckoned(clause, before, supposed)) is not None:
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

    def _aimed(self, clause: Clause, before: list[Part]) -> Act | None:
        """How many points do I spend to rebuild 46: of the deed that it is for, whoever does it; None if it is no such question."""
        aims = [inner for word, inners in clause.subs for inner in inners if word in AIMS and inner.kind in ("inf", "pcp")]
        if len(clause.wh) != 1 or len(aims) != 1 or sum(len(inners) for _, inners in clause.subs) > 1 or aims[0].verb is None or aims[0].wh:
            return None
        plain, deed, start = copied(clause), copied(aims[0]), self.cost
        doers = [phrase for phrase in clause.phrases if all(thing.type == "UNIT" for thing in phrase.things)]
        plain.subs, deed.kind = [], "fin"
        deed.phrases = [*(Chunk(frozenset(("none",)), phrase.things, phrase.start, phrase.end, True) for phrase in doers), *deed.phrases]
        wanted = clause.wh[0][2]
        if wanted is not None and wanted.nouns()[:1] == ["mp"] and deed.verb is not None and not MOVING & set(deed.verb.senses):
            deed.verb.lemma, deed.verb.senses = "move", ["move"]  # to back off to 2010: whatever it is called, MPs are paid for a move
        kinds = frozenset().union(*(value.of for value in self.asks.values if wanted is not None and _says(wanted, value.words)))
        kept, self.supposing = self.supposing, True
        try:
            parts = self._act(deed, before, None, [frame for frame in self.frames if frame.kind in kinds and not frame.ask])
        except NotUnderstood:
            parts = []
        finally:
            self.supposing = kept
        whole = len(parts) == 1 and not any("passing" in part.slots for part in parts if isinstance(part, Act))
        act = self._reckoned(plain, parts, None) if whole else None
        self.cost = start
        return act

    def _reckoned(self, clause: Clause, before: list[Part], supposed: Act | None) -> Act | None:
        """The deed before, or the one that is supposed, asked for a figure; None if it is no such question."""
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
        for value in self.asks.values:
            name = value.left if left else value.has if verb.senses[:1] and verb.senses[0] in HAS else value.gives
            meant = PRICE in value.words if wanted is None else _says(wanted, value.words) and (value.counted or word != "how_many" or clause.wh[0][2] is None)
            if not name or not meant or not (left or (self.asks.reckon | value.verbs) & senses):
                continue
            deed = self._deed_with(value.of - self.asks.throws, before, supposed)
            if deed is not None and all(self._of_deed(thing, deed) for thing in rest):
                self.answered = True
                self.cost -= SURELY
                slots = {each: said for each, said in deed.slots.items() if each not in ("ask", "given", "passing")}
                return self._made(deed.kind, {**slots, "question": True, "ask": Query("value", name, sign=self._against(clause, name))}, clause)
        return None

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
