"""Whatever stands in a question can be chosen, and whatever the engine offers stands in it.

Every question of the recorded games, of random ones and of every kind of moment.
"""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from lucky import Lucky
from moments import MOMENTS
from recorded import GAMES, moves_of
from situations import NAMES

from ketuk import engine
from ketuk.engine.bots import random_policy
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Bid,
    BidCard,
    Buy,
    Choose,
    Concede,
    Conclude,
    Confirm,
    Decline,
    Discard,
    Draw,
    GoOn,
    Leave,
    Mortgage,
    Pass,
    Pay,
    Pick,
    Play,
    Propose,
    RevealCard,
    Roll,
    SellBuilding,
    SellProperty,
    Throw,
)
from ketuk.engine.events import AnyEvent, Bankrupted, LevelChanged, MortgageSet
from ketuk.engine.luck import Luck
from ketuk.engine.offers import BidForm, DiceForm, TradeForm
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Options, Table
from ketuk.engine.waiting import waiting
from ketuk.tui.menu import AskTable, ChoiceLine, More, Open, Question, TypeDice, question
from ketuk.tui.menu.choice import HAND, MONEY, MOST, TRADE
from ketuk.tui.menu.costly import is_costly
from ketuk.tui.robots import left_to_people
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.words import Words


def lines(choices: Iterable[ChoiceLine]) -> Iterator[ChoiceLine]:
    """All choices, those of menus within menus too."""
    for choice in choices:
        if isinstance(choice.action, More):
            yield from lines(choice.action.choices)
        else:
            yield choice


def check_that_computers_take_no_key(asked: Question, table: Table) -> None:
    """Beside a computer people keep Enter for what is theirs, and move no seat of it.

    Only real dice and cards are told for it, and that all are done with a moment of all.
    """
    for bot in table.seats:
        left = left_to_people(asked, frozenset({bot}))
        for line in lines(left.choices):
            done = line.action.commands if isinstance(line.action, AskTable) else ()
            for command in (c for c in done if c.seat == bot):
                assert isinstance(command, Confirm | GoOn | Draw | RevealCard | Throw), command
                assert getattr(command, "card", 1), "a card of the app's deck"
        if asked.marked is None:
            assert left.marked is None
            continue
        marked = asked.choices[asked.marked]
        stays = any(line == marked for line in left.choices)
        assert (left.marked is not None) == stays
        assert not stays or left.choices[left.marked or 0] == marked
        action = marked.action
        others = isinstance(action, AskTable) and all(c.seat != bot for c in action.commands)
        assert stays or not others


def menus(choices: tuple[ChoiceLine, ...]) -> Iterator[tuple[ChoiceLine, ...]]:
    """These, and those of all menus behind them."""
    yield choices
    for choice in choices:
        if isinstance(choice.action, More):
            yield from menus(choice.action.choices)


def check_that_all_targets_are_in_sight(rules: RuleSet, asked: Question) -> None:
    """Wherever one tile of many is chosen for an option, digits reach all lines."""
    for menu in menus(asked.choices):
        done = [c for line in lines(menu) if isinstance(line.action, AskTable)
                for c in line.action.commands]  # fmt: skip
        if done and all(isinstance(c, Choose) and c.option in rules.tile_options for c in done):
            assert len(menu) <= MOST


def check(rules: RuleSet, table: Table, luck: Luck) -> int:
    """Choose everything; how many choices there were."""
    names = Names(Telling(Words("id"), rules), table)
    asked = question(names)
    if asked is None:
        assert not engine.offers(table, rules).commands
        return 0
    found = engine.offers(table, rules)
    check_that_enter_is_safe(asked, table)
    check_that_computers_take_no_key(asked, table)
    check_that_lines_say_whose_they_are(names, asked)
    check_that_keys_stay(asked)
    check_that_all_targets_are_in_sight(rules, asked)
    shown, places, count = set[AnyCommand](), set[tuple[str, int]](), 0
    forms: list[DiceForm] = []
    for choice in lines(asked.choices):
        count += 1
        match choice.action:
            case AskTable(commands):
                at = table
                for command in commands:
                    outcome = engine.decide(at, command, rules, luck)
                    assert not isinstance(outcome, Refused), (choice.label, command, outcome)
                    if any(takes_away(at, command.seat, event) for event in outcome):
                        assert is_costly(rules, at, command), choice.label
                    for event in outcome:
                        at = engine.evolve(at, event)
                    shown.add(command)
            case TypeDice(form):
                assert form in found.forms
                forms.append(form)
            case Open(place, seat):
                places.add((place, seat))
    for command in found.commands:
        assert command in shown or elsewhere(rules, command, places), (asked, command)
    for form in found.forms:
        assert form in forms or opens(rules, form, places) or _listed(form, shown), (asked, form)
    assert all(leads_somewhere(found, place, seat) for place, seat in places), (asked, places)
    return count


