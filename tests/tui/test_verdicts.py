"""Every verdict and every fault has a sentence in both languages, and JSON with the same keys."""

import json
import re
from pathlib import Path

import pytest
from boxes_at_hand import NOON
from sentences import keys

from ketuk.codes.code import Slip
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import (
    Accepted,
    Answer,
    Copied,
    Copies,
    Foreign,
    Held,
    Malformed,
    Mistyped,
    OtherBox,
    Revoked,
    Spare,
    StickerState,
    Unknown,
)
from ketuk.tui.telling.troubles import trouble
from ketuk.tui.telling.verdicts import record, verdict_sentence
from ketuk.tui.words import Words

CODE = "N5NG0ANCHAVD"
ANSWERS: tuple[Answer, ...] = (
    Accepted("N5NG", CODE, 27, 1),
    Malformed(0, None, None),
    Malformed(11, None, None),
    Malformed(11, None, None, 7),
    Malformed(13, None, None, 13),
    Malformed(12, 3, "!"),
    Mistyped(CODE, None),
    Mistyped(CODE, Slip(7, "8", "B")),
    Mistyped(CODE, Slip(7, "8B", "B8")),
    OtherBox("KTK7", "KTK7Z3A9QXGY"),
    Unknown("N5NG", CODE, 0),
    Unknown("N5NG", CODE, 10),
    *(Revoked("N5NG", CODE, 27, 1, state, NOON, 2) for state in StickerState),
    Revoked("N5NG", CODE, 27, 1, StickerState.LOST, NOON, 2, 3),
    Revoked("N5NG", CODE, None, None, StickerState.VOID, NOON, None),
    Spare("N5NG", CODE),
    Copied("N5NG", CODE, 27, 1, "04AA", Copies.ASK),
    Foreign("hello"),
    Held(9),
)
FACTS: dict[Fault, dict[str, object]] = {
    Fault.NOT_THERE: {},
    Fault.EXISTS: {},
    Fault.NEWER: {"found": 9, "known": 2},
    Fault.NOT_A_REGISTRY: {},
    Fault.DAMAGED: {"detail": "page 3"},
    Fault.LOCKED: {},
    Fault.FULL: {},
    Fault.FORBIDDEN: {"detail": "Permission denied"},
    Fault.NO_BOX: {"box": "N5NG"},
    Fault.NO_ITEM: {"box": "N5NG", "item": 99},
    Fault.NO_CODE: {"box": "N5NG", "code": CODE},
    Fault.NO_UID: {"uid": "zz"},
    Fault.NOT_ACTIVE: {"state": StickerState.LOST, "since": NOON, "item": 27},
    Fault.NOT_SPARE: {"state": StickerState.ACTIVE, "since": NOON, "item": 27},
    Fault.NOT_EXPORT: {"why": "no_json"},
    Fault.EXPORT_NEWER: {"found": 9, "known": 1},
    Fault.DIGEST: {},
    Fault.OLDER: {"found": 1, "present": 2, "box": "N5NG"},
    Fault.FORK: {"box": "N5NG", "parted": ()},
    Fault.SAME_NAME: {"box": "N5NG", "name": "Kotak lama"},
    Fault.IN_USE: {"box": "N5NG", "game": ""},
    Fault.NO_IMPORT: {"box": "N5NG"},
    Fault.CHANGED_SINCE: {"box": "N5NG", "count": 2},
    Fault.PAPER: {"where": "rows", "line": 3, "problem": "missing", "detail": "Field required"},
    Fault.NO_PAPER: {"paper": "x", "known": ("a4-65", "a4-21")},
    Fault.START: {"start": 99, "places": 65, "paper": "a4-65"},
    Fault.NO_FIT: {"paper": "x", "module": 0.5},
    Fault.FONT: {"detail": "no font"},
    Fault.NO_BOX_LEFT: {},
}


@pytest.mark.parametrize("language", ["id", "en"])
@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.kind)
def test_every_verdict_is_told_in_one_line(language: str, answer: Answer) -> None:
    said = verdict_sentence(Words("en" if language == "en" else "id"), answer, name="Nusantara")
    assert said
    assert "\n" not in said
    assert CODE not in said.replace("-", "") or isinstance(answer, Spare)


def test_the_words_of_ruling_4_6_4() -> None:
    other = OtherBox("KTK7", "KTK7Z3A9QXGY")
    said = verdict_sentence(Words("id"), other, ruling="putusan 4.6.4")
    assert said.startswith("kartu dari kotak lain (putusan 4.6.4). Itu kotak KTK7; ")


@pytest.mark.parametrize("language", ["id", "en"])
@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.kind)
def test_a_refused_card_says_what_it_was_and_what_to_do(language: str, answer: Answer) -> None:
    said = verdict_sentence(Words("en" if language == "en" else "id"), answer, name="Nusantara")
    sentences = re.split(r"[.:;?] ", said)
    assert isinstance(answer, Accepted) or len(sentences) >= 2
    assert isinstance(answer, Accepted) or said.endswith(".")


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.kind)
def test_json_has_the_same_keys_for_every_verdict(answer: Answer) -> None:
    told_as = record(answer, name="Nusantara")
    keys = {"verdict", "code", "box", "item", "name", "suggestion", "since"}
    assert keys <= set(json.loads(json.dumps(told_as)))
    assert (told_as["name"] is None) == (told_as["item"] is None)


@pytest.mark.parametrize("language", ["id", "en"])
@pytest.mark.parametrize("fault", Fault)
def test_every_fault_is_told_in_one_line(language: str, fault: Fault) -> None:
    error = CodesFault(fault, path=Path("/x/N5NG.sqlite"), **FACTS[fault])
    said = trouble(Words("en" if language == "en" else "id"), error)
    assert said.endswith((".", ")"))
    assert "\n" not in said
    assert not re.search(r"[{}]|None|State\.|Why\.|Readiness\.|Reason\.", said)


def test_states_and_reasons_have_words() -> None:
    wanted = {f"codes.state_{state}" for state in StickerState} | {
        f"codes.why_{why}" for why in Why
    }
    assert wanted <= keys()


def test_a_paper_with_an_unforeseen_fault_tells_what_the_checker_says() -> None:
    facts = {"where": "rows", "line": None, "problem": "odd", "detail": "Input should be odd"}
    said = trouble(Words("id"), CodesFault(Fault.PAPER, path=Path("x.toml"), **facts))
    assert said == "x.toml, rows: Input should be odd."
