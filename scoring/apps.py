from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.demo.parts import add_part
        from clubs.selectors.home import HomePart, add_home_part
        from events import signals
        from scoring import jobs, match_permissions, permissions  # noqa: F401  (they register themselves)
        from scoring.demo.load import load
        from scoring.demo.official import load_official
        from scoring.selectors.own_games import own_games
        from scoring.services import corrections, late  # noqa: F401
        from scoring.services.discarding import discard_scores
        from scoring.services.draws import score_byes
        from scoring.services.official import refuse_to_reopen
        from scoring.services.rounds import after_repair, after_round, after_session, round_goes_on

        add_part(load)
        add_home_part(HomePart("scoring/own_games.html", own_games))
        # Rulings and appeals first: what is final is locked.
        add_part(load_official, last=True)
        signals.round_called.connect(after_round, dispatch_uid="scoring.after_round")
        signals.round_called.connect(score_byes, dispatch_uid="scoring.score_byes")
        signals.plays_changed.connect(after_repair, dispatch_uid="scoring.after_repair")
        signals.session_over.connect(after_session, dispatch_uid="scoring.after_session")
        signals.round_goes_on.connect(round_goes_on, dispatch_uid="scoring.round_goes_on")
        signals.scores_discarded.connect(discard_scores, dispatch_uid="scoring.discard_scores")
        signals.session_reopens.connect(refuse_to_reopen, dispatch_uid="scoring.refuse_to_reopen")
