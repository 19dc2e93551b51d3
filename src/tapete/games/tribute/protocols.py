"""Conditions of the Tales of Tribute competitions: patrons and time limits."""

from __future__ import annotations

from tapete.core.definition import Protocol

PROTOCOLS = {
    f"cog{year}": Protocol(
        f"Tales of Tribute competition {year}: its pool of patrons, mirrored seeds, 10 s per turn, 256 MB",
        {"pool": f"cog{year}"},
        seconds={"turn": 10.0},
        memory=256.0,
    )
    for year in (2023, 2024, 2025)
}
