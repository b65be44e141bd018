from office.models.dues import DuesPayment, Fee, MembershipYear, Renewal
from office.models.notices import GroupMail, MailChoice, Notice
from office.models.register import Closure, DirectorLicence

__all__ = [
    "Closure",
    "DirectorLicence",
    "DuesPayment",
    "Fee",
    "GroupMail",
    "MailChoice",
    "MembershipYear",
    "Notice",
    "Renewal",
]
