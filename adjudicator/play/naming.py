"""Facts said by the names by which rulings ask for them, as ``Say.typed`` recommends it: the attack factor of 47R: 3, who attacked: 16Pz and 19Pz."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from adjudicator.files.fault import Phrase
from adjudicator.files.places import LANGUAGES
from adjudicator.ground.facts import label
from adjudicator.ground.paths import PAIRS, FactPath, parse
from adjudicator.play.stating import LONGEST, called, joins, listed, read, rows
from adjudicator.say.words import Say

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.situation import Situation

HOLES = {"\u00a7": "id", "\u00b6": "other"}
"""Stand for an id, and for the other end of a hexside, in the names of facts."""
ONE, OTHER = HOLES
Parts = dict[str, str]


def named(book: Rulebook, situation: Situation, text: str) -> tuple[str, Any] | None:
    """The fact and its value if the text is ``name: value`` with the name by which a ruling asks for the fact; None if it is anything else."""
    sentence = text.strip(" .!")
    if len(text) > LONGEST or text.endswith("?") or "=" in text:
        return None
    if (phase := _phases(book).get(sentence.lower())) is not None:
        return "phase", phase
    if ":" not in text:
        return None
    low = sentence.lower()
    for lang in LANGUAGES:
        for words, form, paths in _names(book, lang):
            if not all(word in low for word in words) or (found := re.fullmatch(form, sentence, re.I)) is None:
                continue
            parts = {group: said for group, said in found.groupdict().items() if said}
            for path in map(parse, paths(situation, parts)):
                if path is None or isinstance(wanted := book.declared.type_of(path), Phrase):
                    continue
                value = _valued(book, lang, path, wanted, parts["value"])
                if book.declared.fault(path, value) is None:
                    return str(path), value
    return None


@cache
def _phases(book: Rulebook) -> dict[str, str]:
    """Each phase as it is told to be typed in each language, where its name has small words in it: fase final del escenario."""
    return {Say(lang, book).typed("phase", phase).lower(): phase for lang in LANGUAGES for phase in map(label, book.values_of("phase") or ())}


def _valued(book: Rulebook, lang: str, path: FactPath, wanted: Any, said: str) -> Any:
    """The value of a fact that is said in the words of a language."""
    say = Say(lang, book)
    each = wanted.get("list") if isinstance(wanted, dict) else None
    words = {say.value(label(value)).lower(): value for value in (*listed(book, path, wanted), *(each if isinstance(each, (list, tuple)) else ()))}
    if said.lower() in words:
        value = words[said.lower()]
        return [value] if isinstance(each, (list, tuple)) and value in each else value
    if isinstance(each, (list, tuple)) and len(several := re.split(joins(), said, flags=re.I)) > 1:
        return [words.get(part.strip().lower(), part.strip()) for part in several]
    words = {**{say.value(label(value)).lower(): label(value) for value in (True, False, None)}, str(say.core["told"]["nothing"]): "none"}
    value = read(book, path, wanted, words.get(said.lower(), said))
    if path.fact == "features" and isinstance(value, list):  # what a map calls entry_A
        return [each.replace(" ", "_") if isinstance(each, str) else each for each in value]
    return value


@cache
def _names(book: Rulebook, lang: str) -> list[tuple[list[str], str, Callable[[Situation, Parts], list[str]]]]:
    """The names by which a ruling asks for facts, in the words of a language: what stands in each beside its holes, its pattern, and the facts that it may
    mean. There are hundreds of them, so that a pattern is made only for a text that holds its words."""
    say = Say(lang, book)
    template = str(say.core["told"]["named"])
    found = []
    for name, keys, paths in _all_names(book, say):
        form = re.escape(template.format(name=name, value="\0")).replace(re.escape(name), re.escape(name) + keys).replace("\0", "(?P<value>.+)")
        for hole, group in HOLES.items():
            form = form.replace(re.escape(hole), f"(?P<{group}>.+?)", 1).replace(re.escape(hole), f"(?P={group})")
        found.append(([word for word in re.split(f"[{''.join(HOLES)}]", name.lower()) if word], form, paths))
    return found


def _all_names(book: Rulebook, say: Say) -> Iterator[tuple[str, str, Callable[[Situation, Parts], list[str]]]]:
    """Each name with its holes, the pattern of what may follow it, and the facts that it names."""
    for group, facts in book.declared.things.items():
        for key in facts:
            yield say.fact(f"{group}[{ONE}].{key}" if group not in PAIRS else f"{group}[{ONE}/{OTHER}].{key}"), "", _of_thing(book, say.lang, group, key)
    for head in PAIRS - {"hexsides"}:
        yield say.fact(f"{head}[{ONE}/{OTHER}]"), "", lambda _, parts, head=head: [f"{head}[{parts['id']}/{parts['other']}]"]  # type: ignore[misc]
    for key in {spec.removeprefix("cell.") for spec in book.meta.get("labels") or {} if spec.startswith("cell.")}:
        name = str(say.core["told"]["cell"]).format(key=say.cell(key), id=ONE)
        yield name, "", lambda _, parts, key=key: _cells(book, say.lang, parts["id"], key)  # type: ignore[misc]
    options = [f"options.{name}" for name in book.meta.get("options") or ()] + [f"options.readings.{id_}" for id_ in book.readings]
    labels = [spec.removeprefix("fact.") for spec in book.meta.get("labels") or {} if spec.startswith("fact.")]
    wholes = [*options, *book.declared.whole, *labels, *(name for name, spec in say.core["facts"].items() if name and isinstance(spec, dict))]
    words = {say.value(word): word for word in _words(book)}
    for path in dict.fromkeys(wholes):
        if path.partition(".")[0] not in (*book.declared.things, *PAIRS):
            yield say.fact(path), r"(?: \((?P<keys>[^()]+)\))?", lambda _, parts, path=path: [_part(path, parts, words)]  # type: ignore[misc]


def _words(book: Rulebook) -> Iterator[str]:
    """The words that may be keys of a table or of another fact that holds several things."""
    yield from (word for word in book.meta.get("labels") or {} if "." not in word)
    yield from book.sides
    for spec in ("hexes.terrain", "hexes.features", "hexsides.features"):
        for value in book.values_of(spec.replace(".", "[x].", 1) if spec != "hexsides.features" else "hexsides[x]") or ():
            yield from label(value).split("+")
    for table in book.tables.values():
        yield from map(str, table if isinstance(table, dict) else ())


def _cells(book: Rulebook, lang: str, row: str, key: str) -> list[str]:
    """The entries of printed tables that are called so, where the rulebook says what such an entry holds."""
    found = [f"{table}.{key}" for table in rows(book, lang, row)]
    return [path for path in found if (named := parse(path)) is not None and book.declared.type_of(named) != "any"]


def _part(path: str, parts: Parts, words: dict[str, str]) -> str:
    """The name of a fact, or of a part of it that the keys behind it lead to."""
    whole = parse(path)
    keys = tuple(words.get(key.strip(), key.strip()) for key in parts["keys"].split(",")) if "keys" in parts else ()
    return str(FactPath(whole.head, (*whole.keys, *keys))) if whole is not None and keys else path


def _of_thing(book: Rulebook, lang: str, group: str, key: str) -> Callable[[Situation, Parts], list[str]]:
    """The fact of whatever is called so."""

    def paths(situation: Situation, parts: Parts) -> list[str]:
        if group in PAIRS:
            return [f"{group}[{parts['id']}/{parts['other']}].{key}"]
        found = [f"{thing}.{key}" for thing in called(book, situation, lang, parts["id"]) if thing.startswith(f"{group}[")]
        words = parts["id"].split()
        place = group == "hexes" and not any(char.isdigit() for char in parts["id"])  # one that has a name alone
        if not found and (group == "units" or place) and all(word[0].isupper() or word[0].isdigit() for word in words):
            found = [f"{group}[{parts['id']}].{key}"]  # one of which nothing was said
        if not found and group == "markers":  # some marker of a kind
            say = Say(lang, book)
            found = [f"markers[{kind}].{key}" for kind in book.values_of("markers[x].kind") or () if parts["id"] in (kind, say.value(kind))]
        return found

    return paths
