"""Photos of our own stickers as a phone sends them, read by the host."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from boxes_at_hand import make_box
from phones import game, hosted, phones
from PIL import Image
from stickers import pictured, sent

from ketuk import engine
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BoxItem
from ketuk.rooms import photo


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Registry]:
    items = tuple(BoxItem(i.number, i.kind) for i in engine.ruleset("nusantara").items)
    with make_box(tmp_path, items=items) as registry:
        yield registry


async def test_a_photo_of_a_card_is_a_tap(tmp_path: Path, box: Registry) -> None:
    room = game(tmp_path, registry=box)
    code = box.active(5).code
    async with hosted(room) as host, phones(host, "Ayu", "") as (ayu, watcher):
        await ayu.dial()
        await ayu.sit(1)
        for kind in ("JPEG", "PNG", "WEBP"):
            data = sent(pictured(code, kind=kind))
            said = await ayu.ask({"type": "photo", "ask": ayu.page["ask"], "data": data})
            assert said["type"] == "verdict", said
            assert room.table is not None
        two = sent(pictured(code, box.active(6).code))
        none = sent(pictured())
        for data, word in (
            (two, "satu kartu"),
            (none, "kode"),
            (sent(b"GIF89a"), "foto"),
            ("%", "foto"),
        ):
            said = await ayu.ask({"type": "photo", "ask": ayu.page["ask"], "data": data})
            assert said["type"] == "refused"
            assert word in said["sentence"]
        await watcher.dial()
        await watcher.sit(0)
        said = await watcher.ask({"type": "photo", "ask": "", "data": sent(pictured(code))})
        assert said["type"] == "refused"


def test_a_small_file_that_claims_to_be_huge_is_not_unpacked() -> None:
    out = BytesIO()
    Image.new("L", (9000, 9000)).save(out, "PNG")
    assert len(out.getvalue()) < 200_000
    with pytest.raises(photo.NoPicture):
        photo.texts(out.getvalue())


@pytest.mark.parametrize("cut", range(0, 4000, 150))
def test_a_cut_photo_is_read_or_is_none(cut: int) -> None:
    try:
        assert photo.texts(pictured("N5NG0ANCHAVD")[:cut]) in ((), ("N5NG0ANCHAVD",))
    except photo.NoPicture:
        return
