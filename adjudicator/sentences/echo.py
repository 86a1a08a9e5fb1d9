"""What was understood, said again in canonical words of English or Spanish (`understood` of a ruling).

A sentence is put together from the declaration of the act (its roles with their relations) and the first words of the lexicon. It is told only if
it is read back as just the same act, so an echo typed again gets the same ruling; where no such sentence is found, none is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from adjudicator.files.places import LANGUAGES
from adjudicator.ground.declaration import GAINSAID
from adjudicator.language.model import Act, Aid, Entry
from adjudicator.say.catalogue import catalogue, fill
from adjudicator.sentences.forms import english_plural, english_verb, infinitive, spanish_plural, spanish_verb
from adjudicator.sentences.frames import Frame

MOST_TRIES = 12
"""So many sentences are tried for one act."""
BESIDE = frozenset(("passing", "seen", "question", GAINSAID, "ask", "given", "side", "turn", "phase", "all", "not", "described", "places"))
"""Slots that are no roles of an act."""
PLACED = {"aids": "with", "from": "from", "to": "to", "route": "to", "at": "in", "target": "in", "edge": "by"}
"""Slots that are said with a preposition, and which."""
VALUES = frozenset(("RESULT", "SIDE", "PHASE", "ORDER", "DIRECTION", "RIVER", "TERRAIN", "FEATURE", "KIND", "SIZE", "CLASS", "WEATHER", "VERDICT"))
"""Types whose values a rulebook may say in its own words."""
TIMES = frozenset(("turn", "phase", "places"))
"""Slots that only an act with a role for them can say again."""
Read = Callable[[str], Entry]
Show = Callable[[str, Any], str]
_FIRST = re.compile(r"^\W*[^\W\d_]")


class Echo:
    """Says acts of one rulebook again.

    `words` are the first words of each concept by language ("en", "es"): TYPE -> concept -> phrase. `irregular` are changes of verbs.
    """

    def __init__(self, words: Mapping[str, Mapping[str, Mapping[str, str]]], irregular: Mapping[str, str], frames: Iterable[Frame]) -> None:
        self.words = words
        self.irregular = irregular
        self.frames = list(frames)

    def act(self, act: Act, lang: str, read: Read, show: Show) -> str | None:
        """The act in canonical words, None if no sentence is found that is read back as this act.

        `read` understands a sentence (it may raise ValueError), `show` says a value of a fact in a language.
        """
        if act.slots.get("given") or "ask" in act.slots and act.slots["ask"].what not in ("may", "must", "why"):
            return None
        wanted = _told(act)
        for number, text in enumerate(self._tries(act, lang, show)):
            if number >= MOST_TRIES:
                return None
            try:
                parts = read(text).parts
            except ValueError:
                continue
            if len(parts) == 1 and isinstance(parts[0], Act) and _told(parts[0]) == wanted and not parts[0].slots.get("passing"):
                return text
        return None

    def _tries(self, act: Act, lang: str, show: Show) -> Iterator[str]:
        for frame in sorted(self.frames, key=lambda frame: frame.name != act.kind):
            if frame.kind != act.kind or frame.ask - {"tell"} and "where" not in frame.ask or not self._holds(frame, act):
                continue
            for concept in sorted(frame.verbs, key=lambda verb: (verb != frame.name, verb)):
                verb = self.words[lang]["VERB"].get(concept)
                phrases = self._phrases(frame, act, lang, show)
                if verb is not None and phrases is not None and not (act.slots.keys() & TIMES - frame.slots):
                    yield from self._sentences(act, verb, phrases, lang, show, "where" in frame.ask)
            yield from self._notes(frame, act, lang, show)

    def _notes(self, frame: Frame, act: Act, lang: str, show: Show) -> Iterator[str]:
        """A note without a verb: Return roll 47R."""
        phrases = self._phrases(frame, act, lang, show)
        if phrases is None or act.slots.keys() & (TIMES | {"not", "question", "ask", "all", "described"}) - frame.slots:
            return
        units = act.slots.get("units", ())
        who = self._joined([units] if isinstance(units, str) else [str(unit) for unit in units], lang)
        side = f"{show(lang, act.slots['side'])}" if "side" in act.slots and "side" not in frame.slots else ""
        of = self.words[lang]["REL"].get("OF", "")
        for noun in sorted(frame.nouns):
            said = self.words[lang]["NOUN"].get(noun)
            if said is not None:
                rest = " ".join(phrases)
                yield _clean(f"{side} {said} {of if who else ''} {who} {rest}.")
                yield _clean(f"{side} {said}: {who} {rest}.")

    @staticmethod
    def _holds(frame: Frame, act: Act) -> bool:
        slots = {name[:-1] if name.endswith("2") else name for name in frame.slots}
        slots |= {"to", "path"} if "route" in slots else set()
        return all(name in slots or name in BESIDE or frame.preset.get(name) == value for name, value in act.slots.items())

    # ---- phrases
    def _phrases(self, frame: Frame, act: Act, lang: str, show: Show) -> list[str] | None:
        """What stands behind the verb: each slot with its preposition; None if one of them cannot be said."""
        found: list[tuple[bool, str]] = []
        for slot, types, rels, *_ in frame.roles:
            name = slot
            if slot == "route":
                name = "path" if "path" in act.slots else "to"
            if slot in ("units", "markers") and "subj" in rels or slot.endswith("2") or name not in act.slots or frame.preset.get(name) == act.slots[name]:
                continue
            value = act.slots[name]
            if slot == "aids":
                helps = [aid for aid in value if aid.kind == "unit" and aid.support]
                found += [(True, f"{self.words[lang]['REL']['SUPPORT']} {self._joined([aid.id or '' for aid in helps], lang)}")] if helps else []
                value = [aid for aid in value if aid not in helps]
                if not value:
                    continue
            said = self._said(value, types, lang, show)
            if said is None:
                return None
            plain = "obj" in rels and (slot not in PLACED or slot == "target" or name == "path")
            plain = plain and not (slot == "target" and "target_units" in act.slots and "in" in rels)  # 9Mech in 2119
            preposition = "" if plain else self._preposition(slot, rels, lang)
            found.append((not plain, f"{preposition} {said}".strip()))
        found.sort(key=lambda each: each[0])
        return [said for _, said in found]

    def _preposition(self, slot: str, rels: frozenset[str], lang: str) -> str:
        order = ("from", "with", "to", "in", "against", "via", "by", "for", "of", "across", "on", "as", "after")
        first = PLACED.get(slot, "")
        rel = first if first in rels else next((rel for rel in order if rel in rels), "")
        words = self.words[lang]["REL"]
        return words.get(rel.upper(), "")

    def _said(self, value: Any, types: list[str], lang: str, show: Show) -> str | None:
        nouns = self.words[lang]["NOUN"]
        if isinstance(value, Aid):
            return self._aid(value, lang)
        if isinstance(value, (tuple, list)):
            if types[0] in ("path", "route") and all(isinstance(each, str) for each in value):
                return "-".join(value)
            said = [self._said(each, types, lang, show) for each in value]
            return None if any(each is None for each in said) else self._joined([str(each) for each in said], lang)
        for type_ in types:
            name, _, rest = type_.partition(">")[0].partition(":")
            concept, _, gives = rest.partition("=")
            if name == "count" and isinstance(value, int) and concept in nouns:
                return f"{value} {nouns[concept] if value == 1 else self._plural(nouns[concept], lang)}"
            if name == "noun" and (value == (gives or concept) or value is True and gives in ("", "true")):
                return nouns.get(concept)
            if name.upper() in VALUES and isinstance(value, str):
                return self.words[lang].get(name.upper(), {}).get(value) or show(lang, value)
        return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else None

    def _aid(self, aid: Aid, lang: str) -> str | None:
        noun = self.words[lang]["NOUN"].get(aid.kind)
        if aid.id is not None:
            return aid.id if aid.kind == "unit" else f"{aid.kind} {aid.id}"
        if noun is None:
            return None
        return f"{aid.count} {noun if aid.count == 1 else self._plural(noun, lang)}"

    @staticmethod
    def _plural(noun: str, lang: str) -> str:
        first, _, rest = noun.partition(" ")
        if lang == "en":
            *head, last = noun.split()
            return " ".join([*head, english_plural(last)])
        return " ".join(spanish_plural(word) for word in (first, *([rest] if rest and " " not in rest else [])))

    def _joined(self, names: list[str], lang: str) -> str:
        return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} {self.words[lang]['REL']['AND']} {names[-1]}"

    # ---- sentences
    def _sentences(self, act: Act, verb: str, phrases: list[str], lang: str, show: Show, where: bool = False) -> Iterator[str]:
        def say(key: str, **slots: str) -> str:
            return fill(catalogue(lang)["echo"][key], slots)

        units, markers, side = act.slots.get("units", ()), act.slots.get("markers", ()), act.slots.get("side")
        described = act.slots.get("described") or {}
        doers = [self._described(str(unit), described.get(unit), lang, show) for unit in ([units] if isinstance(units, str) else units)]
        if set(described) - set(units):
            return
        if not doers:
            kinds = self.words["en"]["KINDS"]
            doers = [kinds.get(str(marker), str(marker)) for marker in ([markers] if isinstance(markers, str) else markers)]
        who = self._joined(doers, lang)
        if act.slots.get("all"):
            place = act.slots.get("from") or act.slots.get("at") or act.slots.get("hexes")
            place = place[0] if isinstance(place, tuple) and len(place) == 1 else place
            if doers or side or not isinstance(place, str):
                return
            who = say("all", place=place)
            phrases = [phrase for phrase in phrases if place not in phrase.split()]
        if side:
            phrases = [who, *phrases] if doers else phrases
            who, doers = say("side", side=show(lang, side)), []
        asked = act.slots["ask"].what if "ask" in act.slots else ""
        rest = " ".join(phrases)
        base, one, many = self._forms(verb, lang)
        denied = bool(act.slots.get("not"))
        several = "_many" if len(doers) > 1 else ""
        finite = many if several else one
        said = {"who": who, "base": base, "finite": finite, "rest": rest}
        if where:
            yield _clean(say("where", modal=say(f"can{several}"), **said))
        elif act.slots.get(GAINSAID):
            if not (asked or denied):
                yield _clean(f"{who} {say(f'can_not{several}')} {base} {rest}.")
        elif act.slots.get("question"):
            modal = say(f"{'must' if asked == 'must' else 'can'}{'_not' if denied else ''}{several}")
            yield _clean(say("why" if asked == "why" else "ask", modal=modal, **said))
        elif denied:
            yield _clean(say(f"denied{several}", **said))
        else:
            yield _clean(f"{who} {finite} {rest}.")
            if not who:
                yield _clean(f"{base} {rest}.")

    @staticmethod
    def _described(unit: str, words: Mapping[str, Any] | None, lang: str, show: Show) -> str:
        """A unit with what was said of it: panzer division 16Pz, división panzer 16Pz."""
        order = ("side", "class", "kind", "size") if lang == "en" else ("size", "kind", "class", "side")
        return " ".join([*(show(lang, words[name]) for name in order if name in words), unit]) if words else unit

    def _forms(self, verb: str, lang: str) -> tuple[str, str, str]:
        """Base form, third person singular and plural, each with the words that belong to the verb."""
        lemma, _, rest = verb.partition(" ")
        tail = f" {rest}" if rest else ""
        if lang == "en":
            forms = [form for form, _ in english_verb(lemma, self.irregular)]
            return f"{forms[1]}{tail}", f"{forms[2]}{tail}", f"{forms[1]}{tail}"
        forms = [f"{form}{tail}" for form, _ in spanish_verb(lemma, self.irregular)]
        own = catalogue(lang)["echo"]["own" if infinitive(lemma) != lemma else "plain"]
        return f"{lemma}{tail}", fill(own, {"finite": forms[3]}), fill(own, {"finite": forms[4]})


def _clean(text: str) -> str:
    """The sentence with single blanks, its small words run together where a language does so, and a capital where it begins."""
    text = " ".join(text.split())
    for lang in LANGUAGES:
        for pair in filter(None, catalogue(lang)["echo"]["together"].split("; ")):
            apart, together = pair.split(" > ")
            text = re.sub(rf"\b{apart}\b", together, text)
    text = text.replace(" ?", "?").replace(" .", ".")
    return _FIRST.sub(lambda found: found[0].upper(), text) if text[-1:] == "?" else text


def _told(act: Act) -> tuple[str, str]:
    """What an act says, whatever was said beside it."""
    slots = {name: tuple(value) if isinstance(value, list) else value for name, value in act.slots.items() if name not in ("passing", "seen")}
    return act.kind, repr(sorted(slots.items(), key=lambda item: item[0]))


def compile_echo(documents: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The first words of each concept in each language, from the words files; those of a rulebook give verbs and markers only."""
    from adjudicator.language.words import phrases_of, read_words

    words: dict[str, dict[str, dict[str, str]]] = {lang: {} for lang in LANGUAGES}
    irregular: dict[str, str] = {}
    for document in documents:
        irregular.update(document.get("irregular") or {})
        own = str(document.get("language", ""))
        for type_, concept, patterns in read_words(document.get("words") or {}):
            langs = (own,) if own else ("es",) if type_ == "VERBO" else ("en",) if type_ == "VERB" else ()
            type_ = "VERB" if type_ == "VERBO" else type_
            for lang in langs:
                phrase = next(phrases_of(patterns))
                if type_ in ("P", "OF", "TO", "AND"):
                    for rel in concept.split("|") if type_ != "AND" else ("AND",):
                        words[lang].setdefault("REL", {}).setdefault(rel, phrase)
                else:
                    words[lang].setdefault(type_, {}).setdefault(concept, phrase)
        for kind, entry in (document.get("markers") or {}).items():
            for marker in entry.get("ids") or {}:
                words["en"].setdefault("KINDS", {})[str(marker)] = f"{kind} {marker}"
    for lang in LANGUAGES:
        for type_ in ("VERB", "NOUN", "SIDE", "KINDS", "REL"):
            words[lang].setdefault(type_, {})
        words[lang]["REL"] |= catalogue(lang)["echo"]["relations"]
    return {"words": words, "irregular": irregular}
