"""Questions that are answered by trying the act they are about, read: how many times, when, on which rolls, how many at most, more or less (`play.tried`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.ground.declaration import SOMEBODY, Part, Query
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act, Stated
from adjudicator.sentences.clauses import copied
from adjudicator.sentences.facts import stated
from adjudicator.sentences.stands import Standing
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb
from adjudicator.sentences.tries import MEASURES, OWED, Sought, amount_of, without
from adjudicator.sentences.whereabouts import WHOSE

EXERTS = frozenset(("exert", "have"))
ASKS_WHO = frozenset(("who", "what"))
"""Question words that ask who does it, alone or with the noun of a unit."""


class Trials(Standing):
    """Reads questions whose act is tried, and what a question supposes to be there."""

    asks: Any
    answered = False

    def _asked(self, clause: Clause, before: list[Part], acted: Act | None, supposed: Act | None) -> list[Part]:
        raise NotImplementedError

    def _tried_for(self, tried: Sought, clause: Clause, before: list[Part], acted: Act | None, supposed: Act | None) -> list[Part]:
        """The act that is tried to answer how often, when, on which rolls, how many at most. Raises NotUnderstood."""
        query, plain = tried.query, tried.plain
        self.answered = True
        if query.what in MEASURES:
            parts = self._asked(plain, before, acted, supposed)
            act = next((part for part in parts if isinstance(part, Act)), None)
            inner = act.slots.get("ask") if act is not None else None
            if act is None or inner is not None and inner.what != "value":
                raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end)
            act.slots["ask"] = inner._replace(what=query.what, part="value") if inner is not None else query
            return parts
        if query.what == "most":
            fact = amount_of(clause.wh[0][2], plain, self.states)
            if not fact or tried.deed is None:
                raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end)
            query, plain = query._replace(name=fact), copied(tried.deed)
        elif query.what == "rolls":
            deed = self._plain_act(plain, before, acted)
            query = query._replace(name=deed.kind, marks=tuple(deed.slots.get("units", ())))
            if set(deed.slots) - {"units", "question", "count"}:
                raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)
            if supposed is None or supposed.kind not in self.asks.deeds:
                raise NotUnderstood("missing", self.text[clause.start : clause.end], clause.end, clause.end, ("attack",))
            slots = {name: value for name, value in supposed.slots.items() if name not in ("ask", "given", "passing")}
            return [self._made(supposed.kind, {**slots, "question": True, "ask": query}, clause)]
        act = self._plain_act(plain, before, acted)
        return [self._made(act.kind, {**act.slots, "question": True, "ask": query}, clause)]

    def _of_whom(self, clause: Clause, before: list[Part], acted: Act | None, found: Sequence[Part] = ()) -> list[Part] | None:
        """Who of all may do it, where no question of the book asks for that; None if it is no such question. `found`: as which it can be read otherwise."""
        start = self.cost
        senses = frozenset(clause.verb.senses) if clause.verb is not None else frozenset()
        own = {part.kind for part in found if isinstance(part, Act)}
        if any(frame.kind in own and "who" in frame.ask and frame.verbs & senses for frame in self.frames):
            return None
        try:
            asked = self._whose(clause, before, acted)
            self.answered = self.answered or asked is not None
            return asked
        except NotUnderstood:
            self.cost = start
            return None

    def _whose(self, clause: Clause, before: list[Part], acted: Act | None) -> list[Part] | None:
        """Who may advance, which German unit takes the loss: any deed, asked of each unit. None if it is no such question."""
        clause = self._of_zone(clause)
        verb = clause.verb
        if len(clause.wh) != 1 or verb is None or verb.negated or verb.perfect or verb.past or verb.passive:
            return None
        word, _, thing = clause.wh[0]
        mods = [meaning for means in thing.mods for meaning in means[:1]] if thing is not None else []
        if word not in ASKS_WHO or (thing.nouns()[:1] != ["unit"] if thing is not None else word != "who") or any(type_ != "SIDE" for type_, _ in mods):
            return None
        if thing is not None and (thing.of or thing.own or thing.clauses or thing.num not in (None, 1) or thing.label is not None):
            return None
        plain = without(clause, thing)
        if any(each.type == "UNIT" for phrase in plain.phrases if phrase.before for each in phrase.things):
            return None
        subject = Nominal([("UNIT", SOMEBODY)], clause.start, clause.start)
        plain.phrases.insert(0, Chunk(frozenset(("none",)), [subject], clause.start, clause.start, True))
        asked = bool(EXERTS & set(verb.senses)) and any(each.nouns()[:1] == ["zoc"] for each in plain.things())
        act = self._plain_act(plain, before, acted, asked)
        deed = asked or act.kind in self.asks.deeds or act.kind == "loss" or "loss" in verb.senses
        lost = "passing" in act.slots or any(inner.wh for _, inners in clause.subs for inner in inners)  # who rolls for the attack, who chooses who loses it
        if not deed or lost or act.slots.get("units") != (SOMEBODY,):
            return None
        name = str(mods[0][1]) if mods else ""
        if acted is not None and acted.kind == "resolve" and not acted.slots.get("question") and act.kind == "loss":  # whom the result costs it
            slots = {each: said for each, said in acted.slots.items() if each not in ("ask", "passing")}
            return [self._made(acted.kind, {**slots, "question": True, "ask": Query("who", part="loss", name=name)}, clause)]
        slots = {each: said for each, said in act.slots.items() if each not in ("units", "question")}
        part = "must" if act.kind != "loss" and (verb.modal in ("must", "need") or act.kind in OWED and not verb.modal) else ""
        return [self._made(act.kind, {**slots, "question": True, "ask": Query("who", part=part, name=name)}, clause)]

    def _of_zone(self, clause: Clause) -> Clause:
        """Whose ZOC is 2611 in: who exerts one there; any other clause as it is."""
        zones = [phrase for phrase in clause.phrases if phrase.before and phrase.things[0].nouns()[:1] == ["zoc"] and phrase.things[0].det == "poss"]
        rest = [phrase for phrase in clause.phrases if phrase not in zones and [thing.type for thing in phrase.things] != ["PRON"]]
        first = self.text[clause.start : clause.end].lower().split()[:1]
        if len(zones) != 1 or clause.wh or not clause.asked or [thing.type for phrase in rest for thing in phrase.things] != ["HEX"] or not WHOSE & set(first):
            return clause
        other = copied(clause)
        other.verb = Verb(clause.start, clause.start)
        other.verb.lemma, other.verb.senses = "exert", ["exert"]
        other.wh, zone = [("who", frozenset(("none",)), None)], Nominal([("NOUN", "zoc")], clause.start, clause.start)
        place = rest[0]
        other.phrases = [Chunk(frozenset(("none",)), [zone], clause.start, clause.start), Chunk(frozenset(("IN",)), place.things, place.start, place.end)]
        return other

    def _plain_act(self, clause: Clause, before: list[Part], acted: Act | None, asked: bool = False) -> Act:
        """The one act that a clause without its question is, or (`asked`) what it asks; nobody need be named. Raises NotUnderstood."""
        clause = copied(clause)
        clause.asked, clause.subs = asked, []
        if clause.verb is not None:
            clause.verb.modal = ""
        kept, self.supposing, self.trying = self.supposing, True, True
        try:
            parts = self._act(clause, before, acted)
        finally:
            self.supposing, self.trying = kept, False
        if len(parts) != 1 or not isinstance(parts[0], Act):
            raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end, ("VERB",))
        return parts[0]

    def _there_is(self, clause: Clause, used: list[Nominal]) -> tuple[Chunk | None, list[Stated]]:
        """What effect has a river between 3011 and 3010: what is asked about is supposed to be there. Its place, and what is supposed."""
        for phrase, place in zip(clause.phrases, clause.phrases[1:], strict=False):
            thing = phrase.things[-1]
            if thing.det != "indef" or not any(thing is each for each in used) or not place.rels & {"BETWEEN", "IN", "ALONG"}:
                continue
            other = Clause("cop")
            other.start, other.end = phrase.start, place.end
            other.verb = Verb(phrase.start, phrase.start)
            other.verb.lemma, other.verb.senses = "there", ["there"]
            other.phrases = [Chunk(phrase.rels, [thing], phrase.start, phrase.end), place]
            facts = stated(other, self.names, set(self.new_names), self.states)
            if facts:
                return place, facts
        return None, []
