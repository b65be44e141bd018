from django.urls import URLPattern, path

from rulings.views import lawbook

urlpatterns: list[URLPattern] = [
    path("laws/", lawbook.laws, name="laws"),
    path("laws/<int:number>/", lawbook.law, name="law"),
    path("laws/definitions/", lawbook.definitions, name="law-definitions"),
    path("laws/what-happens/", lawbook.trees, name="law-trees"),
    path("laws/what-happens/<str:tree>/", lawbook.tree, name="law-tree"),
]
