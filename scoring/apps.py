from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.demo.parts import add_part
        from events.signals import round_called
        from scoring import jobs  # noqa: F401  (it registers itself)
        from scoring.demo.load import load
        from scoring.services.rounds import after_round

        add_part(load)
        round_called.connect(after_round, dispatch_uid="scoring.after_round")
