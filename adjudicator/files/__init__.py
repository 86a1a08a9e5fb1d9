"""Files: YAML with limits, the cache, the shape of situation files and what they name."""
