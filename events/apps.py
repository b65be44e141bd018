from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs import hooks
        from clubs.selectors.home import CARDS
        from events import jobs, permissions, reports  # noqa: F401  (they register themselves)
        from events.demo.load import load
        from events.notice_kinds import KINDS
        from events.selectors import merging
        from events.selectors.boards import own_deal_files
        from events.selectors.mail_groups import playing_groups
        from events.selectors.on_home import next_games, tonight
        from events.selectors.own_data import own_data
        from events.selectors.running import running_sessions, session_is_over
        from events.services import erasure
        from events.services.keeping import has_played_as_a_member
        from office import hooks as of_office
        from office.notice_kinds import register

        hooks.demo_parts.add(load)
        hooks.home_parts.add(hooks.HomePart(CARDS, tonight, urgent=True), hooks.HomePart(CARDS, next_games))
        hooks.home_parts.add(hooks.HomePart("events/deal_files_on_home.html", own_deal_files))
        hooks.player_erased.add(erasure.forget)
        hooks.own_data.add(own_data)
        hooks.history_parts.add(merging.history_parts)
        hooks.reasons_against_merging.add(merging.reasons_against_merging)
        hooks.clubs_known_at.add(merging.clubs_played_at)
        hooks.people_known_at.add(merging.people_known_at)
        hooks.things_in_common.add(merging.things_in_common)
        hooks.reasons_to_keep_membership.add(has_played_as_a_member)
        hooks.running_things.add(running_sessions)
        hooks.is_over.add(session_is_over)
        register(*KINDS)
        of_office.mail_groups.add(playing_groups)
