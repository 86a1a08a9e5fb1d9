"""Data out of a file, and where each piece of it stands."""

from __future__ import annotations

from adjudicator.files.fault import Broken, Phrase

TYPE_CHECKING = False  # type checkers take it for true; importing `typing` for it would cost time at every start
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Path = tuple[Any, ...]


class Spot:
    """Where a mapping or list stands: its file and line, the line of each of its values, and numbers as typed.

    `lines` maps keys (or indexes) to a line, or to (file, line) where the value came out of another file.
    """

    __slots__ = ("blocks", "file", "line", "lines", "obj", "raw", "raw_keys")

    def __init__(self, obj: Any, file: str, line: int, lines: Any) -> None:
        self.obj = obj  # kept, so that its id() stays its own
        self.file = file
        self.line = line
        self.lines = lines
        self.raw: dict[Any, str] | None = None  # key -> the number as typed, where that differs from str(value)
        self.raw_keys: dict[Any, str] | None = None  # the same of keys that are numbers
        self.blocks: dict[Any, int] | None = None  # key -> line on which the text of its literal block begins


class Document:
    """Data out of a file and where each piece of it stands. `data` is plain dict, list, str, int, float, bool, None.

    `lines` is the table of `Spot` by id() of each container, or None when the data came out of a compiled copy: the
    file is then read again, but only when somebody asks for a line. `spare` holds counters of an order of battle that
    nobody has placed.
    """

    def __init__(self, data: Any, lines: dict[int, Spot] | None = None, file: str = "situation", line: int = 1) -> None:
        self.data = data
        self.lines = lines
        self.file = file
        self.line = line
        self.spare: dict[str, dict[str, Any]] = {}
        self.read_again: Callable[[], Document] | None = None  # of a document without lines
        self._inside: Path = ()  # where in what is then read it stands
        self._again: Document | None = None

    def line_of(self, path: Iterable[Any] = ()) -> int:
        """The line (from 1) of the value at `path`, or of the nearest container that is known."""
        return self.place_of(path)[1]

    def place_of(self, path: Iterable[Any] = ()) -> tuple[str, int]:
        """File and line of the value at `path`, or of the nearest container that is known."""
        path = tuple(path)
        other = self._with_lines()
        if other is not None:
            return other.place_of((*self._inside, *path))
        place = (self.file, self.line)
        data = self.data
        for key in path:
            spot = (self.lines or {}).get(id(data))
            if spot is None:
                break
            try:
                line = spot.lines[key]
                data = data[key]
            except (KeyError, IndexError, TypeError):
                break
            place = line if isinstance(line, tuple) else (spot.file, line)
        return place

    def typed(self, path: Sequence[Any]) -> str | None:
        """A number at `path` as it was typed, where that differs from its value ('0102', '13.10'); else None."""
        return self._raw(path, keys=False)

    def typed_key(self, path: Sequence[Any]) -> str | None:
        """The same of a key, the last of `path`."""
        return self._raw(path, keys=True)

    def spot(self, path: Sequence[Any]) -> Spot | None:
        """The `Spot` of the container at `path`; None if there is none or the document came out of a compiled copy."""
        data = self.data
        for key in path:
            try:
                data = data[key]
            except (KeyError, IndexError, TypeError):
                return None
        return (self.lines or {}).get(id(data))

    def part(self, *path: Any) -> Document:
        """The piece at `path` as a document of its own (one situation of a file of cases). The path must exist."""
        data = self.data
        for key in path:
            data = data[key]
        if self.lines is None:
            piece = Document(data, None, self.file, self.line)
            piece.read_again, piece._inside = self.read_again, (*self._inside, *path)
            return piece
        file, line = self.place_of(path)
        return Document(data, self.lines, file, line)

    def broken(self, path: Iterable[Any], key: str | Phrase, /, **slots: object) -> Broken:
        """The `Broken` that blames the value at `path`."""
        path = tuple(path)
        file, line = self.place_of(path)
        found = Broken(file, line, key, **slots)
        found.path = path
        return found

    def _raw(self, path: Sequence[Any], keys: bool) -> str | None:
        other = self._with_lines()
        if other is not None:
            return other._raw((*self._inside, *path), keys)
        if not path:
            return None
        spot = self.spot(path[:-1])
        table = None if spot is None else spot.raw_keys if keys else spot.raw
        return None if table is None else table.get(path[-1])

    def _with_lines(self) -> Document | None:
        if self.lines is None and self.read_again is not None and self._again is None:
            try:
                self._again = self.read_again()
            except Broken:  # changed since: go without lines
                self.read_again = None
        return self._again
