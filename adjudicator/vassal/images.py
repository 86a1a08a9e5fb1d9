"""The size of a picture in pixels, read from the first bytes of a PNG, GIF, JPEG or SVG file."""

from __future__ import annotations

import re
import struct

NUMBER = rb"([0-9]{1,7}(?:\.[0-9]{0,9})?)(?![0-9.])"
"""A size in pixels: no picture has more than seven digits of them."""
SIZE = re.compile(rb"\b(width|height)\s*=\s*[\"']\s*" + NUMBER)
BOX = re.compile(rb"\bviewBox\s*=\s*[\"']\s*[-0-9.]+[ ,]+[-0-9.]+[ ,]+" + NUMBER + rb"[ ,]+" + NUMBER)
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Marks of a JPEG behind which its size stands."""


def size_of(raw: bytes) -> tuple[int, int] | None:
    """(width, height), None if the bytes are no picture of a known kind."""
    if raw[:8] == b"\x89PNG\r\n\x1a\n" and len(raw) >= 24:
        width, height = struct.unpack(">II", raw[16:24])
        return width, height
    if raw[:4] == b"GIF8" and len(raw) >= 10:
        width, height = struct.unpack("<HH", raw[6:10])
        return width, height
    if raw[:2] == b"\xff\xd8":
        return _jpeg(raw)
    head = raw[:4000]
    if b"<svg" in head:
        said = {name: float(number) for name, number in SIZE.findall(head[head.index(b"<svg") :])}
        if b"width" in said and b"height" in said:
            return int(said[b"width"]), int(said[b"height"])
        box = BOX.search(head)
        if box is not None:
            return int(float(box[1])), int(float(box[2]))
    return None


def _jpeg(raw: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(raw):
        if raw[at] != 0xFF:
            return None
        mark = raw[at + 1]
        if mark in FRAMES:
            height, width = struct.unpack(">HH", raw[at + 5 : at + 9])
            return width, height
        at += 2 if mark == 0xFF or 0xD0 <= mark <= 0xD8 else 2 + int(struct.unpack(">H", raw[at + 2 : at + 4])[0])
    return None
