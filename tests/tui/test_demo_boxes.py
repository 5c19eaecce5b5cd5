"""Every rule set has a demo box, made when it is first needed: nobody has to print anything."""

from pathlib import Path

import pytest
from screens_at_hand import AtTable, lobby

from ketuk import engine
from ketuk.tui.boxes.box import DEMO, boxes, demo_box, demo_box_of, is_demo


async def form(at: AtTable, *names: str) -> None:
    await at.press("n")
    await at.settle(lambda: at.on == "NewGame")
    for name in names:
        await at.press(*name, "enter")


async def test_a_newcomer_picks_the_second_set_and_plays_with_codes_at_once(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path) as at:
        await form(at, "Ayu", "Budi")
        await at.press("up", "up", "up", "right")
        assert "◉ kotak demo: kode di layar" in at.text()
        await at.press("f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.rules.meta.id == engine.NAMES[1]
        registry = at.session.room.registry
        assert registry is not None
        assert is_demo(registry.box)
        for item in at.session.rules.items:
            assert at.code(item.number)
        await at.tap(40)
        await at.settle(lambda: at.on == "HandScreen")


async def test_the_next_game_of_that_set_finds_its_box_and_its_rules_again(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await form(at, "Ayu", "Budi")
        await at.press("up", "up", "up", "right", "f5")
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("escape", "1")
        await at.settle(lambda: at.on == "Lobby" and len(at.app.screen.contents.boxes) == 2)  # type: ignore[attr-defined]
    async with lobby(tmp_path) as at:
        await form(at, "Ayu", "Budi")
        assert f"◉ {DEMO} {engine.NAMES[1]}" in at.text()
        assert "2 pemain. F5 mulai bermain." in at.text()
        await at.press("f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert len(boxes(tmp_path).ids()) == 2


async def test_whoever_wants_keys_only_gets_no_box(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await form(at, "Ayu", "Budi")
        await at.press("up", "up", "up", "right")
        at.app.screen.query_one("#switch-box").focus()
        await at.press("right", "f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.room.registry is None
        assert len(boxes(tmp_path).ids()) == 1


@pytest.mark.parametrize("ruleset", engine.NAMES)
def test_a_demo_box_is_made_once_and_has_every_card_of_its_set(
    tmp_path: Path, ruleset: str
) -> None:
    demo_box(tmp_path)
    made = demo_box_of(tmp_path, ruleset)
    assert demo_box_of(tmp_path, ruleset) == made
    assert made.ruleset == ruleset
    with boxes(tmp_path).open(made.id) as registry:
        items = engine.ruleset(ruleset).items
        assert {registry.active(i.number).item for i in items} == {i.number for i in items}


async def test_a_tapped_player_card_of_the_second_set_takes_its_seat_there(tmp_path: Path) -> None:
    made = demo_box_of(tmp_path, engine.NAMES[1])
    async with lobby(tmp_path) as at:
        with boxes(tmp_path).open(made.id) as registry:
            await at.tap_text("KTK:" + registry.active(46).code)
        await at.settle(lambda: at.on == "NewGame")
        assert "Pemain 7" in at.text()
        assert "Kursi 8" in at.text()
