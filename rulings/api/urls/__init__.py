from django.urls import include, path

urlpatterns = [
    path("", include("rulings.api.urls.rulings")),
]
