"""The zip files of VASSAL: what is in them, the four ways in which a game is written, and limits for files of strangers.

Nothing is ever unpacked to disk, and nothing of a module is executed.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from dataclasses import dataclass
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from adjudicator.files.fault import Broken
from adjudicator.files.text import opening

GAME = "savedGame"
BUILD = ("buildFile.xml", "buildFile")
LARGEST = 256_000_000
"""Bytes of one entry, as it is unpacked and as it is decoded."""
DENSEST = 400
"""Times that an entry of more than a megabyte may grow when it is unpacked."""
ENTRIES = 100_000
DEEPEST = 200
"""Levels of a build file."""
STEPS = 500_000
"""Steps of a log."""
LOG = "LOG\t"
"""What a step begins with."""
XZ = b"\xfd7zXZ\x00"
NAMED = {".vmod": "module", ".mod": "module", ".vsav": "game", ".sav": "game", ".scen": "game", ".vlog": "game", ".log": "game", ".vmdx": "extension"}


class Unwanted(ValueError):
    """A document type in a build file: no module has one, and it could grow without end."""


@dataclass(frozen=True)
class About:
    """What a file says of itself: the module's name and version, the VASSAL that wrote it; "" where it does not."""

    name: str = ""
    version: str = ""
    vassal: str = ""
    description: str = ""


class Container:
    """An open zip file of VASSAL. Raises `Broken` for whatever is none."""

    def __init__(self, path: str) -> None:
        self.path = path
        with opening(path):
            try:
                with open(path, "rb") as file:
                    if file.read(2) != b"PK":
                        raise Broken(path, None, "no_vassal_file")
                self.zip = zipfile.ZipFile(path)
            except (zipfile.BadZipFile, ValueError, EOFError, NotImplementedError, RuntimeError):
                raise Broken(path, None, "no_vassal_file") from None
        infos = self.zip.infolist()
        if len(infos) > ENTRIES:
            raise Broken(path, None, "vassal_too_large", entry=f"{len(infos):,}")
        self.entries = {info.filename: info for info in infos}

    @property
    def is_module(self) -> bool:
        """Whether it holds a build file."""
        return any(name in self.entries for name in BUILD)

    @property
    def is_game(self) -> bool:
        """Whether it holds a saved game or a log."""
        return GAME in self.entries

    def read(self, name: str, limit: int = LARGEST) -> bytes | None:
        """The bytes of an entry, None if there is none of that name."""
        info = self.entries.get(name)
        if info is None:
            return None
        dense = info.file_size > 1_000_000 and info.file_size > DENSEST * max(1, info.compress_size)
        if info.file_size > limit or dense:
            raise Broken(self.path, None, "vassal_too_large", entry=name)
        try:
            with self.zip.open(info) as stream:
                raw = stream.read(limit + 1)
        except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, RuntimeError, NotImplementedError, ValueError):
            raise Broken(self.path, None, "vassal_damaged", entry=name) from None
        if len(raw) > limit:
            raise Broken(self.path, None, "vassal_too_large", entry=name)
        return raw

    def game(self) -> str:
        """The commands of a saved game or log."""
        raw = self.read(GAME)
        if raw is None:
            raise Broken(self.path, None, "no_vassal_game")
        try:
            text = decoded(raw)
        except (ValueError, lzma.LZMAError, EOFError):
            raise Broken(self.path, None, "vassal_damaged", entry=GAME) from None
        if (steps := text.count(LOG)) > STEPS:
            raise Broken(self.path, None, "vassal_too_large", entry=f"{GAME}, {steps:,} > {STEPS:,}")
        return text

    def build(self) -> Element:
        """The build file of a module."""
        for name in BUILD:
            raw = self.read(name)
            if raw is not None:
                return self._xml(raw, name)
        raise Broken(self.path, None, "no_vassal_module")

    def about(self, name: str = "moduledata") -> About:
        """What `moduledata` or `savedata` says; empty where there is none."""
        raw = self.read(name, 1_000_000)
        if raw is None:
            return About()
        root = self._xml(raw, name)
        said = {child.tag: (child.text or "").strip() for child in root}
        return About(said.get("name", ""), said.get("version", ""), said.get("VassalVersion", ""), said.get("description", ""))

    def _xml(self, raw: bytes, name: str) -> Element:
        try:
            return parsed(raw)
        except Unwanted:
            raise Broken(self.path, None, "vassal_doctype", entry=name) from None
        except (expat.ExpatError, ValueError, LookupError):
            raise Broken(self.path, None, "vassal_damaged", entry=name) from None


def parsed(raw: bytes) -> Element:
    """A tree of XML without a document type. Raises `Unwanted`, ExpatError or ValueError."""
    builder = TreeBuilder()
    depth = 0

    def unwanted(*_: object) -> None:
        raise Unwanted

    def begins(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise ValueError(tag)
        builder.start(tag, attributes)

    def ends(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = unwanted
    parser.StartElementHandler = begins
    parser.EndElementHandler = ends
    parser.CharacterDataHandler = builder.data
    parser.Parse(raw, True)
    return builder.close()


# ---- games -----------------------------------------------------------------------------------------------------------------------
def decoded(raw: bytes) -> str:
    """The text of a game: as it is, as hexadecimal digits of masked bytes, as masked bytes, or packed. Raises ValueError, LZMAError or EOFError."""
    if raw.startswith(b"!VCSK"):
        key = int(raw[5:7].decode("ascii"), 16)
        plain = bytes.fromhex(raw[7:].decode("ascii")).translate(_mask(key))
    elif raw.startswith(b"VOBS"):
        plain = raw[5:].translate(_mask(raw[4])) if len(raw) > 4 else b""
    elif raw.startswith(XZ):
        packer = lzma.LZMADecompressor(lzma.FORMAT_XZ, LARGEST)
        plain = packer.decompress(raw, LARGEST)
        if not packer.eof:  # cut off, or more than the largest
            raise EOFError
    else:
        plain = raw
    if not plain.startswith(b"begin_save"):
        raise ValueError("begin_save")
    return plain.decode("utf-8", "replace")


def encoded(text: str, key: int = 0x5A) -> bytes:
    """A game as every version of VASSAL reads it: hexadecimal digits of masked bytes."""
    return b"!VCSK" + f"{key:02x}".encode() + text.encode("utf-8").translate(_mask(key)).hex().encode("ascii")


def _mask(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


def copied_with(source: Container, text: str) -> bytes:
    """The bytes of a zip file like this one with another game in it; all other entries as they are."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, info in source.entries.items():
            raw = encoded(text) if name == GAME else source.read(name)
            new = zipfile.ZipInfo(name, info.date_time)
            new.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(new, raw or b"")
    return out.getvalue()
