"""The record of acts: append-only hash chains, one for each club and federation."""

from clubs.audit.chain import Verdict, verify_chain
from clubs.audit.record import Target, record, values

__all__ = ["Target", "Verdict", "record", "values", "verify_chain"]
