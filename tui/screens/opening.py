"""Opening a game: journal, box and room together, and the table's screen on top."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from socket import gethostname
from typing import TYPE_CHECKING, TypeAlias

from ketuk import engine
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.registry import Registry
from ketuk.engine.table import Options
from ketuk.rooms.by_game import game_key
from ketuk.rooms.copied import CopiedRoom, Copy
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.lease import InUse, Lease
from ketuk.rooms.meja_keys import MejaKeys
from ketuk.rooms.reigns import Outreigned
from ketuk.rooms.room import Room
from ketuk.rooms.tails import Astray
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.boxes.box import demo_box_of, registry_of
from ketuk.tui.boxes.rescued import tell_rescue
from ketuk.tui.learning.first_times import FirstTimes
from ketuk.tui.people import remember
from ketuk.tui.scans import Said
from ketuk.tui.session import Session
from ketuk.tui.telling.troubles import trouble
from ketuk.tui.telling.verdicts import in_use

if TYPE_CHECKING:
    from ketuk.rooms.gathered import GatheredGame
    from ketuk.rooms.heard import CopyHeard
    from ketuk.tui.following import Following
    from ketuk.tui.home import Home

Make: TypeAlias = Callable[[Journal, Registry | None], Room]
Called: TypeAlias = Callable[[Journal], tuple[str, str | None]]
"""What a game is called, and the box that it is played with."""


class BoxInUse(Exception):
    """Another room uses the box."""

    def __init__(self, present: InUse) -> None:
        super().__init__(present.game)
        self.present = present


def resume(app: Home, name: str) -> bool:
    """Go on with a saved game at its very last move; whether it could be opened.

    A box that is broken does not end its game: it goes on without codes, and that is told.
    """

    def room(journal: Journal, registry: Registry | None) -> Room:
        return Room.resume(journal, name, registry=registry, luck=app.luck)

    def called(journal: Journal) -> tuple[str, str | None]:
        return name, journal.header(name).box

    def opened(session: Session) -> None:
        if _was_carried_here(session):
            app.call_later(_ask_where, app, session)

    return _open(app, called, room, else_called=lambda _: (name, None), then=opened)


def begin(
    app: Home,
    *,
    names: Sequence[str],
    options: Options,
    box: str | None,
    ruleset: str = engine.FIRST,
    bots: Sequence[int] | Mapping[int, str] = (),
    learn: bool = False,
) -> bool:
    """Begin a new game; whether it could be kept. ``bots`` are seats that the program plays;
    ``learn`` has everything explained at its first time.
    """
    from ketuk.tui.own_rules import rules_called

    wanted = f"{datetime.now():%Y-%m-%d-%H%M}"

    def room(journal: Journal, registry: Registry | None) -> Room:
        room_made = Room.start(
            journal,
            rules=rules_called(app.data, ruleset),
            names=names,
            options=options,
            name=journal.free_name(wanted),
            registry=registry,
            bots=bots,
            luck=app.luck,
        )
        if learn:
            FirstTimes(app.data, room_made.header.made).turn(on=True)
        return room_made

    begun = _open(app, lambda journal: (journal.free_name(wanted), box), room, begins=True)
    if begun:
        remember(app.data, (n for seat, n in enumerate(names, 1) if seat not in bots))
    return begun


def follow(app: Home, following: Following, heard: CopyHeard) -> bool:
    """Open the copy of a game that another laptop decides; whether it could be kept."""
    assert following.guest is not None
    copy = Copy(heard.header, following.guest.rows, heard.reigns)

    def room(journal: Journal, registry: Registry | None) -> Room:
        return CopiedRoom.begin(journal, copy, registry=registry)

    following.keep_box()

    def called(journal: Journal) -> tuple[str, str | None]:
        return heard.header.game, heard.header.box

    def begun(session: Session) -> None:
        following.put_to_all = lambda: app.call_later(app.open, "put_to_all", session)
        following.begin(session)

    opened = _open(app, called, room, else_called=lambda _: (heard.header.game, None),
                   then=begun)  # fmt: skip
    if opened and following.session is not None:
        done = app.words("rooms.join_done", name=following.name)
        app.scans.say(Said(" ".join([done, *_branch(following.session)]), "good"))
    return opened


def revive(
    app: Home,
    game: GatheredGame,
    *,
    laptop: str,
    address: str,
    then: Callable[[Session], None],
) -> bool:
    """Go on with a game that phones have brought; whether it could be kept.

    Args:
        laptop: what this one is called.
        address: where phones will look for it.
        then: called with it before its table is shown, once it is said what came of it.
    """
    from ketuk.rooms.batches import inflated
    from ketuk.rooms.heard import BoxHeard
    from ketuk.rooms.reviving import revived
    from ketuk.tui.boxes.taken import take_box

    header, fault = game.header, None
    if game.box is not None and header.box is not None:
        revision, packed = game.box
        fault = take_box(app.data, BoxHeard(header.box, revision, inflated(packed) or b""))

    def room(journal: Journal, registry: Registry | None) -> Room:
        return revived(journal, game, laptop=laptop, address=address, registry=registry)

    def called(journal: Journal) -> tuple[str, str | None]:
        return header.game, header.box

    def begun(session: Session) -> None:
        sentences = [app.words("rooms.revived"), *_branch(session)]
        if fault is not None:
            sentences.append(trouble(app.words, fault))
        app.scans.say(Said(" ".join(sentences), "good" if fault is None else "bad"))
        then(session)

    return _open(app, called, room, else_called=lambda _: (header.game, None), then=begun)


def _branch(session: Session) -> list[str]:
    """Which tail was kept as a saved game of its own when the copy was opened, if any."""
    room = session.room
    branched = room.branched if isinstance(room, CopiedRoom) else ""
    return [session.words("rooms.tail_kept", game=branched)] if branched else []


def _open(
    app: Home,
    called: Called,
    make: Make,
    *,
    else_called: Called | None = None,
    begins: bool = False,
    then: Callable[[Session], None] = lambda session: None,
) -> bool:
    """Open the game, or say why not; with ``else_called`` where its box is broken."""
    try:
        session = _session(app, called, make)
    except BoxInUse as fault:
        app.scans.say(Said(in_use(app.words, fault.present), "bad"))
    except Outreigned as fault:
        app.say("rooms.unable_other", name=fault.by.name or "?", address=fault.by.address)
    except Astray as fault:
        app.say("rooms.copy_astray", detail=str(fault))
    except (JournalFault, CodesFault, OSError) as fault:
        notice = _sentence(app, fault)
        damaged = isinstance(fault, CodesFault) and fault.fault is Fault.DAMAGED
        opened = damaged and else_called is not None and _open(app, else_called, make, then=then)
        app.scans.say(Said(f"{notice} {app.words('screens.no_box')}" if opened else notice, "bad"))
        return opened
    else:
        app.scans.clear()
        session.begins = begins
        _tell_damage(app, session)
        then(session)
        app.open("table", session)
        return True
    return False


def _was_carried_here(session: Session) -> bool:
    """Whether another laptop decides a game of which nothing but its file has ever come here."""
    room = session.room
    return not room.leads and MejaKeys(room.journal.path.parent).of(game_key(room)) is None


def _ask_where(app: Home, session: Session) -> None:
    """Whether the game goes on here from now on; a no leaves it as a copy to be looked at."""
    from ketuk.tui.screens.asking import Ask

    def here(yes: bool | None) -> None:
        if not yes:
            return
        try:
            present = session.lead_alone(app.settings.laptop or gethostname())
        except (JournalFault, CodesFault) as fault:
            session.tell_fault(fault)
            return
        except Outreigned as fault:
            session.say("rooms.unable_other", name=fault.by.name or "?", address=fault.by.address)
            return
        if present is not None:
            session.scans.say(Said(in_use(app.words, present), "bad"))
        else:
            session.say("rooms.goes_on_here", "good")

    question = Ask("rooms.carried_here", name=session.decider)
    question.by_itself = True
    app.push_screen(question, here)


def _session(app: Home, called: Called, make: Make) -> Session:
    """The game with everything that it needs; if anything fails, nothing stays open."""
    with ExitStack() as opened:
        journal = opened.enter_context(Journal.open(app.data / FILE))
        game, box = called(journal)
        registry, lease = registry_of(app.data, box), None
        if registry is not None:
            opened.enter_context(registry)
            lease = _lease(registry, game)
            opened.callback(lease.release)
        room = make(journal, registry)

        def look() -> tuple[Registry, Lease] | None:
            return _brought(app, room.header.box, room.header.game)

        session = Session(room, app.words, app.scans, lease, look_for_box=look)
        opened.pop_all()
    return session


def _brought(app: Home, box: str | None, game: str) -> tuple[Registry, Lease] | None:
    """The box of a game that is open without it, once it is here and nobody else uses it."""
    try:
        registry = registry_of(app.data, box)
    except CodesFault:
        return None
    if registry is None:
        return None
    tell_rescue(app, registry)
    try:
        return registry, _lease(registry, game)
    except (BoxInUse, CodesFault):
        registry.close()
        return None


def _lease(registry: Registry, game: str) -> Lease:
    taken = Lease.take(registry, game=game, now=datetime.now(UTC))
    if isinstance(taken, InUse):
        raise BoxInUse(taken)
    return taken


def _tell_damage(app: Home, session: Session) -> None:
    """What could not be read, in one line for the games and one for the box."""
    _tell_damaged_games(session)
    if session.room.registry is not None:
        tell_rescue(app, session.room.registry)


def _tell_damaged_games(session: Session) -> None:
    journal, damage, words = session.room.journal, session.room.damage, session.words
    rescued, mending = journal.rescued, journal.mending
    if rescued is not None:
        facts = {"games": rescued.games, "moves": rescued.moves, "kept": rescued.kept}
        session.scans.say(Said(words("saved.rescued", **facts), "bad"))
    elif mending.begun_anew:
        session.scans.say(Said(words("saved.begun_anew", game=mending.begun_anew[-1]), "note"))
    elif mending.remade:
        game, seq = mending.remade[-1]
        key = "saved.move_anew" if seq else "saved.start_anew"
        session.scans.say(Said(words(key, game=game, seq=seq), "note"))
    elif damage is not None:
        damaged = {"game": damage.game, "seq": damage.seq, "lost": damage.lost}
        session.scans.say(Said(words("saved.broken", detail=damage.detail, **damaged), "bad"))


def _sentence(app: Home, fault: JournalFault | CodesFault | OSError) -> str:
    match fault:
        case JournalFault() | CodesFault():
            return trouble(app.words, fault)
        case _:
            return app.words("screens.no_folder", path=app.data, detail=fault.strerror or "")


def box_of(app: Home, ruleset: str) -> str | None:
    """Id of the box to try these rules with; None if it cannot be made, which is told."""
    try:
        return demo_box_of(app.data, ruleset).id
    except CodesFault as fault:
        app.tell_fault(fault)
        return None
