"""VASSAL files: modules, saved games and logs, read with the standard library only (docs/vassal.md).

The rooms, each using only those above it: `sequence` delimited texts · `container` zip files and their encodings · `images` sizes of pictures ·
`grids` map points -> hex numbers · `module` maps, counters, dice · `pieces` counters · `replay` a game, step by step ·
`binding` which counter is which unit · `convert` a game -> situation and turn log · `notes` verdicts written back into a log
"""
