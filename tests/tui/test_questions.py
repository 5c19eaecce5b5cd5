"""What the table asks says what the answer does: dice for targets, payments, the barricade."""

import pytest
from auctions import declined, hammered
from rounds import reveal
from situations import Situation

from ketuk.engine.commands import Mortgage, PayRent, RevealCard, Roll, Throw
from ketuk.engine.table import OpenTurns, Reveal
from ketuk.tui.menu import Question, question
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.words import LANGUAGES, Language, Words

INVESTASI, MUDIK, LELANG_ASET, IBU_KOTA = 89, 87, 88, 90


def asked(game: Situation, language: Language = "id") -> Question:
    found = question(Names(Telling(Words(language), game.rules), game.table))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("card", "second"), [(INVESTASI, "1 sampai 3 grup pertama"), (MUDIK, "kota dihitung")]
)
def test_the_first_die_names_the_zone_and_the_second_within_it(card: int, second: str) -> None:
    game = Situation(edition="kertas", dice="real")
    game.set(phase="queue").ask(OpenTurns(), Reveal(1)).do(RevealCard(1), cards=[card])
    assert "menunjuk zona" in asked(game).text
    game.do(Throw(1, 6))
    assert second in asked(game).text
    assert "menunjuk zona" not in asked(game).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_dice_between_players_say_what_the_highest_gets(language: Language) -> None:
    game = Situation(dice="real").owns(1, 5, 10, 19).owns(2, 6, 11, 20).has(3, 500)
    game.has(1, 9000).has(2, 9000)
    reveal(game, LELANG_ASET)
    assert "Lelang Aset" in asked(game, language).text


def test_who_gives_up_a_city_is_told_so() -> None:
    game = Situation().owns(3, 28, 29, 1)
    reveal(game, LELANG_ASET)
    assert asked(game).text.startswith("Lelang Aset: Citra melepas salah satu")


@pytest.mark.parametrize(("start", "here"), [(8, True), (3, False)])
def test_the_barricade_right_ahead_is_told_from_one_on_the_way(start: int, here: bool) -> None:
    game = Situation().stands(1, start).barricade(8)
    game.do(Roll(1), dice=[(4, 6)])
    assert ("tetap di Palembang dan tidak terjadi apa-apa" in asked(game).text) is here
    assert ("berhenti di Palembang" in asked(game).text) is not here


def test_short_of_cash_one_is_told_to_raise_while_there_is_something_to_raise() -> None:
    game = Situation().owns(2, 35, level=3).owns(1, 1).stands(1, 32).has(1, 100)
    game.do(Roll(1), PayRent(1, 35), dice=[(1, 2)])
    assert "Jual bangunan atau gadaikan dulu" in asked(game).text
    game.do(Mortgage(1, 1))
    assert (
        "Tidak ada lagi yang bisa dijual atau digadaikan: 9.200 menjadi utang" in asked(game).text
    )


def test_two_cards_of_one_name_are_told_apart_where_the_deck_is_real() -> None:
    game = Situation(decks="real").set(phase="queue").ask(OpenTurns(), Reveal(1))
    labels = [choice.label for choice in asked(game).choices]
    assert len(set(labels)) == len(labels)
    assert {"Kejadian: Ibu Kota Baru (E11)", "Kejadian: Ibu Kota Baru (E12)"} <= set(labels)


def test_a_price_beyond_the_cash_is_told_without_telling_whether_a_diskon_is_held() -> None:
    for hand in ((), (56,)):
        game = Situation().stands(1, 32).has(1, 3300).holds(1, *hand)
        game.do(Roll(1), dice=[(1, 2)])
        found = asked(game)
        assert "Harga 4.000, kas 3.300: tidak cukup" in found.text
        assert [c.label for c in found.choices] == ["Tidak beli: lelang", "Kartu di tangan…"]


def test_to_let_a_won_property_go_names_the_fine() -> None:
    game = Situation(edition="kertas").has(2, 3990)
    hammered(declined(game, 35), {2: 4})
    labels = [c.label for c in asked(game).choices]
    assert labels == ["Tidak sanggup membayar: lepas (denda 200)", "Kartu di tangan…"]
