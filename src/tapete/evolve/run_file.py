"""The settings of a training as a file: `run.toml`, written before it begins and read to go on."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, ClassVar, Self

from tapete.errors import BadOption, nearest


class RunFile:
    """Base of dataclasses of plain settings that are written to a file and read back; `NEEDED` names required ones."""

    NEEDED: ClassVar[tuple[str, ...]] = ()

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)  # type: ignore[call-overload]  # its subclasses are dataclasses

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], where: str) -> Self:
        known = {entry.name for entry in fields(cls)}  # type: ignore[arg-type]  # its subclasses are dataclasses
        for name in data:
            if name not in known:
                raise BadOption(f"{where}: there is no setting {name!r}; {nearest(str(name), known)}")
        for name in cls.NEEDED:
            if name not in data:
                raise BadOption(f"{where}: the setting {name!r} is missing")
        return cls(**data)

    def write(self, path: Path) -> None:
        path.write_text(to_toml(self.as_dict()), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Self:
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadOption(f"{path}: {error}") from None
        return cls.from_dict(data, str(path))


def to_toml(data: Mapping[str, Any]) -> str:
    """Plain settings as TOML: values, lists of values, and tables of values."""

    def value(item: Any) -> str:
        if isinstance(item, bool):
            return "true" if item else "false"
        if isinstance(item, (list, tuple)):
            return f"[{', '.join(value(x) for x in item)}]"
        return json.dumps(item, ensure_ascii=False) if isinstance(item, str) else repr(item)

    lines = [f"{name} = {value(item)}" for name, item in data.items() if not isinstance(item, Mapping)]
    for name, table in data.items():
        if isinstance(table, Mapping):
            lines += ["", f"[{name}]", *(f"{json.dumps(key)} = {value(item)}" for key, item in table.items())]
    return "\n".join(lines) + "\n"
