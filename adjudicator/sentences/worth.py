"""Questions on what a unit is worth as things stand: how strong is it, with how much does it attack, how many MP has it now (`play.worth`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.ground.declaration import Part, Query
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act
from adjudicator.sentences.clauses import copied
from adjudicator.sentences.frames import EMPTY
from adjudicator.sentences.reckoned import Reckoned
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb

LEDGERS = {
    "attack": "attack",
    "offense": "attack",
    "af": "attack",
    "defense": "defense",
    "df": "defense",
    "defend": "defense",
    "mp": "allowance",
    "allowance": "allowance",
}
"""Nouns and verbs that say which worth is meant."""
STRENGTHS = frozenset(("strength", "cf", "factor"))
POINTS = frozenset(("vp", "point"))
"""Nouns that count strength only beside a word that says so."""
HOLDS = frozenset(("have", "be", "get", "score"))
"""Verbs that ask how much of it there is."""
FULL = (("STATUS", "reduced:false"), ("NOUN", "full"))
STILL = (EMPTY | {"still", "now", "actually", "full", "here", "then"}) - {"left"}
STANDS = frozenset(("be", "become", "there", "have", "stay"))
WHILE = frozenset(("asked", "while", "when", "if", "TO|IN|AGAINST", "IN", "pcp", "FOR"))
"""What joins the deed in which it counts so much."""


class Worth(NamedTuple):
    """What is asked of a unit: which worth of it (`part`), whether it is its whole one (`full`) or what is `left` of it, the clause
    without what asks, and what is only told back: of its 6 MP."""

    part: str
    plain: Clause
    full: bool = False
    left: bool = False
    told: tuple[int, int] = (0, 0)


def worth(clause: Clause) -> Worth | None:
    """What a question wants of the worth of a unit; None if it is no such question."""
    verb = clause.verb
    if verb is None or not clause.asked or verb.negated or verb.perfect or verb.past or verb.passive or len(clause.wh) > 1:
        return None
    odd = {word for word, _, _ in clause.adverbs} - STILL
    if verb.modal not in ("", "can", "will") or odd - {"left"}:
        return None
    if odd:  # how many MP has it left
        found = _amount(clause, verb) if clause.wh else None
        return found._replace(left=True) if found is not None and found.part == "allowance" else None
    return _amount(clause, verb) if clause.wh else _whole(clause, verb)


def _whole(clause: Clause, verb: Verb) -> Worth | None:
    """Does it defend with its full strength."""
    part = _fights(verb)
    full = [
        phrase
        for phrase in clause.phrases
        if any(meaning in FULL for meaning in phrase.things[-1].means) and len(phrase.things) == 1 and "none" not in phrase.rels
    ]
    if not part or verb.modal or len(full) + sum(word == "full" for word, _, _ in clause.adverbs) != 1:
        return None
    return Worth(part, _without(clause, full), True)


def _amount(clause: Clause, verb: Verb) -> Worth | None:
    """With how much does it attack, how many points does it defend with, how strong is it, how much is it worth when it attacks 3010."""
    word, rels, wanted = clause.wh[0]
    of_its = wanted is not None and wanted.det == "poss" and wanted.num is not None and wanted.nouns()[:1] == ["mp"] and word == "how_many"  # of its 6 MP
    nouns = {"mp"} if of_its else _named(wanted) if wanted is not None else set()
    strong = [phrase for phrase in clause.phrases if [thing.value for thing in phrase.things] == ["strong"]]
    if wanted is None and word == "what" and verb.senses == ["be"]:  # what is the defence of 16Pz
        wanted = next((thing for phrase in clause.phrases for thing in phrase.things if "none" in phrase.rels and _named(thing)), None)
        nouns = _named(wanted) or set() if wanted is not None else set()
    asking = [phrase for phrase in clause.phrases if wanted is not None and wanted in phrase.things]
    if nouns is None or word not in ("how_many", "what", "how") or word == "how" and not strong:
        return None
    part = _fights(verb)
    if part:
        with_ = "WITH" in rels or "WITH" in clause.stranded.split("|") or any("WITH" in p.rels for p in asking)
        with_ = with_ or any("WITH" in p.rels and p.things[0].type == "HEX" for p in clause.phrases)  # what does it defend with in 3010
        held = part == "defense" and bool(nouns) and any("none" in p.rels and p.things[0].type == "HEX" for p in clause.phrases)  # how many factors defend 3010
        with_ = with_ or held
        meant = bool(nouns) and nouns <= STRENGTHS | POINTS or wanted is None and word in ("how_many", "what")  # what does it defend with
        return Worth(part, _without(clause, asking)) if with_ and meant else None
    if not HOLDS & set(verb.senses) or "stay" in verb.senses:  # how many are left of them
        return None
    inner = next((each for name, inners in clause.subs if name in WHILE for each in inners if each.verb is not None and _fights(each.verb)), None)
    roles = [phrase for phrase in clause.phrases if not phrase.rels & {"none", "OF"} and (_named(phrase.things[0]) or set()) & LEDGERS.keys()]
    parts = {LEDGERS[noun] for noun in nouns & LEDGERS.keys()} | {LEDGERS[noun] for each in roles for noun in _named(each.things[0]) or () if noun in LEDGERS}
    if inner is not None and inner.verb is not None:
        parts.add(_fights(inner.verb))
    if len(parts) > 1 or not parts and (nouns & POINTS or not (nouns & STRENGTHS or strong)):
        return None
    valued = "score" in verb.senses or any({"FOR", "IN"} <= phrase.rels for phrase in roles)  # what is it worth in attack
    if wanted is None and not strong and not (inner is not None or roles and valued):
        return None
    part = next(iter(parts), "")
    plain = _without(clause, [*asking, *roles, *strong])
    if wanted is not None:
        plain.phrases += [other for other in (*wanted.of, *wanted.own) if any(thing.type == "UNIT" for thing in other.things)]
    if inner is None and any("none" in phrase.rels and phrase.things[0].type == "HEX" for phrase in plain.phrases):
        return None  # next up is 4GTk, which attacks 3010
    if inner is not None:
        units = [phrase for phrase in plain.phrases if all(thing.type == "UNIT" for thing in phrase.things)]
        if len(units) != len(plain.phrases):
            return None
        plain.subs = [(name, [each for each in inners if each is not inner]) for name, inners in plain.subs]
        plain.phrases = [*units, *(phrase for phrase in inner.phrases if [thing.type for thing in phrase.things] != ["PRON"])]
        plain.adverbs = [*plain.adverbs, *inner.adverbs]
    return Worth(part, plain, told=(wanted.start, wanted.end) if of_its and wanted is not None else (0, 0))


def _fights(verb: Verb) -> str:
    return next((sense and LEDGERS[sense] for sense in verb.senses[:1] if sense in ("attack", "defend")), "")


def _named(thing: Nominal) -> set[str] | None:
    """What a noun of an amount says, with its modifiers: attack strength; None if it is something else."""
    if thing.num is not None or thing.label is not None or thing.clauses or thing.type not in ("NOUN", "W"):
        return None
    known = STRENGTHS | POINTS | LEDGERS.keys()
    said = [{str(value) for type_, value in means if type_ == "NOUN" and value in known} for means in (thing.means, *thing.mods)]
    return set().union(*said) if all(said) else None


def _without(clause: Clause, phrases: Sequence[Chunk]) -> Clause:
    plain = copied(clause)
    plain.wh, plain.stranded = [], ""
    plain.phrases = [phrase for phrase in clause.phrases if phrase not in phrases]
    plain.adverbs = [adverb for adverb in clause.adverbs if adverb[0] not in STILL | {"left"}]
    return plain


PLACES = frozenset(("UNIT", "HEX", "RIVER"))
"""What else such a question may name."""
SPEAKERS = frozenset(("first", "they", "he"))


class Worths(Reckoned):
    """Reads such questions."""

    def _own_worth(self, clause: Clause) -> str:
        """The act that a rulebook has of its own for it; "" if none."""
        found = worth(clause)
        own = str(self.asks.worths.get(found.part or "attack", "")) if found is not None and not found.full else ""
        return own if any(frame.kind == own for frame in self.frames) else ""

    def _worth(self, clause: Clause, before: list[Part], acted: Act | None) -> list[Part] | None:
        """What a unit is worth in the fight that is named or went before, else in any; on the move. None if it is no such question.

        Raises NotUnderstood where something of it has no place.
        """
        found = worth(clause)
        if found is None or found.left and acted is not None and acted.kind in self.asks.deeds:
            return None  # of what is left behind that move its ruling tells
        if found.part == "allowance" and not found.full and self._own_worth(clause):
            return None  # the rulebook's own question has been tried
        model = found.plain
        model.phrases = [p for p in model.phrases if not all((t.type, t.value) in {("PRON", name) for name in SPEAKERS} for t in p.things)]
        aimed = self._attacked(model) if found.part == "attack" else []
        things = [thing for phrase in model.phrases for thing in phrase.things]
        units = tuple(dict.fromkeys(str(thing.value) for thing in things if thing.type == "UNIT" and thing not in aimed))
        place = next((p.things[0] for p in model.phrases if found.part == "defense" and "IN" in p.rels and [t.type for t in p.things] == ["HEX"]), None)
        if not things and found.part:  # it is out of supply: with how much does it defend
            units = self.memory.last
        hexes = [str(thing.value) for thing in things if thing.type == "HEX"]
        if not units and found.part == "defense" and len(hexes) == len(things) == 1 and not found.full and not model.subs:  # what does 3010 defend with
            self.answered = True
            slots = {"target": hexes[0], "anyone": True, "question": True, "ask": Query("value", "defense_total")}
            return [self._made("attack", slots, clause)]
        fighting = acted.slots.get("units", ()) if acted is not None and acted.kind in self.asks.deeds and "target" in acted.slots else ()
        if units and found.part == "defense" and set(units) <= set(fighting) and all(self._stands_in(thing) for thing in things):
            raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end)  # 16Pz attacks 3010. With what does it defend? 3010
        strange = any(thing.type not in PLACES or thing.mod("VERB") is not None for thing in things)
        if not units or strange or found.part != "attack" and len(units) < len(things) - (place is not None):
            return None
        if any(word == "if" or inner.verb is None or not set(inner.verb.senses[:1]) <= STANDS for word, inners in model.subs for inner in inners):
            return None  # what it is worth behind another deed
        assert model.verb is not None
        model.verb.lemma, model.verb.senses, model.verb.clitics = "attack", ["attack"], []
        doers = [p for p in model.phrases if p.things[0].type == "UNIT" and p.things[0] not in aimed]
        model.phrases = [Chunk(frozenset(("none",)), p.things, p.start, p.end, True) if p in doers else p for p in model.phrases]
        parts = self._imagined(model, before, None, False)  # what else is said of them goes with the fight, whatever is asked
        act = next((part for part in parts if isinstance(part, Act)), None)
        if act is None or act.kind != "attack" or act.slots.get("units") != units or sum(isinstance(part, Act) for part in parts) > 1:
            raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end)
        parts.remove(act)
        kind, slots = "attack", {name: said for name, said in act.slots.items() if name != "question"}
        fought = acted.slots if acted is not None and acted.kind == "attack" and "target" not in slots else {}
        if found.part == "attack" and set(units) <= set(fought.get("units", ())):
            slots = {name: said for name, said in fought.items() if name not in ("ask", "passing", "question")}
        elif found.part == "defense":
            del slots["units"]
            slots = {**slots, "target_units": units, "anyone": True, **({"target": place.value} if place is not None else {})}
            slots.pop("anywhere", None)
        elif found.part == "allowance":
            kind = "figure"
            slots.pop("anywhere", None)
        self.answered = True
        query = Query("worth", "full" if found.full else "", part=found.part, about=units)
        asked = self._made(kind, {**slots, "question": True, "ask": query}, clause)
        if found.told[1]:
            self._told(asked, *found.told)
        return [*parts, asked]

    def _stands_in(self, thing: Nominal) -> bool:
        """Whether a pronoun, or nothing, stands for it in the line."""
        return self.text[thing.start : thing.end].islower() or thing.start == thing.end

    def _attacked(self, model: Clause) -> list[Nominal]:
        """The units that are attacked, as what they are: with how much does 25Tk attack 100J; with how much does it, who was spoken of, attack 100J."""
        of_units = [phrase for phrase in model.phrases if all(thing.type == "UNIT" for thing in phrase.things)]
        sides = [{self.names.sides.get(str(thing.value)) for thing in phrase.things} for phrase in of_units]
        aimed = [p for p, own in zip(of_units[1:], sides[1:], strict=True) if own != sides[0] and not p.rels & {"WITH", "BY", "AND"}]
        aims = [phrase for phrase in of_units if "none" not in phrase.rels and phrase.rels & {"TO", "AGAINST"}]
        nobody = not of_units and model.phrases and all(thing.type == "HEX" for thing in model.things())  # ¿con cuánto ataca a 1510?
        if self.memory.last and (nobody or len(of_units) == len(aims) == 1):
            aimed, start = aims, model.phrases[0].start
            doers = [Nominal([("UNIT", unit)], start, start) for unit in self.memory.last]
            model.phrases.insert(0, Chunk(frozenset(("none",)), doers, start, start, True))
        for phrase in aimed:
            phrase.rels = frozenset(("AGAINST",))
        return [thing for phrase in aimed for thing in phrase.things]

    def _imagined(self, model: Clause, before: list[Part], supposed: Act | None, named: bool) -> list[Part]:
        raise NotImplementedError
