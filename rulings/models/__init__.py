from rulings.models.polls import Poll, PollAnswer
from rulings.models.reports import Report, ReportNote, ReportSubject
from rulings.models.restrictions import LiveRestriction, Reminder
from rulings.models.rulings import Opinion, Ruling, RulingVersion

__all__ = [
    "LiveRestriction",
    "Opinion",
    "Poll",
    "PollAnswer",
    "Reminder",
    "Report",
    "ReportNote",
    "ReportSubject",
    "Ruling",
    "RulingVersion",
]
