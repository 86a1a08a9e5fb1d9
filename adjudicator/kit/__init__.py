"""War-game procedures that rulebooks share; no rulebook and no word of any language is known here."""

from adjudicator.kit.acts import Asked, WarCase, done_by, has, one_side, told_elsewhere, wrong_phase
from adjudicator.kit.aftermath import Retreats
from adjudicator.kit.brackets import bracket_of
from adjudicator.kit.charts import belongs, cell, entry, ids, names
from adjudicator.kit.geometry import adjacent, distance, pair, possible_neighbours
from adjudicator.kit.lines import leading_to, settled, verdict
from adjudicator.kit.movement import Bar, Bounds, Movement, PathStep, Price, Toll, UnitStep, filled, search, sought, steps_along, unit_steps, way_of
from adjudicator.kit.numbers import half_down, half_up, number, ratio
from adjudicator.kit.questions import (
    all_known,
    chances_told,
    is_legal,
    move_asked,
    numbers,
    odds_asked,
    open_places,
    price_known,
    so_it_is,
    supposed_result,
    why_not,
)
from adjudicator.kit.zones import Zones, controller, own_zone, surely, zone_asked

__all__ = [
    "Asked",
    "Bar",
    "Bounds",
    "Movement",
    "PathStep",
    "Price",
    "Retreats",
    "Toll",
    "UnitStep",
    "WarCase",
    "Zones",
    "adjacent",
    "all_known",
    "belongs",
    "bracket_of",
    "cell",
    "chances_told",
    "controller",
    "distance",
    "done_by",
    "entry",
    "filled",
    "half_down",
    "half_up",
    "has",
    "ids",
    "is_legal",
    "leading_to",
    "move_asked",
    "names",
    "number",
    "numbers",
    "odds_asked",
    "one_side",
    "open_places",
    "own_zone",
    "pair",
    "possible_neighbours",
    "price_known",
    "ratio",
    "search",
    "settled",
    "so_it_is",
    "sought",
    "steps_along",
    "supposed_result",
    "surely",
    "told_elsewhere",
    "unit_steps",
    "verdict",
    "way_of",
    "why_not",
    "wrong_phase",
    "zone_asked",
]  # fmt: skip
