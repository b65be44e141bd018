from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _


class OpsConfig(AppConfig):
    name = "ops"
    verbose_name = _("Running the machine")

    def ready(self) -> None:
        from clubs import hooks
        from ops import jobs  # noqa: F401  (they register themselves)
        from ops.backup.erasures import note_erasure
        from ops.embedded import use_whole_statements

        hooks.player_erased.add(note_erasure)
        connection_created.connect(use_whole_statements, dispatch_uid="ops.use_whole_statements")
