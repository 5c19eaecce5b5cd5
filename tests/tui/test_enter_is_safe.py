"""Enter and digits do what was meant: across a change of hands, beside computers, at a yes or no.

What is marked at every question of all sets is held against its rules in test_all_choices.
"""

from pathlib import Path

from screens_at_hand import AtTable, Clock, landed, lobby, set_table, table

from ketuk.engine.commands import EndTurn, Roll, SellBuilding
from ketuk.engine.table import (
    Auction,
    Bidding,
    Bill,
    Free,
    OpenRent,
    Options,
    SealedBids,
    replace,
)
from ketuk.tui.robots import RIGHT_S
from ketuk.tui.screens.asking import Ask
from ketuk.tui.screens.opening import begin
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.widgets.asking import Choices


def hammered(high_seat: int) -> Auction:
    """An open auction of three players, at 30."""
    return Auction(
        39, (1, 2, 3), 1, "declined", minimum=1, stage="open", high=30, high_seat=high_seat
    )


def free(at: AtTable, seat: int, *, may_roll: bool) -> None:
    turn = replace(at.table.turn, seat=seat, may_roll=may_roll, rolls=0 if may_roll else 1)
    set_table(at, phase="turn", turn=turn, agenda=(Free(seat),), opened=(at.table.count,))


async def test_a_second_enter_does_not_answer_for_the_next_player(tmp_path: Path) -> None:
    async with table(tmp_path, changeover_s=0.8) as at:
        clock = Clock(at)
        free(at, 1, may_roll=False)
        clock.seconds += 10
        await at.press("enter")
        await at.settle(lambda: at.session.table.turn.seat == 2)
        seq = at.session.room.seq
        clock.seconds += 0.12
        await at.press("enter")
        await at.settle()
        assert at.session.room.seq == seq
        assert "baru saja berganti" in at.said()
        clock.seconds += 0.7
        await at.press("enter")
        await at.settle(lambda: at.session.room.seq > seq)


async def test_whoever_goes_on_in_the_own_turn_waits_for_nothing(tmp_path: Path) -> None:
    async with table(tmp_path, changeover_s=0.8) as at:
        clock = Clock(at)
        free(at, 1, may_roll=True)
        clock.seconds += 10
        await landed(at)
        await at.press("enter")
        await at.settle(lambda: at.table.holdings[2].owner == 1)
        assert at.table.turn.seat == 1
        await at.press("enter")
        await at.settle(lambda: at.table.turn.seat == 2)


async def klasik(at: AtTable, *bots: int) -> None:
    names = ("Ayu", "Budi", "Citra")
    assert begin(at.app, names=names, options=Options(), box=None, ruleset="klasik", bots=bots)
    screen = at.app.screen
    assert isinstance(screen, TableScreen)
    screen.robots.pace = "step"
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)


def thinks_anew(at: AtTable) -> TableScreen:
    screen = at.app.screen
    assert isinstance(screen, TableScreen)
    screen.robots._thought = (-1, None)
    screen.show_game()
    return screen


