"""``ketuk box``, continued: a box as a file, taking it in elsewhere, and taking that back."""

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ketuk.codes.fault import CodesFault, Fault
from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.outfile import asked
from ketuk.tui.cli.shell import a_file, argument, command, flag, option

if TYPE_CHECKING:
    from ketuk.codes.boxform import BoxFile
    from ketuk.codes.importing import Imported
    from ketuk.codes.merging import Parted, Preference
    from ketuk.tui.boxes.card_names import CardNames

ALL = "all"
"""In place of cards: every card."""


@command("export", help="cli_codes.box_export")
@options.a_box
@argument("file", "FILE", type=a_file, help="cli_codes.arg_out")
@options.force
@click.pass_obj
def export(at: Desk, box: str, file: Path, force: bool) -> None:
    """A box as one file."""
    from ketuk.codes.boxfile import exported, on_no_tag
    from ketuk.codes.code import grouped
    from ketuk.tui.cli.cards import box_open

    at, out = asked(at, force, file)
    with box_open(at, box) as registry:
        out.write(exported(registry))
        facts = {"box": registry.box.id, "revision": registry.box.revision, "path": str(file)}
        strange = on_no_tag(registry)
    if at.as_json:
        at.tell({**facts, "on_no_tag": list(strange)})
        return
    at.say("cli_codes.exported", **facts)
    if strange:
        at.say("cli_codes.on_no_tag", codes=", ".join(map(grouped, strange)))


@command("import", help="cli_codes.box_import")
@argument("file", "FILE", type=a_file, help="cli_codes.arg_file")
@flag("--force", help="cli_codes.opt_force")
@option("--mine", metavar="35,S01", help="cli_codes.opt_mine", default="")
@click.pass_obj
def import_box(at: Desk, file: Path, force: bool, mine: str) -> None:
    """Take a box from a file."""
    from ketuk.codes.boxfile import load
    from ketuk.rooms.gamefile import is_game
    from ketuk.tui.cli.cards import faults_told
    from ketuk.tui.saved.taking import BoxComing

    if mine and not force:
        raise click.BadParameter(at.words("cli_codes.mine_wants_force"), param_hint="--mine")
    with faults_told(at):
        content = load(file)
        if is_game(content):
            at.refuse("cli_codes.is_game", path=file)
        coming = BoxComing.of(at.data, file, content, at.words)
        cards = coming.cards
        choice = _choice(at, coming.file, cards, mine) if force else None
        try:
            came = coming.take(choice=choice, repair=force)
        except CodesFault as error:
            if error.fault is not Fault.FORK:
                raise
            _tell_fork(at, cards, error)
    _tell_import(at, cards, came)


def _choice(at: Desk, file: "BoxFile", cards: "CardNames", mine: str) -> "Preference":
    """The stickers of the file count where each side has its own, but for the cards in ``mine``."""
    from ketuk.codes.merging import Preference, Side
    from ketuk.tui.boxes.card_names import UnclearCard, range_meant

    if mine.strip().casefold() == ALL:
        return Preference(Side.HERE)
    among = {item.number for item in file.items}
    parts = cards.parts(mine, among)
    try:
        chosen = [range_meant(part, among) or [cards.one(part, among)] for part in parts]
    except UnclearCard as unclear:
        at.refuse(unclear.key, box=file.box.id, **unclear.facts)
    return Preference(Side.FILE, frozenset(chain(*chosen)))


def _tell_fork(at: Desk, cards: "CardNames", error: CodesFault) -> NoReturn:
    """What each copy alone knows, card by card, and what may be done; nothing has changed."""
    from ketuk.tui.boxes.copies import parted_told
    from ketuk.tui.telling.troubles import trouble

    parted = error.facts["parted"]
    assert isinstance(parted, tuple)
    if at.as_json:
        at.tell({"box": error.facts["box"], "changed": False, "parted": _records(cards, parted)})
    at.remark(trouble(at.words, error))
    if not at.as_json:
        for line in parted_told(at.words, cards, parted):
            at.remark(line)
    at.refuse("cli_codes.fork_how", box=error.facts["box"])


def _tell_import(at: Desk, cards: "CardNames", came: "Imported") -> None:
    from ketuk.codes.boxes import Boxes
    from ketuk.tui.boxes.copies import came_told, parted_told

    box, merged = came.box, came.merged
    if at.as_json:
        facts = {"name": box.name, "ruleset": box.ruleset, "revision": box.revision}
        cost = {
            "dropped": [row.code for row in merged.dropped] if merged else [],
            "bare": list(merged.bare) if merged else [],
        }
        more = {"path": str(Boxes(at.boxes).path(box.id)), "news": _records(cards, came.news)}
        kept = str(came.kept) if came.kept else None
        at.tell({"box": box.id, **facts, "changed": came.changed, "kept": kept, **cost, **more})
        return
    if merged is not None:
        for line in parted_told(at.words, cards, came.news):
            at.line(line)
    key = "import_same" if not came.changed else "import_merged" if merged else "imported"
    at.say(f"cli_codes.{key}", box=box.id, revision=box.revision)
    for line in came_told(at.words, cards, came):
        at.line(line)
    if came.kept is not None:
        at.say("cli_codes.import_kept", box=box.id, path=came.kept)


def _records(cards: "CardNames", parted: "tuple[Parted, ...]") -> list[dict[str, Any]]:
    """What each copy alone knows, for programs."""
    import msgspec

    return [
        {
            "item": card.item,
            "name": None if card.item is None else cards.name(card.item),
            "code": card.code or None,
            "here": [msgspec.to_builtins(row) for row in card.here],
            "file": [msgspec.to_builtins(row) for row in card.file],
            "choice": card.choice,
        }
        for card in parted
    ]


@command("undo-import", help="cli_codes.box_undo_import")
@options.a_box
@click.pass_obj
def undo_import(at: Desk, box: str) -> None:
    """Take the last import back."""
    from ketuk.codes.boxes import Boxes
    from ketuk.codes.code import grouped
    from ketuk.codes.importing import taken_back
    from ketuk.tui.cli.cards import box_open, faults_told

    with box_open(at, box) as registry:
        box_id = registry.box_id
    with faults_told(at):
        back = taken_back(Boxes(at.boxes), box_id)
    codes = [row.code for row in back.gone]
    if at.as_json:
        at.tell({"box": box_id, "revision": back.box.revision, "gone": codes})
        return
    at.say("cli_codes.import_undone", box=box_id, revision=back.box.revision)
    if codes:
        at.say("cli_codes.import_gone", codes=", ".join(map(grouped, codes)))
