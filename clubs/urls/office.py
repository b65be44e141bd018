"""The same pages for federations and for clubs."""

from django.urls import path

from clubs.views import (
    account,
    joining,
    links,
    mail,
    member_changes,
    member_imports,
    members,
    office,
    printing,
    records,
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

urlpatterns = [
    path(f"{kind}s/<slug:slug>/{route}", view, {"kind": kind}, name=f"{kind}-{page}")
    for kind in ("club", "federation")
    for route, view, page in PAGES
]
urlpatterns += [
    path(f"clubs/<slug:slug>/{route}", view, {"kind": "club"}, name=f"club-{page}") for route, view, page in CLUB_PAGES
]
urlpatterns += [
    path("jobs/<int:job_id>/", records.job_progress, name="job-progress"),
    path("server/mail/", mail.mail_server, name="server-mail"),
    path("language/", account.set_language, name="set_language"),
    path("setup/<str:token>/", account.setup, name="setup"),
]
