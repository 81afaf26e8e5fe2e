"""Royal Casino with the calls that every game has for the command."""

from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any, ClassVar

import croupier
from croupier.arguments import json_int
from croupier.games.parameter import Parameter
from croupier.games.royal_casino import AGENTS, MatchResult
from croupier.games.royal_casino_state import RoyalRecord

_PLAYED = ("simulation", "replay")


@dataclass(frozen=True)
class RoyalReplay:
    """A hand or a match of a simulation."""

    game: croupier.RoyalCasino
    seed: int
    index: int
    agents: tuple[str, ...]
    hands: tuple[RoyalRecord, ...]
    match: MatchResult | None

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as plain data, ready for JSON."""
        place = {"seed": json_int(self.seed), "round": json_int(self.index)}
        hands = [
            {
                "start": str(hand.start),
                "moves": [str(move) for move in hand.moves],
                "points": [score._asdict() | {"total": score.total} for score in hand.end.scores],
            }
            for hand in self.hands
        ]
        record = {"game": self.game.name, **place, "agents": self.agents, "hands": hands}
        if self.match is None:
            return record
        return record | {"standings": self.match.standings, "winner": self.match.winner}

    def __str__(self) -> str:
        names = [f"{seat} ({agent})" for seat, agent in enumerate(self.agents)]
        head = f"Play goes to the {self.game.sits}: each seat sits there of the one before it."
        if self.match is None:
            return "\n".join([head, *(hand.tell(names) for hand in self.hands)])
        lines = [head]
        for number, (hand, standing) in enumerate(
            zip(self.hands, self.match.standings, strict=True), start=1
        ):
            lines.append(f"\nHand {number}. {hand.tell(names)}")
            lines.append(f"Standing: {' - '.join(map(str, standing))}")
        winners = " and ".join(names[self.match.winner :: self.game.sides])
        return "\n".join([*lines, f"Winner: {winners}"])


class RoyalCasino(croupier.RoyalCasino):
    """Royal Casino, whose agents by default are greedy and random in turn."""

    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("players", "2, 3 or 4 (default: 2)", ("rules",)),
        Parameter(
            "agents",
            f"one a seat of {', '.join(AGENTS)} (default: greedy,random,...)",
            _PLAYED,
            tuple,
            AGENTS,
            metavar="A,B",
        ),
        Parameter("playouts", "of a search, for each move (default: 1000)", _PLAYED),
        Parameter("match", "a round is a match to 21", _PLAYED, bool),
    )

    def _seated(self, agents: tuple[str, ...] | None) -> tuple[str, ...]:
        return agents or tuple(islice(cycle(("greedy", "random")), self.players))

    def simulation(self, agents: Any = None, **options: Any) -> Any:
        """Say what to simulate."""
        return super().simulation(self._seated(agents), **options)

    def replay(
        self, seed: int, index: int, *, agents: Any = None, match: bool = False, **options: Any
    ) -> RoyalReplay:
        """Play a hand or a match of a simulation again."""
        seated = self._seated(agents)
        if match:
            played = self.match(seated, seed, index=index, **options)
            return RoyalReplay(self, seed, index, seated, played.hands, played)
        hand = self.play_hand(seated, seed=seed, index=index, **options)
        return RoyalReplay(self, seed, index, seated, (hand,), None)
