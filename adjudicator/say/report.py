"""Putting a ruling in words: JSON for other programs (docs/formats.md, "ruling") and text for players.

A rule speaks in keys and slots.  The words come from the rulebook's ``texts.yaml`` and from ``grammars/replies.<lang>.yaml``; a
key that neither knows stands for itself, so that a missing text is ugly but never an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from adjudicator.files.cache import compiled
from adjudicator.files.places import grammars_folder
from adjudicator.files.yaml import load_yaml
from adjudicator.ground.facts import label as label_of
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Ledger, Roll, Ruling

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.ruling import Finding, Need

LANGUAGES = ("en", "es")
WIDTH = 100
MANY_ASSUMED = 6  # of more facts of one kind that are taken alike only the first is written out
TOP = ("odds", "column", "result", "drm", "modified")  # computed values that stand at the top of a JSON ruling
IN_TABLES = ("roll_table", "table_result")
_TOTALS = ("attack_total", "defense_total")
_ORDER = ("verdict", "answer", "result", "column", "drm", "modified", "odds", "cost", "stops_at", "destination", "vp", "supply", "comms")
_STYLES = {LEGAL: "1;32", ILLEGAL: "1;31", UNDETERMINED: "1;33", "answer": "1;36", "noted": "1;36", "label": "2"}
_replies: dict[str, dict[str, Any]] = {}


def replies(lang: str) -> dict[str, Any]:
    """All core texts of a language, by section; English for a language that there is none of."""
    if lang not in LANGUAGES:
        lang = "en"
    found = _replies.get(lang)
    if found is None:
        path = f"{grammars_folder()}/replies.{lang}.yaml"
        found = _replies[lang] = compiled([path], lambda: load_yaml(path), f"replies-{lang}")
    return found


_ONE = re.compile(r"(?<![\w.,:/-])1 ([a-z]+)\b")


class _Slots(dict[str, str]):
    """Slots of a text; one that was not given shows as its name in braces."""

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


def fill(text: str, slots: Mapping[str, str]) -> str:
    """A text with its slots filled in.  Raises nothing: a text with broken braces comes back as it is."""
    try:
        return text.format_map(_Slots(slots))
    except (ValueError, IndexError, KeyError, AttributeError, TypeError):
        return text


class Say:
    """The words of one language, for one rulebook or for none."""

    def __init__(self, lang: str, book: Rulebook | None = None) -> None:
        self.lang = lang if lang in LANGUAGES else "en"
        self.book = book
        self.core = replies(self.lang)
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
            return word if word is not None else self.core["values"].get(content, content)
        if content is None:
            return str(self.core["values"]["none"])
        if content is True or content is False:
            return str(self.core["values"]["yes" if content else "no"])
        if isinstance(content, Mapping):
            return ", ".join(f"{self.show(key)} {self.show(item)}" for key, item in content.items())
        if isinstance(content, (list, tuple, set, frozenset)):
            return ", ".join(self.show(item) for item in content) or str(self.core["values"]["none"])
        return str(content)

    def name(self, key: str) -> str:
        """What a computed value, a ledger or a fact is called."""
        head, _, rest = key.partition(" ")
        if rest:
            return f"{self.name(head)} ({self.show(rest)})"
        return self.pick(self._labels.get(f"name.{key}")) or self.core["names"].get(key) or key.replace("_", " ")

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
        return fill(self.core["messages"][key], {name: str(content) for name, content in slots.items()})

    # ---- facts ----------------------------------------------------------------------------------------------------
    def fact(self, path: str) -> str:
        """What a fact is called: ``the terrain of 2119`` for ``hexes[2119].terrain``."""
        spec, slots = self._fact(path)
        return fill(spec.get("name", path), slots)

    def typed(self, path: str, content: str) -> str:
        """How a player states that a fact has this value (given as its label): in plain words, else by its bracket name."""
        spec, slots = self._fact(path)
        template = spec.get(content, spec.get("type", "{fact} = {label}"))
        return self.singular(fill(template, {**slots, "label": content, "value": self.show(content)}))

    def example(self, need: Need) -> str:
        """A value that the fact can have, to be typed: one that was tried, else one that the rulebook lists, else a hex."""
        for name in need.outcomes:
            return name.partition("-")[0] if _is_range(name) else name
        path, book = need.fact, self.book
        if book is None:
            return "…"
        group, _, rest = path.partition("[")
        key = rest.partition("]")[2].removeprefix(".") or ("features" if group == "hexsides" else "")
        spec = book.facts.get(f"{group}.{key}" if rest else path)
        if spec is not None and spec.values:
            return label_of(spec.values[0])
        if path == "phase" and book.meta.get("phases"):
            return str(book.meta["phases"][0])
        if codes := table_codes(book, path):
            return codes[0]
        if key in ("at", "setup", "began_at"):
            for form in ("{:02}{:02}", "{:02}.{:02}"):
                for column in range(1, 100):
                    a_hex = form.format(column, column)
                    if book.grid.valid(a_hex):
                        return a_hex
        return "1"

    def _fact(self, path: str) -> tuple[Mapping[str, str], dict[str, str]]:
        group, _, rest = path.partition("[")
        id_, _, key = rest.partition("]")
        key = key.removeprefix(".")
        if group == "hexsides" and not key:
            key = "features"
        if path.startswith("options.readings."):
            group, id_ = "options.readings", path.removeprefix("options.readings.")
        first, _, second = id_.partition("/")
        slots = {"fact": path, "id": id_, "key": self.name(key), "first": first, "second": second}
        specs = self.core["facts"]
        spec = specs.get(f"{group}.{key}" if key else group)
        if spec is None:
            spec = specs.get(group.partition(".")[0], specs["units"] if rest else None) if rest or group.startswith("tables.") else None
        for word in ("name", "type"):  # a rulebook's own way to ask for it, and to state it
            own = self.pick(self._labels.get(f"{'fact' if word == 'name' else 'type'}.{f'{group}.{key}' if rest else path}"))
            if own is not None:
                spec = {**(spec or specs[""]), word: own}
        return spec or specs[""], slots


def table_codes(book: Rulebook, path: str) -> list[str]:
    """The codes that the other rows of a printed table hold, where ``path`` is an entry that nobody knows; none if it holds no codes."""
    name = path.split(".")[1] if path.startswith("tables.") and path.count(".") > 1 else ""
    table = book.tables.get(name)
    rows = table.values() if isinstance(table, Mapping) else ()
    return list(dict.fromkeys(str(row["code"]) for row in rows if isinstance(row, Mapping) and row.get("code")))


# ---- JSON ------------------------------------------------------------------------------------------------------------------
def plain(content: Any) -> Any:
    """What JSON can hold: fractions as exact strings, tuples and sets as lists."""
    if isinstance(content, Fraction):
        return str(content)
    if isinstance(content, Mapping):
        return {str(key): plain(item) for key, item in content.items()}
    if isinstance(content, (list, tuple)):
        return [plain(item) for item in content]
    if isinstance(content, (set, frozenset)):
        return sorted(plain(item) for item in content)
    return content if content is None or isinstance(content, (str, int, float)) else str(content)


def as_json(ruling: Ruling, book: Rulebook, lang: str = "en") -> dict[str, Any]:
    """The ruling as docs/formats.md describes it; keys that do not apply are left out."""
    say = Say(lang, book)
    computed = {key: content for key, content in ruling.computed.items() if not key.startswith("_")}
    found: dict[str, Any] = {
        "rulebook": book.id, "edition": book.edition, "declaration": ruling.text, "kind": ruling.kind, "verdict": ruling.verdict,
        "findings": [_finding(say, rule, finding) for rule, finding in ruling.findings],
    }  # fmt: skip
    for name, ledger in ruling.ledgers.items():
        found[_ledger_key(name, found)] = {
            "total": str(ledger.total),
            "ledger": [{"value": str(entry.value), "rule": entry.rule, "text": say.text(entry.key, entry.slots)} for entry in ledger],
        }
    if "odds" in computed:
        found["odds"] = plain(computed["odds"])
    if ruling.shifts:
        found["shifts"] = [_shift(say, rule, finding) for rule, finding in ruling.shifts]
    if ruling.drms:
        found["drms"] = [_shift(say, rule, finding) for rule, finding in ruling.drms]
        found["drm"] = plain(sum(finding.by for _, finding in ruling.drms))
    for name in ("drm", "modified", "column"):
        if name in computed:
            found[name] = plain(computed[name])
    if ruling.roll is not None:
        roll = ruling.roll
        found["roll"] = {"dice": roll.dice}
        if roll.stages:
            found["roll"]["stages"] = [{"name": stage.name, "dice": stage.dice, "chances": plain(stage.chances)} for stage in roll.stages]
            if roll.chances:
                found["roll"]["chances"] = plain(roll.chances)
        if _is_told(roll):
            found["roll"].update(table=plain(roll.table), chances={name: str(share) for name, share in roll.chances.items()})
    if "result" in computed:
        found["result"] = plain(computed["result"])
    found["needs"] = [_need(say, need) for need in ruling.needs]
    found["assumed"] = [_assumed(say, fact, content) for fact, content in ruling.assumed.items()]
    found["readings"] = [row for reading in ruling.readings for row in _readings(say, reading)]
    found["warnings"] = [{"rule": rule, "text": say.finding(finding)} for rule, finding in ruling.warnings]
    found["not_used"] = [str(finding.by) for _, finding in ruling.unused]
    found["computed"] = {key: plain(content) for key, content in computed.items() if key not in TOP}
    found["effects"] = plain(ruling.effects)
    found["cites"] = list(ruling.cites)
    return found


def _ledger_key(name: str, taken: Mapping[str, Any]) -> str:
    """Costs are told apart by the mobility that pays them; the first is the ``cost``."""
    return "cost" if name.startswith("cost ") and "cost" not in taken else name


def _finding(say: Say, rule: str, finding: Finding) -> dict[str, Any]:
    found: dict[str, Any] = {"rule": rule, "effect": finding.effect, "text": say.finding(finding)}
    for name in ("where", "units"):
        content = finding.slots.get(name)
        if content:
            found[name] = plain(content if isinstance(content, (list, tuple)) else [content])
    return found


def _shift(say: Say, rule: str, finding: Finding) -> dict[str, Any]:
    found: dict[str, Any] = {"by": plain(finding.by), "rule": rule, "text": say.finding(finding)}
    if "side" in finding.slots:
        found["side"] = plain(finding.slots["side"])
    return found


def _need(say: Say, need: Need) -> dict[str, Any]:
    found: dict[str, Any] = {"fact": need.fact, "rules": list(dict.fromkeys(need.rules))}
    found["outcomes"] = {name: _plain_outcome(outcome) for name, outcome in need.outcomes.items()}
    found["text"] = say.fact(need.fact)
    typed = {name: say.typed(need.fact, name) for name in need.outcomes if not _is_range(name)}
    if typed:
        found["type"] = typed
    return found


def _is_range(name: str) -> bool:
    """Whether the label of outcomes stands for several numbers."""
    first, dash, second = name.partition("-")
    return bool(dash) and first.isdigit() and second.isdigit()


def _plain_outcome(outcome: Mapping[str, Any]) -> dict[str, Any]:
    rows = {key: [{"by": plain(by), "rule": rule} for rule, by in outcome[key]] for key in ("shifts", "drms") if key in outcome}
    return {key: rows.get(key, plain(content)) for key, content in outcome.items()}


def _assumptions(say: Say, assumed: Mapping[str, Any]) -> list[str]:
    """What the defaults supplied; of many hexes or hexsides that are taken alike, the first and how many more."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for fact, content in assumed.items():
        group, _, rest = fact.partition("[")
        alike.setdefault((group, rest.partition("]")[2] if rest else fact, say.show(content)), []).append(fact)
    lines = []
    for (_, _, content), facts in alike.items():
        shown = facts if len(facts) <= MANY_ASSUMED else facts[:1]
        lines += [f"{say.fact(fact)} = {content}" for fact in shown]
        if len(shown) < len(facts):
            lines[-1] += f" {say.phrase('and_more', count=len(facts) - 1)}"
    return lines


