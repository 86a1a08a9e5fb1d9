"""What the things of a clause are there for, settled before any takes a role: who helps, who is fought with, where those stand who act."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.language.model import Stated
from adjudicator.sentences.beside import Beside
from adjudicator.sentences.frames import PLAIN, Item
from adjudicator.sentences.senses import SENT
from adjudicator.sentences.tree import Nominal

HELPING = frozenset(("observing", "observer", "supporting", "attacking", "support", "bonus", "shift", "fire"))
"""Words of which one says what another thing is there for."""

TARGETED = {"only": True, "alone": False}
"""Limits that may be said of those that a deed is done to, and whether they stand before them."""
DONE_TO = frozenset(("obj", "to", "against", "in"))
LEAVING = frozenset(("from", "by", "of", "since"))
"""Relations of where one comes from."""

GOING = frozenset(("move", "retreat", "withdraw", "exit", "leave"))
"""Deeds of who goes away from somebody."""
CONTACT = frozenset(("withdraw", "retreat"))
"""Verbs that leave those with whom there was contact."""


class Offices(Beside):
    """Gives the things of a row the relations that their neighbours settle."""

    def _standing(self) -> None:
        """16Pz in 3011 attacks: where those that attack stand is no target; supported by 18AD from 3012: nor is it where the others come from."""
        self._left()
        for before, item in pairwise([item for item in self.row if "named" not in item.how]):
            if item.thing.type != "HEX":
                continue
            helps = before.thing.type == "UNIT" and ("support" in before.how or "with" in before.how and self.frame.helped)
            if helps and item.how & {"from", "in"} and isinstance(item.thing.value, str):
                agents = any(other.thing.type == "UNIT" and "subj" in other.how for other in self.row)
                if agents and before.group != item.group or item.inner and "support" in before.how:
                    self.done.facts.append(Stated(f"units[{before.thing.value}].at", item.thing.value))
                    item.how = frozenset(("named",))
        if not self.frame.aims or self.clause.verb is None or self.clause.verb.passive:
            return
        for at, item in enumerate(self.row):
            doer = self.row[at - 1] if at else item
            if item.thing.type == "HEX" and item.before and "in" in item.how and doer.thing.type == "UNIT" and "subj" in doer.how:
                item.how = frozenset(("from", "standing"))

    def _left(self) -> None:
        """32 se despega de la 15, slips away from the Russians, retreats under the nose of 19Pz: who is of the other side and does nothing."""
        self._goal()
        if self.frame.aims or self.frame.denied != "stay" and not GOING & self.frame.verbs or self.clause.verb is None or self.clause.verb.passive:
            return
        doers = [item for item in self.row if item.thing.type == "UNIT" and item.how & {"subj", "obj"} and "from" not in item.how and not item.inner]
        sides = {self.sides.get(str(item.thing.value), "") for item in doers}
        for item in self.row if len(sides) == 1 and "" not in sides else ():
            side = str(item.thing.value) if item.thing.type == "SIDE" else self.sides.get(str(item.thing.value), "") if item.thing.type == "UNIT" else ""
            if item.before or not side or side in sides or item.thing.start < doers[-1].thing.start:
                continue
            left = "from" in item.how or "with" in item.how and CONTACT & set(self.clause.verb.senses)
            if item.owner is not None and item.owner.type == "WORD" if item.inner else left or item.how == {"of"}:
                item.how = frozenset(("named",))
                self.done.passing.append((item.thing.start, item.thing.end))

    def _goal(self) -> None:
        """3GTk baja a 0929: who goes to a hex loses nothing there, whatever else the verb may mean."""
        verb = self.clause.verb
        if verb is not None and "loss" in self.frame.verbs and GOING & set(verb.senses) - self.frame.verbs:
            self.done.cost += 8 * any(item.thing.type == "HEX" and "to" in item.how and not item.inner for item in self.row)

    def _of_target(self, word: str, start: int) -> bool:
        """Whether a limit is said of the units that it is done to: attacks only 47R, attacks 47R alone."""
        verb = self.clause.verb
        things = [item for item in self.row if verb is None or item.thing.start > verb.start]
        behind = [item for item in things if item.thing.start > start] if TARGETED[word] else []
        said = behind[0] if behind else next((item for item in reversed(things) if item.thing.end <= start), None)
        return said is not None and said.thing.type == "UNIT" and not said.how.isdisjoint(DONE_TO)

    def _object_units(self) -> None:
        """Attack 9Mech with 16Pz: beside those that it is done with, the one that is named is its object; 16Pz moves and attacks 68Inf: so it is here."""
        if not (self.frame.aims or self.frame.aimed_with):
            return
        verb = self.clause.verb
        goes_on = verb is not None and verb.goes_on and not verb.passive
        self._instrument()
        if self.frame.aims and (goes_on or any(item.thing.type == "UNIT" and "with" in item.how for item in self.row)):
            for item in self.row:
                if item.thing.type == "UNIT" and item.how == {"obj", "subj"} and not item.before:
                    item.how = frozenset(("obj",))
        sent = self.frame.aims and verb is not None and SENT & set(verb.senses) and any("versus" in item.how for item in self.row)
        if sent and verb is not None and (verb.passive or not any(item.thing.type == "UNIT" and item.before for item in self.row)):
            for item in self.row:  # I send 10Tk and 4GTk against 3010; they are sent against it
                if item.thing.type == "UNIT" and item.before == verb.passive and item.how <= {"obj", "subj", "lead"}:
                    item.how = frozenset(("with",))
            self._instrument()

    def _instrument(self) -> None:
        """An engagement with 16Pz against 2119: whom it is done with, where something else is aimed at and nobody else does it; else whom it is fought with."""
        if not self.frame.aimed_with:
            return
        units = [item for item in self.row if item.thing.type == "UNIT" and "with" in item.how]
        rest = [item for item in self.row if item not in units]
        owners = [item for item in rest if item.owner is not None and item.owner is not self.opener and "sup" in item.owner.nouns()]
        agents = any(item.thing.type == "UNIT" and item.how & {"subj", "by"} and "obj" not in item.how for item in rest if item not in owners)
        aimed = any(
            item.thing.type in ("UNIT", "HEX") and item.how & {"against", "to", "in", "obj"} or "sup" in item.thing.nouns() and item.thing is not self.opener
            for item in rest
        )
        doers = {self.sides.get(str(item.thing.value)) for item in rest if item.thing.type == "UNIT" and item.how & {"subj", "by"}}
        for item in units:
            foe = self.sides.get(str(item.thing.value), "") not in {"", *doers} and doers - {None}
            item.how = frozenset(("by", "subj") if aimed and not agents and not foe else ("against",))

    def _helps(self) -> None:
        """With the support of 18AD, with KG Br's bonus, 18AD in support: the noun says only what the thing is there for."""
        for at, item in enumerate(self.row):
            if HELPING.isdisjoint(item.words):
                continue
            nouns = set(item.thing.nouns())
            does = at and self.row[at - 1].before and not item.before and "subj" in self.row[at - 1].how
            watches = "observing" in nouns or "observer" in nouns and item.how & {"as", "of", "in"}
            if watches and not does and at and self.row[at - 1].thing.type == "UNIT":
                self.row[at - 1].how, item.how = frozenset(("support", "observing")), frozenset(("named",))  # with 1K-1Gr as observer
                continue
            if item.thing.type == "UNIT" and at and {"supporting", "observer"} & {value for means in item.thing.mods for _, value in means}:
                item.how = frozenset(("support",))  # …, 18AD assisting, observer 1K-1Gr
                continue
            if item.thing.type == "UNIT" and at and "attacking" in [value for means in item.thing.mods for _, value in means]:
                named = any(other.thing.value == item.thing.value for other in self.row[:at])
                item.how = frozenset(("named" if named else "by",))  # A and B attack, B attacking and A assisting
                continue
            if not nouns & {"support", "bonus", "shift", "fire"} or item.thing is self.opener:
                continue
            inner = [other for other in self.row[at + 1 :] if any(other.thing in phrase.things for phrase in item.thing.of)]
            if (
                not inner
                and "support" in nouns
                and item.how & {"in", "as", "for"}
                and at
                and self.row[at - 1].thing.type == "UNIT"
                and (self.clause.verb is None and at > 1 or "subj" not in self.row[at - 1].how - {"obj"})
            ):
                inner = [self.row[at - 1]]
            backed = "with" in item.how or "shift" not in nouns and item.how & {"under", "by"}
            given = "support" in nouns and at + 1 < len(self.row) and "by" in self.row[at + 1].how  # supporting fire by 18AD
            if not inner and (given or backed and at + 1 < len(self.row) and self.row[at + 1].how & {"of", "from"}):
                inner = [self.row[at + 1]]
            for other in inner:
                other.how = frozenset(("support" if nouns & {"support", "fire"} else "with",))
            if inner:
                item.how = frozenset(("named",))

    def _is_asked(self, thing: Nominal) -> bool:
        """Whether the act asks for such things, or the noun only names what is asked."""
        frame = self.frame
        known = frame.named | frame.wants | {"side", "player", "attacker", "defender"}
        return bool(set(thing.nouns()) & known) or any(f"noun:{noun}" in type_ for _, types, *_ in frame.roles for type_ in types for noun in thing.nouns())

    def _goes_to(self, item: Item) -> bool:
        """Whether it is a hex that one goes into, or in which something is done."""
        return item.thing.type == "HEX" and bool(item.how & {"to", "in", "obj"}) and "from" not in item.how and not item.inner

    def _only_owns(self, item: Item, owner: Nominal) -> bool:
        """Into the zone of 203Art: what is told back takes its owner along, who does nothing."""
        named = set(owner.nouns()) & (PLAIN | self.frame.nouns | self.frame.also)
        goes = next((other.how & {"to"} for other in self.row if other.thing is owner), None)
        leads = item.before and not goes
        return item.thing.type == "UNIT" and not leads and not self.account.has(owner) and not named

    def _is_rival(self, item: Item) -> bool:
        """Uses PZ1 for an Engagement, sends 9Mech in retreat: another deed, which is done and never told back."""
        thing = item.thing
        if "in" in item.how and not (item.inner or thing.det or thing.mods or thing.of or self.frame.ask):
            return bool(self.frame.rivals & set(thing.nouns()[:1]))
        meant = thing.det in ("indef", "poss") or thing.mod("NOUN") is None and bool(thing.of)
        aimed = bool(item.how & {"for", "to"}) and not item.inner and not self.frame.ask
        return meant and aimed and bool(self.frame.rivals & set(thing.nouns()[:1]))

    def _object(self, own: frozenset[str]) -> bool:
        """Whether a unit is no agent where another one is: it helps, is attacked, is supported."""
        frame = self.frame
        return bool(
            frame.helped
            and own & {"with", "support"}
            or frame.aims
            and own & {"obj", "against", "to", "in", "from"}
            or frame.supports
            and own & {"of", "obj", "to"}
            or (frame.group or frame.alone)
            and "obj" in own
            and "by" not in frame.slots
        )
