"""Compiled copies of files in the user's cache folder.

Only `os`, `sys`, `json` and `stat` are imported with the module: a one-shot `check` pays for each.
"""

from __future__ import annotations

import json
import os
import stat
import sys

TYPE_CHECKING = False  # type checkers take it for true; importing `typing` for it would cost time at every start
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


def _version() -> str:
    # not imported: the package may still be loading
    return str(getattr(sys.modules.get("adjudicator"), "__version__", "0"))


def cache_folder() -> str | None:
    """The folder for compiled copies, made if need be (mode 700); None if there can be none.

    $ADJUDICATOR_CACHE ('off' = none), else %LOCALAPPDATA% on Windows, else $XDG_CACHE_HOME or ~/.cache with
    'adjudicator', and in it one folder for each version. A folder that others own or may write to is not used: they
    could put a copy of theirs there.
    """
    chosen = os.environ.get("ADJUDICATOR_CACHE", "")
    if chosen == "off":
        return None
    if not chosen:
        base = os.environ.get("LOCALAPPDATA", "") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):  # the XDG specification: ignore relative ones
            base = os.path.join(os.path.expanduser("~"), ".cache")
        if not os.path.isabs(base):  # nobody's home
            return None
        chosen = os.path.join(base, "adjudicator")
    try:
        folder = os.path.join(os.path.abspath(chosen), _version())
        try:
            found = os.stat(folder)
        except OSError:
            os.makedirs(folder, 0o700, exist_ok=True)
            found = os.stat(folder)
        if not stat.S_ISDIR(found.st_mode):
            return None
        if os.name != "nt" and (found.st_uid != os.getuid() or found.st_mode & 0o022):
            return None
    except (OSError, ValueError):
        return None
    return folder


class NotKept(Exception):
    """Raised by what builds: the data would not survive JSON (a key that is a number)."""


def stamp(path: str) -> list[Any]:
    """The resolved path, size and times of a file.  Raises OSError, ValueError.

    The time of the last change of the file itself is one of them: nobody can set it, so an edit shows that keeps the size and puts the other time back.
    """
    real = os.path.realpath(path)
    found = os.stat(real)
    return [real, found.st_size, found.st_mtime_ns, found.st_ctime_ns]


def compiled(sources: Sequence[str | os.PathLike[str]], build: Callable[[], Any], name: str, drawn: Sequence[list[Any]] = ()) -> Any:
    """What `build()` returns, from the JSON copy of an earlier run as long as no source has changed.

    `drawn` are the stamps of further files, which `build` finds out while it builds.  The copy holds for the resolved
    paths, sizes and times of them and of `sources`, the version of the program, and the file in which `build` is
    written. What comes back has always been through JSON, so it is the same with and without a copy:
    lists for tuples, strings for the keys of mappings. A cache that is missing, unwritable or damaged costs time, never
    an answer: each copy begins with the checksum of the rest. `Broken` out of `build` passes.
    """
    import zlib

    paths = [os.path.realpath(source) for source in sources]
    key: list[Any] = [_version(), sys.version_info[0], name]
    folder = None
    code = getattr(build, "__code__", None)
    try:
        # looked at before building: what is changed meanwhile counts as changed
        key += map(stamp, [*paths, code.co_filename] if code is not None else paths)
        folder = cache_folder()
    except (OSError, ValueError):
        pass  # a source that cannot be looked at: `build` will say why
    if folder is None:
        return json.loads(json.dumps(build(), allow_nan=False))
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in name)[:40]
    crc = zlib.crc32("\n".join([name, *paths]).encode("utf-8", "surrogateescape"))
    file = os.path.join(folder, f"{plain}-{crc:08x}.json")
    try:
        kept = json.loads(_read(file, zlib.crc32))
        if isinstance(kept, dict) and kept.get("key") == key and "drawn" in kept and all(stamp(found[0]) == found for found in kept["drawn"]):
            return kept["data"]
    except (OSError, ValueError, RecursionError):
        pass
    data = build()
    text = json.dumps({"key": key, "drawn": list(drawn), "data": data}, allow_nan=False, separators=(",", ":"))
    raw = text.encode("ascii")
    _write(file, b"%08x\n" % zlib.crc32(raw) + raw)
    return json.loads(text)["data"]


def _read(file: str, checksum: Callable[[bytes], int]) -> bytes:
    """What stands in a copy; OSError or ValueError if it is no plain file or was damaged."""
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))  # a pipe in its place must not hang
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(file)
        head, _, raw = stream.read().partition(b"\n")
    if int(head, 16) != checksum(raw):
        raise ValueError(file)
    return raw


def _write(file: str, raw: bytes) -> None:
    """Write at once or not at all: a reader sees the old file or the new one, and no error is ever raised."""
    new = f"{file}.{os.getpid()}.{os.urandom(4).hex()}.new"  # tempfile would do the same, but costs an import
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(raw)
            os.replace(new, file)
        except BaseException:
            os.unlink(new)
            raise
    except (OSError, ValueError):
        pass
