"""What a set asks of people, and what they may do in it, has its words in every language."""

import pytest

from ketuk import engine
from ketuk.engine.table import snake
from ketuk.tui.words import LANGUAGES, Language, texts


def said(topic: str, code: str, language: Language) -> tuple[str, ...]:
    """The keys of a topic at tables of a set."""
    return (*texts(language, topic), *texts(language, topic, code))


def lacking(topic: str, kinds: list[type], code: str, language: Language) -> list[str]:
    """Kinds of which no sentence of the topic is named."""
    keys = said(topic, code, language)
    names = [snake(kind.__name__) for kind in kinds]
    return [n for n in names if not any(k == n or k.startswith(f"{n}_") for k in keys)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", engine.NAMES)
def test_each_task_has_its_question_and_each_command_its_name(
    name: str, language: Language
) -> None:
    rules = engine.ruleset(name)
    asked = [kind for kind, rule in rules.tasks.items() if rule.offers is not None]
    assert asked
    assert lacking("questions", asked, rules.meta.rules, language) == []
    assert lacking("commands", list(rules.acts), rules.meta.rules, language) == []


def test_a_task_without_words_is_found() -> None:
    unheard = type("UnheardOf", (), {})
    assert lacking("questions", [unheard], "klasik", "id") == ["unheard_of"]
