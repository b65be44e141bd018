"""Background work that printing asks for."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.files.storage import default_storage
from django.core.mail import EmailMessage
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.actors import of_user
from jobs.models import Job, Queue
from jobs.registry import Finish, ProgressReport, job, sweeper
from printing import services
from printing.models import Printout
from printing.selectors import may_read


@job(
    services.MAKE,
    title=gettext_lazy("Something to print"),
    queue=Queue.LONG,
    lease=timedelta(minutes=2),
    attempts=3,
)
def make_printout(job: Job, report: ProgressReport) -> Finish:
    return services.make_printout(job, report)


@job(services.MAIL, title=gettext_lazy("A printed file by mail"), queue=Queue.LONG, lease=timedelta(minutes=2))
def mail_printout(job: Job, report: ProgressReport) -> Finish | None:
    """The file to whoever asked for it, if they may still read it."""
    from django.contrib.auth import get_user_model

    user = get_user_model().objects.filter(pk=job.arguments["user"], is_active=True).first()
    printout = Printout.objects.filter(pk=job.arguments["printout"]).exclude(file="").first()
    if user is None or printout is None or not may_read(of_user(user), printout):
        return lambda: {"sent": False}
    with translation.override(printout.language), default_storage.open(str(printout.file.name)) as file:
        message = EmailMessage(printout.title, _("The file is attached."), to=[user.email])
        kind = "application/zip" if printout.form == "zip" else "application/pdf"
        message.attach(printout.file_name, file.read(), kind)
        message.send()
    return lambda: {"sent": True}


@sweeper(Queue.LONG)
def throw_away(now: datetime) -> int:
    """What was printed long ago is not kept."""
    return services.remove_old_printouts(now)
