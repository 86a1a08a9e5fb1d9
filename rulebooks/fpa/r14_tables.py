"""Chapter 14: charts and tables.  The figures stand in tables.yaml; here is how the combat results table is read."""

from __future__ import annotations

from adjudicator.book import Findings, rule, value

from .acts_combat import Attack
from .r13_0_combat import lone_guns


@rule("14.0", Attack, "roll")
def combat_results(attack: Attack) -> Findings:
    """One die in the final column; beyond the columns the result is automatic."""
    if lone_guns(attack):
        return
    crt = attack.table("crt")
    column = attack.computed("column")
    if column == ">7:1":
        yield value("table_result", crt["above"], "automatic", column=column, result=crt["above"])
    elif column == "<1:2":
        yield value("table_result", crt["below"], "automatic", column=column, result=crt["below"])
    else:
        place = crt["columns"].index(column)
        yield value("roll_table", {face: row[place] for face, row in crt["rows"].items()})
        die = attack.roll()
        result = crt["rows"][str(die)][place]
        yield value("table_result", result, "crt", die=die, column=column, result=result)
