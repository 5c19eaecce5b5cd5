"""Indonesian as people speak at a table: one word for one thing, and no word that reads as another.

A line of the glossary is what is not said, and what is said in its place.
"""

import re

import pytest
from sentences import every
from situations import Situation

from ketuk import engine
from ketuk.engine.table import BANK, POT
from ketuk.tui.telling.naming import Naming
from ketuk.tui.words import Fund, Words

GLOSSARY = {
    r"\bberlipat\b|\bdobel\b": "dua kali lipat, or ×2 as a sign",
    r"\bdua putaran ini\b": "Putaran ini ...",
    r"\bkepada (bank|Kas Warga|kas)\b": "ke bank; kepada is for people",
    r"kepada \{(payee|to|creditor)\}": "{payee:kepada|ke} {payee}: it may be the bank",
    r"\bsewa\b[^.]*\bdiminta\b|\btanpa diminta\b": "ditagih",
    r"\b[sS]et \{group\}|\bs\{group\}": "grup {group}; a set is a whole group in one hand",
    r"\bkas seorang pemain lain\b": "kas seorang pemain",
    r"\bBetulkan (butuh|menunggu)\b": "Pembetulan ...: a command is no noun",
    r"\bangka (2|\{count\}) dadu\b": "hasil 2 dadu: the figure 2 is no die",
    r"\b(terhenti|tertahan) (festival|barikade)\b": "terhenti oleh ...",
    r"\bobat(nya)?\b": "cara mengatasinya",
    r"\bKodenya ada di\b": "Tekan K untuk melihat kodenya",
    r"\{player\} membuka(\.|:)": "membuka kartu Kejadian, or mulai lebih dulu",
    r"\bSasaran: ": "Yang terkena: ",
    r"Kartu pemain \{(name|seat)\}( \{|\.)": "Kartu pemain: {name}",
    r"\b(termiskin|terkaya) lebih dari satu\b": "Ada lebih dari satu yang ...",
    r"(?<!Dadu )\bGanda membebaskan\b": "Dadu ganda membebaskan",
    r"^hp: |^kertas: ": "what the edition is: tanpa papan, uang dan papan asli",
}
SEARCHED = "lookup."
"""What people may type is no sentence of ours."""


def spoken() -> dict[str, str]:
    """All that is said in Indonesian: sentences, and what sets call their things."""
    said = {f"{code}/{key}": entry["id"] for (code, key), entry in every().items()
            if "id" in entry and not key.startswith(SEARCHED)}  # fmt: skip
    for name in engine.NAMES:
        rules = engine.ruleset(name)
        said |= {f"{name}: {key}": texts["id"] for key, texts in rules.texts.items()}
        said |= {f"{name}: {key}": texts["id"] for key, texts in rules.terms.items()}
        for number, ruling in rules.rulings.items():
            said[f"{name}: {number}"] = f"{ruling['title']['id']} {ruling['text']['id']}"
    return said


def test_one_thing_has_one_word() -> None:
    found = [
        f"{key}: {found[0]!r}, but {instead}"
        for key, text in spoken().items()
        for unsaid, instead in GLOSSARY.items()
        if (found := re.search(unsaid, text))
    ]
    assert found == []


def test_a_partner_in_a_trade_is_no_enemy() -> None:
    trade = {key: text for key, text in spoken().items() if "trade" in key or "partner" in key}
    assert len(trade) > 40
    assert [key for key, text in trade.items() if re.search(r"\blawan\b", text)] == []


@pytest.mark.parametrize("name", engine.NAMES)
def test_people_are_paid_and_money_goes_to_the_bank(name: str) -> None:
    rules, words = engine.ruleset(name), Words("id")
    names, now = Naming(words, rules), Situation().table  # of funds no table is asked
    for account in (BANK, POT):
        fund = names.account(account, now)
        assert isinstance(fund, Fund)
        said = words("questions.due", player="Ayu", amount=50, payee=fund)
        assert said == f"Ayu: bayar 50 ke {fund}"
    assert words("questions.due", player="Ayu", amount=50, payee="Budi").endswith("kepada Budi")
