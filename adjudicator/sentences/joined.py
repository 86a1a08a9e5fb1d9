"""Participles and infinitives that say more of the clause they hang on: using 2 air points, crossing the river, supported by 18AD."""

from __future__ import annotations

from adjudicator.ground.declaration import Part
from adjudicator.language.errors import Ambiguous, NotUnderstood
from adjudicator.language.model import Act
from adjudicator.sentences.account import things_of
from adjudicator.sentences.clauses import MOVING, bare_of, circumstance, copied, senses_of
from adjudicator.sentences.frames import FIGHTS, LIGHT, PLAIN, Frame, Frames
from adjudicator.sentences.token import Area
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb

ATTACKS = FIGHTS | {"fire"}
"""Deeds of which a clause with to, for or that tells what they are for."""
PURPOSES = frozenset(("TO", "FOR", "TO|IN|AGAINST", "that"))
"""What joins a clause that tells what a deed is for."""
AIDING = frozenset(("WITH", "BY", "SUPPORT", "FROM"))
GOING = frozenset(("move", "enter", "reach", "cross"))
ENDS = frozenset(("retreat", "advance", "loss", "stay", "eliminate"))
"""Deeds that are never said in passing: by retreating, losing a step."""


def is_reason(inner: Clause, word: str) -> bool:
    """For having lost a step, por haber perdido un paso: why, and no deed."""
    return inner.verb is not None and inner.verb.perfect and "FOR" in word.split("|")


def is_deed_done(inner: Clause) -> bool:
    """Satisfies the option by retreating: a gerund of a deed that may not be left out."""
    return inner.kind == "pcp" and inner.verb is not None and not inner.verb.passive and bool(set(inner.verb.senses[:1]) & ENDS)


def is_put(inner: Clause) -> bool:
    """Pulls it back to put it in support: a state that somebody is brought into is what is done, and never told back."""
    brought = inner.kind == "inf" and inner.verb is not None and bool(inner.verb.senses) and "be" not in inner.verb.senses and not inner.verb.perfect
    return brought and any(thing.type == "STATUS" for thing in inner.things())


def asks_within(clause: Clause) -> bool:
    """Whether when, how many or why stands in a clause, or in one that hangs on it: to see when it gets back is never told back."""
    return any(word in ("when", "how_many", "why") for word, _, _ in clause.wh) or any(asks_within(inner) for _, inners in clause.subs for inner in inners)


SCORED = {"exits": frozenset(("exit", "leave")), "elimination": frozenset(("eliminate", "loss"))}
"""Deeds that points are counted for, by their noun."""


