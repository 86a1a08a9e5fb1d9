"""War-game procedures that rulebooks share; no rulebook and no word of any language is known here."""

from adjudicator.kit.acts import Asked, WarCase, done_by, has, one_side, told_elsewhere, wrong_phase
from adjudicator.kit.aftermath import Retreats, all_done, has_done, owed_by
from adjudicator.kit.brackets import bracket_of
from adjudicator.kit.charts import belongs, cell, entry, ids, names
from adjudicator.kit.geometry import adjacent, distance, pair, possible_neighbours
from adjudicator.kit.lines import leading_to, settled, verdict
from adjudicator.kit.maps import on_edge, on_ground, on_map, printed_neighbours
from adjudicator.kit.movement import (
    Bar,
    Bounds,
    Movement,
    PathStep,
    Price,
    Toll,
    UnitStep,
    filled,
    on_step,
    priced,
    search,
    sought,
    steps_along,
    unit_steps,
    way_of,
    went,
)
from adjudicator.kit.numbers import half_down, half_up, number, ratio
from adjudicator.kit.questions import (
    all_known,
<<<<<<< HEAD
    answered,
    chances_asked,
=======
>>>>>>> wright
    chances_told,
    is_legal,
    move_asked,
    numbers,
    odds_asked,
    open_places,
<<<<<<< HEAD
=======
    price_known,
>>>>>>> wright
    so_it_is,
    supposed_result,
    why_not,
)
<<<<<<< HEAD
from adjudicator.kit.zones import Zones, controller, own_zone, surely, zone_asked, zone_told
=======
from adjudicator.kit.zones import Zones, controller, own_zone, surely, zone_asked
>>>>>>> wright

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
    "all_done",
    "all_known",
    "answered",
    "belongs",
    "bracket_of",
    "cell",
    "chances_asked",
    "chances_told",
    "controller",
    "distance",
    "done_by",
    "entry",
    "filled",
    "half_down",
    "half_up",
    "has",
    "has_done",
    "ids",
    "is_legal",
    "leading_to",
    "move_asked",
    "names",
    "number",
    "numbers",
    "odds_asked",
    "on_edge",
    "on_ground",
    "on_map",
    "on_step",
    "one_side",
    "open_places",
    "owed_by",
    "own_zone",
    "pair",
    "possible_neighbours",
<<<<<<< HEAD
    "priced",
    "printed_neighbours",
=======
    "price_known",
>>>>>>> wright
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
    "went",
    "why_not",
    "wrong_phase",
    "zone_asked",
    "zone_told",
]  # fmt: skip
