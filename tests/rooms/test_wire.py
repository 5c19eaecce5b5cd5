"""What comes from a device is a message, or it is told that it is none; nothing else happens."""

import json
import random
from typing import Any

import pytest

from ketuk.rooms import wire
from ketuk.rooms.seal_wire import OfferMessage

WHOLE: list[dict[str, Any]] = [
    {"type": "hello", "build": "1", "device": "d" * 16, "language": "id", "code": "K7Q2M9XT"},
    {
        "type": "hello",
        "build": "1",
        "device": "d" * 16,
        "language": "id",
        "meja": "Laptop Budi",
        "listens": "192.168.1.24:8765",
        "have": [{"seq": 4, "host": 1, "digest": "a" * 16}],
        "reign": {
            "number": 1,
            "device": "d" * 16,
            "name": "B",
            "address": "10.0.0.1:8765",
            "since": "2026-12-01T10:00:00Z",
            "proof": "a" * 64,
        },
    },
    {"type": "do", "id": "1", "ask": "0.5.0", "cmds": [{"type": "roll"}]},
    {"type": "tap", "id": "2", "ask": "0.5.0", "text": "ABCDEFGHJKMN"},
    {"type": "photo", "id": "3", "ask": "", "data": "/9j/4AAQ"},
    {"type": "weigh", "id": "4", "cmd": {"type": "propose", "trade": {"partner": 2}}},
    {"type": "why", "id": "5", "what": "log:4"},
    {"type": "undo", "id": "6", "seq": 4, "way": "redo"},
    {"type": "agree", "poll": "p1", "yes": True},
    {"type": "seat", "seat": 2, "name": "Ayu"},
    {"type": "language", "language": "pt"},
    {
        "type": "profile",
        "profile": {"name": "Ayu", "turn": 3, "language": "pt", "sound": False, "played": []},
    },
    {"type": "sleep"},
    {"type": "bye"},
    {"type": "ping", "n": 7},
    {
        "type": "act",
        "id": "7",
        "ask": "0.5.0",
        "cmd": {"type": "roll", "seat": 2},
        "consents": [1, 2],
        "line": [3, "roll"],
    },
    {"type": "turn", "id": "8", "way": "undo", "seq": 4, "consents": []},
    {"type": "agree_for", "seat": 2, "poll": "p1", "yes": False},
    {"type": "put", "id": "a1", "seq": 4, "cmd": {"type": "conclude", "seat": 1}, "way": "undo"},
    {"type": "kept", "seq": 4},
    {"type": "feed", "after": -1},
    {"type": "rows", "rows": ["{}"], "last": 4},
    {
        "type": "sealed",
        "game": "a" * 16,
        "after": 3,
        "last": 4,
        "parts": [{"kind": "row", "host": 0, "seq": 4, "data": "AAAA", "mark": "b" * 16}],
    },
    {
        "type": "offer",
        "game": "a" * 16,
        "secret": "c" * 32,
        "wraps": ["AAAA"],
        "player": "Ayu",
        "title": "malam",
        "last": 4,
        "sheet": None,
    },
]


def test_every_kind_is_tried() -> None:
    kinds = set(wire._FROM_DEVICE.json_schema()["discriminator"]["mapping"])
    assert {m["type"] for m in WHOLE} == kinds


@pytest.mark.parametrize("message", WHOLE, ids=lambda m: m["type"])
def test_a_whole_message_is_read(message: dict[str, Any]) -> None:
    read = wire.read(json.dumps(message))
    assert {k: v for k, v in json.loads(read.model_dump_json()).items() if k in message} == message


@pytest.mark.parametrize("message", WHOLE, ids=lambda m: m["type"])
def test_a_part_more_less_or_of_another_kind_is_none(message: dict[str, Any]) -> None:
    for wrong in ({**message, "seat_of": 2}, {**message, "type": "page"}):
        with pytest.raises(wire.Unclear):
            wire.read(json.dumps(wrong))
    for key, value in message.items():
        if key == "sheet":  # which is not read then
            continue
        changed = {"a": 1} if not isinstance(value, dict) else 1.5
        with pytest.raises(wire.Unclear):
            wire.read(json.dumps({**message, key: changed}))


@pytest.mark.parametrize("sheet", [{"a": 1}, 5, {}, [], "x"])
def test_a_copy_is_offered_whatever_its_page_looks_like(sheet: object) -> None:
    offer = next(m for m in WHOLE if m["type"] == "offer")
    read = wire.read(json.dumps({**offer, "sheet": sheet}))
    assert isinstance(read, OfferMessage)
    assert read.sheet is None


def test_bytes_by_chance_are_none() -> None:
    chance = random.Random(5)
    whole = [json.dumps(m).encode() for m in WHOLE]
    for _ in range(2000):
        raw = bytearray(chance.choice(whole))
        for _ in range(chance.randint(1, 6)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        try:
            wire.read(bytes(raw))
        except wire.Unclear:
            continue


@pytest.mark.parametrize(
    "text",
    ["", "null", "[" * 5000, '{"type":"ping","n":' + "9" * 400 + "}", "\ud800", '{"type":"ping"'],
)
def test_what_is_no_json_is_none(text: str) -> None:
    with pytest.raises(wire.Unclear):
        wire.read(text)


def test_only_a_photo_rows_or_a_copy_may_be_long() -> None:
    long = "A" * wire.FRAME
    assert wire.read(json.dumps({"type": "photo", "id": "1", "ask": "", "data": long}))
    assert wire.read(json.dumps({"type": "rows", "rows": [long], "last": 1}))
    part = {"kind": "box", "host": 0, "seq": 1, "data": long, "mark": ""}
    sealed = {"type": "sealed", "game": "a" * 16, "after": -1, "last": -1, "parts": [part]}
    assert wire.read(json.dumps(sealed))
    for text in (
        json.dumps({"type": "act", "id": "1", "ask": "", "cmd": {"type": long}}),
        json.dumps({"type": "rows", "rows": ["{}"] * 257, "last": 1}),
        json.dumps({"type": "tap", "id": "1", "ask": "", "text": "a"}) + " " * wire.FRAME,
        json.dumps({"type": "photo", "id": "1", "ask": "", "data": "A" * wire.PHOTO}),
    ):
        with pytest.raises(wire.Unclear):
            wire.read(text)


@pytest.mark.parametrize("place", ["1.2.3.4:0", "255.255.255.255:65535", "10.0.0.7:8765", ""])
def test_a_place_is_an_address_that_a_browser_takes(place: str) -> None:
    laptop = {**WHOLE[1], "listens": place}
    assert wire.read(json.dumps(laptop))


@pytest.mark.parametrize(
    "place", ["256.1.1.1:80", "1.1.1.1:65536", "1.1.1:80", "a:1", "01.1.1.1:80", "1.1.1.1:80/x"]
)
def test_anything_else_is_none(place: str) -> None:
    with pytest.raises(wire.Unclear):
        wire.read(json.dumps({**WHOLE[1], "listens": place}))
