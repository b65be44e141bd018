"""What other apps may want to know of a session, inside the transaction in which it happens."""

from django.dispatch import Signal

# A round is over and the next one begins: `session` (as it now stands), `finished` (the round), `actor`.
round_called = Signal()
# Play is over: `session` (as it now stands), `actor`.
session_over = Signal()
# A round that was over goes on, called back or reopened: `session` (as it now stands), `actor`.
round_goes_on = Signal()
# A finished session is about to be reopened: `session`, `actor`. Whoever must not let that happen raises a refusal.
session_reopens = Signal()
# A session entered from paper goes back to seating: `session`, `actor`, `reason`. What hangs on its plays is to go.
scores_discarded = Signal()
# Who played which boards of a section was put right, also in rounds that were played: `section`, `actor`.
plays_changed = Signal()
