"""The words of one language for one rulebook: what findings, facts, values and figures are called.

A rule speaks in keys and slots.  The words come from the rulebook's ``texts.yaml`` and from the catalogue (section ``ruling``); a key
that neither knows stands for itself, so that a missing text is ugly but never an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.files.fault import Phrase, printable
from adjudicator.ground.facts import span
from adjudicator.ground.paths import PAIRS, FactPath, parse
from adjudicator.say.catalogue import catalogue, fill

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.ruling import Finding, Need

OF_THINGS = PAIRS | {"units", "hexes", "markers", "history"}
"""Heads of facts that belong to a thing or to two hexes, in every rulebook."""
_ONE = re.compile(r"(?<![\w.,:/-])1 ([a-z]+)\b")


class Say:
    """The words of one language, for one rulebook or for none."""

    def __init__(self, lang: str, book: Rulebook | None = None) -> None:
        self.catalogue = catalogue(lang)
        self.lang = self.catalogue.lang
        self.book = book
        self.core: dict[str, Any] = self.catalogue["ruling"]
        self._texts: dict[str, Any] | None = None
        self._labels: dict[str, Any] = (book.meta.get("labels") or {}) if book is not None else {}

    def pick(self, entry: Any) -> str | None:
        """The text of an entry ``{en: …, es: …}``, or the entry itself if it is one text for all languages."""
        if isinstance(entry, dict):
            entry = entry.get(self.lang, entry.get("en"))
        return entry if isinstance(entry, str) else None

    def text(self, key: str, slots: Mapping[str, Any]) -> str:
        """The text of a key with its slots filled; without one the key in words, with what the slots hold."""
        found = self._template(key)
        if found is None:
            more = [f"{name} {self.show(content)}" for name, content in slots.items() if name not in ("where", "units")]
            return key.replace("_", " ") + (f" ({', '.join(more)})" if more else "")
        return self.singular(fill(found, {name: self.show(content) for name, content in slots.items()}).strip())

    def _template(self, key: str) -> str | None:
        """The text of a key as it is written: the rulebook's own, else the core's."""
        if self._texts is None:
            self._texts = self.book.text_file("texts.yaml") if self.book is not None else {}
        found: str | None = self.pick(self._texts.get(key)) or self.core["texts"].get(key)
        return found

    def template(self, key: str) -> str:
        """The text of a key with its slots unfilled."""
        return self._template(key) or ""

    def knows(self, key: str) -> bool:
        """Whether there is a text of that key."""
        return self._template(key) is not None

    def singular(self, text: str) -> str:
        """A text in which one of a thing is not told in the plural: ``1 step`` for ``1 steps``."""
        if "1 " not in text:
            return text
        words = dict(pair.split() for pair in self.core["singular"].values())
        return _ONE.sub(lambda found: f"1 {words.get(found[1], found[1])}", text)

    def finding(self, finding: Finding) -> str:
        """The text of a finding; a value without one is named."""
        if not finding.key:
            return f"{self.name(finding.to)} {self.show(finding.by)}" if finding.to else self.show(finding.by)
        return self.text(finding.key, finding.slots)

    def show(self, content: Any) -> str:
        """A value in words: code words of the rulebook in the player's language, numbers exact, lists with commas."""
        if isinstance(content, str):
            word = self.pick(self._labels.get(content))
            return word if word is not None else self.core["values"].get(content) or printable(content)
        if content is None:
            return str(self.core["values"]["none"])
        if content is True or content is False:
            return str(self.core["values"]["yes" if content else "no"])
        if isinstance(content, Phrase):
            return self.catalogue.phrase(content)
        if isinstance(content, Mapping):
            return ", ".join(self.deed(item) if key == "act" else f"{self._entry(key)} {self.show(item)}" for key, item in content.items())
        if isinstance(content, (list, tuple, set, frozenset)):
            return ", ".join(self.show(item) for item in content) or str(self.core["values"]["none"])
        return str(content)

    def name(self, key: str) -> str:
        """What a computed value, a ledger or a fact is called."""
        head, _, rest = key.partition(" ")
        if rest:
            return f"{self.name(head)} ({self.show(rest)})"
        return self.pick(self._labels.get(f"name.{key}")) or self.core["names"].get(key) or key.replace("_", " ")

    def _entry(self, key: Any) -> str:
        """What a key of a fact that holds several is called: a code word, or a value of a counter."""
        known = self._labels.get(key) is None and isinstance(key, str) and self._labels.get(f"name.{key}") is not None
        return self.name(key) if known else self.show(key)

    def deed(self, act: Any) -> str:
        """What an act of the history is called: by its own name, else by the rulebook's code word."""
        named = self.catalogue["table"]["deeds"].get(act) or self.show(act)
        return named.replace("_", " ") if named == act else named

    def of_unit(self, key: str) -> str:
        """What a value of a counter is called, where the same word names something else in a ruling."""
        return self.pick(self._labels.get(f"name.units.{key}")) or self.name(key)

    def cell(self, key: str) -> str:
        """What a column of a printed table that lists something by rows is called; "" if it has no name."""
        return self.pick(self._labels.get(f"cell.{key}")) or ""

    def row(self, key: str) -> str:
        """The label of a line."""
        head, _, rest = key.partition(" ")
        label = self.core["rows"].get(head)
        return f"{label or self.name(head)} ({self.show(rest)})" if rest else label or self.name(key)

    def phrase(self, key: str, **slots: Any) -> str:
        """One of the short core phrases; an entry with ``one`` and ``many`` goes by the slot ``count``."""
        entry = self.core["phrases"][key]
        if isinstance(entry, dict):
            entry = entry["one" if slots.get("count") == 1 else "many"]
        return fill(entry, {name: self.show(content) for name, content in slots.items()})

    def message(self, key: str, **slots: Any) -> str:
        """A message of the commands."""
        return fill(self.catalogue["messages"][key], self.catalogue.told(slots))

    # ---- facts ----------------------------------------------------------------------------------------------------
    def fact(self, path: str) -> str:
        """What a fact is called: ``the terrain of 2119`` for ``hexes[2119].terrain``."""
        spec, slots = self._fact(path)
        return fill(spec.get("name", path), slots)

    def typed(self, path: str, content: str) -> str:
        """How a player states that a fact has this value (given as its label), in plain words: its own sentence, else its name and the value."""
        spec, slots = self._fact(path)
        slots["key"] = slots.get("key") or self.name(path)
        plain = spec.get("name") == self.core["facts"]["units"]["name"]
        template = spec.get(content, spec.get("type")) or self._in_words(path, content, plain) or str(self.core["told"]["named"])
        sides = path.startswith("hexsides[") and self.book is not None and ("+" in content or content in (self.book.values_of("hexes[x].terrain") or ()))
        if sides or " " in slots.get("id", "") and cell_of(path) is None:  # two features of a hexside, one of hexes, a name of two words
            template = str(self.core["told"]["named"])
        return self.singular(fill(template, {**slots, "label": content, "value": self.value(content), "name": self.fact(path)}))

    def value(self, content: str) -> str:
        """The label of a value in words that a player types: town and road for ``town+road``."""
        if re.search(r"\w\+\w", content):
            return f" {self.catalogue['table']['replies']['and']} ".join(map(self.value, content.split("+")))
        return self.show(content).replace("_", " ")

    def _in_words(self, path: str, content: str, plain: bool) -> str:
        """How an entry of a printed table, or a number of a unit, is said: drm of clear: 0, the direct fire range of 1Tiger is 5. "" for others."""
        named, told = parse(path), self.core["told"]
        if cell_of(path) is not None and f"cell.{path.rpartition('.')[2]}" in self._labels:
            return f"{told['cell']}: {{value}}"
        number = plain and content.isdigit() and len(content) < 3
        return str(told["typed"]) if number and named is not None and named.head == "units" else ""

    def example(self, need: Need) -> str:
        """A value that the fact can have, to be typed."""
        return examples(self.book, need)[0]

    def _fact(self, path: str) -> tuple[Mapping[str, str], dict[str, str]]:
        named = parse(path)
        rest = named is not None and bool(named.thing) and (named.head in OF_THINGS or self.book is not None and named.head in self.book.declared.things)
        group, id_, key = path, "", ""
        if named is not None and not rest:
            group = ".".join((named.head, *named.keys))
        elif named is not None:
            group, id_, key = (named.head, named.thing, named.fact) if len(named.keys) < 4 else ("units", named.keys[2], named.keys[3])
        if group == "units" and id_.startswith("at "):  # whoever else is in that hex
            return {"name": fill(self.core["facts"]["others_there"], {"id": id_[3:]}), "type": self.core["facts"]["units_complete"]["type"]}, {"fact": path}
        if path.startswith("options.readings."):
            group, id_ = "options.readings", path.removeprefix("options.readings.")
        first, _, second = id_.partition("/")
        slots = {"fact": path, "id": id_, "key": self.name(key), "first": first, "second": second}
        specs = self.core["facts"]
        if (cell := cell_of(path)) is not None and f"cell.{cell[1]}" in self._labels:
            return {"name": specs["tables"]["cell"]}, {**slots, "id": self.show(cell[0]), "key": self.cell(cell[1])}
        if group == "markers" and key and set(" _") & set(id_):  # the trench in 1010
            slots["id"] = " ".join(self.show(word).replace("_", " ") for word in id_.split(" "))
        spec = specs.get(f"{group}.{key}" if key else group)
        if spec is None and rest:
            spec = specs.get(group.partition(".")[0], specs["units"])
        for word in ("name", "type"):  # a rulebook's own way to ask for it, and to state it
            own = self.pick(self._labels.get(f"{'fact' if word == 'name' else 'type'}.{f'{group}.{key or id_}' if rest else group}"))
            if own is not None:
                spec = {**(spec or specs[""]), word: own}
        if spec is None and named is not None and named.head == "options" and self.book is not None:
            option = self.pick((self.book.meta.get("options") or {}).get(named.keys[0] if named.keys else ""))
            spec = {"name": fill(specs["options"]["name"], {"key": option})} if option is not None else None
        spec = spec or (specs[""] if rest else {"name": self._part(named) or self.name(path)})
        if id_ and not key and "{key}" in spec.get("name", ""):  # the whole thing is meant
            spec = {**spec, **specs.get(f"{group}_all", {"name": "{id}"})}
        return spec, slots

    def _part(self, named: FactPath | None) -> str:
        """A part of the state in words: the nearest whole that has a name, and the keys that lead on from there; "" if none has."""
        if named is None:
            return ""
        for count in range(len(named.keys), -1, -1):
            whole = str(FactPath(named.head, named.keys[:count]))
            name: str = self.pick(self._labels.get(f"fact.{whole}")) or self.core["facts"].get(whole, {}).get("name", "")
            if name:
                rest = ", ".join(self.show(key).replace("_", " ") for key in named.keys[count:])
                return f"{name} ({rest})" if rest else name
        return ""


def cell_of(path: str) -> tuple[str, str] | None:
    """Row and column of an entry of a printed table that lists something by rows: tables.tec.clear.drm."""
    parts = path.split(".")
    return (parts[2], parts[3]) if len(parts) == 4 and parts[0] == "tables" else None


def examples(book: Rulebook | None, need: Need) -> list[str]:
    """Values that a fact can have, to be typed: those that were tried, else one that the rulebook lists, else a hex."""
    tried = [str(found[0] or found[1] or 0) if (found := span(name)) else name for name in need.outcomes]  # a number that is not 0, if there is one
    if tried or book is None:
        return tried or ["…"]
    return table_codes(book, need.fact)[:1] or [book.declared.example(need.fact)]


def table_codes(book: Rulebook, path: str) -> list[str]:
    """The codes that the other rows of a printed table hold, where ``path`` is an entry that nobody knows; none if it holds no codes."""
    name = path.split(".")[1] if path.startswith("tables.") and path.count(".") > 1 else ""
    table = book.tables.get(name)
    rows = table.values() if isinstance(table, Mapping) else ()
    return list(dict.fromkeys(str(row["code"]) for row in rows if isinstance(row, Mapping) and row.get("code")))
