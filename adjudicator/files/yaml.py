"""YAML with limits and line numbers: what a file holds, as plain data, or a `Broken` that names the line."""

from __future__ import annotations

import os
import re

from adjudicator.files.cache import NotKept, compiled
from adjudicator.files.document import Document, Spot
from adjudicator.files.fault import Broken, Phrase, printable, show
from adjudicator.files.text import STDIN, TEXT_LIMIT, read_text

TYPE_CHECKING = False  # type checkers take it for true; importing `typing` for it would cost time at every start
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    Path = tuple[Any, ...]

DEPTH_LIMIT = 40  # mappings and lists inside one another; situations need about 8
NODE_LIMIT = 500_000  # values after aliases have been put in
ALIAS_LIMIT = 1_000
_LONG_TAG = re.compile(r"(?:^|[\s\[{,]|\":)(?P<tag>![^\s,\[\]{}\"]{1000})")
DIGIT_LIMIT = 18  # digits of a number: more is a mistake, and keeps every number within 64 bits


def load_yaml(path: str | os.PathLike[str], *, text: str | None = None, strings: Iterable[str] = (), limit: int = TEXT_LIMIT) -> Any:
    """The data of a YAML file ('-' is standard input), or of `text` with `path` as its name; see `load_document`."""
    return load_document(path, text=text, strings=strings, limit=limit).data


def load_document(
    path: str | os.PathLike[str],
    *,
    text: str | None = None,
    strings: Iterable[str] = (),
    limit: int = TEXT_LIMIT,
    cached: bool = False,
) -> Document:
    """The data of a YAML file with the line of each piece.

    `strings` are paths at which a number must have been quoted, steps parted by '/': '*' is every key or index, a last
    step '{}' the keys themselves: 'rules/*' (every entry of the list `rules`), '*/situation/hexes/{}'.
    `cached` keeps a compiled copy: the second reading takes a hundredth of the time (not for `text` or standard input).
    Raises `Broken`: unreadable file, faulty YAML, duplicate keys, several documents, tags, an alias inside itself, too
    large.
    """
    name = os.fspath(path)
    wanted = tuple(strings)
    if cached and text is None and name != STDIN:
        return _load_cached(name, wanted, limit)
    if text is None:
        text = read_text(name, limit)
    elif len(text) > limit:
        raise Broken(name, None, "too_many_characters", limit=f"{limit:,}")
    tag = _LONG_TAG.search(text) if "!" in text else None
    if tag is not None:  # ruamel takes quadratic time over it
        raise Broken(name, text.count("\n", 0, tag.start("tag")) + 1, "invalid_why", why=Phrase("long_tag"))
    document = _Builder(name, text).document()
    for pattern in wanted:
        _check_strings(document, pattern.split("/"))
    return document


def _load_cached(name: str, strings: tuple[str, ...], limit: int) -> Document:
    fresh: list[Document] = []

    def build() -> Any:
        document = load_document(name, strings=strings, limit=limit)
        fresh.append(document)
        for spot in (document.lines or {}).values():
            if isinstance(spot.obj, dict) and not all(isinstance(key, str) for key in spot.obj):
                raise NotKept
        return document.data

    try:
        data = compiled([name], build, "yaml " + " ".join(strings))
    except NotKept:
        data = None
    if fresh:
        return fresh[0]
    document = Document(data, None, name)
    document.read_again = lambda: load_document(name)
    return document


def must_quote(typed: object) -> Phrase:
    """What to tell somebody who wrote a number where a hex, rule number or name belongs."""
    return Phrase("must_quote", typed=printable(typed) if isinstance(typed, str) else typed)


def _check_strings(document: Document, steps: list[str]) -> None:
    def walk(data: Any, path: Path, left: list[str]) -> None:
        if not left:
            if isinstance(data, (int, float)):
                raise document.broken(path, must_quote(document.typed(path) or show(data)))
        elif left == ["{}"]:
            for key in data if isinstance(data, dict) else ():
                if not isinstance(key, str):
                    raise document.broken((*path, key), must_quote(document.typed_key((*path, key)) or show(key)))
        elif left[0] == "*":
            for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
                walk(data[key], (*path, key), left[1:])
        elif isinstance(data, dict) and left[0] in data:
            walk(data[left[0]], (*path, left[0]), left[1:])

    walk(document.data, (), steps)


