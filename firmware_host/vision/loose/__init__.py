"""Symbol dice lying anywhere: no tray, no size, no shape need be known.

What is compact and of another colour than the ground is a thing (:mod:`.finder`); the ink in its
middle is its symbol (:mod:`.mark`), at whatever size, so that one taught face serves dice of four,
eight or twelve sides; a thing is believed only where one taught symbol is very like it and no other
nearly as much (:mod:`.reader`). For single dice apart from each other, seen from above.
"""
