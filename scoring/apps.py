from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from events.signals import round_called
        from scoring import jobs, match_permissions  # noqa: F401  (they register themselves)
        from scoring.services.draws import score_byes
        from scoring.services.rounds import after_round

        round_called.connect(after_round, dispatch_uid="scoring.after_round")
        round_called.connect(score_byes, dispatch_uid="scoring.score_byes")
