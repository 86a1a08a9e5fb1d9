"""Texts for people: one catalogue of words, pages, JSON."""
