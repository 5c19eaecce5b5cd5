"""Cards that are typed or photographed on a phone while a trade is put together there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from boxes_at_hand import make_box
from phones import Phone, game, hosted, phones
from stickers import pictured, sent

from ketuk import engine
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BoxItem
from ketuk.engine.items import player_item
from ketuk.engine.table import Free, replace
from ketuk.rooms.host import Host
from ketuk.rooms.room import Room

HANDS = {1: (50,), 2: (51,), 3: (52,)}
DEEDS = {1: (1, 2), 2: (4,), 3: (5,)}


@asynccontextmanager
async def a_trade(folder: Path) -> AsyncIterator[tuple[Room, Registry, Host, Phone]]:
    """Ayu's phone at her own turn, with a box at hand."""
    items = tuple(BoxItem(i.number, i.kind) for i in engine.ruleset("nusantara").items)
    with make_box(folder, items=items) as box:
        room = game(folder, registry=box)
        laid_out(room)
        async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
            await ayu.dial()
            await ayu.sit(1)
            yield room, box, host, ayu


def laid_out(room: Room) -> None:
    """A free moment of Ayu's turn; three players have properties, and a card each in the hand."""
    move = room._past.latest
    now = move.table
    holdings = list(now.holdings)
    for seat, tiles in DEEDS.items():
        for tile in tiles:
            holdings[tile] = replace(holdings[tile], owner=seat)
    held = {c for cards in HANDS.values() for c in cards}
    decks = tuple(replace(d, unseen=tuple(c for c in d.unseen if c not in held)) for d in now.decks)
    players = tuple(replace(p, hand=HANDS.get(s, ())) for s, p in enumerate(now.players, 1))
    turn = replace(now.turn, seat=1, may_roll=True, rolls=0)
    move._table = replace(
        now, phase="turn", turn=turn, agenda=(Free(1),), opened=(now.count,),
        holdings=tuple(holdings), players=players, decks=decks,
    )  # fmt: skip


def goods(page: Any) -> dict[str, Any]:
    """The trade that the page offers."""
    lines = [line for f in page["sheet"]["fields"] for line in f.get("lines", ())]
    return next(f for line in lines for f in line["fields"] if f["kind"] == "goods")


def made_of(partner: dict[str, Any], put: dict[str, Any]) -> dict[str, Any]:
    """The command of a trade, with what the host said that lies in it."""
    cmd = {**partner["cmd"], "trade": dict(partner["cmd"]["trade"])}
    for into, side in put["sides"].items():
        cmd["trade"][into.removeprefix("trade.")] = side
    return cmd


async def tapped(phone: Phone, text: str, making: Any, **more: Any) -> dict[str, Any]:
    message = {"type": "tap", "ask": phone.page["ask"], "text": text, "making": making}
    return await phone.ask(message, **more)


async def test_cards_of_both_sides_go_into_the_trade_and_out_of_it_again(tmp_path: Path) -> None:
    async with a_trade(tmp_path) as (_, box, _, ayu):
        field = goods(ayu.page)
        assert "foto" in field["card"]
        partners = {p["label"]: p for p in field["partners"]}
        budi, citra = partners["Budi"], partners["Citra"]
        cmd = budi["cmd"]
        told = await tapped(ayu, box.active(1).code, cmd, ident="once")
        again = await tapped(ayu, box.active(1).code, cmd, ident="once")
        assert told["put"] == again["put"]
        assert told["put"]["sides"]["trade.give"]["tiles"] == [1]
        cmd = made_of(budi, told["put"])
        photo = {"type": "photo", "ask": ayu.page["ask"], "making": cmd,
                 "data": sent(pictured(box.active(5).code))}  # fmt: skip
        told = await ayu.ask(photo)
        put = told["put"]
        assert put["partner"] == "Citra", "nothing was asked of Budi yet"
        assert put["sides"]["trade.take"]["tiles"] == [5]
        assert put["sides"]["trade.give"]["tiles"] == [1]
        cmd = made_of(citra, put)
        told = await tapped(ayu, box.active(50).code, cmd)
        put = told["put"]
        assert put["sides"]["trade.give"]["cards"] == [50]
        cmd = made_of(citra, put)
        told = await tapped(ayu, box.active(1).code, cmd)
        assert told["put"]["sides"]["trade.give"] == {"cash": 0, "tiles": [], "cards": [50]}
        third = await tapped(ayu, box.active(4).code, cmd)
        assert third["put"] is None
        assert "Budi" in third["sentence"]
        other = await tapped(ayu, box.active(player_item(2)).code, cmd)
        assert other["put"]["partner"] == "Budi"
        assert other["put"]["sides"]["trade.take"]["tiles"] == []
        cmd = made_of(budi, other["put"])
        weighed = await ayu.ask({"type": "weigh", "cmd": cmd})
        assert weighed["type"] == "weighed"
        done = await ayu.do(cmd)
        assert done["type"] in ("done", "refused")


async def test_cards_in_the_hands_of_others_say_the_same_wherever_they_are(tmp_path: Path) -> None:
    async with a_trade(tmp_path) as (_, box, _, ayu):
        cmd = goods(ayu.page)["partners"][0]["cmd"]
        said = []
        for card in (51, 52, 53):  # the partner's, a third player's, in the deck
            told = await tapped(ayu, box.active(card).code, cmd)
            said.append({**told, "id": ""})
        assert said == [said[0]] * 3
        assert said[0]["put"] is None


async def test_only_an_own_trade_takes_cards_and_only_where_a_box_is_at_hand(
    tmp_path: Path,
) -> None:
    async with a_trade(tmp_path) as (room, box, host, ayu):
        cmd = goods(ayu.page)["partners"][0]["cmd"]
        code, seq = box.active(1).code, room.seq
        others = {**cmd, "trade": {**cmd["trade"], "proposer": 2, "partner": 1}}
        nobody = {**cmd, "trade": {**cmd["trade"], "partner": 9}}
        for making in (others, {"type": "roll"}, {}):
            assert (await tapped(ayu, code, making))["type"] == "refused", making
        assert (await tapped(ayu, code, nobody))["put"] is None
        assert room.seq == seq
        room.registry = None
        host.renew()
        await ayu.until(lambda m: m["type"] == "page" and not goods(m)["card"])
