"""The screens; each owns its handlers and its styles."""
