"""Lost Island: explore, build, and get away before the volcano has the island.

What each rule id (``LI-13``, ``LI-A04``) says is in ``docs/rules/lost_island.md``. The parts, each
using only those before it:

``box``       what is in the box, and the house rules
``answers``   everything that can happen next; ``events``, everything there is to tell
``island``    the hexes on the table, and where the next one fits
``state``     where a game stands, and the question it waits on; ``tokens``, moving things about
``ground``    who may go where, and how far apart hexes are
``laying``    hexes and the monsters they bring; ``lava``, the eruption
``hunting``   spears and bolts; ``attack``, mauling and fights of monsters
``actions``   what a player may do; ``doing``, what comes of it
``turn``      what follows by itself until somebody must be asked
``asking``    the decision a state waits for
``words``     a state in lines of text; ``reading`` (``line``, ``reading_now``), back;
              ``faults``, ``faults_now``, what can never be
``spelling``  answers out of words; ``refusals``, ``refused_actions``, why one is not taken
``boxes``     the box of a configuration file; ``checks``, what is wrong with it
``game``      all of it as one :class:`~firmware_host.rules.kernel.Game`
"""
