from django.urls import include, path

urlpatterns = [
    path("", include("rulings.urls.rulings")),
]
