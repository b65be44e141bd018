from appeals.admin import appeals  # noqa: F401  (it registers itself)
