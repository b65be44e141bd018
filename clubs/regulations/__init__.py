"""Regulations: typed settings that a federation lays down and a club may override where it is allowed to."""

from clubs.regulations.catalogue import CATALOGUE, SECTIONS
from clubs.regulations.effective import Effective, effective, effective_all
from clubs.regulations.types import Regulation

__all__ = ["CATALOGUE", "SECTIONS", "Effective", "Regulation", "effective", "effective_all"]
