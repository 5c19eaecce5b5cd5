"""A laptop that gathers copies, on real sockets: whom it lets in, what it says, what it opens."""

import json
from pathlib import Path

import aiohttp
import pytest
from copies import SINCE
from handing_over import SHEET, Page, gathering, handed_over, has, offer, until
from phones import game
from sealed_copies import Sealing
from tables import play_on

from ketuk.rooms import gathered as gathered_module
from ketuk.rooms import wire
from ketuk.rooms.gathered import GatheredGame, NotYet
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room
from ketuk.rooms.seal import unwrap as unwrap_of_two


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = game(tmp_path)
    room.lead(Reign(0, room.journal.device, "Laptop Ayu", "10.0.0.1:8765", SINCE))
    play_on(room, 12)
    return room


async def test_two_phones_hand_over_and_the_game_is_open(room: Room) -> None:
    sealing = Sealing(room)
    async with gathering() as to, aiohttp.ClientSession() as session:
        ayu, budi = Page(to, session, "ayu"), Page(to, session, "budi")
        told = await ayu.dial(sealed=has(sealing))
        assert told == {
            "type": "gathering", "sentence": "id gather_sending", "got": 0, "of": 13, "wanted": True
        }  # fmt: skip
        await ayu.says(offer(sealing, 1))
        half = await ayu.says(sealing.frame(last=5))
        assert (half["got"], half["wanted"]) == (6, True)
        await ayu.cut()
        await until(lambda: not to.phones[0].here)
        again = await ayu.dial(sealed=has(sealing))
        assert again["got"] == 6, "what has come is here still"
        await ayu.says(offer(sealing, 1))
        whole = await ayu.says(sealing.frame(after=5))
        assert (whole["got"], whole["wanted"], whole["sentence"]) == (13, False, "id gather_few")
        assert to.outcome == NotYet("few")
        assert (await budi.dial(sealed=has(sealing)))["wanted"]
        await budi.says(offer(sealing, 2))
        await budi.says(sealing.frame())
        await budi.until("id gather_ready")
        await ayu.until("id gather_ready")
        assert isinstance(to.outcome, GatheredGame)
        assert to.outcome.rows == room.rows
        assert [(p.player, p.title, p.got, p.of) for p in to.phones] == [
            ("Pemain 1", "malam", 13, 13), ("Pemain 2", "malam", 13, 13)
        ]  # fmt: skip
        await to.close(revived=True)
        await budi.until("id gather_revived")


async def test_a_page_of_another_build_brings_its_copy_and_is_told_to_come_anew(room: Room) -> None:
    """The fresh laptop has the newest Ketuk; a greeting of a newer page than that is read too."""
    sealing = Sealing(room)
    async with gathering() as to, aiohttp.ClientSession() as session:
        ayu, budi = Page(to, session, "ayu"), Page(to, session, "budi")
        for seat, page, build in ((1, ayu, to.build), (2, budi, "0ldbu1ld")):
            token = sealing.tokens[seat]
            await page.dial(sealed=has(sealing), build=build, token=token, extra={"waves": 3})
            await page.says(offer(sealing, seat))
            await page.says(sealing.frame())
        await budi.until("id gather_ready")
        assert isinstance(to.outcome, GatheredGame)
        assert [p.seat for p in to.outcome.passes] == [1], "3 has not come: it has that build too"
        await to.close(revived=True)
        await ayu.until("id gather_revived")
        gone = await budi.until("id gather_build")
        assert (gone["type"], gone["why"], gone["again"]) == ("gone", "build", False)


async def test_a_phone_that_has_gone_on_meanwhile_begins_anew(room: Room) -> None:
    sealing = Sealing(room)
    async with gathering() as to, aiohttp.ClientSession() as session:
        ayu = Page(to, session, "ayu")
        await ayu.dial(sealed=has(sealing, 5))
        await ayu.says(offer(sealing, 1))
        assert (await ayu.says(sealing.frame(last=5)))["got"] == 6
        await ayu.cut()
        assert (await ayu.dial(sealed=has(sealing)))["got"] == 0


