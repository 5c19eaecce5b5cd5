"""The twelve characters on a card: minting, checking, keeping and printing them."""
