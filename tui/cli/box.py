"""``ketuk box``: make boxes, look at them, keep and restore them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ketuk.tui.cli import box_care, box_files, box_naming, options
from ketuk.tui.cli.count import count
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.options import first_rules
from ketuk.tui.cli.outfile import OutFile, all_asked
from ketuk.tui.cli.shell import Group, command, option
from ketuk.tui.cli.values import Whole

if TYPE_CHECKING:
    from ketuk.codes.boxes import Boxes, NewBox
    from ketuk.codes.registry import Registry
    from ketuk.codes.sticker import Box, Sticker
    from ketuk.engine import RuleSet
    from ketuk.tui.boxes.card_names import CardNames


# ---- new


@command("new", help="cli_codes.box_new")
@option("--count", type=Whole(1, 100_000), help="cli_codes.opt_count", default=1)
@option("--ruleset", metavar="NAME|FILE", help="cli_codes.opt_ruleset", default=first_rules)
@option("--name", metavar="NAME", help="cli_codes.opt_name", default="")
@option("--spares", type=Whole(0, 1_000), help="cli_codes.opt_spares", default=0)
@options.csv_out
@options.force
@click.pass_obj
def new(
    at: Desk, count: int, ruleset: str, name: str, spares: int, table: Path | None, force: bool
) -> None:
    """Boxes with a code for every card."""
    from ketuk.codes.boxes import Boxes
    from ketuk.codes.sticker import BoxItem
    from ketuk.tui.boxes.card_names import CardNames
    from ketuk.tui.cli.cards import faults_told

    at, (csv,) = all_asked(at, force, table)
    rules = _rules(at, ruleset)
    cards = CardNames.of(rules, at.words)
    items = [BoxItem(card.number, card.kind) for card in cards.known.values()]
    with faults_told(at), _table(csv, at, cards) as note:
        folder = Boxes(at.boxes)
        _tell_namesakes(at, folder, name if count == 1 else "")
        boxes = folder.new(
            items,
            names=_names(folder, name, count),
            ruleset=rules.meta.id,
            now=datetime.now(UTC),
            spares=spares,
        )
        count_made = _make(at, boxes, note, count=count)
    if count > 1 and not at.as_json:
        at.say("cli_codes.made_many", count=count_made, codes=count_made * (len(items) + spares))


def _tell_namesakes(at: Desk, boxes: "Boxes", name: str) -> None:
    """Say at once that a box of that name is there already; both stay."""
    wanted = name.strip().casefold()
    same = [box.id for box in boxes.all() if wanted and box.name.casefold() == wanted]
    if same:
        facts = {"name": name.strip(), "boxes": ", ".join(same)}
        at.note("cli_codes.name_taken", **facts)


def _names(boxes: "Boxes", name: str, count: int) -> list[str]:
    """A name for each box; the numbers of a run go on after those that are there already."""
    if count == 1 or not name.strip():
        return [name] * count
    known = {box.name for box in boxes.all()}
    used = [n for n in range(1, len(known) + count) if f"{name} {n}" in known]
    first = max(used, default=0) + 1
    return [f"{name} {n}" for n in range(first, first + count)]


def _rules(at: Desk, ruleset: str) -> "RuleSet":
    """The rule set of that id, or the owner's own of that file, which is then kept."""
    from ketuk.engine import NAMES, BadData
    from ketuk.tui.cli.rule_sets import tell_faults
    from ketuk.tui.own_rules import SUFFIX, IdTaken, keep, rules_called

    try:
        if ruleset.endswith(SUFFIX):
            return keep(at.data, Path(ruleset))
        return rules_called(at.data, ruleset)
    except KeyError:
        at.refuse("cli_play.ruleset_unknown", ruleset=ruleset, known=", ".join(NAMES))
    except IdTaken as taken:
        at.refuse("cli_codes.ruleset_taken", ruleset=taken.ruleset, path=ruleset)
    except BadData as bad:
        tell_faults(at, bad)
    except OSError as error:
        at.refuse("codes.fault_forbidden", path=ruleset, detail=error.strerror)
    except UnicodeDecodeError:
        at.refuse("cli_play.input_missing", path=ruleset, detail="UTF-8")


def _make(
    at: Desk,
    boxes: "Iterator[NewBox]",
    note: "Callable[[NewBox], None]",
    *,
    count: int,
) -> int:
    """Make boxes one by one, each noted and told when it is on disk; how many."""
    from ketuk.tui.cli.progress import progress
    from ketuk.tui.cli.stopping import stopping

    done = 0
    with (
        stopping() as stopped,
        progress(at.words("cli_codes.making"), count, hidden=at.as_json) as step,
    ):
        for new in boxes:
            done += 1
            note(new)
            _tell_new(at, new, several=count > 1)
            step()
            if stopped():
                break
    if done < count:
        at.refuse("cli_codes.stopped", count=done, left=str(count - done))
    return done


@contextmanager
def _table(
    out: OutFile | None, at: Desk, cards: "CardNames"
) -> "Iterator[Callable[[NewBox], None]]":
    """What puts the lines of a new box into the table, if one is wanted."""
    from ketuk.tui.cli.run_csv import HEAD

    if out is None:
        yield lambda new: None
        return
    with out.lines() as write:
        head = [HEAD]
        yield lambda new: write((head.pop() if head else "") + _lines(at, new, cards))