class Joining:
    """Puts clauses without a subject of their own into the clause they hang on."""

    frames: Frames
    cost: int
    text: str
    unjoined: list[Clause]
    """Clauses that hang on one that was joined, and were not joined with it: the chance that I have of waking them."""

    def _act(self, clause: Clause, before: list[Part], acted: Act | None, frames: list[Frame] | None = None) -> list[Part]:
        raise NotImplementedError

    def _asks_of(self, main: Clause, senses: list[str]) -> bool:
        """The chance that the defender loses a step: what is asked of is a deed of these senses."""
        of = [frame for frame in self.frames.asking_of if not frame.deeds.isdisjoint(senses)]
        if not of:
            return False
        said = set(main.verb.senses) if main.verb is not None else set()
        said |= {noun for thing in (*main.things(), *(thing for _, _, thing in main.wh if thing is not None)) for noun in thing.nouns()}
        return any((frame.wants or frame.verbs - LIGHT) & said and (main.asked or main.verb is None or not frame.ask) for frame in of)

    def _join_relatives(self, main: Clause) -> None:
        """The chance of a result that costs a step: what a relative clause says of the result is asked of."""
        self.unjoined = []
        for thing in things_of(main.phrases) if main.asked else ():
            joined = [one for one in thing.clauses if "result" in thing.nouns() and one.verb is not None and self._joined(main, one, "that")]
            thing.clauses = [one for one in thing.clauses if one not in joined]

    def _none_of(self, phrase: Chunk, verb: Verb) -> Chunk | None:
        """What there is none of, as a phrase: without losses; the objects of a verb that is denied; neither loss nor option; no step."""
        denied = verb.negated or all(thing.det == "no" for thing in phrase.things)
        if not ("WITHOUT" in phrase.rels or "none" in phrase.rels and not phrase.before and denied):
            return None
        found: list[Nominal] = []
        for thing in phrase.things:
            means = [(type_, "loss" if thing.det == "no" and value == "step" else value) for type_, value in thing.means]
            sure = any(f"noun:{value}" in types and "without" in rels for frame in self.frames for _, types, rels, *_ in frame.roles for _, value in means[:1])
            if not sure or thing.num is not None or thing.det not in ("", "no", "any") or thing.mods:
                return None
            found.append(Nominal(means, thing.start, thing.end))
        return Chunk(frozenset(("WITHOUT",)), found, phrase.start, phrase.end)

    def _joined(self, main: Clause, inner: Clause, word: str) -> bool:
        """using 2 air points, crossing the river, supported by 18AD, attacking from 3011: phrases of the main clause."""
        verb = inner.verb
        heads = set(main.verb.senses) if main.verb is not None else set()
        if circumstance(main, inner, word):
            return True
        goes = verb is not None and not verb.negated and GOING & set(verb.senses)
        if "WITHOUT" in word and goes and {thing.type for thing in inner.things()} in ({"HEX"}, {"PATH"}):  # without entering 1424: a way that keeps off it
            main.phrases.append(Chunk(frozenset(("AVOID",)), inner.things(), inner.start, inner.end))
            return True
        if verb is not None and verb.senses and self._asks_of(main, verb.senses) and word not in ("because", "although", "while", "if"):
            deed = Nominal([("DEED", sense) for sense in verb.senses], verb.start, verb.end)
            deed.det = "no" if verb.negated or "WITHOUT" in word else ""
            phrases = [phrase for phrase in inner.phrases if phrase.things]
            none = {id(phrase): missed for phrase in phrases if (missed := self._none_of(phrase, verb))}
            nouns = {noun for missed in none.values() for thing in missed.things for noun in thing.nouns()}
            if none and (LIGHT | {"cost", "produce"} | nouns) & set(verb.senses):  # no sufre bajas, sale sin bajas
                phrases = [none.get(id(phrase), phrase) for phrase in phrases]
            else:
                main.phrases.append(Chunk(frozenset(("FOR",)), [deed], verb.start, verb.end))
            main.phrases += phrases
            main.adverbs += inner.adverbs
            for _, inners in inner.subs:
                self.unjoined += [other for other in inners if not self._joined(main, other, "that") and other.things()]
            return True
        if verb is not None and (
            heads & {"need"}
            and senses_of(verb) & {"reach", "have", "attack", "roll"}
            or main.asked
            and heads & {"cost", "need"}
            and senses_of(verb) & {"move", "enter", "reach", "cross"}
            or heads & {"inspect"}
            and word == "asked"
            or heads & {"decide"}
            and senses_of(verb) & {"retreat"}
            or heads & {"claim"}
            and senses_of(verb) & {"be", "have", "there"}
        ):
            main.phrases += [phrase for phrase in inner.phrases if not all(thing.type == "PRON" for thing in phrase.things)]
            return True
        if verb is not None and "score" in heads and not (verb.negated or verb.modal or inner.wh or inner.subs):
            counted = next((noun for noun, does in SCORED.items() if does & set(verb.senses)), "")
            said = [p for p in inner.phrases if not all(thing.type in ("SIDE", "PRON") or "map" in thing.nouns() for thing in p.things)]
            if counted and (word != "rel" or not said):
                main.phrases.append(Chunk(frozenset(("FOR",)), [Nominal([("NOUN", counted)], verb.start, verb.end)], verb.start, verb.end))
            if (
                counted
                and (inner.kind in ("pcp", "inf") or not said)
                or word in ("rel", "that")
                and {"score", "give", "have", "exit"} & set(verb.senses)
                and said
            ):
                main.phrases += [Chunk(frozenset(("OF",)), p.things, p.start, p.end) for p in said]
                return True  # the points for destroying 68Inf, the points that 3010 gives, for the units that left the map
        why = inner.things()
        if word in ("FOR", "VIA|BY|FOR|IN", "CAUSE") and verb is not None and {"enter", "move", "leave"} & set(verb.senses) and why and not verb.negated:
            causes = {f"noun:{noun}" for thing in why for noun in thing.nouns()}  # a step for entering the enemy zone
            taken = (
                kind.partition("=")[0] for frame in self.frames if frame.verbs & heads for _, kinds, rels, *_ in frame.roles if "for" in rels for kind in kinds
            )
            if all(thing.type == "NOUN" for thing in why) and causes & set(taken):
                main.phrases += [Chunk(frozenset(("FOR",)), phrase.things, phrase.start, phrase.end) for phrase in inner.phrases]
                return True
        if word in ("before", "after") and verb is not None and verb.senses and not verb.negated and not main.asked:
            deed = Nominal([("NOUN", sense) for sense in verb.senses], inner.start, inner.end)  # before it is attacked
            if any({word} & rels and f"noun:{sense}" in types for frame in self.frames for _, types, rels, *_ in frame.roles for sense in verb.senses):
                main.phrases += [Chunk(frozenset((word.upper(),)), [deed], inner.start, inner.end)]
                return True
        if inner.kind == "pcp" and verb is not None and verb.senses and not (verb.negated or verb.passive or verb.perfect or inner.subs or main.verb is None):
            how = f"noun:{verb.senses[0]}"  # satisfies the option by retreating to 1511
            if (
                verb.senses[0] not in heads
                and not (word == "pcp" and any("none" in p.rels and p.things[0].type == "UNIT" for p in inner.phrases))
                and any(frame.verbs & heads and any(how in types and "by" in rels for _, types, rels, *_ in frame.roles) for frame in self.frames)
            ):
                main.phrases += [Chunk(frozenset(("BY",)), [Nominal([("NOUN", verb.senses[0])], verb.start, verb.end)], verb.start, verb.end), *inner.phrases]
                return True
        placed = inner.kind == "pcp" and bool(inner.phrases) and all(p.rels & {"IN"} and p.things[0].type == "HEX" for p in inner.phrases)
        if verb is not None and verb.senses == ["be"] and placed and not (verb.negated or inner.subs or inner.adverbs) and main.verb is not None:
            main.phrases += inner.phrases  # the stack sitting in 2010
            return True
        if verb is not None and "support" in heads and inner.kind == "inf" and senses_of(verb) & {"defend", "attack"} and not verb.negated:
            role = "defense" if "defend" in verb.senses else "attack"  # helps to defend 2010
            main.phrases += [Chunk(frozenset(("TO",)), [Nominal([("NOUN", role)], verb.start, verb.end)], verb.start, verb.end), *inner.phrases]
            return True
        if (
            verb is not None
            and "become" in heads
            and inner.kind in ("pcp", "inf")
            and senses_of(verb) & MOVING
            and {thing.type for thing in inner.things()} == {"HEX"}
        ):  # becomes DG on entering 1511
            main.phrases += [Chunk(frozenset(("IN",)), phrase.things, phrase.start, phrase.end) for phrase in inner.phrases]
            return True
        if (
            verb is not None
            and verb.senses == ["be"]
            and word in ("FOR", "CAUSE", "VIA|BY|FOR|IN", "pcp")
            and not verb.negated
            and inner.phrases
            and all(thing.type == "STATUS" for thing in inner.things())
        ):  # eliminated for being isolated
            main.phrases += [Chunk(frozenset(("FOR",)), phrase.things, phrase.start, phrase.end) for phrase in inner.phrases]
            return True
        if main.verb is None and any({"roll", "dice", "replacement"} & set(thing.nouns()) for thing in main.things()[:1]):
            heads.add("roll")
        returns = "roll" in heads and verb is not None and bool(senses_of(verb) & {"return", "cross", "rebuild"})
        if verb is None or not returns and inner.kind not in ("pcp", "inf") or not returns and word not in ("pcp", "inf", "WITH", "BY"):
            return False
        senses = set(verb.senses)
        if "roll" in heads and senses & {"return", "cross", "rebuild"}:  # rolls to return, to see if 47R comes back
            deed = Nominal([("NOUN", "crossing" if "cross" in senses else "return")], inner.start, inner.end)
            main.phrases.append(Chunk(frozenset(("FOR",)), [deed], inner.start, inner.end))
            main.phrases += [Chunk(frozenset(("FOR",)), phrase.things, phrase.start, phrase.end) for phrase in inner.phrases]
            return True
        if not inner.phrases and not senses & {"support", "spot"}:
            return False
        if verb.perfect:
            return False
        if senses & {"roll", "show"} and any(thing.type == "NUM" for thing in inner.things()):
            for thing in inner.things():  # rolling a 2 for the river
                if thing.type == "NUM":
                    dice = Nominal([("NOUN", "dice")], thing.start, thing.end)
                    dice.label = thing.means[0]
                    main.phrases.append(Chunk(frozenset(("WITH",)), [dice], thing.start, thing.end))
            return True
        places = inner.kind == "pcp" and all("none" not in p.rels and {t.type for t in p.things} == {"HEX"} for p in inner.phrases)
        if senses & {"support", "spot"} and not verb.passive and places:  # 2K-1Gr supporting, 1K-1Gr observing from 2012
            last = next((p for p in reversed(main.phrases) if p.end <= verb.start and p.things[0].type == "UNIT"), None)
            led = last is not None and last.before and main.verb is not None and "WITH" not in last.rels  # with GR1 spotting, …
            if last is not None and all(thing.type == "UNIT" for thing in last.things) and not led:
                rels = frozenset(("SUPPORT", "OBSERVING") if "spot" in senses else ("SUPPORT",))
                main.phrases[main.phrases.index(last)] = Chunk(rels, last.things, last.start, last.end)
                main.phrases += inner.phrases
                return True
        if "support" in senses and verb.passive or "spot" in senses:
            rels = frozenset(("SUPPORT", "OBSERVING") if "spot" in senses else ("SUPPORT",))
        elif senses & {"add", "support"} and not verb.passive or senses & {"transport", "carry"}:
            rels = frozenset(("WITH",))
        elif "trace" in senses and "enter" in heads:
            rels = frozenset()
        elif "cross" in senses:
            rels = frozenset(("ACROSS",))
        elif main.verb is not None and senses & set(main.verb.senses[: 1 if any(thing.type == "UNIT" for thing in inner.things()) else None]):
            rels = frozenset()  # attacking 3010 from 3011; but moves there, leaving 12VG, is no move of 12VG
        else:
            return False
        for phrase in inner.phrases:
            own = "none" in phrase.rels and "distance" not in phrase.things[0].nouns() or "BY" in phrase.rels
            own = own or {"TO", "AGAINST"} <= phrase.rels and phrase.things[0].type == "UNIT"  # llevando a 16Pz
            main.phrases.append(Chunk(rels if rels and own else phrase.rels, phrase.things, phrase.start, phrase.end))
        main.adverbs += inner.adverbs
        return True

    def _unhung(self, main: Clause) -> None:
        """The hex that 9Mech retreats to: what hangs on a noun that only names a place is said of the clause."""
        for phrase in list(main.phrases):
            for at, thing in enumerate(phrase.things):
                if thing.type == "NOUN" and set(thing.nouns()) & (PLAIN | {"vp"}) and len(thing.clauses) == 1 and self._joined(main, thing.clauses[0], "rel"):
                    alone = bare_of(thing)
                    alone.clauses = []
                    things = [*phrase.things[:at], alone, *phrase.things[at + 1 :]]
                    main.phrases[main.phrases.index(phrase)] = Chunk(phrase.rels, things, phrase.start, phrase.end, phrase.before)
                    return

    def _kind_of(self, thing: Nominal) -> str:
        """The act that a noun with its owner is."""
        return next((frame.kind for frame in self.frames if frame.beside and frame.nouns & set(thing.nouns())), "")

    def _of_each(self, kind: str, units: list[Nominal]) -> list[Chunk]:
        """A deed of each of several units, as phrases of a question that takes such deeds; [] if none does."""
        if not units or any(thing.type != "UNIT" for thing in units) or not any(kind in frame.deeds for frame in self.frames):
            return []
        deed = Nominal([("DEED", kind)], units[0].start, units[0].end)
        return [Chunk(frozenset(("FOR",)), [deed], deed.start, deed.end), Chunk(frozenset(("FOR",)), units, units[0].start, units[-1].end)]

    # ---- acts and asides in what hangs on a clause
    def _second(self, clause: Clause, inner: Clause, word: str, before: list[Part]) -> list[Part]:
        """What is done beside the deed of a clause: led by 44ID, paying 2 tokens, without losing a step. [] if it is no such act."""
        if inner.verb is None or not (inner.kind in ("pcp", "inf") and word in ("pcp", "WITH", "BY") or "WITHOUT" in word):
            return []
        other = copied(inner)
        if "WITHOUT" in word and other.verb is not None:
            idle = ([("PRON", "nothing")], [("PRON", "some")])  # sin gastar nada, sin que nadie quede DG
            phrases = [phrase for phrase in other.phrases if [(thing.type, thing.value) for thing in phrase.things] not in idle]
            other.verb.negated, other.phrases = len(phrases) < len(other.phrases) or not other.verb.negated, phrases
        units = tuple(thing.value for thing in clause.things() if thing.type == "UNIT")
        return self._tried(other, before, units)

    def _purpose(self, clause: Clause, inner: Clause, word: str) -> bool:
        """16Pz attacks 2119 to open the road, hoping to push 47R out, so that 19Pz can advance: what an attack is for is no deed; it is told back."""
        verb, hopes = clause.verb, word == "pcp" and inner.verb is not None and not inner.verb.senses and any(led in PURPOSES for led, _ in inner.subs)
        if verb is None or clause.asked or not (word in PURPOSES or hopes) or not ATTACKS & set(verb.senses[:1]):
            return False
        led = max([verb.end, *(p.end for p in clause.phrases if p.end <= inner.start)])
        marked = word != "that" or inner.start > led + 2  # so that: a clause that nothing leads in is none
        if inner.verb is None or not marked or not hopes and inner.kind not in (("fin", "cop") if word == "that" else ("inf",)):
            return False
        if word == "FOR" and any(thing.type == "HEX" for thing in inner.things()):
            return False  # fires at it for entering 2011
        if inner.verb.start < verb.start and inner.end > min((p.start for p in clause.phrases if p.before), default=inner.end):
            return False
        return any(thing.type in ("HEX", "UNIT") for p in clause.phrases if p.before == verb.passive and not p.rels & AIDING for thing in p.things)

    def _tried(self, clause: Clause, before: list[Part], units: tuple[str, ...]) -> list[Part]:
        """A clause as an act that is done beside another one's deed; [] if it is none."""
        cost = self.cost
        frames = [frame for frame in self.frames if frame.beside]
        if not frames:
            return []
        try:
            return self._act(clause, before, Act("", {"units": units} if units else {}, "", 0, 0), frames)
        except NotUnderstood:
            return []
        finally:
            self.cost = cost

    def _aside(self, clause: Clause, before: list[Part], thing: Nominal | None = None) -> bool:
        """Held by 1/422, which lies in their ZOC: whether a clause that hangs on another only says how things stand, so that it may be told back."""
        verb = clause.verb
        if verb is None or verb.negated or verb.modal:
            return False
        if clause.kind == "pcp" and verb.passive and any(phrase.rels == {"none"} and phrase.things[0].type == "PRON" for phrase in clause.phrases):
            return False  # and put it in 2510: somebody does it
        now = clause.kind in ("pcp", "inf") and not (verb.perfect or verb.passive)  # moves to 10.11, attacking A/9
        frames = [frame for frame in self.frames if frame.aside and not (frame.over and now)]
        if not frames:
            return False
        cost, other = self.cost, copied(clause)
        if thing is not None:
            other.phrases.insert(0, Chunk(frozenset(("none",)), [thing.plain()], clause.start, clause.start, True))
        try:
            return bool(self._act(other, before, Act("", {}, "", 0, 0), frames))
        except NotUnderstood:
            return False
        finally:
            self.cost = cost

    def _lost(self, thing: Nominal | None) -> NotUnderstood:
        """What had no role: a name of several hexes where one is needed, else a thing out of place."""
        if thing is None:
            return NotUnderstood("no_place", "", 0, 0)
        if thing.type == "HEX" and isinstance(thing.value, Area):
            return Ambiguous("", thing.start, thing.end, tuple(thing.value))
        return NotUnderstood("unknown_word" if thing.type == "WORD" else "no_place", self.text[thing.start : thing.end], thing.start, thing.end)
