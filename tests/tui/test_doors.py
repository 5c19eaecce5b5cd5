"""A file at the wrong door is sent to the right one; a game without its box says what it needs."""

from pathlib import Path

from command_line import CommandLine
from screens_at_hand import MEDAN, AtTable, bought, landed, lobby, table

from ketuk.codes.boxfile import exported
from ketuk.codes.payload import payload
from ketuk.rooms.gamefile import exported as game_exported
from ketuk.tui.boxes.box import boxes
from ketuk.tui.screens.opening import resume


async def game_and_box(folder: Path) -> tuple[str, Path, Path, str]:
    """A game that was begun elsewhere: its name, both files, and the code of Medan."""
    async with table(folder) as at:
        room = at.session.room
        assert room.registry is not None
        game, box = folder / "main.ketuk", folder / "kotak.json"
        game.write_bytes(game_exported(room.journal, room.header.game)[0])
        box.write_bytes(exported(room.registry))
        return room.header.game, game, box, at.code(MEDAN)


async def test_each_door_names_the_other(tmp_path: Path) -> None:
    _, game, box, _ = await game_and_box(tmp_path)
    line = CommandLine(tmp_path / "sini")
    told = line.run("box", "import", str(game), code=1)
    assert told == f"{game}: ini permainan, bukan kotak. Ambil dengan: ketuk import {game}\n"
    told = line.run("import", str(box), code=1)
    assert told == f"{box}: ini kotak, bukan permainan. Ambil dengan: ketuk box import {box}\n"
    (name,) = boxes(tmp_path).ids()
    assert f"Kotak {name} tidak ada di sini. Impor juga" in line.run("import", str(game))
    line.run("box", "import", str(box))
    assert "tidak ada di sini" not in line.run("import", str(game))


async def test_a_box_that_is_brought_while_its_game_is_open_is_used_at_once(tmp_path: Path) -> None:
    name, game, box, code = await game_and_box(tmp_path)
    here = tmp_path / "sini"
    line = CommandLine(here)
    line.run("import", str(game))
    async with lobby(here) as at:
        assert resume(at.app, name)
        await at.settle(lambda: at.on == "TableScreen")
        await landed(at)
        await at.tap_text(payload(code))
        (mine,) = boxes(tmp_path).ids()
        assert at.said().startswith(f"Kotak {mine} permainan ini tidak bisa dipakai di sini")
        assert not bought(at)
        line.run("box", "import", str(box))
        await at.tap_text(payload(code))
        await at.settle(lambda: bought(at))
        await at.press("k")
        await at.settle(lambda: at.on == "Cards")
        await leave(at)
    with boxes(here).open(mine) as registry, registry.reading() as connection:
        held = connection.exec_driver_sql("SELECT COUNT(*) FROM lease").scalar_one()
    assert held == 0


async def leave(at: AtTable) -> None:
    await at.press("escape")
    await at.settle(lambda: at.on == "TableScreen")
    at.session.close()
