"""What a table asks at this moment, of whom, and who may call out a bid."""

from ketuk import engine
from ketuk.engine.offers import BidForm
from ketuk.tui.menu import Question, finished, question
from ketuk.tui.menu.sorting import each
from ketuk.tui.robots import Robots
from ketuk.tui.session import Session


def asked_at(session: Session, robots: Robots) -> Question | None:
    """What the table waits for; first of all, which of its meanings a tapped card has."""
    choice = session.choice
    if choice is None:
        return robots.beside(question(session.names)) or finished(session.names)
    name = session.card_title(choice)
    words = session.words
    return Question(
        choice.commands[0].seat,
        words("screens.head_which"),
        words("screens.ask_which", card=name),
        (*each(session.names, choice.commands),),
    )


def callers(session: Session) -> tuple[int, ...]:
    """Who may call out a bid now: a player card is enough to do so."""
    forms = engine.offers(session.table, session.rules).forms
    return tuple(f.seat for f in forms if isinstance(f, BidForm))
