"""Daemons that are killed at any moment, started again, and held to what they had acknowledged."""
