"""One HTML page that holds everything: the map of a position, or a turn log with a map for each turn and a picture for each ruling.

The page runs no script and loads nothing: it is read on a phone, offline, out of a mail.  Entries unfold; a box makes a map larger.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from adjudicator.draw.scene import Odd, Scene
from adjudicator.draw.subject import Subject, Watch, subject_of
from adjudicator.draw.svg import STYLE, Svg, number, pieces, stylesheet
from adjudicator.ground.ruling import LEGAL, Ruling
from adjudicator.log.reader import HEADER, REMARK, Log, Record
from adjudicator.say.catalogue import reply
from adjudicator.say.output import shown, xml_text
from adjudicator.say.page import as_text
from adjudicator.say.words import Say

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.situation import Situation

WIDE = 50  # letters of a line of a ruling: what a phone shows
SPACE = 46  # pixels of the side of a hex of a map that was made larger
_CSS = stylesheet("page")


class Page:
    """The pieces of a page, put down one after the other."""

    def __init__(self, lang: str, title: str, under: str) -> None:
        self.lang = lang
        self.title, self.under = title, under
        self.body: list[str] = []
        self.grounds: dict[str, str] = {}  # ground -> its name, each once
        self.defs = ""

    def text(self, key: str, **slots: Any) -> str:
        """A reply of the pictures, ready for the page."""
        return xml_text(reply(self.lang, "draw", key, **slots))

    def map(self, svg: Svg, subject: Subject | None = None, hexes: Iterable[str] = (), label: str = "", ground: str = "") -> str:
        """A map: of all, or of the rectangle round some hexes; the ground is written once for all maps that share it."""
        self.defs = self.defs or svg.defs()
        whole = ground or svg.ground() + svg.rings()
        name = self.grounds.setdefault(whole, f"g{len(self.grounds)}")
        left, top, wide, high = svg.box(hexes)
        return (
            f'<div class="scroll"><svg class="map" viewBox="{" ".join(map(number, (left, top, wide, high)))}" style="--w:{wide * SPACE / 36:.0f}" role="img">'
            f'<title>{xml_text(label)}</title><use href="#{name}"/>{svg.layers(subject)}</svg></div>'
        )

    def key(self, svg: Svg, subject: Subject | None = None, part: int | None = None) -> str:
        """The legend as a list."""
        rows = svg.legend(subject)[:part]
        items = "".join(f'<li><svg class="map" viewBox="-40 -36 80 72">{sample}</svg>{xml_text(text)}</li>' for sample, text in rows)
        return f'<ul class="key">{items}</ul>' if items else ""

    def board(self, svg: Svg, label: str, ground: str = "", wide_open: bool = True) -> str:
        """The whole map, unfolded or not, with a box that makes it larger, its legend and what is odd about it."""
        odd = "".join(f'<p class="odd">{xml_text(line)}</p>' for line in svg.scene.oddities())
        rest = "".join(f'<p class="note">{xml_text(line)}</p>' for line in svg.remarks()[len(svg.scene.oddities()) :])
        return (
            f'<details class="board"{" open" if wide_open else ""}><summary>{self.text("full")}</summary>'
            f'<label class="zoom"><input type="checkbox"> {self.text("larger")}</label>'
            f"{self.map(svg, label=label, ground=ground)}{self.key(svg)}{odd}{rest}</details>"
        )

    def whole(self) -> str:
        """The page."""
        grounds = "".join(f'<g id="{name}">{ground}</g>' for ground, name in self.grounds.items())
        return (
            f'<!DOCTYPE html>\n<html lang="{self.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'"><meta name="color-scheme" content="light">'
            f"<title>{xml_text(self.title)}</title><style>{_CSS}{STYLE}</style></head><body>"
            f'<svg class="defs map">{self.defs}<defs>{grounds}</defs></svg>'
            f'<header id="top"><h1>{xml_text(self.title)}</h1><p>{self.under}</p></header>{"".join(self.body)}</body></html>\n'
        )


def position_page(
    book: Rulebook, position: Situation, lang: str, title: str, subjects: Iterable[tuple[Ruling, Situation]] = (), odd: Iterable[Odd] = ()
) -> str:
    """The page of a position, and of rulings made in it (each with the position before it)."""
    page = Page(lang, title, xml_text(f"{book.title} · {book.edition}"))
    rulings = list(subjects)
    scene = Scene(book, position, lang, {name: None for ruling, before in rulings for name in subject_of(ruling, book, before).hexes()}, None, odd)
    page.body.append(f"<main>{page.board(Svg(scene), title)}{''.join(_ruled(page, book, ruling, before, scene) for ruling, before in rulings)}</main>")
    return page.whole()


def log_page(log: Log, lang: str, title: str) -> tuple[str, dict[str, int]]:
    """The page of a turn log; and how many turns, entries and unreadable lines it has.  Raises Broken if it can't be opened."""
    return _LogPage(log, lang, title).made()


