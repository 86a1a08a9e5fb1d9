"""The notation of words files: patterns that stand for phrases (docs/sentences.md). No language and no rulebook is known here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MAX_PHRASES = 400
"""A pattern that expands to more phrases than this is a slip in a words file."""


def expand(pattern: str) -> list[str]:
    """All phrases of a pattern: `{a|b}` one of them, `[a|b]` one of them or none. Raises ValueError on a bracket left open."""
    if "{" not in pattern and "[" not in pattern:
        return [" ".join(pattern.split())]
    done: list[str] = [""]
    position = 0
    while position < len(pattern):
        char = pattern[position]
        if char in "{[":
            close = _closing(pattern, position)
            inner: list[str] = [""] if char == "[" else []
            for part in _alternatives(pattern[position + 1 : close]):
                inner.extend(expand(part) if part.strip() == part else [f"{part[: len(part) - len(part.lstrip())]}{p}" for p in expand(part)])
            done = [left + right for left in done for right in inner]
            position = close + 1
        else:
            done = [left + char for left in done]
            position += 1
        if len(done) > MAX_PHRASES:
            raise ValueError(f"more than {MAX_PHRASES} phrases in {pattern!r}")
    return [" ".join(phrase.split()) for phrase in done]


def _closing(pattern: str, start: int) -> int:
    depth = 0
    for index in range(start, len(pattern)):
        if pattern[index] in "{[":
            depth += 1
        elif pattern[index] in "}]":
            depth -= 1
            if not depth:
                return index
    raise ValueError(f"bracket not closed in {pattern!r}")


def _alternatives(inner: str) -> list[str]:
    parts, depth = [""], 0
    for char in inner:
        if char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
        if char == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def phrases_of(entry: Any) -> Iterator[str]:
    """The phrases of an entry: a text with `;` between patterns, or a list of such texts."""
    for text in entry if isinstance(entry, list) else [entry]:
        for pattern in str(text).split(";"):
            if pattern.strip():
                yield from expand(pattern.strip())


def read_words(section: Any) -> Iterator[tuple[str, str, Any]]:
    """(type, concept, patterns) of a section `words`: a mapping of mappings, or the same as plain text, which is quicker to read.

    As text, a line without a colon at the margin is a type, `concept: patterns` an entry, and a line that is further in
    than the one before goes on with it. Raises ValueError for a line that is none of these.
    """
    if isinstance(section, str):
        yield from _read_text(section)
        return
    for token_type, entries in section.items():
        for concept, entry in entries.items():
            yield str(token_type), str(concept), entry


def _read_text(section: str) -> Iterator[tuple[str, str, str]]:
    token_type, concept, patterns = "", "", ""
    for line in section.splitlines():
        if line.startswith("    ") and concept:
            patterns += " " + line.strip()
            continue
        if concept:
            yield token_type, concept, patterns
            concept = ""
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("  ") and ": " in line and token_type:
            concept, _, patterns = line.strip().partition(": ")
        elif not line.startswith(" ") and line.strip().isidentifier():
            token_type = line.strip()
        else:
            raise ValueError(f"no type, no concept, no further line: {line!r}")
    if concept:
        yield token_type, concept, patterns
