"""What units, markers and sides did earlier: id -> acts in order, found by who, where and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.ground.facts import Missing
from adjudicator.ground.holes import Ask

Deed = dict[str, Any]
ATTACK = "attack"
"""What an open result is of, where the situation does not say."""
FEW = 4
"""So many deeds of a kind are looked through sooner than found."""


class Dated:
    """The index of what was done in one turn (None: acts that do not tell theirs): by who did it and what it was, and by where it was done."""

    __slots__ = ("by_hex", "by_who")

    def __init__(self, other: Dated | None = None) -> None:
        """``other``: one that is taken over and not changed."""
        self.by_hex: dict[tuple[str, Any], list[tuple[str, str]]] = dict(other.by_hex) if other is not None else {}
        self.by_who: dict[tuple[str, Any, Any], list[Deed]] = dict(other.by_who) if other is not None else {}  # an act None: any


class History(dict[str, list[Deed]]):
    """The acts of everybody, each with an index of where and when they were done.

    An act without ``phase`` or ``turn`` happened in the present one. Copies share what no one of them adds to: a long game is copied for what its present
    turn holds.
    """

    def __init__(self, acts: Mapping[str, Iterable[Deed]]) -> None:
        super().__init__((key, [Told(key, act) for act in done]) for key, done in acts.items())
        self._own: set[Any] = set(dict.keys(self))  # ids whose list, and turns whose index, no other history shares, so that they can grow
        self._turns: dict[Any, Dated] = {}
        self._dated: dict[str, int] = {}
        self._undated = False  # whether it holds acts without phase or turn
        self._acts: dict[str, dict[str, list[Deed]]] = {}  # what was done -> by whom
        self._telling: dict[tuple[str, str], dict[str, None]] = {}  # what was done, a fact told of it -> by whom
        self._found: dict[Any, list[Deed]] = {}  # what was looked for among the acts of those who have undated ones; copies share it until one has more
        for id_, done in dict.items(self):
            self._index(id_, done)

    def _index(self, id_: str, acts: Iterable[Any]) -> None:
        for act in acts:
            number, phase = act.get("turn"), act.get("phase")
            turn = self._turns.get(number)
            if turn is None or (number,) not in self._own:
                turn = self._turns[number] = Dated(turn)
                self._own.add((number,))
            what = act.get("act", "")
            if ("", what) not in self._own:
                self._own.add(("", what))
                self._acts[what] = dict(self._acts.get(what, ()))
            self._acts[what][id_] = [*self._acts[what].get(id_, ()), act]
            for told in act:
                if id_ not in (tellers := self._telling.get((what, told), {})):
                    self._telling[what, told] = {**tellers, id_: None}
            hex_ = act.get("hex")
            if isinstance(hex_, str):
                turn.by_hex[hex_, phase] = [*turn.by_hex.get((hex_, phase), ()), (id_, act.get("act", ""))]
            if "phase" in act and "turn" in act:
                for what in (None, act.get("act")):
                    turn.by_who[id_, what, phase] = [*turn.by_who.get((id_, what, phase), ()), act]
                self._dated[id_] = self._dated.get(id_, 0) + 1
            else:
                self._undated = True

    def copied(self, ask: Ask) -> History:
        """A history that can grow without this one.  The lists are shared until one of the two has more to tell."""
        other = type(self).__new__(type(self))
        dict.update(other, dict.items(self))
        self._own, other._own = set(), set()
        other._turns = dict(self._turns)
        other._dated = dict(self._dated)
        other._undated = self._undated
        other._acts = dict(self._acts)
        other._telling = dict(self._telling)
        other._found = self._found
        return other

    def known(self, id_: str, act: str | None = None) -> Sequence[Deed] | None:
        """What is known of the acts of somebody, None where nobody knows whether there are more (of one kind); never asks."""
        return dict.get(self, id_, ())

    def of(self, id_: str, *acts: str) -> list[Deed]:
        """What somebody did of these acts, in order."""
        rows = [done for name in acts if (done := self._acts.get(name, {}).get(id_))]
        if len(rows) < 2:
            return list(rows[0]) if rows else []
        return [act for act in dict.__getitem__(self, id_) if act.get("act") in acts]

    def doers(self, *acts: str) -> list[str]:
        """Ids with such an act, in the order in which they first did anything."""
        found = {id_ for name in acts for id_ in self._acts.get(name, ())}
        return [id_ for id_ in dict.keys(self) if id_ in found] if found else []

    def telling(self, act: str, fact: str) -> list[str]:
        """Ids with such an act of which this is told, in the order in which they first did anything."""
        found = self._telling.get((act, fact))
        return [id_ for id_ in dict.keys(self) if id_ in found] if found else []

    def remember(self, id_: str, act: Deed) -> None:
        """Add what somebody did."""
        if id_ not in self._own:
            self._own.add(id_)
            self[id_] = list(dict.get(self, id_, ()))
        act = Told(id_, act)
        self._found = {}
        dict.__getitem__(self, id_).append(act)
        self._index(id_, (act,))

    def done(self, id_: str, now: Mapping[str, Any], wanted: dict[str, Any]) -> list[Deed]:
        """The acts of somebody with these values; ``now`` holds those that an act has which says nothing else."""
        acts: Sequence[Deed] | None = dict.get(self, id_)
        if not acts:
            return []
        if "act" in wanted:
            of_kind = self._acts.get(wanted["act"])
            if of_kind is None or id_ not in of_kind:
                return []
            if len(of_kind[id_]) <= FEW:
                return matching(of_kind[id_], now, wanted)
        if self._dated.get(id_) == len(acts) and "phase" in wanted and "turn" in wanted:
            turn = self._turns.get(wanted.pop("turn"))
            acts = turn.by_who.get((id_, wanted.pop("act", None), wanted.pop("phase"))) if turn is not None else None
            return matching(acts, now, wanted) if acts and wanted else list(acts or ())
        key = (id_, *wanted.items(), *map(now.get, wanted))
        try:
            if key not in self._found:
                self._found[key] = matching(acts, now, wanted)
        except TypeError:  # a value that is a list
            return matching(acts, now, wanted)
        return list(self._found[key])

    def at(self, hex_: str, act: str, phase: Any, turn: Any) -> list[str]:
        """Ids with such an act at a hex in that phase and turn."""
        places = [(hex_, phase, turn)]
        if self._undated:
            places = list(dict.fromkeys((*places, (hex_, None, turn), (hex_, phase, None), (hex_, None, None))))
        return [id_ for name, when, number in places if number in self._turns for id_, done in self._turns[number].by_hex.get((name, when), ()) if done == act]


def matching(acts: Iterable[Deed], now: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[Deed]:
    """Those of some acts that have these values; ``now`` holds those that an act has which says nothing else."""
    found = []
    for act in acts:
        for key, value in wanted.items():
            if not isinstance(act, Untold) and (act[key] if key in act else now.get(key)) != value:
                break
        else:
            found.append(act)
    return found


class Told(dict[str, Any]):
    """A deed of somebody: what a rule wants of it that nobody told is asked for."""

    def __init__(self, id_: str, told: Mapping[str, Any]) -> None:
        super().__init__(told)
        self.whose = id_

    def __missing__(self, key: str) -> Any:
        raise Missing(".".join((f"history[{self.whose}]", *([self["act"]] if "act" in self else ()), key)))


class Untold(Told):
    """A deed of which no more is being tried than that it was done."""


class HoledHistory(History):
    """A history of which something is not known: ``holes`` maps an id to the acts of which nobody knows whether they were done ("" = any act)
    and the names of these facts.  Reading the acts of such an id asks; the id "" stands for everybody."""

    def __init__(self, acts: Mapping[str, Iterable[Deed]], holes: Mapping[str, Mapping[str, str]], ask: Ask) -> None:
        hidden = {id_: set(names) for id_, names in holes.items()}
        kept = {id_: [act for act in done if not {"", act.get("act", "")} & hidden.get(id_, set())] for id_, done in acts.items()}
        super().__init__({**kept, **{id_: kept.get(id_, []) for id_ in holes if id_}})
        self.holes = {id_: dict(names) for id_, names in holes.items()}
        self.told = {id_: list(done) for id_, done in acts.items() if id_ in holes}  # what was said of them all the same
        self.ask = ask

    def copied(self, ask: Ask) -> History:
        """A history that can grow without this one."""
        other = super().copied(ask)
        assert isinstance(other, HoledHistory)
        other.holes = {id_: dict(names) for id_, names in self.holes.items()}
        other.told = self.told
        other.ask = ask
        return other

    def settle(self, id_: str, act: str) -> None:
        """From now on it is known."""
        names = self.holes.get(id_, {})
        names.pop(act, None)
        if not act or not names:
            self.holes.pop(id_, None)

    def known(self, id_: str, act: str | None = None) -> Sequence[Deed] | None:
        """The same, in a history with holes."""
        open_ = "" in self.holes or any(act is None or name in ("", act) for name in self.holes.get(id_, ()))
        return None if open_ else dict.get(self, id_, ())

    def perhaps(self, id_: str, act: str | None = None) -> list[Deed]:
        """What is being tried of the acts that nobody knows (of one kind); asks for them otherwise."""
        if "" in self.holes:
            self.ask(self.holes[""][""])
        found: list[Deed] = []
        for name, path in self.holes.get(id_, {}).items():
            if act is None or name in ("", act):
                tried = self.ask(path)
                if tried and name:
                    found += [deed for deed in self.told.get(id_, ()) if deed.get("act") == name] or [Untold(id_, {"act": name})]
        return found

    def get(self, id_: str, default: Any = None) -> Any:
        """The acts of somebody; asks for those that nobody knows."""
        if id_ in self.holes or "" in self.holes:
            return [*dict.get(self, id_, ()), *self.perhaps(id_)]
        return dict.get(self, id_, default)

    def of(self, id_: str, *acts: str) -> list[Deed]:
        """The same; asks for what nobody knows of him."""
        return [act for act in self.get(id_, ()) if act.get("act") in acts]

    def doers(self, *acts: str) -> list[str]:
        """The same; asks for whatever nobody knows."""
        return [id_ for id_ in self if self.of(id_, *acts)]

    def telling(self, act: str, fact: str) -> list[str]:
        """The same; asks for whatever nobody knows."""
        return [id_ for id_ in self.doers(act) if any(fact in deed for deed in self.of(id_, act))]

    def __getitem__(self, id_: str) -> list[Deed]:
        found = self.get(id_)
        if found is None:
            raise KeyError(id_)
        return list(found)

    def __contains__(self, id_: object) -> bool:
        return bool(self.get(str(id_))) if id_ in self.holes or "" in self.holes else dict.__contains__(self, id_)

    def __iter__(self) -> Iterator[str]:
        if "" in self.holes:
            self.perhaps("")
        return dict.__iter__(self)

    def items(self) -> Any:
        """All ids with their acts; asks for those that nobody knows."""
        return {id_: self.get(id_) for id_ in self}.items()

    def values(self) -> Any:
        """The acts of everybody; asks for those that nobody knows."""
        return [self.get(id_) for id_ in self]

    def done(self, id_: str, now: Mapping[str, Any], wanted: dict[str, Any]) -> list[Deed]:
        """The acts of somebody with these values."""
        perhaps = matching(self.perhaps(id_, wanted.get("act")), now, wanted)
        return super().done(id_, now, wanted) + perhaps

    def at(self, hex_: str, act: str, phase: Any, turn: Any) -> list[str]:
        """Ids with such an act at a hex; asks for whoever may have done one."""
        perhaps = [id_ for id_ in {**self.holes, "": {}} if id_ and self.perhaps(id_, act)] if "" not in self.holes else self.perhaps("")
        return super().at(hex_, act, phase, turn) + [str(id_) for id_ in perhaps]


def with_attackers(data: dict[str, Any]) -> dict[str, Any]:
    """The history of a situation, and in it the attack of which the result is open, of each of its attackers who has no such deed there."""
    history: dict[str, Any] = data.get("history") or {}
    told = data.get("pending")
    pending: dict[str, Any] = told if isinstance(told, dict) else {}
    attackers = pending.get("attackers")
    if not isinstance(attackers, (list, tuple)) or not isinstance(pending.get("hex"), str) or not pending.get("result"):
        return history
    deed = {"act": pending.get("act") or ATTACK, "hex": pending["hex"]}
    lacking = [id_ for id_ in attackers if not any(done.get("act") == deed["act"] for done in history.get(id_) or ())]
    return {**history, **{id_: [*(history.get(id_) or ()), dict(deed)] for id_ in lacking}}
