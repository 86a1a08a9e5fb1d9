"""``python -m adjudicator``."""

from adjudicator.commands.door import run

run()
