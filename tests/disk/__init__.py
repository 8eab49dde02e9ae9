"""A disk of which every write is known: SQLite's own, recorded, refused, and cut at any point."""
