"""The record of acts: append-only hash chains, one for each club and federation."""

from core.audit.chain import ChainVerdict, verify_chain
from core.audit.record import Deed, Target, record, record_all, values

__all__ = ["ChainVerdict", "Deed", "Target", "record", "record_all", "values", "verify_chain"]
