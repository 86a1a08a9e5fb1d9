"""The text of a file or of standard input, with limits, whatever the file holds."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.files.fault import Broken

TEXT_LIMIT = 4_000_000  # bytes of one file
STDIN = "-"


def read_text(path: str | os.PathLike[str], limit: int = TEXT_LIMIT) -> str:
    """The text of a UTF-8 file, or of standard input for '-', with or without BOM; every line end becomes a line feed.

    Raises `Broken` if the file is missing, unreadable, a folder, no regular file, longer than `limit` bytes, or not
    UTF-8 text.
    """
    name = os.fspath(path)
    if name == STDIN:
        raw = _read_stdin(name, limit)
    else:
        raw = _read_file(name, limit)
    if len(raw) > limit:
        raise Broken(name, None, "too_many_bytes", limit=f"{limit:,}")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Broken(name, 1, "utf16")
    spot = raw.find(b"\0")
    if spot >= 0:
        raise Broken(name, _line_in(raw, spot), "nul")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # utf-8-sig counts from behind the BOM
        start = error.start + (3 if raw.startswith(b"\xef\xbb\xbf") else 0)
        raise Broken(name, _line_in(raw, start), "not_utf8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _line_in(raw: bytes, end: int) -> int:
    head = raw[:end]
    return head.count(b"\n") + head.count(b"\r") - head.count(b"\r\n") + 1


def _read_stdin(name: str, limit: int) -> bytes:
    try:
        stream = getattr(sys.stdin, "buffer", None)
        if stream is not None:
            return bytes(stream.read(limit + 1))
        return str(sys.stdin.read(limit + 1)).encode("utf-8", "surrogateescape")
    except (OSError, ValueError, AttributeError):
        raise Broken(name, None, "unreadable") from None


def _read_file(name: str, limit: int) -> bytes:
    with opening(name):
        # looked at before it is opened: opening a device can already do something, opening a pipe waits for its writer
        regular(name, os.stat(name).st_mode)
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
        handle = os.open(name, flags)
        try:
            regular(name, os.fstat(handle).st_mode)
            parts = []
            left = limit + 1  # bounded by what is read, not by the stated size: /proc files state none
            while left > 0:
                part = os.read(handle, left)
                if not part:
                    break
                parts.append(part)
                left -= len(part)
            return b"".join(parts)
        finally:
            os.close(handle)


@contextmanager
def opening(name: str) -> Iterator[None]:
    """What the system says against a file becomes `Broken`."""
    try:
        yield
    except FileNotFoundError:
        raise Broken(name, None, "missing") from None
    except PermissionError:
        raise Broken(name, None, "no_permission") from None
    except OSError as error:
        raise Broken(name, None, "unreadable_why", why=error.strerror or "?") from None
    except ValueError:
        raise Broken(name, None, "no_file_name") from None


def regular(name: str, mode: int) -> None:
    """Raises `Broken` for a folder, a device, a pipe."""
    if stat.S_ISDIR(mode):
        raise Broken(name, None, "folder")
    if not stat.S_ISREG(mode):
        raise Broken(name, None, "not_ordinary")
