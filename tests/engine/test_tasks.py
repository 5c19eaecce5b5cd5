"""A task says by itself whom it waits for and what rests on it; a set says what it makes of it."""

from typing import get_args

import pytest

from ketuk import engine
from ketuk.engine.table import NOWHERE, AnyTask, OfSeat, Options, Table, Task
from ketuk.engine.tasks import CORE_TASKS

KINDS: tuple[type[Task], ...] = get_args(AnyTask)
TABLE = Table("", Options(), (), ())


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_says_itself_whether_it_rests_on_the_table(kind: type[Task]) -> None:
    assert "half_done" in vars(kind), "say it in the class: forgetting it would be silent"


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_a_rule_that_asks_or_goes_on(kind: type[Task]) -> None:
    rules = [rule for name in engine.NAMES if (rule := engine.ruleset(name).tasks.get(kind))]
    assert rules, "no set knows it"
    for rule in rules:
        assert rule.offers is not None or rule.step is not None or kind in CORE_TASKS


@pytest.mark.parametrize("kind", [k for k in KINDS if issubclass(k, OfSeat)])
def test_what_one_seat_is_asked_goes_with_it(kind: type[OfSeat]) -> None:
    empty = dict.fromkeys(kind.__struct_fields__, ()) | {"seat": 2}
    task = kind(**empty)  # type: ignore[arg-type]
    assert task.waits_for(TABLE)[0] == 2
    assert task.concerns(2)
    assert not task.concerns(3)
    assert task.pawn in (2, 0)
    assert task.in_question in ((), NOWHERE)


def test_nobody_waits_for_a_step() -> None:
    for kind in KINDS:
        rules = [r for name in engine.NAMES if (r := engine.ruleset(name).tasks.get(kind))]
        if all(rule.offers is None for rule in rules) and not issubclass(kind, OfSeat):
            assert kind.waits_for is Task.waits_for, kind
