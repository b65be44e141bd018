"""Adjusted scores (Law 12): as they are typed, kept and told."""
