from django.urls import URLPattern, path

from rulings.views import below, precedents

urlpatterns: list[URLPattern] = [
    path("precedents/", precedents.precedent_list, name="precedents"),
    path(
        "federations/<slug:slug>/rulings/figures/",
        precedents.figures,
        {"kind": "federation"},
        name="federation-ruling-figures",
    ),
    *(
        path(f"federations/<slug:slug>/rulings/{route}", view, {"kind": "federation"}, name=f"federation-{name}")
        for route, view, name in (
            ("", below.rulings, "rulings"),
            ("print/", below.printed, "print-rulings"),
            ("export/", below.export, "export-rulings"),
        )
    ),
]
