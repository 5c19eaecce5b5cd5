"""What a page on a phone says by itself, as one value to send."""

from ketuk.tui.words import Words, texts
from ketuk.tui.words.languages import SPOKEN

TOPIC = "page"


def page_words(words: Words) -> dict[str, str]:
    """Its sentences by key, in the language of these words, and how figures are written there.

    Facts stay as ``{fact}``: the page fills them in.
    """
    sentences = {key: words.text(f"{TOPIC}.{key}") for key in texts("id", TOPIC)}
    return {**sentences, "thousands": SPOKEN[words.language].thousands}
