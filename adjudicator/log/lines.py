"""The physical lines of a turn log, whatever bytes the file holds."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from typing import IO, NamedTuple

from adjudicator.files.text import STDIN, opening, regular
from adjudicator.say.heard import log_words

LINE_LIMIT = 20_000  # bytes of one line
FAULTS = ("utf16", "too_long", "not_text")  # what can be wrong with the bytes of a line

_RUBBISH = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


class Row(NamedTuple):
    """A physical line: its number, its text without the line end, whether it had one, and what is wrong with its bytes."""

    number: int
    text: str
    ended: bool = True
    fault: str = ""


def rows(stream: IO[bytes]) -> Iterator[Row]:
    """The lines of a log.  A run of lines that are no text gives one faulty row, the first.

    A turn pasted out of an e-mail or a forum is read as it is: the head of a message, the line before a quotation, and a signature
    (from ``--`` to the next empty line) are quotations, too.
    """
    is_mail = log_words().is_mail
    signed = False
    number = 0
    bad = False
    while True:
        raw = stream.readline(LINE_LIMIT)
        if not raw:
            return
        number += 1
        if number == 1:
            if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
                yield Row(1, "", fault="utf16")
                return
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        ended = raw.endswith(b"\n")
        if not ended and len(raw) >= LINE_LIMIT:
            while not ended and (more := stream.readline(LINE_LIMIT)):
                ended = more.endswith(b"\n")
            if not bad:
                yield Row(number, "", fault="too_long" if _is_text(raw[:200]) else "not_text")
            bad = True
            continue
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            text = "\x00"
        if not text.isprintable() and _RUBBISH.search(text):
            if not bad:
                yield Row(number, "", ended, "not_text")
            bad = True
            continue
        bad = False
        text = text.rstrip("\r\n")
        if "\r" in text:  # an old kind of line end
            *some, text = text.split("\r")
            for part in some:
                yield Row(number, part)
                number += 1
        signed = bool(text) and (signed or text.rstrip() == "--")
        yield Row(number, f"> {text}" if signed or is_mail(text) else text, ended)


def _is_text(raw: bytes) -> bool:
    return not _RUBBISH.search(raw.decode("utf-8", "replace"))


def open_log(path: str) -> IO[bytes]:
    """A log opened for reading, '-' = standard input; raises Broken."""
    if path == STDIN:
        return sys.stdin.buffer
    with opening(path):
        regular(path, os.stat(path).st_mode)
        return open(path, "rb")
