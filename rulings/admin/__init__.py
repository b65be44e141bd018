"""Rulings in the operator's view: to be read. What changes them stands on the director's pages."""

from rulings.admin import polls_and_reports

__all__ = ["polls_and_reports"]
