"""The embedding of symbols: its synthetic pictures, its training, its file."""
