"""What a clause tells of a deed that was done before, read as that deed: 18AD has already backed up 208Inf against 2411, it has only just debarked in 2012.

`past` knows what a unit did by its verb and place alone; here every act of the book is read in the past, with all its roles, its light verbs and its passive.
It is never an act now: what comes of it is history, or compared with the position (`adjudicator.play.deeds`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from contextlib import suppress
from typing import Any

from adjudicator.ground.declaration import DONE, Part
from adjudicator.language.errors import NotUnderstood, Sure
from adjudicator.language.model import Act, Names, Stated
from adjudicator.sentences.clauses import copied
from adjudicator.sentences.joined import Joining
from adjudicator.sentences.memory import Memory
from adjudicator.sentences.past import AGO, EARLIER, TIMES, is_past, moment
from adjudicator.sentences.tree import Chunk, Clause

DOERS = ("units", "unit", "formations", "formation", "hq", "by", "aids", "markers", "chits", "side")
"""Slots of who does it, the likeliest first: the history tells of the first that is named."""
SO_FAR = frozenset(("already", "just", *AGO))
"""Adverbs that only say that it is over, and when it was."""
OTHER = frozenset(("BEFORE", "AFTER", "UNTIL"))
"""Relations of another moment than the one that is named."""
PUTTING = frozenset(("deploy", "setup", "place"))
"""Verbs of deeds that put something where it then lies."""
NOT_READ = frozenset(("question", "ask", "not", "given", "anyone", "anywhere", "somewhere", "wherever", "supposed"))
"""Slots of what is asked, denied or supposed."""


class Deeds(Joining):
    """Reads clauses of the past as deeds that were done."""

    states: Mapping[str, Any]
    memory: Memory
    names: Names
    done = False  # whether what is read was done before: then its place may be left unsaid

    def _was_done(self, clause: Clause, before: list[Part], acted: Act | None) -> list[Part]:
        """What a clause tells of the past, which is never an act now. Raises NotUnderstood, `Sure` of a perfect."""
        verb = clause.verb
        assert verb is not None
        with suppress(NotUnderstood):
            if noted := [frame for frame in self.frames if frame.past]:
                return self._act(clause, before, acted, noted)
        error = (Sure if verb.perfect else NotUnderstood)("no_place", self.text[verb.start : verb.end], verb.start, verb.end)
        cost, asides = self.cost, list(self.memory.asides)
        with suppress(NotUnderstood):
            done = self._done(clause, before)
            if all(self._remembered(part) for part in done):
                return done
            if len(done) == 1 and (placed := self._placed(done[0])):
                return placed
        self.cost, self.memory.asides = cost, asides
        raise error

    def _placed(self, part: Part) -> list[Part]:
        """Where a unit or a marker lies that was put somewhere, in a book that remembers no more of it: KG Br has been placed in 2510."""
        told = part.value if isinstance(part, Stated) and part.path == DONE else {}
        slots = told.get("slots", {})
        put = self.frames.words_of(told.get("act", "")) & PUTTING
        if not put or told["when"] or not {"at"} < slots.keys() <= {"at", "units", "markers"} or not isinstance(slots["at"], str):
            return []
        known = {id_ for _, id_ in self.names.markers}
        if not set(slots.get("markers", ())) <= known:
            return []
        names = [(group, name) for group in ("units", "markers") for name in slots.get(group, ())]
        return [Stated(f"{group}[{name}].at", slots["at"]) for group, name in names]

    def _remembered(self, part: Part) -> bool:
        """Whether the rulebook's history has a name for the deed that is told, and it is told whose it is."""
        known: Container[str] = self.states["remembered"]
        if not isinstance(part, Stated) or part.path != DONE:
            return True
        return any(slot in part.value["slots"] for slot in DOERS) and (not known or any(name in known for name in part.value["names"]))

    def _reported(self, clause: Clause, before: list[Part], past: Iterable[Stated]) -> list[Part] | None:
        """1509 was occupied by 44; he atacado 2119 con 16Pz: a deed of no moment that is named; where it is all that a line says, it is reported to be judged.

        Not what says how things stand since (`past`): who is eliminated or off the map, what has been lost or spent.
        """
        verb = clause.verb
        if any(not fact.path.endswith("]") or not fact.path.startswith("history[") or "steps" in fact.value for fact in past):
            return None
        if verb is None or verb.negated or verb.modal or not (verb.recent or verb.passive and verb.past and not verb.perfect):
            return None
        if {word for word, _, _ in clause.adverbs} & SO_FAR or any(moment(thing) is not None for thing in clause.things()):
            return None
        cost, asides = self.cost, list(self.memory.asides)
        with suppress(NotUnderstood):
            done = self._done(clause, before)
            if len(done) == 1 and isinstance(done[0], Stated) and done[0].path == DONE and self._remembered(done[0]):
                return [Stated(DONE, {**done[0].value, "reported": True})]
        self.cost, self.memory.asides = cost, asides
        return None

    def _done(self, clause: Clause, before: list[Part]) -> list[Part]:
        """The deed that a clause tells of, as a fact `done`. Raises NotUnderstood where it tells of none."""
        plain = copied(clause)
        verb = plain.verb
        if verb is None or verb.negated or not (verb.perfect or verb.past):
            raise NotUnderstood("no_act", self.text[clause.start : clause.end], clause.start, clause.end)
        when = {AGO[word]: EARLIER for word, _, _ in plain.adverbs if word in AGO}
        verb.perfect = verb.past = verb.recent = False
        verb.modal = "" if verb.modal == "just" else verb.modal
        plain.adverbs = [said for said in plain.adverbs if said[0] not in SO_FAR]
        kept: list[Chunk] = []
        for phrase in plain.phrases:
            moments = [moment(thing) for thing in phrase.things]
            rest = [thing for thing, said in zip(phrase.things, moments, strict=True) if said is None]
            if phrase.rels & OTHER or any(TIMES & set(thing.nouns()) for thing in rest):
                raise NotUnderstood("no_place", self.text[phrase.start : phrase.end], phrase.start, phrase.end)
            when.update({name: named for said in moments if said for name, named in said.items()})
            if rest:
                kept.append(phrase if len(rest) == len(phrase.things) else Chunk(phrase.rels, rest, rest[0].start, phrase.end, phrase.before))
        plain.phrases = kept
        cost, self.done = self.cost, True
        try:
            parts = self._act(plain, before, None)
        finally:
            self.done = False
        act = next((part for part in parts if isinstance(part, Act)), None)
        facts = [part for part in parts if isinstance(part, Stated)]
        plainly = act is not None and len(facts) + 1 == len(parts) and act.kind not in self.frames.denials and not NOT_READ & act.slots.keys()
        plainly = plainly and act is not None and not (facts and act.slots.keys() <= {"units"})  # 77R ya venía DG: a state, no deed
        if act is None or not plainly or any(fact.path in ("rolls", "claims") for fact in facts):
            self.cost = cost
            raise NotUnderstood("no_place", self.text[verb.start : verb.end], verb.start, verb.end)
        for said in act.slots.get("passing", ()):
            at = self.text.find(said, clause.start)
            self.memory.asides += [(at, at + len(said))] if at >= 0 else []
        units = act.slots.get("units", ())
        fell = "eliminate" in verb.senses and act.kind in ("eliminate", "loss") and "count" not in act.slots
        if fell and "result" in act.slots:  # a DL1 has fallen on 68Inf: nobody is gone
            raise NotUnderstood("no_place", self.text[verb.start : verb.end], verb.start, verb.end)
        if units and (fell or act.kind == "loss" and act.slots.get("last")):
            return [*facts, *(Stated(f"units[{unit}].eliminated", True) for unit in units)]
        slots = {name: content for name, content in act.slots.items() if name not in ("passing", "seen", "turn", "phase")}
        return [*facts, Stated(DONE, {"act": act.kind, "names": self._names(act, plain), "slots": slots, "when": when, "said": act.text})]

    def _done_of(self, inner: Clause) -> list[Stated]:
        """The deed that a clause which hangs on another tells of, if it names whose it is; [] if it is none."""
        if inner.verb is None or not is_past(inner) or not any(thing.type == "UNIT" for thing in inner.things()):
            return []
        with suppress(NotUnderstood):
            done = [part for part in self._done(inner, []) if isinstance(part, Stated)]
            return done if all(self._remembered(part) for part in done) else []
        return []

    def _names(self, act: Act, clause: Clause) -> tuple[str, ...]:
        """What the history may call it, the likeliest first."""
        known: Mapping[str, str] = self.states["history"]
        words = [*(clause.verb.senses if clause.verb is not None else ()), *(noun for thing in clause.things() for noun in thing.nouns())]
        own = self.frames.words_of(act.kind)
        keys = [f"{act.kind}.{act.slots.get('role')}", act.kind, *(word for word in words if word in own)]
        return tuple(dict.fromkeys([*(known[key] for key in keys[:2] if key in known), act.kind, *(known[key] for key in keys[2:] if key in known)]))
