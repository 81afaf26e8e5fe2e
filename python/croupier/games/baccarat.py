"""Baccarat (punto banco): bets on which of two hands comes nearer to 9."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, SupportsIndex, overload

from croupier import _core
from croupier.arguments import (
    Cards,
    Integers,
    Odds,
    read_int,
    read_odds,
    read_seed,
    read_share,
)
from croupier.games.checked import Checked
from croupier.games.game import STAKE, BettingSimulation, Game, read_round
from croupier.games.parameter import Parameter
from croupier.report import BettingReport
from croupier.simulation import Progress, run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

MOST_DECKS = 2**20 // 52


class _Hands(NamedTuple):
    player: tuple[int, ...]
    banker: tuple[int, ...]


class Round(Checked, _Hands):
    """The cards of the two hands in the order in which they came.

    Parameters
    ----------
    player, banker : str, or sequence or array of int
        Two or three cards as text or by their numbers.

    Attributes
    ----------
    player, banker : tuple of int
        However they were given.

    Raises
    ------
    ValueError
        If a hand is no cards, or the hands have other numbers of cards than the rules B6 to B9
        deal.
    TypeError
        If a hand is neither text nor ints.

    Examples
    --------
    >>> import croupier
    >>> from croupier.games.baccarat import Round
    >>> Round("8s 4h Jh", "3h 4h") == croupier.Baccarat().deal(seed=7, index=2**60)
    True
    >>> Round("8s 4h Jh", "3h 4h")
    Round(player=(27, 10, 38), banker=(6, 10))
    """

    __slots__ = ()

    def __new__(cls, player: Cards, banker: Cards) -> Self:
        """Read the hands."""
        return cls._of_core(_core.baccarat_round(player, banker))

    def __str__(self) -> str:
        return ", ".join(f"{hand} {cards}" for hand, cards in self.to_dict().items())

    def to_dict(self) -> dict[str, str]:
        """Give the round as plain data."""
        return {hand: _core.format_cards(cards) for hand, cards in self._asdict().items()}


class Outcome(NamedTuple):
    """The totals of the two hands and how many cards they took."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int

    @property
    def winner(self) -> str:
        """The bet that wins: "player", "banker" or "tie" (B10)."""
        if self.player == self.banker:
            return "tie"
        return "player" if self.player > self.banker else "banker"

    @property
    def group(self) -> str:
        """The winner, and by how many points."""
        margin = abs(self.player - self.banker)
        return f"{self.winner} by {margin}" if margin else "tie"

    @property
    def natural(self) -> bool:
        """Whether a hand has 8 or 9 on two cards (B6)."""
        return self.cards == 4 and max(self.player, self.banker) >= 8

    @property
    def cards(self) -> int:
        """How many cards were drawn."""
        return self.player_cards + self.banker_cards

    def __str__(self) -> str:
        return f"{self.player}-{self.banker}, {self.player_cards}+{self.banker_cards} cards"


def _shoe_of(decks: int) -> tuple[int, ...]:
    """Count the cards of each value in packs."""
    return (16 * decks, *[4 * decks] * 9)


