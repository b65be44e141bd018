from exchange.models.known_names import KnownName
from exchange.models.results_imports import ImportedName, ImportFile, ResultsImport
from exchange.models.session_identities import SessionIdentity

__all__ = ["ImportFile", "ImportedName", "KnownName", "ResultsImport", "SessionIdentity"]