def takes_away(table: Table, seat: int, event: AnyEvent) -> bool:
    """Whether a player loses a building, or mortgages, by what the same player does."""
    match event:
        case MortgageSet(tile=tile, mortgaged=mortgaged):
            return mortgaged and table.holdings[tile].owner == seat
        case LevelChanged(tile=tile, level=level):
            return level < table.holdings[tile].level and table.holdings[tile].owner == seat
        case Bankrupted(seat=ruined):
            return ruined == seat
        case _:
            return False


GIVES_UP = (SellBuilding, SellProperty, Mortgage, Concede, Decline, Pass, Leave, Conclude)
BINDS = (Accept, Propose, Bid, BidCard, Choose, Pick, Play)


def check_that_enter_is_safe(asked: Question, table: Table) -> None:
    """Enter alone gives nothing up, binds nobody, and says nothing that lies on a real table."""
    if asked.marked is None:
        return
    choice = asked.choices[asked.marked]
    match choice.action:
        case AskTable(commands):
            for command in commands:
                assert command.seat == asked.seat or not waits_for(table, asked.seat), choice
                assert not isinstance(command, GIVES_UP) or len(asked.choices) == 1, choice
                assert not isinstance(command, BINDS), choice
                match command:
                    case Roll(dice=real) if real:
                        raise AssertionError(choice)
                    case Throw(die=real) | RevealCard(card=real) | Draw(card=real) if real:
                        raise AssertionError(choice)
                    case Confirm():
                        raise AssertionError(choice)
        case Open(place):
            assert place in ("hand", "bid", "draw"), choice
        case More():
            raise AssertionError(choice)


def waits_for(table: Table, seat: int) -> bool:
    return seat in waiting(table)


def check_that_lines_say_whose_they_are(names: Names, asked: Question) -> None:
    """A line that acts for somebody who is not asked names that player, itself or by its menu."""

    def look(choices: Iterable[ChoiceLine], titles: str) -> None:
        for choice in choices:
            told = f"{titles} {choice.label}"
            match choice.action:
                case More(title, more):
                    look(more, f"{told} {title}")
                case AskTable(commands):
                    for command in commands:
                        own = command.seat == asked.seat or isinstance(command, GoOn | Confirm)
                        assert own or names.seat(command.seat) in told, (told, command)
                case Open(place, seat) if place in ("bid", "call"):
                    assert names.seat(seat) in told, told

    look(asked.choices, asked.sentence)


def check_that_keys_stay(asked: Question) -> None:
    """What can be had at many questions has the same key at each of them, and no other has it."""
    for choice in asked.choices:
        match choice.action:
            case Open("hand"):
                assert choice.key == HAND
            case Open("trade"):
                assert choice.key == TRADE
            case More() if choice.key:
                assert choice.key == MONEY
            case More(_, choices):
                assert not any(costs(c) for c in lines(choices)), choice
            case _:
                assert not choice.key
                assert not costs(choice), choice
    keys = [c.key for c in asked.choices if c.key]
    assert len(keys) == len(set(keys))


def costs(choice: ChoiceLine) -> bool:
    kinds = (SellBuilding, SellProperty, Mortgage)
    return isinstance(choice.action, AskTable) and any(
        isinstance(c, kinds) for c in choice.action.commands
    )


def elsewhere(rules: RuleSet, command: AnyCommand, places: set[tuple[str, int]]) -> bool:
    """Whether a command is given on a screen of its own, to which the question or a key leads."""
    match command:
        case BidCard():
            return ("bid", command.seat) in places
        case Bid():
            return ("call", command.seat) in places
        case Draw():
            return ("draw", command.seat) in places
        case Play() | Discard() | Buy() | Pay() if command.card:
            return bool(rules.seating.hand_deck)  # the key of the hand is always there
        case Confirm():
            return True  # who hands a card over taps it; all at once is a choice
        case _:
            return False


