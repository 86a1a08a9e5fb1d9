"""Clauses to parts: acts, questions, facts, history, claims, suppositions and what is told back.

The cheapest reading wins: of a tree, of the senses of its verbs, of the frames that these open. A reading that leaves a unit, a
hex, a number or a denial without a role is none.
"""

from __future__ import annotations

from contextlib import suppress

from adjudicator.ground.declaration import Part
from adjudicator.language.errors import Ambiguous, NotUnderstood
from adjudicator.language.model import Act, Stated
from adjudicator.sentences.account import HARD, named, things_of, weighs
from adjudicator.sentences.apart import has_beside, is_meanwhile, rallied, split, spoken_of, stands_too, torn
from adjudicator.sentences.apposed import named_behind, only_what
from adjudicator.sentences.asked import Questions
from adjudicator.sentences.claims import amount, claimed, strengths, told_of
from adjudicator.sentences.clauses import aiming, continued, copied, elide, lone, told_meanwhile
from adjudicator.sentences.conditions import conditions
from adjudicator.sentences.dice import GENERAL, thrown, thrown_for
from adjudicator.sentences.facts import share_place, stated, turned
from adjudicator.sentences.following import adds_to, carries_on, echoed, ends, shares_subject
from adjudicator.sentences.frames import STATIVE
from adjudicator.sentences.going import gathered, routed, waits
from adjudicator.sentences.memory import Memory
from adjudicator.sentences.outcome import came_out, carried, without_result
from adjudicator.sentences.past import fell, history, is_earlier, is_past
from adjudicator.sentences.pictured import SCENE, Setting, pictured, promised
from adjudicator.sentences.refs import departed, every_way, leading, met, remembered, spoken_before, thither
from adjudicator.sentences.supposed import becomes, condition, helping, is_moment, joining, judged_only, moment, shared, supposing
from adjudicator.sentences.tree import Chunk, Clause, Nominal

__all__ = ["Memory", "Sorter"]

NOTED = frozenset(("time", "scenario", "result", "markerkind"))
"""Types of things that a rulebook may call a note of an act."""


