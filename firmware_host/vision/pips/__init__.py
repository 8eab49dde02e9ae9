"""Ordinary pip dice in any picture: no tray need be known, and no die taught.

A small net finds the top faces (:mod:`.finder`), a second one looks at each of them again and
marks its pips (:mod:`.faces`); a die is believed where both and the count of its pips agree
(:mod:`.reader`). docs/decisions/0009-pip-dice.md tells how they were made and how well they do.
"""
