"""OCS 10.0a: barrages and their table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import Findings, InputError, Unit, define, effect, forbid, owes, permit, record, rule, shift, value, warn
from adjudicator.ground.folding import fold
from adjudicator.ground.throws import totals
from adjudicator.kit import names, number

from .acts_asked import AskObservers
from .acts_barrage import Barrage, BarrageDice, PayBarrage, Shelling
from .acts_questions import AskBarrage, AskBarragePoints, AskColumn, LookUpBarrage, Owed, Question
from .cards import HALVES, applied, barrage_throws, degrades, entry, own_observers, spans, stated_entry, table
from .r02_options import full_strength
from .vocabulary import BARRAGE, density, hedgehog, is_combat
from .ways import effects_of_payment, reaches, tokens


def is_aircraft(unit: Unit) -> bool:
    """Whether a counter flies."""
    words = fold(str(unit.kind)).split()
    return any(word in words for word in unit.situation.book.meta["counters"]["aircraft"])


def near_base(barrage: Shelling) -> bool:
    """Whether all the aircraft fly from a base within reach of the shift: said, or by the hexes where they are based."""
    if barrage.aircraft is not None:
        return barrage.aircraft
    limit = int(table(barrage)["base_range"])
    return all(barrage.distance(str(gun.base), barrage.target) <= limit for gun in barrage.guns)


def strength(barrage: Shelling) -> Any:
    """The printed barrage strengths together."""
    return sum(number(gun.barrage) for gun in barrage.guns)


def column_for(up_to: list[int | None], points: Any) -> int:
    """The column of a strength."""
    return next(at for at, limit in enumerate(up_to) if limit is None or points <= limit)


@rule("OCS 10.0a", Shelling, each="guns")
def who_may_fire(barrage: Shelling, gun: Unit) -> Findings:
    """Guns with a barrage strength fire at a hex within their range."""
    if not barrage.alive(gun):
        yield forbid("already_eliminated", gun)
        return
    if not number(gun.barrage):
        yield forbid("no_barrage_strength", gun)
        return
    if isinstance(barrage, Barrage) and barrage.s.acts(gun.id, act="barrage", phase=barrage.s.stated("phase"), turn=barrage.s.stated("turn")):
        yield forbid("gun_has_fired", gun)
    if isinstance(barrage, BarrageDice) and barrage.before.get("result"):
        yield forbid("barrage_done", result=barrage.before["result"])
    if barrage.before:
        return
    start = barrage.standing(gun)
    far = barrage.distance(start, barrage.target) if start is not None else None
    if far is not None and far > number(gun.range):
        yield forbid("out_of_range", gun, where=[start, barrage.target], distance=far, range=number(gun.range))
    elif far is not None:
        yield permit("in_range", gun, distance=far, range=number(gun.range))


@rule("OCS 10.0a", Shelling)
def claimed_strength(barrage: Shelling) -> Findings:
    """A strength that somebody has added up himself is compared with the sum."""
    if barrage.claimed is None or barrage.forbidden:
        return
    if Fraction(str(barrage.claimed)) != strength(barrage):
        yield forbid("other_strength", side=barrage.side, claimed=barrage.claimed, total=strength(barrage))
    else:
        yield permit("right_strength", side=barrage.side, total=strength(barrage))


@rule("OCS 10.0a", Shelling, "announce")
def barrage_announced(barrage: Shelling) -> Findings:
    """From its announcement on the barrage is pending; guns that fired are remembered."""
    if barrage.before:
        return
    for gun in barrage.guns:
        yield record(did=gun.id, act="barrage", hex=barrage.target)
    pending = {"act": "barrage", "attackers": [gun.id for gun in barrage.guns], "defenders": [unit.id for unit in barrage.victims], "hex": barrage.target}
    yield record(state="pending", value={**pending, **barrage.since(barrage.victims)})


@rule("OCS 10.0a", Shelling, "column")
def base_column(barrage: Shelling) -> Findings:
    """The strength names the column, and the column the cost."""
    printed = table(barrage)
    barrage.base = column_for(printed["up_to"], strength(barrage))
    yield define("barrage_strength", strength=strength(barrage), column=printed["columns"][barrage.base], names=names(barrage.guns))


@rule("OCS 10.0a", Shelling, "shifts")
def barrage_shifts(barrage: Shelling) -> Findings:
    """Hedgehog, density of the hex, density of the target, its mode, and whether anybody observes it."""
    by = table(barrage)["shifts"]
    enemy = barrage.book.enemy(barrage.side)
    level = hedgehog(barrage, barrage.target, enemy)
    if level:
        yield shift(by["hedgehog"], "hedgehog_shift", level=level)
    row = density(barrage, barrage.target)
    if by.get(row):
        yield shift(by[row], "density_shift", density=row)
    if any(unit.mode == "strategic" for unit in barrage.victims):
        yield shift(by["strategic"], "strategic_shift")
    if not own_observers(barrage):
        if not barrage.blind:
            barrage.s.complete()
            barrage.unplaced(barrage.side, True)
        yield shift(by["unobserved"], "unobserved")
    if all(is_aircraft(gun) for gun in barrage.guns) and near_base(barrage):
        yield shift(by["aircraft"], "aircraft_shift", limit=table(barrage)["base_range"])
    size = sum((number(unit.re) for unit in barrage.victims if is_combat(unit)), 0)
    steps = table(barrage)["density"]
    amount = next((steps[limit] for limit in ("1", "3", "4", "5", "6") if size <= int(limit)), steps["more"])
    if amount:
        yield shift(amount, "target_shift", size=size)
    else:
        yield define("target_no_shift", size=size)


@rule("OCS 10.0a", Shelling, "final")
def final_column(barrage: Shelling) -> Findings:
    """The column after all shifts; the table's ends stop them."""
    printed = table(barrage)
    if barrage.base is None:
        return
    by = sum(finding.by for _, finding in barrage.ruling.shifts)
    barrage.column_used = max(0, min(len(printed["columns"]) - 1, barrage.base + by))
    yield value("column", printed["columns"][barrage.column_used], "column", column=printed["columns"][barrage.column_used])


