"""What watches the machine and its devices, and tells people how they stand."""
