"""What a table's files say: read, checked, and turned into values."""
