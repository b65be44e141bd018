from django.urls import URLPattern, path

from rulings.views import precedents

urlpatterns: list[URLPattern] = [
    path("precedents/", precedents.precedent_list, name="precedents"),
    path(
        "federations/<slug:slug>/rulings/figures/",
        precedents.figures,
        {"kind": "federation"},
        name="federation-ruling-figures",
    ),
]
