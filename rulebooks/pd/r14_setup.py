"""Chapter 14: the set-up lists."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Missing, Unit, forbid, permit, rule
from adjudicator.kit import open_places, went

from .acts import Question, SetUp
from .acts_turn import AskEntry

SAME = ("kind", "attack", "defense", "ma", "formation")


@rule("14.0", SetUp)
def set_up_lists(setup: SetUp) -> Findings:
    """A unit goes where its type, values and command stand on the list; its designation does not matter."""
    listed = entries_for(setup, setup.at)
    if listed is None:
        raise Missing(f"tables.setup.{setup.at}")
    for unit in setup.placed:
        if not listed:
            yield forbid("not_on_list", unit, setup.at)
            continue
        own = next((entry for entry in every_entry(setup) if bare(str(entry.get("id"))) == bare(unit.id)), {})
        faults = [differs(unit, entry, own) for entry in listed]
        if all(faults):
            told = ", ".join(str(entry.get("id")) for entry in listed)
            yield forbid("set_up_differs", unit, setup.at, entry=told, fact=faults[0])
        else:
            fitting = listed[faults.index(None)]
            key = "set_up_fits" if bare(str(fitting.get("id"))) == bare(unit.id) else "set_up_like"
            yield permit(key, unit, setup.at, entry=str(fitting.get("id")))


@rule("14.0", AskEntry, "answer")
def where_it_is_set_up(question: Question) -> Findings:
    """The hexes in which the lists have a counter of its name, or one like it."""
    if question.s.stated("phase") == "setup":
        stated = (question.s.facts.get("tables") or {}).get("setup")
        printed = [str(entry["at"]) for entry in (question.book.text_file("setup.yaml") or {}).get("units") or () if entry.get("at")]
        yield from open_places(question, "setup", question.units_of(), dict.fromkeys(printed if stated is None else stated))


def entries_for(setup: SetUp, hex_: str) -> list[dict[str, Any]] | None:
    """The counters that the list places in a hex: as the situation states it, else as the book prints it; None = nobody knows."""
    stated = (setup.s.facts.get("tables") or {}).get("setup")
    if stated is not None:
        names_ = stated.get(hex_)
        if names_ is None:
            return []
        known = [(name, setup.s.units.get(name)) for name in ([names_] if isinstance(names_, str) else names_)]
        return [{"id": name, **({key: unit.facts[key] for key in SAME if key in unit.facts} if unit is not None else {})} for name, unit in known]
    return [entry for entry in every_entry(setup) if entry.get("at") == hex_]


def every_entry(setup: SetUp) -> list[dict[str, Any]]:
    """All counters that the book prints on its lists."""
    found: list[dict[str, Any]] = (setup.book.text_file("setup.yaml") or {}).get("units") or []
    return found


def differs(unit: Unit, entry: dict[str, Any], own: dict[str, Any]) -> str | None:
    """The first fact in which a counter is not the one that the list places, or None. The counter itself always fits.

    What nobody stated of a counter that the lists know by its name (``own``) is as they have it."""
    if bare(str(entry.get("id"))) == bare(unit.id):
        return None
    for fact in SAME:
        if fact in entry and (have := unit.facts.get(fact, own.get(fact))) != entry[fact]:
            if have is None:
                raise Missing(unit.path(fact))
            return fact
    return None


def bare(name: str) -> str:
    """A designation without its blanks: Kali ON is KaliON."""
    return name.replace(" ", "").lower()


@rule("14.0", SetUp, "after", each="placed")
def placed(setup: SetUp, unit: Unit) -> Findings:
    """The counters stand on the map."""
    yield from went(unit, setup.at, "setup", hex=setup.at)