def _value(card: int) -> int:
    """Tell what a card counts (B4)."""
    return (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1)[card // 4]


def _need_counts(counts: Any, argument: str) -> Any:
    if not hasattr(counts, "__len__"):
        raise TypeError(f"{argument}: ten counts are needed, got {type(counts).__name__}")
    return counts


class RoundSimulation(BettingSimulation):
    """Rounds from the whole shoe, with a stake on every bet."""

    game: Baccarat

    def count(
        self, first: int, size: int, threads: SupportsIndex | None = None
    ) -> npt.NDArray[np.int64]:
        """Count how many rounds have each outcome."""
        return _core.baccarat_count(self.game.shoe, self.seed, first, size, threads)


@dataclass(frozen=True)
class ShoeSimulation(BettingSimulation):
    """Shoes, each dealt to its cut card, with a stake on every bet of every round."""

    game: Baccarat
    cut_card: int

    unit: ClassVar[str] = "shoe"

    @property
    def extra(self) -> dict[str, Any]:
        """Where the cut card lies."""
        return {"cut_card": self.cut_card}

    def count(
        self, first: int, size: int, threads: SupportsIndex | None = None
    ) -> npt.NDArray[np.int64]:
        """Count how many rounds of the shoes have each outcome."""
        return _core.baccarat_count_to_cut(
            self.game.shoe, self.cut_card, self.seed, first, size, threads
        )


@dataclass(frozen=True, kw_only=True)
class Baccarat(Game[Round, Outcome]):
    """Baccarat with its shoe and its paytable.

    Parameters
    ----------
    decks : int
        How many packs of 52 cards are in the shoe: 8 by default, at most 20,164.
    shoe : sequence of ten ints
        In place of packs: how many cards of value 0, 1, ... 9 are in the shoe, together 6
        to ``2**20``. Cards of one value are then dealt in turns in the order of their numbers,
        and a round may hold any card whose value is in the shoe as often.
    player, tie : odds
        Net odds to 1: an int, a Fraction, a Decimal, or a str such as "8" or "17/2".
    commission : odds
        The share of a win on the banker that is kept.

    Examples
    --------
    >>> import croupier
    >>> game = croupier.Baccarat()
    >>> round = game.deal(seed=7, index=2**60)
    >>> str(round)
    'player 8s4hJh, banker 3h4h'
    >>> game.outcome(round)
    Outcome(player=2, banker=7, player_cards=3, banker_cards=2)
    >>> game.settle(round, {"banker": 30, "tie": 10}).net
    18
    >>> print(game.exact())
    baccarat, exact, stake 100, decks 8
    bet          RTP  house edge  hit rate     std
    player  98.7649%     1.2351%  44.6247%  0.9512
    banker  98.9421%     1.0579%  45.8597%  0.9274
    tie     85.6404%    14.3596%   9.5156%  2.6409
    """

    name: ClassVar[str] = "baccarat"
    bets: ClassVar[tuple[str, ...]] = ("player", "banker", "tie")
    outcomes: ClassVar[tuple[Outcome, ...]] = tuple(map(Outcome._make, _core.BACCARAT_OUTCOMES))
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("decks", "packs in the shoe", ("rules",)),
        Parameter("cut_card", "rounds are shoes, N cards behind the cut card", ("simulation",)),
        STAKE,
    )

    reports = MappingProxyType({"round": BettingReport, "shoe": BettingReport})

    decks: int | None = None
    shoe: Integers = None  # type: ignore[assignment]  # it is never None once it is made
    player: Odds = Fraction(1)
    tie: Odds = Fraction(8)
    commission: Odds = Fraction("0.05")

    def __post_init__(self) -> None:
        decks = 8 if self.decks is None else read_int(self.decks, "decks", 1, MOST_DECKS)
        counts = _shoe_of(decks)
        if self.shoe is not None:
            counts = tuple(_core.read_shoe(_need_counts(self.shoe, "shoe")))
        packs = counts[1] // 4
        whole = counts == _shoe_of(packs)
        if self.decks is not None and not (whole and decks == packs):
            raise ValueError(f"decks: packs or a shoe is needed, got {decks} and {counts}")
        object.__setattr__(self, "shoe", counts)
        object.__setattr__(self, "decks", packs if whole else None)
        for rule in ("player", "tie"):
            object.__setattr__(self, rule, read_odds(getattr(self, rule), rule))
        object.__setattr__(self, "commission", read_share(self.commission, "commission"))

    @classmethod
    def groups(cls) -> tuple[str, ...]:
        """Name the groups of outcomes, from the banker's largest win to the player's."""
        ordered = sorted(cls.outcomes, key=lambda outcome: outcome.player - outcome.banker)
        return tuple(dict.fromkeys(outcome.group for outcome in ordered))

    def read_played(self, unit: str, played: Mapping[str, Any]) -> dict[str, Any]:
        """Read where the cut card lies, in a report of shoes."""
        if unit != "shoe":
            return super().read_played(unit, played)
        return {"cut_card": self._read_cut_card(played.get("cut_card"))}

    def _read_cut_card(self, cut_card: Any) -> int:
        return read_int(cut_card, "cut_card", 6, sum(map(int, self.shoe)))

    @property
    def deals_like(self) -> object:
        """The shoe."""
        return self.shoe

    @property
    def options(self) -> dict[str, Any]:
        """The shoe, and the odds that are not the documented ones, as plain data."""
        odds = {
            name: value for name, value in super().options.items() if name not in ("decks", "shoe")
        }
        shoe = {"shoe": list(self.shoe)} if self.decks is None else {"decks": self.decks}
        return shoe | odds

    def deal(self, seed: SupportsIndex, index: SupportsIndex) -> Round:
        """Deal a round from the whole shoe (B1).

        Parameters
        ----------
        seed : int
            0 to ``2**128 - 1``.
        index : int
            The number of the round, 0 to ``2**64 - 1``.

        Returns
        -------
        Round
            What round `index` of every simulation with this seed and shoe has.
        """
        return Round._of_core(_core.baccarat_deal(self.shoe, seed, index))

    def deal_shoe(
        self, seed: SupportsIndex, index: SupportsIndex, *, cut_card: SupportsIndex = 14
    ) -> list[Round]:
        """Deal round after round from one shoe until its cut card is out.

        Parameters
        ----------
        seed : int
            0 to ``2**128 - 1``.
        index : int
            The number of the shoe, 0 to ``2**64 - 1``.
        cut_card : int
            How many cards lie behind the cut card, 6 or more; no round starts with so few
            cards left.

        Returns
        -------
        list of Round

        Examples
        --------
        >>> import croupier
        >>> len(croupier.Baccarat().deal_shoe(seed=7, index=0))
        83
        """
        rounds = _core.baccarat_deal_to_cut(self.shoe, cut_card, seed, index)
        return list(map(Round._of_core, rounds))

    def outcome(
        self,
        round: Round,  # noqa: A002
        action: str | None = None,
    ) -> Outcome:
        """Tell which of `outcomes` a round has.

        Parameters
        ----------
        round : Round
            As from `deal`, or made of other cards.
        action : None
            There is nothing to decide.

        Returns
        -------
        Outcome

        Raises
        ------
        ValueError
            If there is more of a card than the shoe holds (B1); for a shoe of counts, more of a
            value.

        Examples
        --------
        >>> import croupier
        >>> from croupier.games.baccarat import Round
        >>> croupier.Baccarat().outcome(Round("Kd 5c 4h", "2s 4s"))
        Outcome(player=9, banker=6, player_cards=3, banker_cards=2)
        """
        self._read_action(action)
        player, banker = read_round(round, Round)
        outcome = self.outcomes[_core.baccarat_outcome(player, banker)]
        self._check_shoe(player + banker)
        return outcome

    def _check_shoe(self, cards: tuple[int, ...]) -> None:
        """Refuse more of a card than the packs hold, or of a value than the shoe holds (B1)."""
        if self.decks is None:
            drawn, held = Counter(map(_value, cards)), dict[int, Any](enumerate(self.shoe))
        else:
            drawn = Counter(cards)
            held = dict.fromkeys(drawn, self.decks)
        for kind, count in drawn.items():
            if count > held[kind]:
                name = f"cards of value {kind}" if self.decks is None else _core.format_cards(kind)
                raise ValueError(f"round: B1: the shoe holds {held[kind]} {name}, got {count}")

    def _odds(self, bet: str, outcome: Outcome) -> Fraction:
        winner = outcome.winner
        if bet != winner:
            return Fraction(0 if winner == "tie" else -1)
        odds = {"player": self.player, "banker": 1 - Fraction(self.commission), "tie": self.tie}
        return Fraction(odds[bet])

    def chances(self, played: Mapping[str, Any]) -> tuple[int, ...]:  # noqa: ARG002
        """Count how many of all ways to deal six cards from the shoe have each of `outcomes`."""
        return tuple(_core.baccarat_exact(self.shoe))

    def exact_shoes(
        self,
        counts: npt.NDArray[np.integer[Any]] | Sequence[Integers],
        *,
        threads: SupportsIndex | None = None,
    ) -> npt.NDArray[np.int64]:
        """Count the ways to deal six cards from many shoes.

        Parameters
        ----------
        counts : array_like of int
            Shape ``(N, 10)``: how many cards of value 0, 1, ... 9 are in each shoe, together
            6 to 1,450.
        threads : int, optional
            How many share the work; all cores by default.

        Returns
        -------
        numpy.ndarray
            int64, shape ``(N, 205)``: how many of the ways lead to each of `outcomes`.

        Raises
        ------
        ValueError
            If a shoe is impossible, with the first such row.
        TypeError
            If `counts` are no integers.

        Examples
        --------
        >>> import croupier
        >>> game = croupier.Baccarat()
        >>> shoe = list(game.shoe)
        >>> without_a_four = [*shoe[:4], shoe[4] - 1, *shoe[5:]]
        >>> ways = game.exact_shoes([shoe, without_a_four])
        >>> wins = [outcome.winner == "player" for outcome in game.outcomes]
        >>> (ways[:, wins].sum(axis=1) / ways.sum(axis=1)).round(6).tolist()
        [0.446247, 0.446203]
        """
        return _core.baccarat_exact_shoes(_need_counts(counts, "counts"), threads)

    @overload
    def simulation(
        self,
        *,
        seed: SupportsIndex | None = None,
        stake: SupportsIndex | None = None,
        cut_card: None = None,
    ) -> RoundSimulation: ...
    @overload
    def simulation(
        self,
        *,
        seed: SupportsIndex | None = None,
        stake: SupportsIndex | None = None,
        cut_card: SupportsIndex,
    ) -> ShoeSimulation: ...
    def simulation(
        self,
        *,
        seed: SupportsIndex | None = None,
        stake: SupportsIndex | None = None,
        cut_card: SupportsIndex | None = None,
    ) -> RoundSimulation | ShoeSimulation:
        """Say what to simulate: the value that `simulate` runs.

        Parameters
        ----------
        seed, stake
            As for `simulate`.
        cut_card : int, optional
            As for `shoe_simulation`, which this is then.

        Returns
        -------
        RoundSimulation or ShoeSimulation
        """
        if cut_card is not None:
            return self.shoe_simulation(cut_card=cut_card, seed=seed, stake=stake)
        return RoundSimulation(self, read_seed(seed), self.read_stake(stake))

    def shoe_simulation(
        self,
        *,
        cut_card: SupportsIndex = 14,
        seed: SupportsIndex | None = None,
        stake: SupportsIndex | None = None,
    ) -> ShoeSimulation:
        """Say which shoes to simulate: the value that `simulate_shoes` runs.

        Parameters
        ----------
        cut_card, seed, stake
            As for `simulate_shoes`.

        Returns
        -------
        ShoeSimulation
        """
        key, amount = read_seed(seed), self.read_stake(stake)
        return ShoeSimulation(self, key, amount, self._read_cut_card(cut_card))

    def simulate_shoes(
        self,
        shoes: SupportsIndex,
        *,
        cut_card: SupportsIndex = 14,
        seed: SupportsIndex | None = None,
        threads: SupportsIndex | None = None,
        first_shoe: SupportsIndex = 0,
        progress: Progress | None = None,
        stake: SupportsIndex | None = None,
    ) -> BettingReport:
        """Deal many shoes, each to its cut card.

        Parameters
        ----------
        shoes : int
            How many.
        cut_card : int
            How many cards lie behind the cut card, as for `deal_shoe`.
        seed, threads, progress, stake
            As for `simulate`; progress is told in shoes.
        first_shoe : int
            The number of the first one; `first_shoe` + `shoes` is at most ``2**64``.

        Returns
        -------
        BettingReport
            Of all rounds of these shoes; its `ranges` are ranges of shoes.

        Raises
        ------
        KeyboardInterrupt
            After Ctrl-C; its attribute ``report`` holds what was counted.
        """
        simulation = self.shoe_simulation(cut_card=cut_card, seed=seed, stake=stake)
        return run(simulation, shoes, first_shoe, threads=threads, progress=progress)
