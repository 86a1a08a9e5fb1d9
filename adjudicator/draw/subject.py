"""What a ruling was about, as data for a picture: ways with their costs, lines and what cuts them, attacks, zones, hexes that are open or decide.

Everything is read from the ruling: from its ledgers, its computed values, the slots of its act, its findings and needs.  No rulebook is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.draw.look import look_of
from adjudicator.ground.facts import Missing
from adjudicator.ground.paths import parse
from adjudicator.say.json import plain

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.hexes import Grid
    from adjudicator.ground.ruling import Ruling
    from adjudicator.ground.situation import Situation
    from adjudicator.play.game import Game

NEAR = 2  # hexes round what a ruling is about in which zones of control are shown
MOST = 400  # hexes of which zones are asked
# what a hex can be marked as, the most telling first; the names of the ways are the roles of look.py
MARKS = ("target", "wrong", "asked", "cut", "retreat", "behind", "reach", "zone")
_HEXES = ("target", "to", "from", "at")  # slots of acts that name a hex
_MARKED = {"reach": "reach", "targets": "target", "cut_by": "cut", "possible": "asked"}  # computed lists of hexes


class Way(NamedTuple):
    """Hexes one after the other; ``costs`` holds what each step after the first costs, as far as it is known."""

    role: str
    hexes: tuple[str, ...]
    costs: tuple[str, ...] = ()


class HexMark(NamedTuple):
    """What a hex is for the ruling; ``text`` is a number or word beside it: what it costs to get there, the rank of a retreat."""

    what: str
    text: str = ""


class Subject:
    """What one ruling was about.  ``sides`` are hexsides that it asks for, ``units`` id -> what the unit does in it."""

    def __init__(self, verdict: str = "") -> None:
        self.verdict = verdict
        self.ways: list[Way] = []
        self.marks: dict[str, list[HexMark]] = {}
        self.sides: list[str] = []
        self.units: dict[str, str] = {}
        self.places: dict[str, None] = {}  # where those units stand
        self.side: str | None = None  # whose enemies' zones are shown

    def mark(self, hexes: Iterable[str], what: str, text: str = "") -> None:
        """HexMark hexes, each once as the same."""
        for name in hexes:
            found = self.marks.setdefault(name, [])
            if all(mark.what != what for mark in found):
                found.append(HexMark(what, text))

    def hexes(self) -> list[str]:
        """All hexes that it is about, each once; zones do not count."""
        found = {**dict.fromkeys(name for way in self.ways for name in way.hexes), **self.places}
        found.update(dict.fromkeys(name for name, marks in self.marks.items() if any(mark.what != "zone" for mark in marks)))
        for side in self.sides:
            found.update(dict.fromkeys(side.split("/")))
        return list(found)

    def data(self) -> dict[str, Any]:
        """As JSON has it (docs/draw.md)."""
        ways = [{"role": way.role, "hexes": list(way.hexes), **({"costs": list(way.costs)} if any(way.costs) else {})} for way in self.ways]
        marks: dict[str, Any] = {}
        for what in MARKS:
            found = {name: mark.text for name, all_ in sorted(self.marks.items()) for mark in all_ if mark.what == what}
            if found:
                marks[what] = found if any(found.values()) else list(found)
        return {"ways": ways, **marks, **({"sides": self.sides} if self.sides else {}), "units": self.units}


def subject_of(ruling: Ruling, book: Rulebook, before: Situation) -> Subject:
    """What a ruling was about, in the position ``before`` it."""
    return _Reader(ruling, book, before).subject


class _Reader:
    """One ruling being read."""

    def __init__(self, ruling: Ruling, book: Rulebook, before: Situation) -> None:
        self.ruling = ruling
        self.book = book
        self.before = before.copy()
        self.grid: Grid = before.grid
        self.slots: Mapping[str, Any] = ruling.act.slots if ruling.act is not None else {}
        self.look = look_of(book)
        self.role = self.look.role(ruling.kind, self.slots)
        self.subject = Subject(ruling.verdict)
        self._units()
        self._ways()
        self._computed()
        self._findings()
        self._settle()
        self._needs()
        self.subject.places = dict.fromkeys(place for name in self.subject.units if (place := self._place(name)))
        self._zones()

    # ---- who ----------------------------------------------------------------------------------------------------------
    def _valid(self, names: Any) -> list[str]:
        """Those of these names that are hexes; a text may hold several, as rulings and players write a way."""
        if isinstance(names, str):
            names = names.replace(", ", "-").split("-") if not self.grid.valid(names) else [names]
        return [name for name in names or () if isinstance(name, str) and self.grid.valid(name)]

    def _units(self) -> None:
        doers = [name for name in self.slots.get("units") or () if name in self.before.units]
        lent = [str(thing) for entry in self.ruling.ledgers.get("attack", ()) for thing in entry.slots.values()] if self.role == "attack" else []
        doers += [name for name in dict.fromkeys(lent) if name in self.before.units and name not in doers]  # who lends it strength from elsewhere
        self.subject.units.update(dict.fromkeys(doers, self.role))
        others = [name for name in self.slots.get("target_units") or () if name in self.before.units]
        self.subject.units.update(dict.fromkeys(others, "target"))
        sides = [side for name in doers if (side := self.before.units[name].known("side")) is not None]
        self.subject.side = self.slots.get("side") or next(iter(sides), None)

    def _place(self, name: str) -> str | None:
        unit = self.before.units.get(name)
        place = unit.place if unit is not None else None
        return place if place is not None and self.grid.valid(place) else None

    # ---- ways -----------------------------------------------------------------------------------------------------------
    def _ways(self) -> None:
        if self.role == "none":
            return
        doers = [name for name, what in self.subject.units.items() if what == self.role]
        starts = list(dict.fromkeys(place for name in doers if (place := self._place(name))))
        if self.role == "attack":
            targets = self._valid(self.slots.get("target") or "") or [place for name in self.slots.get("target_units") or () if (place := self._place(name))]
            self.subject.mark(targets, "target")
            self.subject.ways += [Way("attack", (start, target)) for target in targets for start in starts if start != target]
            return
        costs = self._costs()
        path = self._valid(self.ruling.computed.get("path") or ())
        named = self._valid(self.slots.get("path") or ()) + self._valid(self.slots.get("to") or "")
        shown = path or (named if len(named) > 1 or not costs else []) or list(costs) or self._valid(self.ruling.computed.get("destination") or "")
        for start in starts or [""]:
            way = [start, *shown] if start and shown[:1] != [start] else shown
            if len(way) > 1 and len(shown) > 0 and not any(way == list(other.hexes) for other in self.subject.ways):
                self.subject.ways.append(Way(self.role, tuple(way), tuple(costs.get(name, "") for name in way[1:])))
        done = {way.hexes[-1] for way in self.subject.ways}
        for effect in self.ruling.effects:
            here, goal = self._place(str(effect.get("unit"))), effect.get("at")
            if here and isinstance(goal, str) and goal != here and self.grid.valid(goal) and goal not in done:
                self.subject.ways.append(Way(self.role, (here, goal)))
                self.subject.units.setdefault(str(effect["unit"]), self.role)

    def _settle(self) -> None:
        """Who moves nowhere only acts; an act that is about no hex is about those it names, and those of its units."""
        if self.role == "move" and not self.subject.ways:
            self.subject.units = {name: "acts" if what == "move" else what for name, what in self.subject.units.items()}
        if not self.subject.ways and not self.subject.marks:
            here = [name for slot in _HEXES for name in self._valid(self.slots.get(slot) or ())]
            self.subject.mark([*here, *(place for name in self.subject.units if (place := self._place(name)))], "target")

    def _costs(self) -> dict[str, str]:
        """What each hex entered costs, added up over the lines of the dearest ledger of a move, in the order of the steps."""
        ledgers = [ledger for name, ledger in self.ruling.ledgers.items() if name.partition(" ")[0] == "cost"]
        found: dict[str, int | Fraction] = {}
        for entry in max(ledgers, key=lambda ledger: ledger.total, default=()):
            name = entry.slots.get("hex")
            if isinstance(name, str) and self.grid.valid(name):
                found[name] = found.get(name, 0) + entry.value
        return {name: str(cost) for name, cost in found.items()}

    # ---- hexes ----------------------------------------------------------------------------------------------------------
    def _computed(self) -> None:
        computed = self.ruling.computed
        costs, ranks = computed.get("_costs") or {}, computed.get("_ranks") or {}
        for name, what in _MARKED.items():
            for hex_ in self._valid(computed.get(name)):
                self.subject.mark([hex_], what, str(plain(costs.get(hex_, ""))) if what == "reach" else "")
        open_ways = computed.get("retreats")
        ways = open_ways if isinstance(open_ways, (list, tuple)) else ()
        for way in dict.fromkeys([*ways, *ranks]):  # those that only have a rank stand behind others
            hexes = self._valid(way)
            if len(hexes) > 1 and way in ways:
                self._way("open", hexes)
            self.subject.mark(hexes[-1:], "retreat" if way in ways else "behind", str(ranks.get(way, "")))

    def _way(self, role: str, hexes: list[str]) -> None:
        """A way that is shown beside what is declared, from where its unit stands."""
        starts = [place for name in self.subject.units if (place := self._place(name))]
        whole = hexes if hexes[0] in starts or not starts else [starts[0], *hexes]
        if len(whole) > 1:
            self.subject.ways.append(Way(role, tuple(whole)))

    def _findings(self) -> None:
        """The hexes at which something is forbidden."""
        for _, finding in self.ruling.findings:
            if finding.effect == "forbids":
                better = self._valid(finding.slots.get("where"))
                if better and "-".join(better) in str(finding.slots.get("path", "")):  # what could be done instead
                    self._way("line" if self.role == "line" else "open", better)
                    continue
                where = finding.slots.get("where") or finding.slots.get("hex") or ()
                self.subject.mark(self._valid(where)[-1:] if finding.slots.get("start") else self._valid(where), "wrong")
                for name in finding.slots.get("units") or ():
                    if name in self.before.units:
                        self.subject.units.setdefault(name, "wrong")

    def _needs(self) -> None:
        """The hexes, hexsides and units of which a fact is asked for."""
        for need in self.ruling.needs:
            path = parse(need.fact)
            if path is None or not path.keys:
                continue
            if path.head == "hexes":
                self.subject.mark(self._valid(path.keys[0]), "asked")
            elif path.head == "hexsides" and path.keys[0] not in self.subject.sides and all(map(self.grid.valid, path.keys[0].split("/"))):
                self.subject.sides.append(path.keys[0])
            elif path.head == "units" and path.keys[0] in self.before.units:
                self.subject.units.setdefault(path.keys[0], "asked")

    def _zones(self) -> None:
        """The hexes near the subject that enemy zones of control reach, as the rulebook's own function tells it."""
        zones = self.look.zones() if self.subject.side is not None and self.role not in ("none", "attack") else None
        if zones is None:
            return
        known = self.before.known_where()
        around = dict.fromkeys(self.subject.hexes())
        for _ in range(NEAR):
            if len(around) < MOST:
                around.update(dict.fromkeys(near for name in list(around) for near in self._beside(name)))
        for name in around:
            if not any(near in known for near in (name, *self._beside(name))):
                continue
            try:
                reaching = zones(self.before, name, str(self.subject.side))
            except (Missing, LookupError, ValueError):
                continue
            if reaching:
                self.subject.mark([name], "zone")

    def _beside(self, name: str) -> tuple[str, ...]:
        try:
            return tuple(near for near in self.grid.possible_neighbours(name) if self.grid.valid(near))
        except ValueError:
            return ()


class Watch:
    """Keeps the position in which each ruling of a game was made."""

    def __init__(self, game: Game) -> None:
        self._seen: dict[int, tuple[Ruling, Situation]] = {}
        self._game = game
        game.watch = self._see

    def _see(self, ruling: Ruling, position: Situation) -> None:
        self._seen[id(ruling)] = ruling, position.copy()

    def before(self, ruling: Ruling) -> Situation:
        """The position before a ruling; that of the game for one that nobody saw being made."""
        found = self._seen.get(id(ruling))
        return found[1] if found is not None else self._game.situation

    def forget(self) -> None:
        """Let go of what has been seen so far."""
        self._seen.clear()


def steps(way: Way) -> Iterable[tuple[str, str, str]]:
    """The steps of a way: from, into, and what it costs ("" where that is not known)."""
    costs = (*way.costs, *("" for _ in way.hexes))
    return ((before, here, cost) for (before, here), cost in zip(pairwise(way.hexes), costs, strict=False))
