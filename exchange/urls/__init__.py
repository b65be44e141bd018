from events.urls.base import club_pages
from exchange.views import imports

IMPORT = "results/import/<int:import_id>/"
urlpatterns = club_pages(
    [
        ("results/import/", imports.imports, "results-imports"),
        (IMPORT, imports.one_import, "results-import"),
        (f"{IMPORT}names/", imports.names, "results-import-names"),
        (f"{IMPORT}visitors/", imports.visitors, "results-import-visitors"),
        (f"{IMPORT}confirm/", imports.confirm, "confirm-results-import"),
        (f"{IMPORT}drop/", imports.drop, "drop-results-import"),
        (f"{IMPORT}undo/", imports.undo, "undo-results-import"),
        (f"{IMPORT}files/<int:file_id>/", imports.import_file, "results-import-file"),
        (f"{IMPORT}files/<int:file_id>/undo/", imports.undo_one, "undo-results-file"),
    ]
)
