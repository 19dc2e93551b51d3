"""Agent specs: `name:option=value,option=value`."""

from __future__ import annotations

import re

from tapete.errors import BadOption
from tapete.plugins import REFERENCE

CLASS_SPEC = re.compile(rf"\s*({REFERENCE.pattern})\s*(?P<colon>:?)(?P<rest>.*)", re.DOTALL)


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Split `name:option=value,option=value`; the name may be `file.py:Class` or `package.module:Class`, a value a,b,c."""
    by_class = CLASS_SPEC.fullmatch(spec)
    if by_class is not None and (by_class["colon"] or not by_class["rest"]):
        name, colon, rest = by_class[1], by_class["colon"], by_class["rest"]
    else:
        name, colon, rest = spec.strip().partition(":")
    if not name or (colon and not rest):
        raise BadOption(f"agent {spec!r}: must be NAME or NAME:option=value,option=value")
    options: dict[str, str] = {}
    for item in rest.split(",") if rest else ():
        key, equals, value = item.partition("=")
        if not equals and options and item.strip():  # a list: the item belongs to the value before it
            options[next(reversed(options))] += f",{item.strip()}"
            continue
        if not equals or not key.strip() or not value.strip():
            raise BadOption(f"agent {spec!r}: {item!r} must be option=value")
        if key.strip() in options:
            raise BadOption(f"agent {spec!r}: option {key.strip()!r} is given twice")
        options[key.strip()] = value.strip()
    return name.strip(), options
