from django.urls import URLPattern, path

from appeals.views import case, casebook, deciding, own, register, requesting
from clubs.urls.bodies import club_pages

ONE = "appeals/<int:appeal_id>/"
BOOK = "casebook/"
CASE = f"{BOOK}<int:year>/<int:number>/"
_CLUB = club_pages(
    [
        ("sessions/<int:session_id>/appeals/", requesting.session_appeals, "session-appeals"),
        ("sessions/<int:session_id>/appeals/<int:ruling_id>/", requesting.request_review, "appeal-request"),
        (ONE, case.case, "appeal"),
        (f"{ONE}do/<slug:act>/", case.act, "appeal-act"),
        (f"{ONE}pack/", case.pack, "appeal-pack"),
        (f"{ONE}adjudicators/", case.body, "appeal-body"),
        (f"{ONE}adjudicators/<int:member_id>/release/", case.release, "appeal-release"),
        (f"{ONE}decision/", deciding.decide, "appeal-decide"),
        (f"{ONE}preview/", deciding.preview, "appeal-preview"),
        (f"{ONE}decisions/<int:decision_id>/correct/", deciding.correct, "appeal-correct"),
        (f"{ONE}note/", register.note, "appeal-note"),
    ]
)
# Pages that clubs and federations have alike.
_BOTH = (
    ("appeals/", register.register, "appeals"),
    ("appeals/export.<slug:format>", register.export, "appeals-export"),
    ("appeals/pool/", register.pool, "appeals-pool"),
    ("appeals/pool/<int:member_id>/leave/", register.leave, "appeals-leave-pool"),
    (BOOK, casebook.book, "casebook"),
    (f"{BOOK}book.pdf", casebook.pdf, "casebook-pdf"),
    (f"{BOOK}new/", casebook.new, "case-new"),
    (CASE, casebook.case, "case"),
    (f"{CASE}edit/", casebook.edit, "case-edit"),
    (f"{CASE}publish/", casebook.publish, "case-publish"),
    (f"{CASE}commentary/", casebook.comment, "case-comment"),
)
urlpatterns: list[URLPattern] = [
    *_CLUB,
    *club_pages(_BOTH),
    *(
        path(f"federations/<slug:slug>/{route}", view, {"kind": "federation"}, name=f"federation-{page}")
        for route, view, page in _BOTH
    ),
    path("concur/", requesting.code, name="appeal-code"),
    path("concur/<slug:code>/", requesting.concur, name="appeal-concur"),
    path("appeals/mine/", own.mine, name="my-appeals"),
    path("appeals/mine/read/", own.read, name="my-appeals-read"),
    path("appeals/mine/ties/", own.tie, name="my-appeals-tie"),
    path("appeals/mine/away/<int:member_id>/", own.away, name="my-appeals-away"),
]
