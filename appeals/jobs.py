"""Reminders, and cases whose time is over."""

from __future__ import annotations

from appeals.services.concurring import lapse_due, lapse_further_due
from appeals.services.due_times import keep_due_times
from appeals.services.federation_appeal import close_due
from appeals.services.notices import remind_due
from jobs.registry import sweeper
from jobs.states import Queue

sweeper(Queue.LONG)(keep_due_times)
sweeper(Queue.LONG)(remind_due)
sweeper(Queue.LONG)(lapse_due)
sweeper(Queue.LONG)(lapse_further_due)
sweeper(Queue.LONG)(close_due)
