"""What there is to know of a rulebook: coverage of its numbers, explanations, its cases, slips of its author."""
