"""Bridgemate files: read, written, damaged, and read back by programs of others."""
