"""How the pip reader's nets are made: pictures of dice that never were, and the training."""
