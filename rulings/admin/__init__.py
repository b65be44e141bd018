"""Rulings in the operator's view: to be read. What changes them stands on the director's pages."""

from rulings.admin import rulings

__all__ = ["rulings"]
