"""Inputs made wrong on purpose, by a seed: each is refused in words, and changes nothing."""
