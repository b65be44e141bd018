from clubs.models.audit import AuditChain, AuditEntry
from clubs.models.bodies import Club, Federation
from clubs.models.folding import Mentions  # noqa: F401  (registers itself)
from clubs.models.idempotency import IdempotencyKey
from clubs.models.imports import MemberImport, MemberImportRow
from clubs.models.joining import JoinRequest
from clubs.models.mail import MailServer
from clubs.models.people import Membership, Player
from clubs.models.regulations import RegulationSetting
from clubs.models.roles import Role, RoleGrant
from clubs.models.users import ApiToken, User

__all__ = [
    "ApiToken",
    "AuditChain",
    "AuditEntry",
    "Club",
    "Federation",
    "IdempotencyKey",
    "JoinRequest",
    "MailServer",
    "MemberImport",
    "MemberImportRow",
    "Membership",
    "Player",
    "RegulationSetting",
    "Role",
    "RoleGrant",
    "User",
]
