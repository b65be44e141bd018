from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_save
from django.utils.translation import gettext_lazy as _


class AppealsConfig(AppConfig):
    name = "appeals"
    verbose_name = _("Appeals")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from appeals import (  # noqa: F401  (they register themselves)
            appeal_status,
            jobs,
            pending,
            permissions,
            triggers,
        )
        from appeals.demo.load import load
        from appeals.panel import HOME, PANEL, Appeals, own_appeals_link, waiting_concerns
        from appeals.services import (
            authority,  # noqa: F401
            erasure,  # noqa: F401
            score_authority,  # noqa: F401
        )
        from appeals.services.rulings import refuse_amending
        from clubs.demo.parts import add_part
        from clubs.selectors.home import add_home_part
        from clubs.selectors.navigation import add_main_link
        from events.selectors.desk_home import add_concern_source
        from rulings.models import Ruling
        from rulings.reviews import add_review_source
        from scoring.panels import add_panel

        # SQLite drops a table's triggers whenever a migration rebuilds it, so they are put back after every migrate.
        post_migrate.connect(triggers.install_after_migrate, sender=self)
        pre_save.connect(refuse_amending, sender=Ruling, dispatch_uid="appeals.refuse_amending")
        add_panel(PANEL)
        add_home_part(HOME)
        add_concern_source(waiting_concerns)
        add_main_link(own_appeals_link)
        add_review_source(Appeals())
        add_part(load)
