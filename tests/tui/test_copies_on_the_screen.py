"""A second laptop: the form of joining, and a copy of a game that another laptop decides."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from copies import SINCE, copied, declared
from laptops import folder, laptops
from main_laptop import MainLaptop, main_laptop
from phones import game, hosted, phones
from screens_at_hand import AtTable, Clock, lobby, table
from tables import bot_move

from ketuk.engine.table import Options
from ketuk.rooms import adapters
from ketuk.rooms.answers import Divided, MoveDone
from ketuk.rooms.by_game import game_key
from ketuk.rooms.followers import Follower, Tail
from ketuk.rooms.meja_keys import GameKeys, MejaKeys
from ketuk.rooms.place import place_of
from ketuk.rooms.proof import Claim, proved
from ketuk.rooms.records import to_text
from ketuk.rooms.reign import Reign
from ketuk.rooms.trouble import JournalFault, Trouble
from ketuk.tui.screens.opening import begin
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.words import LANGUAGES, Language, Words


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("192.168.1.23:8765", ("192.168.1.23:8765", "")),
        (" 192.168.1.23 ", ("192.168.1.23:8765", "")),
        ("http://192.168.1.23:8766/a1b2c3d4/#K7Q2M9XT", ("192.168.1.23:8766", "K7Q2M9XT")),
        ("http://10.0.0.5:8765/", ("10.0.0.5:8765", "")),
        ("192.168.1.256:8765", None),
        ("192.168.1.23:99999", None),
        ("192.168.1", None),
        ("laptop-ayu:8765", None),
        ("", None),
        ("http://192.168.1.23:8765 K7Q2M9XT", None),
    ],
)
def test_an_address_is_read_as_people_have_it(typed: str, read: tuple[str, str] | None) -> None:
    if read is not None:
        assert place_of(typed) == read
    else:
        with pytest.raises(ValueError, match=r".*"):
            place_of(typed)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_form_says_what_is_missing_and_loses_nothing(
    tmp_path: Path, language: Language
) -> None:
    words = Words(language)
    async with lobby(tmp_path, language=language) as at:
        await at.press("j")
        await at.settle(lambda: at.on == "Joining")
        await at.press(*"192.168.1", "enter")
        await at.settle(lambda: words("rooms.join_bad_address")[:30] in at.text())
        await at.press(*".9", "enter")
        await at.settle(lambda: at.app.focused.id == "join-code")
        await at.press(*"K7Q2", "enter")
        told = words("rooms.join_bad_code", count=8)
        await at.settle(lambda: told[:30] in at.text())
        await at.press("down")
        at.app.focused.value = ""
        await at.press("up", "end", *"M9XT", "enter", "enter")
        await at.settle(lambda: words("rooms.join_no_name")[:30] in at.text())
        assert at.app.screen.query_one("#join-address").value == "192.168.1.9"
        assert at.app.screen.query_one("#join-code").value.upper() == "K7Q2M9XT"
        await at.press("escape")
        await at.settle(lambda: at.on == "Lobby")


async def opened(at: AtTable, name: str) -> None:
    """The saved game of that name."""
    at.app.screen.resume_game(name)
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)


def copy_in(folder: Path, *, joined: bool = True) -> str:
    """A copy of a game of "Laptop Ayu", in this data folder; what it is called there.

    ``joined``: whether this laptop has followed; else the file alone was carried here.
    """
    folder.mkdir(parents=True)
    host = declared(game(folder.parent), "Laptop Ayu")
    with_copy = copied(folder, host)
    name = with_copy.name
    if joined:
        MejaKeys(folder).keep(game_key(with_copy), GameKeys("s" * 32, "t" * 32))
    with_copy.close()
    with_copy.journal.close()
    host.journal.close()
    return name


async def test_a_copy_says_whose_it_is_and_does_nothing_by_itself(tmp_path: Path) -> None:
    folder = tmp_path / "kedua"
    name = copy_in(folder)
    async with lobby(folder) as at:
        await opened(at, name)
        assert "salinan dari Laptop Ayu" in at.text()
        seq = at.session.room.seq
        await at.press("1")
        await at.settle(lambda: "Laptop Ayu" in at.said())
        assert at.session.room.seq == seq
        await at.press("p")
        await at.settle(lambda: "hanya bisa di laptop utama" in at.said())
        assert at.on == "TableScreen"


async def test_people_may_go_on_with_a_copy_by_a_typed_word_alone(tmp_path: Path) -> None:
    folder = tmp_path / "kedua"
    name = copy_in(folder)
    async with lobby(folder) as at:
        await opened(at, name)
        await at.press("o")
        await at.settle(lambda: at.on == "TakingOver")
        await at.press("enter")
        await at.settle(lambda: 'Ketik "ambil alih" untuk' in at.text())
        assert not at.session.room.leads
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("o")
        await at.settle(lambda: at.on == "TakingOver")
        await at.press(*"Ambil", "space", *"alih", "enter")
        await at.settle(lambda: at.on == "TableScreen" and at.session.room.leads)
        assert "salinan dari" not in at.text()
        seq = at.session.room.seq
        await at.press(at.first_key)
        await at.settle(lambda: at.session.room.seq > seq)
        assert at.session.room.rows[-1].host == 1
    async with lobby(folder) as at:
        await opened(at, name)
        assert at.session.room.leads, "it stays so"


@pytest.mark.parametrize("here", [True, False])
async def test_a_file_of_games_that_was_carried_here_brings_one_question(
    tmp_path: Path, here: bool
) -> None:
    folder = tmp_path / "baru"
    name = copy_in(folder, joined=False)
    async with lobby(folder) as at:
        at.app.screen.resume_game(name)
        await at.settle(lambda: "terakhir dilanjutkan di laptop Laptop Ayu" in at.text())
        await at.press("1" if here else "enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.room.leads == here
        seq = at.session.room.seq
        await at.press(at.first_key)
        if here:
            await at.settle(lambda: at.session.room.seq > seq)
        else:
            await at.settle(lambda: "Laptop Ayu" in at.said())
            assert at.session.room.seq == seq


async def joined(at: AtTable, main: MainLaptop) -> None:
    """Through the form to the table."""
    await at.press("j")
    await at.settle(lambda: at.on == "Joining")
    screen = at.app.screen
    screen.query_one("#join-address").value = f"{main.host.address}:{main.host.port}"
    screen.query_one("#join-code").value = main.do(lambda: main.host.desk.door.code)
    screen.query_one("#join-name").value = "Laptop Budi"
    await at.press("enter")
    await at.settle(lambda: "tunggu izin" in at.text())
    await at.settle(lambda: main.do(lambda: main.host.wanted) is not None)


async def test_a_second_laptop_joins_plays_and_takes_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapters, "private_addresses", lambda: ("127.0.0.1",))
    with main_laptop(tmp_path / "utama") as main:
        async with lobby(tmp_path / "kedua") as at:
            await joined(at, main)
            main.admit()
            await at.settle(lambda: at.on == "TableScreen")
            await at.settle(lambda: "salinan dari Laptop Ayu" in at.text())
            room = at.session.room
            before = main.do(lambda: main.room.seq)
            await at.press(at.first_key)
            await at.settle(lambda: room.seq == before + 1)
            assert main.do(lambda: main.room.rows) == room.rows
            assert main.do(lambda: main.room.table) == room.table
            main.do(lambda: main.room.do(bot_move(main.room.rules, main.room.table)))
            await at.settle(lambda: room.seq == before + 2)
            await at.settle(lambda: main.do(lambda: main.host.mejas[0].behind) == 0)
            main.die()
            await at.settle(lambda: "mengambil alih" in at.text(), seconds=40)
            await at.press("o")
            await at.settle(lambda: at.on == "TakingOver")
            await at.press(*"ambil", "space", *"alih", "enter")
            await at.settle(lambda: at.on == "TableScreen" and room.leads, seconds=40)
            assert at.session.host is not None
            done = room.do(bot_move(room.rules, room.table))
            assert isinstance(done, MoveDone)
            assert (done.seq, room.rows[-1].host) == (before + 3, 1)


async def test_what_is_put_to_all_is_shown_and_answered_at_a_second_laptop(tmp_path: Path) -> None:
    with main_laptop(tmp_path / "utama") as main:
        async with lobby(tmp_path / "kedua") as at, phones(main.host, "Ayu") as (ayu,):
            await joined(at, main)
            main.admit()
            await at.settle(lambda: at.on == "TableScreen")
            await ayu.dial()
            await ayu.sit(1)
            await ayu.do({"type": "reveal_card"})
            await at.settle(lambda: at.session.room.seq == 1)
            await ayu.send({"type": "undo", "id": "u1", "seq": 1, "way": "undo"})
            await at.settle(lambda: at.on == "PutToAll")
            assert "Ayu ingin membatalkan" in at.text()
            for seat in (2, 3):
                await at.press(str(seat))
                await at.settle(lambda s=seat: s in main.do(lambda: main.host.desk.poll.yes))
                assert main.do(lambda: main.room.seq) == 1, "not before all have agreed"
            await at.press("4")
            await at.settle(lambda: at.session.room.seq == 2 and at.on == "TableScreen")
            assert "Semua setuju" in at.said()
            await ayu.do({"type": "reveal_card"})
            await at.settle(lambda: at.session.room.seq == 3)
            await at.press("u")
            await at.settle(lambda: at.on == "PutToAll")
            page = await ayu.until(lambda m: m["type"] == "page" and m["sheet"]["poll"])
            assert "Seseorang di laptop ingin membatalkan" in page["sheet"]["poll"]["text"]
            poll = page["sheet"]["poll"]["poll"]
            await ayu.send({"type": "agree", "poll": poll, "yes": False})
            await at.settle(lambda: at.on == "TableScreen" and "tidak setuju" in at.said())
            assert at.session.room.seq == 3


async def test_a_laptop_that_is_put_out_is_told_so_keeps_its_copy_and_takes_nothing_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with main_table(tmp_path, monkeypatch) as at:
        host = at.session.host
        assert host is not None
        with laptops() as made:
            data = folder(tmp_path, "kedua")
            other = made("Laptop Budi", host, data=data)
            await at.settle(lambda: at.on == "Ask")
            await at.press("1")
            await other.at(at.session.room.seq)
            await at.press("l")
            await at.settle(lambda: at.on == "ChooseScreen")
            await at.settle(lambda: "Laptop Laptop Budi" in at.text())
            await at.press("1")
            await at.settle(lambda: "semua kartu di tangan" in " ".join(at.text().split()))
            await at.press("1")
            await at.settle(lambda: "dikeluarkan" in at.said() and at.on == "Phones")
            await other.until(lambda: other.guest.state == "refused")
            assert (other.guest.why, host.mejas) == ("put_out", ())
            assert "tetap tersimpan" in other.guest.sentence
            assert other.room is not None
            assert other.room.rows == at.session.room.rows
            again = made("Laptop Budi", host, code="", token=other.kept[0], secret=other.kept[1],
                         rows=other.rows, data=folder(tmp_path, "lagi"))  # fmt: skip
            await again.until(lambda: again.guest.state == "refused")
            assert again.guest.why == "put_out", "its token lets nobody in"
            mine = Reign(7, other.journal.device, "Laptop Budi", "127.0.0.1:9", SINCE)
            news = proved(other.kept[1], mine).model_dump()
            async with phones(host, "Ayu") as (phone,):
                assert (await phone.dial(reign=news))["type"] == "welcome"
            assert at.session.room.leads, "what it began alone is a game of its own"
            third = made("Laptop Budi", host, data=data)
            await at.settle(lambda: at.on == "Ask")
            await at.press("1")
            await third.until(lambda: third.guest.state == "following")


async def test_a_second_laptop_that_is_put_out_says_so_on_its_screen(tmp_path: Path) -> None:
    with main_laptop(tmp_path / "utama") as main:
        async with lobby(tmp_path / "kedua") as at:
            await joined(at, main)
            main.admit()
            await at.settle(lambda: at.on == "TableScreen")
            keys, key = MejaKeys(tmp_path / "kedua"), game_key(at.session.room)
            await at.settle(lambda: keys.of(key) != GameKeys())
            main.do(lambda: main.host.desk.put_out(main.host.desk.devices[0]))
            await at.settle(lambda: "dikeluarkan dari meja" in at.said())
            assert at.session.following is None
            assert keys.of(key) == GameKeys(), "it can prove nothing of that game any more"
            assert at.on == "TableScreen", "the copy is there to be looked at"


async def test_a_no_is_told_and_the_form_is_as_it_was(tmp_path: Path) -> None:
    with main_laptop(tmp_path / "utama") as main:
        async with lobby(tmp_path / "kedua") as at:
            await joined(at, main)
            main.admit(yes=False)
            await at.settle(lambda: "Sambungan berakhir" in at.text())
            assert at.on == "Joining"
            assert at.app.screen.query_one("#join-name").value == "Laptop Budi"


@asynccontextmanager
async def main_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[AtTable]:
    """The table of the main laptop, its room open."""
    monkeypatch.setattr(adapters, "private_addresses", lambda: ("127.0.0.1",))
    async with table(tmp_path / "utama") as at:
        await at.press("p")
        await at.settle(lambda: at.session.host is not None and at.on == "Phones")
        yield at


@pytest.mark.parametrize("yes", [True, False])
async def test_the_main_laptop_is_asked_and_enter_says_no(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, yes: bool
) -> None:
    async with main_table(tmp_path, monkeypatch) as at:
        host = at.session.host
        assert host is not None
        with laptops() as made:
            other = made("Laptop Budi", host)
            await at.settle(lambda: at.on == "Ask")
            assert "melihat semua kartu di tangan" in " ".join(at.text().split())
            await at.press("1" if yes else "enter")
            await at.settle(lambda: at.on == "Phones")
            if not yes:
                await at.settle(lambda: other.guest.state == "refused")
                other.drain()
                assert not other.rows
                return
            await other.at(at.session.room.seq)
            await at.settle(lambda: "Laptop Budi" in at.text() and "salinan lengkap" in at.text())
            assert at.session.room.reign.name


async def test_a_fenced_table_says_where_the_game_is_and_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with main_table(tmp_path, monkeypatch) as at:
        host = at.session.host
        assert host is not None
        higher = Reign(1, "f" * 16, "Laptop Budi", "127.0.0.1:9", SINCE)
        news = proved(host.desk.claim.secret, higher).model_dump()
        async with phones(host, "Ayu") as (phone,):
            assert (await phone.dial(reign=news))["why"] == "fenced"
        await at.settle(lambda: at.on == "Elsewhere")
        assert not at.session.room.leads
        assert "dilanjutkan di laptop Laptop Budi (127.0.0.1:9)" in at.text()
        await at.press("1")
        await at.settle(lambda: at.on == "Joining")
        assert at.app.screen.query_one("#join-address").value == "127.0.0.1:9"
        await at.press("escape")
        await at.settle(lambda: at.on == "Lobby")


@pytest.mark.parametrize("true", [True, False])
async def test_where_the_secret_was_lost_people_say_whether_the_game_goes_on_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, true: bool
) -> None:
    async with main_table(tmp_path, monkeypatch) as at:
        host = at.session.host
        assert host is not None
        higher = Reign(1, "f" * 16, "Laptop Budi", "127.0.0.1:9", SINCE)
        news = proved(host.desk.claim.secret, higher).model_dump()
        await at.press("x", "1")
        await at.settle(lambda: at.session.host is None and at.on == "TableScreen")
        (tmp_path / "utama" / MejaKeys.file).unlink()
        await at.press("p")
        await at.settle(lambda: at.session.host is not None and at.on == "Phones")
        async with phones(at.session.host, "Ayu") as (phone,):
            assert (await phone.dial(reign=news))["type"] == "welcome"
            assert at.session.room.leads, "nobody can prove that"
            await at.settle(lambda: "Benarkah" in at.text())
            await at.press("1" if true else "enter")
            await at.settle(lambda: at.on == ("Elsewhere" if true else "Phones"))
            assert at.session.room.leads != true


async def test_a_table_that_follows_brings_what_it_did_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut off, both went on: the one that is followed now is asked which of the two is the game."""
    async with main_table(tmp_path, monkeypatch) as at:
        host, room = at.session.host, at.session.room
        assert host is not None
        with laptops() as made:
            other = made("Laptop Budi", host, data=folder(tmp_path, "kedua"))
            await at.settle(lambda: at.on == "Ask")
            await at.press("1")
            await other.at(room.seq)
            other.guest.close()
            second, fork = other.room, room.seq
            assert second is not None
            for _ in range(2):
                assert isinstance(room.do(bot_move(room.rules, room.table)), MoveDone)
            alone = room.rows[fork + 1 :]
            reign = second.next_reign(name="Laptop Budi", address="", since=SINCE)
            second.lead(reign)
            claim = Claim(reign, host.desk.claim.secret, earlier=(host.desk.claim.reign,))
            passes = host.desk.door.passes
            async with hosted(second, claim=claim, passes=passes) as now:
                await at.settle(lambda: at.on == "Elsewhere")
                await at.press("1")
                await at.settle(lambda: at.on == "TableScreen" and not at.session.room.leads)
                await at.settle(lambda: bool(now.tails))
                assert now.wanted is None, "it is known there"
                assert now.tails[0].rows == alone
                move = bot_move(second.rules, second.table)
                assert isinstance(second.do(move), Divided), "both stop until it is chosen"
                async with phones(now, "Ayu") as (phone,):
                    await phone.dial()
                    await phone.sit(1)
                    assert phone.page["sheet"]["headline"] == "Meja sedang memilih"
                    assert not phone.page["sheet"]["fields"]
                    now.desk.room.take_rows(alone)
                    now.drop_tail(now.tails[0].device)
                    await phone.until(
                        lambda m: (
                            m["type"] == "page" and m["sheet"]["headline"] != "Meja sedang memilih"
                        )
                    )
                await at.settle(lambda: at.session.room.rows == second.rows)
                assert isinstance(second.do(bot_move(second.rules, second.table)), MoveDone)