async def test_a_phone_that_dies_in_the_middle_has_given_its_half_of_the_key(room: Room) -> None:
    sealing = Sealing(room)
    async with gathering() as to, aiohttp.ClientSession() as session:
        ayu, budi = Page(to, session, "ayu"), Page(to, session, "budi")
        await ayu.dial(sealed=has(sealing))
        await ayu.says(offer(sealing, 1))
        await ayu.says(sealing.frame())
        await budi.dial(sealed=has(sealing))
        await budi.says(offer(sealing, 2))
        await budi.says(sealing.frame(last=3))
        await budi.cut()
        await ayu.until("id gather_ready")
        assert isinstance(to.outcome, GatheredGame)
        assert (to.outcome.rows, to.outcome.missing) == (room.rows, 0)


async def test_who_has_not_the_code_is_not_let_in_and_made_to_wait(room: Room) -> None:
    now = [0.0]
    async with gathering(now=lambda: now[0]) as to, aiohttp.ClientSession() as session:
        page = Page(to, session, "ayu")
        for _ in range(5):
            gone = await page.dial(code="AAAAAAAA")
            assert (gone["why"], gone["sentence"]) == ("code", "id gather_code")
        assert (await page.dial())["why"] == "blocked"
        now[0] += 61
        assert (await page.dial(code="k7q2-m9xt"))["type"] == "gathering"
        assert len(to.phones) == 1


@pytest.mark.parametrize(
    ("origin", "comes"),
    [
        ("http://192.168.1.23:8765", True), ("http://10.1.2.3:80", True),
        ("http://172.16.0.9:9000", True), ("http://8.8.8.8:8765", False),
        ("https://192.168.1.23:8765", False), ("http://192.168.1.23", False),
        ("http://192.168.1.23.example.org:8765", False), ("http://example.org:8765", False),
        ("null", False), ("", False),
    ],
)  # fmt: skip
async def test_pages_of_private_places_may_have_a_line_and_no_others(
    origin: str, *, comes: bool
) -> None:
    async with gathering() as to, aiohttp.ClientSession() as session:
        page = Page(to, session, "ayu")
        if comes:
            assert (await page.dial(origin=origin))["type"] == "gathering"
            files = f"http://{to.address}:{to.port}/"
            async with session.get(files, headers={"Origin": origin}) as answer:
                assert answer.status == 403, "a line, and nothing else"
        else:
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await page.dial(origin=origin)


async def test_a_page_without_a_copy_tells_what_everybody_may_know(room: Room) -> None:
    nothing = offer(Sealing(room), 1).model_copy(
        update={"game": "", "secret": "", "wraps": (), "player": "", "last": -1}
    )
    async with gathering() as to, aiohttp.ClientSession() as session:
        page = Page(to, session, "ayu")
        assert (await page.dial())["sentence"] == "id gather_sending"
        assert (await page.says(nothing))["sentence"] == "id gather_empty"
        told = await page.says(nothing.model_copy(update={"sheet": SHEET}))
        assert (told["sentence"], told["wanted"]) == ("id gather_none", False)
        assert to.phones[0].player == "Ayu", "by its own line on the page"
        sheet = to.phones[0].sheet
        assert sheet is not None
        assert (sheet.headline, sheet.waits, sheet.players) == (
            "Giliran Ayu",
            ("Ayu",),
            SHEET.players,
        )
        assert "rahasia" not in sheet.model_dump_json()


async def test_nonsense_ends_the_line_and_nothing_else(room: Room) -> None:
    sealing = Sealing(room)
    async with gathering() as to, aiohttp.ClientSession() as session:
        for said in ("{", "[]", '{"type":"do"}', wire.written(wire.Undo(id="a", seq=1))):
            page = Page(to, session, "ayu")
            await page.dial(sealed=has(sealing))
            assert (await page.says(said))["why"] == "unclear"
        strange = sealing.frame().model_copy(update={"game": "0" * 16})
        page = Page(to, session, "ayu")
        await page.dial(sealed=has(sealing))
        assert (await page.says(strange))["got"] == 0
        assert (await page.says(offer(sealing, 1)))["got"] == 0
        assert (await page.says(sealing.frame()))["got"] == 13


