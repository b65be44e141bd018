from django.urls import path

from clubs.urls.bodies import club_pages
from events.views import club_page, desk_home, entries, entry_desk, event_changes, events, played_games, series

EVENT = "events/<int:event_id>/"
SESSION = f"{EVENT}sessions/<int:session_id>/"
ENTRY = f"{EVENT}entries/<int:contestant_id>/"
WISH = f"{EVENT}partners/<int:wish_id>/"
urlpatterns = [
    # Before the page of `clubs`, which this one stands in for.
    path("clubs/<slug:slug>/", club_page.club, name="club"),
    *club_pages(
        [
            ("desk/", desk_home.home, "desk-home"),
            ("desk/find/", entry_desk.find, "desk-find"),
            ("events/", events.events, "events"),
            ("events/new/", event_changes.new, "new-event"),
            ("events/played/", played_games.new, "played-game"),
            (EVENT, events.event, "event"),
            (f"{EVENT}edit/", event_changes.edit, "edit-event"),
            (f"{EVENT}publish/", event_changes.publish, "publish-event"),
            (f"{EVENT}cancel/", event_changes.cancel, "cancel-event"),
            (f"{EVENT}restore/", event_changes.restore, "restore-event"),
            (f"{EVENT}remove/", event_changes.remove_all, "remove-event"),
            (f"{EVENT}bring-back/", event_changes.bring_back, "bring-back-event"),
            (f"{EVENT}sessions/new/", event_changes.plan, "plan-session"),
            (f"{SESSION}move/", event_changes.move, "move-session"),
            (f"{SESSION}remove/", event_changes.remove, "remove-session"),
            (f"{EVENT}enter/", entries.enter, "enter-event"),
            (f"{EVENT}enter/withdraw/", entries.withdraw, "withdraw-own-entry"),
            (f"{EVENT}partners/", entries.partners, "partners"),
            (f"{EVENT}partners/add/", entry_desk.add_partner_wish, "add-wish"),
            (f"{EVENT}partners/match/", entries.match, "match-partners"),
            (f"{WISH}accept/", entries.accept, "accept-partner"),
            (f"{WISH}withdraw/", entries.withdraw_partner_wish, "withdraw-wish"),
            (f"{EVENT}entries/", entry_desk.entries, "entries"),
            (ENTRY, entry_desk.entry, "entry"),
            (f"{ENTRY}withdraw/", entry_desk.withdraw, "withdraw-entry"),
            (f"{ENTRY}promote/", entry_desk.promote_entry, "promote-entry"),
            ("series/new/", series.new, "new-series"),
            ("series/<int:series_id>/edit/", series.edit, "edit-series"),
            ("series/<int:series_id>/make/", series.make, "make-game"),
        ]
    ),
]