@pytest.mark.parametrize("here", [True, False])
async def test_of_two_tails_the_table_takes_one_and_the_other_stays_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: bool
) -> None:
    async with main_table(tmp_path, monkeypatch) as at:
        room = at.session.room
        other = copied(tmp_path / "kedua", room)
        other.lead(other.next_reign(name="Laptop Budi", address="", since=SINCE))
        fork = room.seq
        for laptop, moves in ((other, 3), (room, 1)):
            for _ in range(moves):
                assert isinstance(laptop.do(bot_move(laptop.rules, laptop.table)), MoveDone)
        mine, theirs = room.rows, other.rows
        at.app.open("tails", at.session, Tail("d" * 16, "Laptop Budi", fork, theirs[fork + 1 :]))
        await at.settle(lambda: at.on == "TailChoice")
        assert "membawa 3 langkah" in at.text()
        await at.press("escape")
        await at.settle()
        assert at.on == "TailChoice", "it is asked until it is answered"
        await at.press("1" if here else "enter")
        await at.settle(lambda: at.on == "Phones")
        assert room.rows == (mine if here else theirs)
        kept = [s for s in room.journal.games() if s.name != room.name]
        assert [s.moves for s in kept] == [fork + 3 if here else fork + 1]
        other.close()
        other.journal.close()


