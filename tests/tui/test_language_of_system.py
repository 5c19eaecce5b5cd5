"""Which language is spoken first, and which ones F2 goes round."""

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from screens_at_hand import lobby

from ketuk.tui.screens.languages import Languages
from ketuk.tui.settings import Settings
from ketuk.tui.words import LANGUAGES, Language
from ketuk.tui.words.languages import SPOKEN
from ketuk.tui.words.of_system import language_of_system


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "ms_MY.UTF-8"}, "ms"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "pt_PT@euro"}, "pt"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "id_ID.UTF-8"}, "id"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "ms_SG"}, "ms"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": ""}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:pt:en"}, "pt"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "pt"}, None),
        ({"LANG": "de_DE.UTF-8"}, None),
        ({"LANG": "in_ID"}, "id"),
        ({}, None),
    ],
)
def test_the_environment_names_the_language(
    environ: dict[str, str], language: Language | None
) -> None:
    assert language_of_system(environ, "linux") == language


@pytest.mark.parametrize(
    ("said", "language"), [("pt_BR\n", "pt"), ("ms_MY@rg=sgzzzz\n", "ms"), ("ja_JP\n", None)]
)
def test_macos_is_asked_where_the_environment_says_nothing(
    said: str, language: Language | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def run(command: Any, **how: Any) -> SimpleNamespace:
        asked.append(command)
        return SimpleNamespace(stdout=said)

    monkeypatch.setattr(subprocess, "run", run)
    assert language_of_system({}, "darwin") == language
    assert language_of_system({"LANG": "en_US"}, "darwin") == "en"
    assert len(asked) == 1


def test_a_system_that_does_not_answer_names_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*command: Any, **how: Any) -> None:
        raise subprocess.TimeoutExpired("defaults", 2)

    monkeypatch.setattr(subprocess, "run", run)
    assert language_of_system({}, "darwin") is None


@pytest.mark.parametrize("asked", [0x043E, 0x0416, 0x0421, 0x0409, 0x0407])
def test_windows_numbers_its_languages(asked: int, monkeypatch: pytest.MonkeyPatch) -> None:
    import ctypes

    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: asked)
    windll = SimpleNamespace(kernel32=kernel)
    monkeypatch.setattr(ctypes, "windll", windll, raising=False)
    known = {0x043E: "ms", 0x0416: "pt", 0x0421: "id", 0x0409: "en"}
    assert language_of_system({}, "win32") == known.get(asked)


@pytest.mark.parametrize(
    ("locale", "first", "ring"),
    [("ms_MY", "ms", ("id", "en", "ms")), ("pt_BR", "pt", ("id", "en", "pt")),
     ("en_US", "en", ("id", "en")), ("C.UTF-8", "id", ("id", "en"))],
)  # fmt: skip
def test_a_new_folder_begins_in_the_language_of_the_system(
    locale: str, first: str, ring: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", locale)
    settings = Settings.load(tmp_path)
    assert (settings.language, settings.spoken) == (first, ring)
    assert settings.save(tmp_path) is None
    monkeypatch.setenv("LANG", "id_ID")
    assert Settings.load(tmp_path) == settings


@pytest.mark.parametrize("kept", [5, "ms", [1, "xx"], [], None, {"de": 1}])
def test_ticks_that_no_version_wrote_count_as_none(kept: object, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"language": "en", "spoken": kept}))
    assert Settings.load(tmp_path) == Settings("en")


def test_f2_goes_round_those_that_are_ticked_and_comes_back() -> None:
    for ticked in (("id", "en"), ("id", "ms", "pt"), LANGUAGES, ("pt",)):
        settings = Settings("pt").with_spoken(ticked)
        met = []
        for _ in ticked:
            settings = settings.with_language(settings.next_language)
            met.append(settings.language)
        assert sorted(met) == sorted(ticked)
        assert settings.with_spoken(()) == settings


async def test_languages_are_ticked_on_the_screen(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("l")
        assert isinstance(at.app.screen, Languages)
        assert all(spoken.name in at.text() for spoken in SPOKEN.values())
        await at.press("3", "4", "1")
        assert at.app.settings.spoken == ("en", "ms", "pt")
        assert at.app.words.language == "en"  # the one that was read is ticked no longer
        assert Settings.load(tmp_path) == at.app.settings
        await at.press("escape", "f2")
        assert at.app.words.language == "ms"
        await at.press("l", "2", "4", "3", "escape", "f2")
        assert at.app.settings.spoken == ("ms",)
        assert isinstance(at.app.screen, Languages)  # F2 alone would lead nowhere
