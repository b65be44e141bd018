from django.urls import path

from clubs.views import account
from clubs.views.signing_up import SignUp

urlpatterns = [
    path("", account.profile, name="profile"),
    path("tokens/", account.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", account.revoke, name="token-revoke"),
    path("signup/", SignUp.as_view(), name="account_signup"),
    path("erase/", account.erase, name="erase"),
]
