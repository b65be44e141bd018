from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "clubs"
    verbose_name = _("Clubs and people")

    def ready(self) -> None:
        from clubs import checks, jobs, permissions, reports  # noqa: F401  (they register themselves)
        from core.audit import triggers

        # SQLite drops a table's triggers whenever a migration rebuilds it, so they are put back after every migrate.
        post_migrate.connect(triggers.install_after_migrate, sender=self)
