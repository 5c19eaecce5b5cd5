"""Numbers that players agree on before a game, and bots of a set: in the form and at the prompt."""

from collections.abc import Sequence
from itertools import permutations, product
from pathlib import Path

import pytest
from command_line import CommandLine
from screens_at_hand import SMALL, lobby

from ketuk import engine
from ketuk.engine.rules.ruleset import Setting
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room
from ketuk.tui.screens.drawn_seats import drawn
from ketuk.tui.screens.switches import MORE, Dial, Switch, fitting
from ketuk.tui.telling.stuck import stuck
from ketuk.tui.words import LANGUAGES, Language, Words

PLAY = ("play", "--ruleset", "rel", "--players", "A,B,C", "--no-save")


def test_a_setting_knows_its_numbers() -> None:
    laps = Setting("laps", 3, 20, usual=0, none=True)
    assert laps.choices == (0, *range(3, 21))
    assert not laps.allows(2)
    steps = Setting("cash", 500, 3000, usual=1500, step=500)
    assert steps.choices == (500, 1000, 1500, 2000, 2500, 3000)
    assert not steps.allows(0)


async def test_the_form_takes_numbers_and_each_seat_its_own_bot(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        screen = at.app.screen
        rules = screen.query_one("#switch-rules")
        rules.choose(engine.NAMES.index("rel"))  # type: ignore[attr-defined]
        await at.settle(lambda: screen.query_one("#switch-set_laps").display)
        assert not screen.query_one("#switch-edition").display
        await at.press(*"Ayu", "enter")
        await at.press("f4")
        assert "komputer: mudah" in at.text()
        await at.press("f4")
        assert "komputer: sederhana" in at.text()
        await at.press("f4")
        assert "komputer: penilai" in at.text()
        await at.press("f4")
        assert "komputer:" not in at.text()
        await at.press("f4", "up", "f4", "f4")
        assert "tanpa akhir" in at.text(), "computers alone need an end"
        laps = screen.query_one("#switch-set_laps", Dial)
        laps.focus()
        await at.press("1", "2")
        assert laps.value == "12"
        await at.press("right", "left", "left")
        assert laps.value == "11"
        assert "tanpa akhir" not in at.text()
        await at.press("f5")
        await at.settle(lambda: at.on == "TableScreen")
        header = at.session.room.header
        assert header.options.settings == (("laps", 11),)
        assert (header.bots, header.players) == ((1, 2), ("sederhana", "mudah"))
        assert at.session.robots == {1: "sederhana", 2: "mudah"}


async def test_a_game_with_a_name_of_its_own_is_a_line_of_the_form(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        screen = at.app.screen
        rules, preset = (screen.query_one(f"#switch-{k}", Switch) for k in ("rules", "preset"))
        dials = [
            screen.query_one(f"#switch-set_{n}", Dial) for n in ("qualifying", "laps", "rounds")
        ]
        fast = screen.query_one("#switch-house_fast", Switch)
        assert not preset.display, "these rules have none"
        rules.choose(engine.NAMES.index("rel"))
        await at.settle(lambda: preset.display)
        dials[1].choose(4)
        fast.choose(1)
        await at.settle(lambda: fast.value == "fast")
        preset.focus()
        await at.press("right")
        await at.settle(lambda: dials[2].value == "30")
        assert "◉ Main sekarang (30 putaran)" in at.text()
        assert [d.value for d in dials] == ["0", "0", "30"]
        assert fast.value == ""
        dials[0].focus()
        await at.press("right")
        await at.settle(lambda: preset.value == "")
        await at.press("left")
        await at.settle(lambda: preset.value == "now")
        fast.choose(1)
        await at.settle(lambda: preset.value == "")
        preset.choose(1)
        await at.settle(lambda: fast.value == "")
        preset.focus()
        await at.press("left")
        await at.settle(lambda: dials[2].value == "0")
        await at.press("left")
        screen.query_one("#seat-1").focus()
        await at.press(*"Ayu", "down", *"Budi", "f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.room.header.options.settings == (("rounds", 30),)
        assert at.table.rounds == 30


class Picks:
    """Chance that draws what stands at these places."""

    def __init__(self, *places: int) -> None:
        self._places = iter(places)

    def dice(self, count: int) -> tuple[int, ...]:
        return (1,) * count

    def draw(self, cards: Sequence[int]) -> int:
        return cards[next(self._places, 0)]


def test_a_draw_of_seats_reaches_every_order_once() -> None:
    ways = product(range(4), range(3), range(2), range(1))
    found = [drawn(Picks(*way), "ABCD", {2: "cautious"}) for way in ways]
    assert {names for names, _ in found} == set(permutations("ABCD"))
    assert all(bots == {names.index("B") + 1: "cautious"} for names, bots in found)


@pytest.mark.parametrize(("typed", "order"), [(False, "CADB"), (True, "ABCD")])
async def test_who_sits_where_is_drawn_where_the_rules_say_so(
    tmp_path: Path, typed: bool, order: str
) -> None:
    """In teams the seats say who plays together."""
    async with lobby(tmp_path) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        screen = at.app.screen
        rules, seats = (screen.query_one(f"#switch-{key}", Switch) for key in ("rules", "seats"))
        for name in engine.NAMES:
            rules.choose(engine.NAMES.index(name))
            await at.settle()
            assert (
                seats.display
                == engine.ruleset(name).seating.drawn
                == (name in ("kompleks", "merek"))
            )
        rules.choose(engine.NAMES.index("merek"))
        await at.settle(lambda: seats.display)
        screen.query_one("#switch-set_mode", Dial).choose(3)
        seats.choose(int(typed))
        screen.query_one("#seat-1").focus()
        await at.press("A", "down", "B", "f4", "down", "C", "down", "D")
        at.app.luck = Picks(*([] if typed else [2, 0, 1, 0]))
        await at.press("f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert "".join(at.session.room.header.names) == order
        assert at.session.room.header.bots == (order.index("B") + 1,)
        first, third = order[0], order[2]
        assert {first: f"rekan {third}", third: f"rekan {first}"}.items() <= {
            at.table.player(s).name: next(stuck(at.session.names, s)) for s in at.table.seats
        }.items()
        assert ("Kursi diundi: 1 C, 2 A, 3 D, 4 B" in at.said()) == (not typed)


def test_bots_with_names_are_kept_with_the_game(tmp_path: Path) -> None:
    rules, options = engine.ruleset("rel"), engine.Options()
    with Journal.open(tmp_path / FILE) as journal:
        named = Room.start(
            journal, rules=rules, names=("A", "B"), options=options, bots={2: "mudah"}, name="x"
        )
        plain = Room.start(
            journal, rules=rules, names=("A", "B"), options=options, bots=[2], name="y"
        )
        assert Room.resume(journal, "x").header == named.header
        assert (named.header.players, plain.header.players) == (("mudah",), ())


@pytest.fixture
def ketuk(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


def test_numbers_at_the_command_line(ketuk: CommandLine) -> None:
    records = ketuk.records(*PLAY, "--seed", "1", "--set", "laps = 5, qualifying=1")
    assert records[0]["options"]["settings"] == [["laps", 5], ["qualifying", 1]]
    for said, told in (
        ("laps=2", "laps dari 3 sampai 20"),
        ("pajak=3", "laps, rounds"),
        ("laps", "nama=angka"),
    ):
        assert told in ketuk.run(*PLAY, "--set", said, code=2)


def test_a_game_that_was_begun_with_other_numbers_is_another(ketuk: CommandLine) -> None:
    play = ("play", "--ruleset", "rel", "--players", "A,B,C", "--game", "g")
    ketuk.records(*play, "--set", "laps=5")
    assert "--set" in ketuk.run(*play, "--set", "laps=6", code=1)
    ketuk.records(*play, "--set", "laps=5")


def test_bots_of_the_set_play_a_whole_game(ketuk: CommandLine) -> None:
    seats = "A=sederhana,B=mudah,C=mudah"
    records = ketuk.records(*PLAY, "--seed", "3", "--house", "fast", "--bots", seats)
    assert records[-1]["ranking"] if "ranking" in records[-1] else records[-1]
    none = ketuk.run("play", "--players", "A,B,C", "--no-save", "--bots", "mudah", code=2)
    assert "mudah" in none


def _sets() -> list[tuple[str, engine.RuleSet]]:
    return [(name, engine.ruleset(name)) for name in engine.NAMES]


@pytest.mark.parametrize(("ruleset", "rules"), _sets(), ids=engine.NAMES)
def test_computers_alone_begin_no_game_without_an_end(
    ketuk: CommandLine, ruleset: str, rules: engine.RuleSet
) -> None:
    names = [f"P{seat}" for seat in range(1, min(rules.seating.cash) + 1)]
    bot = next(iter(engine.players.makers(rules)))
    game = ("play", "--ruleset", ruleset, "--players", ",".join(names), "--rounds", "1")
    bots = ("--seed", "2", "--bots", bot)
    if rules.endless is None or not rules.endless(engine.Options()):
        ketuk.records(*game, *bots, "--no-save")
        return
    told = Words("id")("screens.endless")
    assert told in ketuk.run(*game, *bots, "--game", "g", code=1)
    assert ketuk.run("games", "--json") == "", "nothing was begun"
    for setting in [s for s in rules.settings if s.none]:
        agreed = ("--set", f"{setting.name}={setting.least}")
        assert ketuk.records(*game, *bots, *agreed, "--no-save")
    some = ",".join(f"{name}={bot}" for name in names[1:])
    assert ketuk.records(*game, "--bots", some, "--no-save"), "people may play as long as they like"


def test_a_round_is_no_lap_in_malay_wherever_the_command_line_tells_one(
    ketuk: CommandLine,
) -> None:
    """In this set *pusingan* is a lap; a round is a *ronde*."""
    play = ("--lang", "ms", *PLAY[:-1], "--game", "g", "--seed", "3", "--set", "laps=20")
    stopped = ketuk.records(*play, "--bots", "mudah", "--rounds", "2")[-1]["say"]
    told = (stopped, ketuk.run("--lang", "ms", "games"), ketuk.run("--lang", "ms", "replay", "g"))
    for text in told:
        assert "ronde " in text.lower()
        assert "pusingan 2" not in text.lower()
        assert "pusingan 3" not in text.lower()


@pytest.mark.parametrize("room", range(20, 70))
def test_an_answer_that_is_chosen_is_always_in_sight(room: int) -> None:
    answers = [f"○ {name}" for name in (*engine.NAMES, "rumah-kami", "desa")]
    for chosen in range(len(answers)):
        gap, shown = fitting(answers, chosen, room)
        told = [f" {answers[at]}{' ' * gap}" for at in shown]
        cut = (shown.start > 0) + (shown.stop < len(answers))
        assert chosen in shown
        assert len("".join(told)) + cut * len(f" {MORE}") <= room
    roomy = sum(map(len, answers)) + 2 * len(answers)
    assert fitting(answers, 0, roomy) == (1, range(len(answers)))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_rule_sets_stand_beside_each_other_in_a_small_window(
    language: Language, tmp_path: Path
) -> None:
    async with lobby(tmp_path, size=SMALL, language=language) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        (line,) = [row for row in at.text().split("\n") if engine.FIRST in row]
        assert [name for name in line.split() if name in engine.NAMES] == list(engine.NAMES)
