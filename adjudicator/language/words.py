"""Words files: concepts and the phrases that stand for them, compiled into one compact table.

No language and no rulebook is known here. The table is plain JSON; `lexer.Lexer` reads it.

Sections of a words file (docs/sentences.md):
`language` en or es, none for a rulebook · `words` type -> concept -> patterns · `labels` language -> concept -> what a player calls it ·
`hex` regular expression ·
`unused` type -> concepts of the core that the rulebook has no use for ·
`places` name -> hex or hexes · `markers` kind -> {words, ids: id -> patterns} · `units` ids that the book itself names ·
`ids` letters of an id -> what they may be written out as · `frames` more frames; one with the name of an earlier frame stands in its place,
null takes that one away · `always` concepts that every frame `may` have · `instead` like `words`, for phrases that mean only this, whatever
earlier files say of them · `done` verb -> what the history calls the deed.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from adjudicator.language.folding import PREP_BITS, atoms, fold
from adjudicator.language.frames import compile_frame, read_frames

MAX_PHRASES = 400
"""A pattern that expands to more phrases than this is a slip in a words file."""
VALUES = frozenset(("TERRAIN", "FEATURE", "RIVER", "CLASS", "KIND", "SIZE", "WEATHER", "STATUS"))
"""Types whose concepts are values of facts: what a rulebook calls by a phrase of the core is its own value, not the core's."""


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


class _Table:
    """Collects phrases by their first word."""

    def __init__(self) -> None:
        self.by_first: dict[str, dict[tuple[str, str, str], None]] = {}

    def add(self, phrase: str, token_type: str, value: str) -> None:
        """A phrase may mean several things, told apart by what stands around it; the first entered is the likeliest."""
        first, *rest = atoms(fold(phrase))
        self.by_first.setdefault(first, {}).setdefault((" ".join(rest), token_type, value), None)


def packed(by_first: Mapping[str, Iterable[tuple[str, str, str]]]) -> dict[str, str]:
    """One line for each meaning: rest of the phrase, type, value."""
    return {first: "\n".join("\t".join(option) for option in options) for first, options in by_first.items()}


def compile_words(documents: Iterable[Mapping[str, Any]], frames: Iterable[Any]) -> dict[str, Any]:
    """Words files and frames files, core first, as one JSON-serialisable table. Raises ValueError with the entry at fault."""
    compiled: dict[str, Any] = {"hex": r"\d{4}", "ids": {}, "kinds": {}, "units": [], "labels": {}, "done": {}, "frames": [], "words": []}
    named: dict[str, Any] = {}
    always: list[str] = []
    for document in frames:
        named.update(read_frames(document))
    documents = list(documents)
    idle = [section for document in documents for section in (document.get("unused") or {}).items()]
    unused = {(str(token_type), str(concept)) for token_type, concepts in idle for concept in concepts}
    for document in documents:
        table = _Table()
        compiled["words"].append([document.get("language", ""), table.by_first])
        _add_words(table, document, "words", unused if "language" in document else set())
        _instead(compiled["words"], _add_words(table, document, "instead"))
        _add_names(table, compiled, document)
        for language, labels in document.get("labels", {}).items():
            compiled["labels"].setdefault(language, {}).update(labels)
        named.update(read_frames(document.get("frames") or {}))
        always += document.get("always") or []
        compiled["done"].update(document.get("done") or {})
    _prefer_own(compiled["words"])
    for name, frame in named.items():
        if frame is not None:
            compiled["frames"].append(compile_frame(name, {**frame, "may": [*frame.get("may", []), *always]}, PREP_BITS))
    compiled["words"] = [[language, packed(by_first)] for language, by_first in compiled["words"]]
    return compiled


def _prefer_own(tables: list[Any]) -> None:
    """Where a rulebook gives a phrase a value of its own, the core's value of that type is taken away."""
    own = {(first, rest, type_) for language, by_first in tables if not language for first, options in by_first.items() for rest, type_, _ in options}
    ground = ("TERRAIN", "FEATURE")  # what is a feature in one book is the terrain of another
    own |= {(first, rest, other) for first, rest, type_ in own if type_ in ground for other in ground}
    for language, by_first in tables:
        for first, options in list(by_first.items()) if language else ():
            for option in [option for option in options if option[1] in VALUES and (first, *option[:2]) in own]:
                del options[option]
            if not options:
                del by_first[first]


def _add_words(
    table: _Table, document: Mapping[str, Any], section: str, unused: Container[tuple[str, str]] = ()
) -> dict[tuple[str, str], set[tuple[str, str]]]:
    """Enter a section, but for concepts that the rulebook has no use for; what was entered, by first word and rest of the phrase."""
    entered: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for token_type, concept, entry in read_words(document.get(section) or {}):
        if (token_type, concept) in unused:
            continue
        value = concept
        if token_type == "PREP":
            value = str(sum(PREP_BITS[name] for name in concept.split("|")))
        for phrase in phrases_of(entry):
            table.add(phrase, token_type, value)
            first, *rest = atoms(fold(phrase))
            entered.setdefault((first, " ".join(rest)), set()).add((token_type, value))
    return entered


def _instead(tables: list[Any], entered: Mapping[tuple[str, str], set[tuple[str, str]]]) -> None:
    """Take away what all files so far say of these phrases, except what was entered now."""
    for _, by_first in tables:
        for (first, rest), kept in entered.items():
            for option in [option for option in by_first.get(first, ()) if option[0] == rest and option[1:] not in kept]:
                del by_first[first][option]
            if first in by_first and not by_first[first]:
                del by_first[first]


def _add_names(table: _Table, compiled: dict[str, Any], document: Mapping[str, Any]) -> None:
    compiled["hex"] = document.get("hex", compiled["hex"])
    compiled["units"].extend(document.get("units") or ())
    for name, hexes in (document.get("places") or {}).items():
        for phrase in expand(name):
            table.add(phrase, "HEX", ",".join(hexes) if isinstance(hexes, list) else str(hexes))
    for short, names in (document.get("ids") or {}).items():
        compiled["ids"].setdefault(fold(short), []).extend(" ".join(atoms(fold(p))) for p in phrases_of(names))
    for kind, entry in (document.get("markers") or {}).items():
        for phrase in phrases_of(entry["words"]):
            table.add(phrase, "MARKERKIND", kind)
            compiled["kinds"].setdefault(kind, []).append(phrase)
        for marker, names in (entry.get("ids") or {}).items():
            table.add(marker, "MARKERID", f"{kind}|{marker}")
            for phrase in phrases_of(names):
                table.add(phrase, "MARKER", f"{kind}|{marker}")
