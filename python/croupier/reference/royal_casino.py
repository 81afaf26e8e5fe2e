"""Royal Casino as it is told at the table: legal moves are found by trying them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations
from typing import Any, NamedTuple

from .cards import format_cards, parse_cards, read_cards
from .random import Domain, deal, draw, stream

Cards = tuple[int, ...]
Groups = tuple[Cards, ...]

KINDS = ("capture", "build", "extend", "increase", "trail")
ITEMS = ("cards", "spades", "big_casino", "little_casino", "aces", "sweeps")
ACE = 14
BIG_CASINO, LITTLE_CASINO = parse_cards("Td 2s").tolist()


class Build(NamedTuple):
    """Cards that are taken together or not at all."""

    cards: Cards
    value: int
    owner: int
    multiple: bool


class Move(NamedTuple):
    """What a player does with one card."""

    kind: str
    card: int
    groups: Groups
    builds: tuple[Build, ...]
    value: int


class IllegalMoveError(ValueError):
    """A move breaks a rule."""


def value_of(card: int) -> int:
    """Tell what a card captures (R2, R10)."""
    return card // 4 + 2


def value_in_sum(card: int) -> int:
    """Tell what a card adds to a sum (R22)."""
    return 1 if value_of(card) == ACE else value_of(card)


def makes(cards: Sequence[int], value: int) -> bool:
    """Tell whether cards are one set of a value: a sum, or a single card that captures as it.

    Examples
    --------
    >>> ace, king = parse_cards("Ac Kd").tolist()
    >>> makes([ace, king], 14), makes([ace], 14), makes([ace], 1)
    (True, True, True)
    """
    alone = len(cards) == 1 and value_of(cards[0]) == value
    return alone or sum(map(value_in_sum, cards)) == value


def partitions(cards: Cards, value: int) -> Iterator[Groups]:
    """Yield every way to split ascending cards into sets of a value.

    Examples
    --------
    >>> cards = tuple(parse_cards("2c 2d 6c 6d").tolist())
    >>> [[format_cards(group) for group in groups] for groups in partitions(cards, 8)]
    [['2c6c', '2d6d'], ['2c6d', '2d6c']]
    """
    if not cards:
        yield ()
        return
    lowest, others = cards[0], cards[1:]
    for size in range(len(others) + 1):
        for joined in combinations(others, size):
            group = (lowest, *joined)
            if makes(group, value):
                rest = tuple(card for card in others if card not in joined)
                for groups in partitions(rest, value):
                    yield (group, *groups)


def first_partition(cards: Iterable[int], value: int) -> Groups | None:
    """Find the lexicographically first split into sets of a value, if there is one."""
    ascending = tuple(sorted(cards))
    # Each ace may stand alone and count 14, which is 13 more than in a sum.
    aces = sum(value_of(card) == ACE for card in ascending) if value == ACE else 0
    total = sum(map(value_in_sum, ascending))
    if all((total + 13 * alone) % value for alone in range(aces + 1)):
        return None
    return min(partitions(ascending, value), default=None)


def subsets(items: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield every subset of a few items."""
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


def number_of(cards: Iterable[int]) -> int:
    """Give a set of cards the number by which the order of moves compares sets."""
    return sum(1 << card for card in cards)


def order_of(move: Move) -> tuple[int, int, int, int, int]:
    """Tell a move's place in the order of moves; equal moves have equal places."""
    return (
        move.card,
        KINDS.index(move.kind),
        move.value,
        number_of(chain.from_iterable(build.cards for build in move.builds)),
        number_of(chain.from_iterable(move.groups)),
    )


