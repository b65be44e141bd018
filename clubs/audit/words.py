"""Acts in plain words."""

from django.utils.translation import gettext_lazy as _

ACTS = {
    "club.add": _("Club made"),
    "club.change": _("Club's details changed"),
    "federation.add": _("Federation made"),
    "federation.change": _("Federation's details changed"),
    "job.retry": _("Background work tried again"),
    "import.confirm": _("Import of members confirmed"),
    "membership.add": _("Membership added"),
    "membership.change": _("Membership changed"),
    "player.add": _("Player entered"),
    "player.change": _("Player's details changed"),
    "player.erase": _("Player erased"),
    "regulation.set": _("Regulation laid down"),
    "regulation.withdraw": _("Regulation withdrawn"),
    "role.grant": _("Role granted"),
    "role.revoke": _("Role revoked"),
    "token.make": _("API token made"),
    "token.revoke": _("API token revoked"),
    "user.add": _("Account made"),
    "user.change": _("Account changed"),
    "user.password": _("Password set for somebody"),
    "user.second_step": _("Second step taken away"),
    "user.sign_out": _("Signed out by the operator"),
}
