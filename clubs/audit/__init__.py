"""The record of acts: append-only hash chains, one for each club and federation."""

from clubs.audit.chain import Verdict, verify_chain
from clubs.audit.record import Deed, Target, record, record_all, values

__all__ = ["Deed", "Target", "Verdict", "record", "record_all", "values", "verify_chain"]
