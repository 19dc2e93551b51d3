"""Members are documented, and the reference page is up to date."""

from __future__ import annotations

from dataclasses import fields

from tapete.cli.reference import page, place
from tapete.core.definition import Definition


def test_every_member_of_a_definition_is_explained() -> None:
    said = Definition.__doc__ or ""
    for member in fields(Definition):
        lines = [line for line in said.splitlines() if line.strip().startswith(f"{member.name}:")]
        assert lines and len(lines[0].strip()) > len(member.name) + 3, member.name


def test_the_page_names_the_parts_that_kernels_are_made_of() -> None:
    text = page()
    for word in ("below(state, n)", "sample_kinds", "legal(state: State", "## `View`", "scratch_i8"):
        assert word in text


def test_every_member_on_the_page_is_explained() -> None:
    lines = page().split("## Types of kernels")[1].splitlines()
    bare = [line for line in lines if line.startswith("- `") and ": " not in line]
    assert not bare, bare


def test_the_reference_is_up_to_date() -> None:
    assert place().read_text(encoding="utf-8") == page(), "run `make reference`"