def barrage_cost(barrage: Shelling) -> int:
    """Tokens that the barrage costs."""
    printed = table(barrage)
    base = column_for(printed["up_to"], strength(barrage))
    return int(printed["cost"][base])


@rule("OCS 10.0a", Shelling, "cost")
def cost(barrage: Shelling) -> Findings:
    """So many tokens as the column says, from a dump that reaches the guns."""
    if barrage.before and not isinstance(barrage, (AskBarrage, PayBarrage)):
        return
    if not barrage.pays and not barrage.refuses and "tables.barrage" in barrage.s.unknown:
        return
    price = barrage_cost(barrage)
    yield value("cost", price, "barrage_cost", cost=price)
    if barrage.refuses:
        yield forbid("barrage_unpaid", cost=price)
        return
    if not barrage.pays:
        return
    if barrage.tokens is not None and barrage.tokens != price:
        yield forbid("other_cost", paid=barrage.tokens, cost=price)
    if barrage.dump is None:
        return
    dump = barrage.marker(barrage.dump)
    if dump.stated("side") not in (None, barrage.side):
        yield forbid("enemy_dump", dump=dump.id)
        return
    for gun in barrage.guns:
        if not reaches(barrage, dump, gun):
            yield forbid("dump_too_far", gun, dump=dump.id)
    if tokens(barrage, dump) < price:
        yield forbid("dump_too_small", dump=dump.id, have=tokens(barrage, dump), cost=price)
    elif not barrage.forbidden:
        yield permit("dump_pays", dump=dump.id, cost=price)
        yield effects_of_payment(barrage, dump, price)


@rule("OCS 10.0a", Shelling, "roll")
def barrage_roll(barrage: Shelling) -> Findings:
    """Two dice in the column."""
    if barrage.column_used is None or isinstance(barrage, AskBarrage):
        return
    total = barrage.throw("barrage")
    found = entry(barrage, barrage.column_used, total)
    yield value("modified", total, "modified", natural=total, total=total)
    yield value("result", found, "barrage_cell", row=total, column=table(barrage)["columns"][barrage.column_used], result=found)
    said = stated_entry(barrage, barrage.column_used, total)
    have = table(barrage)["rows"][str(total)][barrage.column_used]
    if said is not None and f"{total}/{barrage.column_used + 1}" not in table(barrage)["disputed"] and str(said) != have:
        yield warn("card_differs", density="OCS 10.0a", column=table(barrage)["columns"][barrage.column_used], row=total, typed=said, shipped=have)


