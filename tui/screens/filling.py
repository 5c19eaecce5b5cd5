"""Filling in the form of a new game: what was played before, names, numbers, the box."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ketuk.engine.table import Options
from ketuk.rooms.chance import SystemLuck
from ketuk.rooms.names import person
from ketuk.tui.people import remembered
from ketuk.tui.saved.again import FormPlan
from ketuk.tui.scans import Said
from ketuk.tui.screens.drawn_seats import drawn
from ketuk.tui.screens.switches import Dial, Switch
from ketuk.tui.settings import REMINDERS_S, Settings

if TYPE_CHECKING:
    from ketuk.engine.rules.ruleset import RuleSet
    from ketuk.engine.table import Edition
    from ketuk.tui.screens.new_game import NewGame


EDITIONS = ("hp", "kertas")


def switches(settings: Settings, sets: Collection[RuleSet]) -> Iterator[Switch]:
    """What is asked below the seats, for all ``sets``; each shows those that it has."""
    yield Switch("preset", [])
    yield Switch("seats", [("drawn", "screens.seats_drawn"), ("", "screens.seats_typed")])
    yield Switch("edition", [(edition, "") for edition in EDITIONS])
    yield Switch("dice", [("app", "screens.by_app"), ("real", "screens.by_hand_dice")])
    yield Switch("decks", [("app", "screens.by_app"), ("real", "screens.by_hand_decks")])
    for rule in dict.fromkeys(rule for rules in sets for rule in rules.house):
        yield Switch(f"house_{rule}", [("", "screens.house_off"), (rule, f"screens.house_{rule}")])
    for name in dict.fromkeys(s.name for rules in sets for s in rules.settings):
        yield Dial(f"set_{name}")
    reminder = Switch("reminder", [(str(s), f"screens.reminder_{s}") for s in REMINDERS_S])
    reminder.at = REMINDERS_S.index(settings.reminder_s)
    yield reminder
    yield Switch("learn", [("on", "screens.learn_on"), ("", "screens.learn_off")])
    yield Switch("box", [])


def offer_learning(form: NewGame) -> None:
    """A first game is explained, unless somebody has said otherwise."""
    line, known = form.query_one("#switch-learn", Switch), remembered(form.app.data)
    names, people = form.seats.people, {person(name) for name in known}
    is_first = any(person(n) not in people for n in names) if names else not known
    if not line.touched:
        line.at = 0 if is_first else 1
        line.refresh()


def keep_habits(form: NewGame) -> None:
    """Keep what was chosen for good, and not for this game alone."""
    app, chosen = form.app, int(form.query_one("#switch-reminder", Switch).value)
    if chosen != app.settings.reminder_s:
        app.keep(app.settings.with_reminder(chosen))


def fill(form: NewGame, plan: FormPlan) -> None:
    """Put in what a plan says; the form has the lines of its rules already."""
    for seat, name in enumerate(plan.names, 1):
        form.seats.field(seat).value = name
    options = plan.options
    wanted: dict[str, str] = {
        "edition": options.edition,
        "dice": options.dice,
        "decks": options.decks,
        "seats": "",  # as they sat
    }
    wanted |= {f"house_{rule}": rule for rule in options.house}
    wanted |= {f"set_{name}": str(number) for name, number in options.settings}
    for line in form.query(Switch):
        line.pick(wanted.get(line.key))


def fill_box(form: NewGame, plan: FormPlan) -> None:
    """Choose the box that a plan says, once it is known which there are; told if it is gone."""
    line, rules = form.query_one("#switch-box", Switch), form.query_one("#switch-rules", Switch)
    if line.touched or rules.value != plan.ruleset:
        return  # somebody has chosen meanwhile
    if not line.pick(plan.box or ""):
        form.app.say("screens.box_gone", "note", box=plan.box)


def seated(form: NewGame, rules: RuleSet) -> tuple[tuple[str, ...], dict[int, str], str]:
    """Names and players of the program by seat, and what is said of their draw; empty for none."""
    seats = form.seats
    bots = {
        seat: seats.bots[line] for seat, line in enumerate(seats.taken, 1) if line in seats.bots
    }
    if not rules.seating.drawn or not form.query_one("#switch-seats", Switch).value:
        return seats.names, bots, ""
    names, bots = drawn(form.app.luck or SystemLuck(), seats.names, bots)
    order = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    return names, bots, form.app.words("screens.seats_are", order=order)


def take_numbers(form: NewGame, rules: RuleSet, path: Path, numbers: Mapping[str, int]) -> Said:
    """Put these into the form, and what is usual into the lines that they leave out."""
    settings = {s.name: s for s in rules.settings}
    for name, number in numbers.items():
        if name not in settings or not settings[name].allows(number):
            facts = {"file": path, "detail": f"{name} = {number}"}
            return Said(form.app.words("cli_play.table_unread", **facts), "bad")
    put_numbers(form, rules, numbers)
    return Said(form.app.words("screens.table_loaded", path=path), "good")


def put_numbers(form: NewGame, rules: RuleSet, numbers: Mapping[str, int]) -> None:
    """These numbers, what is usual in all other lines, and no house rule."""
    for setting in rules.settings:
        number = numbers.get(setting.name, setting.usual)
        form.query_one(f"#switch-set_{setting.name}", Dial).put(setting.choices.index(number))
    for rule in rules.house:
        form.query_one(f"#switch-house_{rule}", Switch).put(0)


def options_of(form: NewGame, rules: RuleSet) -> Options:
    """What was agreed on, as it stands in the form."""
    chosen = {s.key: s.value for s in form.query(Switch)}
    numbers = [(s.name, int(chosen[f"set_{s.name}"]), s.usual) for s in rules.settings]
    return Options(
        edition=cast("Edition", chosen["edition"]) if rules.editions else rules.edition,
        dice="real" if chosen["dice"] == "real" else "app",
        decks="real" if chosen["decks"] == "real" else "app",
        house=tuple(rule for rule in rules.house if chosen[f"house_{rule}"]),
        settings=tuple((name, number) for name, number, usual in numbers if number != usual),
    )


def is_endless(form: NewGame, rules: RuleSet) -> bool:
    """Whether computers alone would play a game that no end is set to."""
    alone = not form.seats.people
    return rules.endless is not None and alone and rules.endless(options_of(form, rules))


def own_table(form: NewGame, rules: RuleSet) -> str:
    """Every number that is not as usual, where a table of one's own has less to win."""
    words = form.app.words.of(rules.meta.rules)
    changed = [d for d in form.query(Dial) if d.display and d.unusual(rules)]
    own = [dial.said() for dial in changed if dial.key != "set_mode"]
    if not own or not words.has("screens.own_table"):
        return ""
    return words("screens.own_table", changes="; ".join(own))
