"""What is printed of appeals and of the casebook: registered by being imported."""

from appeals.reports import casebook, cases, sources

__all__ = ["casebook", "cases", "sources"]
