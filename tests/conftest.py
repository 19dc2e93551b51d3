"""Shared by all tests: where the data is, and Hypothesis without deadlines (the first example may compile)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "tapete", deadline=None, suppress_health_check=list(HealthCheck), max_examples=40, derandomize=True
)
settings.load_profile("tapete")
os.environ["TAPETE_STORE"] = "none"  # tests leave nothing in the user's store


@pytest.fixture(scope="session")
def data() -> Path:
    return Path(__file__).parent / "data"