async def test_who_has_nothing_of_a_game_is_forgotten_and_nothing_of_it_kept(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealing = Sealing(room)
    async with gathering() as to, aiohttp.ClientSession() as session:
        page = Page(to, session, "ayu")
        await page.dial(sealed=has(sealing))
        assert (await page.says(sealing.frame()))["got"] == 0, "no seat's secret yet"
        assert to.phones[0].signs == 0
        await page.cut()
        await until(lambda: not to.phones)
        size = sum(len(part.data) for part in sealing.frame().parts)
        monkeypatch.setattr("ketuk.rooms.gathering.MOST_SIGNS_OF_ALL", size + size // 2)
        ayu, budi = Page(to, session, "ayu"), Page(to, session, "budi")
        for seat, phone in enumerate((ayu, budi), 1):
            await phone.dial(sealed=has(sealing))
            await phone.says(offer(sealing, seat))
        assert (await ayu.says(sealing.frame()))["got"] == 13
        assert (await budi.says(sealing.frame()))["why"] == "full"


async def test_what_only_a_newer_page_knows_is_left_out(room: Room) -> None:
    sealing = Sealing(room)
    async with gathering() as to, aiohttp.ClientSession() as session:
        page = Page(to, session, "ayu")
        sealed = json.loads(has(sealing).model_dump_json())
        sealed["parts"] = [{"kind": "room", "host": 0, "seq": 1, "size": 3}]
        told = await page.dial(sealed=has(sealing), extra={"sealed": {**sealed, "since": "?"}})
        assert told["of"] == 13
        offered = json.loads(wire.written(offer(sealing, 1)))
        assert (await page.says(json.dumps({**offered, "colour": "red"})))["type"] == "gathering"
        frame = json.loads(wire.written(sealing.frame()))
        frame["parts"] = [{**part, "packed": True} for part in frame["parts"]]
        assert (await page.says(json.dumps({**frame, "turn": 4})))["got"] == 13
        assert (await page.says(json.dumps({**frame, "after": "x", "turn": 4})))["why"] == "unclear"


async def test_what_cannot_be_looked_at_ends_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealing, failed = Sealing(room), list[Exception]()

    def broken(*given: object) -> None:
        raise ZeroDivisionError

    async with gathering() as to, aiohttp.ClientSession() as session:
        to.failed = failed.append
        ayu, budi = Page(to, session, "ayu"), Page(to, session, "budi")
        with monkeypatch.context() as patched:
            patched.setattr(gathered_module, "gathered", broken)
            await handed_over(ayu, sealing, 1)
            await until(lambda: failed)
        await handed_over(budi, sealing, 2)
        await budi.until("id gather_ready")
        assert to.game is not None


async def test_a_copy_that_makes_the_look_fail_is_left_aside_and_told_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealing, failed = Sealing(room), list[Exception]()
    guilty, real = sealing.seat_secret(3), unwrap_of_two

    def unwrap(one: str, other: str, game: str, wrapped: str) -> str | None:
        if guilty in (one, other):
            raise ZeroDivisionError("of 3")
        return real(one, other, game, wrapped)

    monkeypatch.setattr(gathered_module, "unwrap", unwrap)
    async with gathering() as to, aiohttp.ClientSession() as session:
        to.failed = failed.append
        cici, ayu, budi = (Page(to, session, name) for name in ("cici", "ayu", "budi"))
        await handed_over(cici, sealing, 3)
        await handed_over(ayu, sealing, 1)
        await until(lambda: failed)
        await handed_over(budi, sealing, 2)
        await budi.until("id gather_ready")
        assert to.game is not None
        assert to.game.rows == room.rows
        assert [str(error) for error in failed] == ["of 3"]


async def test_another_place_has_all_that_came_to_the_one_before(room: Room) -> None:
    sealing = Sealing(room)
    async with aiohttp.ClientSession() as session:
        async with gathering() as before:
            await handed_over(Page(before, session, "ayu"), sealing, 1)
        async with gathering(before=before) as to:
            assert to.code == before.code
            assert [phone.got for phone in to.phones] == [13]
            await handed_over(Page(to, session, "budi"), sealing, 2)
            await until(lambda: to.game is not None)
