"""Bridgemates and a session: files, the page, the API and the companion program."""