def _lines(at: Desk, new: "NewBox", cards: "CardNames") -> str:
    from ketuk.codes.sticker import BoxItem
    from ketuk.tui.boxes.card_names import printing_place, sticker_title
    from ketuk.tui.cli.run_csv import lines

    def place(row: tuple[int, str]) -> tuple[bool, int, str]:
        return printing_place(cards.known[row[0]].kind, *row)

    def name(number: int) -> str:
        return sticker_title(at.words, cards, BoxItem(number, cards.known[number].kind))

    rows: list[tuple[int | None, str]] = [*sorted(new.codes, key=place)]
    rows += ((None, code) for code in new.spares)
    return lines(new.box.id, rows, name)


def _tell_new(at: Desk, new: "NewBox", *, several: bool) -> None:
    box, count = new.box, len(new.codes)
    if at.as_json:
        at.tell(
            {
                "box": box.id,
                "name": box.name,
                "ruleset": box.ruleset,
                "items": count,
                "path": str(new.path),
                "spares": len(new.spares),
            }
        )
    elif not several:
        at.say("cli_codes.made", box=box.id, name=box.name, items=count)


# ---- list and show


@command("list", help="cli_codes.box_list")
@click.pass_obj
def list_boxes(at: Desk) -> None:
    """All boxes of the data folder."""
    from ketuk.codes.boxes import Boxes
    from ketuk.codes.fault import CodesFault
    from ketuk.tui.boxes.rescued import Aside
    from ketuk.tui.telling.troubles import trouble

    broken = False
    boxes, aside = Boxes(at.boxes), Aside(at.data, at.words)
    for _, glance in boxes.glances():
        if isinstance(glance, CodesFault):
            broken = True
            at.remark(trouble(at.words, glance))
        else:
            record = _record(glance.box, glance.items, boxes.path(glance.box.id))
            _tell_listed(at, record)
            for file in aside.files(glance.box.id):
                at.remark(at.words("codes.set_aside", box=glance.box.id, kept=file))
            for line in aside.notices(glance):
                at.remark(line)
    if not boxes.ids() and not at.as_json:
        at.say("cli_codes.no_boxes")
    if broken:
        at.end()


def _tell_listed(at: Desk, record: dict[str, Any]) -> None:
    if at.as_json:
        at.tell(record)
    else:
        facts = {key: record[key] for key in ("box", "name", "ruleset", "items")}
        at.say("cli_codes.listed", **facts)


def _record(box: "Box", items: int, path: Path) -> dict[str, Any]:
    return {
        "box": box.id,
        "name": box.name,
        "ruleset": box.ruleset,
        "items": items,
        "path": str(path),
        "revision": box.revision,
    }


@command("show", help="cli_codes.box_show")
@options.a_box
@click.pass_obj
def show(at: Desk, box: str) -> None:
    """Each card of a box, its code and its sticker."""
    from ketuk.codes.moment import stamp
    from ketuk.codes.verdict import StickerState
    from ketuk.tui.cli.cards import box_open, cards_of

    with box_open(at, box) as registry:
        cards = cards_of(at, registry.box.ruleset)
        kinds = {item.number: item.kind for item in registry.items()}
        active, spares = registry.stickers(), registry.stickers(StickerState.SPARE)
        if at.as_json:
            codes = [_code_record(s, cards, kinds) for s in (*active, *spares)]
            facts = {"made": stamp(registry.box.made), "copies": registry.box.copies}
            record = _record(registry.box, len(kinds), registry.path)
            at.tell({**record, **facts, "codes": codes})
        else:
            _show(at, registry, cards, active, spares)


def _code_record(sticker: "Sticker", cards: "CardNames", kinds: dict[int, str]) -> dict[str, Any]:
    from ketuk.codes.moment import stamp

    item = sticker.item
    return {
        "item": item,
        "name": None if item is None else cards.name(item, kinds[item]),
        "kind": None if item is None else kinds[item],
        "code": sticker.code,
        "serial": sticker.serial,
        "state": sticker.state,
        "uid": sticker.uid,
        "seen": stamp(sticker.seen) if sticker.seen else None,
    }


def _show(
    at: Desk,
    registry: "Registry",
    cards: "CardNames",
    active: "tuple[Sticker, ...]",
    spares: "tuple[Sticker, ...]",
) -> None:
    from ketuk.codes.code import grouped
    from ketuk.tui.telling.verdicts import when

    box = registry.box
    at.say(
        "cli_codes.show_head",
        box=box.id,
        name=box.name,
        ruleset=box.ruleset,
        revision=box.revision,
        made=when(box.made),
    )
    for sticker in active:
        at.say(
            "cli_codes.show_line",
            item=sticker.item,
            code=grouped(sticker.code),
            name=cards.title(sticker.item or 0),
            serial=sticker.serial,
        )
    if spares:
        at.say("cli_codes.show_spares", codes=", ".join(grouped(s.code) for s in spares))


box = Group("box", help="cli_codes.box")
"""The commands on boxes, in the order of the help page."""
for each in (
    new,
    list_boxes,
    show,
    box_naming.rename_box,
    box_naming.delete_box,
    box_files.export,
    box_files.import_box,
    box_files.undo_import,
    box_care.spares,
    box_care.discard,
    box_care.copies,
    box_care.scans,
    box_care.card,
    count,
):
    box.add_command(each)
