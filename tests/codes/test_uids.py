"""Numbers of tags: only what a tag can have is bound, so that every box that goes out comes in."""

import random
import re
from pathlib import Path

import pytest
from boxes_at_hand import NOON, after, make_box

from ketuk.codes.boxes import Boxes
from ketuk.codes.boxfile import exported, read
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.importing import imported
from ketuk.codes.judging import plain_uid
from ketuk.codes.payload import payload

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
                    box.bind(code, text, now=NOON)
                assert told.value.fault is Fault.NO_UID
            else:
                box.bind(code, text, now=NOON)
            out = exported(box)
            read(out, path=tmp_path / "out.json")
        bound = {sticker.uid for sticker in box.stickers()}
    (tmp_path / "b").mkdir()
    imported(Boxes(tmp_path / "b"), out, path=tmp_path / "out.json", now=NOON)
    with Boxes(tmp_path / "b").open("N5NG") as again:
        assert {sticker.uid for sticker in again.stickers()} == bound
