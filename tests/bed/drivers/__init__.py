"""Driver tests on real kernel devices; they run in the bed's guest alone."""
