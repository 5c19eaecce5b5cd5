"""Short sounds: made here, played by a program of its own; the terminal's bell without it."""
