"""A clause as an act: the cheapest reading of its verb, its deeds and its roles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.ground.declaration import Part
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act, Names, Stated
from adjudicator.sentences.account import denies, does_more, weighs
from adjudicator.sentences.beside import Filled
from adjudicator.sentences.clauses import MOVING, accompanied, copied, distance, goes_beside, shown
from adjudicator.sentences.done import Deeds
from adjudicator.sentences.facts import stated
from adjudicator.sentences.following import named_deed
from adjudicator.sentences.frames import GAMES, LIGHT, LOST, Frame, Frames, items, led_by
from adjudicator.sentences.going import travel
from adjudicator.sentences.hopeless import firm, idle, lost, sayings
from adjudicator.sentences.joined import ATTACKS, asks_within, is_deed_done, is_put, is_reason
from adjudicator.sentences.memory import Memory
from adjudicator.sentences.past import history, was_there
from adjudicator.sentences.refs import WHEREVER, asked_of_no_place, faced, only_place
from adjudicator.sentences.roles import Filler
from adjudicator.sentences.senses import ASKS, SAYING, deeds_said, meanings, no_deed, opener_of, wanted_of
from adjudicator.sentences.tree import Chunk, Clause, Nominal

FOREIGN = 20
"""What an act costs that the rulebook has no rules about: it is meant only where nothing else is."""
SLACK = 40
"""So much less may a reading cost in the end than when a thing of weight is lost."""
MODALS = ("must", "can", "barred")
"""Verbs that say of the deed behind them that it must be done, may be done, may not: is 16Pz obliged to attack."""
MAIN = frozenset(("stay", "move", "retreat", "advance", "enter", "loss", "attack", "probe", "exit"))
"""Deeds that are asked for themselves, whatever hangs on them: has it to stop on entering 3011."""
WHENS = frozenset(("before", "after", "while", "BEFORE", "AFTER"))
"""Clauses that say under which circumstances a question is asked."""
REASONS = frozenset(("because", "although", "while", "before", "after", "whether", "CAUSE", "CONCESSION", "rel", "INSTEAD", "BEFORE", "AFTER"))
"""Clauses that may be told back whole: why, although, while."""
NOBODYS = ("roll", "call_off", "resolve", "overstacked", "add_aids", "score")
"""Acts of nobody: who was spoken of before does none of them."""


class Acts(Deeds):
    """Reads clauses as acts."""

    def __init__(self, frames: Frames, states: Mapping[str, Any], text: str, names: Names, new_names: set[str], memory: Memory) -> None:
        self.memory = memory
        self.states = states
        self.frames = frames
        self.blaming = True
        self.text = text
        self.names = names
        self.new_names = new_names
        self.cost = 0
        self.supposing = self.trying = False

    def _facts_of(self, inner: Clause, acted: Act | None) -> list[Stated]:
        """What a subordinate clause states, of its own things or of the units of the act."""
        for phrase in inner.phrases:
            for thing in phrase.things:
                if thing.type == "PRON" and acted is not None and acted.slots.get("units"):
                    thing.become([("UNIT", acted.slots["units"][0])])
        if acted is not None and inner.kind == "pcp" and inner.verb is not None and inner.verb.perfect and not any(p.before for p in inner.phrases):
            inner = copied(inner)  # having attacked, 16Pz …
            doers = [Nominal([("UNIT", unit)], inner.start, inner.start) for unit in acted.slots.get("units", ())]
            inner.phrases[:0] = [Chunk(frozenset(("none",)), doers, inner.start, inner.start, True)] if doers else []
        if acted is not None and {"to", "path"} & acted.slots.keys() and was_there(inner):
            return []
        return history(inner, self.states) or stated(inner, self.names, set(self.new_names), self.states) or self._done_of(inner)

    def _facts_of_thing(self, inner: Clause, thing: Nominal) -> list[Stated]:
        """What a relative clause states of its thing."""
        other = copied(inner)
        alone = thing.plain()
        other.phrases.insert(0, Chunk(frozenset(("none",)), [alone], thing.start, thing.end, True))
        placed = inner.kind == "pcp" and bool({"enter", "add", "deploy", "setup", "end", "stay", "go"} & set(inner.verb.senses if inner.verb else ()))
        if other.verb is not None and (placed or "setup" in other.verb.senses and not other.verb.passive):  # which starts in 2010, put into the town
            other.verb.lemma, other.verb.senses, other.verb.passive = "be", ["be"], False
        return history(other, self.states) or stated(other, self.names, set(self.new_names), self.states) or self._done_of(other)

    def _chained(self, frame: Frame, inner: Clause, thing: Nominal, before: list[Part]) -> list[Part]:
        """5K-2Pz traces to HQ-2Pz, which traces to HQ-1Pz in 2014: the same deed once more, of the unit that the clause hangs on. [] if it is none."""
        verb = inner.verb
        if verb is None or thing.type != "UNIT" or any(phrase.before for phrase in inner.phrases) or not frame.verbs & set(verb.senses):
            return []
        if verb.negated or verb.passive or verb.perfect or verb.modal:
            return []
        cost, other = self.cost, copied(inner)
        other.phrases.insert(0, Chunk(frozenset(("none",)), [Nominal([("UNIT", thing.value)], thing.start, thing.end)], inner.start, inner.start, True))
        try:
            return self._act(other, before, None)
        except NotUnderstood:
            return []
        finally:
            self.cost = cost

    def _told(self, act: Act, start: int, end: int) -> None:
        if end > start:
            act.slots["passing"] = (*act.slots.get("passing", ()), self.text[start:end])

    def _made(self, kind: str, slots: dict[str, Any], clause: Clause) -> Act:
        """The act of a clause; a phase that it names, and that is no role of it, is the one that it is done in."""
        if "phase" in slots and not clause.asked and not any("phase" in frame.slots for frame in self.frames if frame.kind == kind):
            slots["given"] = (*slots.get("given", ()), Stated("phase", slots.pop("phase")))
        return Act(kind, slots, self.text[clause.start : clause.end], clause.start, clause.end)

    def _act(self, clause: Clause, before: list[Part], acted: Act | None, frames: list[Frame] | None = None) -> list[Part]:
        """What the cheapest reading of the clause as an act (of one of `frames`) makes of it."""
        best: tuple[int, int, list[Part]] | None = None
        fault: NotUnderstood | None = None
        least = 10**6
        for variant, extra, seconds in self._variants(clause, before):
            if extra >= LOST:  # a unit or hex of a clause that hangs on it would be lost
                continue
            senses = meanings(variant)
            row = items(variant)
            firmly = firm(row)
            deeds = deeds_said(variant, row)
            wanted = wanted_of(variant, row)
            said, named, words = frozenset(senses), frozenset(deeds), sayings(variant, row)
            for frame in frames or self.frames.near(variant, senses, deeds, wanted):
                if (
                    frame.aside
                    and not frames
                    or (best is not None or not self.blaming)
                    and idle(frame, words)
                    or not frame.opens(variant, said, named, wanted)
                    or frame.after
                    and (acted is None or acted.kind not in frame.after)
                ):
                    continue
                opener = opener_of(frame, said, deeds, row)
                most = least + SLACK if best is None and self.blaming else -1
                if most < 0 and (gone := lost(frame, firmly, opener)) is not None:
                    if best is None and (fault is None or LOST + extra < least):
                        fault, least = self._lost(gone), LOST + extra
                    continue
                done = Filler(frame, variant, row, opener, self.names.sides).fill(most)
                noted = bool(frame.note) and frame.noted(variant)
                rank = next((at for at, sense in enumerate(senses) if sense in frame.verbs), 0 if opener is not None or noted else 6)
                done.cost += 2 * min(rank, 4) + extra - (5 if frame.ask or frame.after else 0) - (2 if frame.modal else 0) - (4 if opener is not None else 0)
                done.cost += FOREIGN if frame.foreign else 0
                done.cost -= 6 if noted else 0
                if done.lost is not None:
                    if fault is None or done.cost < least:
                        fault, least = self._lost(done.lost), done.cost
                    continue
                if best is not None and (done.cost, frame.order) >= best[:2]:
                    continue  # it gets no cheaper
                try:
                    parts = self._finish(done, variant, before, acted)
                except NotUnderstood as found_wrong:
                    blame = done.cost + (12 if frame.carry else 0)
                    if (fault is None or blame < least) and not any(name.startswith("_") for name in found_wrong.expected):  # else it is just not this act
                        fault, least = found_wrong.with_traceback(None), blame
                    continue
                done.lost = done.lost or (done.narrows if variant.asked or variant.wh else None)  # a question is answered as it was put, or not at all
                if done.lost is not None or done.cost >= LOST:
                    if fault is None or done.cost < least:
                        fault, least = self._lost(done.lost), done.cost
                    continue
                if best is None or (done.cost, frame.order) < best[:2]:
                    best = (done.cost, frame.order, [*parts, *seconds])
        if best is None:
            try:
                raise fault or self._unknown(clause)
            finally:
                fault = None  # else it holds this frame, which holds it
        self.cost += best[0]
        return best[2]

    def _unknown(self, clause: Clause) -> NotUnderstood:
        verb = clause.verb
        if verb is not None and verb.lemma and not verb.senses:
            return NotUnderstood("unknown_word", self.text[verb.start : verb.end], verb.start, verb.end, ("VERB",))
        for thing in clause.things():
            if thing.unknown and thing.type not in ("UNK", "WORD"):
                start, end = thing.unknown[0]
                return NotUnderstood("unknown_word", self.text[start:end], start, end, ("VERB",))
            if thing.type in ("UNK", "WORD"):
                return NotUnderstood("unknown_word", self.text[thing.start : thing.end], thing.start, thing.end)
        return NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end, ("VERB",))

    def _owned(self, main: Clause, before: list[Part]) -> list[Part]:
        """With the AR of 44ID: a noun with its owner that is a deed of its own."""
        nouns = self.frames.beside
        found: list[Part] = []
        for phrase in main.phrases if nouns else ():
            thing = phrase.things[0]
            both = main.asked and any("AGAINST" in p.rels for p in main.phrases)  # with the AR of 16MC against that of 284R
            if (
                "WITH" in phrase.rels
                and not both
                and len(phrase.things) == 1
                and nouns & set(thing.nouns())
                and any(t.type == "UNIT" for p in thing.of for t in p.things)
            ):
                more = [p for p in main.phrases if p is not phrase and p.rels == phrase.rels and all(t.type == "UNIT" and t.det for t in p.things)]
                asked = main.asked and self._of_each(self._kind_of(thing), [*(t for p in thing.of for t in p.things), *(t for p in more for t in p.things)])
                if more and asked:  # con el AR de 44ID y con el de 71ID
                    main.phrases = [*(p for p in main.phrases if p is not phrase and p not in more), *asked]
                    continue
                alone = Clause("frag")
                alone.phrases, alone.start, alone.end = [Chunk(frozenset(("none",)), [thing], phrase.start, phrase.end)], phrase.start, phrase.end
                second = self._tried(alone, before, ())
                if second:
                    found += second
                    main.phrases = [other for other in main.phrases if other is not phrase]
        return found

    def _variants(self, clause: Clause, before: list[Part]) -> list[tuple[Clause, int, list[Part]]]:
        """The clause with its participles and infinitives as phrases of it, or with the deed of an infinitive as its own; what is done beside it."""
        main = copied(clause)
        told: list[tuple[int, int]] = []
        lost: list[Clause] = []
        asides = 0
        owned: list[Part] = self._owned(main, before)
        done: list[tuple[Clause, list[Part]]] = []
        joined: list[tuple[Clause, str]] = []
        idle: list[Clause] = []
        found: list[tuple[Clause, int, Clause]] = []
        self._unhung(main)
        self._join_relatives(main)
        for word, inners in clause.subs:
            for inner in inners:
                if word == "if":
                    continue
                if inner.stranded and not (clause.wh or inner.wh):
                    (lost if weighs(inner) else idle).append(inner)
                    continue
                several = len(inners) > 1 and word == "that" and inner.verb is not None and self._asks_of(main, inner.verb.senses)
                hung = any("WITHOUT" in led or weighs(other) for led, others in inner.subs for other in others)
                if self._purpose(main, inner, word):
                    idle.append(inner)
                    continue
                if self._joined(main, inner, word):
                    joined.append((inner, word))
                    continue
                second = self._second(clause, inner, word, before)
                if second:
                    done.append((inner, second))
                    continue
                if (
                    inner.verb is not None
                    and inner.verb.senses
                    and not (hung or is_reason(inner, word))
                    and not (clause.verb is not None and clause.verb.lemma == "be" and clause.verb.past and not inner.verb.modal)  # was set up
                    and not (word == "pcp" and inner.verb.passive and clause.verb is not None and clause.verb.senses)
                    and not (word in ("pcp", "inf") and clause.verb is not None and ATTACKS & set(clause.verb.senses[:1]))  # attacks it, crossing it
                    and not (word == "that" and clause.verb is not None and clause.verb.negated and not SAYING & set(clause.verb.senses))
                    and not (
                        word == "that" and clause.verb is not None and MAIN & set(clause.verb.senses[:1]) and not (SAYING | LIGHT) & set(clause.verb.senses)
                    )
                    and not (clause.verb is not None and (ASKS & set(clause.verb.senses) if clause.wh else word == "asked" and no_deed(clause.verb.senses)))
                    and not (word != "pcp" and clause.asked and clause.verb is not None and MAIN & set(clause.verb.senses[:1]))
                    and word in ("TO", "inf", "that", "asked", "FOR", "IN", "TO|IN|AGAINST", "VIA|BY|FOR|IN", "want", "pcp")
                ):
                    other = copied(clause)
                    other.verb, other.kind = inner.verb, clause.kind
                    other.verb = copied(inner).verb or inner.verb
                    if clause.verb is not None and clause.verb.modal and not inner.verb.modal:
                        other.verb.modal = clause.verb.modal
                    other.verb.modal = other.verb.modal or next((sense for sense in MODALS if clause.verb is not None and sense in clause.verb.senses), "")
                    if clause.verb is not None and clause.verb.negated:
                        other.verb.negated = not other.verb.negated
                    orders = word in ("inf", "TO|IN|AGAINST")  # mando a 16Pz atacar
                    using = clause.verb is not None and bool({"add", "cost"} & set(clause.verb.senses)) and not clause.asked and not orders
                    own = list(clause.phrases)
                    thing = next((p.things[0] for p in clause.phrases if p.before and "none" in p.rels), None)  # el punto se usa: it is used
                    passive = clause.verb is not None and (clause.verb.passive or "self" in clause.verb.clitics and thing is not None and bool(thing.nouns()))
                    if using:  # uses 2 air points to attack 2119, 2 air points are used by 16Pz to attack 2119: it attacks with them
                        own = [Chunk(frozenset(("WITH",)), p.things, p.start, p.end) if "none" in p.rels and p.before == passive else p for p in own]
                        own = [Chunk(frozenset(("none",)), p.things, p.start, p.end, True) if passive and "BY" in p.rels else p for p in own]
                    by_order: list[Clause] = []
                    sent = [p for p in own if not p.before and p.things[0].type == "UNIT" and ("none" in p.rels or {"TO", "AGAINST"} <= p.rels)]
                    led = [p for p in own if p.before and "none" in p.rels and p.things[0].type == "UNIT"]
                    orders_it = clause.verb is not None and (not clause.verb.senses or bool({"do", "announce"} & set(clause.verb.senses)))
                    if inner.kind == "inf" and sent and orders_it and not using:  # HQ-1Gr orders 1K-1Gr to attack, I order 1K-1Gr to: 1K-1Gr does
                        own = [p for p in own if p not in led and p not in sent]
                        own[:0] = [Chunk(frozenset(("none",)), p.things, p.start, p.end, True) for p in sent]
                        for phrase in led:
                            by_order.append(Clause("frag"))
                            by_order[-1].start, by_order[-1].end = phrase.start, clause.verb.end if clause.verb else phrase.end
                    other.phrases = [*own, *inner.phrases]
                    other.wh = [*clause.wh, *inner.wh]
                    other.asked = clause.asked or bool(inner.wh)
                    other.adverbs = [*clause.adverbs, *inner.adverbs]
                    other.subs = [("told", [order]) for order in by_order]
                    found.append((other, -8 if using else 4 if not clause.verb or not clause.verb.senses else 8, inner))
                told.append((inner.start, inner.end))
                alone = word == "that" and clause.verb is None  # its marker comes off
                gone = several or (alone or "WITHOUT" in word) and inner.verb is not None and bool(inner.verb.senses)
                why = is_reason(inner, word)
                gone = gone or clause.verb is not None and (is_deed_done(inner) and not why or word in ("FOR", "TO") and is_put(inner)) or asks_within(inner)
                if word == "that" and clause.verb is not None and clause.verb.negated and inner.verb is not None and not SAYING & set(clause.verb.senses):
                    gone = True  # two verbs without a link: no sufre, bajas
                asks = clause.asked or bool(clause.wh)
                untold = word == "rel" and denies(inner) or does_more(inner) or asks and word in WHENS and any(t.type != "PRON" for t in inner.things())
                told_back = (word in REASONS or why) and not untold
                sided = word == "that" and any(thing.type == "SIDE" for thing in inner.things())
                said = weighs(inner) or sided or asks and inner.verb is not None and bool(inner.phrases or inner.kind == "inf")
                if not told_back and not (word == "pcp" and inner.verb is not None and inner.verb.perfect) and said:
                    aside = not asks and word != "inf" and self._aside(inner, before)  # and put it in 2510: a deed
                    gone, asides = gone or not aside, asides + aside
                lost += [inner] if gone else []
        main.subs = [("told", [inner]) for inner in (i for word, inners in clause.subs for i in inners if word != "if") if (inner.start, inner.end) in told]
        main.subs += [("told", [inner]) for inner in idle]
        beside = [part for _, parts in done for part in parts]
        ways: list[tuple[Clause, int, list[Part]]] = []
        for way, extra, giver in found:  # the clauses beside the one that gave the verb say the same of it as of the main clause
            kept = [sub for sub in main.subs if sub[1][0] is not giver]
            gone = any(one is not giver for one in lost) or not all(self._joined(way, other, word) for other, word in joined)
            way.subs = [*way.subs, *kept]
            ways.append((way, LOST if gone else extra + 12 * len(kept), beside))
        return [(main, LOST if lost or self.unjoined else 12 * len(told) - 10 * asides, [*owned, *beside]), *ways]

    def _finish(self, done: Filled, clause: Clause, before: list[Part], acted: Act | None) -> list[Part]:
        """The parts that a filled frame makes. Raises NotUnderstood for what the act cannot do without."""
        frame, slots, verb, kind = done.frame, done.slots, clause.verb, done.frame.kind
        if frame.fallen:
            if not self.memory.fallen or "side" in slots and verb is not None and "have" in verb.senses:  # how many VP do the Soviets have: in all
                raise NotUnderstood("missing", self.text[clause.start : clause.end], clause.start, clause.start, ("units",))
            slots["units"] = self.memory.fallen
        for name in [name for name, value in slots.items() if isinstance(value, list) and name not in done.lists]:
            slots[name] = tuple(slots[name])
        for name, values in done.lists.items():
            slots[name] = (*slots[name], *values) if isinstance(slots.get(name), list) else tuple(values)
        for name, _, _, _, _, single in frame.roles:
            if single and len(slots.get(name, ())) == 1:
                slots[name] = slots[name][0]
        done.set_out(slots)
        travel(done)
        if verb is not None:
            for sense in verb.senses:
                if sense.startswith("order:"):
                    slots.setdefault("order", sense[6:])
        if "aids" in slots and verb is not None and "support" in verb.senses:
            slots["aids"] = tuple(aid._replace(support=True) for aid in slots["aids"])
        if verb is None and clause.link in ("", "semi") and {thing.type for thing in clause.things()} <= {"HEX", "PATH"}:
            acted = None  # a path alone, in a sentence of its own, is nobody's: it answers what is asked
        elif acted is None and self.memory.last and "units" not in slots and "all" not in slots:
            aimed = slots.get("target_units", ())
            last = tuple(unit for unit in self.memory.last if unit not in aimed and not done.first)
            acted = Act("", {"units": last}, "", 0, 0) if last else None
        doing = "obj" if verb is not None and verb.passive else "subj"
        if (
            "units" not in slots
            and "all" not in slots
            and acted is not None
            and "units" in acted.slots
            and any(name == "units" and (doing in rels or done.pronoun) for name, _, rels, *_ in frame.roles)
        ):  # who is only ever what the deed is done with is never left unsaid
            needs = frame.needs if "units" in frame.needs and acted.kind else ()
            named = {"at", "markers", "side", "nobody", *needs} & slots.keys() or frame.kind in NOBODYS
            lead = any(phrase.before and "none" in phrase.rels for phrase in clause.phrases)
            shared = verb is not None and verb.goes_on and clause.asked and not lead and bool(acted.kind)  # can 30 enter 1012 and end the phase there
            if led_by(clause, GAMES):  # does the game stop right there: nobody stops
                raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end, ("VERB",))
            if done.pronoun or shared or not named or any(name == "units" and needed for name, _, _, _, needed, _ in frame.roles):
                slots["units"] = acted.slots["units"]
                done.cost += 0 if done.pronoun or clause.asked or clause.link in ("and", "then") else 3  # nobody is named: another sense may need nobody
                if frame.supports and clause.asked and not set(self.memory.last) & set(slots["units"]):
                    slots["units"] = self.memory.last or slots["units"]  # 16Pz attacks; 18AD is in 2212: could it lend its guns
                doer = self.memory.subject  # 5K-2Pz picks up 1K-1Gr and drives on: it is the one that was spoken of
                beside = [one for slot in ("tank", "by") for one in acted.slots.get(slot, ())]
                if doer is not None and doer.type == "UNIT" and doer.value in beside and not done.pronoun:
                    slots["units"] = (doer.value,)
        slots |= accompanied(clause, slots, self.memory.subject, self.text)
        if done.both and "units" in slots and "units" not in done.lists and len(slots["units"]) != 2:
            said = tuple(dict.fromkeys(self.memory.said))
            if len(said) == 2:
                slots["units"] = said
            elif frame.group:
                del slots["units"]
                slots["all"] = True
            else:
                raise NotUnderstood("missing", self.text[clause.start : clause.end], clause.start, clause.start, ("units",))
        self._check(done, clause, acted, before)
        if "_away" in slots:
            far = distance(slots)
            if far is None and frame.aims:
                raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)
            done.facts += [far] if far is not None else []
            done.passing += [slots["_away"][2:]] if far is None else []  # of an attack that lies there already: the position knows where
        if "units" in slots:
            slots.pop("all", None)
        several = len(set(slots.get("from", ()))) > 1 and isinstance(slots.get("from"), tuple) and len(done.places) == len(slots.get("units", ()))
        if several or done.places and done.apart:
            slots["places"] = done.places
        out: list[Part] = [*done.facts]
        negated = (verb is not None and verb.negated or done.denied) and not done.undenied
        lone = kind in MOVING and not slots.keys() & {"units", "all"} and any(aid.kind == "unit" for aid in slots.get("aids", ()))
        if lone or goes_beside(clause, slots) or frame.negated and not negated:  # doesn't it move with the support of 16Pz: nobody helps to move
            raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end)
        if negated and not frame.negated and not clause.asked:
            if frame.denied:
                other = next((other for other in self.frames if other.name == frame.denied), None)
                kind = other.kind if other is not None else frame.denied
                kept = {key: value for key, value in slots.items() if key in ("units", "side", "all", "chits", "hexside")}
                slots = {**kept, **(other.preset if other is not None else {})}
            else:
                slots["not"] = True
        elif negated and not frame.negated:
            slots["not"] = True
        if slots.get("not") and slots.get("only") and len(slots.get("units", ())) > 1:
            raise NotUnderstood("no_place", self.text[clause.start : clause.end], clause.start, clause.end)  # 19Pz does not, only 16Pz
        if done.described:
            slots["described"] = done.described
        if clause.asked and not frame.ask:
            slots["question"] = True
        if done.seen:
            slots["seen"] = tuple(done.seen)
        act = self._made(kind, slots, clause)
        if verb is not None and verb.modal == "again" and kind != "return":
            self._told(act, verb.start, verb.end)
        for start, end in done.passing:
            self._told(act, start, end)
        out.append(act)
        for thing in [thing for thing in clause.things() if thing.clauses]:
            for inner in thing.clauses:
                if any(inner is other for other in done.weighed):
                    continue
                facts = self._facts_of_thing(inner, thing)
                chained = [] if facts else self._chained(frame, inner, thing, before)
                out[:0] = facts
                out += chained
                if facts or chained or named_deed(inner, act, self.frames):
                    continue
                asked = bool((clause.asked or clause.wh) and inner.phrases) or denies(inner)
                if not shown(frame, act, inner) and (weighs(inner) and not self._aside(inner, before, thing) or asked):
                    raise NotUnderstood("no_place", self.text[inner.start : inner.end], inner.start, inner.end)
                self._told(act, inner.start, inner.end)
        for word, inners in clause.subs:
            for inner in inners:
                facts = self._facts_of(inner, act)
                if facts:
                    out[:0] = facts
                elif inner.kind == "pcp" and inner.verb is not None and inner.verb.perfect and weighs(inner) and not self._aside(inner, before):
                    raise NotUnderstood("no_place", self.text[inner.start : inner.end], inner.start, inner.end)
                elif word == "told" and not (inner.verb is not None and inner.verb.lemma == "be" and not inner.phrases):
                    self._told(act, inner.start, inner.end)
        for name in [name for name in slots if name.startswith("_")]:
            del slots[name]
        rolls = [*done.rolls, *slots.pop("rolls", ())]
        if rolls:
            out.append(Stated("rolls", rolls))
            if (
                kind == "roll"
                and acted is not None
                and acted.kind == "move"
                and slots.get("purpose") == "crossing"
                and "units" not in done.lists
                or kind == "roll"
                and not {"purpose", "dice", "units", "side"} & slots.keys()
            ):
                out.remove(act)
        if done.claims:
            out.append(Stated("claims", done.claims))
        return out

    def _check(self, done: Filled, clause: Clause, acted: Act | None, before: list[Part]) -> None:
        frame, slots, negated = done.frame, done.slots, clause.verb is not None and clause.verb.negated
        slots |= faced(done, before)
        missing = next((name for name, _, _, _, needed, _ in frame.roles if needed and name not in slots and not (name == "units" and "all" in slots)), "")
        if not missing and frame.needs and not (negated or self.done) and not any(name in slots for name in frame.needs):
            missing = frame.needs[0]
        if not missing and frame.carry and not any(name in slots for name in frame.carry):
            missing = frame.carry[0]
        if frame.group and "from" in slots and "units" not in slots:
            slots["all"] = True
        if (
            not missing
            and frame.group
            and not negated
            and not {"units", "all", "markers"} & slots.keys()
            and not frame.ask
            and not ("side" in slots and acted is not None)
            and not frame.slots & {"side", "role"} & slots.keys()
        ):
            missing = "units"
        if (place := only_place(clause, frame, slots, self.memory.groups)) is not None:
            slots["at"], missing = place, "" if missing == "at" else missing
        subject = self.memory.subject
        if missing == "target" and self.supposing and frame.aims and subject is not None and subject.type == "HEX" and isinstance(subject.value, str):
            slots["target"], missing = subject.value, "" if {"units", "all", "markers"} & slots.keys() else "units"
        if missing == "at" and self.trying:
            slots["somewhere"], missing = missing, ""  # wherever it is put
        if missing and self.supposing and frame.aims and missing in ("units", "target"):  # whoever it is, wherever
            if missing == "target" and not {"units", "all", "markers"} & slots.keys():
                slots["anyone"] = True
            slots["anyone" if missing == "units" else "anywhere"] = True
            if "side" in slots or not {"anyone", "anywhere"} <= slots.keys():
                fires = clause.verb is not None and "fire" in clause.verb.senses and missing in frame.carry  # must it fire: at whatever that is
                missing = next((name for name in frame.carry[:1] if not (fires or set(frame.carry) & slots.keys())), "")
        if missing in frame.into and not frame.ask and asked_of_no_place(clause, slots, self.memory.groups):
            slots["wherever"], missing, done.cost = missing, "", done.cost + WHEREVER
        if missing:
            at = clause.start if missing == "units" else clause.end
            raise NotUnderstood("missing", self.text[clause.start : clause.end], at, at, (missing,))
