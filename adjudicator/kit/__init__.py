"""War-game procedures that rulebooks share; no rulebook and no word of any language is known here."""
