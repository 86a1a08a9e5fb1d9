"""Where answers go: the language of whoever reads them, colours, the width of the terminal, and what may reach it.

Names and texts come out of files that strangers wrote.  Whatever would move a cursor, colour a line, turn the direction of writing or
end a cell is shown and not sent: `tell` for text, `json_text`, `csv_row` and `xml_text` for the other forms.
"""

from __future__ import annotations

import os
import re
import sys
from typing import Any

from adjudicator.files.fault import printable

STYLES = {"legal": "1;32", "illegal": "1;31", "undetermined": "1;33", "answer": "1;36", "noted": "1;36", "label": "2"}
_KEY = os.urandom(8).hex()  # of the colours that `paint` sets: a text that nobody here painted cannot have it
_FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20"  # what begins a formula where a spreadsheet reads a cell


def own_language() -> str:
    """The player's language, from the environment."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        setting = os.environ.get(name)
        if setting:
            return "es" if setting.lower().startswith("es") else "en"
    return "en"


def in_color() -> bool:
    """Whether the output goes to a terminal that may be coloured."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        return sys.stdout.isatty()
    except (AttributeError, ValueError):
        return False


def width() -> int:
    """Columns of the terminal, 100 where there is none."""
    try:
        if not sys.stdout.isatty():
            return 100
        columns = int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):
        return 100
    return max(40, min(160, columns or 100))


# ---- text ------------------------------------------------------------------------------------------------------------------
def paint(style: str, text: str) -> str:
    """A text in a colour, for `tell`."""
    return f"\x1b{_KEY}{STYLES[style]}m{text}\x1b{_KEY}0m"


def tinted(codes: str) -> str:
    """The start of a colour given by its numbers (``0`` = none), for `tell`."""
    return f"\x1b{_KEY}{codes}m"


def in_lines(line: str, wide: int) -> list[str]:
    """A line that is too long, broken between words, what follows set further in.  Colours take no room."""
    if _room(line) <= wide:
        return [line]
    margin = line[: len(line) - len(line.lstrip())]
    rows = [""]
    for word in re.findall(r"\s*\S+", line):
        if rows[-1].strip() and _room(rows[-1] + word) > wide:
            rows.append(f"{margin}  {word.lstrip()}")
        else:
            rows[-1] += word
    return rows


def _room(text: str) -> int:
    """Columns that a text takes at a terminal."""
    return len(re.sub(f"\x1b{_KEY}[0-9;]+m", "", text))


def shown(text: str) -> str:
    """The text as it may be sent: colours of `paint`, line ends, tabs, and what can be printed; all else is written out."""
    if text.isprintable():
        return text
    if _KEY not in text:
        return _lines(text)
    pieces = re.split(f"\x1b{_KEY}([0-9;]+m)", text)
    return "".join(f"\x1b[{piece}" if number % 2 else _lines(piece) for number, piece in enumerate(pieces))


def _lines(text: str) -> str:
    return "".join(piece if piece in ("\n", "\t") else printable(piece) for piece in re.split(r"([\n\t])", text))


class Unheard(Exception):
    """An answer could not be written: the disk is full, standard output is closed.  ``args`` = (why,)."""


def tell(text: str = "", err: bool = False) -> None:
    """Print a text on standard output, or on standard error: the one way on which text leaves the program.  Raises Unheard, BrokenPipeError."""
    stream = sys.stderr if err else sys.stdout
    if stream is None:  # closed by who started the program
        return
    try:
        stream.write(shown(text) + "\n")
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unheard(error.strerror or str(error)) from None


def clipped(text: str) -> str:
    """A message in which nothing that somebody typed is quoted at length."""
    return re.sub(r"\S{300,}", lambda found: f"{found[0][:100]}…{found[0][-20:]}", text)


# ---- other forms -----------------------------------------------------------------------------------------------------------
def json_text(data: Any, indent: int | None = None) -> str:
    """Data as JSON, letters as they are, what cannot be printed by its number."""
    import json

    text = json.dumps(data, ensure_ascii=False, indent=indent)
    if text.isprintable():
        return text
    return "".join(char if char == "\n" or char.isprintable() else json.dumps(char)[1:-1] for char in text)


def csv_row(*cells: Any) -> str:
    """A row of a CSV file, in which no cell is a formula."""
    import csv
    import io

    texts = [printable(str(cell)) for cell in cells]
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([f"'{text}" if text[:1] in _FORMULA and text else text for text in texts])
    return out.getvalue()


def xml_text(text: str) -> str:
    """A text as it may stand in an XML element."""
    return _lines(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def xml_attribute(text: str) -> str:
    """A text as the value of an XML attribute, with its quotation marks."""
    return '"' + xml_text(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;") + '"'
