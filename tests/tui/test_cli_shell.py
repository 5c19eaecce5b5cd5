"""The language of the command line, and wrong use told in it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import CommandLine

FOLDER = Path(__file__).resolve().parents[2]


def said(data: Path, *arguments: str, env: str | None = None) -> str:
    """What the program itself prints: it looks for the language before anything else."""
    known = {k: v for k, v in os.environ.items() if k != "KETUK_LANG"}
    extra = {"KETUK_LANG": env} if env is not None else {}
    code = "from ketuk.tui.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "--data", str(data), *arguments],
        env={**known, **extra, "PYTHONPATH": str(FOLDER)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def keep(data: Path, language: str) -> None:
    (data / "settings.json").write_text(json.dumps({"language": language}))


NONE = {"id": "Tidak ada permainan", "en": "There is no game"}


@pytest.mark.parametrize(
    ("kept", "env", "option", "language"),
    [
        (None, None, None, "id"),
        ("en", None, None, "en"),
        ("en", "id", None, "id"),
        ("en", "xx", None, "en"),  # no language at all: the next in the row holds
        ("id", "en", "id", "id"),
        ("id", None, "en", "en"),
    ],
)
def test_the_option_then_the_environment_then_what_the_screen_keeps(
    tmp_path: Path, kept: str | None, env: str | None, option: str | None, language: str
) -> None:
    if kept:
        keep(tmp_path, kept)
    lang = ("--lang", option) if option else ()
    assert said(tmp_path, *lang, "replay", "x", env=env).startswith(NONE[language])


def test_a_broken_file_of_settings_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    assert said(tmp_path, "replay", "x").startswith(NONE["id"])


WRONG = [
    (("check",), "KODE belum diisi.", "CODE is missing."),
    (("chek",), "tidak ada perintah chek. Mungkin maksudnya: check?", "no command chek."),
    (("box", "lst"), "tidak ada perintah lst. Mungkin maksudnya: list?", "no command lst."),
    (("games", "--jso"), "tidak ada opsi --jso. Mungkin maksudnya: --json?", "no option --jso."),
    (("games", "--json=3"), "opsi --json tidak diberi nilai.", "--json takes no value."),
    (("play", "--seed"), "opsi --seed perlu 1 nilai", "--seed needs 1 value after it."),
    (("rules", "--export"), "opsi --export perlu 2 nilai", "--export needs 2 values after it."),
    (("check", "A", "B"), "terlalu banyak argumen: B", "too many arguments: B"),
    (("box", "new", "--count", "x"), "x bukan bilangan bulat.", "x is not a whole number."),
    (("box", "new", "--count", "0"), "--count: 0 terlalu kecil, paling sedikit 1.", "least is 1."),
    (("--lang", "xx", "games"), "--lang: harus salah satu dari id, en", "must be one of id, en, "),
]


@pytest.mark.parametrize("language", ["id", "en"])
@pytest.mark.parametrize(("wrong", "indonesian", "english"), WRONG, ids=lambda x: " ".join(x)[:20])
def test_wrong_use_is_told_in_the_language_asked_for(
    tmp_path: Path, wrong: tuple[str, ...], indonesian: str, english: str, language: str
) -> None:
    ketuk = CommandLine(tmp_path)
    told = ketuk.run(*wrong, code=2, lang=language)
    sentence = indonesian if language == "id" else english
    assert sentence in told.replace("\n", " ")
    assert ("Cara pakai: " in told, "Usage: " in told) == (language == "id", language == "en")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("language", "heads"), [
    ("id", ("Cara pakai: ", "Opsi:", "Perintah:", "Tampilkan petunjuk ini.")),
    ("en", ("Usage: ", "Options:", "Commands:", "Show this page.")),
])  # fmt: skip
def test_a_help_page_has_headings_of_its_language(
    tmp_path: Path, language: str, heads: tuple[str, ...]
) -> None:
    page = CommandLine(tmp_path).run("box", "--help", lang=language)
    assert all(head in page for head in heads)


def test_what_is_no_json_is_told_by_its_place(tmp_path: Path) -> None:
    lines = tmp_path / "in.jsonl"
    lines.write_text('{"do": }\n')
    play = ("play", "--players", "A,B,C", "--input", str(lines))
    told = CommandLine(tmp_path / "data").records(*play, code=1)
    assert told[-1]["say"] == "Baris 1 bukan JSON sejak karakter 8; dilewati."


def test_paper_and_box_files_are_refused_without_a_foreign_word(tmp_path: Path) -> None:
    paper, box = tmp_path / "kertas.toml", tmp_path / "kotak.json"
    paper.write_text("page = 3\n= 4\n")
    box.write_text('{"v": 1')
    ketuk = CommandLine(tmp_path / "data")
    ketuk.run("box", "new", "--name", "Kita")
    out = str(tmp_path / "x.pdf")
    told = ketuk.run("stickers", "Kita", "--label", str(paper), "--out", out, code=1)
    assert told.startswith(f"{paper}, baris 2: tidak terbaca sebagai TOML")
    told = ketuk.run("box", "import", str(box), code=1)
    assert told.startswith(f"{box}: bukan ekspor kotak yang utuh: isinya bukan ekspor, atau")


RULE_FAULTS = [
    ('name = ""', "meta.name: tidak boleh kosong"),
    ("name = 3", "meta.name: harus teks dalam tanda kutip"),
    ('step = "x"', "meta.step: harus bilangan bulat"),
    ("step = 0", "meta.step: paling sedikit 1"),
    ("odd = 3", "meta.odd: tidak dikenal"),
]


@pytest.mark.parametrize(("line", "told"), RULE_FAULTS)
def test_faults_of_a_rule_set_are_told_in_words(tmp_path: Path, line: str, told: str) -> None:
    own, ketuk = tmp_path / "own.toml", CommandLine(tmp_path / "data")
    ketuk.run("rules", "--export", "nusantara", str(own))
    key = line.partition(" ")[0]
    head, rest = own.read_text("utf-8").split("[meta]\n", 1)
    rest = "\n".join(x for x in rest.split("\n") if not x.startswith(f"{key} ") or key == "odd")
    own.write_text(f"{head}[meta]\n{line}\n{rest}", "utf-8")
    assert told in ketuk.run("rules", "--ruleset", str(own), code=1)


def test_a_command_loads_no_screen() -> None:
    """A command answers at once; Textual alone takes longer to load than most of them to run."""
    code = "import sys, ketuk.tui.cli as cli; cli.build('en'); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert not {"textual", "sqlalchemy", "cv2", "nfc", "ketuk.engine", "fpdf"} & set(loaded)


def test_the_table_loads_no_server_before_a_room_opens() -> None:
    code = "import sys, ketuk.tui.app, ketuk.tui.screens.table; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert not {"aiohttp", "cryptography", "ifaddr", "PIL", "ketuk.rooms.host"} & set(loaded)
