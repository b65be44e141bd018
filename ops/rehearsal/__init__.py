"""A whole session played against a running server by invented people, over the addresses that real ones use.

`truth` knows what really happened, `noise` what went wrong on the way to the record, `table` and `director` act it out
over HTTP (`wire`), `site` runs the server and kills parts of it, and `verdict` compares the record with the engine.
"""
