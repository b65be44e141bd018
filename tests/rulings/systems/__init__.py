"""The Systems Policy: the colour of a system, Brown Sticker methods, the command."""
