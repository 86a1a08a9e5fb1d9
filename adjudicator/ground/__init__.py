"""The ground: facts, positions, geometry, searches, rulings; no file, no word and no rulebook is known here."""