@rule("OCS 10.0a", Shelling, "half")
def barrage_result(barrage: Shelling) -> Findings:
    """DG for all in the hex; a half costs a step on 4 to 6 of one die; the owner chooses the unit."""
    result = barrage.computed("result")
    if result is None:
        return
    if result == "[1/2]" and degrades(barrage):
        yield define("bracket_degrades")
        result = "DG"
    die = None
    if result in HALVES:
        if isinstance(barrage, BarrageDice) and not barrage.has_dice("half"):
            yield define("half_die")
            return
        die = barrage.throw("half", 1)
    found = applied(result, die)
    if found is None:
        return
    steps, dg = found
    yield value("losses", steps)
    yield value("dg", dg)
    victims = [unit for unit in barrage.victims if is_combat(unit)]
    if dg:
        for unit in victims:
            if unit.mode != "DG":
                yield effect(unit=unit.id, mode="DG")
    if steps and len(victims) == 1:
        left = barrage.known_steps(victims[0])
        yield effect(unit=victims[0].id, removed=True) if left is not None and left <= steps else effect(unit=victims[0].id, steps=-steps)
        yield from full_strength(victims[0])
        barrage.steps(victims[0])  # where nobody knows them it is asked whether these were the last
    elif steps and victims:
        yield effect(any_of=[unit.id for unit in victims], count=1, steps=-steps)


@rule("OCS 10.0a", Shelling, "after")
def barrage_to_be_carried_out(barrage: Shelling) -> Findings:
    """What the dice gave is pending: whose the steps are, the owner says."""
    result = barrage.computed("result")
    if result is not None and isinstance(barrage, BarrageDice):
        yield value("answer", result)
    if result is not None and not isinstance(barrage, AskBarrage):
        pending = {"act": "barrage", "attackers": [gun.id for gun in barrage.guns], "defenders": [unit.id for unit in barrage.victims if is_combat(unit)]}
        steps = barrage.computed("losses")
        die = {} if steps is None or str(result) not in HALVES else {"die": 6 if steps else 1}
        taken = {"steps_taken": True} if steps and len(pending["defenders"]) == 1 else {}
        since = {"since": barrage.before["since"]} if barrage.before.get("since") else barrage.since(barrage.victims)
        yield record(state="pending", value={**pending, "hex": barrage.target, "result": result, **die, **taken, **since})


@rule("OCS 10.0a", Owed, "answer")
def barrage_losses(owed: Question) -> Findings:
    """The owner of the target chooses who loses the steps of a barrage."""
    pending = owed.pending()
    if pending.get("act") != BARRAGE or not pending.get("result") or pending.get("steps_taken"):
        return
    found = applied(str(pending["result"]), pending.get("die"))
    units = [unit for id_ in pending.get("defenders") or () if owed.alive(unit := owed.unit(id_))]
    taken = sum(-int(item.get("steps") or 0) for unit in units for item in owed.deeds(unit.id, "loss"))
    if found is not None and found[0] > taken and units:
        yield owes("loss" if found[0] - taken == 1 else "losses", units[0].side, [unit.id for unit in units], count=found[0] - taken)


@rule("OCS 10.0a", AskBarrage, "answer")
def barrage_chances(question: AskBarrage) -> Findings:
    """The chance of each entry of the column."""
    from adjudicator.ground.throws import Chain, follow, shares

    if question.column_used is None:
        return
    if cause := question.wanted.get("cause"):
        yield value("answer", sum(finding.by for _, finding in question.ruling.shifts if finding.key == cause))
        return
    if question.wanted.get("figure"):
        yield value("answer", question.computed("column"))
        return
    throws = barrage_throws(question)
    found = {name: str(share) for name, share in shares(throws[0], list(follow(Chain(None, throws[:1])))[-1]).items()}
    yield value("chances", found)
    behind = {name: str(share) for name, share in shares(throws[1], list(follow(Chain(None, throws)))[-1]).items()}
    yield value("applied_chances", behind)
    yield from _event(question, found, behind)