def _listed(form: DiceForm | BidForm | TradeForm, shown: set[AnyCommand]) -> bool:
    """Whether every face of the die is a choice of its own."""
    faces = {Throw(form.seat, die) for die in range(1, 7)}
    return isinstance(form, DiceForm) and form.command == "throw" and faces <= shown


def opens(
    rules: RuleSet, form: DiceForm | BidForm | TradeForm, places: set[tuple[str, int]]
) -> bool:
    """Whether a form is filled in on a screen of its own."""
    match form:
        case DiceForm():
            return bool(form.card and rules.seating.hand_deck)
        case BidForm():
            return ("call", form.seat) in places
        case TradeForm():
            return any(place == "trade" for place, _ in places)


def leads_somewhere(found: engine.Offers, place: str, seat: int) -> bool:
    """Whether there is something to be done where a choice leads."""
    match place:
        case "bid":
            return any(isinstance(c, BidCard) for c in found.of(seat))
        case "draw":
            return any(isinstance(c, Draw) for c in found.of(seat))
        case "call":
            return any(isinstance(f, BidForm) and f.seat == seat for f in found.forms)
        case "trade":
            return any(isinstance(f, TradeForm) for f in found.forms)
        case _:
            return True  # a hand, which may be looked at whatever is in it


@pytest.mark.parametrize("name", MOMENTS)
def test_in_every_kind_of_moment(name: str) -> None:
    game = MOMENTS[name]()
    assert check(game.rules, game.table, Lucky(1)) > 0


def test_all_cities_of_a_festival_are_in_sight_with_their_owners() -> None:
    game = MOMENTS["community"]()
    names = Names(Telling(Words("id"), game.rules), game.table)
    asked = question(names)
    assert asked is not None
    behind = [c.action for c in asked.choices if isinstance(c.action, More)]
    (menu,) = [more for more in behind if more.title.startswith("Pasar Malam")]
    told = ", ".join(line.label for line in menu.choices)
    targets = {c.target for c in engine.offers(game.table, game.rules).commands
               if isinstance(c, Choose) and c.option == "pasar_malam"}  # fmt: skip
    assert len(targets) == 20
    for tile in targets:
        assert names.tile(tile) in told
        owner = game.table.holdings[tile].owner
        assert not owner or f"{names.tile(tile)} ({names.seat(owner)})" in told
    assert any(game.table.holdings[tile].owner for tile in targets)


@pytest.mark.parametrize("path", GAMES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_at_every_question_of_a_recorded_game(path: Path) -> None:
    rules, moves = moves_of(path)
    seen = sum(check(rules, move.table, Lucky(2)) for move in moves[::2])
    assert seen > len(moves) // 2


@pytest.mark.parametrize("edition", ["hp", "kertas"])
@pytest.mark.parametrize("real", [False, True], ids=["app", "real"])
@pytest.mark.parametrize("ruleset", ["nusantara", "klasik"])
def test_at_questions_of_random_games(
    ruleset: str, real: bool, edition: Literal["hp", "kertas"]
) -> None:
    rules, luck = engine.ruleset(ruleset), Lucky(7)
    lie = "real" if real else "app"
    options = Options(edition=edition, dice=lie, decks=lie, house=rules.house)
    table = engine.replay(engine.new_game(rules, NAMES[:5], luck, options))
    policy = random_policy(random.Random(7).randrange)
    for step in range(500):
        if step % 3 == 0:
            check(rules, table, luck)
        command = next(filter(None, (policy(rules, table, s) for s in table.seats)), None)
        command = command or typed(table, rules, luck)
        if command is None:
            break
        outcome = engine.decide(table, command, rules, luck)
        assert not isinstance(outcome, Refused), (command, outcome)
        for event in outcome:
            table = engine.evolve(table, event)
    assert table.count > 300


def typed(table: Table, rules: RuleSet, luck: Lucky) -> AnyCommand | None:
    """What only people can say: the dice that lie there, the card that was drawn."""
    offered = engine.offers(table, rules).commands
    draws = [c for c in offered if isinstance(c, Draw | RevealCard)]
    if draws:
        return draws[luck.dice(1)[0] % len(draws)]
    for form in engine.offers(table, rules).forms:
        if isinstance(form, DiceForm) and not form.card:
            dice = luck.dice(form.count)
            return Roll(form.seat, dice) if form.command == "roll" else Throw(form.seat, dice[0])
    return None
