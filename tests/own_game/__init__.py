"""The game of docs/own_game, as if somebody had made it at home."""
