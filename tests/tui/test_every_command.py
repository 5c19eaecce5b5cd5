"""Every command and option there is, in every language: pages of help, wrong use, exit codes."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner
from command_line import CommandLine, every_command

from ketuk.tui.cli import build
from ketuk.tui.cli.shell import Argument, CliCommand, Group, Option
from ketuk.tui.cli.values import OneOf, Whole
from ketuk.tui.version import ketuk_version
from ketuk.tui.words import LANGUAGES, Language, Words, texts

ALL = dict(every_command())
COMMANDS = {path: one for path, one in ALL.items() if isinstance(one, CliCommand)}
LIBRARY = re.compile(
    r"Try '|for help|Usage: |Options:|Commands:|Arguments:|\[OPTIONS\]|COMMAND|\[ARGS\]"
    r"|\[default|\[required|required\]|INTEGER|TEXT\b|<|Show this|and exit|Error:|Missing "
    r"|Invalid |No such |Got unexpected|Did you mean|is not a valid|not in the range|Aborted"
    r"|requires an|does not take|Takes \d|must be one"
)
"""What click says in English when nobody keeps it from it."""


def said(*arguments: str, code: int, data: Path) -> str:
    done = CliRunner().invoke(build(), ["--data", str(data), *arguments])
    assert done.exit_code == code, done.output
    return done.output


def name(path: tuple[str, ...]) -> str:
    return " ".join(path) or "ketuk"


@pytest.mark.parametrize("path", ALL, ids=name)
def test_help_is_wholly_in_the_readers_language(path: tuple[str, ...], tmp_path: Path) -> None:
    pages = {}
    for language in LANGUAGES:
        words = Words(language)
        ways = [(*path, "-h", "--lang", language), (*path, f"--lang={language}", "--help"),
                ("--lang", language, *path, "-h")]  # fmt: skip
        first, *others = [said(*way, code=0, data=tmp_path) for way in ways]
        assert [first] * 2 == others
        head = f"{words('cli.usage')} {' '.join(('ketuk', *path))} {words('shell.usage_options')}"
        assert first.startswith(head)
        assert words("cli.help_option") in first
        if words("cli.usage") != "Usage:":
            assert not LIBRARY.search(first)
        pages[language] = first
    assert pages["id"] != pages["en"]


@pytest.mark.parametrize("path", ALL, ids=name)
def test_everything_that_can_be_given_is_told_and_named(path: tuple[str, ...]) -> None:
    command = ALL[path]
    assert isinstance(command, CliCommand | Group)
    for language in LANGUAGES:
        with build(language).make_context("ketuk", ["--lang", language]) as ctx:
            for one in command.params:
                assert isinstance(one, Option | Argument)
                assert one.help, one.name
                shown, named = one.make_metavar(ctx), set(_values(language))
                bare = shown.strip("[].") if isinstance(one, Argument) else shown
                known = bare in named or isinstance(one.type, OneOf)
                flag = isinstance(one, Option) and one.is_flag
                assert flag or known, (one.name, shown)


def _values(language: Language) -> Iterator[str]:
    return (Words(language)(f"values.{key}") for key in texts("en", "values"))


@pytest.mark.parametrize("path", COMMANDS, ids=name)
def test_every_command_takes_what_all_take(path: tuple[str, ...]) -> None:
    opts = {opt for one in COMMANDS[path].params for opt in one.opts}
    assert {"--json", "--data", "--lang"} <= opts
    assert opts == {opt for one in COMMANDS[path].params for opt in dict.fromkeys(one.opts)}
    letters = [opt for one in COMMANDS[path].params for opt in one.opts]
    assert len(letters) == len(set(letters))


def wrong() -> Iterator[tuple[tuple[str, ...], list[str], str, dict[str, object]]]:
    """Each way to use each command wrongly, with the key of the sentence that says so."""
    for path, command in ALL.items():
        yield path, ["--tidak-ada"], "cli.no_such_option", {"name": "--tidak-ada"}
        if isinstance(command, Group):
            yield path, ["tidak-ada"], "cli.no_such_command", {"name": "tidak-ada"}
            continue
        given = [
            next(iter(one.type._values)) if isinstance(one.type, OneOf) else "x"
            for one in command.params
            if isinstance(one, Argument) and one.required
        ]
        if not any(isinstance(one, Argument) and one.nargs == -1 for one in command.params):
            taken = [one for one in command.params if isinstance(one, Argument)]
            needed = [o for one in command.params if one.required and isinstance(one, Option)
                      for o in (one.opts[0], "x")]  # fmt: skip
            full = [_value(one) for one in taken]
            yield path, [*needed, *full, "lebih"], "cli.too_many", {"extra": "lebih"}
        for one in command.params:
            yield from ((path, *rest) for rest in _misgiven(one, given))


def _value(one: click.Parameter) -> str:
    return next(iter(one.type._values)) if isinstance(one.type, OneOf) else "x"


def _misgiven(
    one: click.Parameter, given: list[str]
) -> Iterator[tuple[list[str], str, dict[str, object]]]:
    opt = one.opts[0]
    if isinstance(one, Argument):
        if one.required:
            yield given[:-1], "cli.missing", {}
    elif isinstance(one, Option) and one.is_flag:
        yield [f"{opt}=3"], "cli.takes_no_value", {"name": opt}
    else:
        yield [opt], "cli.wants_value", {"name": opt, "count": one.nargs}
    if isinstance(one, Option) and isinstance(one.type, OneOf):
        yield [opt, "tidak-ada"], "cli_play.one_of", {"known": ", ".join(one.type._values)}
    if isinstance(one.type, Whole):
        yield [opt, "x"], "cli.no_whole_number", {"value": "x"}
        if one.type._most is not None:
            yield [opt, "9999999"], "cli.too_large", {"value": "9999999", "bound": one.type._most}


WRONG = list(wrong())


@pytest.mark.parametrize("path", ALL, ids=name)
def test_wrong_use_is_told_in_the_readers_language(path: tuple[str, ...], tmp_path: Path) -> None:
    ways = [(given, key, facts) for at, given, key, facts in WRONG if at == path]
    assert ways
    for language in LANGUAGES:
        words = Words(language)
        for given, key, facts in ways:
            told = said("--lang", language, *path, *given, code=2, data=tmp_path)
            flat = " ".join(told.split())
            if facts:
                assert words(key, **facts) in flat, (given, told)
            assert words("cli.see_help", command=" ".join(("ketuk", *path))) in flat
            if words("cli.usage") != "Usage:":
                assert not LIBRARY.search(told)
    assert not list(tmp_path.iterdir())


def test_a_group_without_a_command_shows_its_page(tmp_path: Path) -> None:
    for language in LANGUAGES:
        for way in (("box", "--lang", language), ("--lang", language, "box")):
            assert "undo-import" in said(*way, code=2, data=tmp_path)


def test_the_version_is_told_by_the_program_and_the_doctor(tmp_path: Path) -> None:
    assert said("--version", code=0, data=tmp_path) == f"Ketuk {ketuk_version()}\n"
    told = CliRunner().invoke(build(), ["--data", str(tmp_path), "doctor", "--camera", "x.mp4"])
    assert f"Ketuk {ketuk_version()}" in told.output


def test_data_and_lang_may_stand_behind_the_command_too(tmp_path: Path) -> None:
    first, other = tmp_path / "a", tmp_path / "b"
    for way in (("--data", str(first), "box", "new"), ("box", "--data", str(other), "new"),
                ("box", "new", "--name", "Kita", "--data", str(other))):  # fmt: skip
        assert CliRunner().invoke(build(), list(way)).exit_code == 0
    counts = [len(CommandLine(at).records("box", "list", "--json")) for at in (first, other)]
    assert counts == [1, 2]


def test_every_command_answers_in_json_when_asked(tmp_path: Path) -> None:
    """Of those that need no reader and no keys: each line of standard output is an object."""
    line, out = CommandLine(tmp_path / "data"), tmp_path / "out"
    line.run("box", "new", "--name", "Kita", "--spares", "2")
    line.run("play", "--players", "Ayu,Budi,Citra", "--game", "malam")
    line.run("export", "malam", str(tmp_path / "malam.jsonl"))
    line.run("box", "export", "Kita", str(tmp_path / "kita.json"))
    (box,) = line.records("box", "show", "Kita", "--json")
    spare = next(code["code"] for code in box["codes"] if code["item"] is None)
    ways = {
        "box new": [], "box list": [], "box show": ["Kita"],
        "box export": ["Kita", f"{out}1"], "box import": [str(tmp_path / "kita.json")],
        "box undo-import": ["Kita"], "box spares": ["Kita"], "box discard": ["Kita", spare],
        "box copies": ["Kita", "accept"], "box scans": ["Kita"],
        "box card": ["Kita", "--out", f"{out}2"], "box count": ["Kita", "--show"],
        "stickers": ["Kita", "--items", "35", "--out", f"{out}3", "--csv", f"{out}4"],
        "check": [box["codes"][0]["code"]], "reissue": ["Kita", "33"],
        "history": ["Kita", "33"], "scan": [str(tmp_path)], "write": ["Kita", "--nfc", "no:where"],
        "doctor": ["--camera", "x.mp4"], "play": ["--players", "A,B,C", "--no-save"],
        "games": [],
        "results": [], "shelve": ["malam"], "replay": ["malam"], "export": ["malam", f"{out}5"],
        "import": [str(tmp_path / "malam.jsonl"), "--name", "lagi"], "rules": ["4.4"],
        "completion": ["zsh"], "rename": ["malam", "siang"], "delete": ["siang", "--yes"],
        "box rename": ["Kita", "Kita Juga"], "box delete": ["Kita Juga", "--yes"],
        "simulate": ["nusantara", "--players", "3", "--games", "1", "--jobs", "1", "--rounds", "1"],
    }  # fmt: skip
    assert set(ways) == {name(path) for path in COMMANDS}
    more = {"rules": ["--export", "klasik", f"{out}6"]}
    silent = {"box scans", "scan", "write", "box undo-import", "results"}
    for command, given in [*ways.items(), *more.items()]:
        asked = ["--data", str(line.data), *command.split(), *given, "--json"]
        done = CliRunner().invoke(build(), asked)
        assert done.exit_code in (0, 1), (asked, done.output)
        records = [json.loads(text) for text in done.stdout.splitlines()]
        assert records or command in silent, (asked, done.output)
        assert all(record["v"] == 1 for record in records)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_script_for_a_shell_asks_this_program(shell: str, tmp_path: Path) -> None:
    script = said("completion", shell, code=0, data=tmp_path)
    assert "_KETUK_COMPLETE" in script
    assert f"{shell}_complete" in script


@pytest.mark.parametrize(("typed", "offered"), [
    (["che"], {"check"}), (["box", "undo"], {"undo-import"}), (["doctor", "--pic"], {"--picture"}),
    (["box", "copies", "x", "re"], {"refuse"}), (["--lang", "e"], {"en"}),
    (["replay", "ma"], {"malam"}), (["box", "show", ""], {"BOX"}),
])  # fmt: skip
def test_a_shell_is_offered_what_fits(typed: list[str], offered: set[str], tmp_path: Path) -> None:
    line = CommandLine(tmp_path)
    line.run("box", "new")
    line.run("play", "--players", "A,B,C", "--game", "malam")
    (box,) = line.records("box", "list", "--json")
    asked = ShellComplete(build("id"), {}, "ketuk", "_KETUK_COMPLETE")
    *before, last = ["--data", str(tmp_path), *typed]
    found = {item.value for item in asked.get_completions(before, last)}
    assert found == {box["box"] if value == "BOX" else value for value in offered}


@pytest.mark.parametrize(("given", "colours"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colours_stand_beside_the_signs_where_a_terminal_shows_them(
    given: dict[str, str], colours: bool, tmp_path: Path
) -> None:
    asked = ["--data", str(tmp_path), "doctor", "--camera", "x.mp4"]
    told = CliRunner().invoke(build(), asked, env={"NO_COLOR": None, **given}, color=True).output
    assert ("\x1b[3" in told) == colours
    assert "✗" in told


def test_ctrl_c_ends_a_command_with_a_sentence_and_code_130(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ketuk.codes.boxes.Boxes.glances", stopped)
    for language in LANGUAGES:
        told = said("box", "list", "--lang", language, code=130, data=tmp_path)
        assert told.strip() == Words(language)("shell.stopped")


def test_the_page_of_all_commands_loads_nothing_heavy() -> None:
    """It names every command, so every module of commands is read for it."""
    code = "import sys; from ketuk.tui.cli import main\ntry: main()\nfinally: print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, "-h"], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )  # fmt: skip
    heavy = {"textual", "sqlalchemy", "cv2", "nfc", "numpy", "fpdf", "pydantic", "ketuk.engine"}
    assert not heavy & set(done.stdout.split())
    assert "simulate" in done.stdout
