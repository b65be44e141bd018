from django.apps import AppConfig


class RulingsConfig(AppConfig):
    name = "rulings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.demo.parts import add_part
        from events.signals import round_called
        from rulings import checks, jobs, permissions, report_permissions  # noqa: F401  (they register themselves)
        from rulings.demo.load import load
        from rulings.panel import PANEL
        from rulings.selectors import ruled_plays  # noqa: F401
        from rulings.services import (  # noqa: F401  (so do these)
            erasure,
            keeping,
            pending,
            score_authority,
        )
        from rulings.services.restrictions import on_result, on_round
        from scoring.panels import add_panel
        from scoring.signals import result_accepted

        round_called.connect(on_round, dispatch_uid="rulings.on_round")
        result_accepted.connect(on_result, dispatch_uid="rulings.on_result")
        add_panel(PANEL)
        add_part(load)
