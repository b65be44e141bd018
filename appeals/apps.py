from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AppealsConfig(AppConfig):
    name = "appeals"
    verbose_name = _("Appeals")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from appeals import jobs, permissions, reports, triggers  # noqa: F401  (they register themselves)

        # SQLite drops a table's triggers whenever a migration rebuilds it, so they are put back after every migrate.
        post_migrate.connect(triggers.install_after_migrate, sender=self)
        self._add_to_pages()
        self._guard_scores_and_rulings()

    def _add_to_pages(self) -> None:
        from appeals.appeal_status import on_appeal
        from appeals.demo.load import load
        from appeals.notice_kinds import KINDS
        from appeals.panel import HOME, MONEY, PANEL, Appeals, own_appeals_link, waiting_concerns
        from appeals.selectors.notices import ABOUT
        from clubs import hooks as of_clubs
        from events import hooks as of_events
        from office import hooks as of_office
        from office.notice_kinds import register
        from rulings import hooks as of_rulings
        from scoring import hooks as of_scoring

        of_clubs.demo_parts.add(load)
        of_clubs.home_parts.add(HOME)
        of_clubs.main_links.add(own_appeals_link)
        register(*KINDS)
        of_office.shown_elsewhere.add(ABOUT)
        of_events.club_concerns.add(waiting_concerns)
        of_events.money_parts.add(MONEY)
        of_scoring.panels.add(PANEL)
        of_rulings.review_sources.add(Appeals())
        of_rulings.appeal_status_sources.add(on_appeal)

    def _guard_scores_and_rulings(self) -> None:
        from appeals.pending import open_appeals
        from appeals.selectors.merging import history_parts, reasons_against_merging
        from appeals.selectors.own_data import own_data
        from appeals.services import erasure
        from appeals.services.rulings import hold_tricks_back, refuse_change_under_appeal, tell_of_amendment
        from appeals.services.score_authority import DECISION
        from clubs import hooks as of_clubs
        from rulings import hooks as of_rulings
        from scoring import hooks as of_scoring

        of_clubs.player_erased.add(erasure.forget)
        of_clubs.own_data.add(own_data)
        of_clubs.history_parts.add(history_parts)
        of_clubs.reasons_against_merging.add(reasons_against_merging)
        of_scoring.authority_kinds.add(DECISION)
        of_scoring.pending_sources.add(open_appeals)
        of_rulings.ruling_changing.add(refuse_change_under_appeal)
        of_rulings.ruling_amended.add(tell_of_amendment)
        of_rulings.tricks_held_back.add(hold_tricks_back)
