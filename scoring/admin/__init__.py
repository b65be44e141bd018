"""Scoring in the operator's view: to be read. What changes it stands on the director's desk."""

from scoring.admin import director, official

__all__ = ["director", "official"]
