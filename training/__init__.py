"""How the shipped models were made. Needs requirements/training.txt; nothing here is installed."""
