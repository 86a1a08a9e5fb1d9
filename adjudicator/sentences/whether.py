"""Questions on what comes of a deed, read: does it cost nothing, does it end there, does it cost a step (`play.asked`)."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from adjudicator.ground.declaration import Part, Query
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act
from adjudicator.sentences.clauses import MOVING, copied
from adjudicator.sentences.frames import LAND
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb
from adjudicator.sentences.worth import Worths

WHOLE = frozenset(("odds", "column", "result"))
"""Figures of a ruling that are no sum of lines, so that nothing is their cause."""
CHOOSING = frozenset(("single_out", "decide", "name", "nominate"))
"""Verbs of who picks one of several."""
STOPS = frozenset(("stay", "stop"))
"""Verbs that say that a move ends."""


def happens(clause: Clause) -> bool:
    """What happens, what becomes of 47R: whoever it is said of."""
    verb = clause.verb
    named = all(thing.type in ("UNIT", "PRON", "HEX") for phrase in clause.phrases for thing in phrase.things)
    return verb is not None and "happen" in verb.senses and not verb.negated and not verb.modal and bool(clause.wh) and named


def priced(clause: Clause) -> tuple[Clause, Query] | None:
    """Does it enter 2611 for free, for nothing, for 3 MP: the question without its price, and the price. None if it names none."""
    if clause.verb is None or clause.wh or clause.verb.negated:
        return None
    if clause.verb.senses[:1] == ["cost"]:
        return _costing(clause)
    deed = next((inner for word, inners in clause.subs if word == "pcp" for inner in inners), None)
    paid = next((inner for _, inners in deed.subs for inner in inners if inner.verb is not None and inner.verb.senses[:1] == ["cost"]), None) if deed else None
    if deed is not None and paid is not None and not clause.phrases:  # does entering 2611 cost 16Pz 3 MP: two participles, to the grammar
        other, plain = copied(paid), copied(deed)
        plain.subs, other.subs = [], [*paid.subs, ("pcp", [plain])]
        return _costing(other)
    plain = copied(clause)
    assert plain.verb is not None
    plain.verb.modal = "" if plain.verb.modal == "can" else plain.verb.modal
    plain.adverbs = [adverb for adverb in clause.adverbs if adverb[0] != "free"]
    price: int | None = 0 if len(plain.adverbs) < len(clause.adverbs) else None
    for phrase in clause.phrases:
        if phrase.before or not phrase.rels & {"FOR"} or len(phrase.things) != 1:
            continue
        found = _price(phrase.things[0])
        if found is not None and price is None:
            price = found
            plain.phrases.remove(phrase)
    unpaid = [(word, inners) for word, inners in clause.subs if "WITHOUT" in word.split("|") and all(_pays(inner) for inner in inners)]
    if unpaid and price is None:
        price, plain.subs = 0, [each for each in clause.subs if each not in unpaid]
    return None if price is None else (plain, Query("price", "cost", number=price))


def _costing(clause: Clause) -> tuple[Clause, Query] | None:
    """Does it cost 16Pz 3 MP to enter 2611, does entering 2611 cost it nothing, does 2611 cost it 3 MP: the deed as a question, and its price."""
    verb = clause.verb
    assert verb is not None
    prices = [(phrase, price) for phrase in clause.phrases if len(phrase.things) == 1 and (price := _price(phrase.things[0], True)) is not None]
    deeds = [inner for _, inners in clause.subs for inner in inners if inner.kind in ("inf", "pcp") and inner.verb is not None]
    rest = [phrase for phrase in clause.phrases if phrase is not prices[0][0]] if len(prices) == 1 else []
    named = next((thing for phrase in rest for thing in phrase.things if thing.means_any("DEED")), None)
    rest = [phrase for phrase in rest if named not in phrase.things and [thing.type for thing in phrase.things] != ["PRON"]]
    if (
        not rest
        or verb.modal
        or clause.adverbs
        or len(deeds) > 1
        or (named is not None) == bool(deeds)
        and deeds
        or len(deeds) != sum(len(i) for _, i in clause.subs)
    ):
        return None
    plain = Clause("fin")
    plain.asked, plain.start, plain.end = True, clause.start, clause.end
    plain.verb = copied(deeds[0]).verb if deeds else Verb(clause.start, clause.start)
    assert plain.verb is not None
    if not deeds:
        plain.verb.lemma = str(named.means_any("DEED")) if named is not None else "enter"
        plain.verb.senses = [str(value) for type_, value in named.means if type_ == "DEED"] if named is not None else ["enter"]
    for phrase in rest:
        doers = all(thing.type == "UNIT" for thing in phrase.things)
        rels = frozenset(("none",)) if doers else frozenset(("TO",)) if "none" in phrase.rels else phrase.rels
        plain.phrases.insert(0 if doers else len(plain.phrases), Chunk(rels, phrase.things, phrase.start, phrase.end, doers))
    plain.phrases += [each for deed in deeds for each in deed.phrases]
    return plain, Query("price", "cost", number=prices[0][1])


def _price(thing: Nominal, bare: bool = False) -> int | None:
    """Nothing, 3 MP, where it can be nothing else (`bare`) 3: how much it is."""
    if bare and thing.type == "NUM":
        return thing.value if isinstance(thing.value, int) else None
    if (thing.type, thing.value) == ("PRON", "nothing"):
        return 0
    return thing.num if "mp" in thing.nouns()[:1] and not (thing.mods or thing.of or thing.own or thing.clauses) else None


def _pays(inner: Clause) -> bool:
    """Without paying, without spending any MP."""
    verb = inner.verb
    told = [thing for thing in inner.things() if (thing.type, thing.value) != ("PRON", "some") and thing.nouns()[:1] not in (["mp"], ["cost"])]
    return (
        verb is not None and "cost" in verb.senses and not verb.negated and not (told or inner.subs or any(thing.num is not None for thing in inner.things()))
    )


def ends_there(clause: Clause, acted: Act | None) -> bool:
    """16Pz enters 2611. Must it stop there? Whether the move before has to end where it leads."""
    verb = clause.verb
    if verb is None or acted is None or not STOPS & set(verb.senses) or not (verb.modal in ("must", "need") and clause.asked) or verb.negated or clause.wh:
        return False
    units, goal = acted.slots.get("units", ()), acted.slots.get("to") or acted.slots.get("at") or next(reversed(acted.slots.get("path", ())), None)
    things = clause.things()
    told = {"UNIT": units, "HEX": (goal,)}
    same = all(thing.type == "PRON" or thing.value in told.get(thing.type, ()) or thing.nouns()[:1] == ["hex"] for thing in things)
    return (
        acted.kind in MOVING
        and bool(units)
        and same
        and not any(inners for _, inners in clause.subs)
        and {word for word, _, _ in clause.adverbs} <= {"here", "already", "now", "then"}
    )


def caused_by(clause: Clause) -> tuple[Clause, tuple[str, ...]]:
    """Must 16Pz stop in 2611 because of 47R: the question without that, and who is blamed for it."""
    causes = [phrase for phrase in clause.phrases if {"CAUSE"} <= phrase.rels <= {"CAUSE", "BY"} and all(thing.type == "UNIT" for thing in phrase.things)]
    if len(causes) != 1 or clause.verb is None or not STOPS & set(clause.verb.senses):
        return clause, ()
    plain = copied(clause)
    plain.phrases = [phrase for phrase in clause.phrases if phrase is not causes[0]]
    return plain, tuple(str(thing.value) for thing in causes[0].things)


def stopping_in(clause: Clause) -> dict[str, Any] | None:
    """Must 16Pz stop in 2611, does it stop there: the move there; None if it is no such question."""
    verb = clause.verb
    plain = verb is not None and not verb.modal and "stop" in verb.senses and not (verb.past or verb.perfect or verb.passive)  # does it stop there
    if verb is None or not STOPS & set(verb.senses) or not {"end", "stop"} & set(verb.senses) or verb.modal not in ("must", "need") and not plain:
        return None
    things = clause.things()
    came = _coming(clause)
    if verb.negated or clause.wh or clause.adverbs or came is None or [thing.type for thing in things] != ["UNIT", "HEX"] or not clause.asked:
        return None
    return {"units": (str(things[0].value),), "to": str(things[1].value), **came} if "IN" in clause.phrases[-1].rels else None


def at_all(clause: Clause, lacks: bool) -> Clause | None:
    """¿Volverá 4GTk, will it ever come back: as whether it may at all; `lacks`: something that nobody said. None of any other question."""
    verb, ever = clause.verb, [adverb for adverb in clause.adverbs if adverb[0] == "ever"]
    if verb is None or verb.negated or clause.wh or {"be", "stay", "there", "have"} & set(verb.senses) or not (ever or lacks and not verb.modal):
        return None
    plain = copied(clause)
    assert plain.verb is not None
    plain.verb.modal, plain.adverbs = "can", [each for each in clause.adverbs if each not in ever]
    return plain


def where_ended(clause: Clause, acted: Act | None) -> bool:
    """Where must it stop, in which hex does its move end, ¿dónde se para?: where the move before is stopped."""
    verb = clause.verb
    if verb is None or acted is None or acted.kind not in MOVING or not STOPS & set(verb.senses) or len(clause.wh) != 1:
        return False
    word, _, asked = clause.wh[0]
    if word != "where" and (word != "what" or asked is None or asked.nouns()[:1] != ["hex"] or asked.mods) or verb.modal == "can" or verb.negated or verb.past:
        return False
    others = [thing for thing in clause.things() if thing is not asked]
    spoken = all(thing.type == "PRON" or thing.value in acted.slots.get("units", ()) for thing in others)
    return spoken and not any(inners for _, inners in clause.subs) and {word for word, _, _ in clause.adverbs} <= {"already", "now", "then"}


def _coming(clause: Clause) -> dict[str, Any] | None:
    """… after crossing the river from 1509: where it comes from; None if what hangs on the clause says anything else."""
    inners = [inner for _, inners in clause.subs for inner in inners]
    if not inners:
        return {}
    inner = inners[0]
    hexes = [thing.value for phrase in inner.phrases if "FROM" in phrase.rels for thing in phrase.things if thing.type == "HEX"]
    plain = all(thing.type in LAND or thing.type == "HEX" for thing in inner.things()) and len(hexes) == sum(t.type == "HEX" for t in inner.things())
    goes = inner.verb is not None and bool(MOVING & set(inner.verb.senses)) and not inner.verb.negated and inner.kind in ("pcp", "inf") and not inner.subs
    return {"from": hexes[0]} if len(inners) == 1 and goes and plain and len(hexes) == 1 else None


def throws(clause: Clause, moved: bool) -> bool:
    """Do I need to roll, is a roll needed, must I throw the die at all: whether it only asks for a die; where units move, for what is crossed."""
    verb = clause.verb
    if verb is None or verb.negated or clause.wh or any(inners for _, inners in clause.subs):
        return False
    dice = [thing for thing in clause.things() if {"roll", "dice"} & set(thing.nouns()[:1]) and thing.num in (None, 1) and thing.label is None]
    asks = "need" in verb.senses and len(dice) == 1 or "roll" in verb.senses and verb.modal in ("must", "need")
    others = [thing for thing in clause.things() if thing not in dice and thing.type != "PRON"]
    return asks and all(moved and thing in crossed(clause) for thing in others)


def crossed(clause: Clause) -> list[Nominal]:
    """Roll for the river, for the swamp: the ground that a die may be thrown for on the way."""
    return [phrase.things[0] for phrase in clause.phrases if "FOR" in phrase.rels and len(phrase.things) == 1 and phrase.things[0].type in LAND]


def loses(clause: Clause, moved: Act | None, kinds: Container[str] = MOVING) -> tuple[str, ...]:
    """Does it lose a step if it retreats to 2611: the units that may, where the deed that is supposed is a move. () if it is no such question."""
    verb = clause.verb
    if verb is None or moved is None or moved.kind not in kinds or "loss" not in verb.senses or verb.negated or verb.modal or clause.wh:
        return ()
    things = [thing for thing in clause.things() if thing.type not in ("UNIT", "PRON")]
    of_steps = [inner for thing in things for phrase in thing.of for inner in phrase.things]  # un paso de pérdida
    if any(thing.nouns()[:1] not in (["step"], ["loss"]) or thing.num not in (None, 1) or thing.own or thing.clauses for thing in (*things, *of_steps)):
        return ()
    spoken = [thing for phrase in clause.phrases if phrase.rels & {"none", "TO"} for thing in phrase.things]  # not who stands beside its goal
    named, all_ = [str(thing.value) for thing in spoken if thing.type == "UNIT"], tuple(moved.slots.get("units", ()))
    units = tuple(unit for unit in named if unit in all_) or tuple(named) or all_  # beside I/9: that one does not retreat
    return units if not any(inners for _, inners in clause.subs) else ()


def elected(clause: Clause, deeds: Container[str]) -> Clause:
    """Can I choose the HQ for the loss, may he pick 1-1Rif as the casualty: whether that one may do, or suffer, what the noun says."""
    verb = clause.verb
    if verb is None or verb.negated or verb.modal not in ("can", "must") or clause.wh or not CHOOSING & set(verb.senses):
        return clause
    named = [p for p in clause.phrases if p.rels & {"FOR", "AS"} and len(p.things) == 1 and p.things[0].nouns() and p.things[0].nouns()[0] in deeds]
    chosen = [p for p in clause.phrases if "none" in p.rels and all(thing.type == "UNIT" for thing in p.things)]
    noun = named[0].things[0] if len(named) == len(chosen) == 1 else None
    if noun is None or noun.of or noun.own or noun.clauses or noun.num not in (None, 1):
        return clause
    plain = copied(clause)
    assert plain.verb is not None
    plain.verb.lemma, plain.verb.senses = noun.nouns()[0], noun.nouns()[:1]
    who = Chunk(chosen[0].rels, chosen[0].things, chosen[0].start, chosen[0].end, True)
    plain.phrases = [who, *(p for p in clause.phrases if p not in (*named, *chosen) and [thing.type for thing in p.things] != ["PRON"])]
    return plain


def borne(clause: Clause) -> Clause:
    """Does that cost 47R a step, ¿cuántos pasos le cuesta?: whether 47R loses one, how many it loses."""
    verb = clause.verb
    if verb is None or verb.senses[:1] != ["cost"] or verb.negated or verb.modal not in ("", "will"):
        return clause
    steps = [phrase for phrase in clause.phrases if phrase.things[-1].nouns()[:1] == ["step"]]
    others = [phrase for phrase in clause.phrases if phrase not in steps]
    who = [phrase for phrase in others if all(thing.type == "UNIT" for thing in phrase.things)]
    if len(steps) != 1 or len(who) > 1 or not all(thing.type in ("UNIT", "PRON") for phrase in others for thing in phrase.things):
        return clause
    if steps[0].things[0].of or steps[0].things[0].own:
        return clause
    who = who or [phrase for phrase in others if not phrase.before]
    plain = copied(clause)
    assert plain.verb is not None
    plain.verb.lemma, plain.verb.senses, plain.verb.clitics = "loss", ["loss"], []
    plain.phrases = [*(Chunk(frozenset(("none",)), each.things, each.start, each.end, True) for each in who), *steps]
    plain.phrases.sort(key=lambda phrase: not any(thing is phrase.things[0] for _, _, thing in clause.wh))
    return plain


class Whether(Worths):
    """Reads questions on what comes of a deed, which its ruling tells."""

    def _gone(self, clause: Clause, acted: Act | None) -> Act | None:
        """16Pz takes the loss; is it eliminated? What comes of the deed before is asked, not whether one more may be done. None if it is no such question."""
        verb = clause.verb
        if verb is None or acted is None or "eliminate" not in verb.senses or not verb.passive or verb.modal or verb.negated or clause.wh or clause.subs:
            return None
        done = acted.slots.get("units", ())
        units = tuple(thing.value for thing in clause.things() if thing.type == "UNIT") or done
        more = [thing for thing in clause.things() if thing.type not in ("UNIT", "PRON")]
        if acted.kind == "eliminate" or {"question", "state"} & acted.slots.keys() or more or clause.adverbs or not units or not set(units) <= set(done):
            return None
        facts = tuple((f"units[{unit}].eliminated", True) for unit in units)
        self.answered = True
        slots = {name: said for name, said in acted.slots.items() if name not in ("ask", "passing")}
        return self._made(acted.kind, {**slots, "question": True, "ask": Query("state", "", facts=facts, about=units)}, clause)

    def _inner(self, clause: Clause) -> Clause | None:
        raise NotImplementedError

    def _comes_of(self, clause: Clause, before: list[Part], acted: Act | None, supposed: Act | None) -> Act | None:
        """Must it stop there, does it lose a step: asked of the ruling on the deed that is supposed, or done before. None if it is no such question."""
        if supposed is not None and happens(clause):
            whole = self._made("supposed", {}, clause)
            for thing in clause.things():
                self._told(whole, thing.start, thing.end)
            self.answered = True
            return whole
        clause, blamed = caused_by(clause)
        inner = self._inner(clause) if supposed is None and clause.verb is not None and "loss" in clause.verb.senses else None
        if inner is not None and inner.kind in ("inf", "pcp"):  # does it lose a step by going there, al retirarse a 2611
            deed, clause = copied(inner), copied(clause)
            deed.kind, deed.phrases = "fin", [*(p for p in clause.phrases if "none" in p.rels and p.things[0].type == "UNIT"), *inner.phrases]
            clause.subs = [(word, [one for one in inners if one is not inner]) for word, inners in clause.subs]
            try:
                supposed = self._plain_act(deed, before, acted)
            except NotUnderstood:
                return None
        acted = supposed or acted
        if supposed is not None and supposed.kind in self.asks.deeds and throws(clause, supposed.kind in MOVING):
            kind, slots, query = supposed.kind, supposed.slots, Query("dice")
        elif supposed is not None and (units := loses(clause, supposed, MOVING | self.asks.costing)):
            kind, slots, query = supposed.kind, supposed.slots, Query("loses", about=units)
        elif (place := stopping_in(clause)) is not None and supposed is None:
            kind, slots, query = "move", place, Query("stops", about=blamed)
        elif where_ended(clause, acted) and acted is not None:
            kind, slots, query = acted.kind, acted.slots, Query("value", "stops_at")
        elif ends_there(clause, acted) and acted is not None:
            kind, slots, query = acted.kind, acted.slots, Query("stops", about=blamed)
        else:
            return None
        self.answered = True
        slots = {name: said for name, said in slots.items() if name not in ("ask", "passing")}
        return self._made(kind, {**slots, "question": True, "ask": query}, clause)

    def _settled(self, clause: Clause, before: list[Part], acted: Act | None, supposed: Act | None) -> list[Part]:
        raise NotImplementedError

    def _for_price(self, plain: Clause, query: Query, before: list[Part], acted: Act | None, supposed: Act | None) -> list[Part]:
        """Whether what a question names is done at a price."""
        parts = self._settled(plain, before, acted, supposed)
        act = next((part for part in reversed(parts) if isinstance(part, Act)), None)
        if act is None or act.kind not in self.asks.deeds or "ask" in act.slots or not act.slots.get("question"):
            raise NotUnderstood("no_place", self.text[plain.start : plain.end], plain.start, plain.end)
        act.slots["ask"] = query
        return parts


def obliged(clause: Clause) -> str:
    """Does it need to attack: the verb of duty that a question with *need* and a deed comes to; "" if it asks for something."""
    needs = clause.verb is not None and "need" in clause.verb.senses and not clause.wh
    return "must" if needs and [word for word, _ in clause.subs] == ["inf"] and not _nouns(clause) else ""


def requires(clause: Clause) -> bool:
    """Does it need an OBJ before it can engage, or one to engage: whether something is needed for a deed, which asks of neither alone."""
    inners = [(word, inner) for word, inners in clause.subs for inner in inners]
    needs = clause.verb is not None and "need" in clause.verb.senses and not clause.wh
    if clause.verb is not None and clause.verb.modal == "need" and any("BEFORE" in phrase.rels for phrase in clause.phrases):
        return True
    return needs and any(inner.verb is not None and (word != "inf" or _nouns(clause)) for word, inner in inners) or any(requires(inner) for _, inner in inners)


def _nouns(clause: Clause) -> bool:
    """Whether a clause says what somebody has or gets."""
    return any("none" in phrase.rels and phrase.things[0].type not in ("UNIT", "PRON", "SIDE") for phrase in clause.phrases)
