"""Agents: what wraps policies and searches, the spec parser, the registry."""
