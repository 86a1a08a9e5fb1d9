"""What stands where, in plain lines: the whole position, a hex, a unit, the hexes around."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.ground.folding import fold
from adjudicator.ground.hexes import GeometryUnknown
from adjudicator.play.duties import duties
from adjudicator.say.catalogue import reply
from adjudicator.say.words import Say

if TYPE_CHECKING:
    from adjudicator.ground.situation import Marker, Situation, Unit
    from adjudicator.play.game import Game

_KNOWN = ("id", "at", "attack", "defense", "steps")
HEAD = ("turn", "phase", "active", "weather")  # what is told of the game, stated or not
_AROUND = ("north", "north-east", "south-east", "south", "south-west", "north-west")


def unit_text(unit: Unit) -> str:
    """A unit with what is stated of its values."""
    facts = unit.known_facts()
    values = f" {facts['attack']}-{facts['defense']}" if "attack" in facts and "defense" in facts else ""
    steps = f" ({facts['steps']})" if "steps" in facts else ""
    return f"{unit.id}{values}{steps}"


def begins(name: str, start: str) -> bool:
    """Whether a name begins so; a number is not the beginning of another number."""
    return name.startswith(start) and not (start[-1:].isdigit() and name[len(start) : len(start) + 1].isdigit())


class View:
    """The position of a game in the words of one language."""

    def __init__(self, game: Game, lang: str, situation: Situation | None = None) -> None:
        """The position is the game's own, or another one of it."""
        self.game = game
        self._situation = situation
        self.lang = lang
        self.say = Say(lang, game.book)

    @property
    def situation(self) -> Situation:
        """The position."""
        found: Situation = self._situation or self.game.situation
        return found

    def text(self, key: str, **slots: Any) -> str:
        """A reply."""
        return reply(self.lang, "table", key, **slots)

    def head(self) -> str:
        """Turn, phase, weather, and what else is stated of the whole game."""
        situation, facts = self.situation, self.game.referee.book.facts
        names = [name for name in HEAD if name in facts and not facts[name].closed or situation.known(name) is not None]
        names += [name for name in facts if "." not in name and name not in HEAD and isinstance(situation.known(name), (str, int))]
        unknown = self.text("not_known")
        parts = []
        for name in names:
            called, told = self.say.name(name), self.say.show(found) if (found := situation.known(name)) is not None else unknown
            parts.append(told if called in told.split() else f"{called} {told}")  # not "phase combat phase"
        return ", ".join(parts)

    def everything(self) -> list[str]:
        """Every stack, what is off the map, markers, and the result being carried out."""
        situation = self.situation
        lines = [self.head()]
        for hex_, units in sorted(situation.known_where().items()):
            sides = ", ".join(dict.fromkeys(self.say.show(side) for unit in units if (side := unit.known("side")) is not None))
            lines.append(f"{hex_}: {', '.join(unit_text(unit) for unit in units)}{f'; {sides}' if sides else ''}")
        gone = set(situation.eliminated)  # as far as it is known
        off = [unit.id for unit in situation.units.values() if unit.place is None and unit.id not in gone]
        if off:
            lines.append(self.text("show_off", units=", ".join(off)))
        if gone:
            lines.append(self.text("show_gone", units=", ".join(sorted(gone))))
        markers = [f"{self.marker_name(marker)} {marker.place or marker.known('at') or ''}".strip() for marker in situation.markers.values()]
        if markers:
            lines.append(self.text("show_markers", markers=", ".join(markers)))
        pending = situation.known_box("pending")
        if pending and pending.get("result") and any(not duty.may for duty in duties(self.game.referee.book, situation)):
            lines.append(self.text("show_pending", result=pending["result"], hex=pending.get("hex", "?")))
        return lines

    def thing(self, named: str) -> list[str] | None:
        """What is known of a unit, a hex, a stack or a formation; None if there is no such thing."""
        name = named.strip().removesuffix("?").strip()
        unit = self.unit(name)
        if unit is not None:
            return self.unit_lines(unit)
        marker = self.marker(name)
        if marker is not None:
            return [self.marker_line(marker)]
        hex_ = self.hex(name)
        if hex_ is not None:
            return self.hex_lines(hex_)
        together = [unit for unit in self.situation.units.values() if str(unit.known("formation") or "").lower() == name.lower()]
        return [line for unit in together for line in self.unit_lines(unit)] or None

    def unit(self, name: str) -> Unit | None:
        """The unit of that name, without regard to capitals and blanks, or the only one whose name begins so."""
        wanted = "".join(name.lower().split())
        units = self.situation.units
        exact = [unit for unit in units.values() if "".join(unit.id.lower().split()) == wanted]
        if exact or not wanted:
            return exact[0] if exact else None
        near = [unit for unit in units.values() if begins("".join(unit.id.lower().split()), wanted)]
        return near[0] if len(near) == 1 and not self.situation.grid.valid(name) else None

    def marker(self, name: str) -> Marker | None:
        """The marker of that name, with or without its kind before it, without regard to capitals and blanks."""
        wanted = "".join(name.lower().split())
        for marker in self.situation.markers.values():
            bare, kind = ("".join(str(part).lower().split()) for part in (marker.id, marker.known("kind") or ""))
            if wanted in (bare, kind + bare):
                return marker
        return None

    def marker_name(self, marker: Marker) -> str:
        """What it is called, with its kind before it."""
        kind = marker.known("kind")
        return f"{self.say.show(kind)} {marker.id}" if kind else marker.id

    def marker_line(self, marker: Marker) -> str:
        """Where it lies, and what is stated of it."""
        hidden = ("id", "kind", "at")
        known = {key: content for key, content in marker.known_facts().items() if key not in hidden and content not in (None, False)}
        facts = [f"{self.say.name(key)} {self.say.show(content)}" for key, content in known.items()]
        return f"{self.marker_name(marker)}: {marker.place or self.text('off_map')}" + (f"; {', '.join(facts)}" if facts else "")

    def is_name(self, said: str) -> bool:
        """Whether these words are nothing but the name of a unit, a marker or a hex."""
        unit = self.unit(said)
        whole = unit is not None and fold("".join(unit.id.split())) == fold("".join(said.split()))
        return whole or self.marker(said) is not None or self.situation.grid.valid(said)

    def hex(self, name: str) -> str | None:
        """The hex of that number, or the place of that name."""
        last = name.split()[-1] if name else ""
        if self.situation.grid.valid(last):
            return last
        found = self.game.referee.language.place(name, self.game.referee.names())
        return found if found is not None and self.situation.grid.valid(found) else None

    def unit_lines(self, unit: Unit) -> list[str]:
        """Where it stands, its values, and what it did in this turn."""
        where = unit.place or (self.text("gone") if unit.id in set(self.situation.eliminated) else self.text("off_map"))
        known = {key: content for key, content in unit.known_facts().items() if key not in _KNOWN and content is not None}
        facts = [f"{self.say.of_unit(key)} {self.say.show(content)}" for key, content in known.items()]
        lines = [f"{unit_text(unit)}: {where}" + (f"; {', '.join(facts)}" if facts else "")]
        turn = self.situation.known("turn")
        done = [item for item in dict.get(self.situation.history, unit.id, ()) if item.get("turn", turn) == turn]
        told = [" ".join(str(part) for part in (self.say.deed(item.get("act")), item.get("hex") or item.get("to")) if part) for item in done]
        if told:
            lines.append("  " + self.text("done", acts=", ".join(told)))
        return lines

    def ground(self, hex_: str) -> str:
        """What is stated of the ground of a hex."""
        facts = self.situation.hex(hex_).known_facts()
        assumed = None if facts.get("terrain") else self.assumed(f"hexes[{hex_}].terrain", "hexes.terrain")
        if assumed is not None and not facts.get("features"):
            facts = {"terrain": assumed, **facts}
        parts = [self.say.show(facts["terrain"])] if facts.get("terrain") else []
        parts += [self.say.show(feature) for feature in facts.get("features") or ()]
        parts += [f"{self.say.name(key)} {self.say.show(content)}" for key, content in facts.items() if key not in ("terrain", "features", "name")]
        return ", ".join(parts)

    def assumed(self, path: str, name: str) -> str | None:
        """What the players let stand for a fact that nobody stated (``assume: defaults``), with a word that says so; None if nothing does."""
        spec = self.game.referee.book.facts.get(name)
        if not self.situation.assume or spec is None or spec.default is None or path in self.situation.unknown:
            return None
        return self.text("assumed", value=self.say.show(spec.default))

    def hex_lines(self, hex_: str) -> list[str]:
        """The ground, the stack, the markers, and the sides of which something is stated."""
        situation = self.situation
        lines = [f"{hex_}: {self.ground(hex_) or self.text('ground_unknown')}"]
        stack = situation.known_at(hex_)
        lines += [f"  {line}" for unit in stack for line in self.unit_lines(unit)] or [f"  {self.text('empty')}"]
        lines += [f"  {self.marker_line(marker)}" for marker in situation.markers.values() if marker.place == hex_]
        for side in situation.hexsides.values():
            if hex_ in side.id.split("/"):
                lines.append(f"  {side.id}: {self.say.show(side.known('features'))}")
        return lines

    def around(self, hex_: str) -> list[str]:
        """The hex and its neighbours, each on a line of its own by its direction."""
        grid = self.situation.grid
        up = (3, 2, 1, 0, 5, 4) if self.game.referee.book.meta.get("rows_up") else range(6)  # what the grid counts as north lies south on such a map
        around: dict[int, str] = {}
        for direction in range(6):
            try:
                other = grid.step(hex_, direction)
            except (GeometryUnknown, ValueError):
                continue
            if other:
                around[up[direction]] = other
        around = dict(sorted(around.items()))
        lines = [f"{self.text('here')} {self._told(hex_)}"]
        lines += [f"{self.text(_AROUND[direction])} {self._told(name, hex_)}" for direction, name in around.items()]
        if len(around) < 6 and grid.even_lower is None:
            rest = [name for name in grid.possible_neighbours(hex_) if name not in around.values()]
            lines += [f"{self.text('perhaps')} {self._told(name, hex_)}" for name in rest]
        return lines

    def _told(self, hex_: str, middle: str = "") -> str:
        """A hex in words: its ground, its units, and what lies on the side towards the middle."""
        parts = [self.ground(hex_) or self.text("ground_unknown")]
        parts.append(", ".join(unit_text(unit) for unit in self.situation.known_at(hex_)) or self.text("empty"))
        if middle:
            features = self.situation.side(middle, hex_).known("features")
            if features:
                parts.append(self.text("across", features=self.say.show(features)))
        return f"{hex_}: {'; '.join(parts)}"
