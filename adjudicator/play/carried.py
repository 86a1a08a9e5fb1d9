"""Who rides on whom: 1K-1Gr rides on 5K-2Pz, 5K-2Pz, which carries 1K-1Gr, con 1K-1Gr encima: what a part tells, compared with the position.

Where the position has it so, nobody mounts now. Which fact of a unit that is, nobody needs to know: that whose value is the other unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.play.standing import VERBAL, Telling, denies, lemma_of, lemmas_of, meanings, senses_of
from adjudicator.sentences.token import unit_of

SMALL = frozenset(("P", "OF", "ADV", "PRON", "BE", "CL", "DET", "REL"))
"""Classes of words that say nothing by themselves beside who rides on whom."""
ASKING = frozenset(("QP", "QD", "NUM", "MOD"))
"""Classes of words that ask, count or allow."""
GOES = frozenset(("move", "be", "have"))
"""Senses of verbs that stand beside one that tells it: va montada, has it aboard."""


def carried(shown: Telling, words: Mapping[str, Any]) -> None:
    """Compare what a part says of who rides on whom."""
    row, riders, bearers = shown.row, set(words.get("ride", ())), {*words.get("bear", ()), *words.get("carry", ())}
    aboard = [at for at, token in enumerate(row) if ("NOUN", "aboard") in meanings(token)]
    rides = [at for at, token in enumerate(row) if {*VERBAL} & set(token.classes) and (lemma_of(token) | lemmas_of(token)) & riders]
    bears = [at for at, token in enumerate(row) if {*VERBAL} & set(token.classes) and (lemma_of(token) | lemmas_of(token)) & bearers]
    if denies(row) or not (aboard or rides or bears) or any(token.classes[0] in ASKING and "REL" not in token.classes for token in row):
        return
    units = shown.situation.units
    pairs = [(one, other) for one in shown.own for other in [*shown.own, *shown.before] if one != other]
    on = [(one, other) for one, other in pairs if other in dict.values(units[one].known_facts())]
    on += [(other, one) for one, other in pairs if one in dict.values(units[other].known_facts())]
    if not on or {*shown.own} - {*on[0]}:
        return
    rider, _ = on[0]
    order = [unit_of(token) for token in row if unit_of(token) in on[0]]
    if len(order) > 1 and (rides and not bears and order[0] != rider or bears and not rides and order[0] == rider):
        return  # the other way round
    shown.told = shown.far = True
    for at, token in enumerate(row):
        light = SMALL & {token.classes[0], *(("REL",) if "REL" in token.classes else ())} or GOES & {*senses_of(shown, token)}
        if at in (*aboard, *rides, *bears) or unit_of(token) in on[0]:
            shown.settle(at, True)
        elif light:
            shown.agreed.add(at)
