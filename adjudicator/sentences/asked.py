"""Questions derived from an act: an act that is supposed, and what is asked of its ruling (`grammars/questions.yaml`).

The act is said in the clause itself, in an if-clause, in the sentence before, or lies there already. So no rulebook writes these questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from adjudicator.ground.declaration import GAINSAID, Part, Query
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act, Stated
from adjudicator.sentences.account import HARD
from adjudicator.sentences.acts import MODALS
from adjudicator.sentences.askable import Asks
from adjudicator.sentences.claims import features
from adjudicator.sentences.clauses import copied
from adjudicator.sentences.frames import LAND, PLAIN, Item, items
from adjudicator.sentences.reckoned import LEFTWARD, counted_in, parted
from adjudicator.sentences.senses import is_its_verb
from adjudicator.sentences.stands import done_before_it
from adjudicator.sentences.supposed import HELPS, supposing
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb
from adjudicator.sentences.tries import OWED, anybody, of_cause, rolled_for, sought, supposed_die, thrown, unweighed, which_of, which_unit
from adjudicator.sentences.whether import WHOLE, Whether, at_all, borne, elected, obliged, priced, requires

BEHIND = 4
"""What a derived reading costs: where the book has a question of its own that takes as much, that one is meant."""
STANDS = 3
"""What a question about how something stands costs, where no rule's own question is meant."""
NOBODY = 20
"""What it costs that nobody is named who does it."""
MUST = frozenset(("must", "need"))
SUPPOSED = frozenset(("if", "TO", "inf", "pcp", "WITH", "BY", "FOR", "VIA|BY|FOR|IN", "TO|IN|AGAINST", "asked", "while"))
"""What joins a clause that a question supposes to it."""
TIMES, STANDING = ("phase", "turn"), (("PRON", "it"), ("PRON", "he"))
VALUED = frozenset(("score", "how_many", "cost", "allowance"))
"""Questions that are answered by a number: is it worth anything is answered yes or no."""
QUALITIES = frozenset(("STATUS", "MARKERKIND", "WEATHER"))
"""What a thing may be called that a derived question never leaves out."""
ATTACKING, OF_DEFENSE = "attack_total", frozenset(("NOUN:defense", "NOUN:df"))
LINES = {"attack": "attack", "offense": "attack", "af": "attack", "defense": "defense", "df": "defense", "move": "cost", "cost": "cost", "defend": "defense"}
"""Nouns and verbs that say in which ledger a line is looked for."""


