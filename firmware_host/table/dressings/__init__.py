"""How each game looks and is read at the table, what lies there, and what may be chosen of it."""
