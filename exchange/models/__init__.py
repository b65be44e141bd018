from exchange.models.known_names import KnownName
from exchange.models.results_imports import ImportedName, ImportFile, ResultsImport

__all__ = ["ImportFile", "ImportedName", "KnownName", "ResultsImport"]
