from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.demo.parts import add_part
        from clubs.selectors.home import HomePart, add_home_part
        from events import jobs, permissions  # noqa: F401  (they register themselves)
        from events.demo.load import load
        from events.selectors.boards import own_deal_files
        from events.services import (
            erasure,  # noqa: F401
            keeping,  # noqa: F401
        )

        add_part(load)
        add_home_part(HomePart("events/deal_files_on_home.html", own_deal_files))
