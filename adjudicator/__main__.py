"""``python -m adjudicator``."""

from adjudicator.commands.cli import run

run()
