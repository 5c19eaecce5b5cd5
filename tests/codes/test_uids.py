"""Numbers of tags: only what a tag can have is bound, so that every box that goes out comes in."""

import random
import re
from pathlib import Path

import msgspec
import pytest
from boxes_at_hand import NOON, after, make_box
from sqlalchemy import update

from ketuk.codes.boxes import Boxes
from ketuk.codes.boxfile import canonical, digest, exported, on_no_tag, read
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.importing import imported
from ketuk.codes.judging import plain_uid
from ketuk.codes.payload import payload
from ketuk.codes.schema import change
from ketuk.codes.schema import code as codes

SIGNS = "0123456789abcdefABCDEFgGzZ:-. \n\0é٣４Ⅷ\ud800🎲"
SOUND = re.compile(r"([0-9A-F]{2}){1,10}")


def strings(count: int) -> list[str]:
    """Numbers that tags have, in several spellings, and all that is near them."""
    choose = random.Random(9)
    near = [
        "",
        " ",
        "04",
        "0" * 20,
        "0" * 21,
        "0" * 22,
        "0" * 40,
        "4" * 100_000,
        "04:A2:3f-5B",
        "4",
    ]
    hex_ = ["".join(choose.choices(SIGNS[:22], k=choose.randrange(24))) for _ in range(count)]
    other = ["".join(choose.choices(SIGNS, k=choose.randrange(24))) for _ in range(count)]
    return [*near, *hex_, *other]


def test_what_is_no_number_of_a_tag_is_none() -> None:
    for text in strings(2_000):
        plain = plain_uid(text)
        assert plain is None or SOUND.fullmatch(plain)
        assert plain is None or plain == re.sub(r"[\s:.-]", "", text).upper()
    assert plain_uid("04:a2:3f-5B") == "04A23F5B"
    assert plain_uid("0" * 20) == "0" * 20


def test_whatever_readers_say_a_box_goes_out_and_comes_in_again(tmp_path: Path) -> None:
    with make_box(tmp_path / "a") as box:
        cards = [sticker.code for sticker in box.stickers()]
        for number, text in enumerate(strings(60)):
            code = cards[number % len(cards)]
            box.check(payload(code), source="nfc:usb", uid=text, now=after(minutes=number))
            if plain_uid(text) is None:
                with pytest.raises(CodesFault) as told:
                    box.carriers.bind(code, text, now=NOON)
                assert told.value.fault is Fault.NO_UID
            else:
                box.carriers.bind(code, text, now=NOON)
            out = exported(box)
            read(out, path=tmp_path / "out.json")
        bound = {sticker.uid for sticker in box.stickers()}
    (tmp_path / "b").mkdir()
    imported(Boxes(tmp_path / "b"), out, path=tmp_path / "out.json", now=NOON)
    with Boxes(tmp_path / "b").open("N5NG") as again:
        assert {sticker.uid for sticker in again.stickers()} == bound


def test_a_box_with_numbers_that_no_tag_has_goes_out_and_comes_in(tmp_path: Path) -> None:
    """Older versions bound whatever a reader said."""
    odd = [text for text in strings(40) if text and plain_uid(text) is None and text.isascii()]
    with make_box(tmp_path / "a") as box:
        first, *others = (sticker.code for sticker in box.stickers())
        bound = dict(zip(others, odd, strict=False))
        for code in (first, *bound):
            box.carriers.bind(code, "04A1", now=NOON)
        with box.writing() as connection:
            for code, text in bound.items():
                for table in (codes, change):
                    wrong = update(table).where(table.c.code == code, table.c.uid == "04A1")
                    connection.execute(wrong.values(uid=text))
        assert on_no_tag(box) == tuple(sorted(bound))
        out = exported(box)
        file = read(out, path=tmp_path / "out.json")
    assert {row.code: row.uid for row in file.codes if row.code in (first, *bound)} == {
        first: "04A1",
        **dict.fromkeys(bound),
    }
    told = [msgspec.structs.replace(r, uid=bound.get(r.code, r.uid)) for r in file.codes]
    raw = msgspec.structs.replace(file, codes=told)
    raw = msgspec.structs.replace(raw, sha256=digest(raw))
    assert read(canonical(raw), path=tmp_path / "old.json").codes == file.codes
    (tmp_path / "b").mkdir()
    for content in (canonical(raw), out):
        imported(Boxes(tmp_path / "b"), content, path=tmp_path / "out.json", now=NOON)
    here = Boxes(tmp_path / "a")
    assert imported(here, out, path=tmp_path / "out.json", now=NOON).changed is False
    with Boxes(tmp_path / "b").open("N5NG") as again:
        assert on_no_tag(again) == ()
        card = bound.popitem()[0]
        again.check(payload(card), source="nfc:usb", uid="04B2", now=after(minutes=1))
        assert {s.uid for s in again.stickers() if s.code == card} == {"04B2"}
