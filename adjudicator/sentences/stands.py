"""Questions about how something stands: now, or after a deed that is supposed.

*Is 16Pz reduced?* is a clause of facts that is asked (`facts`): what it states is compared with the position. *Is it stopped if it observes?*, *how
many steps has it after its retreat?* are asked of the position as that deed leaves it.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from adjudicator.ground.declaration import Part, Query
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act, Stated
from adjudicator.sentences.acts import Acts
from adjudicator.sentences.clauses import copied
from adjudicator.sentences.facts import stated
from adjudicator.sentences.frames import EMPTY
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb
from adjudicator.sentences.whereabouts import done_before, lost_before, whereabouts

AFTERWARDS = frozenset(("after", "AFTER", "when", "while", "if"))
"""What joins a deed to a question about what it leaves behind."""
BECOMES = frozenset(("be", "become", "end", "stay", "have", "show", "left_with", "place", "get"))
"""Verbs that ask how something stands."""
SURELY = 12
"""What it saves to read a verb of the past as one, and not as what somebody has."""
BEFORE = 60
"""What it costs to ask for how something stands now, where it is asked how it stands before a deed."""
NATURE = (".kind", ".class", ".size", ".side")
"""Facts that only describe who is named."""
ASKED = ("units[", "hexes[", "hexsides[", "formations[", "markers[")


class Standing(Acts):
    """Reads questions about how something stands."""

    asks: Any
    answered = False

    def _supposition(self, clause: Clause, before: list[Part], asks: bool) -> list[Part]:
        """What an if-clause says."""
        raise NotImplementedError

    def _stands(self, clause: Clause, before: list[Part], supposed: Act | None) -> list[Part]:
        """What is asked of the position, or of what a deed makes of it. Raises NotUnderstood where it is no such question."""
        plain = copied(clause)
        plain.asked, plain.kind = False, "fin" if plain.verb is not None else plain.kind
        plain.subs = [(word, inners) for word, inners in plain.subs if inners]
        deed = self._deed_before(plain, before) or supposed
        if plain.verb is not None:
            plain.verb.modal = ""
        first = [inner for word, inners in plain.subs if word == "before" for inner in inners if inner.verb and self.frames.deeds & set(inner.verb.senses)]
        if first and self.frames.of_states and any(thing.type == "PRON" for inner in first for thing in inner.things()):
            raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)  # it is looked at with whom it means
        self.cost += BEFORE if first else 0  # is it DG before it retreats: a rulebook may have an answer of its own
        words = {word for word, _, _ in clause.wh}
        field = self._field(clause, plain) if words else ""
        facts = tuple((fact.path, fact.value) for fact in self._asked_facts(plain)) if not words else ()
        units = tuple(thing.value for thing in plain.things() if thing.type == "UNIT") or (deed.slots.get("units", ()) if deed else ())
        if not facts and not (field and units) and deed is None and (asked := whereabouts(clause, self.text)) is not None:
            return [self._made("figure", {"question": True, "ask": asked}, clause)]
        told = clause.verb is not None and bool(clause.verb.modal) and bool(facts) and all(path.endswith((*NATURE, ".at")) for path, _ in facts)
        if told or not facts and not (field and units):  # can it take the organic truck Trk-9, can the three be in 2119: whether it may, not whether it is so
            raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end, ("VERB",))
        slots = {"question": True, "ask": Query("state", field, facts=facts, about=units)}
        if deed is None:
            return [self._made("figure", slots, clause)]
        return [self._made(deed.kind, {**{name: said for name, said in deed.slots.items() if name not in ("ask", "passing")}, **slots}, clause)]

    def _over(self, clause: Clause) -> Act | None:
        """Has 16Pz attacked, how many steps has it lost; None if it is no such question. Raises NotUnderstood where it asks for more of that."""
        try:
            asked = lost_before(clause) or done_before(clause, self.states["history"])
        except LookupError:
            raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end) from None
        if asked is None:
            return None
        self.answered = True
        self.cost -= SURELY
        return self._made("figure", {"question": True, "ask": asked}, clause)

    def _deed_before(self, plain: Clause, before: list[Part]) -> Act | None:
        """After its Automatic Retreat, after retreating to 20.07, when it leaves Support: the deed, which is taken out of the clause."""
        subject = [phrase for phrase in plain.phrases if phrase.rels & {"none", "TO"} and all(thing.type == "UNIT" for thing in phrase.things)]
        for word, inners in plain.subs:
            if (
                word in AFTERWARDS
                and len(inners) == 1
                and (inners[0].verb is not None or any(self.frames.nouns & set(thing.nouns()) for thing in inners[0].things()))
            ):
                plain.subs = [pair for pair in plain.subs if pair[1] is not inners]
                return self._thought(copied(inners[0]), subject, before)
        for phrase in plain.phrases:
            if "AFTER" in phrase.rels and len(phrase.things) == 1 and self.frames.nouns & set(phrase.things[0].nouns()):
                plain.phrases = [other for other in plain.phrases if other is not phrase]
                alone = Clause("frag")
                alone.start, alone.end = phrase.start, phrase.end
                alone.phrases = [Chunk(frozenset(("none",)), phrase.things, phrase.start, phrase.end)]
                return self._thought(alone, subject, before)
        return None

    def _thought(self, inner: Clause, subject: list[Chunk], before: list[Part]) -> Act:
        """A deed that is only thought of; it is done by whom the question is about, unless somebody else is named."""
        inner.asked, inner.wh, inner.kind = False, [], "fin" if inner.verb is not None else "frag"
        if not any(thing.type == "UNIT" for phrase in inner.phrases if phrase.before or inner.verb is None for thing in phrase.things):
            who = [Nominal(list(thing.means), inner.start, inner.start) for phrase in subject for thing in phrase.things]
            inner.phrases = [phrase for phrase in inner.phrases if not (phrase.before and all(thing.type == "PRON" for thing in phrase.things))]
            inner.phrases[:0] = [Chunk(frozenset(("none",)), who, inner.start, inner.start, True)] if who else []
        if inner.verb is not None:
            inner.verb.perfect = inner.verb.past = False
            inner.verb.modal = ""
        parts = self._act(inner, before, None)
        if len(parts) != 1 or not isinstance(parts[0], Act):
            raise NotUnderstood("no_act", self.text[inner.start : inner.end], inner.start, inner.end, ("VERB",))
        return parts[0]

    def _asked_facts(self, plain: Clause) -> list[Stated]:
        """What a question says of how things stand: facts of things that are there."""
        if plain.verb is not None and not BECOMES & set(plain.verb.senses):
            return []
        told: list[tuple[int, int]] = []
        fresh: set[str] = set(self.new_names)
        facts = stated(plain, self.names, fresh, self.states, told) or []
        plainly = all(fact.path.startswith(ASKED) and not isinstance(fact.value, dict) for fact in facts)
        if not plainly or fresh != set(self.new_names) or plain.verb is not None and plain.verb.negated:
            return []
        self.memory.asides += told
        return facts

    def _field(self, clause: Clause, plain: Clause) -> str:
        """How many steps has it, which side does it show: the fact that is asked for; "" if the words ask for something else."""
        word, _, wanted = clause.wh[0]
        if len(clause.wh) != 1 or word not in ("how_many", "what") or wanted is None or not BECOMES & set(clause.verb.senses if clause.verb else ()):
            return ""
        others = [thing for thing in plain.things() if thing is not wanted and thing.type not in ("UNIT", "PRON")]
        adverbs = {adverb for adverb, _, _ in clause.adverbs} - EMPTY
        if others or adverbs or wanted.mods or wanted.num is not None or plain.subs or clause.verb is None or clause.verb.negated:
            return ""
        return next((self.asks.fields[noun] for noun in wanted.nouns() if noun in self.asks.fields), "")


def done_before_it(clause: Clause, deeds: Container[str]) -> tuple[Clause, Clause] | None:
    """Is it finished after making a Shock Attack, after one: the question without it, and that it has done so; None if nothing is asked so."""
    who = next((phrase for phrase in clause.phrases if "none" in phrase.rels and all(thing.type == "UNIT" for thing in phrase.things)), None)
    if who is None or clause.verb is None or clause.wh or not BECOMES & set(clause.verb.senses):
        return None
    plain, done = copied(clause), Clause("fin")
    done.verb = Verb(clause.end, clause.end)
    done.verb.lemma, done.verb.senses, done.verb.perfect = "do", ["do"], True
    behind = [(word, inners) for word, inners in clause.subs if word in ("after", "AFTER") and len(inners) == 1]
    nouns = [phrase for phrase in clause.phrases if "AFTER" in phrase.rels and any(noun in deeds for thing in phrase.things for noun in thing.nouns())]
    if len(behind) + len(nouns) != 1:
        return None
    if behind:
        done = copied(behind[0][1][0])
        if done.verb is None:
            return done_before_it(_hung(clause, behind[0], done), deeds)
        done.verb.perfect, done.kind = True, "fin"
    plain.subs = [pair for pair in plain.subs if pair not in behind]
    plain.phrases = [phrase for phrase in plain.phrases if phrase not in nouns]
    said = [Chunk(frozenset(("none",)), phrase.things, phrase.start, phrase.end) for phrase in nouns]
    units = [Nominal(list(thing.means), thing.start, thing.end) for thing in who.things]
    done.phrases = [Chunk(who.rels, units, who.start, who.end, True), *done.phrases, *said]
    done.start, done.end = (said[0].start, said[0].end) if said else (done.start, done.end)
    return plain, done


def _hung(clause: Clause, pair: tuple[str, list[Clause]], inner: Clause) -> Clause:
    """The question with a clause of a noun alone as a phrase of it."""
    plain = copied(clause)
    plain.subs = [other for other in plain.subs if other[1] is not pair[1]]
    plain.phrases += [Chunk(frozenset(("AFTER",)), phrase.things, phrase.start, phrase.end) for phrase in inner.phrases]
    return plain
