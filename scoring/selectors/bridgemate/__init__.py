"""A session as Bridgemates have it."""