class Sorter(Questions):
    """Reads the clauses of one entry, in order. `asking`: a question follows; `more`: anything does; `gapped`: the next clause takes over its verb."""

    asking = False
    more = False
    gapped = False
    follows = False

    def parts(self, clauses: list[Clause], before: list[Part]) -> list[Part]:
        """The parts of the clauses of one tree. Raises NotUnderstood."""
        found: list[Part] = []
        model: Clause | None = None
        clauses = [*([self.memory.way] if self.memory.way is not None else []), *clauses]
        self.memory.way = None
        all_clauses = shared([one for whole in gathered(carried(self._labelled(clauses), self.memory.asides)) for one in split(whole)])
        all_clauses = rallied(all_clauses)
        for earlier, clause, after in zip([None, *all_clauses], all_clauses, [*all_clauses[1:], None], strict=False):
            self.more = self.follows or after is not None
            self.gapped = after is not None and after.kind == "gap"
            stands_too(earlier, clause)
            if torn(earlier, clause, self.text):
                raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)
            if clause.kind == "gap" and model is not None:
                if lone(earlier, clause.start) or is_meanwhile(clause):
                    raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)  # to place | a marker in 2510
                elide(clause, model)
            if clause.link == "or" and model is not None and model.verb is not None and clause.verb is not None and model.verb.negated:
                clause.verb.negated = True  # no pierde pasos ni se retira
            if clause.link == "but_not" and clause.verb is not None and clause.verb.lemma:
                clause.verb.negated = True  # retreats to 1512, not advances
            acted = next((part for part in reversed([*before, *found]) if isinstance(part, Act)), None)
            if acted is not None and (routed(clause, acted) or adds_to(clause, acted, self.frames, self.text, self.names.sides)):
                continue
            if clause.verb is None and after is not None and after.link == "and" and shares_subject(clause, after):
                raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)  # 44ID and 71ID leave 1509: both do
            if clause.link == "but_not" and clause.verb is None:
                raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)  # what is not done is no further deed
            echoed(clause, acted)
            if clause.asked and self.memory.waiting:
                clause.subs = [*clause.subs, *self.memory.waiting]
                self.memory.waiting = []
            elif clause.verb is None and not clause.phrases and clause.subs and all(word == "if" for word, _ in clause.subs):
                self.memory.waiting = clause.subs  # what if there is a storm: is it in supply then?
                continue
            if self.more and is_moment(clause) or self.asking and not clause.asked and self._is_amount(clause):
                self.memory.waiting = [*self.memory.waiting, ("if", [moment(clause)])]  # I bring 15, he has 6: what are the odds?
                continue
            leans = clause.verb is None and clause.link in ("then", "and") and model is not None and not clause.wh
            try:
                new = self._for_question(continued(clause, model) if leans and clause.asked else clause, [*before, *found])
            except NotUnderstood:
                if not leans or clause.asked:
                    raise
                new = self._for_question(continued(clause, model), [*before, *found])  # …, then the support in 4319
            if clause.kind == "gap" and clause.asked and acted is not None and any(isinstance(part, Act) and part.kind != acted.kind for part in new):
                raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)  # the same verb asks the same
            self.memory.groups, self.memory.left = remembered(self.memory.groups, clause), departed(clause)
            noted = model is None or acted is not None and model.end < acted.start
            deeds = [part for part in new if isinstance(part, Act)]
            if acted is not None and carries_on(clause, deeds, acted, self.frames, noted, self.text):
                found += [part for part in new if part is not deeds[0]]
                continue
            if clause.link == "colon" and acted in found and clause.verb is not None and (clause.verb.perfect or clause.verb.past):
                found[found.index(acted) : found.index(acted)] = new  # 10 HQ acts: its chit has just come out
                continue
            if clause.verb is None and clause.link in ("and", "comma"):
                share_place(found, new)
            found += new
            self.memory.subject = next(leading(clause, ("UNIT", "HEX")), self.memory.subject)
            self.memory.said += named(clause)
            self.memory.fallen += tuple(part.path[6:-12] for part in new if isinstance(part, Stated) and part.path.endswith("].eliminated") and part.value)
            led = tuple(thing.value for phrase in clause.phrases if phrase.before and "none" in phrase.rels for thing in phrase.things if thing.type == "UNIT")
            own = tuple(thing.value for thing in (clause.things() if new else spoken_of(clause)) if thing.type == "UNIT")  # it is the turn of 16Pz
            self.memory.last = (self.memory.last if has_beside(clause) else ()) or led or own or self.memory.last
            model = clause if clause.verb is not None and clause.verb.lemma else model
        return found

    def _for_question(self, clause: Clause, before: list[Part]) -> list[Part]:
        """The parts of a clause; an act of which nobody is named waits for the question about it."""
        try:
            found = self._referring(clause, before)
        except NotUnderstood as error:
            if clause.asked and "result" in self.states and (told := without_result(clause, self.states["result"])) is not None:
                self.cost += SCENE
                return [told[1], *self._for_question(told[0], before)]
            if error.message_key == "missing" and self.more and waits(clause):
                self.memory.way = clause  # I trace a supply line for 47R. It leaves 1204 …
                self.cost += 20
                return []
            scene = self._scene(clause, error)
            if scene is not None:
                return scene
            if error.message_key != "missing" or error.expected != ("units",) or clause.asked or not self.asking:
                raise
            parts = self._supposition(clause, before, True)
            self.memory.supposed = next((part for part in parts if isinstance(part, Act)), None)
            self.memory.lacks = error
            return [part for part in parts if part is not self.memory.supposed]
        if clause.asked:
            self.memory.lacks = None
        return found

    def _scene(self, clause: Clause, error: NotUnderstood) -> list[Part] | None:
        """What a clause that only sets the scene states; it is told back. None if it does more."""
        if isinstance(error, Ambiguous) or self.gapped:
            return None
        scene = pictured(clause, Setting(self.frames.deeds, self.frames[0].weighty, self.asking, self.more))
        if scene is None:
            return None
        self.cost += SCENE
        self.memory.asides.append((clause.start, clause.end))
        self.memory.seen += scene.seen
        deeds, sure = promised(clause, self.frames)
        self.memory.promised += [(deeds, frozenset() if sure else frozenset(named(clause)), clause.start, clause.end)] if deeds else []
        return [*scene.facts]

    def _referring(self, clause: Clause, before: list[Part]) -> list[Part]:
        """The parts of a clause with what its pronouns stand for."""
        asides, deeds, cost = list(self.memory.asides), list(self.memory.promised), self.cost
        faults: list[NotUnderstood] = []
        clause = thither(clause, self.memory.groups, self.memory.left)
        for way in every_way(clause, spoken_before(clause, self.memory), self.memory.left, self.names.kinds):
            try:
                return self._clause(way, before)
            except NotUnderstood as error:
                self.memory.asides, self.memory.promised, self.cost = list(asides), list(deeds), cost
                faults += [error] if way is clause else []
        raise faults[0]

    def _is_deed(self, clause: Clause) -> bool:
        """Too many steps in 3010: a note that says something by itself."""
        return any("overstacked" in thing.nouns() for thing in clause.things())

    def _is_fact(self, clause: Clause) -> bool:
        """Whether a clause says by itself how something stands."""
        return stated(copied(clause), self.names, set(self.new_names), self.states) is not None

    def _labelled(self, clauses: list[Clause]) -> list[Clause]:
        """2119: despejado; Attack: 16Pz on 2119: what stands before a colon is said with what stands behind it."""
        found: list[Clause] = []
        for clause in clauses:
            before = found[-1] if found else None
            thrown = [thing for thing in before.things() if thing.label is not None and {"roll", "dice", "replacement"} & set(thing.nouns())] if before else []
            if thrown and before is not None and before.verb is None and len(before.things()) == 1:
                found.append(clause)  # replacement roll 2: 1K-1Gr is rebuilt
                continue
            chooses = before is not None and before.verb is not None and "decide" in before.verb.senses and [t.type for t in before.things()] == ["SIDE"]
            if clause.link == "colon" and before is not None and chooses and clause.verb is not None:  # the Soviet chooses: 7GTk falls back
                clause.link, before.link = before.link, "comma"
                found[-1:] = [clause, before]
                continue
            if clause.link == "colon" and before is not None and before.verb is not None and not before.phrases and clause.verb is None:
                clause.verb, clause.kind = before.verb, before.kind
                clause.verb.clitics = []  # las mando por separado: the things are named behind
                found.pop()
            elif clause.link == "colon" and before is not None and named_behind(before, clause):
                found.pop()
            elif clause.link == "colon" and before is not None and clause.verb is None and not clause.phrases and not clause.subs and not clause.wh:
                before.adverbs += clause.adverbs
                continue
            elif clause.link == "colon" and before is not None and before.verb is not None and clause.verb is None and only_what(before):
                clause.verb, clause.kind = before.verb, before.kind  # Panzer attack: 1Pz against 1510
                self.memory.asides.append((before.start, before.end))
                found.pop()
            elif clause.link == "colon" and before is not None and clause.verb is None and not clause.subs and before.phrases and clause.phrases:
                for phrase in clause.phrases:
                    phrase.before = False
                before.phrases += clause.phrases
                before.adverbs += clause.adverbs
                before.wh += clause.wh
                before.end, before.asked = clause.end, before.asked or clause.asked
                continue
            elif clause.link == "colon" and before is not None and clause.verb is not None and self._is_fact(before):
                pass  # 7G out of supply: can it attack?
            elif clause.link == "colon" and before is not None and before.verb is None and not before.subs and not self._is_deed(before):
                deed = [thing for thing in before.things() if not self.frames.nouns.isdisjoint(thing.nouns())]
                for phrase in before.phrases:
                    phrase.before = True
                    if phrase.things == deed and phrase.rels == {"none"} and len(before.phrases) == 1 and not (deed[0].of or deed[0].own):
                        phrase.rels = frozenset(("AS",))  # Engagement: PZ1 fires at AT1
                clause.phrases[:0] = before.phrases
                clause.adverbs[:0] = before.adverbs
                clause.start, clause.link = before.start, before.link
                found.pop()
            found.append(clause)
        return found

    # ---- one clause
    def _clause(self, clause: Clause, before: list[Part]) -> list[Part]:
        acted = next((part for part in reversed(before) if isinstance(part, Act)), None)
        if clause.verb is None and not clause.phrases and not clause.wh and clause.subs and all(word == "that" for word, _ in clause.subs):
            orders: list[Part] = []  # que 16Pz ataque 3010
            for _, inners in clause.subs:
                for inner in inners:
                    inner.asked = inner.asked or clause.asked
                    inner.adverbs = [*clause.adverbs, *inner.adverbs]
                    orders += self._clause(inner, [*before, *orders])
            return orders
        if clause.stranded and not clause.wh:
            raise NotUnderstood("missing", self.text[clause.start : clause.end], clause.end, clause.end, ("HEX",))
        pro = clause.verb is not None and (not clause.verb.lemma or "do" in clause.verb.senses and all(thing.type == "UNIT" for thing in clause.things()))
        if clause.verb is not None and pro and clause.verb.negated and acted is not None:
            return self._refusal(clause, acted)
        if not clause.asked:
            owned = acted is not None and any("points" in frame.slots and "defend" in frame.verbs for frame in self.frames)
            if (told := told_of(clause, acted, self.asks.claims, self.text, not owned)) is not None:
                return told
            if (held := conditions(clause, self.names, self.new_names, self.states, self.memory.asides, text=self.text)) is not None:
                return [*held, *self._subs(clause, acted, [*before, *held])]
            if (dice := thrown(clause, "dice" in self.frames.kinds, self.asking)) is not None and (self.asking or dice.purpose in ("", *GENERAL)):
                turn: list[Part] = [Stated("turn", dice.turn)] if dice.turn is not None else []
                named = [self._made("roll", {"purpose": dice.purpose}, clause)] if dice.purpose in GENERAL else []
                return [*turn, *named, Stated("rolls", dice.rolls)]
            if "dice" not in self.frames.kinds and (clause.verb is not None or acted is None) and (throw := thrown_for(clause, self.frames.nouns)) is not None:
                with suppress(NotUnderstood):
                    return [*self._act(throw[0], before, None), Stated("rolls", throw[1])]
            if (self.asking or self.more) and "result" in self.states and (result := came_out(clause, self.asking, self.states["result"])):
                return [*result]
            fell(clause, self.asking or "eliminate" not in self.frames.deeds, self.more)
            past = history(clause, self.states)
            if not (self.more or self.asking or acted is not None) and (reported := self._reported(clause, before, past or ())) is not None:
                return reported
            if past is not None:
                return [*past, *self._subs(clause, acted, before)]
            if (figures := claimed(clause, acted, self.text)) is not None:
                return figures
            self._subject(clause)
            claim = self._is_claim(clause, acted)
            facts = None if claim else turned(clause, self.frames) or stated(clause, self.names, self.new_names, self.states, self.memory.asides)
            if facts is not None and self._is_note(clause, acted):
                try:
                    return self._act(clause, before, acted)
                except NotUnderstood:
                    pass
            if facts is not None and (acted is None or clause.kind != "frag" or clause.link not in ("and", "but")):
                return [*facts, *self._subs(clause, acted, [*before, *facts])]  # KG Ch in 2610 behind KG Br deploys in 2510: the same act again
            if not claim and self._remark(clause):
                return []
            if clause.verb is not None and clause.verb.negated and clause.verb.modal in ("must", "need") and not self._adds(clause):
                self.memory.asides.append((clause.start, clause.end))  # it need not stop there
                return []
            if is_past(clause) and clause.verb is not None:  # what was done before is never an act now
                return self._was_done(clause, before, acted)
        clause.subs = [
            ("that" if word == "if" and (self._costs(clause, inners) or self._finds_out(clause, inners)) else word, inners) for word, inners in clause.subs
        ]
        supposed = [inner for word, inners in clause.subs if self._supposes(clause, word, inners) for inner in inners]
        asks = clause.asked or bool(clause.wh)
        if supposed and asks and all(self._is_amount(inner) for inner in supposed):
            strengths(clause, supposed)
            supposed = []
        chances = any({"odds", "chance"} & set(thing.nouns()) for thing in clause.things())
        if supposed and chances and not any(thing.type in ("UNIT", "HEX") for thing in clause.things()):
            clause = copied(clause)
            if slots := joining(acted, supposed):
                self.answered = True
                return [self._made("attack", slots, clause)]
            supposed, helps = helping([met(inner, self.memory.groups) for inner in supposed])
            also = [inner for inner in supposed[1:] if self._is_fact(inner)]
            supposed = [inner for inner in supposed if inner not in also]
            compared = self._compared(supposed, before) if sum(self._supposes(clause, *sub) for sub in clause.subs) == len(supposed) else []
            if len(supposed) > 1 and not compared or any(inner.verb is not None and inner.verb.negated for inner in supposed):
                raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)
            aims = [phrase for inner in supposed for phrase in aiming(inner)] if not compared else []  # what are the odds if 16Pz attacks 2119
            clause.phrases = [*clause.phrases, *aims, *compared, *helps]
            clause.subs, supposed = [(word, inners) for word, inners in clause.subs if word != "if"], also
        if asks and any(thing.type == "UNIT" for thing in clause.things()):  # what odds does 16Pz have if 19Pz joins in
            supposed, helps = helping(supposed, joined=True)
            clause = copied(clause)
            clause.phrases += helps
            clause.subs = [(word, [inner for inner in inners if word != "if" or inner in supposed]) for word, inners in clause.subs]
        lead: list[Part] = []
        for inner in supposed if clause.verb is not None and not asks else ():
            if weighs(inner):  # if 44GdR retreats, 62R stays: two deeds, of which one hangs on the other
                raise NotUnderstood("no_place", self.text[inner.start : inner.end], inner.start, inner.end)
        kept, own, groups = self.memory.last, tuple(str(thing.value) for thing in clause.things() if thing.type == "UNIT"), self.memory.groups
        self.memory.last = own or kept  # does 62R lose a step if it retreats
        self.memory.groups = remembered(groups, clause) if supposed else groups  # how many points if the Soviets hold it
        for inner in supposed:
            if asks or not clause.verb:
                inner.wh = []
                lead += self._supposition(inner, [*before, *lead], asks)
        self.memory.last, self.memory.groups = kept, groups
        told_meanwhile(clause, self.frames)
        aside = [
            inner
            for inner in (one for word, inners in clause.subs if word == "while" for one in inners if one not in supposed)
            if inner.verb is not None and set(inner.verb.senses) - {"be", "there", "have"} and not is_earlier(inner, clause)
        ]
        ending = [inner for word, inners in clause.subs for inner in inners if not asks and ends(word, inner)]
        clause.subs = [(word, [inner for inner in inners if inner not in [*aside, *ending]]) for word, inners in clause.subs]
        causes = self._causes_of(clause)
        clause.subs = [(word, [inner for inner in inners if inner not in causes]) for word, inners in clause.subs]
        if asks:
            clause.subs = [(word, [inner for inner in inners if inner not in supposed]) for word, inners in clause.subs]
            deed = next((part for part in reversed(lead) if isinstance(part, Act)), self.memory.supposed)
            found = self._asked(clause, [*before, *lead], acted, deed)
            if deed and any(isinstance(part, Act) and part.kind == "supposed" for part in found):
                return judged_only(lead, found)
            found = [*lead, *found] if deed and any(isinstance(p, Act) and p.kind in self.frames.outcomes for p in found) else supposing(lead, found)
        else:
            found = [*lead, *self._act(clause, [*before, *lead], acted)]
        for inner in aside:
            found += self._clause(inner, [*before, *found])
        for inner in (clause, *(one for _, inners in clause.subs for one in inners)) if ending else ():
            self.memory.groups = remembered(self.memory.groups, inner)
        for inner in ending:
            found += self._referring(inner, [*before, *found])
        for inner in causes:
            found += self._clause(inner, [*before, *found])
        if acted is not None and len(found) == 1 and isinstance(found[0], Act) and found[0].kind == "stay" and found[0].slots.get("not"):
            self.memory.asides.append((clause.start, clause.end))  # … and does not stop there
            return []
        return found

    def _is_amount(self, clause: Clause) -> bool:
        """Whether a clause only tells how strong somebody is, in a book that answers what the odds of two strengths are."""
        return self.frames.amounts and amount(clause, bool(self.memory.waiting))

    @staticmethod
    def _adds(clause: Clause) -> bool:
        """Whether a clause names anything of weight but its subject."""
        other = copied(clause)
        other.phrases = [phrase for phrase in clause.phrases if not phrase.before]
        return weighs(other)

    def _compared(self, supposed: list[Clause], before: list[Part]) -> list[Chunk]:
        """If 44ID leads, and if 71ID does: one deed supposed of each of several, as phrases of the question. [] if it is not just that."""
        first, kind = supposed[0], ""
        units: list[Nominal] = []
        for inner in supposed:
            things = inner.things()
            same = first.verb is not None and inner.verb is not None and (set(first.verb.senses) == set(inner.verb.senses) or "do" in inner.verb.senses)
            if inner is not first and same and not inner.subs and all(thing.type == "UNIT" and not thing.clauses for thing in things):
                units += things
                continue
            try:
                parts = self._supposition(inner, before, True)
            except NotUnderstood:
                return []
            act = parts[0] if len(parts) == 1 and isinstance(parts[0], Act) else None
            named = [thing for thing in things_of(inner.phrases) if thing.type == "UNIT"]
            if act is None or set(act.slots) - {"units", "role"} or act.slots.get("units") != tuple(thing.value for thing in named):
                return []
            if inner is not first and act.kind != kind:
                return []
            kind, units = act.kind, units + named
        return self._of_each(kind, units)

    def _supposes(self, clause: Clause, word: str, inners: list[Clause]) -> bool:
        """Whether clauses that hang on one are supposed for it: if …, and of a question when they attack, while attacking."""
        if word == "if" or not clause.asked:
            return word == "if"
        deed = any(inner.verb is not None and self._is_deed_of(inner.verb.senses) for inner in inners)
        when = any(wh == "when" for inner in inners for wh, _, _ in inner.wh) and not clause.wh
        if word == "while" and not deed and all(self._is_fact(inner) for inner in inners):  # can it attack 3010, where 9Mech stands
            return True
        return deed and (word == "while" or word == "asked" and when or becomes(clause, word))

    def _supposition(self, clause: Clause, before: list[Part], asks: bool) -> list[Part]:
        """What an if-clause says; in a question nobody need be named."""
        kept, self.supposing = self.supposing, asks
        try:
            found = self._referring(condition(clause), before)
        finally:
            self.supposing = kept
        if not found:  # nothing supposed is left aside
            raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)
        return found

    def _subject(self, clause: Clause) -> None:
        """2119 is rough and has a town: what has no subject is said of the thing before."""
        thing = self.memory.subject
        if (
            thing is None
            or clause.link not in ("and", "comma")
            or clause.verb is None
            or not {"be", "have"} & set(clause.verb.senses)
            or clause.phrases
            and clause.phrases[0].before
        ):
            return
        group = next((group for group in reversed(self.memory.groups) if any(one.value == thing.value for one in group)), [thing])
        things = [Nominal(one.means, clause.start, clause.start) for one in group]  # 44GdR and 62R retreat and stay in combat mode
        clause.phrases.insert(0, Chunk(frozenset(("none",)), things, clause.start, clause.start, True))

    def _remark(self, clause: Clause) -> bool:
        """3010 is empty now: a quality that no list knows is told back with the act that follows."""
        verb = clause.verb
        if verb is None or not set(verb.senses) <= {"be", "become"} or verb.negated or verb.modal:
            return False
        things = [thing for phrase in clause.phrases for thing in phrase.things]
        inner = [one for _, inners in clause.subs for one in inners]
        if any("NEAR" in phrase.rels for phrase in clause.phrases) and all(thing.det != "no" and thing.num is None for thing in things) and not inner:
            self.memory.asides.append((clause.start, clause.end))  # 9Mech is next to Proskurov: the position tells
            return True
        if any(set(thing.nouns()) & {"target", "destination"} and thing.det in ("def", "poss", "indef") for thing in things) and not inner and self.more:
            self.memory.asides.append((clause.start, clause.end))  # the division in 1510 is my target: what is done to it comes next
            return True
        vague = any("WORD" in dict(thing.means) for thing in things) or any(one.verb is not None and not one.verb.senses for one in inner)
        if not vague or any(thing.type in HARD and thing.type not in ("HEX", "RESULT") or thing.num is not None for thing in things_of(clause.phrases)):
            return False
        if any(weighs(one) for one in inner):
            return False  # lo aprovecho para reponer 1K-1Pz
        self.memory.asides.append((clause.start, clause.end))
        return True

    def _is_claim(self, clause: Clause, acted: Act | None) -> bool:
        """44GdR becomes DG; behind a retreat, it is DG: what comes of the act is claimed, not stated."""
        senses = set(clause.verb.senses) if clause.verb is not None else set()
        if not any(thing.type == "STATUS" or any(type_ == "STATUS" for means in thing.mods for type_, _ in means) for thing in clause.things()):
            return False
        return any(
            frame.verbs & senses - (STATIVE if not frame.after else set()) and (not frame.after or acted is not None and acted.kind in frame.after)
            for frame in self.frames.claiming
        )

    def _is_note(self, clause: Clause, acted: Act | None) -> bool:
        """Night; DR on 2010: a word that the rulebook calls a note of an act is no fact; nor what answers an act: all has moved; A is in 2010."""
        if clause.verb is not None and acted is not None:
            return any(acted.kind in frame.after and not frame.claims and frame.verbs & set(clause.verb.senses) for frame in self.frames)
        inner = [other for thing in clause.things() for phrase in thing.of for other in phrase.things]
        types = {type_.lower() for thing in (*clause.things(), *inner) for means in (thing.means, *thing.mods) for type_, _ in means[:1]}
        return clause.verb is None and bool(self.frames.notes & types & NOTED)

    def _causes_of(self, clause: Clause) -> list[Clause]:
        """It ignores its option because 44ID retreats: deeds that one of these acts rests on."""
        inners = [inner for word, inners in clause.subs if word == "because" for inner in inners]
        senses = set(clause.verb.senses) if clause.verb is not None else set()
        if not inners or not any(frame.because and frame.verbs & senses for frame in self.frames):
            return []
        return [one for one in inners if one.verb is not None and not (one.verb.perfect or one.verb.modal or "be" in one.verb.senses)]

    def _subs(self, clause: Clause, acted: Act | None, before: list[Part]) -> list[Part]:
        """Facts of the clauses that hang on one; what is none is told back with the act."""
        found: list[Part] = []
        subject = next((thing for thing in clause.things() if thing.type == "UNIT"), None)
        for word, inners in clause.subs:
            for inner in inners:
                if word == "if":
                    continue
                bare = subject is not None and not any(phrase.before and "none" in phrase.rels for phrase in inner.phrases if inner.verb is not None)
                facts = self._facts_of(inner, acted) or (self._facts_of_thing(inner, subject) if bare and subject is not None else [])
                if facts:
                    found += facts
                elif word == "that" and weighs(inner) or inner.kind == "inf" and inner.phrases:
                    raise NotUnderstood("no_place", self.text[inner.start : inner.end], inner.start, inner.end)
                elif acted is not None:
                    self._told(acted, inner.start, inner.end)
                elif inner.kind not in ("pcp", "inf") or inner.phrases:
                    self.memory.asides.append((inner.start, inner.end))
        return found

    def _refusal(self, clause: Clause, acted: Act) -> list[Part]:
        units = tuple(thing.value for thing in clause.things() if thing.type == "UNIT")
        if not units or any(thing.type != "UNIT" or thing.unknown for thing in clause.things()):
            raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end)
        if acted.kind in ("advance", "retreat", "move"):
            return [self._made("stay", {"units": units}, clause)]
        return [self._made(acted.kind, {"units": units, "not": True}, clause)]
