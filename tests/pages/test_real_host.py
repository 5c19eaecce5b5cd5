"""Browsers at the real host: what crosses on the way, and a photo of a card."""

import asyncio
import json
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from boxes_at_hand import make_box
from browsers import caught_up, complaints, joined, needs_browser, phone, press, until
from phones import game, hosted
from playwright.async_api import Browser, Page, WebSocketRoute
from stickers import photographed

from ketuk import engine
from ketuk.codes.sticker import BoxItem
from ketuk.engine.commands import Draw, RevealCard, Roll
from ketuk.engine.table import DrawCard, Options
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.host import Host
from ketuk.rooms.room import Room

pytestmark = needs_browser


class Held:
    """What a phone says is held on its way until it is let through."""

    def __init__(self) -> None:
        self.kinds: tuple[str, ...] = ()
        self.waiting: list[Callable[[], None]] = []

    async def between(self, page: Page) -> None:
        """Stand between this page and the host."""
        await page.route_web_socket("**/ws", self._dialled)

    def _dialled(self, socket: WebSocketRoute) -> None:
        host = socket.connect_to_server()

        def said(text: Any) -> None:
            if json.loads(text)["type"] in self.kinds:
                self.waiting.append(lambda: host.send(text))
            else:
                host.send(text)

        socket.on_message(said)

    def through(self) -> None:
        """It arrives now."""
        self.kinds = ()
        for send in self.waiting:
            send()
        self.waiting.clear()


async def seated(on: Browser, host: Host, seat: int, held: Held) -> Page:
    """A phone whose words can be held."""
    one = await phone(on)
    await held.between(one)
    return await joined(on, host, seat, at=one)


def begun(tmp_path: Path) -> Room:
    """Nusantara, after the first reveal: seat 1 rolls."""
    room = game(tmp_path, "nusantara", seed=5)
    assert isinstance(room.do(RevealCard(1)), MoveDone)
    return room


async def test_a_move_is_taken_back_while_an_answer_to_what_came_of_it_is_under_way(
    on: Browser, tmp_path: Path
) -> None:
    """Ayu ends her turn; the laptop takes back what that was about; her answer comes late."""
    room = begun(tmp_path)
    async with hosted(room) as host:
        held = Held()
        ayu, budi = await seated(on, host, 1, held), await joined(on, host, 2)
        for one in (ayu, budi):
            await caught_up(one, host)
        held.kinds = ("do",)
        asked = room.question
        await press(ayu, "Lempar dadu")
        await until(lambda: held.waiting)
        everybody = frozenset(room.table.seats)
        assert isinstance(room.undo(consents=everybody), MoveDone)
        assert isinstance(room.do(RevealCard(1)), MoveDone)  # it looks the same
        assert room.question != asked
        seq = room.seq
        held.through()
        refused = ayu.get_by_role("alert")
        await refused.wait_for()
        assert room.seq == seq, "it answers what is asked no more, though it looks the same"
        await press(ayu, "Mengerti")
        await caught_up(ayu, host)
        await press(ayu, "Lempar dadu")
        await until(lambda: room.seq == seq + 1)
        assert isinstance(room.rows[-1].command, Roll)
        assert complaints(ayu) == complaints(budi) == []
        for one in (ayu, budi):
            await one.context.close()


async def test_an_undo_that_comes_after_another_move_takes_nothing_back(
    on: Browser, tmp_path: Path
) -> None:
    room = begun(tmp_path)
    async with hosted(room) as host:
        held = Held()
        ayu, budi = await joined(on, host, 1), await seated(on, host, 2, held)
        for one in (ayu, budi):
            await caught_up(one, host)
        held.kinds = ("undo",)
        await budi.locator("[data-key='back undo']").tap()
        await until(lambda: held.waiting)
        await press(ayu, "Lempar dadu")
        await until(lambda: room.seq == 2)
        held.through()
        await budi.get_by_role("alert").wait_for()
        assert "bergerak lebih dulu" in await budi.get_by_role("alert").inner_text()
        await asyncio.sleep(0)
        assert (room.seq, host.desk.poll) == (2, None)
        for one in (ayu, budi):
            await one.context.close()


@contextmanager
def decks_on_the_table(tmp_path: Path) -> Any:
    """Nusantara with real decks, and its box."""
    rules = engine.ruleset("nusantara")
    items = tuple(BoxItem(i.number, i.kind) for i in rules.items)
    with make_box(tmp_path, items=items) as box:
        options = Options(edition="hp", decks="real")
        yield game(tmp_path, "nusantara", options=options, registry=box), box


async def test_cards_of_real_decks_are_read_by_their_photos(on: Browser, tmp_path: Path) -> None:
    """One into the hand, which nobody else hears of; one that is turned over for all."""
    with decks_on_the_table(tmp_path) as (room, box):
        rules = room.rules
        hands = [c for c in rules.cards.values() if c.deck == rules.seating.hand_deck]
        events = [c for c in rules.cards.values() if c.deck == rules.event_deck]
        async with hosted(room) as host:
            one = await joined(on, host, 1)
            for card, kind in ((hands[3], Draw), (events[0], RevealCard)):
                while kind is RevealCard and isinstance(top := room.table.top, DrawCard):
                    drawn = sum(len(p.hand) for p in room.table.players)
                    other = [c.item for c in hands if c is not hands[3]][drawn]
                    assert isinstance(room.do(Draw(top.seat, other)), MoveDone)
                await caught_up(one, host)
                seq = room.seq
                code = box.active(card.item).code
                await one.set_input_files("input[type=file]", photographed(tmp_path, code))
                await until(lambda seq=seq: room.seq == seq + 1)  # type: ignore[misc]
                assert room.rows[-1].command == kind(1, card.item)
                await caught_up(one, host)
                shown = await one.inner_text("#foot .note")
                assert (card.name in shown) == (kind is RevealCard)
                await one.locator("#hand", has_text=hands[3].name).wait_for()
            assert complaints(one) == []
            await one.context.close()
