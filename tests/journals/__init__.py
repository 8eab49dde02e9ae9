"""Journals as each version of the program has written them, a folder a version, for ever.

``python -m tests.journals`` records those of the version in ``pyproject.toml`` and never writes
over one: it is run once, when a version is released, before its tag.
"""
