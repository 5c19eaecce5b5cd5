"""A field that this version does not know, anywhere in a row, is a newer version's: it is said."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tables import journal_in

from ketuk.engine import codec
from ketuk.rooms.gamefile import load
from ketuk.rooms.journal import FILE
from ketuk.rooms.records import Newer, header_from, part
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault, Trouble

RELEASED = Path(__file__).parents[1] / "released"
FIELD = "of_tomorrow"


@cache
def facts(version: str = "*") -> dict[str, Any]:
    """A fact of every kind that the games of these releases hold, as it lies in a file, by kind."""
    found: dict[str, Any] = {}
    for path in sorted(RELEASED.glob(f"{version}/*.jsonl")):
        for line in path.read_text("utf-8").splitlines()[1:]:
            for event in json.loads(line).get("events", ()):
                known = found.get(event["type"])
                if known is None or len(json.dumps(event)) > len(json.dumps(known)):
                    found[event["type"]] = event
    return found


def with_field(plain: Any) -> Iterator[Any]:
    """The same with the unknown field in it, once for each place where one can stand."""
    if isinstance(plain, dict):
        yield {**plain, FIELD: 1}
        for name, value in plain.items():
            for other in with_field(value):
                yield {**plain, name: other}
    elif isinstance(plain, list):
        for at, value in enumerate(plain):
            for other in with_field(value):
                yield [*plain[:at], other, *plain[at + 1 :]]


def test_it_is_newer_in_every_fact_at_every_depth() -> None:
    assert len(facts()) > 40
    for event in facts().values():
        assert part("events", json.dumps([event]))
        for other in with_field(event):
            with pytest.raises(Newer, match=FIELD):
                part("events", json.dumps([other]))


def test_so_is_one_in_a_command_or_in_what_players_agreed_on() -> None:
    with pytest.raises(Newer, match=FIELD):
        part("command", json.dumps({"type": "roll", "seat": 1, FIELD: 1}))
    path = next(RELEASED.glob("*/*.jsonl"))
    header = json.loads(path.open().readline())
    header = {key: header[key] for key in header.keys() - {"ketuk", "format", "folded"}}
    assert header_from(json.dumps(header)).game
    with pytest.raises(Newer, match=FIELD):
        header_from(json.dumps({**header, "options": {**header["options"], FIELD: 1}}))


def test_sealed_bids_of_earlier_versions_lie_where_they_do_today() -> None:
    opened = facts("0.2.0")["auction_opened"]
    assert set(codec.SEALED) <= set(opened["auction"])
    bid = {"seat": 2, "card": 3}
    (event,) = part(
        "events", json.dumps([{**opened, "auction": {**opened["auction"], "bids": [bid]}}])
    )
    assert [(b.seat, b.card) for b in event.auction.sealed.bids] == [(2, 3)]


def test_a_game_with_one_is_not_taken_in_and_one_in_the_file_of_games_not_touched(
    tmp_path: Path,
) -> None:
    path = next(RELEASED.glob("*/klasik-tengah.jsonl"))
    with journal_in(tmp_path) as journal:
        load(journal, path)
        name = journal.games()[0].name
        row = journal.rows(name)[30]
        text = json.dumps([{**codec.to_plain(e), FIELD: 1} for e in row.events])
        with journal.writing() as connection:
            connection.exec_driver_sql("UPDATE entry SET events = ? WHERE seq = 30", (text,))
        before = (tmp_path / FILE).read_bytes()
        with pytest.raises(JournalFault) as caught:
            Room.resume(journal, name)
        assert caught.value.trouble is Trouble.GAME_NEWER
        assert (tmp_path / FILE).read_bytes() == before
