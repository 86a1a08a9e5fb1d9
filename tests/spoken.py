"""The sentences of tests/sentences, with what each must be understood as, and the names they are about."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from adjudicator.language import Act, Aid, Names, Stated

ROOT = Path(__file__).resolve().parent.parent
UNITS = [
    "16Pz",
    "371Inf",
    "509Tiger",
    "19Pz",
    "9Mech",
    "47R",
    "52R",
    "4GTk",
    "10Tk",
    "68Inf",
    "18AD",
    "KPG",
    "TG",
    "9SS",
    "7GTk",
    "1ArtDiv",
    "11Pz",
    "208Inf",
    "3GM",
    "Brehmer",
    "1SSPz",
]
MARKERS = [("KG", "Br"), ("KG", "Ch")]
NAMES = Names(UNITS, MARKERS)


def _value(slot: str, text: str) -> Any:
    """A slot as written in a sentence file: `a,b` is a tuple, `air*2`, `KG:Br`, `unit:18AD`, `with:371Inf` (not in support) are aids."""
    if slot in ("aids", "without"):
        found = []
        for aid in filter(None, text.split(",")):
            kind, star, count = aid.partition("*")
            name = "?" if star else aid.partition(":")[2]
            kind = kind if star else aid.partition(":")[0]
            found.append(Aid("unit" if kind == "with" else kind, None if name == "?" else name, int(count) if star else 1, kind != "with"))
        return tuple(found)
    if slot == "places":
        return dict(pair.split(":") for pair in text.split(","))
    if slot == "described":
        described: dict[str, dict[str, str]] = {}
        for triple in text.split(","):
            unit, key, value = triple.replace("=", ":").split(":")
            described.setdefault(unit, {})[key] = value
        return described
    if text.startswith('"'):  # a value, or a row of values, with blanks in it
        text = json.loads(text)
    if "," in text:
        return tuple(part for part in text.split(",") if part)
    return int(text) if slot in ("count", "dice", "turn", "hexes", "points", "steps") and text.isdecimal() else text


def meaning_of(text: str) -> tuple[Stated | Act, ...]:
    """The parts that a line `= ...` of a sentence file stands for."""
    parts: list[Stated | Act] = []
    for part in text.split(" ; "):
        path, stated, value = part.strip().partition(" := ")
        if stated:
            parts.append(Stated(path, json.loads(value)))
            continue
        kind, *slots = re.findall(r'[^\s"=]+="[^"]*"|\S+', part)
        parts.append(Act(kind, {s.partition("=")[0]: _value(s.partition("=")[0], s.partition("=")[2]) if "=" in s else True for s in slots}, "", 0, 0))
    return tuple(parts)


def sentences(book: str) -> list[tuple[str, tuple[Stated | Act, ...]]]:
    """Every sentence of tests/sentences/BOOK_*.txt with what it must be understood as."""
    rows: list[tuple[str, tuple[Stated | Act, ...]]] = []
    meaning: tuple[Stated | Act, ...] = ()
    for path in sorted((ROOT / "tests" / "sentences").glob(f"{book}_*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("= "):
                meaning = meaning_of(line[2:])
            elif line.strip() and not line.startswith("#"):
                rows.append((line, meaning))
    return rows


SENTENCES = sentences("fpa")
