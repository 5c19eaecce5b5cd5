"""``ketuk reissue`` and ``ketuk history``: a card's stickers one after the other."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ketuk.codes.sticker import Why
from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.outfile import OutFile, all_asked
from ketuk.tui.cli.shell import command, option
from ketuk.tui.cli.values import OneOf

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.codes.sheet import Sheets
    from ketuk.codes.sticker import Change, Reissued, Sticker
    from ketuk.tui.boxes.card_names import CardNames


JUST_NOW = timedelta(minutes=1)
"""A sticker that replaced another one so short a time ago was made at once with this command."""


@command("reissue", help="cli_codes.reissue")
@options.a_box
@options.a_card
@option("--reason", type=OneOf(Why), help="cli_codes.opt_reason", default=Why.LOST)
@option("--spare", metavar="SPARE", help="cli_codes.opt_spare")
@options.pdf_out()
@options.label_paper
@options.force
@click.pass_obj
def reissue(
    at: Desk,
    box: str,
    item: str,
    reason: Why,
    spare: str | None,
    out: Path | None,
    label: str | None,
    start: int,
    force: bool,
) -> None:
    """The old code is revoked, and a new sticker counts."""
    from ketuk.tui.boxes.printing import Layout
    from ketuk.tui.cli.cards import box_open, cards_of

    at, (pdf,) = all_asked(at, force, out)
    with box_open(at, box) as registry:
        cards = cards_of(at, registry.box.ruleset)
        sheets = Layout(label or "", start).sheets() if pdf else None
        old = _to_replace(at, registry, cards, item)
        given = _spare(at, registry, spare)
        done = registry.reissue(old, reason=reason, now=datetime.now(UTC), spare=given)
        _tell_reissue(at, registry.box.id, cards, done)
        if pdf and sheets:
            _print(at, cards, registry, done.new, sheets, pdf)


@command("history", help="cli_codes.history")
@options.a_box
@options.a_card
@click.pass_obj
def history(at: Desk, box: str, item: str) -> None:
    """The stickers of a card one after the other."""
    from ketuk.tui.cli.cards import box_open, cards_of, item_meant

    with box_open(at, box) as registry:
        cards = cards_of(at, registry.box.ruleset)
        number = item_meant(at, registry, cards, item)
        changes = registry.history(number)
        if not at.as_json:
            at.say(
                "cli_codes.history_head",
                name=cards.name(number),
                item=number,
                box=registry.box.id,
            )
        for change in changes:
            _tell_change(at, registry.box.id, number, change)


def _to_replace(at: Desk, registry: "Registry", cards: "CardNames", text: str) -> str:
    """The code to take out of use: the one that was named, or the active one of the card named.

    A code that is out of use already is handed on too, so that the registry refuses it: who holds
    an old sticker does not mean the new one. Nor does who names a card that somebody has given a
    new sticker at the same time: that one is replaced only by its code.
    """
    from ketuk.codes.code import grouped
    from ketuk.tui.cli.cards import code_of_box, item_meant

    code = code_of_box(at, registry, text)
    if code is not None:
        return code
    now = registry.active(item_meant(at, registry, cards, text))
    age = datetime.now(UTC) - now.since
    if now.serial != 1 and timedelta(0) <= age < JUST_NOW:
        facts = {"name": cards.name(now.item or 0), "serial": now.serial, "box": registry.box_id}
        at.refuse("cli_codes.just_reissued", seconds=age.seconds, code=grouped(now.code), **facts)
    return now.code


def _spare(at: Desk, registry: "Registry", text: str | None) -> str | None:
    from ketuk.tui.cli.cards import spare_code

    if text is None:
        return None
    code = spare_code(at, registry, text)
    return code or at.refuse("codes.fault_no_code", box=registry.box.id)


def _tell_reissue(at: Desk, box: str, cards: "CardNames", done: "Reissued") -> None:
    from ketuk.codes.code import grouped
    from ketuk.codes.moment import stamp

    old, new = done.old, done.new
    name = cards.name(new.item or 0)
    if at.as_json:
        at.tell(
            {
                "box": box,
                "item": new.item,
                "name": name,
                "code": new.code,
                "serial": new.serial,
                "replaces": old.serial,
                "state": old.state,
                "reason": old.reason,
                "since": stamp(old.since),
            }
        )
    else:
        at.say(
            "cli_codes.reissued",
            name=name,
            serial=new.serial,
            code=grouped(new.code),
            old=old.serial,
            reason=at.words(f"codes.why_{old.reason}"),
        )


def _print(
    at: Desk,
    cards: "CardNames",
    registry: "Registry",
    new: "Sticker",
    sheets: "Sheets",
    out: OutFile,
) -> None:
    """The one new sticker, with a word on the old one. It counts already, printed or not."""
    from ketuk.codes.fault import CodesFault
    from ketuk.tui.boxes.printing import job_of
    from ketuk.tui.telling.troubles import trouble

    job = job_of(at.words, registry, cards, (new,))
    job.put_on(sheets)
    try:
        out.write(sheets.content())
        job.noted(registry)
    except CodesFault as error:
        at.remark(trouble(at.words, error))
        at.refuse("cli_codes.print_later", box=registry.box.id, item=new.item)


def _tell_change(at: Desk, box: str, item: int, change: "Change") -> None:
    from ketuk.codes.moment import stamp
    from ketuk.tui.telling.verdicts import befell, when

    if at.as_json:
        at.tell(
            {
                "box": box,
                "item": item,
                "at": stamp(change.at),
                "serial": change.serial,
                "code": change.code,
                "state": change.state,
                "reason": change.reason,
                "what": change.what,
                "uid": change.uid,
            }
        )
        return
    facts = {"at": when(change.at), "serial": change.serial, "what": befell(at.words, change)}
    at.say(
        "cli_codes.history_spare" if change.serial is None else "cli_codes.history_line", **facts
    )
