from rulings.models.alive import LiveRestriction, Reminder
from rulings.models.rulings import Opinion, Ruling, RulingVersion

__all__ = ["LiveRestriction", "Opinion", "Reminder", "Ruling", "RulingVersion"]