class _LogPage:
    """A log on its way to a page: read once, drawn as it is read."""

    def __init__(self, log: Log, lang: str, title: str) -> None:
        self.log = log
        self.game = log.game
        self.game.full = True
        self.page = Page(lang, title, "")
        self.watch = Watch(self.game)
        self.scene: Scene | None = None  # the last one drawn: its ground is taken over
        self.ground = ""
        self.turn: Any = None
        self.links: list[list[Any]] = []  # of the turns: name, label, faults
        self.ids: list[str] = []
        self.counts = {"turns": 0, "entries": 0, "broken": 0}

    def made(self) -> tuple[str, dict[str, int]]:
        """The page, and the counts."""
        page = self.page
        body = page.body
        for record in self.log.records():
            if self.game.book is not None:
                self._turn(record)
                body.append(self._record(record))
            elif record.problem is not None:
                body.append(self._record(record))
            self.counts["broken"] += record.problem is not None and record.problem.code == 5
            self.watch.forget()
        book = self.game.book
        if book is not None and self.scene is not None:
            self.links.append(["end", page.text("end"), 0])
            body.append(f'</section><section id="end"><h2>{page.text("end")}</h2>{self._board()}')
            page.under = f"{xml_text(book.title)} · {xml_text(book.edition)} · {page.text('entries', count=self.counts['entries'])}"
        links = "".join(f'<a href="#{name}">{label}{f" <b>✕{faults}</b>" if faults else ""}</a>' for name, label, faults in self.links)
        page.body = [f"<nav>{links}</nav><main><section>", *body, "</section></main>"]
        return page.whole(), self.counts

    def _svg(self, position: Situation, hexes: Iterable[str] = ()) -> Svg:
        """The picture of a position, with the ground of the last one if it is the same."""
        assert self.game.book is not None
        self.scene = scene = Scene(self.game.book, position, self.page.lang, hexes, self.scene)
        svg = Svg(scene)
        if scene.fresh or not self.ground:
            self.ground = svg.ground() + svg.rings()
        return svg

    def _board(self) -> str:
        svg = self._svg(self.game.situation)
        return self.page.board(svg, self.page.title, self.ground) if svg.scene.spots else ""

    def _turn(self, record: Record) -> None:
        """Begin a new turn, with the map as it stood before its first entry."""
        turn = self.game.situation.known("turn")
        if self.links and (turn == self.turn or turn is None) or record.kind in (REMARK, HEADER) and not record.rulings:
            return
        self.turn = turn
        name = f"turn-{len(self.links)}"
        label = self.page.text("turn", turn=turn) if turn is not None else self.page.text("start")
        self.links.append([name, label, 0])
        self.counts["turns"] += 1
        before = self.watch.before(record.rulings[0]) if record.rulings else self.game.situation
        svg = self._svg(before)
        board = self.page.board(svg, label, self.ground) if svg.scene.spots else ""
        self.page.body.append(f'</section><section id="{name}"><h2>{label}</h2>{board}')

    def _record(self, record: Record) -> str:
        """One entry, remark or line that states something."""
        said = record.text.strip()
        if record.kind == REMARK:
            return f'<p class="note">{xml_text(said.lstrip("#> "))}</p>' if said.strip("#> -") else ""
        if not record.rulings and record.problem is None and not record.wrong:
            return f'<p class="state">{xml_text(said)}</p>' if said else ""
        book = self.game.book
        self.counts["entries"] += 1
        say = Say(self.page.lang, book)
        wrong = bool(record.wrong) or record.verdict not in (None, LEGAL) or record.problem is not None
        style = "illegal" if record.problem is not None else record.verdict or LEGAL
        word = say.core["verdicts"][
            "broken" if record.problem is not None and record.problem.code == 5 else "not_understood" if record.problem is not None else style
        ]
        if wrong and self.links:
            self.links[-1][2] += 1
        notes = [*(item.text(self.page.lang) for item in record.wrong), *(note.text(self.page.lang) for note in record.notes)]
        if record.problem is not None:
            notes.append(record.problem.text(self.page.lang, book))
        inner = "".join(f'<p class="odd">{xml_text(note)}</p>' for note in notes)
        if book is not None:
            inner += "".join(_ruled(self.page, book, ruling, self.watch.before(ruling), None, self) for ruling in record.loud(book))
        name = f"l{record.line}"
        back = f'<a href="#{self.ids[-1]}">◂ {self.page.text("line", line=self.ids[-1][1:])}</a>' if self.ids else "<i></i>"
        self.ids.append(name)
        claim = f'<span class="badge illegal">{xml_text(say.row("claim"))} ✕</span>' if record.wrong and style == LEGAL else ""
        return (
            f'<details class="entry"{" open" if wrong else ""}><summary><span class="badge {style}">{xml_text(word)}</span>{claim}{xml_text(said)} '
            f'<small>{self.page.text("line", line=record.line)}</small></summary><div id="{name}">{inner}</div><div class="go">{back}'
            f'<a href="#{self.links[-1][0] if self.links else "top"}">▴ {self.links[-1][1] if self.links else ""}</a></div></details>'
        )


def _ruled(page: Page, book: Rulebook, ruling: Ruling, before: Situation, scene: Scene | None, log: _LogPage | None = None) -> str:
    """A ruling beside its picture."""
    subject = subject_of(ruling, book, before)
    svg = log._svg(before, subject.hexes()) if log is not None else Svg(Scene(book, before, page.lang, subject.hexes(), scene))
    ground = log.ground if log is not None else ""
    said = f"<pre>{xml_text(shown(as_text(ruling, book, page.lang, False, False, WIDE)))}</pre>"
    around = pieces(svg.scene, subject)
    if not around:
        return f'<div class="both">{said}</div>'
    keys = len(dict.fromkeys(way.role for way in subject.ways)) + len({mark.what for marks in subject.marks.values() for mark in marks})
    return f'<div class="both"><div>{page.map(svg, subject, around, ruling.text, ground)}{page.key(svg, subject, keys)}</div>{said}</div>'
