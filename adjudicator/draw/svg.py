"""A scene as SVG: the ground, what stands on it, and what a ruling was about.  Every text goes through `xml_text` on its way in."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from math import ceil, hypot, sqrt
from textwrap import wrap

from adjudicator.draw.scene import Chip, Counter, Scene
from adjudicator.draw.subject import MARKS, Subject, steps
from adjudicator.draw.symbols import SIGNS, SYMBOLS
from adjudicator.files.text import read_text
from adjudicator.say.output import xml_attribute, xml_text

R = 36.0  # from the middle of a hex to a corner
H = R * sqrt(3) / 2  # to the middle of a side
_CORNERS = ((R, 0.0), (R / 2, H), (-R / 2, H), (-R, 0.0), (-R / 2, -H), (R / 2, -H))
FEW = 4  # hexes: round so few there is room for two rings of others
HEX = "M" + "L".join(f"{x:g} {y:.2f}" for x, y in _CORNERS) + "Z"
INKS = {
    "move": "#1c66d1", "retreat": "#0b8f8f", "behind": "#8a8478", "open": "#0b8f8f", "advance": "#3a8f2d", "attack": "#c81e1e", "line": "#2f8f4a",
    "zone": "#c81e1e", "reach": "#2f8f2f", "cut": "#7a1020", "asked": "#d79a00", "wrong": "#e0102a", "target": "#c81e1e", "acts": "#1c66d1",
}  # fmt: skip
_BADGES = {"wrong": "✕", "asked": "?", "cut": "✂"}
BADGE_AT = {"retreat": (-24.0, -9.0), "behind": (-24.0, -9.0), "reach": (-22.0, 19.0), "wrong": (24.0, -9.0), "asked": (-24.0, 12.0), "cut": (24.0, 12.0)}


def stylesheet(name: str) -> str:
    """A style sheet of this folder, its lines put together."""
    return "".join(line.strip() for line in read_text(os.path.join(os.path.dirname(__file__), f"{name}.css")).splitlines())


STYLE = stylesheet("map")


def number(value: float) -> str:
    """A coordinate with one decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


