from django.urls import path

from clubs.views import account, history, own_data
from clubs.views.signing_up import SignUp

urlpatterns = [
    path("", account.profile, name="profile"),
    path("tokens/", account.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", account.revoke, name="token-revoke"),
    path("signup/", SignUp.as_view(), name="account_signup"),
    path("history/", history.history, name="history"),
    path("history/me/", history.that_is_me, name="that-is-me"),
    path("number/<str:signed>/", history.number_check, name="number-check"),
    path("data/", own_data.held, name="own-data"),
    path("close/", history.close, name="close-account"),
    path("erase/", account.erase, name="erase"),
]