def _assumed(say: Say, fact: str, content: Any) -> dict[str, Any]:
    found = {"fact": fact, "value": plain(content)}
    rule = _rule_of_fact(say, fact)
    return {**found, "rule": rule} if rule else found


def _rule_of_fact(say: Say, fact: str) -> str:
    group, _, rest = fact.partition("[")
    key = rest.partition("]")[2].removeprefix(".") or ("features" if group == "hexsides" else "")
    spec = say.book.facts.get(f"{group}.{key}" if rest else fact) if say.book is not None else None
    return spec.rule if spec is not None else ""


def _readings(say: Say, reading: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    """One row for each other way of reading a place; ``outcome`` is what it would change, nothing if it changes nothing."""
    for other, outcome in reading["other"].items():
        yield {
            "id": reading["id"],
            "rule": reading.get("rule", ""),
            "used": reading["used"],
            "other": other,
            "text": _choice(say, reading["id"], reading["used"]),
            "other_text": _choice(say, reading["id"], other),
            "outcome": _plain_outcome(outcome),
        }


def _choice(say: Say, id_: str, choice: str) -> str:
    spec = say.book.readings.get(id_, {}) if say.book is not None else {}
    return say.pick((spec.get("choices") or {}).get(choice)) or choice


# ---- text ------------------------------------------------------------------------------------------------------------------
class _Page:
    """Lines with a label at the left and pieces that are broken only between each other."""

    def __init__(self, say: Say, color: bool, width: int) -> None:
        self.say = say
        self.color = color
        self.width = width
        self.rows: list[tuple[str, list[str], str]] = []

    def paint(self, style: str, text: str) -> str:
        """The text in a colour, where colour is wanted."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.color and style in _STYLES else text

    def add(self, label: str, pieces: Iterable[str], between: str = ", ") -> None:
        """One line; nothing if there are no pieces."""
        kept = [piece for piece in pieces if piece]
        if kept:
            self.rows.append((label, kept, between))

    def lines(self) -> Iterable[str]:
        """All lines, with the labels aligned."""
        wide = min(max((len(label) for label, _, _ in self.rows), default=0), 24)
        for label, pieces, between in self.rows:
            margin = " " * (wide + 4)
            head = f"  {self.paint('label', label.ljust(wide))}  "
            text = ""
            room = self.width - wide - 4
            for number, piece in enumerate(pieces):
                tail = between.rstrip() if number < len(pieces) - 1 else ""
                glue = between[len(between.rstrip()) :] if text else ""
                if text and len(text) + len(glue) + len(piece) + len(tail) > room:
                    yield from _wrapped(head, margin, text, room)
                    head, text, glue = margin, "", ""
                text += glue + piece + tail
            yield from _wrapped(head, margin, text, room)


def _wrapped(head: str, margin: str, text: str, room: int) -> Iterable[str]:
    """A line, broken at blanks where a single piece is longer than the room for it."""
    while len(text) > room > 20:
        cut = text.rfind(" ", 0, room + 1)
        if cut <= 0:
            break
        yield head + text[:cut].rstrip()
        head, text = margin, text[cut:].lstrip()
    yield head + text


def as_text(
    ruling: Ruling, book: Rulebook, lang: str = "en", explain: bool = False, color: bool = False, width: int = WIDTH, claims: Iterable[str] = ()
) -> str:
    """The ruling as a player reads it: verdict, why, the figures, the table of rolls, what is missing; and what is to be said of claims."""
    say = Say(lang, book)
    page = _Page(say, color, width)
    _reasons(page, ruling, explain)
    _figures(page, ruling, explain)
    _dice(page, ruling)
    _values(page, ruling)
    page.add(say.row("then"), dict.fromkeys(effect_text(say, effect) for effect in ruling.effects))
    _missing(page, ruling)
    if ruling.assumed:
        page.add(say.row("assumed"), _assumptions(say, ruling.assumed))
    page.add(say.row("unused"), (f"{say.finding(finding)} ({rule})" for rule, finding in ruling.unused))
    for reading in ruling.readings:
        _reading(page, reading, explain)
    for rule, finding in ruling.warnings:
        page.add(say.row("warning"), [f"{say.finding(finding)} ({rule})" if rule else say.finding(finding)])
    for claim in claims:
        page.add(say.row("claim"), [claim])
    if explain:
        page.add(say.row("rules"), [f"{book.id} {', '.join(ruling.cites)}"])
    return "\n".join([_head(page, ruling, book), *page.lines()])


def is_answer(ruling: Ruling) -> bool:
    """Whether the ruling answers a question: then ``legal`` only says that it could be answered."""
    return ruling.verdict == LEGAL and "answer" in ruling.computed


def _head(page: _Page, ruling: Ruling, book: Rulebook) -> str:
    say = page.say
    style = "answer" if is_answer(ruling) else ruling.verdict
    verdict = say.core["verdicts"][style]
    if style == "answer":
        verdict += f": {say.show(ruling.computed['answer'])}"
    effects = {ILLEGAL: ("forbids",), UNDETERMINED: ("forbids", "permits")}.get(ruling.verdict, ("permits",))
    rules = dict.fromkeys(rule for rule, finding in ruling.findings if finding.effect in effects)
    cited = f"{book.id} {', '.join(rules or ruling.cites)}".strip()
    plain_head = f"{verdict}  {ruling.text}"
    gap = page.width - len(plain_head) - len(cited)
    text = f"{page.paint(style, verdict)}  {ruling.text}"
    return f"{text}{' ' * gap}{cited}" if gap >= 2 else f"{text}  ({cited})"


def _reasons(page: _Page, ruling: Ruling, explain: bool) -> None:
    """Why it is so: every fault; of what is kept, as much as a line holds; with ``explain`` everything that was looked at."""
    say = page.say
    label = say.row("why")
    faults = _told(say, ruling, ("forbids",))
    for fault in faults:
        page.add(label, [fault])
        label = ""
    if explain:
        for told in _told(say, ruling, ("permits", "defines", "value"), explain):
            page.add(label, [told])
            label = ""
        return
    if faults:
        return
    kept = _told(say, ruling, ("permits",))
    if is_answer(ruling) or not kept:
        kept = _told(say, ruling, ("value", "defines", "permits")) if is_answer(ruling) else kept
        page.add(label, kept[:4], "; ")
        return
    line: list[str] = []
    for told in kept:
        if line and len("; ".join([*line, told])) > 2 * (page.width - 12):
            break
        line.append(told)
    page.add(label, line, "; ")


def _told(say: Say, ruling: Ruling, effects: tuple[str, ...], explain: bool = False) -> list[str]:
    """What the rules with these effects say, each once, without what has a line of its own.

    What permits an act comes in falling order of rules: the nearest to the act first.
    """
    found: dict[str, dict[str, None]] = {}  # by text: the rules that say so
    own_line = () if explain else (*TOP, *IN_TABLES) if ruling.ledgers else ("odds", "column", "drm", "modified", *IN_TABLES)
    for effect in effects:
        rows = [row for row in ruling.findings if row[1].effect == effect and not (own_line and row[1].to in own_line)]
        if effect == "permits":
            rows.sort(key=lambda row: number_key(row[0]), reverse=True)
        for rule, finding in rows:
            found.setdefault(say.finding(finding), {})[rule] = None
    return [f"{text} ({', '.join(sorted(rules, key=number_key))})" for text, rules in found.items()]


def number_key(number: str) -> list[tuple[int, str]]:
    """Sort key of a printed rule number: 13.10 stands behind 13.9, 5.1m behind 5.1."""
    key = []
    for part in number.replace("#", ".").replace(" ", ".").split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        key.append((int(digits or 0), part[len(digits) :]))
    return key


def _figures(page: _Page, ruling: Ruling, explain: bool) -> None:
    say = page.say
    costs = [name for name in ruling.ledgers if name.startswith("cost ")]
    for key, ledger in ruling.ledgers.items():
        name = "cost" if costs == [key] else key
        if explain:
            wide = max(len(_signed(entry.value)) for entry in ledger) if ledger else 0
            page.add(say.row(name), [str(ledger.total)])
            for entry in ledger:
                page.add("", [f"  {_signed(entry.value).rjust(wide)}  {say.text(entry.key, entry.slots)} ({entry.rule})"])
        else:
            page.add(say.row(name), _sum(say, ledger), "")
    odds = next(((rule, finding) for rule, finding in ruling.findings if finding.to == "odds"), None)
    if "odds" in ruling.computed:
        why = f" = {say.finding(odds[1])} ({odds[0]})" if odds is not None and odds[1].key else ""
        page.add(say.row("odds"), [f"{ruling.computed['odds']}{why}"])
    for name, rows in (("shifts", [row for row in ruling.shifts if "side" not in row[1].slots or not ruling.ledgers]), ("drms", ruling.drms)):
        pieces = [f"{_signed(finding.by)} {say.finding(finding)} ({rule})" for rule, finding in rows]
        if len(pieces) > 1:
            total = sum(finding.by for _, finding in rows)
            pieces[-1] += f"  = {_signed(total)}"
        page.add(say.row(name), pieces)
    for name in ("column", "drm", "modified"):
        if name in ruling.computed:
            rules = [rule for rule, finding in ruling.findings if finding.to == name]
            told = ruling.computed[name]
            shown = _signed(told) if name == "drm" and isinstance(told, (int, Fraction)) else say.show(told)
            page.add(say.row(name), [f"{shown}{f' ({rules[-1]})' if rules else ''}"])


def _signed(number: Any) -> str:
    return f"{number}" if number < 0 else f"+{number}"  # Fraction knows no format sign


def _sum(say: Say, ledger: Ledger) -> list[str]:
    """``9 = 3 16Pz + 3 371Inf (13.8) + 1 air (13.3)``: a rule is named once for neighbours that rest on it."""
    pieces = [f"{ledger.total} ="]
    for number, entry in enumerate(ledger):
        following = ledger[number + 1] if number + 1 < len(ledger) else None
        sign = "" if number == 0 else " +" if entry.value >= 0 else " -"
        amount = abs(entry.value) if number else entry.value
        rule = "" if following is not None and following.rule == entry.rule else f" ({entry.rule})"
        pieces.append(f"{sign} {amount} {say.text(entry.key, entry.slots)}{rule}")
    return pieces


def _dice(page: _Page, ruling: Ruling) -> None:
    say = page.say
    if ruling.roll is not None and ruling.roll.stages:
        for number, stage in enumerate(ruling.roll.stages):
            told = [f"{stage.dice} {say.name(stage.name)}:", *_shares(say, stage.chances)]
            page.add("" if number else say.row("roll"), [f"{told[0]} {told[1]}", *told[2:]])
    elif ruling.roll is not None and not _is_told(ruling.roll):
        page.add(say.row("roll"), [say.phrase("to_be_thrown", dice=ruling.roll.dice)])
    elif ruling.roll is not None:
        page.add(say.row("roll"), _faces(say, ruling.roll.table), " · ")
        page.add("", _shares(say, ruling.roll.chances))
    elif "roll_table" in ruling.computed and "answer" not in ruling.computed:
        page.add(say.row("roll"), _faces(say, ruling.computed["roll_table"]), " · ")
    if "result" in ruling.computed and not is_answer(ruling):
        told = [f"{say.finding(finding)} ({rule})" for rule, finding in ruling.findings if finding.to in ("table_result", "result") and finding.key]
        page.add(say.row("result"), list(dict.fromkeys(told)) or [say.show(ruling.computed["result"])], "; ")


def _is_told(roll: Roll) -> bool:
    """Whether the dice settle a result, and not only how an act goes on."""
    return any(result is not None for result in roll.table.values())


def _faces(say: Say, table: Mapping[str, Any]) -> list[str]:
    """The table of rolls; in a long one equal neighbours are put together."""
    rows = [(str(face), say.show(result)) for face, result in table.items()]
    if len(rows) <= 6:
        return [f"{face} {result}" for face, result in rows]
    pieces: list[list[str]] = []
    for face, result in rows:
        if pieces and pieces[-1][2] == result:
            pieces[-1][1] = face
        else:
            pieces.append([face, face, result])
    return [f"{first if first == last else f'{first}-{last}'} {result}" for first, last, result in pieces]


def _shares(say: Say, chances: Mapping[str, Fraction]) -> list[str]:
    """The chance of each result, equal ones together."""
    by_share: dict[Fraction, list[str]] = {}
    for result, share in chances.items():
        by_share.setdefault(share, []).append(say.show(result))
    pieces = []
    groups = sorted(by_share.items(), reverse=True)
    for share, results in groups:
        if len(results) == 1:
            pieces.append(f"{results[0]} {share}")
        elif len(groups) > 1 and len(results) > 2 and len(results) == max(len(names) for names in by_share.values()):
            pieces.append(say.phrase("each_other", chance=share))
        else:
            pieces.append(say.phrase("each", results=", ".join(results), chance=share))
    return pieces


def _values(page: _Page, ruling: Ruling) -> None:
    """What was computed and stands on no other line."""
    say = page.say
    shown = {*TOP, *IN_TABLES, *_TOTALS, "answer"}
    pieces = []
    for rule, finding in ruling.findings:
        if finding.effect == "value" and finding.key and finding.to not in (*TOP, *IN_TABLES):
            shown.add(finding.to)
            if not is_answer(ruling):
                pieces.append(f"{say.finding(finding)} ({rule})")
    totals = {str(ledger.total) for ledger in ruling.ledgers.values()}
    for name, content in ruling.computed.items():
        told = name in shown or name.startswith("_") or (name in ruling.ledgers or name == "cost") and str(content) in totals
        if not told:
            pieces.append(f"{say.name(name)} {say.show(content)}")
    page.add(say.row("values"), dict.fromkeys(pieces))


def effect_text(say: Say, effect: Mapping[str, Any]) -> str:
    """One change of the position in words."""
    pieces = []
    if "unit" in effect:
        unit = effect["unit"]
        steps = effect.get("steps")
        if isinstance(steps, int) and steps:
            pieces.append(say.phrase("effect_steps" if steps < 0 else "effect_gains", unit=unit, count=abs(steps)))
        if effect.get("eliminated") or effect.get("removed"):
            pieces.append(say.phrase("effect_eliminated", unit=unit))
        if "at" in effect:
            pieces.append(say.phrase("effect_off" if effect["at"] in ("off_map", None) else "effect_at", unit=unit, at=effect["at"]))
        known = ("unit", "steps", "eliminated", "removed", "at")
        pieces += [say.phrase("effect_fact", name=f"{unit}: {say.name(key)}", value=content) for key, content in effect.items() if key not in known]
    elif "marker" in effect:
        gone = effect.get("removed")
        if gone or "at" in effect:
            pieces.append(say.phrase("effect_marker_off" if gone else "effect_marker", marker=effect["marker"], at=effect.get("at", "?")))
        known = ("marker", "removed", "at", "kind", "side")
        pieces += [say.phrase("effect_fact", name=f"{effect['marker']}: {say.name(key)}", value=content) for key, content in effect.items() if key not in known]
    elif "chit" in effect:
        pieces.append(say.phrase("effect_marker_off", marker=effect["chit"], at="?"))
    elif "hex" in effect:
        for key, content in effect.items():
            if key == "control":
                pieces.append(say.phrase("effect_control", hex=effect["hex"], control=content))
            elif key != "hex":
                pieces.append(say.phrase("effect_fact", name=f"{effect['hex']}: {say.name(key)}", value=content))
    elif "state" in effect:
        pieces.append(say.phrase("effect_fact", name=say.fact(effect["state"]), value=effect.get("value")))
    elif say.book is not None and any(list_["one"] in effect for list_ in (say.book.meta.get("lists") or {}).values()):
        first, *rest = effect.items()  # a thing of one of the rulebook's lists: a formation
        pieces += [say.phrase("effect_fact", name=f"{first[1]}: {say.name(key)}", value=content) for key, content in rest]
    return ", ".join(pieces)


def _missing(page: _Page, ruling: Ruling) -> None:
    """What a player has to say, what hangs on it, and how to type it."""
    say = page.say
    label = say.row("needs")
    for need in ruling.needs:
        rules = f" ({', '.join(dict.fromkeys(need.rules))})" if need.rules else ""
        groups: dict[str, list[str]] = {}
        for name, outcome in need.outcomes.items():
            groups.setdefault(outcome_text(say, outcome), []).append(say.show(name))
        arrow = say.phrase("arrow")
        pieces = [f"{ranges(names)} {arrow} {told}" for told, names in groups.items()]
        page.add(label, [f"{say.fact(need.fact)}{rules}{': ' if pieces else ''}" + "; ".join(pieces)])
        label = ""
        page.add("", [f'{say.row("type")} "{say.typed(need.fact, say.example(need))}"'])


def ranges(names: list[str]) -> str:
    """Values that give the same, numbers in a row as a range."""
    runs: list[list[str]] = []
    for name in names:
        first, _, last = name.partition("-")
        if first.isdigit() and runs and runs[-1][1].isdigit() and int(first) == int(runs[-1][1]) + 1:
            runs[-1][1] = last if last.isdigit() else first
        else:
            runs.append([first, last] if first.isdigit() and last.isdigit() else [name, name])
    return ", ".join(first if first == last else f"{first}-{last}" for first, last in runs)


def outcome_text(say: Say, outcome: Mapping[str, Any]) -> str:
    """What one value of a missing fact, or another reading, would give: the verdict if that changes, else the chief figures."""
    if not outcome:
        return say.phrase("nothing_changes")
    if outcome.get("verdict") == ILLEGAL:
        rules = outcome.get("rules")
        return say.show(ILLEGAL) + (f" ({', '.join(rules)})" if rules else "")
    keys = [key for key in _ORDER if key in outcome]
    if "verdict" in keys:  # what is allowed is what is asked; the figures follow once it is known
        keys = [key for key in keys if key in ("verdict", "answer", "result", "column")]
        outcome = {key: outcome[key] for key in keys}
    if "column" in keys:
        keys = [key for key in keys if key != "odds"]
    hidden = {*IN_TABLES, "rules"} | ({"shifts", "drms", *_TOTALS} if keys else set())
    keys += [key for key in outcome if key not in _ORDER and key not in hidden]
    pieces = []
    for key in keys[:3]:
        if key == "verdict":
            pieces.append(say.show(outcome[key]))
        elif key in ("shifts", "drms"):
            pieces.append(f"{say.name(key)} " + (", ".join(f"{_signed(by)} ({rule})" for rule, by in outcome[key]) or say.show(None)))
        else:
            pieces.append(f"{say.name(key)} {say.show(outcome[key])}")
    return ", ".join(pieces) or say.phrase("nothing_changes")


def _reading(page: _Page, reading: Mapping[str, Any], explain: bool) -> None:
    say = page.say
    for row in _readings(say, reading):
        outcome = reading["other"][row["other"]]
        if outcome or explain:
            told = outcome_text(say, outcome) if outcome else say.phrase("same_outcome")
            other = say.phrase("otherwise", choice=row["other_text"])
            page.add(say.row("reading"), [f"{row['id']} ({row['rule']}): {row['text']}; {other}: {told}"])
