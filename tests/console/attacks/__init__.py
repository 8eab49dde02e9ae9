"""Everything somebody may try at the page's door who has no business there; see docs/door.md."""
