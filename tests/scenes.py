"""Scenes: what can be told of a position before a question or a deed, and the same made false, in several constructions of both languages.

`python -m tests.scenes BOOK [--each N] [--show]` puts them before the declarations of cases and prints, by kind, how often what is so is understood and changes
nothing, and how often what is not so passes in silence.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from adjudicator.book.situations import of_data
from adjudicator.ground.ruling import ILLEGAL
from adjudicator.play.game import Game
from adjudicator.play.record import Record
from tests.conftest import cases, rulebook

FORMS: dict[str, dict[str, tuple[str, ...]]] = {
    "place": {
        "en": (
            "{u} is sitting in {h}",
            "I have {u} in {h}",
            "There's {u} in {h}",
            "{h} is where {u} is",
            "{u} is still in {h}",
            "My opponent has {u} over in {h}",
        ),
        "es": ("Tengo a {u} en {h}", "En {h} está {u}", "{u} sigue en {h}", "El rival tiene a {u} en {h}", "{u} se ha quedado en {h}"),
    },
    "left": {
        "en": (
            "They have left {h}",
            "They fled from {h}",
            "They've cleared out of {h}",
            "{h} has been abandoned",
            "Nobody is left in {h}",
            "The {S} have left {h}",
        ),
        "es": ("Se han ido de {h}", "Han abandonado {h}", "En {h} ya no queda nadie", "Han huido de {h}", "{h} se ha quedado vacío", "El {S} ha dejado {h}"),
    },
    "gone": {
        "en": ("{u} is dead", "{u} was knocked out", "I lost {u}", "{u} no longer exists", "They've destroyed {u}", "{u} has been eliminated"),
        "es": ("{u} ya no existe", "He perdido {u}", "Me han destruido {u}", "{u} está muerta", "{u} cayó hace tiempo", "Nos han eliminado {u}"),
    },
    "fell": {
        "en": ("The defender of {h} is dead", "The defender in {h} has died", "The defender of {h} was wiped out"),
        "es": ("El defensor de {h} ha muerto", "El defensor de {h} está muerto", "El defensor de {h} cayó"),
    },
    "steps": {
        "en": (
            "{u} has only {n} of its {m} steps left",
            "{u} is down to {n} of {m} steps",
            "{u} has lost {k} of its {m} steps",
            "{u} is down {k} of its {m} steps",
            "{u} has taken {k} step losses out of {m}",
        ),
        "es": (
            "A {u} le quedan {n} de sus {m} pasos",
            "{u} ha perdido {k} de sus {m} pasos",
            "{u} va con {n} pasos de {m}",
            "{u} lleva {k} de {m} pasos perdidos",
            "{u} conserva {n} de {m} pasos",
        ),
    },
    "result": {
        "en": ("The result on {u} is {r}", "{u} got a {r}", "There's a {r} on {u}", "A {r} came up against {u}", "{r} against {u}", "I rolled a {r} on {h}"),
        "es": ("A {u} le ha salido un {r}", "Ha salido {r} contra {u}", "Sale {r} en {h}", "Me toca un {r} en {h}", "{u} tiene un {r}", "Un {r} contra {u}"),
    },
    "attacked": {
        "en": ("{u} attacked {h}", "{u} took part in the attack on {h}", "{u} was in on it", "{u} fought {h} just now"),
        "es": ("{u} ha atacado {h}", "{u} participó en el ataque a {h}", "{u} ha luchado contra {h}", "{u} estuvo en el ataque a {h}"),
    },
    "defended": {
        "en": ("{u} was defending {h}", "{u} defended {h}", "{u} was attacked in {h}", "The attack hit {u}"),
        "es": ("{u} defendía {h}", "{u} estaba defendiendo {h}", "Han atacado a {u} en {h}", "Atacaron a {u}"),
    },
    "beside": {
        "en": ("{u} is next to {v}", "{u} is touching {v}", "{u} sits right beside {v}", "{u} and {v} are adjacent", "{u} has {v} next to it"),
        "es": ("{u} está junto a {v}", "{u} toca a {v}", "{u} tiene al lado a {v}", "{u} y {v} están en contacto", "{u} está pegada a {v}"),
    },
    "far": {
        "en": ("{u} is {n} hexes from {v}", "It's {n} hexes from {u} to {v}", "{u} sits {n} hexes away from {v}", "Between {u} and {v} there are {n} hexes"),
        "es": ("{u} está a {n} hexes de {v}", "De {u} a {v} hay {n} hexes", "{u} queda a {n} hexes de {v}", "Entre {u} y {v} hay {n} hexes"),
    },
    "stack": {
        "en": (
            "{u} and {v} are in {h} together",
            "{u} shares {h} with {v}",
            "{u} is stacked with {v}",
            "{u} and {v} are in the same hex",
            "{u} sits on top of {v}",
        ),
        "es": (
            "{u} y {v} están juntas en {h}",
            "{u} comparte {h} con {v}",
            "{u} está apilada con {v}",
            "{u} y {v} están en el mismo hex",
            "{u} está encima de {v}",
        ),
    },
    "sole": {
        "en": ("There's nothing but {u} in {h}", "Only {u} is in {h}", "{u} is the only unit in {h}", "There's only {u} in {h}", "{h} has only {u} in it"),
        "es": ("En {h} sólo está {u}", "En {h} no hay más que {u}", "En {h} no hay nada salvo {u}", "Sólo {u} está en {h}", "En {h} sólo tengo a {u}"),
    },
    "supply": {
        "en": ("{u} is out of supply", "{u} has no supply", "{u} has been out of supply for ages", "{u} gets no supplies", "{u} is unsupplied"),
        "es": ("{u} está sin suministro", "{u} no tiene suministro", "{u} se ha quedado sin suministro", "{u} lleva tiempo sin suministro"),
    },
    "control": {
        "en": ("{h} is {S}", "{h} is still {S}", "The {S} hold {h}", "{h} belongs to the {S}", "{h} is in {S} hands"),
        "es": ("{h} es {S}", "{h} sigue siendo {S}", "{h} está en manos del {S}", "{h} lo tiene el {S}", "{h} lo controla el {S}"),
    },
    "holds": {
        "en": ("{h} and {v} ended up {S}", "{h} and {v} are still {S}", "The {S} side has {h} and {v}"),
        "es": ("{h} y {v} han acabado en manos del {S}", "{h} y {v} los tiene el {S}", "El {S} conserva {h} y {v}"),
    },
    "terrain": {
        "en": ("{h} is {t}", "The terrain in {h} is {t}", "We are talking about {h}, which is {t}"),
        "es": ("{h} es {t}", "El terreno de {h} es {t}", "Hablamos de {h}, que es {t}"),
    },
    "river": {
        "en": ("There's a {t} between {h} and {v}", "A {t} runs between {h} and {v}", "{h} and {v} are separated by a {t}"),
        "es": ("Hay un {t} entre {h} y {v}", "Entre {h} y {v} corre un {t}", "Un {t} separa {h} de {v}"),
    },
    "turn": {
        "en": ("It's turn {n}", "We are in turn {n}", "This is turn {n}"),
        "es": ("Es el turno {n}", "Estamos en el turno {n}", "Vamos por el turno {n}"),
    },
    "weather": {"en": ("It's {t}", "The weather is {t}", "We have {t} this turn"), "es": ("Hace {t}", "El tiempo es {t}", "Tenemos {t} este turno")},
    "strength": {
        "en": ("{u} attacks with {n}", "{u} has an attack of {n}", "{u}'s attack strength is {n}", "The attack printed on {u} is {n}"),
        "es": ("{u} tiene {n} de ataque", "El ataque de {u} es {n}", "{u} ataca con {n}", "{u} lleva {n} de ataque impreso"),
    },
    "did": {
        "en": ("{u} has already {d} this turn", "{u} {d} earlier on", "{u} has {d} before"),
        "es": ("{u} ya {d} este turno", "{u} {d} antes", "{u} {d} hace un momento"),
    },
    "marker": {"en": ("There's a {t} in {h}", "A {t} lies in {h}", "{h} has a {t}"), "es": ("Hay un {t} en {h}", "En {h} hay un {t}", "{h} tiene un {t}")},
    "count": {
        "en": ("There are {n} units in {h}", "I have {n} units in {h}", "{h} holds {n} units", "{n} {S} units are in {h}"),
        "es": ("Hay {n} unidades en {h}", "Tengo {n} unidades en {h}", "En {h} están {n} unidades", "{n} unidades {S} están en {h}"),
    },
}
AROUND = {
    "en": ("{s}. {q}", "{s}: {l}", "{s}, so {l}", "{s}; {l}", "As {p}, {l}", "{q} {s}."),
    "es": ("{s}. {q}", "{s}: {l}", "{s}, así que {l}", "{s}; {l}", "Como {p}, {l}", "{q} {s}."),
}
DEEDS = {
    "attack": ("attacked", "ha atacado"),
    "move": ("moved", "ha movido"),
    "retreat": ("retreated", "se ha retirado"),
    "advance": ("advanced", "ha avanzado"),
    "direct_fire": ("fired", "ha disparado"),
    "overrun": ("overrun", "ha arrollado"),
    "barrage": ("bombarded", "ha bombardeado"),
    "probe": ("probed", "ha tanteado"),
    "shock_attack": ("shock attacked", "ha hecho un ataque de choque"),
    "engagement": ("engaged", "se ha enfrentado"),
    "passed": ("passed", "ha pasado"),
}
STATE = {"german": ("German", "alemán"), "soviet": ("Soviet", "soviético"), "polish": ("Polish", "polaco"), "american": ("American", "americano")}
RIVERS = {"river": ("river", "río"), "major_river": ("major river", "río mayor"), "minor_river": ("minor river", "río menor"), "stream": ("stream", "arroyo")}
GROUND = {
    "clear": ("clear", "despejado"),
    "swamp": ("swamp", "pantano"),
    "rough": ("rough", "quebrado"),
    "woods": ("woods", "bosque"),
    "forest": ("forest", "bosque"),
    "hill": ("hill", "colina"),
}
WEATHER = {"frost": ("frost", "helada"), "thaw": ("thaw", "deshielo"), "storm": ("storm", "tormenta"), "sunny": ("sunny", "sol"), "rain": ("rain", "lluvia")}
MARKS = {
    "trench": ("trench", "trinchera"),
    "bunker": ("bunker", "búnker"),
    "minefield": ("minefield", "campo de minas"),
    "dump": ("dump", "depósito"),
    "hedgehog": ("hedgehog", "erizo"),
}

Slots = dict[str, Any]


class Scene(NamedTuple):
    kind: str
    so: Slots
    wrong: Slots | None


def scenes(data: Any, lang: str) -> Iterator[Scene]:
    """What can be told of a position, and the same made false."""
    data, word = data or {}, int(lang == "es")
    units = {str(unit["id"]): unit for unit in data.get("units", ()) if isinstance(unit.get("at"), str) and unit["at"][:1].isdigit()}
    grid = of_data(rulebook(data["rulebook"]), {"rulebook": data["rulebook"]}).grid if "rulebook" in data else None
    pending = data.get("pending") or {}
    hit, result = pending.get("hex"), str(pending.get("result") or "")
    names = list(units)
    places = {name: unit["at"] for name, unit in units.items()}
    for name, at in places.items():
        yield Scene(
            "place",
            {"u": name, "h": at},
            {"u": name, "h": next((place for place in places.values() if place != at), "")} if len(set(places.values())) > 1 else None,
        )
        break
    if isinstance(hit, str) and hit not in places.values() and pending.get("defenders"):
        side = next((units[name]["side"] for name in map(str, pending["defenders"]) if name in units and units[name].get("side") in STATE), None)
        held = next(iter(places.values()), None)
        if side and held:
            yield Scene(
                "left",
                {"h": hit, "S": STATE[side][word]},
                {"h": next((units[n]["at"] for n in names if units[n].get("side") == side), held), "S": STATE[side][word]},
            )
    fell = [str(name) for name in pending.get("defenders") or ()]
    if isinstance(hit, str) and fell and names:
        gone = all(name not in units and name in map(str, data.get("eliminated") or ()) for name in fell)
        if gone:
            yield Scene("fell", {"h": hit}, {"h": next((place for place in places.values() if place != hit), hit)})
    for name in map(str, data.get("eliminated") or ()):
        if name not in units and names:
            yield Scene("gone", {"u": name}, {"u": names[0]})
            break
    for name, unit in units.items():
        now, most = unit.get("steps"), unit.get("max_steps")
        if isinstance(now, int) and isinstance(most, int) and 1 < now < most:
            yield Scene("steps", {"u": name, "n": now, "m": most, "k": most - now}, {"u": name, "n": now + 1, "m": most + 2, "k": most - now + 1})
            break
    attackers, defenders = ([str(name) for name in pending.get(side) or () if str(name) in units] for side in ("attackers", "defenders"))
    if result and defenders and attackers and isinstance(hit, str):
        others = [str((each["situation"].get("pending") or {}).get("result") or "") for each in cases(data["rulebook"])]
        other = next((each for each in others if each and not set(each.split()) & set(result.split()) and each not in result), None)
        yield Scene("result", {"u": defenders[0], "r": result, "h": hit}, {"u": defenders[0], "r": other, "h": hit} if other else None)
        yield Scene("attacked", {"u": attackers[0], "h": hit}, {"u": defenders[0], "h": hit})
        if units[defenders[0]]["at"] == hit:
            yield Scene("defended", {"u": defenders[0], "h": hit}, {"u": attackers[0], "h": hit})
    if grid is not None:
        far = [(grid.distance(units[one]["at"], units[other]["at"]), one, other) for one in names[:6] for other in names[:6] if one < other]
        known = [each for each in far if each[0] is not None]
        near, off = [each for each in known if each[0] == 1], [each for each in known if each[0] and each[0] > 2]
        for _, one, other in near[:1]:
            yield Scene("beside", {"u": one, "v": other}, {"u": off[0][1], "v": off[0][2]} if off else None)
        for apart, one, other in off[:1]:
            yield Scene("far", {"u": one, "v": other, "n": apart}, {"u": one, "v": other, "n": apart + 2})
    mates = [(one, other) for one in names for other in names if one < other and units[one]["at"] == units[other]["at"]]
    apart = [(one, other) for one in names for other in names if one < other and units[one]["at"] != units[other]["at"]]
    for one, other in mates[:1]:
        yield Scene(
            "stack", {"u": one, "v": other, "h": units[one]["at"]}, {"u": apart[0][0], "v": apart[0][1], "h": units[apart[0][0]]["at"]} if apart else None
        )
        number = sum(at == units[one]["at"] for at in places.values())
        side = units[one].get("side")
        if side in STATE and all(unit.get("side") == side for unit in units.values() if unit["at"] == units[one]["at"]):
            said = {
                "h": units[one]["at"],
                "S": STATE[side][0] if not word else STATE[side][1].replace("án", "anas").replace("co", "cas").replace("icano", "icanas"),
            }
            yield Scene("count", {**said, "n": number}, {**said, "n": number + 2})
    lone = [name for name in names if list(places.values()).count(places[name]) == 1]
    for name in lone[:1]:
        crowd = {"u": mates[0][0], "h": units[mates[0][0]]["at"]} if mates else None
        yield Scene("sole", {"u": name, "h": places[name]}, crowd)
    short, well = ([name for name, unit in units.items() if unit.get("supply") == state] for state in ("out", "in"))
    for name in short[:1]:
        yield Scene("supply", {"u": name}, {"u": well[0]} if well else None)
    for place, hexed in (data.get("hexes") or {}).items():
        if isinstance(hexed, dict) and str(hexed.get("control")) in STATE:
            other = (
                next(side for side in STATE if side != hexed["control"] and any(unit.get("side") == side for unit in units.values()))
                if len({u.get("side") for u in units.values()}) > 1
                else None
            )
            yield Scene("control", {"h": place, "S": STATE[hexed["control"]][word]}, {"h": place, "S": STATE[other][word]} if other else None)
            break
    held = {place: hexed["control"] for place, hexed in (data.get("hexes") or {}).items() if isinstance(hexed, dict) and str(hexed.get("control")) in STATE}
    both = [(one, two) for one in held for two in held if one < two and held[one] == held[two]]
    mixed = [(one, two) for one in held for two in held if one < two and held[one] != held[two]]
    for one, two in both[:1]:
        side = STATE[held[one]][word]
        yield Scene("holds", {"h": one, "v": two, "S": side}, {"h": mixed[0][0], "v": mixed[0][1], "S": side} if mixed else None)
    for place, hexed in (data.get("hexes") or {}).items():
        if isinstance(hexed, dict) and str(hexed.get("terrain")) in GROUND:
            other = "woods" if hexed["terrain"] != "woods" else "clear"
            yield Scene("terrain", {"h": place, "t": GROUND[hexed["terrain"]][word]}, {"h": place, "t": GROUND[other][word]})
            break
    for key, features in (data.get("hexsides") or {}).items():
        if isinstance(features, list) and (has := [each for each in features if each in RIVERS]):
            one, other = key.split("/")
            none = next((side for side, what in data["hexsides"].items() if what == []), None)
            yield Scene(
                "river",
                {"h": one, "v": other, "t": RIVERS[has[0]][word]},
                {"h": none.split("/")[0], "v": none.split("/")[1], "t": RIVERS[has[0]][word]} if none else None,
            )
            break
    if isinstance(data.get("turn"), int):
        yield Scene("turn", {"n": data["turn"]}, {"n": data["turn"] + 1})
    if data.get("weather") in WEATHER:
        yield Scene("weather", {"t": WEATHER[data["weather"]][word]}, None)
    for name, unit in units.items():
        if isinstance(unit.get("attack"), int):
            yield Scene("strength", {"u": name, "n": unit["attack"]}, {"u": name, "n": unit["attack"] + 4})
            break
    for name, deeds in (data.get("history") or {}).items():
        done = [deed.get("act") for deed in deeds if isinstance(deed, dict)] if isinstance(deeds, list) else []
        if str(name) in units and (acts := [act for act in done if act in DEEDS]):
            other = next((each for each in names if each not in data["history"]), None)
            yield Scene("did", {"u": name, "d": DEEDS[acts[0]][word]}, {"u": other, "d": DEEDS[acts[0]][word]} if other else None)
            break
    for marker in data.get("markers") or ():
        if marker.get("kind") in MARKS and isinstance(marker.get("at"), str) and names:
            bare = next((place for place in places.values() if all(each.get("at") != place for each in data["markers"])), None)
            yield Scene("marker", {"h": marker["at"], "t": MARKS[marker["kind"]][word]}, {"h": bare, "t": MARKS[marker["kind"]][word]} if bare else None)
            break


def lines(book: str, case: dict[str, Any], lang: str, drawn: random.Random, around: tuple[str, ...] | None = None) -> Iterator[tuple[str, bool, str]]:
    """The kind of a scene, whether it is so, and the line with it."""
    text = case["declaration"][lang].strip()
    whole = text if text[-1] in ".?!" else f"{text}."
    first = text.split()[0]
    low = text[0].lower() + text[1:] if first.isalpha() and len(first) > 1 else text
    for scene in scenes({**(case["situation"] or {}), "rulebook": book}, lang):
        form, frame = drawn.choice(FORMS[scene.kind][lang]), drawn.choice(around or AROUND[lang])
        for so, slots in ((True, scene.so), (False, scene.wrong)):
            if slots is not None:
                said = form.format(**slots)
                plain = said[0].lower() + said[1:] if said.split()[0].isalpha() and len(said.split()[0]) > 1 else said
                yield scene.kind, so, frame.format(s=said[0].upper() + said[1:], p=plain, q=whole, l=low)


def heard(book: str, case: dict[str, Any], text: str) -> Record:
    return Game(rulebook(book), of_data(rulebook(book), case["situation"], case["id"])).hear(text, list(case.get("rolls") or ()))


def came(record: Record) -> list[Any]:
    """What comes of the last thing that is asked or done."""
    return [(ruling.verdict, ruling.values()) for ruling in record.rulings][-1:]


def told(record: Record) -> bool:
    """Whether a line says that something is otherwise, or changes the position with it."""
    keys = {finding.key for ruling in record.rulings for _, finding in ruling.warnings} - {"said_in_passing", "said_and_so"}
    return bool(keys or record.stated or {note.key for note in record.notes} - {"said_and_so", "taken_as"})


def tried(book: str, case: dict[str, Any], lang: str, drawn: random.Random) -> Iterator[tuple[str, bool, str, str]]:
    """Each scene before a declaration and what comes of it: same, refused, turned, told, passing, silent."""
    text = case["declaration"][lang]
    if ";" in text or "=" in text:
        return
    plain = heard(book, case, text)
    if plain.problem is not None or not plain.rulings:
        return
    for kind, so, line in lines(book, case, lang, drawn):
        record = heard(book, case, line)
        if record.problem is not None:
            yield kind, so, line, "refused"
        elif came(record) != came(plain):
            yield kind, so, line, "told" if told(record) and not so else "turned"
        elif so:
            yield kind, so, line, "same"
        else:
            keys = {finding.key for ruling in record.rulings for _, finding in ruling.warnings}
            kinds = {ruling.kind for ruling in plain.rulings}
            denied = any(ruling.verdict == ILLEGAL and ruling.kind not in kinds for ruling in record.rulings)  # D1r2 on 26: it is another result
            yield kind, so, line, "told" if told(record) or denied else "passing" if "said_in_passing" in keys else "silent"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("books", nargs="+")
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seed", default="")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    for book in options.books:
        counted: Counter[tuple[str, bool, str]] = Counter()
        drawn = random.Random(f"scenes {book} {options.seed}")
        for at, case in enumerate(drawn.sample(cases(book), options.each)):
            for kind, so, line, came_to in tried(book, case, ("en", "es")[at % 2], drawn):
                counted[kind, so, came_to] += 1
                if options.show:
                    print("   ", case["id"], kind, "so" if so else "NOT", came_to, "|", line, flush=True)
        print(
            book,
            {
                so: dict(Counter({way: sum(n for (_, s, w), n in counted.items() if s == so and w == way) for _, s2, way in counted if s2 == so}))
                for so in (True, False)
            },
        )
        for kind in sorted({kind for kind, _, _ in counted}):
            print("   ", kind, {f"{'so' if so else 'not'} {way}": n for (k, so, way), n in sorted(counted.items()) if k == kind})


if __name__ == "__main__":
    main()
