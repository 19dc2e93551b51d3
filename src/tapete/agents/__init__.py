"""Agents: wrappers of policies and searches, the spec parser, the registry."""
