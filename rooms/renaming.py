"""A saved game under another name, and a saved game that goes, within a transaction of the file."""

import json

from sqlalchemy import Connection, delete, insert, select, update

from ketuk.rooms.schema import entry, game, reign, set_aside, shelved, standing

PARTS = (entry.c.game, standing.c.game, shelved.c.game, set_aside.c.game, reign.c.game)
"""Where the name of a game stands beside its own row."""


def rename(connection: Connection, name: str, new: str) -> None:
    """Call it ``new`` everywhere; nothing else of it is touched."""
    header = connection.execute(select(game.c.header).where(game.c.name == name)).scalar_one()
    text = json.dumps({**json.loads(header), "game": new}, ensure_ascii=False)
    connection.execute(insert(game).values(name=new, header=text))
    for column in PARTS:
        renamed = update(column.table).where(column == name).values({column.name: new})
        connection.execute(renamed)
    connection.execute(delete(game).where(game.c.name == name))


def remove(connection: Connection, name: str) -> None:
    """Take it out of the file with all that belongs to it."""
    for column in (*PARTS, game.c.name):
        connection.execute(delete(column.table).where(column == name))
