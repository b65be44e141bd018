from clubs.models.bodies import Club, Federation
from clubs.models.imports import MemberImport, MemberImportRow
from clubs.models.joining import JoinRequest, MemberInvitation
from clubs.models.mail import MailServer
from clubs.models.people import Membership, Player
from clubs.models.persons import Consent, HomeClubChange, PlayerMerge, TwoPeople
from clubs.models.register import RegisterImport, RegisterImportRow
from clubs.models.regulations import RegulationSetting
from clubs.models.roles import Role, RoleGrant
from clubs.models.users import ApiToken, User
from core.audit.models import AuditChain, AuditEntry, AuditWords
from core.folding import Mentions  # noqa: F401  (registers itself)
from core.idempotency import IdempotencyKey

__all__ = [
    "ApiToken",
    "AuditChain",
    "AuditEntry",
    "AuditWords",
    "Club",
    "Consent",
    "Federation",
    "HomeClubChange",
    "IdempotencyKey",
    "JoinRequest",
    "MailServer",
    "MemberImport",
    "MemberImportRow",
    "MemberInvitation",
    "Membership",
    "Player",
    "PlayerMerge",
    "RegisterImport",
    "RegisterImportRow",
    "RegulationSetting",
    "Role",
    "RoleGrant",
    "TwoPeople",
    "User",
]
