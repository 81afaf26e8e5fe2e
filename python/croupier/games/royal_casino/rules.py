"""The rules of Royal Casino as data: what its states and reports name."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from croupier import _core
from croupier.arguments import read_int, read_name
from croupier.lazy import lazy
from croupier.rules import Rules

CHOICES = {"direction": ("counter-clockwise", "clockwise")} | _core.ROYAL_CASINO_CHOICES
"""The values of each rule that has a name; the direction of play says nothing to the core."""


@dataclass(frozen=True, kw_only=True)
class RoyalRules(Rules):
    """The rules of a `RoyalCasino`, which explains them.

    Examples
    --------
    >>> from croupier.games.royal_casino import RoyalRules
    >>> RoyalRules(3, trailing="free").options
    {'players': 3, 'trailing': 'free'}
    """

    players: int = field(default=2, kw_only=False)
    direction: str = "counter-clockwise"
    last_trick: str = "last_capture"
    partner_builds: str = "allowed"
    sweeps_of_three: str = "net"
    trailing: str = "unless_equal"
    twenty: str = "little_casino"

    name: ClassVar[str] = "royal-casino"

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", read_int(self.players, "players", 2, 4))
        for option, choices in CHOICES.items():
            read_name(getattr(self, option), option, choices)

    @lazy
    def _rules(self) -> _core.RoyalRules:
        choices = (getattr(self, name) for name in _core.ROYAL_CASINO_CHOICES)
        return _core.royal_casino_rules(self.players, *choices)

    def __reduce__(self) -> tuple[Any, ...]:
        values = {rule.name: getattr(self, rule.name) for rule in fields(self)}
        return _restore, (type(self), values)

    @property
    def sides(self) -> int:
        """How many sides there are; seat s plays for side ``s % sides``."""
        return 3 if self.players == 3 else 2

    @property
    def sits(self) -> str:
        """Where the next seat sits: at the "right" or the "left" of the one before (R6)."""
        return "right" if self.direction == "counter-clockwise" else "left"


def _restore(kind: type[RoyalRules], values: dict[str, Any]) -> RoyalRules:
    return kind(**values)
