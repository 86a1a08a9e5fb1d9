"""``python -m adjudicator``."""

from adjudicator.cli import run

run()