@dataclass(frozen=True)
class RoyalCasino:
    """The rules: the keywords of :class:`croupier.RoyalCasino` with the same meaning."""

    players: int = 2
    direction: str = "counter-clockwise"
    last_trick: str = "last_capture"
    partner_builds: str = "allowed"
    sweeps_of_three: str = "net"
    trailing: str = "unless_equal"
    twenty: str = "little_casino"

    @property
    def sides(self) -> int:
        """The number of sides: four players are two partnerships (R1)."""
        return 2 if self.players == 4 else self.players

    def start(self, seed: int, index: int) -> State:
        """Deal hand `index` of a seed.

        Examples
        --------
        >>> state = RoyalCasino().start(seed=1, index=0)
        >>> len(state.table), len(state.stock), state.to_move
        (4, 40, 0)
        """
        return self.deal(deal(stream(seed, Domain.ROYAL_CASINO, index), list(range(52)), 52))

    def deal(self, pack: Sequence[int], first: int = 0) -> State:
        """Deal a pack: four cards to each seat from `first` on, then four to the table (R4)."""
        hands, rest = self._deal_hands(tuple(pack), first)
        return State(
            rules=self,
            hands=hands,
            table=tuple(sorted(rest[:4])),
            stock=rest[4:],
            to_move=first,
            piles=((),) * self.sides,
            sweeps=(0,) * self.sides,
        )

    def _deal_hands(self, cards: Cards, first: int) -> tuple[tuple[Cards, ...], Cards]:
        given = {(first + i) % self.players: cards[4 * i : 4 * i + 4] for i in range(self.players)}
        hands = tuple(tuple(sorted(given[seat])) for seat in range(self.players))
        return hands, cards[4 * self.players :]

    def position(
        self,
        hands: Sequence[Any],
        table: Any,
        builds: Sequence[dict[str, Any]] = (),
        to_move: int = 0,
        stock: Any = "",
        piles: Sequence[Any] | None = None,
        sweeps: Sequence[int] | None = None,
        last_capture: int | None = None,
    ) -> State:
        """Set up any consistent position.

        Examples
        --------
        >>> state = RoyalCasino().position(hands=["8d 2c", ""], table="8h",
        ...     builds=[{"cards": "5c 3c", "value": 8, "owner": 0}])
        >>> [(move.kind, move.groups) for move in state.legal_moves()]
        [('capture', ((26,),))]
        """
        if len(hands) != self.players:
            raise ValueError(f"hands: {self.players} hands are needed, got {len(hands)}")
        piles = [""] * self.sides if piles is None else piles
        sweeps = (0,) * self.sides if sweeps is None else tuple(sweeps)
        if len(piles) != self.sides:
            raise ValueError(f"piles: {self.sides} piles are needed, got {len(piles)}")
        if len(sweeps) != self.sides or not all(0 <= count <= 26 for count in sweeps):
            raise ValueError(f"sweeps: {self.sides} counts 0 to 26 are needed, got {sweeps}")
        if not 0 <= to_move < self.players:
            raise ValueError(f"to_move: a seat is needed, got {to_move}")
        if last_capture is not None and not 0 <= last_capture < self.sides:
            raise ValueError(f"last_capture: a side or None is needed, got {last_capture}")
        state = State(
            rules=self,
            hands=tuple(_read(hand) for hand in hands),
            table=_read(table),
            builds=tuple(self._read_build(build) for build in builds),
            stock=tuple(read_cards(stock)[1]),
            to_move=to_move,
            piles=tuple(_read(pile) for pile in piles),
            sweeps=sweeps,
            last_capture=last_capture,
        )
        everywhere = [
            *chain(*state.hands, *state.piles, *(build.cards for build in state.builds)),
            *state.table,
            *state.stock,
        ]
        for card in everywhere:
            if not 0 <= card < 52:
                raise ValueError(f"position: {card} is not a card number 0 to 51")
            if everywhere.count(card) > 1:
                raise ValueError(f"position: {format_cards(card)} stands twice")
        if len(state.stock) % (4 * self.players):
            raise ValueError(f"stock: cards for whole deals are needed, got {len(state.stock)}")
        for build in state.builds:
            if len(build.cards) < 2 or first_partition(build.cards, build.value) is None:
                raise ValueError(f"builds: sets of {build.value} are needed, got {build.cards}")
            if not any(value_of(card) == build.value for card in state.hands[build.owner]):
                raise ValueError(f"builds: seat {build.owner} must hold a {build.value} (R16)")
        if any(state.hands) and not state.hands[to_move]:
            raise ValueError(f"to_move: a seat with cards is needed, got {to_move}")
        return state._settled()

    def _read_build(self, build: dict[str, Any]) -> Build:
        cards, value, owner = _read(build["cards"]), build["value"], build["owner"]
        if not 2 <= value <= ACE:
            raise ValueError(f"builds: a value 2 to 14 is needed, got {value}")
        if not 0 <= owner < self.players:
            raise ValueError(f"builds: a seat is needed as owner, got {owner}")
        return Build(cards, value, owner, sum(map(value_in_sum, cards)) != value)


