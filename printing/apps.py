from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrintingConfig(AppConfig):
    name = "printing"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Paper")

    def ready(self) -> None:
        from printing import jobs, permissions  # noqa: F401  (they register themselves)
