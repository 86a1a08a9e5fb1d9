"""What pictures are put together from: signs on the ground, and the symbols of units, as paths of SVG.

A sign is drawn around the middle of its hex, whose corners are 36 away from it.  A symbol stands in a frame of 20 by 13.
"""

from __future__ import annotations

_INFANTRY = "M0 0L20 13M20 0L0 13"
_ARMOUR = "M6 3.5H14A3 3 0 0 1 14 9.5H6A3 3 0 0 1 6 3.5Z"
_WHEELS = "M5 13a1.6 1.6 0 1 0 .1 0M15 13a1.6 1.6 0 1 0 .1 0"

# name -> (path that is drawn, path that is filled)
SYMBOLS: dict[str, tuple[str, str]] = {
    "infantry": (_INFANTRY, ""),
    "armour": (_ARMOUR, ""),
    "heavy_armour": (_ARMOUR + "M16 0V13", ""),
    "mechanized": (_INFANTRY + _ARMOUR, ""),
    "motorized": (_INFANTRY + _WHEELS, ""),
    "mountain": (_INFANTRY, "M6.5 13L10 7L13.5 13Z"),
    "cavalry": ("M0 13L20 0", ""),
    "recon": ("M0 13L20 0" + _ARMOUR, ""),
    "motorcycle": ("M0 13L20 0" + _WHEELS, ""),
    "artillery": ("", "M10 3.7a2.8 2.8 0 1 0 .1 0"),
    "rockets": ("M6.5 5L10 1.5L13.5 5", "M10 5.7a2.4 2.4 0 1 0 .1 0"),
    "assault_gun": (_ARMOUR, "M10 4.7a1.8 1.8 0 1 0 .1 0"),
    "antitank": ("M0 13L10 1L20 13", ""),
    "antiair": ("M3 13A7 8 0 0 1 17 13", ""),
    "engineers": ("M5 10V4H15V10M10 4V8", ""),
    "headquarters": ("M0 4.5H20", "M0 0H20V4.5H0Z"),
    "supply": ("M0 10H20", ""),
    "transport": ("M10 6.5m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M10 2.5V10.5M6 6.5H14", ""),
    "fortress": ("M3 10V4H6V6H8.5V4H11.5V6H14V4H17V10Z", ""),
    "train": ("M2 8H18V4H8V2H4V4H2Z" + "M5 8a1.6 1.6 0 1 0 .1 0M10 8a1.6 1.6 0 1 0 .1 0M15 8a1.6 1.6 0 1 0 .1 0", ""),
    "ship": ("M10 2V11M6.5 4.5H13.5M4 7.5Q5 11 10 11Q15 11 16 7.5", ""),
    "aircraft": ("", "M10 6.5Q4 1.5 3 6.5Q4 11.5 10 6.5Q16 1.5 17 6.5Q16 11.5 10 6.5Z"),
    "garrison": ("M0 13V0M20 13V0M0 10H20", ""),
    "replacement": ("M7 6.5H13M10 3.5V9.5", ""),
    "plain": ("", ""),
}

_TREE = "M{0} {1}l-5 9h3l-4 7h12l-4 -7h3Z"
_TUFT = "M{0} {1}h16M{0} {1}m4 0v-5M{0} {1}m8 0v-8M{0} {1}m12 0v-5"


def _each(path: str, *places: tuple[float, float]) -> str:
    return "".join(path.format(x, y) for x, y in places)


# name -> (path, whether it is filled, colour)
SIGNS: dict[str, tuple[str, bool, str]] = {
    "none": ("", False, "#000000"),
    "trees": (_each(_TREE, (-14, -18), (13, -14), (0, 6), (-20, 4), (19, 8)), True, "#6f9557"),
    "forest": (_each(_TREE, (-14, -20), (2, -22), (16, -14), (-22, -2), (-6, -4), (9, -2), (22, 2), (-13, 12), (4, 12)), True, "#4f7a45"),
    "orchard": ("".join(f"M{x} {y}m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0" for x in (-16, 0, 16) for y in (-14, 2, 18)), True, "#83a85f"),
    "rough": (_each("M{0} {1}l4 -6l4 6M{0} {1}m11 3l3 -5l3 5", (-22, -4), (-4, -16), (4, 4), (-14, 16), (6, 20)), False, "#8d7753"),
    "hills": (_each("M{0} {1}q9 -13 18 0", (-22, -6), (2, -10), (-10, 12), (6, 18)), False, "#9a7f4f"),
    "mountains": (_each("M{0} {1}l9 -17l9 17l-7 -6Z", (-24, 0), (2, -4), (-12, 20), (8, 18)), True, "#8c7a66"),
    "marsh": (_each(_TUFT, (-22, -8), (4, -12), (-10, 10), (8, 16)), False, "#4f8a86"),
    "waves": (_each("M{0} {1}q4 -5 8 0q4 5 8 0q4 -5 8 0", (-24, -12), (-2, 0), (-20, 14)), False, "#6f9fc4"),
    "dunes": (_each("M{0} {1}q6 -6 12 0", (-20, -8), (4, -12), (-8, 8), (8, 14)), False, "#c2a25a"),
    "village": (_each("M{0} {1}h7v6h-7Z", (-10, -6), (3, -10), (4, 3), (-8, 6)), True, "#5e4b3c"),
    "town": (_each("M{0} {1}h9v8h-9Z", (-15, -12), (-3, -14), (8, -9), (-13, 2), (1, 0), (-5, 11), (10, 6)), True, "#5e4b3c"),
    "city": ("M-24 -8L-14 -24H12L24 -10L18 14L2 24L-18 16ZM-12 -12V14M0 -16V16M12 -14V12M-18 -4H18M-16 8H16", False, "#5e4b3c"),
    "bunker": ("M-12 10V-4H-7V0H-2.5V-4H2.5V0H7V-4H12V10Z", True, "#3f3a36"),
    "star": ("M0 -14L4 -4.5L14 -4.5L6 1.5L9 11L0 5L-9 11L-6 1.5L-14 -4.5L-4 -4.5Z", True, "#d9a520"),
    "diamond": ("M0 -12L10 0L0 12L-10 0Z", True, "#a3324a"),
    "source": ("M-2 14V-14M-2 -14H14L9 -8L14 -2H-2", False, "#1f6f3f"),
    "anchor": ("M0 -12V12M-6 -7H6M-10 2Q-8 12 0 12Q8 12 10 2", False, "#2e5d8a"),
    "entry": ("M-16 0H10M3 -7L11 0L3 7", False, "#7a4fa0"),
    "ring": ("M-26 0a26 26 0 1 0 52 0a26 26 0 1 0 -52 0", False, "#b04a3a"),
    "spot": ("M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0", True, "#7a6f63"),
    "question": ("M-4 -1Q-4 -6 0 -6Q5 -6 5 -1.5Q5 2 .5 4V7M.5 11V12", False, "#b7b0a2"),
    "strange": ("M-18 -18L18 18M18 -18L-18 18", False, "#d12b7a"),
}
