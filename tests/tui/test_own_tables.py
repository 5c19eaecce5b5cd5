"""Tables of one's own: kept in a file, loaded at another table, and what their games count for."""

import json
from pathlib import Path

import pytest
from command_line import CommandLine, of
from lucky import Lucky
from praca import CLASSICO, EQUIPES, RAPIDO
from screens_at_hand import SMALL, lobby

from ketuk import engine
from ketuk.engine.rules.ruleset import Honours, RuleSet
from ketuk.engine.table import Options, replace
from ketuk.tui.kept_tables import NoTable, load, text_of
from ketuk.tui.screens.filling import own_table
from ketuk.tui.screens.new_game import NewGame
from ketuk.tui.screens.switches import Dial, Switch
from ketuk.tui.words import LANGUAGES, Language

MEREK = engine.ruleset("merek")
NAMES = ("Ana", "Bia", "Caio", "Davi")


def bounds() -> list[tuple[str, int, bool]]:
    """Each number at, below and above its bounds, and between its steps."""
    found = []
    for setting in MEREK.settings:
        if setting.name == "mode":
            continue
        for number in {
            setting.least,
            setting.most,
            setting.least - setting.step,
            0,
            setting.most + setting.step,
            setting.least + setting.step // 2,
        }:
            steps = (number - setting.least) % setting.step == 0
            fits = setting.least <= number <= setting.most and steps
            found.append((setting.name, number, fits or (setting.none and number == 0)))
    return found


@pytest.mark.parametrize(("name", "number", "fits"), bounds())
def test_every_field_of_a_mode_has_its_bounds(name: str, number: int, fits: bool) -> None:
    options = Options("kertas", settings=((name, number),))
    if not fits:
        with pytest.raises(ValueError, match=name):
            engine.under(MEREK, options)
        return
    rules = engine.under(MEREK, options)
    minutes = name in ("salary_ends", "tax_from")
    assert rules.figures[name] == number * (60 if minutes else 1)
    events = engine.new_game(MEREK, NAMES, Lucky(1), options)
    table = engine.replay(events)
    assert table.player(1).cash == (number if name == "cash" else 15000)


def test_own_numbers_belong_to_the_first_mode() -> None:
    with pytest.raises(ValueError, match="own table"):
        engine.under(MEREK, Options("kertas", settings=(("cash", 20000), ("mode", RAPIDO))))


def test_a_table_is_kept_and_loaded_again(tmp_path: Path) -> None:
    numbers = (("cash", 20000), ("third_die", 1), ("turn", 0))
    file = tmp_path / "mesa.toml"
    file.write_text(text_of("merek", numbers), "utf-8")
    assert tuple(sorted(load(file, "merek").items())) == numbers


@pytest.mark.parametrize(
    "text",
    ["", 'ruleset = "klasik"\n', 'ruleset = "merek"\n[numbers]\ncash = "x"\n', "= 3", "\x00",
     'ruleset = "merek"\nmore = 1\n', "a = " + "[" * 9_999, f"cash = {'9' * 5_000}",
     'ruleset = "merek"\nnumbers = 3\n'],
)  # fmt: skip
def test_a_file_that_is_no_table_is_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mesa.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(NoTable):
        load(file, "merek")


def test_a_table_goes_from_one_command_to_the_next(tmp_path: Path) -> None:
    file, line = str(tmp_path / "mesa.toml"), CommandLine(tmp_path / "data")
    play = ("play", "--ruleset", "merek", "--players", "Ana,Bia", "--no-save")
    line.records(*play, "--set", "cash=20000,turn=0", "--keep-table", file, lines=[])
    assert load(Path(file), "merek") == {"cash": 20000, "turn": 0}
    records = line.records(*play, "--table", file, "--set", "turn=30", lines=[])
    (asked,) = of(records, "question")[:1]
    assert 0 < asked["seconds_left"] <= 30
    assert "20.000" in json.dumps(records) or "20000" in json.dumps(records)


