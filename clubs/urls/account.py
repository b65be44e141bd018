from django.urls import path

from clubs.views import account

urlpatterns = [
    path("", account.profile, name="profile"),
    path("tokens/", account.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", account.revoke, name="token-revoke"),
    path("erase/", account.erase, name="erase"),
]
