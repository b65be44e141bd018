from office.models.dues import DuesPayment, Fee, MembershipYear, Renewal
from office.models.notices import GroupMail, MailChoice, Notice

__all__ = ["DuesPayment", "Fee", "GroupMail", "MailChoice", "MembershipYear", "Notice", "Renewal"]
