from clubs.models.bodies import Club, Federation
from clubs.models.imports import MemberImport, MemberImportRow
from clubs.models.joining import JoinRequest
from clubs.models.mail import MailServer
from clubs.models.people import Membership, Player
from clubs.models.persons import PlayerMerge, TwoPeople
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
    "Federation",
    "IdempotencyKey",
    "JoinRequest",
    "MailServer",
    "MemberImport",
    "MemberImportRow",
    "Membership",
    "Player",
    "PlayerMerge",
    "RegulationSetting",
    "Role",
    "RoleGrant",
    "TwoPeople",
    "User",
]
