"""A session as one file of our own: what it holds, how it is written, how it is read back."""
