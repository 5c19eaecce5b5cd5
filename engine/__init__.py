"""The game, pure: tables, commands, events and the rules that join them."""
