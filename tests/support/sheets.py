"""Pages for tests: one of every kind of field, with words that mean nothing in any game."""

from typing import Any

from ketuk.rooms import sheet
from ketuk.rooms.sheet import AnyField, Face, Fact, Line, Lines, Sheet


def cmd(name: str, **more: Any) -> dict[str, Any]:
    """A command that no game has."""
    return {"type": f"invented_{name}", **more}


def line(label: str, **more: Any) -> Line:
    """A line that asks something of its own name."""
    return Line(label=label, cmds=(cmd(label.split()[0].lower()),), **more)


CHOICES = Lines(
    lines=(
        line("Ambil", hint="sisa 13.000"),
        line("Lewati"),
        Line(label="Jual dahulu", lines=(line("Gudang", hint="+500"), line("Perahu", hint="+900"))),
        Line(label="Menyerah", cmds=(cmd("menyerah"),), sure="Sungguh menyerah?"),
    )
)
AMOUNT = sheet.Amount(
    label="Tawaranmu", least=1_000, most=17_000, step=500, marks=(1_000, 1_500, 2_000),
    cmd=cmd("tawar"), fills="amount", send="Tawar",
)  # fmt: skip
CARDS = sheet.CardsField(
    label="Kartu tertutup", laid=None, cmd=cmd("letak"), fills="card",
    cards=tuple(Face(value=n, label=f"{n * 500}") for n in range(1, 7)),
)  # fmt: skip
SOME = sheet.SomeOf(
    label="Buang dua", least=2, most=2, cmd=cmd("buang"), fills="cards", send="Buang",
    choices=(
        Face(value=71, label="Angin"), Face(value=72, label="Hujan"), Face(value=73, label="Kabut"),
    ),
)  # fmt: skip
TILES = sheet.Tiles(
    label="Ke mana?",
    groups=tuple(
        sheet.TileGroup(
            label=f"Kelompok {group}",
            tiles=tuple(
                sheet.TilePart(
                    label=f"Kota {group}{n}",
                    hint=f"sewa {n}00",
                    cmds=(cmd("pergi", at=f"{group}{n}"),),
                )
                for n in range(1, 6)
            ),
        )
        for group in "ABCD"
    ),
)
DICE = sheet.DiceField(
    label="Dadu di meja", count=2, many=True, cmd=cmd("lempar"), fills="dice", send="Lempar"
)
ONE_DIE = sheet.DiceField(
    label="Satu dadu", count=1, many=False, cmd=cmd("satu"), fills="die", send="Lempar"
)
CARD = sheet.CardField(label="Kartu dari tumpukan", secret=False)
SECRET = sheet.CardField(label="Kartu rahasia", secret=True)


def side(label: str, into: str, cash: int, first: int) -> sheet.SidePart:
    return sheet.SidePart(
        label=label, into=into, cash=cash, step=100, cards=(),
        tiles=tuple(
            sheet.Good(value=first + n, label=f"Kota {first + n}", group="hijau") for n in range(3)
        ),
    )  # fmt: skip


GOODS = sheet.GoodsField(
    label="Tukar",
    send="Ajukan",
    card="Taruh kartu",
    partners=tuple(
        sheet.Partner(
            label=name,
            cmd=cmd("tukar", offer={"partner": seat}),
            give=side("Kamu beri", "offer.give", 17_000, 1),
            take=side(f"{name} beri", "offer.take", 9_000, 10 * seat),
            contracts=(
                sheet.ContractPart(
                    label="Pinjaman", into="offer.terms", terms={"kind": "lent"},
                    numbers=(
                        sheet.Term(name="rounds", label="Putaran", least=1, most=9, step=1),
                    ),
                ),
            ),
        )
        for seat, name in ((2, "Budi"), (3, "Citra"))
    ),
)  # fmt: skip
ANSWERS = sheet.Answers(
    label="Semua menjawab",
    given=(sheet.Given(name="Budi", said="ya"), sheet.Given(name="Citra")),
    lines=(line("Setuju"), line("Tolak")),
)
FACTS = sheet.Facts(label="Misi", facts=(Fact(label="Tiga kota", text="2/3", why="goal:1"),))

KINDS: dict[str, AnyField] = {
    "lines": CHOICES, "amount": AMOUNT, "cards": CARDS, "someof": SOME, "tiles": TILES,
    "dice": DICE, "die": ONE_DIE, "card": CARD, "secret": SECRET, "goods": GOODS,
    "answers": ANSWERS, "facts": FACTS,
}  # fmt: skip

HAND = (
    sheet.HandCard(label="Payung", text="Tolak satu hujan.", lines=(line("Mainkan"),)),
    sheet.HandCard(label="Perahu", text="Lewati air.", idle="Tidak ada air sekarang."),
)
PLAYERS = tuple(
    sheet.PlayerPart(
        seat=seat, name=name, waited=seat == 1, mine=seat == 1, here=here,  # type: ignore[arg-type]
        figures=(
            Fact(label="Uang", text="17.000", why=f"cash:{seat}"), Fact(label="Kota", text="3"),
        ),
    )
    for seat, name, here in ((1, "Ayu", "here"), (2, "Budi", "asleep"), (3, "Citra", "computer"))
)  # fmt: skip


def page(*fields: AnyField, **more: Any) -> Sheet:
    """A page with everything on it, and these fields to answer."""
    whole: dict[str, Any] = {
        "language": "id", "mine": True, "headline": "Ambil kota ini?",
        "text": "Harganya 4.000. Uangmu 17.000.", "waits": ("Ayu",), "fields": fields,
        "always": (line("Tagih sewa"),), "hand": HAND, "players": PLAYERS,
        "purse": (Fact(label="Uang", text="17.000", why="cash"),),
        "deeds": (Fact(label="Kota A1", text="sewa 1.000"),),
        "lot": (Fact(label="Kota A2", text="4.000"),), "facts": (FACTS,),
        "log": tuple(
            sheet.Logged(seq=n, text=f"Budi membayar sewa {n}00.", why=f"row:{n}")
            for n in range(5, 0, -1)
        ),
        "back": (sheet.Back(way="undo", seq=7, label="Batalkan langkah"),),
    }  # fmt: skip
    return Sheet(**(whole | more))


def watched(**more: Any) -> Sheet:
    """What somebody sees who only watches."""
    return page(mine=False, hand=None, purse=(), deeds=(), always=(), back=(), **more)
