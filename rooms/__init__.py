"""The game among people, kept, in order."""
