from django.apps import AppConfig


class RulingsConfig(AppConfig):
    name = "rulings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs import hooks as of_clubs
        from clubs.selectors.home import CARDS
        from events import hooks as of_events
        from rulings import checks, jobs, permissions, report_permissions, reports  # noqa: F401  (they register themselves)
        from rulings.demo.load import load
        from rulings.panel import PANEL
        from rulings.selectors.merging import history_parts, reasons_against_merging
        from rulings.selectors.on_home import work_cards
        from rulings.selectors.own_data import own_data
        from rulings.selectors.ruled_plays import rulings_behind_results
        from rulings.services import erasure, restrictions
        from rulings.services.keeping import has_rulings_or_reports
        from rulings.services.pending import waiting_for_a_ruling
        from rulings.services.score_authority import RULING
        from scoring import hooks as of_scoring

        of_clubs.demo_parts.add(load)
        of_clubs.home_parts.add(of_clubs.HomePart(CARDS, work_cards))
        of_clubs.player_erased.add(erasure.forget)
        of_clubs.own_data.add(own_data)
        of_clubs.history_parts.add(history_parts)
        of_clubs.reasons_against_merging.add(reasons_against_merging)
        of_events.reasons_to_keep_event.add(has_rulings_or_reports)
        of_events.round_called.add(restrictions.on_round)
        of_scoring.authority_kinds.add(RULING)
        of_scoring.panels.add(PANEL)
        of_scoring.pending_sources.add(waiting_for_a_ruling)
        of_scoring.result_accepted.add(restrictions.on_result)
        of_scoring.ruled_play_sources.add(rulings_behind_results)