async def test_enter_rolls_beside_a_computer_that_could_do_something_too(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await klasik(at, 3)
        holdings = list(at.table.holdings)
        holdings[1] = replace(holdings[1], owner=3)
        free(at, 1, may_roll=True)
        set_table(at, holdings=tuple(holdings))
        screen = thinks_anew(at)
        assert screen.question is not None
        assert screen.question.choices[screen.question.marked or 0].label == "Lempar dadu"
        seq = at.session.room.seq
        await at.press("enter")
        await at.settle(lambda: at.session.room.seq > seq)
        assert at.session.room.moves[-1].command == Roll(1)


async def test_dice_of_the_app_are_thrown_for_a_computer_by_itself_alone(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await klasik(at, 3)
        free(at, 3, may_roll=True)
        screen = thinks_anew(at)
        assert screen.question is not None
        labels = [choice.label for choice in screen.question.choices]
        assert "Citra (komputer) bermain" in labels[0]
        assert "Lempar dadu" not in labels


async def test_a_digit_whose_line_the_computer_has_changed_waits_a_moment(tmp_path: Path) -> None:
    async with lobby(tmp_path, changeover_s=0.8) as at:
        await klasik(at, 3)
        clock = Clock(at)
        hammer = hammered(high_seat=2)
        set_table(at, phase="turn", turn=replace(at.table.turn, seat=1), auction=hammer,
                  agenda=(Free(1), Bidding()), opened=(at.table.count,) * 2)  # fmt: skip
        screen = thinks_anew(at)
        assert screen.question is not None
        assert "Citra (komputer) bermain" in screen.question.choices[0].label
        clock.seconds += 10
        await at.press("enter")
        await at.settle(lambda: at.table.auction is not None and at.table.auction.high_seat == 3)
        assert screen.question.choices[0].label.startswith("Ayu: tawar")
        seq = at.session.room.seq
        clock.seconds += 0.3
        await at.press("1")
        await at.settle()
        assert at.session.room.seq == seq
        clock.seconds += 0.6
        await at.press("1")
        await at.settle(lambda: at.session.room.seq > seq)


async def test_a_line_of_people_keeps_its_digit_while_computers_answer_beside_it(
    tmp_path: Path,
) -> None:
    """All lay sealed bids at once."""
    async with lobby(tmp_path) as at:
        names = ("Ayu", "Budi", "Citra")
        assert begin(at.app, names=names, options=Options(), box=None, bots=(2, 3))
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        laid = SealedBids(ready=(1, 2, 3))
        hammer = Auction(31, (1, 2, 3), 1, "declined", stage="bids", sealed=laid)
        set_table(at, phase="turn", turn=replace(at.table.turn, seat=1), auction=hammer,
                  agenda=(Free(1), Bidding()), opened=(at.table.count,) * 2)  # fmt: skip
        screen = at.app.screen
        assert isinstance(screen, TableScreen)
        screen.robots.pace = "step"
        thinks_anew(at)
        for others in (2, 1, 0):
            assert screen.question is not None
            choices, marked = screen.question.choices, screen.question.marked
            assert choices[0].label.startswith("Ayu menawar")
            left = [c.label for c in choices if "(komputer) bermain" in c.label]
            assert bool(left) is (others > 0)
            if others:
                assert marked is not None
                assert choices[marked].label == left[0], "Enter lets them go on"
                seq = at.session.room.seq
                screen.robots.move()
                await at.settle(lambda seq=seq: at.session.room.seq > seq)


async def test_in_an_auction_a_computer_waits_until_it_is_asked(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await klasik(at, 3)
        hammer = hammered(high_seat=1)
        set_table(at, phase="turn", turn=replace(at.table.turn, seat=1), auction=hammer,
                  agenda=(Free(1), Bidding()), opened=(at.table.count,) * 2)  # fmt: skip
        screen = thinks_anew(at)
        assert screen.robots.next() is None
        assert screen.question is not None
        assert [c.label for c in screen.question.choices[:3]] == [
            "Budi: tawar 31",
            "Budi menawar jumlah lain, mulai 31…",
            "Budi: tidak menawar lagi",
        ]
        assert "Masih ikut: Ayu, Budi dan Citra" in screen.question.text


async def test_nobody_moves_a_computers_seat(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await klasik(at, 2)
        holdings = list(at.table.holdings)
        for tile in (1, 3, 6):
            holdings[tile] = replace(holdings[tile], owner=2)
        holdings[1] = replace(holdings[1], level=1)
        set_table(at, holdings=tuple(holdings))
        free(at, 1, may_roll=True)
        screen = thinks_anew(at)
        assert screen.question is not None
        labels = [c.label for c in screen.question.choices]
        assert "Uang…" not in labels
        assert not any("Bangun" in label for label in labels)
        await at.press("t")
        await at.settle(lambda: at.on == "SeatScreen")
        assert [c.label for c in at.app.screen.query_one(Choices).menu] == ["Ayu", "Citra"]
        await at.press("escape")
        await at.press("x")
        await at.settle(lambda: at.on == "LeaveScreen")
        assert "Budi keluar" not in at.text()


async def test_a_rent_that_would_lapse_is_shown_to_its_owner_and_given_time(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await klasik(at, 2, 3)
        holdings = list(at.table.holdings)
        holdings[39] = replace(holdings[39], owner=1)
        set_table(
            at, holdings=tuple(holdings), rents=(OpenRent(3, 1, Bill(39, 50, "level", total=50)),)
        )
        free(at, 2, may_roll=True)
        screen = thinks_anew(at)
        screen.robots.pace = "quick"
        assert screen.robots.seconds == RIGHT_S
        assert screen.question is not None
        assert screen.question.headline == "Tagih sewa?"
        assert screen.question.choices[0].label.startswith("Ayu menagih sewa")
        assert screen.question.marked is None


async def test_what_gives_something_up_is_asked_once_more_and_enter_says_no(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await klasik(at)
        holdings = list(at.table.holdings)
        for tile in (1, 3):
            holdings[tile] = replace(holdings[tile], owner=1, level=1)
        set_table(at, holdings=tuple(holdings))
        free(at, 1, may_roll=True)
        await at.press("7", "1", "1")
        await at.settle(lambda: at.on == "Ask")
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert not at.session.room.moves
        await at.press("0", "0", "7", "1", "1")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: bool(at.session.room.moves))
        assert isinstance(at.session.room.moves[-1].command, SellBuilding)


async def test_a_menu_says_what_is_chosen_there_and_what_was_said_of_a_key_goes(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path) as at:
        await klasik(at)
        holdings = list(at.table.holdings)
        holdings[1] = replace(holdings[1], owner=1)
        set_table(at, holdings=tuple(holdings))
        free(at, 1, may_roll=True)
        await at.settle()
        screen = at.app.screen
        assert isinstance(screen, TableScreen)
        assert screen.question is not None
        sentence = screen.question.sentence
        assert sentence in at.text()
        await at.press("7")
        await at.settle(lambda: sentence not in at.text())
        title = at.app.screen.query_one(Choices).title
        assert title
        assert title in at.text()
        for other in ("0", "down"):
            await at.press("enter")
            await at.settle(lambda: "Tekan angka" in at.said())
            await at.press(other)
            await at.settle(lambda: not at.said())
            await at.press("0", "7") if other == "down" else await at.press("7")
        await at.press("0")
        await at.settle(lambda: sentence in at.text())


async def test_escape_and_enter_leave_no_table(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.press("escape")
        await at.settle(lambda: isinstance(at.app.screen, Ask))
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("x", "enter")
        await at.settle()
        assert at.on == "LeaveScreen"
        assert not any(isinstance(m.command, EndTurn) for m in at.session.room.moves)


async def test_whose_hand_is_looked_at_is_that_of_who_is_on_turn(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        free(at, 2, may_roll=True)
        await at.press("h")
        await at.settle(lambda: at.on == "HandScreen")
        await at.press("enter")
        await at.settle()
        assert "Kartu di tangan Budi" in at.text()
