"""A club's members out of a file: reading it, understanding its columns, judging each of its rows."""
