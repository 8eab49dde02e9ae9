"""The Table Is Lava: throw cards, stand meeples on them, and knock the others' off.

What each rule id (``TL-13``, ``TL-A04``) says is in ``docs/rules/table_is_lava.md``. What flies,
slides or falls is told, never worked out: the rules ask, count and check. The parts, each using
only those before it:

``box``       what is in the box, and the house rules
``answers``   everything that can happen next; ``events``, everything there is to tell
``state``     where a game stands, and the question it waits on
``turn``      what follows by itself until somebody must be asked
``asking``    the decision a state waits for
``words``     a state in lines of text; ``reading``, back; ``faults``, what can never be
``spelling``  answers out of words; ``refusals``, why one is not taken
``boxes``     the box of a configuration file; ``checks``, what is wrong with it
``game``      all of it as one :class:`~firmware_host.rules.kernel.Game`
"""