class Svg:
    """The pieces of the picture of one scene; those of one rulebook's scenes can share one page and one `defs`."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.kinds = {name: at for at, name in enumerate(scene.look.data["terrain"])}

    # ---- where --------------------------------------------------------------------------------------------------------
    def centre(self, place: str) -> tuple[float, float]:
        """The middle of a hex, or of the side between two."""
        first, slash, second = place.partition("/")
        if slash:
            (x0, y0), (x1, y1) = self.centre(first), self.centre(second)
            return (x0 + x1) / 2, (y0 + y1) / 2
        spot = self.scene.spots.get(place)
        column, half = (spot.column, spot.half) if spot is not None else (self.scene.grid.column(place), self.scene.height(place))
        return column * 1.5 * R, half * H

    def at(self, place: str) -> str:
        """The middle as the x and y of an element."""
        x, y = self.centre(place)
        return f'x="{number(x)}" y="{number(y)}"'

    def box(self, hexes: Iterable[str] = (), more: float = 6) -> tuple[float, float, float, float]:
        """The rectangle round some hexes, or round all: left, top, width, height."""
        places = [self.centre(name) for name in hexes] or [self.centre(name) for name in self.scene.spots] or [(0.0, 0.0)]
        left, top = min(x for x, _ in places) - R - more, min(y for _, y in places) - H - more
        return left, top, max(x for x, _ in places) + R + more - left, max(y for _, y in places) + H + more - top

    # ---- the ground ---------------------------------------------------------------------------------------------------
    def defs(self, used: str | None = None) -> str:
        """Hexes of every kind of ground, signs and symbols, to be used by name; once for a page (``used``: only those that this text names)."""
        found = {"hx": f'<path id="hx" d="{HEX}"/>', "hr": f'<path id="hr" d="{HEX}" transform="scale(.88)"/>'}
        for name, at in self.kinds.items():
            look = self.scene.look.terrain(name)
            found[f"t{at}"] = f'<g id="t{at}"><path d="{HEX}" fill="{look["fill"]}"/>{_sign(look["sign"], 1)}<use href="#hx" class="hx"/></g>'
        for name, (line, solid) in SYMBOLS.items():
            inner = (f'<path d="{line}" fill="none" stroke-width="1.3"/>' if line else "") + (f'<path d="{solid}" stroke="none" fill="#111"/>' if solid else "")
            found[f"s-{name}"] = f'<g id="s-{name}"><path d="M0 0H20V13H0Z" fill="#fff" fill-opacity=".55" stroke-width="1.2"/>{inner}</g>'
        pattern = '<pattern id="hz" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        found["hz"] = f'{pattern}<path d="M0 0V6" stroke="{INKS["zone"]}" stroke-width="2" stroke-opacity=".42"/></pattern>'
        wanted = (text for name, text in found.items() if used is None or name == "hx" or f'"#{name}"' in used or f"(#{name})" in used)
        return f"<defs>{''.join(wanted)}</defs>"

    def ground(self, numbers: bool = True) -> str:
        """Every hex once, what lies on hexsides, features, names and numbers."""
        scene = self.scene
        strange, unknown = self.kinds["strange"], self.kinds["unknown"]
        out, words = [], []
        for spot in scene.spots.values():
            kind = unknown if spot.terrain is None else self.kinds.get(spot.terrain, strange)
            shade = ' class="uk"' if kind == unknown else ' class="as"' if spot.taken else ""
            x, y = self.centre(spot.name)
            title = f"<title>{xml_text(spot.title)}</title>" if kind != unknown else ""
            out.append(f'<use href="#t{kind}" x="{number(x)}" y="{number(y)}" data-hex="{spot.name}"{shade}' + (f">{title}</use>" if title else "/>"))
            if numbers:
                words.append(f'<text class="nr" x="{number(x)}" y="{number(y - 22)}">{xml_text(spot.name)}</text>')
            if spot.control is not None:
                words.append(f'<circle cx="{number(x)}" cy="{number(y - 28.3)}" r="2.6" fill="{spot.control.fill}" stroke="#222" stroke-width=".8"/>')
        out += self._edges()
        for spot in scene.spots.values():
            out += [f"<g transform=\"translate({' '.join(map(number, self.centre(spot.name)))})\">{_sign(scene.look.feature(name)['sign'], 1.4)}</g>"
                    for name in spot.features if scene.look.feature(name)["sign"] != "none"]  # fmt: skip
        out += words
        out += [f'<text class="pl" x="{number(x)}" y="{number(y + 28)}"{_fit(spot.place, 15, 60)}>{xml_text(spot.place)}</text>'
                for spot in scene.spots.values() if spot.place for x, y in (self.centre(spot.name),)]  # fmt: skip
        return "".join(out)

    def _edges(self) -> Iterator[str]:
        """What lies on hexsides, by kind: first along them, then from hex to hex, then over them."""
        kinds: dict[str, list[str]] = {}
        for edge in self.scene.edges:
            if not all(map(self.scene.grid.valid, edge[:2])):
                continue
            for name in edge.features or ():
                if name in self.scene.look.data["hexsides"] or name not in self.scene._values("hexsides.name"):
                    kinds.setdefault(name, []).append(self._edge(self.scene.look.hexside(name)["line"], *edge[:2]))
        for line in ("side", "through", "across"):
            for name, paths in kinds.items():
                look = self.scene.look.hexside(name)
                if look["line"] != line:
                    continue
                whole, dash = "".join(paths), f' stroke-dasharray="{xml_text(look["dash"])}"' if look.get("dash") else ""
                stroke = f'class="sd" d="{whole}" stroke="{look["color"]}" stroke-width="{look["width"]}"'
                title = f"<title>{xml_text(self.scene.say.show(name))}</title>"
                if line == "across":
                    stroke = stroke.replace('class="sd"', 'class="sd" style="stroke-linecap:butt"')
                over = (
                    f'<path class="sd" d="{whole}" stroke="{look["over"]}" stroke-width="{look["width"] / 2}"{dash} style="stroke-linecap:butt"/>'
                    if look.get("over")
                    else ""
                )
                yield f"<path {stroke}{'' if over else dash}>{title}</path>{over}"

    def _edge(self, line: str, first: str, second: str) -> str:
        (x0, y0), (x1, y1) = self.centre(first), self.centre(second)
        if line == "through" or hypot(x1 - x0, y1 - y0) > 2 * H + 1:  # hexes that do not touch: a line from one to the other shows it
            return f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"
        x, y, dx, dy = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / (4 * H), (y1 - y0) / (4 * H)
        if line == "across":
            return f"M{number(x - dx * 22)} {number(y - dy * 22)}L{number(x + dx * 22)} {number(y + dy * 22)}"
        return f"M{number(x - dy * R)} {number(y + dx * R)}L{number(x + dy * R)} {number(y - dx * R)}"

    # ---- what stands on it --------------------------------------------------------------------------------------------
    def things(self, subject: Subject | None = None) -> str:
        """Markers and counters; those that a ruling is about have a rim."""
        roles = subject.units if subject is not None else {}
        out = []
        for place, tokens in self.scene.tokens.items():
            x, y = self.centre(place)
            for at, token in enumerate(tokens):
                out.append(_token(token, x, y + (0 if "/" in place else 22) - at * 12))
        for place, counters in self.scene.stacks.items():
            x, y = self.centre(place)
            wide = ceil(sqrt(len(counters)))
            scale = (1, 0.68, 0.46, 0.35)[wide - 1] if wide < 5 else 1.45 / wide
            deep = ceil(len(counters) / wide)
            lift = 4 if place in self.scene.tokens else -1
            for at, name in enumerate(self.scene.spots[place].features if "/" not in place else ()):  # what the counters hide, small beside the number
                sign = _sign(self.scene.look.feature(name)["sign"], 3)
                out.append(f'<g transform="translate({number(x + 15 - at * 30)} {number(y - 25)}) scale(.36)">{sign}</g>')
            for at, counter in enumerate(counters):
                column, row = at % wide, at // wide
                left = x + (column - wide / 2) * 42 * scale + scale
                top = y - lift + (row - deep / 2) * 42 * scale + scale
                out.append(_counter(counter, left, top, scale, roles.get(counter.id)))
        return "".join(out)

    # ---- what a ruling was about --------------------------------------------------------------------------------------
    def tints(self, subject: Subject) -> str:
        """The marked hexes as they lie under the counters."""
        out = []
        for what in reversed(MARKS):
            for name, marks in subject.marks.items():
                if name in self.scene.spots and any(mark.what == what for mark in marks):
                    fill = "url(#hz)" if what == "zone" else INKS[what] if what in ("reach", "retreat", "behind", "cut") else "none"
                    rim = f' stroke="{INKS[what]}" stroke-width="3.4"' if what not in ("zone", "reach") else ""
                    shade = "" if what == "zone" else ' fill-opacity=".24"'
                    out.append(f'<use href="#{"hr" if rim else "hx"}" {self.at(name)} fill="{fill}"{shade}{rim} data-mark="{what}"/>')
        for side in subject.sides:
            first, _, second = side.partition("/")
            out.append(f'<path class="sd" d="{self._edge("side", first, second)}" stroke="{INKS["asked"]}" stroke-width="8" stroke-dasharray="1 9"/>')
        return "".join(out)

    def ways(self, subject: Subject) -> str:
        """Arrows, costs and badges, above the counters."""
        out = [self._way(way.role, way.hexes) for way in subject.ways]
        for way in subject.ways:
            for before, here, cost in steps(way):
                if cost:
                    (x0, y0), (x1, y1) = self.centre(before), self.centre(here)
                    out.append(_badge(x0 + (x1 - x0) * 0.56, y0 + (y1 - y0) * 0.56, cost, INKS[way.role]))
        for name, marks in subject.marks.items():
            x, y = self.centre(name)
            for mark in marks:
                text = mark.text or _BADGES.get(mark.what, "")
                if text and mark.what in BADGE_AT:
                    dx, dy = BADGE_AT[mark.what]
                    out.append(_badge(x + dx, y + dy, text, INKS[mark.what]))
        for side in subject.sides:
            x, y = self.centre(side)
            out.append(_badge(x, y, "?", INKS["asked"]))
        return "".join(out)

    def _way(self, role: str, hexes: tuple[str, ...]) -> str:
        points = [self.centre(name) for name in hexes]
        (x0, y0), (x1, y1) = points[-2:]
        far = hypot(x1 - x0, y1 - y0) or 1.0
        dx, dy = (x1 - x0) / far, (y1 - y0) / far
        back = 15 if role == "attack" else 2
        tip = (x1 - dx * back, y1 - dy * back)
        if role == "attack":  # it begins where the counter ends
            points[0] = (x0 + dx * 26, y0 + dy * 26)
        base = (tip[0] - dx * 11, tip[1] - dy * 11)
        path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in [*points[:-1], base])
        head = (
            f"M{number(tip[0])} {number(tip[1])}L{number(base[0] - dy * 7)} {number(base[1] + dx * 7)}L{number(base[0] + dy * 7)} {number(base[1] - dx * 7)}Z"
        )
        ink, dash = INKS.get(role, INKS["move"]), ' stroke-dasharray="9 6"' if role in ("line", "open") else ""
        wide = 3 if role == "open" else 4
        return (
            f'<g class="way" data-role="{role}" data-way="{"-".join(hexes)}">'
            f'<path class="wy" d="{path}" stroke="#fff" stroke-width="{wide + 3}" stroke-opacity=".8"/>'
            f'<path d="{head}" fill="{ink}" stroke="#fff" stroke-width="1.4"/><path class="wy" d="{path}" stroke="{ink}" stroke-width="{wide}"{dash}/></g>'
        )

    # ---- pictures ---------------------------------------------------------------------------------------------------------
    def layers(self, subject: Subject | None = None) -> str:
        """All that lies on the ground, from below."""
        return (self.tints(subject) if subject is not None else "") + self.things(subject) + (self.ways(subject) if subject is not None else "")

    def legend(self, subject: Subject | None = None, box: tuple[float, float, float, float] | None = None) -> list[tuple[str, str]]:
        """What is to be seen (in a rectangle): a sample, drawn around 0 0 as large as a hex, and what it is called."""
        scene, found = self.scene, []
        if subject is not None:
            for role in dict.fromkeys(way.role for way in subject.ways):
                sample = f'<path class="wy" d="M-26 0H10" stroke="{INKS[role]}" stroke-width="7"/><path d="M26 0L8 -13V13Z" fill="{INKS[role]}"/>'
                found.append((sample, scene.text(f"way_{role}")))
            for what in MARKS:
                if any(mark.what == what for marks in subject.marks.values() for mark in marks):
                    alone = Subject()
                    alone.mark(["0"], what)
                    fill = "url(#hz)" if what == "zone" else INKS[what]
                    found.append((f'<use href="#hx" fill="{fill}" fill-opacity="{1 if what == "zone" else 0.24}" stroke="{INKS[what]}" stroke-width="5"/>'
                                  + (_badge(0, 0, _BADGES[what], INKS[what], 2) if what in _BADGES else ""), scene.text(what)))  # fmt: skip
        inside = [
            spot
            for spot in scene.spots.values()
            if not box or box[0] < self.centre(spot.name)[0] < box[0] + box[2] and box[1] < self.centre(spot.name)[1] < box[1] + box[3]
        ]
        names = {spot.name for spot in inside}
        for terrain in sorted({spot.terrain for spot in inside}, key=lambda name: self.kinds.get(name or "unknown", -1) or 999):
            kind = self.kinds["unknown"] if terrain is None else self.kinds.get(terrain, self.kinds["strange"])
            found.append((f'<use href="#t{kind}"/>', scene.say.show(terrain) if terrain is not None else scene.text("unknown")))
        for name in dict.fromkeys(name for edge in scene.edges if names.issuperset(edge[:2]) for name in edge.features or ()):
            if name in scene.look.data["hexsides"]:
                look = scene.look.hexside(name)
                found.append((f'<path class="sd" d="M-28 0H28" stroke="{look["color"]}" stroke-width="{look["width"] * 1.6}"/>', scene.say.show(name)))
        for name in dict.fromkeys(name for spot in inside for name in spot.features if scene.look.feature(name)["sign"] != "none"):
            found.append((_sign(scene.look.feature(name)["sign"], 1.6), scene.say.show(name)))
        return found

    def remarks(self) -> list[str]:
        """What is odd about the map, and what is not on it, in words."""
        scene = self.scene
        lines = scene.oddities()
        for place, names in sorted(scene.elsewhere.items()):
            listed = ", ".join(names) if len(names) < 40 else f"{', '.join(names[:40])} … (+{len(names) - 40})"
            lines.append(scene.text("at_place", place=place, units=listed) if place else scene.text("elsewhere", units=listed))
        if not any(scene.fitting) and scene.grid.even_lower is None and len({spot.column for spot in scene.spots.values()}) > 1:
            lines.append(scene.text("guessed"))
        return lines

    def rings(self) -> str:
        """Rings round what is odd about the map: round each hex, or, of hexes that meet in a corner, round that corner."""
        out = []
        for odd in self.scene.odd:
            places = [self.centre(name) for name in odd.hexes if name in self.scene.spots]
            small = odd.key == "loose_end" and len(places) == 3
            for x, y in [(sum(x for x, _ in places) / 3, sum(y for _, y in places) / 3)] if small else places:
                ring = f'cx="{number(x)}" cy="{number(y)}" r="{11 if small else 30}" fill="none" stroke="#e0107a" stroke-width="4"'
                out.append(f'<circle {ring} stroke-dasharray="{"4 3" if small else "7 5"}" data-odd="{odd.key}"/>')
        return "".join(out)

    def picture(self, subject: Subject | None = None, hexes: Iterable[str] = (), title: str = "") -> str:
        """A picture that stands alone: of all, or of the rectangle round some hexes, with its legend below."""
        left, top, wide, high = self.box(hexes)
        legend, remarks = self.legend(subject, (left, top, wide, high)), self.remarks()
        column = 44 + 6.3 * max([len(text) for _, text in legend], default=0)
        if wide < column:  # a small part of a map, with room for what is said of it
            left, wide = left - (column - wide) / 2, column
        across = int(wide // column)
        deep = ceil(len(legend) / across) * 24 + 14
        y = top + high + 16
        low = []
        for at, (sample, text) in enumerate(legend):
            x, line = left + 18 + (at % across) * (wide / across), y + (at // across) * 24
            low.append(f'<g transform="translate({number(x)} {number(line)}) scale(.27)">{sample}</g>{_text("lg", x + 16, line + 4, text)}')
        odd_lines = len(self.scene.oddities())
        lines = [(piece, count < odd_lines) for count, text in enumerate(remarks) for piece in wrap(text, max(30, int(wide / 7.4)))]
        low += [_text("od" if odd else "lg", left + 8, y + deep + at * 16, piece) for at, (piece, odd) in enumerate(lines)]
        full = high + 16 + deep + len(lines) * 16 + 8
        view = " ".join(map(number, (left, top, wide, full)))
        rim = f"M{number(left)} {number(top)}h{number(wide)}v{{}}h-{number(wide)}Z"
        clip, paper = (rim.format(number(deep_)) for deep_ in (high, full))
        inner, tail = self.ground() + self.layers(subject) + self.rings(), "".join(low)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="{view}" width="{number(wide)}" height="{number(full)}" role="img">'
            f"<title>{xml_text(title or self.scene.book.title)}</title><style>{STYLE}</style>{self.defs(inner + tail)}"
            f'<clipPath id="in"><path d="{clip}"/></clipPath><path d="{paper}" fill="#fbf8ef"/><g clip-path="url(#in)">{inner}</g>{tail}</svg>\n'
        )


def _sign(name: str, wide: float) -> str:
    path, solid, color = SIGNS[name]
    if not path:
        return ""
    return f'<path d="{path}" ' + (f'fill="{color}"/>' if solid else f'fill="none" stroke="{color}" stroke-width="{wide}"/>')


def _text(style: str, x: float, y: float, text: str) -> str:
    return f'<text class="{style}" x="{number(x)}" y="{number(y)}">{xml_text(text)}</text>'


def _fit(text: str, letters: int, room: float) -> str:
    """Squeezes a text that is longer than so many letters into its room."""
    return f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"' if len(text) > letters else ""


def _counter(counter: Counter, x: float, y: float, scale: float, role: str | None) -> str:
    ink, fill = counter.ink.ink, counter.ink.fill
    rim = f'<rect x="-2.5" y="-2.5" width="45" height="45" rx="5" fill="none" stroke="{INKS.get(role, INKS["acts"])}" stroke-width="3.4"/>' if role else ""
    out = [
        f'<g class="unit" data-unit={xml_attribute(counter.id)} transform="translate({number(x)} {number(y)}) scale({scale:g})">',
        f"<title>{xml_text(counter.title)}</title>",
        f'<rect class="sh" x="1.6" y="1.8" width="40" height="40" rx="3"/><rect class="cb" width="40" height="40" rx="3" fill="{fill}"/>{rim}',
    ]
    if counter.hidden:
        out.append(f'<text x="20" y="29" font-size="24" font-weight="bold" fill="{ink}">?</text></g>')
        return "".join(out)
    out.append(f'<text class="ci" x="20" y="8.6" fill="{ink}"{_fit(counter.id, 8, 37)}>{xml_text(counter.id)}</text>')
    out.append(f'<text class="cz" x="20" y="14.6" fill="{ink}">{xml_text(counter.size)}</text>' if counter.size else "")
    out.append(f'<use href="#s-{counter.symbol}" x="10" y="16" stroke="{ink}"/>' if counter.symbol else f'<text class="cv" x="20" y="26" fill="{ink}">?</text>')
    out.append(f'<text class="cv" x="20" y="38" fill="{ink}"{_fit(counter.values, 7, 37)}>{xml_text(counter.values)}</text>')
    for at, flag in enumerate(counter.flags[:3]):
        out.append(f'<text class="cf" x="5.2" y="{20 + at * 7}">{xml_text(flag)}</text>')
    if counter.steps is not None:
        left, most = counter.steps
        out += [
            f'<circle cx="35.6" cy="{number(28 - at * 4)}" r="1.5" stroke="{ink}" stroke-width=".7" fill="{ink if at < left else "none"}"/>'
            for at in range(min(most, 6))
        ]
    return "".join(out) + "</g>"


def _token(token: Chip, x: float, y: float) -> str:
    wide = max(22, min(58, 8 + 4.6 * len(token.text)))
    return (
        f'<g class="marker" data-marker={xml_attribute(token.id)}><title>{xml_text(token.title)}</title><rect x="{number(x - wide / 2)}" y="{number(y - 6)}" '
        f'width="{number(wide)}" height="12" rx="6" fill="{token.ink.fill}" stroke="#222" stroke-width=".7"/>'
        f'<text class="tk" x="{number(x)}" y="{number(y + 2.7)}" fill="{token.ink.ink}"{_fit(token.text, 10, 50)}>{xml_text(token.text)}</text></g>'
    )


def _badge(x: float, y: float, text: str, ink: str, scale: float = 1) -> str:
    wide = max(16.0, 6.2 * len(text) + 7)
    return (
        f'<g transform="translate({number(x)} {number(y)}) scale({scale:g})"><rect x="{number(-wide / 2)}" y="-8" width="{number(wide)}" height="16" rx="8" '
        f'fill="{ink}" stroke="#fff" stroke-width="1.4"/><text class="bt" y="3.7">{xml_text(text)}</text></g>'
    )


def pieces(scene: Scene, subject: Subject | None) -> list[str]:
    """The hexes of the rectangle in which a ruling is to be seen: what it is about, and the hexes next to that."""
    if subject is None:
        return []
    found = dict.fromkeys(name for name in subject.hexes() if name in scene.spots)
    for _ in range(1 if len(found) > FEW else 2):
        found.update(dict.fromkeys(near for name in list(found) for near in scene.around(name) if near in scene.spots))
    return list(found)