_NUMBER_START = frozenset("+-.0123456789")
_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?\Z")
_OTHER_BASE = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z")
_NO_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")
_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip


def scalar(text: str) -> Any:
    """The value of an unquoted YAML 1.2 scalar: number, truth value, None or the text itself.

    Raises ValueError, with the key of a fault, for numbers that no game needs (infinite, none at all, more than 18 digits).
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_START:
        return text
    if _INTEGER.match(text):
        if len(text) > DIGIT_LIMIT:
            raise ValueError("many_digits")
        return int(text)
    if _FLOAT.match(text):
        value = float(text) if len(text) <= 2 * DIGIT_LIMIT else 1e999
        if not -1e18 < value < 1e18 or value and -1e-18 < value < 1e-18:
            raise ValueError("many_digits")
        return value
    if _OTHER_BASE.match(text):
        if len(text) > DIGIT_LIMIT:
            raise ValueError("many_digits")
        return int(text, 0)
    if _NO_NUMBER.match(text):
        raise ValueError("no_number")
    return text


# What ruamel says is wrong, in its own words, and the key of what we say.
_PROBLEMS = (
    (r"'\\t'", "tab"),
    (r"mapping values are not allowed", "colon"),
    (r"found undefined tag handle", "tags"),
    (r"^expected the node content, but found (?P<found>.+)", "expected_value"),
    (r"^expected <block end>, but found (?P<found>.+)", "expected_end"),
    (r"^expected (?P<wanted>.+), but found (?P<found>.+)", "expected_other"),
    (r"^expected (?P<wanted>.+), but got (?P<found>.+)", "expected_got"),
    (r"^could not find expected ':'", "expected_colon"),
    (r"^found unexpected end of stream", "early_end"),
    (r"^found unknown escape character (?P<found>.+)", "unknown_escape"),
    (r"^found character (?P<found>.+) that cannot start any token", "bad_start"),
)
_NO_KEY: Any = object()
_STR_TAGS = ("tag:yaml.org,2002:str", "!")


class _Builder:
    """Builds the data straight from the events of ruamel's parser, in one pass and without recursion.

    ruamel's own composer and constructor are left out: they build a tree of nodes first (slower), recurse (a deep file
    ends in RecursionError), share what aliases name (a small file can unfold to any size), and know no limits.
    """

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.spots: dict[int, Spot] = {}
        # value, number of values in it, height; None: still open
        self.anchors: dict[str, tuple[Any, int, int] | None] = {}
        self.aliases = 0

    def document(self) -> Document:
        """Parse. Raises `Broken`."""
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError

        yaml: Any = YAML(typ="safe", pure=True)
        events = yaml.parse(self.text)
        try:
            data, line = self.build(events)
        except Broken:
            raise
        except MarkedYAMLError as error:
            raise self.marked(error) from None
        except YAMLError as error:
            position = getattr(error, "position", None)
            if position is None:
                raise Broken(self.file, self.here(yaml), "invalid") from None
            character = getattr(error, "character", 0)
            line = self.text.count("\n", 0, position) + 1
            raise Broken(self.file, line, "bad_character", character=repr(character)) from None
        except RecursionError:
            raise Broken(self.file, self.here(yaml), "too_deep", limit=DEPTH_LIMIT) from None
        except Exception:
            raise Broken(self.file, self.here(yaml), "invalid") from None
        finally:
            events.close()
        return Document(data, self.spots, self.file, line)

    def here(self, yaml: Any) -> int | None:
        """The line at which the parser stands."""
        try:
            return min(int(yaml.reader.line), self.text.count("\n")) + 1
        except Exception:
            return None

    def marked(self, error: Any) -> Broken:
        mark = error.problem_mark or error.context_mark
        line = None if mark is None else min(mark.line, self.text.rstrip("\n").count("\n")) + 1
        problem = printable(error.problem or error.context or "")[:200]
        found = next(((key, match) for pattern, key in _PROBLEMS if (match := re.search(pattern, problem)) is not None), None)
        why = Phrase(found[0], **found[1].groupdict()) if found is not None else problem or Phrase("not_understood")
        since = error.context_mark
        if since is not None and line is not None and since.line + 1 < line:
            return Broken(self.file, line, "invalid_since", why=why, line=since.line + 1)
        return Broken(self.file, line, "invalid_why", why=why)

    def fail(self, event: Any, key: str, /, **slots: object) -> Broken:
        return Broken(self.file, event.start_mark.line + 1, key, **slots)

    def build(self, events: Iterator[Any]) -> tuple[Any, int]:
        """The data and the line where it begins. One loop over all events: this is the hot path of reading YAML."""
        from ruamel.yaml.events import (
            AliasEvent,
            DocumentStartEvent,
            MappingEndEvent,
            MappingStartEvent,
            ScalarEvent,
            SequenceEndEvent,
            SequenceStartEvent,
        )

        file, spots, anchors = self.file, self.spots, self.anchors
        known: dict[str, Any] = {}  # plain scalar -> value: the same few words come over and over
        stack: list[tuple[Any, Spot | None, Any, bool, str | None, int, int]] = []
        result: Any = None
        result_line = 1
        documents = 0
        nodes = 0
        obj: Any = None  # the open container: its spot, the key that waits for its value, whether it is a mapping
        spot: Any = None
        key: Any = _NO_KEY
        mapping = False
        anchor: str | None = None  # of the open container, number of values before it, height of what it holds so far
        before = 0
        height = 0
        for event in events:
            kind = type(event)
            typed: str | None = None
            if kind is ScalarEvent:
                line = event.start_mark.line + 1
                value = event.value
                if event.implicit[0]:
                    if event.ctag is None:  # plain; "!" would make it a string
                        typed = value
                        try:
                            value = known[typed]
                        except KeyError:
                            try:
                                value = known[typed] = scalar(typed)
                            except ValueError as error:
                                raise self.fail(event, str(error), value=show(typed)) from None
                        typed = None if value.__class__ is str else typed
                elif event.ctag is not None and event.tag not in _STR_TAGS:
                    raise self.fail(event, "tag", tag=show(event.tag))
                nodes += 1
                if event.anchor is not None:
                    anchors[event.anchor] = (value, 1, 0)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                line = event.start_mark.line + 1
                if mapping and key is _NO_KEY:
                    raise self.fail(event, "key_no_word")
                if event.ctag is not None and event.tag != ("tag:yaml.org,2002:map" if kind is MappingStartEvent else "tag:yaml.org,2002:seq"):
                    raise self.fail(event, "tag", tag=show(event.tag))
                if len(stack) >= DEPTH_LIMIT:
                    raise self.fail(event, "too_deep", limit=DEPTH_LIMIT)
                stack.append((obj, spot, key, mapping, anchor, before, height))
                mapping = kind is MappingStartEvent
                anchor = event.anchor
                if anchor is not None:
                    anchors[anchor] = None
                before = nodes
                height = 0
                nodes += 1
                key = _NO_KEY
                if mapping:
                    obj = {}
                    spot = Spot(obj, file, line, {})
                else:
                    obj = []
                    spot = Spot(obj, file, line, [])
                spots[id(obj)] = spot
                continue
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                value = obj
                line = spot.line
                if mapping and spot.raw_keys is not None and "<<" in spot.raw_keys:
                    self.merge(obj, spot)
                if anchor is not None:
                    anchors[anchor] = (obj, nodes - before, height + 1)
                inner = height + 1
                obj, spot, key, mapping, anchor, before, height = stack.pop()
                if inner > height:
                    height = inner
            elif kind is AliasEvent:
                line = event.start_mark.line + 1
                value, size, inner = self.alias(event)
                nodes += size
                if len(stack) + inner > DEPTH_LIMIT:
                    raise self.fail(event, "too_deep", limit=DEPTH_LIMIT)
                if nodes > NODE_LIMIT:
                    raise self.fail(event, "too_many_values_put_in", limit=f"{NODE_LIMIT:,}")
                if inner:
                    value = self.copy(value)
                    if inner > height:
                        height = inner
            elif kind is DocumentStartEvent:
                documents += 1
                if documents > 1:
                    raise self.fail(event, "second_document")
                if event.version is not None and tuple(event.version) != (1, 2):
                    raise self.fail(event, "yaml_version")
                continue
            else:
                continue
            # value is complete: hand it to what is open
            if mapping:
                if key is _NO_KEY:
                    if value is None or isinstance(value, (dict, list)):
                        raise self.fail(event, "no_key")
                    if value in obj:
                        first = spot.lines[value]
                        raise self.fail(event, "key_twice", key=show(value), line=first)
                    key = value
                    spot.lines[key] = line
                    obj[key] = None  # so that a key seen twice is found at once, and the order is that of the file
                    if typed is None:
                        typed = "" if value == "<<" and kind is ScalarEvent and event.implicit[0] else value
                    if typed != str(value):  # a merge key is noted as '', so that a quoted "<<" is none
                        if spot.raw_keys is None:
                            spot.raw_keys = {}
                        spot.raw_keys[key] = typed
                else:
                    if typed is not None and value is not None and typed != str(value):
                        if spot.raw is None:
                            spot.raw = {}
                        spot.raw[key] = typed
                    elif kind is ScalarEvent and event.style == "|":
                        if spot.blocks is None:
                            spot.blocks = {}
                        spot.blocks[key] = line + 1
                    obj[key] = value
                    key = _NO_KEY
            elif obj is not None:
                if typed is not None and value is not None and typed != str(value):
                    if spot.raw is None:
                        spot.raw = {}
                    spot.raw[len(obj)] = typed
                obj.append(value)
                spot.lines.append(line)
            else:
                result = value
                result_line = line
            if nodes > NODE_LIMIT:
                raise self.fail(event, "too_many_values", limit=f"{NODE_LIMIT:,}")
        return result, result_line

    def alias(self, event: Any) -> tuple[Any, int, int]:
        self.aliases += 1
        if self.aliases > ALIAS_LIMIT:
            raise self.fail(event, "too_many_aliases", limit=f"{ALIAS_LIMIT:,}")
        try:
            found = self.anchors[event.anchor]
        except KeyError:
            raise self.fail(event, "alias_of_nothing", name=printable(str(event.anchor)[:40])) from None
        if found is None:
            raise self.fail(event, "alias_of_itself", name=printable(str(event.anchor)[:40]))
        return found

    def copy(self, value: Any) -> Any:
        """What an alias names, anew: a shared mapping changed in one place would change in the other too."""
        if not isinstance(value, (dict, list)):
            return value
        new: Any
        if isinstance(value, dict):
            new = {key: self.copy(item) for key, item in value.items()}
        else:
            new = [self.copy(item) for item in value]
        old = self.spots[id(value)]
        spot = Spot(new, old.file, old.line, old.lines)
        spot.raw, spot.raw_keys, spot.blocks = old.raw, old.raw_keys, old.blocks
        self.spots[id(new)] = spot
        return new

    def merge(self, obj: dict[Any, Any], spot: Spot) -> None:
        """Put the mappings named under '<<' in, behind what stands in the mapping itself."""
        given = obj.pop("<<")
        line = spot.lines.pop("<<")
        for other in given if isinstance(given, list) else [given]:
            if not isinstance(other, dict):
                raise Broken(self.file, line, "merge_no_mapping")
            source = self.spots[id(other)]
            for key, value in other.items():
                if key not in obj:
                    obj[key] = value
                    spot.lines[key] = source.lines[key]
                    if source.raw is not None and key in source.raw:
                        spot.raw = {**(spot.raw or {}), key: source.raw[key]}
                    if source.blocks is not None and key in source.blocks:
                        spot.blocks = {**(spot.blocks or {}), key: source.blocks[key]}
