"""A ruling as a short text to paste into a chat or to print: declaration, facts, edition, numbers, result."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from adjudicator.say.catalogue import reply
from adjudicator.say.output import width
from adjudicator.say.page import as_text
from adjudicator.table.show import View

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.log.reader import Record
    from adjudicator.play.game import Game

WIDE = 72


def slip(record: Record, game: Game, lang: str, before: Situation | None = None) -> list[str]:
    """A ruling with what it rests on; ``before`` is the position that it was made in."""
    book = game.referee.book
    wide = min(WIDE, width())
    lines: list[str] = []
    for ruling in record.rulings:
        head, *rest = as_text(ruling, book, lang, False, False, wide).splitlines()
        verdict, _, rules = head.partition(ruling.text)  # what was declared is said above
        lines += [f"{verdict.strip()}  {rules.strip()}", *rest]
    facts = _facts(record, View(game, lang, before))
    head = reply(lang, "table", "slip_head", title=book.title, edition=book.edition)
    text = reply(lang, "table", "slip_facts", facts="; ".join(facts)) if facts else ""
    agreed = [reply(lang, "table", "agreed_why", reason=record.agreed or "-")] if record.agreed is not None else []
    said = textwrap.wrap(f'"{record.text.strip()}"', wide)
    return [head, *said, *textwrap.wrap(text, wide), *lines, *agreed]


def _facts(record: Record, view: View) -> list[str]:
    """Facts of the game, and of the units and hexes that the ruling names."""
    situation = view.situation
    facts = [view.head()]
    options = [f"{name} {view.say.show(value)}" for name, value in situation.options.items() if name != "readings"]
    options += [f"{name} {value}" for name, value in (situation.options.get("readings") or {}).items()]
    facts += options
    units, hexes = _named(record)
    for id_ in units:
        if id_ in situation.units:
            facts.append(" ".join(view.unit_lines(situation.units[id_])[0].split()))
    for hex_ in hexes:
        ground = view.ground(hex_)
        if ground:
            facts.append(f"{hex_}: {ground}")
    for side in situation.hexsides.values():
        first, _, second = side.id.partition("/")
        if first in hexes and second in hexes:
            facts.append(f"{side.id}: {view.say.show(side.known('features'))}")
    return facts


def _named(record: Record) -> tuple[list[str], list[str]]:
    """Ids and hexes that the rulings of a record speak of, in order."""
    units: dict[str, None] = {}
    hexes: dict[str, None] = {}
    for ruling in record.rulings:
        slots = ruling.act.slots if ruling.act is not None else {}
        for key, content in slots.items():
            for item in _flat(content):
                if key in ("units", "target_units", "supported"):
                    units[item] = None
                elif key in ("target", "to", "from", "at", "path"):
                    hexes[item] = None
        for _, finding in ruling.findings:
            units.update(dict.fromkeys(_flat(finding.slots.get("units"))))
            hexes.update(dict.fromkeys(_flat(finding.slots.get("where"))))
    return list(units), list(hexes)


def _flat(content: Any) -> Iterable[str]:
    if isinstance(content, str):
        return (content,)
    return [item for item in content if isinstance(item, str)] if isinstance(content, (list, tuple)) else ()
