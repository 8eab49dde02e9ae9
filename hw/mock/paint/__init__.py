"""How the virtual crater is drawn: optics, light, symbols, scenery, dice and arms."""
