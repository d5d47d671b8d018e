"""The parts of the module KerfContact that need nothing of Slicer's."""
