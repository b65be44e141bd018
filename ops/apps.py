from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OpsConfig(AppConfig):
    name = "ops"
    verbose_name = _("Running the machine")

    def ready(self) -> None:
        from ops import jobs  # noqa: F401  (they register themselves)
