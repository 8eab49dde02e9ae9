"""Oh No, Volcano!: climb the volcano, collect treasures, and hope that the lava balls miss.

What each rule id (``OV-12``, ``OV-A02``) says is in ``docs/rules/oh_no_volcano.md``. The parts:

``board``     spaces, steps, caves, and where a boulder may lie; ``boards``, out of rows
``prints``    what cards say
``box``       what is in the box, and the house rules
``answers``   everything that can happen next; ``events``, everything there is to tell
``state``     where a game stands, and the question it waits on
``mountain``  what is free, and where one can go; ``walking``, ``boulders``, ``balls``, the actions
``turn``      what follows by itself until somebody must be asked
``ways``      whole ways to the treasures that a pawn can take
``asking``    the decision a state waits for; ``secrets``, what a seat may know of it
``words``     a state in lines of text; ``reading``, ``lines``, ``now``, back
``faults``    what can never be; ``faults_now``, of what is asked
``spelling``  answers out of words; ``refusals``, ``refusals_board``, why one is not taken
``boxes``     the box of a configuration file; ``plans``, its board; ``checks``, what is wrong
``game``      all of it as one :class:`~firmware_host.rules.kernel.Game`
"""
