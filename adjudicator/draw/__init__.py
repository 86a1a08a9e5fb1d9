"""Pictures of positions, rulings and logs: SVG, a page for a browser, a map for the terminal (docs/draw.md)."""