async def divided(at: AtTable, tmp_path: Path) -> None:
    """Another laptop has come back with a move that is not here: the table is asked."""
    host, room = at.session.host, at.session.room
    assert host is not None
    other = copied(tmp_path / "kedua", room)
    other.lead(other.next_reign(name="Laptop Budi", address="", since=SINCE))
    fork = room.seq
    assert isinstance(other.do(bot_move(other.rules, other.table)), MoveDone)
    mejas = host.desk.mejas
    mejas._followers["h"] = Follower("Laptop Budi", "127.0.0.1:9", "d" * 16, fork=fork, ahead=1)
    assert mejas._brings(mejas._followers["h"], (to_text(other.rows[-1]),))
    other.close()
    other.journal.close()
    await at.settle(lambda: at.on == "TailChoice")


async def test_once_it_is_chosen_computers_go_on_whatever_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapters, "private_addresses", lambda: ("127.0.0.1",))
    async with lobby(tmp_path / "utama") as at:
        assert begin(at.app, names=("Ayu", "B", "C"), options=Options(), box=None, bots=(1, 2, 3))
        await at.settle(lambda: at.on == "TableScreen")
        at.app.screen.robots.pace = "step"
        await at.press("p")
        await at.settle(lambda: at.session.host is not None and at.on == "Phones")
        await divided(at, tmp_path)
        (screen,) = (s for s in at.app.screen_stack if isinstance(s, TableScreen))
        screen.robots.pace = "quick"
        screen.robot_turns.renew()
        seq = at.session.room.seq
        assert screen.robots.seconds is None, "all stands still"
        await at.press("1")
        await at.settle(lambda: at.on == "Phones")
        await at.settle(lambda: at.session.room.seq > seq)