class Questions(Whether):
    """Reads questions."""

    asks: Asks
    answered = False

    def _asked(self, clause: Clause, before: list[Part], acted: Act | None, supposed: Act | None) -> list[Part]:
        """The cheapest reading of a question; a phase or turn that it names is supposed, save by acts that have a role for it. Raises NotUnderstood."""
        clause, left = parted(clause, self.names.sides)
        try:
            found = self._question(clause, before, acted, supposed)
        except NotUnderstood:
            plain, lead = which_of(clause), list[Part]()
            if plain is None and (behind := done_before_it(clause, self.frames.nouns)) is not None:
                plain, lead = behind[0], self._supposition(behind[1], before, True)
            if plain is None:
                raise
            found = supposing(lead, self._question(plain, before, acted, supposed))
        if (thing := unweighed(clause, found, self.text, self.frames.nouns)) is not None:
            raise NotUnderstood("no_place", self.text[thing.start : thing.end], thing.start, thing.end)
        for act in [part for part in found if isinstance(part, Act)]:
            for name in [name for name in TIMES if name in act.slots and not any(name in frame.slots for frame in self.frames if frame.kind == act.kind)]:
                act.slots["given"] = (*act.slots.get("given", ()), Stated(name, act.slots.pop(name)))
            for thing in left:
                self._told(act, thing.start, thing.end)
        return found

    def _question(self, clause: Clause, before: list[Part], acted: Act | None, supposed: Act | None) -> list[Part]:
        """The cheapest reading of a question: one of the book's own, or one derived from an act. Raises NotUnderstood."""
        clause = elected(borne(counted_in(clause, self.asks.values)), self.frames.alike)
        tried, start = sought(clause), self.cost
        if (gone := self._gone(clause, acted) or self._comes_of(clause, before, acted, supposed) or self._over(clause)) is not None:
            return [gone]
        if (figures := self._reckoning(clause, before, supposed)) is not None:
            return figures
        if (price := priced(clause)) is not None:
            return self._for_price(*price, before, acted, supposed)
        own = self._own_worth(clause)
        if not own and (parts := self._worth(clause, before, supposed or acted)) is not None:
            return parts
        if tried is not None:
            try:
                return self._tried_for(tried, clause, before, acted, supposed)
            except NotUnderstood:
                if tried.query.what not in ("rolls", "dice"):
                    raise
                self.cost = start  # on which rolls does its fatigue rise, must it roll for its return: of the throw itself
        try:
            found = self._settled(clause, before, acted, supposed)
            if own and not any(part.kind == own for part in found if isinstance(part, Act)) and (parts := self._worth(clause, before, acted)) is not None:
                return parts
            return self._of_whom(clause, before, acted, found) or found if which_unit(clause) or self._of_zone(clause) is not clause else found
        except NotUnderstood:
            if (figure := self._aimed(clause, before)) is not None:
                return [figure]
            plain, rolls = supposed_die(clause)
            if rolls:
                return [Stated("rolls", rolls), *self._settled(plain, before, acted, supposed)]
            if (asked := self._of_whom(clause, before, acted)) is not None:
                return asked
            owed = anybody(clause, {sense: sense if sense in OWED else frame.kind for frame in self.frames if frame.kind in OWED for sense in frame.verbs})
            if owed is None and own and (parts := self._worth(clause, before, supposed or acted)) is not None:
                return parts
            if owed is None:
                raise
            self.answered = True
            return [self._made(owed[0], {**owed[1], "question": True, "ask": Query("must")}, clause)]

    def _settled(self, clause: Clause, before: list[Part], acted: Act | None, supposed: Act | None) -> list[Part]:
        """The cheaper of the readings of a question as one of the book's own and as one that is derived. Raises NotUnderstood."""
        start = self.cost
        found: list[tuple[int, list[Part]]] = []
        fault: NotUnderstood | None = None
        for derive in (False, True):
            self.cost = start
            try:
                parts = (
                    self._derived(clause, before, supposed or acted)
                    if derive
                    else self._helped(self._own(clause, before, supposed or acted), supposed or acted)
                )
            except NotUnderstood as error:
                fault = fault or error.with_traceback(None)
                continue
            if parts is not None:
                kinds = {part.kind for part in parts if isinstance(part, Act)}
                foreign = any(frame.foreign and frame.kind in kinds for frame in self.frames)  # of an act that this rulebook has not
                found.append((self.cost + BEHIND * (derive + 2 * foreign), parts))
        if not found and fault is not None and fault.message_key == "missing":
            self.cost, self.supposing = start, True
            try:
                parts = self._own(clause, before, acted)
                found.append((self.cost + NOBODY, parts))
            except NotUnderstood:
                pass
            finally:
                self.supposing = False
        if not found and clause.kind != "gap":
            self.cost = start
            try:
                found.append((self.cost + STANDS, self._stands(clause, before, supposed)))
            except NotUnderstood:
                pass
        if not found and fault is not None and (plain := at_all(clause, fault.message_key == "missing")) is not None:
            self.cost = start
            with suppress(NotUnderstood):
                parts = self._own(plain, before, acted)
                found += [(self.cost + NOBODY, parts)] if any(isinstance(part, Act) and "wherever" in part.slots for part in parts) else []
        if not found:
            assert fault is not None
            try:
                raise fault
            finally:
                fault = None  # else it holds this frame, which holds it
        self.cost, parts = min(found, key=lambda one: one[0])
        self.answered = True
        return parts

    def _own(self, clause: Clause, before: list[Part], acted: Act | None) -> list[Part]:
        """The act or question of the book that the clause names; must it be done, why can it not."""
        for at, (word, rels, thing) in enumerate(clause.wh):
            if word == "what" and thing is not None and thing.nouns()[:1] == ["turn"] and thing.label is None:  # in which turn does it come back
                clause.wh[at] = ("when", rels, None)
                clause.phrases = [phrase for phrase in clause.phrases if thing not in phrase.things]
        if clause.verb is not None and not clause.verb.modal:  # is 16Pz obliged to attack
            clause.verb.modal = next((sense for sense in MODALS if sense in clause.verb.senses), obliged(clause))
        for said in ("barred", "must"):  # hay algo que impida que 16Pz ataque, es obligatorio que ataque
            if clause.verb is not None and any(word == said for word, _, _ in clause.adverbs):
                clause.verb.modal, clause.adverbs = said, [adverb for adverb in clause.adverbs if adverb[0] != said]
        words, plain = {word for word, _, _ in clause.wh}, clause
        if words == {"why"}:
            plain = copied(clause)
            plain.wh = []
        try:
            parts = self._act(clause, before, acted)
        except NotUnderstood:
            if plain is clause:
                raise
            parts = self._act(plain, before, acted, [frame for frame in self.frames if not frame.ask - {"tell"}])
        act = next((part for part in reversed(parts) if isinstance(part, Act)), None)
        if act is not None and requires(clause) and not any(frame.kind == act.kind and "need" in frame.verbs for frame in self.frames):
            raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)
        if act is not None and act.slots.pop("contrary", False):
            act.slots.update({"question": True, "ask": Query("may", denied=True)})
        elif act is not None and words == {"when"} and "ask" not in act.slots:
            act.slots["ask"] = Query("value", "arrives")
        elif act is not None and act.slots.get("question") and clause.verb is not None and "ask" not in act.slots:
            if act.kind == "roll" and acted is not None and acted.kind in self.asks.deeds and "target" in acted.slots and "purpose" not in act.slots:
                act.slots.update({name: acted.slots[name] for name in ("units", "target", "aids") if name in acted.slots and name not in act.slots})
            if words == {"why"}:
                act.slots["ask"] = Query("why")
            elif (
                clause.verb.modal in MUST
                and "state" not in act.slots  # must it go DG: whether it does, nobody does that
                or not clause.verb.modal
                and act.kind in OWED
                and "be" not in clause.verb.senses
                and is_its_verb(clause, act.kind, self.frames)
                and all(word != "can" for word, _, _ in clause.adverbs)  # it retreats to 3011; is that legal: not whether it has to
                or "need" in clause.verb.senses
                and act.kind == "roll"
            ):
                manner = {*clause.verb.particles, *(word for word, _, _ in clause.adverbs)}
                several = "together" in manner and len(act.slots.get("units", ())) > 1
                act.slots["ask"] = Query("apart", denied=True) if several else Query("must")  # must they retreat together: whether none may alone
            elif act.kind in VALUED and not words:
                act.slots["ask"] = Query("any")
            elif clause.verb.modal == "barred":  # kept from going DG: whether it does not
                act.slots.update({GAINSAID: True} if {"state", "mode"} & act.slots.keys() else {"ask": Query("may", denied=True)})
        return parts

    def _helped(self, parts: list[Part], acted: Act | None) -> list[Part]:
        """I attack 3010; can he use his air markers? What the other side adds is asked of the attack with it."""
        act = next((part for part in reversed(parts) if isinstance(part, Act)), None)
        if act is None or act.kind not in HELPS or not act.slots.get("question"):
            return parts
        if (acted is None or acted.kind not in self.asks.deeds) and act.slots.get("role") == "attack" and "target" in act.slots:
            acted = Act("attack", {"target": act.slots["target"], "anyone": True}, act.text, act.start, act.end)  # whoever attacks there
        if acted is None or acted.kind not in self.asks.deeds:
            return parts
        slots = {name: value for name, value in acted.slots.items() if name not in ("ask", "given", "passing", "question")}
        if (own := set(act.slots.get("units", ())) & set(slots.get("units", ()))) and not act.slots.get("aids"):
            raise NotUnderstood("missing", act.text, act.start, act.start, ("units",))  # nobody supports himself
        told = {name: value for name, value in act.slots.items() if name not in ("question", "ask", "given") and not (own and name == "units")}
        helps = (Act(act.kind, told, act.text, act.start, act.end),)
        asked = Act(acted.kind, {**slots, "question": True, "ask": Query("aid"), "responses": helps}, act.text, act.start, act.end)
        return [asked if part is act else part for part in parts]

    def _finds_out(self, clause: Clause, inners: list[Clause]) -> bool:
        """Checks if its fatigue rises: the deed that a statement finds out about, said with if."""
        verb = inners[0].verb if len(inners) == 1 else None
        return verb is not None and not verb.negated and not clause.asked and self._asks_of(clause, verb.senses)

    def _costs(self, clause: Clause, inners: list[Clause]) -> bool:
        """How many tokens does it spend if it barrages 1510: what is asked of that deed, said with if."""
        verb = inners[0].verb if len(inners) == 1 else None
        nouns = {noun for thing in clause.things() for noun in thing.nouns()}
        if (
            verb is None
            or verb.negated
            or verb.modal
            or not clause.asked
            or nouns & {"odds", "chance"}
            or {"happen"} & set(clause.verb.senses if clause.verb else ())
        ):
            return False
        return bool(nouns & {"token", "combat_supply", "strength", "point"}) and self._asks_of(clause, verb.senses)

    # ---- what is asked of a ruling
    def _derived(self, clause: Clause, before: list[Part], supposed: Act | None) -> list[Part] | None:
        """A question about a line or a figure of the ruling on an act; None if it is none."""
        if clause.kind == "gap":  # what goes on with a question is no other one
            return None
        clause = (throw := thrown(clause)) or clause
        row = items(clause)
        asked = rolled_for(clause, row, self.asks.dice) if throw is not None else self._value(clause, row) or self._cause(clause, row)
        if asked is None:
            return None
        query, used = asked
        place, given = self._there_is(clause, used)
        clause = of_cause(clause, row, used)
        if place is not None:
            clause = copied(clause)
            clause.phrases.remove(place)
            row = items(clause)
        inner = self._inner(clause)
        for other in [one for _, inners in clause.subs for one in inners if one is not inner and one.kind == "inf" and one.phrases]:
            raise NotUnderstood("no_place", self.text[other.start : other.end], other.start, other.end)  # does 46 pass to being isolated
        left = [item for item in row if not any(item.thing is thing for thing in used)]
        for thing in [item.thing for item in left if (item.thing.type, item.thing.value) in STANDING and item.how & {"by", "for"} and not item.inner]:
            raise NotUnderstood("no_place", self.text[thing.start : thing.end], thing.start, thing.end)  # how many columns for it: for what?
        act = self._of_somebody(clause, left, inner, query, supposed) or self._supposed(clause, left, inner, before, supposed)
        if query.what == "value" and any(act.kind not in value.of for value in self.asks.values if value.gives == query.name):
            raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end)  # no ruling on an attack tells of MPs
        slots = {name: value for name, value in act.slots.items() if name not in ("ask", "given", "passing")}
        told = repr(slots)
        for thing in [item.thing for item in left if item.thing.type in HARD or item.thing.type in QUALITIES]:  # nothing that weighs gets lost on the way
            if not all(repr(value) in told for value in (thing.value if isinstance(thing.value, (tuple, list)) else [thing.value])):
                raise NotUnderstood("no_place", self.text[thing.start : thing.end], thing.start, thing.end)
        slots.update({"given": tuple(given)} if given else {})
        return [self._made(act.kind, {**slots, "question": True, "ask": query}, clause)]

    def _causes(self, clause: Clause, row: list[Item], whole: bool = False) -> list[tuple[str, tuple[str, ...], Nominal | None, bool]]:
        """Causes that are said: name, marks, the thing that names it, whether it is a quality. Of the `whole` ground is none: the odds in the woods."""
        found: list[tuple[str, tuple[str, ...], Nominal | None, bool]] = []
        senses = {f"VERB:{sense}" for sense in clause.verb.senses} if clause.verb is not None else set()
        said = {f"ADV:{word}" for word, _, _ in clause.adverbs}
        for name, words, marks in self.asks.causes:
            thing = next((item.thing for item in row if words & features(item.thing) and not (whole and item.thing.type in LAND)), None)
            if words & (senses | said):
                found.append((name, marks, None, True))
            elif thing is not None:
                found.append((name, marks, thing, any(word.startswith("ADJ:") for word in words & features(thing))))
        return found

    def _cause(self, clause: Clause, row: list[Item]) -> tuple[Query, list[Nominal]] | None:
        """Do they get the shift for Tigers, is its defence halved, is it concentric: whether a line stands in a ledger."""
        verb = clause.verb
        if clause.wh or verb is None:
            return None
        senses = set(verb.senses)
        causes = self._causes(clause, row)
        part = next((item.thing for item in row if self.asks.parts & features(item.thing) or "cost" in senses and _toll(item)), None)
        if part is not None and any(item.thing.type == "MARKER" and item.how & {"of", "from", "by", "for"} for item in row):  # whose it is, is its cause
            causes = [cause for cause in causes if not any(item.thing is cause[2] and item.how & {"in", "concession"} for item in row)]
        by_verb = any(thing is None for _, _, thing, _ in causes)
        if not by_verb and not senses & (self.asks.gain | self.asks.lose):
            return None
        if part is None and not any(quality for *_, quality in causes):
            return None
        if len(causes) > 1 and part is None:
            causes = [cause for cause in causes if cause[3]]
        if len(causes) > 1:
            return None
        name, marks, thing, _ = causes[0] if causes else ("", (), None, False)
        if part is not None and not name and any(not {f"{type_}:{value}" for type_, value in means} & self.asks.parts for means in part.mods):
            return None  # the shift for something that is no cause of a line here
        if name in self.asks.firm and causes[0][3] and senses & {"be", "halve", "double"}:
            self.cost -= 3 * BEHIND  # is its attack halved: what it is, not what somebody claims
        lines = {LINES[noun] for item in row for noun in item.thing.nouns() if noun in LINES and item.thing is not part}
        hung = {
            sense for word, inners in clause.subs if word in ("asked", "while") for inner in inners if inner.verb is not None for sense in inner.verb.senses
        }
        lines |= {LINES[sense] for sense in ("attack", "defend") if sense in senses | hung}
        sign = 0 if name else -1 if any(word == LEFTWARD for word, _, _ in clause.adverbs) or senses & self.asks.lose and not senses & self.asks.gain else 1
        number = part.num if part is not None else None
        query = Query("cause", name, marks, number, lines.pop() if len(lines) == 1 else "", sign)
        return query, [each for each in (part, thing) if each is not None]

    def _names_deed(self, thing: Nominal) -> bool:
        """Whether a noun is the name of an act whose ruling may be asked for."""
        nouns = set(thing.nouns())
        return any(frame.nouns & nouns and frame.kind in self.asks.deeds and not frame.ask for frame in self.frames)

    def _value(self, clause: Clause, row: list[Item]) -> tuple[Query, list[Nominal]] | None:
        """Which column, how many columns for it, at what odds: a figure of the ruling."""
        words = {word for word, _, _ in clause.wh}
        noted = clause.verb is None and clause.asked and not words  # 16Pz against 2119, DRM?
        if not noted and (not words & {"what", "how_many"} or words & {"who", "where", "when", "why"}):
            return None
        wanted = next((thing for _, _, thing in clause.wh if thing is not None), None)
        if noted and row and row[-1].thing.num is None and row[-1].thing.label is None and not row[-1].inner:
            wanted = row[-1].thing
        if wanted is None and clause.verb is not None and clause.verb.senses == ["be"]:
            wanted = next((item.thing for item in row if item.how & {"subj", "obj"} and not item.inner), None)
        if wanted is None and clause.verb is not None and "happen" in clause.verb.senses and (number := _rolled(row)) is not None:
            return Query("value", "result", (), number.value), [number]
        if wanted is None:
            return None
        said = features(wanted)
        senses = set(clause.verb.senses) if clause.verb is not None else set()
        fitting = [value for value in self.asks.values if value.words & said and (value.counted or "how_many" not in words)]
        gives = next((value.gives for value in fitting if not value.verbs or value.verbs & senses), "")
        if not gives or gives == ATTACKING and "defend" in senses:
            return None
        of = next((item.thing for item in row if gives == ATTACKING and item.thing is not wanted and features(item.thing) & OF_DEFENSE), None)
        if of is not None:
            return Query("value", "defense_total"), [wanted, of]
        causes = [cause for cause in self._causes(clause, row, gives in WHOLE) if cause[2] is not wanted or cause[3]]
        if len(causes) > 1 or gives == "effect" and not causes:
            return None
        _, marks, thing, _ = causes[0] if causes else ("", (), None, False)
        number = _rolled(row) if gives == "result" else None
        if number is not None:
            return Query("value", gives, marks, number.value), [wanted, number]
        level = thing.label[1] if thing is not None and thing.label is not None and thing.label[0] == "NUM" else None
        if thing is not None and (thing.num is not None or thing.label is not None and level is None):
            return None
        return Query("value", gives, marks, sign=self._against(clause, gives), level=level), [each for each in (wanted, thing) if each is not None]

    # ---- the act that is supposed
    def _inner(self, clause: Clause) -> Clause | None:
        """The clause that hangs on a question and says what is done: attacking from 3011, when they attack 3010."""
        for word, inners in clause.subs:
            for inner in inners:
                if word in SUPPOSED and inner.verb is not None and self._is_deed_of(inner.verb.senses):
                    return inner
        return None

    def _of_somebody(self, clause: Clause, left: list[Item], inner: Clause | None, query: Query, supposed: Act | None) -> Act | None:
        """Is 9Mech's defence halved, does it attack at half strength: of units that are named or were spoken of, whoever fights them."""
        if inner is not None or query.what != "cause" or any(item.thing.type in HARD and item.thing.type != "UNIT" for item in left):
            return None
        if any(self._names_deed(item.thing) and not _empty(item.thing) for item in left):
            return None  # does the modifier apply to its SNAFU roll
        spoken = any(thing.type == "PRON" and thing.value in ("it", "they", "he") or thing.det == "poss" for thing in clause.things()) or not clause.things()
        pointed = query.sign and not query.marks  # does it cost me a column: the deed does
        named = tuple(item.thing.value for item in left if item.thing.type == "UNIT" and not (pointed and item.thing.det == "it"))
        units = named or (self.memory.last if spoken else ())
        if supposed is not None and supposed.kind in self.asks.deeds and (not named or query.part != "defense"):
            slots = {name: value for name, value in supposed.slots.items() if name not in ("anyone", "question")}
            if not named or set(named) <= set(slots.get("units", ())):
                return supposed
            return self._made(supposed.kind, {**slots, "units": named}, clause) if "anyone" in supposed.slots else None
        if not units:
            return None
        slots = {"target_units": units, "anyone": True} if query.part == "defense" else {"units": units, "anywhere": True}
        return self._made("attack", slots, clause)

    def _is_deed_of(self, senses: Iterable[str], bare: bool = False) -> bool:
        """Whether a verb of these senses may be an act; `bare`: by itself, whatever stands with it."""
        heads = set(senses) - self.asks.gain - self.asks.lose
        return any(frame.verbs & heads and frame.kind in self.asks.deeds and not frame.ask and not (bare and frame.carry) for frame in self.frames)

    def _supposed(self, clause: Clause, left: list[Item], inner: Clause | None, before: list[Part], supposed: Act | None) -> Act:
        """The act whose ruling is asked for. Raises NotUnderstood if none is said and none lies there."""
        verb, named = clause.verb, False
        if inner is not None:
            model = copied(inner)
            phrases = [phrase for phrase in self._owned_by(clause, left) if any(_weighs(thing) for thing in phrase.things)]
            model.phrases = [*self._kept(phrases, left), *model.phrases]
        else:
            model = copied(clause)
            model.subs = []
            model.phrases = self._kept(self._owned_by(clause, left), left)
            weighty = any(_weighs(item.thing) for item in left)
            deed = verb is not None and self._is_deed_of(verb.senses, not weighty)  # I roll, if 16Pz attacks: nothing is thrown at anything
            nouns = {noun for item in left for noun in item.thing.nouns()[:1]} & self.asks.deeds
            deed = deed and not (verb is not None and nouns and not nouns & set(verb.senses))  # how many columns is the attack shifted: nobody moves
            if not deed and not weighty:
                if supposed is None or supposed.kind not in self.asks.deeds:
                    raise NotUnderstood("missing", self.text[clause.start : clause.end], clause.end, clause.end, ("attack",))
                return supposed
            named = any(self._names_deed(item.thing) and not _empty(item.thing) for item in left)  # the modifier of 12VG's SNAFU roll
            if not deed and not named:
                model.verb = Verb(clause.start, clause.start)
                model.verb.lemma, model.verb.senses = "attack", ["attack"]
            elif not deed:
                model.verb = None
        parts = self._imagined(model, before, supposed, named)
        act = next((part for part in parts if isinstance(part, Act)), None)
        if act is not None and act.slots.get("anyone") and act.slots.get("anywhere"):
            raise NotUnderstood("missing", self.text[clause.start : clause.end], clause.end, clause.end, ("attack",))
        if act is None or act.kind not in self.asks.deeds or any(isinstance(part, Stated) for part in parts):
            raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end)
        return act

    def _imagined(self, model: Clause, before: list[Part], supposed: Act | None, named: bool) -> list[Part]:
        """A deed that is only thought of; `named`: by a noun, whatever verb stands beside it."""
        model.asked, model.wh, model.kind = False, [], "fin" if model.verb is not None else "frag"
        if model.verb is not None:
            model.verb.modal, model.verb.negated = "", False
        self.supposing = True
        try:
            return self._act(model, before, supposed)
        except NotUnderstood:
            if not named or model.verb is None:
                raise
            model.verb, model.kind = None, "frag"
            return self._act(model, before, supposed)
        finally:
            self.supposing = False

    @staticmethod
    def _owned_by(clause: Clause, left: list[Item]) -> list[Chunk]:
        """The phrases of a clause, and those that hang on what the question has used up: the column of 16Pz against 3010."""
        used = [thing for phrase in clause.phrases for thing in phrase.things if not any(item.thing is thing for item in left)]
        used += [thing for _, _, thing in clause.wh if thing is not None and thing not in used]
        return [*clause.phrases, *(phrase for thing in used for phrase in (*thing.of, *thing.own))]

    @staticmethod
    def _kept(phrases: Iterable[Chunk], left: list[Item]) -> list[Chunk]:
        """The phrases without the things that the question has used up, and without those that only name what is asked."""
        found: list[Chunk] = []
        for phrase in phrases:
            things = [thing for thing in phrase.things if any(item.thing is thing for item in left) and not _empty(thing)]
            if things:
                found.append(Chunk(phrase.rels, things, phrase.start, phrase.end, phrase.before))
        return found


