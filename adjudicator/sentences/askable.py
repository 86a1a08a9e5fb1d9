"""What can be asked of the ruling on any act (`grammars/questions.yaml` and the lexicon of a rulebook): causes of ledger lines, figures, what is printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.sentences.bywords import Plain
from adjudicator.sentences.claims import Causes
from adjudicator.sentences.printed import Printed


class Value(NamedTuple):
    """A figure of a ruling: what names it, what it is called (`gives`), who `has` it and what is `left`; the acts that have it (`of`), its own verbs."""

    words: frozenset[str]
    gives: str
    has: str
    left: str
    counted: bool
    of: frozenset[str]
    verbs: frozenset[str]


def declared(data: Mapping[str, Any], groups: Mapping[str, Any]) -> list[Value]:
    """The figures that are declared; `groups`: names of several acts."""
    found: list[Value] = []
    for spec in data.values():
        of = " ".join(str(groups.get(name, name)) for name in str(spec.get("of", " ".join(groups))).split())
        words, verbs = (frozenset(str(spec.get(name, "")).split()) for name in ("words", "verbs"))
        gives = str(spec["gives"])
        found.append(Value(words, gives, str(spec.get("has", gives)), str(spec.get("left", "")), bool(spec.get("counted")), frozenset(of.split()), verbs))
    return found


class Asks:
    """What can be asked: causes of ledger lines, words for such lines, figures of a ruling."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.causes = [(name, _words(spec), tuple(spec["marks"].split())) for name, spec in (data.get("causes") or {}).items()]
        self.firm = frozenset(name for name, spec in (data.get("causes") or {}).items() if spec.get("firm"))
        self.claimed = frozenset(name for name, spec in (data.get("causes") or {}).items() if spec.get("claimed"))
        self.parts = _words(data.get("parts") or {})
        self.claims = Causes(self.causes, self.parts, data.get("outcomes") or {})
        asks = data.get("asks") or {}
        self.gain, self.lose = (frozenset(str(asks.get(name, "")).split()) for name in ("gain", "lose"))
        self.fields, self.worths = data.get("fields") or {}, data.get("worths") or {}  # nouns that are asked for, and the fact of a unit that each names
        self.deeds = frozenset(kind for kinds in (data.get("deeds") or {}).values() for kind in str(kinds).split())
        self.ways, self.fights = (frozenset(str((data.get("deeds") or {}).get(name, "")).split()) for name in ("way", "fight"))
        self.throws = frozenset(str((data.get("deeds") or {}).get("throw", "")).split())
        self.light = frozenset(str(asks.get("light", "")).split()) | self.gain | self.lose
        light = frozenset(f"VERB:{sense}" for sense in self.light)
        self.printed = Printed(data.get("figures") or {}, data.get("by_noun") or {}, light, data.get("everyday"))
        self.plain = Plain(data.get("plain") or {})
        self.values = declared(data.get("values") or {}, data.get("deeds") or {})
        self.dice = next(value.gives for value in self.values if "NOUN:dice" in value.words)
        self.costing = frozenset().union(*(value.of for value in self.values if value.gives == "losses"))  # acts that may take steps
        self.reckon = self.light | frozenset(str(asks.get("reckon", "")).split())


def _words(spec: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(str(spec.get("words", "")).split())
