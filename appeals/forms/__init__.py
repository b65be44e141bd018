from appeals.forms.base import ActForm
from appeals.forms.hearing import HEARING
from appeals.forms.sides import SIDES

__all__ = ["ACT_FORMS", "ActForm"]

ACT_FORMS: tuple[type[ActForm], ...] = (*SIDES, *HEARING)
