"""The scripts that make pictures for the pages come past the lobby, which is read in a thread."""

import asyncio
from pathlib import Path

import make_phone_pictures
import make_pictures
import pytest

from ketuk.tui.app import KetukApp
from ketuk.tui.words import Words

PATIENCE_S = 60


async def test_both_scripts_come_past_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_pictures, "PICTURES", tmp_path / "pictures")
    assert make_phone_pictures.lobby_read is make_pictures.lobby_read
    app = KetukApp(data=tmp_path / "data", words=Words("id"), readers=lambda: [])
    async with app.run_test(size=make_pictures.SIZE) as pilot:
        await asyncio.wait_for(make_pictures.lobby_read(app, pilot), PATIENCE_S)
        make_pictures.keep(app, "lobby-id")
    svg = (tmp_path / "pictures" / "lobby-id.svg").read_text("utf-8")
    assert "@font-face" not in svg
    assert "Kotak" in svg
