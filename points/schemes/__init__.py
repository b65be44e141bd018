"""Masterpoint schemes as data: facts of a session in, awards by place and every step of them out.

Pure: the standard library and the engine's numbers alone. Start at `library.scheme_named` and `awards.award_session`,
at `several.best_award` where one award of several counts, and at `ranks` for titles.
"""
