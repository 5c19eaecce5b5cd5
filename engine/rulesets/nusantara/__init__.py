"""Nusantara: 36 tiles, sealed bids, floods, and 106 rulings."""
