"""What runs now and is somebody's to run: keys for programs may be made to end with it."""

from __future__ import annotations

from clubs.hooks import RunningThing, running_things
from core.actors import Actor


def running_things_of(actor: Actor) -> list[RunningThing]:
    return [thing for things in running_things.call(actor) for thing in things]
