"""Bridgemate's session files (`.bws`): Access databases (Jet 3 or 4), read and written here without Access."""
