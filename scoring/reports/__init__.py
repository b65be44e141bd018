"""What is printed of results: registered by being imported."""

from scoring.reports import director, matches, results, travellers, years

__all__ = ["director", "matches", "results", "travellers", "years"]