def _event(question: AskBarrage, found: dict[str, str], behind: dict[str, str]) -> Findings:
    """The chance of what was asked for by name."""
    asked = question.wanted
    wanted = [str(name) for name in (*(asked.get("results") or ()), *((asked["result"],) if asked.get("result") else ()))]
    least = int(asked.get("least") or 0)
    what = {*(asked.get("what") or ()), asked.get("deed"), "loss" if least else None, "dg" if asked.get("state") == "mode:DG" else None} & {"loss", "dg"}
    denied = {*(asked.get("denied") or ()), *(aid.kind for aid in asked.get("without") or ())} & {"loss", "dg"}
    if asked.get("not"):
        what, denied = set(), what | denied

    def happens(name: str) -> bool:
        """Whether an entry is what was asked for; a half counts as the step that it may cost."""
        if wanted:
            return name in wanted
        steps, dg = (0 if name == "[1/2]" and degrades(question) else 1, True) if name in HALVES else applied(name, None) or (0, True)
        has = {each for each, there in (("loss", steps >= max(least, 1)), ("dg", dg)) if there}
        return what <= has and not denied & has

    if not wanted and not what and not denied:
        yield value("answer", ", ".join(f"{name} {share}" for name, share in found.items()))
        return
    chance = sum((Fraction(share) for name, share in (found if wanted else behind).items() if happens(name)), Fraction(0))
    hits = [total for total in range(2, 13) if question.column_used is not None and happens(entry(question, question.column_used, total))]
    if hits:
        yield value("barrage_needed", hits[0] if hits == list(range(hits[0], 13)) else hits)
    yield value("chance", str(chance))
    yield value("answer", spans(hits) if asked.get("needed") else str(chance))


@rule("OCS 10.0a", AskColumn, "answer")
def asked_barrage_column(question: AskColumn) -> Findings:
    """The column and the cost of a strength."""
    points = list(question.slots.get("points") or ())
    units = question.units_of()
    if not points and not units:
        raise InputError("no_units")
    have = number(points[0]) if points else sum(number(unit.barrage) for unit in units)
    printed = table(question)
    at = column_for(printed["up_to"], have)
    yield value("column", printed["columns"][at], "column", column=printed["columns"][at])
    yield value("cost", printed["cost"][at])
    yield value("answer", printed["cost"][at] if question.slots.get("cost") else printed["columns"][at])


def named_column(question: Question) -> int:
    """The column that is named by its span (25-40) or by a strength."""
    printed = table(question)
    span = question.slots.get("span")
    if span is not None:
        name = "-".join(str(number) for number in span)
        if name not in printed["columns"]:
            raise InputError("no_such_column", column=name, known=", ".join(printed["columns"]))
        return int(printed["columns"].index(name))
    return column_for(printed["up_to"], number(question.slots["points"]))


@rule("OCS 10.0a", LookUpBarrage, "answer")
def barrage_looked_up(question: Question) -> Findings:
    """The entry of a total in a column."""
    at, total = named_column(question), int(question.slots["total"])
    if not 2 <= total <= 12:
        raise InputError("impossible_total", total=total, least=2, most=12)
    column, found = table(question)["columns"][at], entry(question, at, total)
    yield value("column", column, "column", column=column)
    yield value("result", found, "barrage_cell", row=total, column=column, result=found)
    yield value("answer", found)


@rule("OCS 10.0a", AskBarragePoints, "answer")
def chances_of_points(question: Question) -> Findings:
    """The chance of each entry in the column of a strength."""
    at = named_column(question)
    shares_: dict[str, Fraction] = {}
    for total, share in totals(2, 6).items():
        name = entry(question, at, total)
        shares_[name] = shares_.get(name, Fraction(0)) + share
    yield value("column", table(question)["columns"][at], "column", column=table(question)["columns"][at])
    yield value("cost", table(question)["cost"][at])
    yield value("chances", {name: str(share) for name, share in shares_.items()})
    yield value("answer", ", ".join(f"{name} {share}" for name, share in shares_.items()))


@rule("OCS 10.0a", AskObservers, "answer")
def who_observes(question: Question) -> Findings:
    """Combat units of the firing side beside the target observe it."""
    guns = question.units_of()
    hex_ = question.valid(str(question.slots.get("target") or question.pending().get("hex")))
    side = guns[0].side if guns else str(question.s.stated("active"))
    found = [
        unit.id for near in question.s.grid.neighbours(hex_) for unit in question.s.at(near) if unit.side == side and is_combat(unit) and question.alive(unit)
    ]
    yield define("observed_by" if found else "observed_by_nobody", hex_, hex=hex_, names=", ".join(found))
    yield value("answer", ", ".join(found) or "none")