def _rolled(row: list[Item]) -> Nominal | None:
    """On a 4, with a 3: the number of a roll that is supposed."""
    found = [item.thing for item in row if item.thing.type == "NUM" and isinstance(item.thing.value, int) and item.how & {"in", "of", "on", "with", "for"}]
    return found[0] if len(found) == 1 else None


def _toll(item: Item) -> bool:
    """Does it pay anything, any extra MP: what it may come to."""
    thing = item.thing
    if item.inner or thing.num is not None or thing.label is not None or "none" not in item.how and "obj" not in item.how:
        return False
    return (thing.type, thing.value) == ("PRON", "some") or {"mp", "cost"} & set(thing.nouns()[:1]) != set() and thing.det != "def"


def _weighs(thing: Nominal) -> bool:
    return thing.type in HARD or any(_weighs(other) for phrase in (*thing.of, *thing.own) for other in phrase.things)


def _empty(thing: Nominal) -> bool:
    """A noun that only names what is asked: their attack, the combat, its strength."""
    if _weighs(thing) or thing.num is not None or thing.type not in ("NOUN", "PRON"):
        return False
    return thing.type == "PRON" or bool(set(thing.nouns()) & (PLAIN | LINES.keys())) and all(dict(means).keys() <= {"NOUN", "ADJ"} for means in thing.mods)
