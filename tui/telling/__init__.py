"""Facts of the game and of codes, as sentences that people read."""