def _read(cards: Any) -> Cards:
    return tuple(sorted(read_cards(cards)[1]))


@dataclass(frozen=True)
class State:
    """A place in a hand; all cards are known."""

    rules: RoyalCasino = field(repr=False)
    hands: tuple[Cards, ...]
    table: Cards
    stock: Cards
    to_move: int
    piles: tuple[Cards, ...]
    sweeps: Cards
    builds: tuple[Build, ...] = ()
    last_capture: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether the pack is played."""
        return not self.stock and not any(self.hands)

    @cached_property
    def _table_subsets(self) -> list[Cards]:
        return list(subsets(self.table))

    def legal_moves(self) -> list[Move]:
        """List every legal move once, in the order of moves."""
        moves = [move for move in self._candidates() if self._broken_rule(move) is None]
        return sorted(moves, key=order_of)

    def _candidates(self) -> Iterator[Move]:
        if self.is_over:
            return
        for card in self.hands[self.to_move]:
            yield Move("trail", card, (), (), 0)
            value = value_of(card)
            of_value = [build for build in self.builds if build.value == value]
            for loose in self._table_subsets:
                groups = first_partition(loose, value)
                if groups is not None:
                    for builds in subsets(of_value):
                        yield Move("capture", card, groups, builds, value)
            held = {value_of(other) for other in self.hands[self.to_move] if other != card}
            for value in held:
                for loose in self._table_subsets:
                    groups = self._sets_with(card, loose, value)
                    if groups is not None:
                        yield Move("build", card, groups, (), value)
                        for build in self.builds:
                            yield Move("extend", card, groups, (build,), value)
                for build in self.builds:
                    yield Move("increase", card, (), (build,), value)

    @staticmethod
    def _sets_with(card: int, loose: Cards, value: int) -> Groups | None:
        """Split loose cards and the played one into sets; name only the loose cards."""
        groups = first_partition((*loose, card), value)
        if groups is None:
            return None
        without = (tuple(other for other in group if other != card) for group in groups)
        return tuple(sorted(group for group in without if group))

    def _broken_rule(self, move: Move) -> str | None:
        """Tell which rule a move breaks, and how."""
        hand = self.hands[self.to_move]
        if self.is_over:
            return "R5: the pack is played"
        own_rule = {
            "capture": "R8", "build": "R13", "extend": "R20", "increase": "R19", "trail": "R24",
        }[move.kind]  # fmt: skip
        if move.card not in hand:
            return f"{own_rule}: the card is not in the hand"
        return (
            self._misnamed(move, own_rule)
            or getattr(self, f"_broken_by_{move.kind}")(move)
            or self._unbacked(move)
        )

    def _misnamed(self, move: Move, own_rule: str) -> str | None:
        seen: set[int] = set()
        for group in move.groups:
            if not group:
                return f"{own_rule}: a set has no cards"
            if seen & set(group) or len(set(group)) < len(group):
                return f"{own_rule}: a card stands twice"
            seen |= set(group)
            if any(set(group) & set(build.cards) for build in self.builds):
                rule = "R9" if move.kind == "capture" else "R21"
                return f"{rule}: a card lies in a build"
            if not set(group) <= set(self.table):
                return f"{own_rule}: a card does not lie on the table"
        if any(build not in self.builds for build in move.builds):
            return "R21: there is no such build"
        if len(set(move.builds)) < len(move.builds):
            return "R21: a build is named twice"
        return None

    def _broken_by_capture(self, move: Move) -> str | None:
        value = value_of(move.card)
        rule = "R10" if value == ACE else "R8"
        if move.value != value:
            return f"{rule}: the card captures {value}"
        if not all(makes(group, value) for group in move.groups):
            return f"{rule}: a set does not make {value}"
        if any(build.value != value for build in move.builds):
            return "R8: a build has another value"
        if not move.groups and not move.builds:
            return "R8: nothing is taken"
        taken = set(chain(*move.groups))
        if any(value_of(card) == value and card not in taken for card in self.table):
            return "R11: every loose card of equal value must be taken"
        return None

    def _broken_by_build(self, move: Move) -> str | None:
        if move.builds:
            return "R20: a new build has no old one in it"
        if not move.groups:
            return "R15: a build has at least two cards"
        return self._broken_by_sets(move)

    def _broken_by_sets(self, move: Move) -> str | None:
        if move.value > ACE:
            return "R23: no build is worth more than 14"
        if move.value < 2:
            return "R22: no build is worth 1"
        rule = "R14" if len(move.groups) == 1 else "R15"
        wholes = [makes(group, move.value) for group in move.groups]
        if makes((move.card,), move.value) and all(wholes):
            return None
        for place, group in enumerate(move.groups):
            others = wholes[:place] + wholes[place + 1 :]
            joined = sum(map(value_in_sum, (*group, move.card))) == move.value
            if joined and all(others):
                return None
        return f"{rule}: the cards do not make sets of {move.value}"

    def _broken_by_change(self, move: Move, own_rule: str) -> str | None:
        if len(move.builds) != 1:
            return f"{own_rule}: one play changes one build"
        owner = move.builds[0].owner
        partner = owner != self.to_move and self._side(owner) == self._side(self.to_move)
        if partner and self.rules.partner_builds == "forbidden":
            return "R18: the build belongs to the partner"
        return None

    def _broken_by_extend(self, move: Move) -> str | None:
        if broken := self._broken_by_change(move, "R20"):
            return broken
        if move.builds[0].value != move.value:
            return "R20: the build has another value"
        return self._broken_by_sets(move)

    def _broken_by_increase(self, move: Move) -> str | None:
        if move.groups:
            return "R19: table cards do not raise a build"
        if broken := self._broken_by_change(move, "R19"):
            return broken
        build = move.builds[0]
        if build.owner == self.to_move:
            return "R19: the build is the player's own"
        if build.multiple:
            return "R20: a multiple build keeps its value"
        if build.value + value_in_sum(move.card) > ACE:
            return "R23: no build is worth more than 14"
        if build.value + value_in_sum(move.card) != move.value:
            return "R19: the card raises the build to another value"
        return None

    def _broken_by_trail(self, move: Move) -> str | None:
        if move.groups or move.builds or move.value:
            return "R24: a trail takes nothing"
        if any(build.owner == self.to_move for build in self.builds):
            return "R25: the player owns a build"
        value = value_of(move.card)
        if self.rules.trailing == "free":
            return None
        if any(value_of(card) == value for card in self.table):
            return "R26: a loose card has the same value"
        if self.rules.trailing == "unless_capture":
            sets = any(loose and makes(loose, value) for loose in self._table_subsets)
            if sets or any(build.value == value for build in self.builds):
                return "R26: the card can capture"
        return None

    def _unbacked(self, move: Move) -> str | None:
        left = {value_of(card) for card in self.hands[self.to_move] if card != move.card}
        if move.kind in ("build", "extend", "increase") and move.value not in left:
            return f"R16: no card of value {move.value} stays in the hand"
        taken = move.builds if move.kind == "capture" else ()
        for build in self.builds:
            if build.owner == self.to_move and build not in taken and build.value not in left:
                return f"R16: an own build of {build.value} would be left without its card"
        return None

    def _side(self, seat: int) -> int:
        return seat % self.rules.sides

    def play(self, move: Move) -> State:
        """Make a move.

        Raises
        ------
        IllegalMoveError
            If it is not legal, with the rule's number.
        """
        if broken := self._broken_rule(move):
            raise IllegalMoveError(broken)
        loose = set(chain(*move.groups))
        table = set(self.table) - loose
        piles = [set(pile) for pile in self.piles]
        sweeps = list(self.sweeps)
        builds = list(self.builds)
        last_capture = self.last_capture
        if move.kind == "trail":
            table.add(move.card)
        elif move.kind == "build":
            cards = tuple(sorted({move.card, *loose}))
            multiple = sum(map(value_in_sum, cards)) != move.value
            builds.append(Build(cards, move.value, self.to_move, multiple))
        elif move.kind == "capture":
            side = last_capture = self._side(self.to_move)
            piles[side] |= {move.card, *loose, *chain(*(build.cards for build in move.builds))}
            builds = [build for build in builds if build not in move.builds]
            sweeps[side] += not table and not builds
        else:
            old = move.builds[0]
            cards = tuple(sorted({move.card, *loose, *old.cards}))
            multiple = old.multiple or move.kind == "extend"
            builds[builds.index(old)] = Build(cards, move.value, self.to_move, multiple)
        hands = [tuple(card for card in hand if card != move.card) for hand in self.hands]
        turn = [(self.to_move + step) % self.rules.players for step in range(1, len(hands) + 1)]
        return State(
            rules=self.rules,
            hands=tuple(hands),
            table=tuple(sorted(table)),
            stock=self.stock,
            to_move=next((seat for seat in turn if hands[seat]), turn[0]),
            piles=tuple(tuple(sorted(pile)) for pile in piles),
            sweeps=tuple(sweeps),
            builds=tuple(builds),
            last_capture=last_capture,
        )._settled()

    def _settled(self) -> State:
        """Deal again where all hands are empty, and give away the last cards (R4, R29)."""
        if any(self.hands):
            return self
        if self.stock:
            hands, stock = self.rules._deal_hands(self.stock, self.to_move)
            return replace(self, hands=hands, stock=stock)
        if self.last_capture is None or self.rules.last_trick == "nobody":
            return self
        piles = list(self.piles)
        piles[self.last_capture] = tuple(sorted((*piles[self.last_capture], *self.table)))
        return replace(self, table=(), piles=tuple(piles))

    @property
    def scores(self) -> tuple[dict[str, int], ...]:
        """The points of each side by item (R28, R30, R31)."""

        def most(counts: list[int], points: int) -> list[int]:
            best = max(counts)
            return [points if n == best and counts.count(best) == 1 else 0 for n in counts]

        everyone = self.rules.players == 3 and self.rules.sweeps_of_three == "all"
        cancelled = 0 if everyone else min(self.sweeps)
        cards = most([len(pile) for pile in self.piles], 3)
        spades = most([sum(card % 4 == 3 for card in pile) for pile in self.piles], 1)
        return tuple(
            {
                "cards": cards[side],
                "spades": spades[side],
                "big_casino": 2 * (BIG_CASINO in pile),
                "little_casino": int(LITTLE_CASINO in pile),
                "aces": sum(value_of(card) == ACE for card in pile),
                "sweeps": self.sweeps[side] - cancelled,
            }
            for side, pile in enumerate(self.piles)
        )


@dataclass(frozen=True)
class Standing:
    """Where a match stands; `winner` is a side."""

    scores: tuple[int, ...]
    lapsed: bool = False
    winner: int | None = None

    def after(self, rules: RoyalCasino, points: Sequence[dict[str, int]]) -> Standing:
        """Count a hand (R33-R38).

        Examples
        --------
        >>> nothing = dict.fromkeys(ITEMS, 0)
        >>> Standing((18, 3)).after(RoyalCasino(), [nothing | {"cards": 3}, nothing]).winner
        0
        """
        totals = [sum(items.values()) for items in points]
        if self.lapsed:
            return self._highest([old + new for old, new in zip(self.scores, totals, strict=True)])
        at_twenty = "little_casino" if rules.twenty == "little_casino" else "spades"
        condition = {18: "cards", 19: "big_casino", 20: at_twenty}
        scores = list(self.scores)
        met = []
        for side, start in enumerate(self.scores):
            if start < 18:
                scores[side] += totals[side]
            elif points[side][condition[start]]:
                scores[side] += totals[side] - points[side]["sweeps"]
                met.append((ITEMS.index(condition[start]), side))
        if met:
            return Standing(tuple(scores), winner=min(met)[1])
        if max(scores) < 21:
            return Standing(tuple(scores))
        return self._highest(scores)

    @staticmethod
    def _highest(scores: list[int]) -> Standing:
        best = max(scores)
        if scores.count(best) > 1:
            return Standing(tuple(scores), lapsed=True)
        return Standing(tuple(scores), winner=scores.index(best))


def play_random(rules: RoyalCasino, seed: int, index: int) -> Iterator[tuple[State, list[Move]]]:
    """Play a hand with random agents; yield each state and its legal moves, the end included."""
    words = stream(seed, Domain.ROYAL_CASINO_AGENTS, index)
    state = rules.start(seed, index)
    while not state.is_over:
        moves = state.legal_moves()
        yield state, moves
        (choice,) = draw(words, [len(moves)])
        state = state.play(moves[choice])
    yield state, []