async def test_a_choice_that_cannot_be_kept_is_told_and_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with main_table(tmp_path, monkeypatch) as at:
        await divided(at, tmp_path)
        room = at.session.room

        def full(rows: object) -> str:
            raise JournalFault(Trouble.FULL, path=room.journal.path)

        with monkeypatch.context() as disk:
            disk.setattr(room, "keep_rows", full)
            await at.press("1")
            await at.settle(lambda: "Belum ada yang dipilih" in at.text())
            assert at.on == "TailChoice"
            await at.press("escape")
            await at.settle(lambda: at.on == "Phones")
            await at.press("p")
            await at.settle(lambda: at.on == "TailChoice")
            await at.press("1")
            await at.settle(lambda: "Belum ada yang dipilih" in at.text())
            await at.press("escape")
            await at.settle(lambda: at.on == "Phones")
            await at.press("escape")
            await at.settle(lambda: at.on == "TableScreen")
        assert room.parted is not None, "all stands still meanwhile"
        await at.press("p")
        await at.settle(lambda: at.on == "TailChoice")
        await at.press("1")
        await at.settle(lambda: at.on == "Phones" and room.parted is None)
        assert len(room.journal.games()) == 2


async def test_where_nobody_answers_the_form_says_so_and_asks_again(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("j")
        await at.settle(lambda: at.on == "Joining")
        screen = at.app.screen
        screen.query_one("#join-address").value = "127.0.0.1:9"
        screen.query_one("#join-code").value = "K7Q2M9XT"
        screen.query_one("#join-name").value = "Laptop Budi"
        for _ in range(2):
            await at.press("enter")
            await at.settle(lambda: "Menyambung ke 127.0.0.1:9" in at.text())
            await at.settle(lambda: "tidak menjawab" in at.text(), seconds=40)


async def test_a_laptop_that_asks_no_more_leaves_no_question_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with main_table(tmp_path, monkeypatch) as at:
        with laptops() as made:
            made("Laptop Budi", at.session.host)
            await at.settle(lambda: at.on == "Ask")
        await at.settle(lambda: at.on == "Phones")


async def test_a_key_that_was_meant_for_the_table_lets_no_laptop_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with main_table(tmp_path, monkeypatch) as at:
        clock, at.app.changeover_s = Clock(at), 0.8
        with laptops() as made:
            other = made("Laptop Budi", at.session.host)
            await at.settle(lambda: at.on == "Ask")
            for seconds, screen in ((0.0, "Ask"), (0.7, "Ask"), (0.2, "Phones")):
                clock.seconds += seconds
                await at.press("1")
                await at.settle(lambda s=screen: at.on == s)
            await other.at(at.session.room.seq)
