"""Measurements against known peers; `script/bench` prints every row in one table."""
