from django.apps import AppConfig


class ExtraConfig(AppConfig):
    name = "tests.extra"

    def ready(self) -> None:
        from tests.extra import jobs  # noqa: F401  (registers the kinds)
