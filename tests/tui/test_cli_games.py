"""``ketuk games``, ``replay``, ``export``, ``import`` and ``rules`` on a real data folder."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from command_line import CommandLine, of
from tables import begun, journal_in, play_on

from ketuk.rooms.journal import FILE
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room
from ketuk.rooms.schema import VERSION
from ketuk.tui.words import Words


@pytest.fixture
def ketuk(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "data")


@pytest.fixture
def two_games(ketuk: CommandLine) -> CommandLine:
    """One that is over and one that goes on."""
    with journal_in(ketuk.data) as journal:
        play_on(begun(journal, "selesai"))
        play_on(begun(journal, "malam"), 30)
    return ketuk


def change(ketuk: CommandLine, statement: str) -> None:
    with closing(sqlite3.connect(ketuk.data / FILE)) as connection, connection:
        connection.execute(statement)


def words(key: str, **facts: object) -> str:
    return Words("id")(key, **facts)


# ---- games and replay


def test_no_games_yet(ketuk: CommandLine) -> None:
    assert ketuk.run("games") == words("cli_play.games_none") + "\n"
    assert ketuk.run("games", "--json") == ""


def test_games_are_listed(two_games: CommandLine) -> None:
    text = two_games.run("games").splitlines()
    assert len(text) == 2
    assert any("selesai  Ayu, Budi, Citra" in line for line in text)
    records = {r["game"]: r for r in two_games.records("games", "--json")}
    assert records["selesai"]["over"] is True
    assert (records["malam"]["over"], records["malam"]["moves"]) == (False, 30)
    assert records["malam"]["played"].endswith("Z")


def test_a_game_on_the_shelf_is_out_of_the_list_until_it_comes_back(
    two_games: CommandLine,
) -> None:
    assert "di rak sekarang" in two_games.run("shelve", "malam")
    said = two_games.run("games")
    assert "malam" not in said
    assert "Di rak: 1 permainan (ketuk games --all)." in said
    assert "[rak] malam" in two_games.run("games", "--all")
    records = {r["game"]: r["shelved"] for r in two_games.records("games", "--all", "--json")}
    assert records == {"malam": True, "selesai": False}
    assert "diambil dari rak" in two_games.run("shelve", "malam", "--back")
    assert "malam" in two_games.run("games")
    said = two_games.run("shelve", "pagi", code=1)
    assert said == words("saved.no_game", game="pagi") + "\n"


def test_a_broken_game_is_named_in_the_list(two_games: CommandLine) -> None:
    with closing(sqlite3.connect(two_games.data / FILE)) as connection, connection:
        connection.execute("UPDATE game SET header = '{}' WHERE name = 'malam'")
        connection.execute("DELETE FROM entry WHERE game = 'malam' AND seq = 0")
    said = two_games.run("games")
    assert words("lobby.broken", game="malam") in said
    assert "selesai" in said


def test_a_replay_tells_a_game_and_how_it_stands(two_games: CommandLine) -> None:
    told = two_games.run("replay", "malam").splitlines()
    assert told[0] == "Permainan dimulai: Ayu, Budi dan Citra."
    assert "1. Ayu: Buka kartu Kejadian" in told
    assert [line.split(":")[0] for line in told[-3:]] == ["Ayu", "Budi", "Citra"]
    ended = two_games.run("replay", "selesai", lang="en").splitlines()
    assert any(line.startswith("1. ") for line in ended[-3:])
    assert "The game is over. Winner:" in "\n".join(ended)


def test_a_replay_of_a_game_that_goes_on_shows_no_hands(two_games: CommandLine) -> None:
    assert "Ayu mengambil kartu Siasat." in two_games.run("replay", "malam")
    assert "Ayu mengambil kartu Siasat: " in two_games.run("replay", "selesai")
    *moves, last = two_games.records("replay", "malam", "--json")
    drawn = [e for move in moves for e in move["events"] if e["type"] == "card_drawn"]
    assert len(drawn) >= 3
    assert {e["card"] for e in drawn} == {-1}
    assert {c for p in last["table"]["players"] for c in p["hand"]} <= {-1}
    assert [m["seq"] for m in moves] == list(range(31))


def test_a_replay_up_to_an_entry(two_games: CommandLine) -> None:
    records = two_games.records("replay", "malam", "--at", "4", "--json")
    assert [r["seq"] for r in records] == [0, 1, 2, 3, 4, 4]
    assert two_games.records("replay", "malam", "--at", "0", "--json")[-1]["table"]["round"] == 1
    said = two_games.run("replay", "malam", "--at", "99", code=1)
    assert said == words("cli_play.at_beyond", game="malam", last=30) + "\n"


def test_a_game_that_is_not_there(ketuk: CommandLine) -> None:
    for command in (("replay", "siang"), ("export", "siang", "x")):
        said = ketuk.run(*command, code=1)
        assert said == words("saved.no_game", game="siang") + "\n"


# ---- export and import


def test_a_game_moves_to_another_folder_and_goes_on(two_games: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "malam.jsonl"
    two_games.run("export", "malam", str(file))
    other = CommandLine(tmp_path / "other")
    other.run("import", str(file))
    assert other.run("replay", "malam") == two_games.run("replay", "malam")
    records = other.records("play", "--game", "malam", "--bots", "cautious")
    assert of(records, "ranking")


def test_a_cut_file_says_so_and_gives_its_whole_moves(
    two_games: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "malam.jsonl"
    two_games.run("export", "malam", str(file))
    os.truncate(file, file.stat().st_size * 2 // 3)
    said = two_games.run("import", str(file), "--name", "potong", code=1)
    assert said.count("\n") == 1
    assert "terpotong di baris" in said
    last = file.read_bytes().count(b"\n") - 2
    told = two_games.records("replay", "potong", "--json")
    assert told[-1]["seq"] == last
    assert told == two_games.records("replay", "malam", "--at", str(last), "--json")


def test_a_program_reads_what_became_of_a_file(two_games: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "malam.jsonl"
    (out,) = two_games.records("export", "malam", str(file), "--json")
    (back,) = two_games.records("import", str(file), "--json")
    assert out == {"v": 1, "game": "malam", "moves": out["moves"], "path": str(file)}
    assert back == {**out, "game": back["game"]}
    assert back["game"] != "malam"
    assert two_games.records("replay", back["game"], "--json")[-1]["seq"] == out["moves"]


def test_other_files_are_refused_in_one_line(two_games: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    assert two_games.run("import", str(file), code=1) == words("saved.not_there", path=file) + "\n"
    file.write_text("Siasat\n")
    said = two_games.run("import", str(file), code=1)
    assert said.startswith(f"{file}, baris 1: bukan ekspor permainan Ketuk")
    two_games.run("export", "malam", str(tmp_path / "y"))
    text = (tmp_path / "y").read_text().replace('"format":1', '"format":2', 1)
    file.write_text(text)
    said = two_games.run("import", str(file), code=1)
    assert said == words("saved.export_newer", path=file, found=2, known=1) + "\n"


# ---- damaged files


def test_a_game_whose_beginning_is_lost_hides_no_other(two_games: CommandLine) -> None:
    path = two_games.data / FILE
    content = path.read_bytes()  # all that bears the name of the later game, and the end
    path.write_bytes(content.replace(b"malam", bytes(5))[:-4096])
    said = two_games.run("games")
    assert said.startswith("Berkas permainan rusak.")
    assert "selesai" in said
    assert "malam" not in said


def test_a_copy_says_which_laptop_decides_it(two_games: CommandLine) -> None:
    with journal_in(two_games.data) as journal:
        for name in ("malam", "selesai"):
            Room.resume(journal, name).fence(Reign(1, "b", "Budi"))
    over, goes_on = sorted(two_games.run("games").splitlines(), key=lambda line: "malam" in line)
    assert goes_on.startswith(f"({words('lobby.copy', name='Budi')}) malam")
    assert over.startswith("selesai")
    (told,) = [one for one in two_games.records("games", "--json") if one["game"] == "malam"]
    assert told["decided_at"] == "Budi"


def test_a_truncated_journal_is_told_in_one_line_and_goes_on(two_games: CommandLine) -> None:
    path = two_games.data / FILE
    os.truncate(path, path.stat().st_size - 2 * 4096)  # some moves, not the beginning of a game
    said = two_games.run("games")
    assert said.startswith("Berkas permainan rusak.")
    (kept,) = two_games.data.glob("games.damaged-*.sqlite")
    assert str(kept) in said.splitlines()[0]
    assert "malam" in said
    (line,) = [line for line in two_games.run("games").splitlines() if "rusak" in line]
    assert line.startswith(f"Ada berkas permainan rusak yang disisihkan: {kept}")
    assert "tidak ada lagi yang bisa dibaca" in two_games.run("games", "--look-again")
    two_games.run("play", "--game", "malam", "--bots", "cautious")


def test_a_damaged_move_is_told_and_the_game_goes_on_before_it(two_games: CommandLine) -> None:
    change(two_games, "UPDATE entry SET events = '[{' WHERE game = 'malam' AND seq = 20")
    said = two_games.run("replay", "malam")
    assert said.startswith("Permainan malam: langkah 20 rusak")
    assert "Traceback" not in said
    assert two_games.records("replay", "malam", "--json")[-1]["seq"] == 19


def test_a_newer_journal_is_refused_and_not_touched(two_games: CommandLine) -> None:
    change(two_games, "CREATE TABLE later (name TEXT)")
    change(two_games, "PRAGMA user_version = 99")
    path = two_games.data / FILE
    before = path.read_bytes()
    expected = words("saved.newer", path=path, found=99, known=VERSION) + "\n"
    assert two_games.run("games", code=1) == expected
    assert two_games.run("play", "--game", "malam", code=1) == expected
    assert path.read_bytes() == before


def test_another_file_under_that_name(ketuk: CommandLine) -> None:
    ketuk.data.mkdir()
    (ketuk.data / FILE).write_text("belanja: beras, telur, kopi\n" * 50)
    expected = words("saved.not_a_journal", path=ketuk.data / FILE) + "\n"
    assert ketuk.run("games", code=1) == expected


# ---- rules


def test_a_ruling_by_its_number(ketuk: CommandLine) -> None:
    (title, text) = ketuk.run("rules", "4.2.8").splitlines()
    assert title.startswith("4.2.8  ")
    assert "×4" in text
    (record,) = ketuk.records("rules", "4.2.8", "--json")
    assert record["ruling"] == "4.2.8"
    assert set(record["title"]) == {"id", "en"}


def test_rulings_by_chapter_by_words_and_all(ketuk: CommandLine) -> None:
    chapter = [r["ruling"] for r in ketuk.records("rules", "4.1", "--json")]
    assert len(chapter) > 10
    assert all(number.startswith("4.1.") for number in chapter)
    found = [r["ruling"] for r in ketuk.records("rules", "banjir", "barikade", "--json")]
    assert "4.1.2" in found
    assert found == [r["ruling"] for r in ketuk.records("rules", "banjir barikade", "--json")]
    english = [r["ruling"] for r in ketuk.records("rules", "flood", "BARRICADE", "--json")]
    assert "4.1.2" in english
    assert len(ketuk.run("rules").splitlines()) == 106


def test_a_ruling_that_is_not_there(ketuk: CommandLine) -> None:
    assert ketuk.run("rules", "9.9", code=1) == words("cli_play.rules_none", text="9.9") + "\n"
    said = ketuk.run("rules", "--ruleset", "catur", code=1)
    assert said.startswith("Tidak ada aturan catur.")


def test_exported_rules_are_a_rule_set(ketuk: CommandLine, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    ketuk.run("rules", "--export", "nusantara", str(own))
    assert len(ketuk.run("rules", "--ruleset", str(own)).splitlines()) == 106
    own.write_text(own.read_text().replace("[meta]", "[meta", 1))
    said = ketuk.run("rules", "--ruleset", str(own), code=1)
    assert said.startswith("own.toml, baris ")
    own.write_bytes(b"\xff\xfe")
    assert ketuk.run("rules", "--ruleset", str(own), code=1).startswith(str(own))


@pytest.mark.parametrize(
    "command", ["play", "games", "shelve", "replay", "export", "import", "rules"]
)
@pytest.mark.parametrize("lang", ["id", "en"])
def test_help_has_an_example(ketuk: CommandLine, command: str, lang: str) -> None:
    said = " ".join(ketuk.run(command, "--help", lang=lang).split())
    assert f"ketuk {command} " in said
    assert json.dumps(said)
