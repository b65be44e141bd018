from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from scoring import jobs, match_permissions, permissions, reports  # noqa: F401  (they register themselves)

        self._add_to_clubs()
        self._follow_sessions()
        self._add_to_scoring()

    def _add_to_clubs(self) -> None:
        from clubs import hooks
        from scoring.demo.load import load
        from scoring.demo.official import load_official
        from scoring.selectors.own_data import own_data
        from scoring.selectors.own_games import own_games
        from scoring.selectors.ranked import ranked_since
        from scoring.services.corrections import forget_words
        from scoring.services.late import forget_contacts

        hooks.demo_parts.add(load)
        # Rulings and appeals first: what is final is locked.
        hooks.closing_demo_parts.add(load_official)
        hooks.home_parts.add(hooks.HomePart("scoring/own_games.html", own_games))
        hooks.player_erased.add(forget_words, forget_contacts)
        hooks.own_data.add(own_data)
        hooks.reasons_against_home_club_change.add(ranked_since)

    def _follow_sessions(self) -> None:
        from events import hooks
        from scoring.reports.standing import score_mark
        from scoring.selectors.unplayed import unplayed_boards
        from scoring.services.discarding import discard_scores
        from scoring.services.draws import score_byes
        from scoring.services.official import refuse_to_reopen
        from scoring.services.rounds import after_repair, after_round, after_session, keep_played_boards

        hooks.score_marks.add(score_mark)
        hooks.place_parts.add(hooks.PlacePart("scoring/place_unplayed.html", unplayed_boards))
        hooks.round_called.add(after_round, score_byes)
        hooks.round_goes_on.add(keep_played_boards)
        hooks.session_over.add(after_session)
        hooks.session_reopening.add(refuse_to_reopen)
        hooks.scores_discarded.add(discard_scores)
        hooks.plays_changed.add(after_repair)

    def _add_to_scoring(self) -> None:
        from office.notice_kinds import register
        from scoring import hooks
        from scoring.results_mail import KINDS
        from scoring.services.exports import BRIDGEMATE
        from scoring.services.locks import CORRECTION

        register(*KINDS)
        hooks.authority_kinds.add(CORRECTION)
        hooks.session_exports.add(BRIDGEMATE)
