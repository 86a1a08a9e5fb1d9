"""What is said beside a deed of how units stand behind it, compared with what it makes of them: comes back at full strength, enters as Ghost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import SPARED
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import ILLEGAL, LEGAL, Ruling, forbid, warn
from adjudicator.play.asked import lines_of
from adjudicator.play.counted import STATES
from adjudicator.play.standing import denies, meanings
from adjudicator.sentences.token import says, unit_of

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Query
    from adjudicator.ground.situation import Situation
    from adjudicator.sentences.token import Token

EVERY_STEP = ("both", "all", "full")


def ends_otherwise(ruling: Ruling, row: Sequence[Token], situation: Situation, states: Mapping[str, Any]) -> str:
    """The unit that a deed leaves otherwise than words beside it say; "" if there is none.

    What a unit is before the deed is said of before, unless it is said to stay so.
    """
    named = {name for token in row if (name := unit_of(token))}
    denied = denies(row)
    stays = any(says(token, "ADV", "still") for token in row)
    units = situation.units
    for key, value in _told(row, states.get("unit") or {}):
        left = {str(effect["unit"]): effect[key] for effect in ruling.effects if key in effect and effect.get("unit") in units}
        left = {id_: so for id_, so in left.items() if (not named or id_ in named) and so in (situation.book.values_of(f"units[{id_}].{key}") or ())}
        others = [id_ for id_, so in left.items() if (so == value) == denied and (stays or denied or units[id_].known(key) != value)]
        if others and len(others) == len(left):
            return others[0]
    return ""


def _told(row: Sequence[Token], states: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """The states that words tell, each with its value."""
    every = any(says(token, "DET", *EVERY_STEP) for token in row)
    for token in row:
        for type_, word in meanings(token):
            fact = "reduced=false" if every and (type_, word) == ("NOUN", "step") else told_state(type_, word, states)
            if fact:
                key, _, value = fact.partition("=")
                yield key, STATES.get(value, value)


def told_state(type_: str, word: Any, states: Mapping[str, str]) -> str:
    """The state that a word tells by itself, as `key=value`; "" if it tells none."""
    fact = str(word).replace(":", "=", 1) if type_ == "STATUS" else states.get(word, "") if type_ == "NOUN" else ""
    value = fact.partition("=")[2]
    return fact if value and value != "number" and not {"/", " ", "="} & set(value) else ""


def compare(ruling: Ruling, rows: Iterable[tuple[str, Sequence[Token]]], situation: Situation, states: Mapping[str, Any]) -> None:
    """A legal deed that leaves its units otherwise than is said of it is illegal as it was said."""
    for said, row in rows if ruling.verdict == LEGAL and not ruling.needs else ():
        if id_ := ends_otherwise(ruling, row, situation, states):
            ruling.verdict = ILLEGAL
            ruling.findings.append((next(reversed(ruling.cites), ""), forbid("left_otherwise", unit=id_, said=said)))
            ruling.effects = []


def keeps_off(ruling: Ruling, avoided: Iterable[str]) -> None:
    """Raise InputError if the way of those that move leads into a hex that they are said to keep off: which other way they take is theirs to say."""
    for told in (record["path"] for record in ruling.records if record.get("path") and avoided):
        way = told.split("-") if isinstance(told, str) else [str(hex_) for hex_ in told]
        if (entered := next((hex_ for hex_ in avoided if hex_ in way[1:]), None)) is not None:
            raise InputError("way_enters", hex=entered, path="-".join(way))


def reckoned_otherwise(ruling: Ruling, claimed: Iterable[Query]) -> None:
    """A legal deed is illegal as it was said if a line of its ledger is claimed that does not stand there (a concentric attack), or if somebody loses who is
    said to be spared."""
    for query in claimed if ruling.verdict == LEGAL else ():
        lines = lines_of(ruling, query) if query.what != SPARED else []
        if query.what == SPARED:
            hit = next((effect for effect in ruling.effects if effect.get("unit") in query.about and (effect.get("eliminated") or effect.get("steps"))), None)
            wrong = forbid("left_otherwise", unit=hit["unit"], said=query.name) if hit is not None else None
            ruling.warnings += [] if wrong is not None else [("", warn("said_and_so", said=query.name))]
        elif any(value for _, value, _ in lines) or not (ruling.ledgers or ruling.shifts or ruling.drms):
            continue
        elif ruling.needs:
            wrong = None
            ruling.warnings.append(("", warn("reckoned_open", said=query.name, facts=", ".join(need.fact for need in ruling.needs))))
        else:
            wrong = forbid("reckoned_otherwise", said=query.name)
        if wrong is not None:
            ruling.verdict, ruling.effects = ILLEGAL, []
            ruling.findings.append((next((rule for rule, _, _ in lines), next(reversed(ruling.cites), "")), wrong))
