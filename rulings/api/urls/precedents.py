from django.urls import URLPattern, path

from rulings.api.views.precedents import FiguresViewSet, PrecedentViewSet

urlpatterns: list[URLPattern] = [
    path("v1/precedents/", PrecedentViewSet.as_view({"get": "list"}), name="api-precedents"),
    path(
        "v1/federations/<slug:slug>/rulings/figures/",
        FiguresViewSet.as_view({"get": "figures"}),
        name="api-federation-ruling-figures",
    ),
]
