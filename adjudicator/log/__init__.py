"""Turn logs: lines, reading, validating many."""
