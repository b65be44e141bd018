"""The same pages for federations and for clubs."""

from django.urls import path

from clubs.urls.bodies import club_pages, federation_pages
from clubs.views import (
    account,
    history,
    joining,
    links,
    mail,
    member_changes,
    member_imports,
    members,
    merging,
    office,
    printing,
    records,
    register,
    register_imports,
)

PAGES = [
    ("settings/", office.settings, "settings"),
    ("roles/", office.roles, "roles"),
    ("roles/<int:grant_id>/revoke/", office.revoke, "revoke"),
    ("roles/<int:grant_id>/second-step/", office.second_step, "second-step"),
    ("regulations/", office.regulations, "regulations"),
    ("regulations/<str:key>/", office.regulation, "regulation"),
    ("regulations/<str:key>/withdraw/", office.withdraw, "withdraw"),
    ("audit/", records.audit, "audit"),
    ("audit/check/", records.check_audit, "check-audit"),
    ("jobs/", records.jobs, "jobs"),
    ("jobs/<int:job_id>/retry/", records.retry, "retry"),
    ("print/", printing.papers, "papers"),
    ("print/<slug:source>/<int:pk>/", printing.papers, "papers-of"),
    ("printouts/<int:printout_id>/", printing.printout, "printout"),
    ("printouts/<int:printout_id>/file/", printing.printout_file, "printout-file"),
    ("printouts/<int:printout_id>/again/", printing.again, "printout-retry"),
    ("duplicates/", merging.duplicates, "duplicates"),
    ("duplicates/<int:player_id>/", merging.other_record, "other-record"),
    ("duplicates/<int:kept_id>/<int:merged_id>/", merging.merge, "merge-players"),
    ("duplicates/<int:kept_id>/<int:merged_id>/two/", merging.two_people, "two-people"),
    ("duplicates/merges/<int:merge_id>/", merging.merged, "player-merge"),
]

CLUB_PAGES = [
    ("print/settings/", printing.settings, "print-settings"),
    ("members/", members.members, "members"),
    ("members/add/", member_changes.add, "add-member"),
    ("members/export/", members.export, "export-members"),
    ("members/import/", member_imports.upload, "import-members"),
    ("members/import/<int:import_id>/", member_imports.member_import, "member-import"),
    ("members/import/<int:import_id>/confirm/", member_imports.confirm, "confirm-import"),
    ("members/import/<int:import_id>/drop/", member_imports.drop, "drop-import"),
    ("members/links/", links.links, "one-time-links"),
    ("members/<int:membership_id>/link/", links.member_link, "member-link"),
    ("members/requests/<int:request_id>/link/", links.newcomer_link, "newcomer-link"),
    ("members/invitations/", history.invitations, "invitations"),
    ("members/invitations/invite/", history.invite, "invite"),
    ("members/<int:membership_id>/invite/", history.invite_one, "invite-member"),
    ("members/requests/<int:request_id>/visitor/<int:player_id>/", joining.accept_visitor, "join-to-visitor"),
    ("members/requests/", joining.requests, "join-requests"),
    ("members/requests/<int:request_id>/", joining.one_request, "join-request"),
    ("members/requests/<int:request_id>/add/", joining.add, "add-newcomer"),
    ("members/requests/<int:request_id>/join/<int:membership_id>/", joining.accept, "join-to-member"),
    ("members/<int:membership_id>/", members.member, "member"),
    ("members/<int:membership_id>/edit/", member_changes.edit, "edit-member"),
    ("members/<int:membership_id>/renew/", member_changes.renew, "renew-member"),
    ("members/<int:membership_id>/end/", member_changes.end, "end-member"),
    ("members/<int:membership_id>/remove/", member_changes.remove, "remove-member"),
    ("members/<int:membership_id>/separate/", joining.separate, "separate-member"),
    ("join/", joining.join, "join"),
    ("join/withdraw/", joining.withdraw, "withdraw-join"),
]

FEDERATION_PAGES = [
    ("register/", register.register, "register"),
    ("register/import/", register_imports.upload, "import-register"),
    ("register/import/<int:import_id>/", register_imports.register_import, "register-import"),
    ("register/import/<int:import_id>/confirm/", register_imports.confirm, "confirm-register"),
    ("register/import/<int:import_id>/drop/", register_imports.drop, "drop-register"),
    ("register/import/<int:import_id>/rows/<int:row_id>/", register_imports.same_person, "register-same"),
    ("register/<int:player_id>/", register.person, "register-person"),
]

urlpatterns = [*club_pages([*PAGES, *CLUB_PAGES]), *federation_pages([*PAGES, *FEDERATION_PAGES])]
urlpatterns += [
    path("jobs/<int:job_id>/", records.job_progress, name="job-progress"),
    path("server/mail/", mail.mail_server, name="server-mail"),
    path("invitation/<str:code>/", history.invitation, name="invitation"),
    path("language/", account.set_language, name="set_language"),
    path("setup/<str:token>/", account.setup, name="setup"),
]
