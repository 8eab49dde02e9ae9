"""A teaching session: what is asked of a person, and the profile that comes of it."""
