from django.urls import URLPattern, path

from rulings.api.views.lawbook import LawViewSet, TreeViewSet

urlpatterns: list[URLPattern] = [
    path("v1/laws/", LawViewSet.as_view({"get": "laws"}), name="api-laws"),
    path("v1/laws/<int:number>/", LawViewSet.as_view({"get": "law"}), name="api-law"),
    path("v1/laws/definitions/", LawViewSet.as_view({"get": "definitions"}), name="api-law-definitions"),
    path("v1/laws/terms/", LawViewSet.as_view({"get": "terms"}), name="api-law-terms"),
    path("v1/trees/", TreeViewSet.as_view({"get": "trees"}), name="api-trees"),
    path("v1/trees/<str:tree>/", TreeViewSet.as_view({"get": "tree"}), name="api-tree"),
    path("v1/trees/<str:tree>/run/", TreeViewSet.as_view({"get": "run"}), name="api-tree-run"),
]