async def test_all_that_is_not_as_usual_is_listed_in_the_least_window(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        screen = at.app.screen
        screen.query_one("#switch-rules", Switch).choose(engine.NAMES.index("merek"))
        await at.settle(lambda: screen.query_one("#switch-set_cash").display)
        dials = [screen.query_one(f"#switch-set_{s.name}", Dial) for s in MEREK.settings[1:]]
        for dial in dials:
            dial.choose((dial.at + 1) % len(dial.answers))
        await at.settle()
        foot = screen.query_one("#new-missing")
        rows = at.text().split("\n")[foot.region.y : foot.region.bottom]
        listed = " ".join(" ".join(rows).split())
        assert len(dials) == 7
        for dial in dials:
            assert " ".join(dial.said().split()) in listed, dial.key
        assert listed.endswith("tanpa peringkat.")


async def test_a_table_is_kept_and_loaded_in_the_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    place = tmp_path / "meja"
    place.mkdir()
    async with lobby(tmp_path / "data") as at:
        at.app.settings = at.app.settings.with_folder(place)
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        screen = at.app.screen

        async def play_by(ruleset: str) -> None:
            switch = screen.query_one("#switch-rules", Switch)
            switch.choose(engine.NAMES.index(ruleset))
            await at.settle(lambda: screen._rules.meta.id == ruleset)  # type: ignore[attr-defined]

        def number(name: str) -> str:
            return screen.query_one(f"#switch-set_{name}", Dial).value

        async def put(name: str, value: int) -> None:
            dial = screen.query_one(f"#switch-set_{name}", Dial)
            dial.choose([v for v, _ in dial.answers].index(str(value)))
            await at.settle()

        await at.press("f6", "f7")
        assert at.on == "NewGame", "these rules have no numbers"
        await play_by("merek")
        await at.press("f7")
        await at.settle(lambda: str(place) in at.said())
        await put("cash", 20000)
        await put("turn", 0)
        await at.press("f6")
        await at.settle(lambda: at.on == "WhereTo")
        await at.press("enter")
        await at.settle(lambda: at.on == "NewGame" and (place / "merek.toml").exists())
        assert load(place / "merek.toml", "merek") == {"cash": 20000, "turn": 0}
        await put("cash", 5000)
        await put("third_die", 3)
        (place / "salah.toml").write_text(text_of("merek", [("cash", 5001)]), "utf-8")
        (place / "lain.toml").write_text(text_of("rel", [("laps", 5)]), "utf-8")
        await at.press("f7")
        await at.settle(lambda: at.on == "ChooseScreen")
        assert "lain" not in at.text()
        await at.press("2")
        await at.settle(lambda: "cash = 5001" in at.said())
        assert (number("cash"), number("third_die")) == ("5000", "3"), "nothing of it is taken"
        await at.press("f7")
        await at.settle(lambda: at.on == "ChooseScreen")
        await at.press("1")
        await at.settle(lambda: number("cash") == "20000")
        assert (number("turn"), number("third_die"), number("term")) == ("0", "0", "7")


def test_an_own_table_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    line = CommandLine(tmp_path / "data")
    play = ("play", "--ruleset", "merek", "--players", "Ana,Bia", "--no-save")
    for numbers in ("cash=5001", "mode=1,cash=20000", "mode=2"):
        line.run(*play, "--set", numbers, code=2)
    line.run(*play, "--table", str(tmp_path / "none.toml"), code=2)


# --- what a game counts for ----------------------------------------------------------------------


def counted(rounds: int, clock: int, bots: bool = False, **settings: int) -> Honours:
    options = Options("kertas", settings=tuple(sorted(settings.items())))
    rules: RuleSet = engine.under(MEREK, options)
    table = engine.replay(engine.new_game(MEREK, NAMES, Lucky(1), options))
    table = replace(table, round=rounds + 1, clock=replace(table.clock, now=clock))
    assert rules.honours is not None
    return rules.honours(rules, table, bots)


@pytest.mark.parametrize(
    ("rounds", "clock", "bots", "settings", "ranked", "experience", "why"),
    [
        (10, 600, False, {}, True, "full", "ranked"),
        (9, 600, False, {}, False, "none", "rounds"),
        (10, 599, False, {}, False, "none", "minutes"),
        (10, 600, True, {}, False, "none", "bots"),
        (99, 9000, False, {"mode": EQUIPES}, False, "none", "mode"),
        (99, 9000, False, {"mode": RAPIDO}, False, "none", "mode"),
        (10, 600, False, {"cash": 20000}, False, "half", "half"),
        (9, 600, False, {"cash": 20000}, False, "none", "rounds"),
        (10, 600, False, {"cash": 15000, "mode": CLASSICO}, True, "full", "ranked"),
    ],
)
def test_what_a_game_counts_for_and_why(
    rounds: int, clock: int, bots: bool, settings: dict[str, int], ranked: bool, experience: str,
    why: str,
) -> None:  # fmt: skip
    found = counted(rounds, clock, bots, **settings)
    assert (found.ranked, found.experience, found.why) == (ranked, experience, why)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_line_of_the_form_has_room_in_the_least_window(
    tmp_path: Path, language: Language
) -> None:
    """Every answer of every set, and all numbers that are not as usual at once."""
    async with lobby(tmp_path, size=SMALL, language=language) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        form = at.app.screen
        assert isinstance(form, NewGame)
        for name in engine.NAMES:
            assert form.query_one("#switch-rules", Switch).pick(name)
            form._fit_rules()
            await at.settle()
            for line in (s for s in form.query(Switch) if s.display):
                before = line.at
                for answer in range(len(line.answers)):
                    line.at = answer
                    drawn = line.render()
                    assert drawn.cell_len <= line.size.width, (name, drawn.plain)
                line.at = before
            for dial in (d for d in form.query(Dial) if d.display and d.key != "set_mode"):
                dial.at = max(range(len(dial.answers)), key=lambda at, d=dial: len(d._told(at)))
            form._tell_missing()
            await at.settle()
            told = "".join(own_table(form, form._rules).split())
            assert told in "".join(at.text().split()), (name, at.text())
