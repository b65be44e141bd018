from django.urls import URLPattern, path

from scoring.views import table, table_data

# The table's own page; events has the door (`t/`) and the names.
urlpatterns: list[URLPattern] = [
    path("t/worker.js", table.worker, name="table-worker"),
    path("t/<str:code>/", table.table, name="table"),
    path("t/<str:code>/state/", table_data.state, name="table-state"),
    path("t/<str:code>/entries/", table_data.entries, name="table-entries"),
    path("t/<str:code>/call/", table_data.call, name="table-call"),
    path("t/<str:code>/next-round/", table_data.next_round, name="table-next-round"),
    path("t/<str:code>/boards/<int:number>/", table_data.board, name="table-traveller"),
    path("t/<str:code>/ranking/", table_data.ranking, name="table-ranking"),
    path("t/<str:code>/act/", table.act, name="table-act"),
    path("t/<str:code>/<int:round_number>/<int:number>/", table.board, name="table-board"),
]
