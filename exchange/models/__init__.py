from exchange.models.known_names import KnownName
from exchange.models.results_imports import ImportedName, ImportFile, ResultsImport
from exchange.models.session_identities import SessionIdentity
from exchange.models.webhooks import Delivery, Webhook

__all__ = ["Delivery", "ImportFile", "ImportedName", "KnownName", "ResultsImport", "SessionIdentity", "Webhook"]
