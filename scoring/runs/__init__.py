"""Runs: what a field's scores are made from, the scores themselves, how both are kept, and how they are explained."""
