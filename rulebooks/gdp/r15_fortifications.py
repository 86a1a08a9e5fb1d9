"""Chapter 15: fortifications."""

from __future__ import annotations

from adjudicator.book import Findings, Marker, define, drm, forbid, rule
from adjudicator.kit import UnitStep

from .acts import Movement, Step
from .acts_combat import Attack, DirectFire
from .acts_results import Advance, Retreat
from .acts_turn import SetUp
from .r09_0_movement import charge
from .terrain import closed_by, faces
from .vocabulary import FORTIFICATIONS, class_of


def effective(attack: Attack) -> list[tuple[Marker, int]]:
    """The markers that all attackers come up against, with their modifiers; one of each kind."""
    table = attack.table("fortifications")["drm"]
    kinds: set[str] = set()
    found = []
    for marker in attack.facing:
        if marker.kind not in kinds and marker.kind not in attack.cancelled_markers:
            kinds.add(marker.kind)
            found.append((marker, int(table[marker.kind])))
    return found


# ---- 15.0 -------------------------------------------------------------------------------------------------------------------
@rule("15.0", Attack, "hex")
def fortification_modifiers(attack: Attack) -> Findings:
    """Trench +1, minefield +2, dragon's teeth +3, bunker +4, added to one another and to the terrain."""
    yield from (drm(by, "fortification_drm", marker=marker.kind) for marker, by in effective(attack))


@rule("15.0", DirectFire)
def fortifications_do_not_block(fire: DirectFire) -> Findings:
    """A fortification blocks no line of sight, and it does not clear the blocking terrain it stands in."""
    here = fire.firers[0].hex
    line = fire.s.grid.line(here, fire.target) if here is not None and here[:2] == fire.target[:2] and fire.s.grid.valid(here) else ()
    for hex_ in line[1:-1]:
        if isinstance(hex_, str) and fire.markers_at(hex_, *FORTIFICATIONS):
            yield define("marker_no_block", hex_)


@rule("15.0", SetUp, each="kinds")
def one_of_each_kind(setup: SetUp, kind: str) -> Findings:
    """Fortifications of different kinds may share a hex, two of a kind may not."""
    if setup.at and kind in FORTIFICATIONS and (setup.markers_at(setup.at, kind) or setup.kinds.count(kind) > 1):
        yield forbid("one_marker_of_a_kind", setup.at, marker=kind)


# ---- 15.1 -------------------------------------------------------------------------------------------------------------------
@rule("15.1", Attack, "facing")
def green_sides(attack: Attack) -> Findings:
    """A fortification counts only if all attackers come through its green sides, each marker by itself; minefields look everywhere."""
    attack.facing = []
    for marker in attack.markers_at(attack.target, *FORTIFICATIONS):
        behind = [unit for unit in attack.fighting if unit.hex is not None and not faces(attack, marker, unit.hex)]
        if behind or (marker.kind != "minefield" and attack.guns_among(attack.side)):
            yield define("fortification_outflanked", behind, attack.target, marker=marker.kind)
        else:
            attack.facing.append(marker)
            yield define("fortification_faces", attack.target, marker=marker.kind)


# ---- 15.2 -------------------------------------------------------------------------------------------------------------------
@rule("15.2", Movement, "price")
def fortifications_cost_points(move: Movement, step: Step) -> Findings:
    """Entering a fortification through a green side costs extra, and no road cancels that."""
    table = move.table("fortifications")["move"]
    for marker in move.markers_at(step.here, *FORTIFICATIONS):
        if not faces(move, marker, step.before):
            yield define("marker_from_behind", step.before, step.here, marker=marker.kind, hex=step.here)
            continue
        for state in move.payers(step):
            class_ = move.class_in(state, step)
            printed = table[marker.kind][move.table("classes").index(class_)]
            if marker.kind == "bunker" and class_ == "foot" and move.reading("A24") == "plain":
                printed = 1
            yield from charge(move, step, state, printed, "marker_cost", hex=step.here, terrain=marker.kind)


@rule("15.2", (Advance, Retreat), "step")
def fortifications_bar_the_way(move: Advance | Retreat, step: UnitStep) -> Findings:
    """What a green side closes to a class it closes to advances and retreats too, road or no road."""
    for marker in closed_by(move, step.unit, step.before, step.here):
        yield forbid("marker_closed", step.unit, step.before, step.here, hex=step.here, marker=marker.kind, mobility=class_of(step.unit))
