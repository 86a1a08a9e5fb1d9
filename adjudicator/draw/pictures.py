"""Pictures for the commands and the table: to a terminal as letters, or into a file whose name says what it is to be."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from adjudicator.draw.letters import Letters
from adjudicator.draw.page import position_page
from adjudicator.draw.scene import Scene
from adjudicator.draw.subject import Subject, Watch, subject_of
from adjudicator.draw.svg import Svg, pieces
from adjudicator.say.output import in_color

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.ruling import Ruling
    from adjudicator.ground.situation import Situation

FORMS = (".svg", ".html", ".txt")
FILE_WIDE = 200  # letters of a line in a file
__all__ = ["FORMS", "Watch", "data", "form_of", "on_terminal", "position_file", "write"]


def form_of(path: str) -> str | None:
    """What a file is to be, by the end of its name (one of `FORMS`); None for any other name."""
    return next(filter(path.lower().endswith, FORMS), None)


def room() -> tuple[int, int | None]:
    """Columns and rows for a picture: those of the window, 100 and any number where there is none."""
    if not sys.stdout.isatty():
        return 100, None
    size = shutil.get_terminal_size()
    return max(20, size.columns), max(10, size.lines - 6)


def on_terminal(book: Rulebook, position: Situation, lang: str, ruling: Ruling | None = None, around: Iterable[str] = (), color: bool | None = None) -> str:
    """A map of letters: of a position, of the surroundings of some hexes, or of what a ruling was about (in the position before it)."""
    subject = subject_of(ruling, book, position) if ruling is not None else None
    wanted = [*around, *(subject.hexes() if subject is not None else ())]
    scene = Scene(book, position, lang, wanted)
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


def data(ruling: Ruling, book: Rulebook, position: Situation) -> dict[str, Any]:
    """What a ruling was about, as JSON has it."""
    return subject_of(ruling, book, position).data()


def position_file(path: str, book: Rulebook, position: Situation, lang: str, title: str, rulings: Iterable[tuple[Ruling, Situation]] = ()) -> Scene:
    """Write a picture of a position, or of the last of some rulings (each with the position before it; a page shows all of them)."""
    made = list(rulings)
    ruling, before = made[-1] if made else (None, position)
    subject: Subject | None = subject_of(ruling, book, before) if ruling is not None else None
    scene = Scene(book, before, lang, subject.hexes() if subject is not None else ())
    form = form_of(path)
    if form == ".html":
        text = position_page(book, position, lang, title, made)
    elif form == ".svg":
        text = Svg(scene).picture(subject, pieces(scene, subject), title)
    else:
        text = Letters(scene, subject, pieces(scene, subject), (FILE_WIDE, None)).text() + "\n"
    write(path, text)
    return scene


def write(path: str, text: str) -> None:
    """Write a file, wholly or not at all.  Raises OSError."""
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(part, path)
    except OSError:
        try:
            os.unlink(part)
        except OSError:
            pass
        raise
