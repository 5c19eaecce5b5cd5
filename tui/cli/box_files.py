"""``ketuk box``, continued: a box as a file, taking it in elsewhere, and taking that back."""

from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from ketuk.codes.fault import CodesFault, Fault
from ketuk.tui.cli.desk import REFUSED, Desk, desk
from ketuk.tui.cli.outfile import asked, force_option
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.codes.boxform import BoxFile
    from ketuk.codes.importing import Imported
    from ketuk.codes.merging import Choice, Parted
    from ketuk.tui.boxes.card_names import Cards

ALL = "all"
"""In place of cards: every card."""


def add(group: typer.Typer, words: Words) -> None:
    """Add the commands to the group of ``box``."""
    _add_export(group, words)
    _add_import(group, words)
    _add_undo(group, words)


def _box(words: Words) -> Any:
    return typer.Argument(metavar="BOX", help=words("cli_codes.arg_box"))


def _json(words: Words) -> Any:
    return typer.Option("--json", help=words("cli.as_json"))


def _add_export(group: typer.Typer, words: Words) -> None:
    @group.command(help=words("cli_codes.box_export"))
    def export(
        ctx: typer.Context,
        box: Annotated[str, _box(words)],
        file: Annotated[Path, typer.Argument(metavar="FILE", help=words("cli_codes.arg_out"))],
        force: Annotated[bool, force_option(words)] = False,
        as_json: Annotated[bool, _json(words)] = False,
    ) -> None:
        from ketuk.codes.boxfile import exported, on_no_tag
        from ketuk.codes.code import grouped
        from ketuk.tui.cli.cards import box_open

        at, out = asked(desk(ctx), force, file)
        with box_open(at, box) as registry:
            out.write(exported(registry))
            facts = {"box": registry.box.id, "revision": registry.box.revision, "path": str(file)}
            strange = on_no_tag(registry)
        if as_json:
            at.tell({**facts, "on_no_tag": list(strange)})
            return
        at.say("cli_codes.exported", **facts)
        if strange:
            at.say("cli_codes.on_no_tag", codes=", ".join(map(grouped, strange)))


def _add_import(group: typer.Typer, words: Words) -> None:
    @group.command("import", help=words("cli_codes.box_import"))
    def import_box(
        ctx: typer.Context,
        file: Annotated[Path, typer.Argument(metavar="FILE", help=words("cli_codes.arg_file"))],
        force: Annotated[bool, typer.Option("--force", help=words("cli_codes.opt_force"))] = False,
        mine: Annotated[
            str, typer.Option("--mine", metavar="35,S01", help=words("cli_codes.opt_mine"))
        ] = "",
        as_json: Annotated[bool, _json(words)] = False,
    ) -> None:
        from ketuk.codes.boxes import Boxes
        from ketuk.codes.boxfile import load, read
        from ketuk.codes.importing import imported
        from ketuk.rooms.gamefile import is_game
        from ketuk.tui.cli.cards import cards_of, faults_told

        if mine and not force:
            raise typer.BadParameter(words("cli_codes.mine_wants_force"), param_hint="--mine")
        at = desk(ctx)
        with faults_told(at):
            content = load(file)
            if is_game(content):
                at.refuse("cli_codes.is_game", path=file)
            box = read(content, path=file)
            cards = cards_of(at, box.box.ruleset)
            choice = _choice(at, box, cards, mine) if force else None
            try:
                came = imported(
                    Boxes(at.boxes),
                    content,
                    path=file,
                    now=datetime.now(UTC),
                    choice=choice,
                    repair=force,
                )
            except CodesFault as error:
                if error.fault is not Fault.FORK:
                    raise
                _tell_fork(at, cards, error, as_json=as_json)
        _tell_import(at, cards, came, as_json=as_json)


def _choice(at: Desk, file: "BoxFile", cards: "Cards", mine: str) -> "Choice":
    """The stickers of the file count where each side has its own, but for the cards in ``mine``."""
    from ketuk.codes.merging import Choice, Side
    from ketuk.tui.boxes.card_names import Unclear, range_meant

    if mine.strip().casefold() == ALL:
        return Choice(Side.HERE)
    among = {item.number for item in file.items}
    parts = cards.parts(mine, among)
    try:
        chosen = [range_meant(part, among) or [cards.one(part, among)] for part in parts]
    except Unclear as unclear:
        at.refuse(unclear.key, box=file.box.id, **unclear.facts)
    return Choice(Side.FILE, frozenset(chain(*chosen)))


def _tell_fork(at: Desk, cards: "Cards", error: CodesFault, *, as_json: bool) -> NoReturn:
    """What each copy alone knows, card by card, and what may be done; nothing has changed."""
    from ketuk.tui.boxes.copies import parted_told
    from ketuk.tui.telling.verdicts import trouble

    parted = error.facts["parted"]
    assert isinstance(parted, tuple)
    if as_json:
        at.tell({"box": error.facts["box"], "changed": False, "parted": _records(cards, parted)})
    typer.echo(trouble(at.words, error), err=True)
    if not as_json:
        for line in parted_told(at.words, cards, parted):
            typer.echo(line, err=True)
    typer.echo(at.words("cli_codes.fork_how", box=error.facts["box"]), err=True)
    raise typer.Exit(REFUSED)


def _tell_import(at: Desk, cards: "Cards", came: "Imported", *, as_json: bool) -> None:
    from ketuk.codes.boxes import Boxes
    from ketuk.tui.boxes.copies import came_told, parted_told

    box, merged = came.box, came.merged
    if as_json:
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
            typer.echo(line)
    key = "import_same" if not came.changed else "import_merged" if merged else "imported"
    at.say(f"cli_codes.{key}", box=box.id, revision=box.revision)
    for line in came_told(at.words, cards, came):
        typer.echo(line)
    if came.kept is not None:
        at.say("cli_codes.import_kept", box=box.id, path=came.kept)


def _records(cards: "Cards", parted: "tuple[Parted, ...]") -> list[dict[str, Any]]:
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


def _add_undo(group: typer.Typer, words: Words) -> None:
    @group.command("undo-import", help=words("cli_codes.box_undo_import"))
    def undo_import(
        ctx: typer.Context,
        box: Annotated[str, _box(words)],
        as_json: Annotated[bool, _json(words)] = False,
    ) -> None:
        from ketuk.codes.boxes import Boxes
        from ketuk.codes.code import grouped
        from ketuk.codes.importing import taken_back
        from ketuk.tui.cli.cards import box_open, faults_told

        at = desk(ctx)
        with box_open(at, box) as registry:
            found = registry.box_id
        with faults_told(at):
            back = taken_back(Boxes(at.boxes), found)
        codes = [row.code for row in back.gone]
        if as_json:
            at.tell({"box": found, "revision": back.box.revision, "gone": codes})
            return
        at.say("cli_codes.import_undone", box=found, revision=back.box.revision)
        if codes:
            at.say("cli_codes.import_gone", codes=", ".join(map(grouped, codes)))
