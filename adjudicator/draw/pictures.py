"""Pictures for the commands and the table: to a terminal as letters, or into a file whose name says what it is to be."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from adjudicator.draw.letters import Letters
from adjudicator.draw.page import log_page, position_page
from adjudicator.draw.scene import Odd, Scene
from adjudicator.draw.subject import Subject, Watch, subject_of
from adjudicator.draw.svg import Svg, pieces
from adjudicator.files.fault import Broken
from adjudicator.log.reader import Log
from adjudicator.say.catalogue import reply
from adjudicator.say.output import in_color

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.ruling import Ruling
    from adjudicator.ground.situation import Situation
    from adjudicator.play.game import Game

FORMS = (".svg", ".html", ".txt")
FILE_WIDE = 200  # letters of a line in a file


def form_of(path: str) -> str | None:
    """What a file is to be, by the end of its name (one of `FORMS`); None for any other name."""
    return next(filter(path.lower().endswith, FORMS), None)


def room() -> tuple[int, int | None]:
    """Columns and rows for a picture: those of the window, 100 and any number where there is none."""
    if not sys.stdout.isatty():
        return 100, None
    size = shutil.get_terminal_size()
    return max(20, size.columns), max(10, size.lines - 6)


def on_terminal(
    book: Rulebook, position: Situation, lang: str, ruling: Ruling | None = None, around: Iterable[str] = (), color: bool | None = None,
    odd: Iterable[Odd] = (), back: Mapping[str, str] = MappingProxyType({}),
) -> str:  # fmt: skip
    """A map of letters: of a position, of the surroundings of some hexes, or of what a ruling was about (in the position before it) and the hexes
    of the retreats that it leads to, each with its rank."""
    subject = subject_of(ruling, book, position) if ruling is not None else None
    for hex_, rank in back.items():
        if subject is not None and position.grid.valid(hex_):
            subject.mark([hex_], "retreat", rank)
    wanted = [*around, *(subject.hexes() if subject is not None else ())]
    scene = Scene(book, position, lang, wanted, None, odd)
    if not scene.spots:
        return scene.text("nothing")
    part = pieces(scene, subject) or _near(scene, around)
    return Letters(scene, subject, part, room()).text(in_color() if color is None else color)


def _near(scene: Scene, around: Iterable[str]) -> list[str]:
    """Hexes with those up to two hexes away."""
    found = dict.fromkeys(name for name in around if name in scene.spots)
    for _ in range(2):
        found.update(dict.fromkeys(near for name in list(found) for near in scene.around(name) if near in scene.spots))
    return list(found)


class Pictures:
    """Draws the rulings of a game as they are made; ``shown``: with every answer, not only in a file."""

    def __init__(self, game: Game, shown: bool = True) -> None:
        assert game.book is not None
        self.book: Rulebook = game.book
        self.shown = shown
        self._start = game.situation.copy()
        self._watch = Watch(game)

    def text(self, ruling: Ruling, lang: str) -> str:
        """A map of letters of what a ruling was about."""
        return on_terminal(self.book, self._watch.before(ruling), lang, ruling)

    def data(self, ruling: Ruling) -> dict[str, Any]:
        """What a ruling was about, as JSON has it."""
        return subject_of(ruling, self.book, self._watch.before(ruling)).data()

    def write(self, path: str, rulings: Iterable[Ruling], lang: str) -> None:
        """A file: of the last ruling, or, as a page, of all of them.  Raises Broken."""
        position_file(path, self.book, self._start, lang, self.book.title, [(ruling, self._watch.before(ruling)) for ruling in rulings])


def position_file(
    path: str | None, book: Rulebook, position: Situation, lang: str, title: str, rulings: Iterable[tuple[Ruling, Situation]] = (), odd: Iterable[Odd] = ()
) -> Scene:
    """Write a picture of a position, or of the last of some rulings (each with the position before it; a page shows all of them).  None: no file."""
    made = list(rulings)
    ruling, before = made[-1] if made else (None, position)
    subject: Subject | None = subject_of(ruling, book, before) if ruling is not None else None
    scene = Scene(book, before, lang, subject.hexes() if subject is not None else (), None, odd)
    if path is None:
        return scene
    form = form_of(path)
    if form == ".html":
        text = position_page(book, position, lang, title, made, odd)
    elif form == ".svg":
        text = Svg(scene).picture(subject, pieces(scene, subject), title)
    else:
        text = Letters(scene, subject, pieces(scene, subject), (FILE_WIDE, None)).text() + "\n"
    write(path, text)
    return scene


def table_file(path: str, log: str, game: Game, lang: str) -> str:
    """A file for a session: a page of its log, or a picture of the position; what was written, in words.  Raises Broken."""
    assert game.book is not None
    if form_of(path) == ".html":
        page, seen = log_page(Log(log, getattr(game, "extra", None), True), lang, os.path.basename(log))
        write(path, page)
        return reply(lang, "draw", "written_log", file=path, turns=seen["turns"], entries=seen["entries"])
    return told(path, position_file(path, game.book, game.situation, lang, os.path.basename(log)))


def told(path: str, scene: Scene) -> str:
    """What was written, in words."""
    return reply(scene.say.lang, "draw", "written", file=path, **counts(scene))


def counts(scene: Scene) -> dict[str, int]:
    """How much is to be seen."""
    return {"hexes": len(scene.spots), "units": sum(map(len, scene.stacks.values())), "markers": sum(map(len, scene.tokens.values()))}


def write(path: str, text: str) -> None:
    """Write a file, wholly or not at all.  Raises Broken."""
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(part, path)
    except (OSError, ValueError) as error:
        try:
            os.unlink(part)
        except (OSError, ValueError):
            pass
        raise Broken(path, None, "not_written", why=getattr(error, "strerror", None) or str(error)) from None
