"""What is printed of appeals and of the casebook: registered by being imported."""

from appeals.reports import cases, casebook, sources

__all__ = ["casebook", "cases", "sources"]
