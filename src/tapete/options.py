"""Options of games and agents: name, type, default, range, parsing, and the number that a kernel reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tapete.errors import BadOption, nearest

TRUE, FALSE = ("1", "true", "on", "yes"), ("0", "false", "off", "no")


@dataclass(frozen=True)
class Option:
    """An option. Its type is that of its default; `choices` are named values; `low` and `high` bound a number."""

    name: str  # as in `--option NAME=VALUE`
    default: Any  # a number, a switch or a text; determines the type
    what: str  # a few words for lists
    choices: tuple[str, ...] = ()  # named values; kernels read the index
    low: float | None = None  # lower bound of a number
    high: float | None = None  # upper bound
    parse: Callable[[str], Any] | None = None  # for values that are neither number, switch nor choice
    also: tuple[str, ...] = ()  # names that other programs use: an error about such a name says what it is called here
    # Values that are special cases of a value: an agent trained for that value plays them too
    covers: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    # For the page, which hides irrelevant options: the values that other options must have
    when: Mapping[str, Sequence[Any]] = field(default_factory=dict, hash=False)
    research: bool = False  # for research only: listed separately

    def __post_init__(self) -> None:
        number = isinstance(self.default, (int, float)) and not isinstance(self.default, bool)
        if (self.low is not None or self.high is not None) and not number and self.default is not None:
            raise BadOption(
                f"option {self.name!r}: its default {self.default!r} is not a number, but low and high bound one; "
                "give the default as a number"
            )
        if self.choices and isinstance(self.default, str) and self.parse is None and self.default not in self.choices:
            raise BadOption(
                f"option {self.name!r}: its default {self.default!r} is not one of {', '.join(self.choices)}"
            )

    @property
    def type_name(self) -> str:
        if self.parse is not None:
            return "text"
        if self.choices:
            return "choice"
        return {bool: "0|1", int: "integer", float: "number"}.get(type(self.default), "text")

    @property
    def range_text(self) -> str:
        if self.choices:
            return "|".join(self.choices)
        if isinstance(self.default, bool) or (self.low is None and self.high is None):
            return ""
        low = "" if self.low is None else f"{self.low:g}"
        return f"{low}..." if self.high is None else f"{low}..{self.high:g}"

    def value(self, given: Any) -> Any:
        """Check a value, given as such or as text, and return it."""
        if self.parse is not None:
            return self.parse(given) if isinstance(given, str) else given
        if self.choices:
            text = str(int(given)) if isinstance(given, bool) else str(given)
            if text in self.choices:
                return text
            for names, meaning in ((TRUE, "on"), (FALSE, "off")):
                if text.lower() in names and meaning in self.choices:
                    return meaning
            raise BadOption(f"{self.name}={given}: must be one of {', '.join(self.choices)}")
        if isinstance(self.default, bool):
            text = str(int(given)) if isinstance(given, (bool, int)) else str(given).lower()
            if text in TRUE:
                return True
            if text in FALSE:
                return False
            raise BadOption(f"{self.name}={given}: must be 0 or 1")
        if isinstance(self.default, (int, float)):
            return self._number(given)
        return str(given)

    def _number(self, given: Any) -> int | float:
        kind = type(self.default)
        try:
            number = kind(given)
        except (TypeError, ValueError):
            word = "a whole number" if kind is int else "a number"
            raise BadOption(f"{self.name}={given}: must be {word}") from None
        if number != number or (isinstance(given, float) and number != given):
            raise BadOption(f"{self.name}={given}: must be a {'whole ' if kind is int else ''}number")
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            if self.high is None:
                raise BadOption(f"{self.name}={given}: must be at least {self.low:g}")
            if self.low is None:
                raise BadOption(f"{self.name}={given}: must be at most {self.high:g}")
            raise BadOption(f"{self.name}={given}: must be from {self.low:g} to {self.high:g}")
        return number

    def code(self, value: Any) -> int:
        """Return the number that a kernel reads for a value."""
        return self.choices.index(value) if self.choices else int(value)


def resolve(options: Sequence[Option], given: Mapping[str, Any], owner: str) -> dict[str, Any]:
    """Return all options with their values: the given ones checked, the others at their defaults."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(f"{owner} has no option {name!r}; {hint(name, options)}")
    return {name: option.value(given[name]) if name in given else option.default for name, option in known.items()}


def hint(name: str, options: Sequence[Option]) -> str:
    """Return a hint on an unknown option: what it is called here, or the nearest names."""
    for option in options:
        if name.lower().replace("-", "_") in option.also:
            return f"it is called {option.name!r} here"
    return nearest(name, [option.name for option in options])
