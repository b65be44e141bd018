from exchange.admin import imports  # noqa: F401  (it registers itself)
