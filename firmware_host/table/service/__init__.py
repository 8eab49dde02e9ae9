"""Service mode: the table's devices are tried one by one, by whoever looks after it.

Sans-IO like the rest of the table: :mod:`.desk` is where signals come in, :mod:`.session` leads
through the steps, and each step is a generator that asks and, at its end, gives a finding.
"""
