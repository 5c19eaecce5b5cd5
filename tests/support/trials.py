"""How many random games a sweep plays: a seeded part in the suite, more where somebody asks."""

import os


def trials(count: int) -> int:
    """``count``, or as many times of it as the environment's ``KETUK_TRIALS`` says."""
    return round(count * float(os.environ.get("KETUK_TRIALS", "1")))
