"""People made of code, and whole evenings with them."""
