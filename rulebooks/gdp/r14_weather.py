"""Chapter 14: weather."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, define, drm, forbid, permit, record, rule, value
from adjudicator.kit import answered, half_up, number

from .acts import Going, Movement
from .acts_combat import AskChit, Attack, ChitAsked, DirectFire, Fire, OpportunityFire
from .acts_turn import AskWeather, WeatherRoll
from .r10_2_support import drawn_so_far
from .r10_7_air import is_air


# ---- 14.0 -------------------------------------------------------------------------------------------------------------------
@rule("14.0", WeatherRoll)
def once_a_turn(roll: WeatherRoll) -> Findings:
    """The weather of a turn is rolled once."""
    if roll.done("weather", "rolled") and not (isinstance(roll, AskWeather) or roll.slots.get("question")):
        yield forbid("weather_rolled", weather=roll.s.weather)


def only_told(roll: WeatherRoll) -> bool:
    """Whether it is asked what the weather is, in a turn that has one, and nothing is rolled."""
    return isinstance(roll, AskWeather) and not roll.dice and not roll.s.known_to_be("phase", "weather") and roll.s.stated("weather") is not None


@rule("14.0", WeatherRoll, "announce")
def rolled(roll: WeatherRoll) -> Findings:
    """The roll of this turn."""
    if not only_told(roll):
        yield record(did="weather", act="rolled")


@rule("14.0", WeatherRoll, "roll")
def weather_die(roll: WeatherRoll) -> Findings:
    """One die with the modifier of the turn track: sunny, cloudy, fog, rain, storm, snow."""
    if only_told(roll):
        yield from answered("weather", roll.s.weather)
        return
    yield permit("one_weather_die")
    table = roll.table("turn_track")
    by = table.get("weather") if isinstance(table, dict) else None
    if by is None and "tables.turn_track.weather" in roll.s.tried:
        by = roll.s.tried["tables.turn_track.weather"]
    if by is None:
        raise Missing("tables.turn_track.weather", (-2, -1, 0, 1, 2))
    if by := int(number(by)):
        yield drm(by, "turn_track_drm")
    modified = max(1, min(6, roll.roll() + by))
    yield value("modified", modified)
    found = roll.table("weather")["roll"][modified - 1]
    yield value("result", found, "weather_result", weather=found)
    yield value("weather", found)
    if isinstance(roll, AskWeather) or roll.slots.get("question"):
        yield value("answer", found)
    yield record(state="weather", value=found)


# ---- 14.1 -------------------------------------------------------------------------------------------------------------------
@rule("14.1", Movement, "halving")
def mud_and_snow(move: Movement) -> Findings:
    """Rain, storm and snow halve all allowances, rounded up."""
    if move.s.weather in move.table("weather")["halves"]:
        state: Going = move.item
        state.allowance = half_up(state.allowance)
        state.foot_allowance = half_up(state.foot_allowance)
        yield define("weather_halves", state.unit, weather=move.s.weather, allowance=str(state.allowance))


@rule("14.1", Attack, "around")
def weather_on_attacks(attack: Attack) -> Findings:
    """Rain adds one to the dice of normal attacks, a storm two, snow three."""
    if by := attack.table("weather")["attack"].get(attack.s.weather, 0):
        yield drm(by, "weather_drm", weather=attack.s.weather)


@rule("14.1", (DirectFire, OpportunityFire), "modifiers")
def snow_on_fire(fire: Fire) -> Findings:
    """In snow each die of direct fire loses one."""
    if by := fire.table("weather")["direct_fire"].get(fire.s.weather, 0):
        yield drm(by, "weather_drm", weather=fire.s.weather)


@rule("14.1", (DirectFire, OpportunityFire))
def weather_and_direct_fire(fire: Fire) -> Findings:
    """Fog and storm forbid direct fire; other weather does not."""
    weather = fire.s.weather
    if weather != "sunny":
        key = "weather_forbids_fire_too" if weather in fire.table("weather")["no_direct_fire"] else "weather_allows_fire"
        yield define(key, weather=weather)


@rule("14.1", Attack, "draw")
def no_air_in_bad_weather(attack: Attack) -> Findings:
    """In any weather but sunshine air chits are discarded."""
    if attack.s.weather not in attack.table("weather")["no_air"]:
        return
    for role, chit in drawn_so_far(attack).items():
        if is_air(attack, chit):
            attack.void[role] = "14.1"
            yield define("air_grounded", role=role, chit=chit.get("name"), weather=attack.s.weather)


@rule("14.1", AskChit, "answer")
def air_chit_in_bad_weather(asked: ChitAsked) -> Findings:
    """In any weather but sunshine an air chit does not count."""
    weather = asked.s.weather
    if weather in asked.table("weather")["no_air"]:
        for chit in (chit for chit in asked.meant if is_air(asked, chit)):
            yield value("answer", asked.counting(False), "air_chit_void", chit=chit["name"], weather=weather)
