from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ExchangeConfig(AppConfig):
    name = "exchange"
    verbose_name = _("Imports and exports")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from appeals import hooks as of_appeals
        from clubs import hooks as of_clubs
        from exchange import jobs, permissions  # noqa: F401  (they register themselves)
        from exchange.links import session_export_links
        from exchange.services import erasure, webhooks
        from exchange.services.session_json import SESSION_JSON
        from scoring import hooks as of_scoring

        of_clubs.player_erased.add(erasure.forget)
        of_scoring.session_exports.add(SESSION_JSON)
        of_scoring.export_links.add(session_export_links)
        of_scoring.official_score_news.add(webhooks.tell_of_score)
        of_appeals.appeal_decided.add(webhooks.tell_of_decision)
