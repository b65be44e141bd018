from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OfficeConfig(AppConfig):
    name = "office"
    verbose_name = _("Office")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs import hooks as of_clubs
        from office import hooks, jobs, permissions  # noqa: F401  (they register themselves)
        from office.notice_kinds import register
        from office.on_home import HOME, NOTICES
        from office.selectors.groups import member_groups
        from office.selectors.own_rows import history_parts, own_data
        from office.services import erasure
        from office.wording import KINDS

        register(*KINDS)
        hooks.mail_groups.add(member_groups)
        of_clubs.home_parts.add(NOTICES, HOME)
        of_clubs.own_data.add(own_data)
        of_clubs.history_parts.add(history_parts)
        of_clubs.player_erased.add(erasure.forget)
