"""What is printed of rulings and of the recorder's file: registered by being imported."""

from rulings.reports import records, rulings, sources

__all__ = ["records", "rulings", "sources"]
