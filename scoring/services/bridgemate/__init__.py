"""Bridgemates and a session: what their file or their software says is taken in, and a file is made for them.

A result comes in as a claim that both sides have accepted on the device, so that it counts, waits for the director or
is refused as one from any other device (`scoring.services.entries`). What was taken before is known by its key: reading
the same file again does nothing, and what a director has changed since stays as it is.
"""
