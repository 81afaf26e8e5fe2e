"""Casino Hold'em: settlement, paytables, and what is refused."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from conftest import cards

import croupier
from croupier import Category, reference
from croupier.games.casino_holdem import Outcome, Result, Round

GAME = croupier.CasinoHoldem()
TWIN = reference.CasinoHoldem()


def round_of(text: str) -> Round:
    """Read hole, flop, turn, river and dealer, with bars between them."""
    return Round(*map(cards, text.split("|")))


# Settlement


def nets(text: str, action: str = "call") -> tuple[int, ...]:
    settlement = GAME.settle(round_of(text), {"ante": 100, "aa_bonus": 10}, action=action)
    assert settlement.net == sum(bet.net for bet in settlement.bets.values())
    assert settlement.returned == settlement.net + settlement.stake
    return tuple(bet.net for bet in settlement.bets.values())


@pytest.mark.parametrize(
    ("dealt", "expected"),
    [
        # The dealer does not qualify: ace high, and threes, each ahead of the player.
        ("KdQc|9s7h2c|4d|3h|AhJs", (100, 0, -10)),
        ("KdQc|9s7h2c|4d|3h|3sJs", (100, 0, -10)),
        # Threes on the board do not qualify, fours on the board do.
        ("QdJc|3s3h9c|7d|5h|AhKs", (100, 0, -10)),
        ("QdJc|4s4h9c|7d|5h|AhKs", (-100, -200, -10)),
        # The weakest hand that qualifies, and the strongest that does not.
        ("9c9d|2s3h5c|4d|7h|4s6h", (-100, -200, -10)),
        ("9c9d|2s5h7c|4d|8h|4s3h", (100, 200, -10)),
        ("9c9d|2s5h7c|AdJh|3h|3sKh".replace("AdJh", "Ad"), (100, 0, -10)),
        # Not qualified and the player's high hand: the ante by the player's hand.
        ("AcKc|2c7c9c|3d|Jh|QhTs", (200, 0, 250)),
        ("2c2d|2h2s9c|3d|Jh|QhTs", (1000, 0, 250)),
        # Equal hands: the board plays.
        ("2c3d|AsKsQs|Js|Ts|4h5d", (0, 0, -10)),
        ("2c3d|AsKdQs|Jc|Th|2h3c", (0, 0, -10)),
        # The player is higher, by every class.
        ("AsKs|QsJsTs|2c|2d|4h4d", (10000, 200, 250)),
        ("9s8s|7s6s5s|4c|4d|4h9d", (2000, 200, 250)),
        ("9s9c|9d9h5s|4c|4d|4h8d", (1000, 200, 250)),
        ("9s9c|9d5h5s|4c|Kd|KhJd", (300, 200, 250)),
        ("As9s|7s6s2s|4c|4d|Kh9d", (200, 200, 250)),
        ("9s8c|7s6d5s|4c|Kd|KhJd", (100, 200, 70)),
        ("9s9c|9d6h5s|4c|Kd|KhJd", (100, 200, 70)),
        ("9s6c|9d6h5s|4c|Kd|KhJd", (100, 200, 70)),
        ("AsTc|Ad6h5s|4c|Kd|KhJd", (100, 200, 70)),
        ("KsTc|Kd6h5s|4c|8d|8hJd", (100, 200, -10)),
        ("AsKc|4d4h5s|Jc|8d|9h3d", (100, 200, -10)),
        # The bonus is paid whatever becomes of the rest; aces on the flop count.
        ("2s3c|AdAh9s|Kc|8d|KhKd", (-100, -200, 70)),
        # The bonus looks at five cards only.
        ("As2c|9d8h5s|Ac|Ad|KhKd", (100, 200, -10)),
    ],
)
def test_settlement(dealt: str, expected: tuple[int, ...]) -> None:
    assert nets(dealt) == expected
    stakes = {"ante": 100, "aa_bonus": 10}
    settled = TWIN.settle(round_of(dealt), stakes, action="call")
    assert tuple(net for _, _, net in settled.values()) == expected


def test_a_fold_forfeits_a_bonus_that_was_won() -> None:
    assert nets("AsKs|QsJsTs|2c|2d|4h4d", action="fold") == (-100, -10)
    outcome = GAME.outcome(round_of("AsKs|QsJsTs|2c|2d|4h4d"), action="fold")
    assert outcome == Outcome(Category.ROYAL_FLUSH, None, Result.FOLD)


def test_settlement_of_every_outcome_equals_the_twin() -> None:
    """Each row of the settlement table, for every class of hand and of bonus."""
    for outcome in GAME.outcomes:
        for ante, bonus in ((100, 50), (1, 1), (333, 7)):
            positions = {"ante": ante, "call": 2 * ante, "aa_bonus": bonus}
            paid = {bet: GAME.pay(bet, outcome, stake) for bet, stake in positions.items()}
            if outcome.hand is None:
                assert paid["ante"] == paid["aa_bonus"] == 0
                continue
            win = TWIN.ante_odds(outcome.hand) * ante
            expected = {
                Result.NOT_QUALIFIED: (ante + win, 2 * ante),
                Result.TIE: (ante, 2 * ante),
                Result.WIN: (ante + win, 4 * ante),
                Result.LOSS: (0, 0),
            }[outcome.result]
            assert (paid["ante"], paid["call"]) == expected
            assert paid["aa_bonus"] == bonus * (1 + TWIN.bonus_odds(outcome.bonus))


def test_rounds_settle_as_the_twin_does() -> None:
    rng = np.random.default_rng(1)
    for index in rng.integers(0, 2**60, 3000).tolist():
        dealt = GAME.deal(11, index)
        assert tuple(dealt) == TWIN.deal(11, index)
        action = "fold" if index % 4 == 0 else "call"
        stakes = {"ante": index % 1000 + 1, "aa_bonus": index % 77 + 1}
        settlement = GAME.settle(dealt, stakes, action=action)
        got = {bet: (x.stake, x.returned, x.net) for bet, x in settlement.bets.items()}
        assert got == TWIN.settle(dealt, stakes, action=action)
        assert tuple(settlement.outcome) == TWIN.outcome(dealt, action=action)


def test_other_paytables() -> None:
    game = croupier.CasinoHoldem(
        ante=[1] * 9 + [50], call="1/2", aa_bonus=[Fraction(15, 2)] * 9, weakest_qualifying=7462
    )
    dealt = round_of("AsKs|AdJsTs|2c|3d|4hQd")
    settlement = game.settle(dealt, {"ante": 3, "aa_bonus": 3}, action="call")
    # Half of 6 is won on the call, and 22.5 on the bonus, rounded down.
    assert [bet.returned for bet in settlement.bets.values()] == [6, 9, 25]
    assert game.digest != GAME.digest


GOOD = "AsKd|2c7h9s|3c|4d|QhJh"


@pytest.mark.parametrize(
    ("stakes", "action", "error", "message"),
    [
        ({"aa_bonus": 5}, "call", ValueError, "ante is needed"),
        ({}, "call", ValueError, "stakes: at least one bet is needed"),
        ({"ante": 0}, "call", ValueError, r"stakes\['ante'\]"),
        ({"ante": -1}, "call", ValueError, r"stakes\['ante'\]"),
        ({"ante": -0.0}, "call", TypeError, r"stakes\['ante'\]"),
        ({"ante": True}, "call", TypeError, r"stakes\['ante'\]"),
        ({"ante": 2**52 + 1}, "call", ValueError, r"stakes\['ante'\]"),
        ({"ante": 5, "aa_bonus": 0}, "call", ValueError, r"stakes\['aa_bonus'\]"),
        ({"ante": 5, "aa_bonus": 2**53 + 1}, "call", ValueError, r"stakes\['aa_bonus'\]"),
        ({"ante": 5, "call": 5}, "call", ValueError, r"stakes\['call'\]: twice the ante, 10,"),
        ({"ante": 5, "call": 10}, "fold", ValueError, r"stakes\['call'\]: none is needed"),
        ({"ante": 5, "banker": 5}, "call", ValueError, "ante, call, aa_bonus"),
        ([("ante", 5)], "call", TypeError, "stakes"),
        ({"ante": 5}, None, ValueError, "action"),
        ({"ante": 5}, "check", ValueError, "action"),
    ],
)
def test_wrong_stakes_and_actions(
    stakes: Any, action: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        GAME.settle(round_of(GOOD), stakes, action=action)
    if isinstance(stakes, dict):
        with pytest.raises(error):
            TWIN.settle(round_of(GOOD), stakes, action=action)


def test_the_call_may_be_named() -> None:
    settlement = GAME.settle(round_of(GOOD), {"call": 10, "ante": 5}, action="call")
    assert {bet: x.stake for bet, x in settlement.bets.items()} == {"ante": 5, "call": 10}


@pytest.mark.parametrize(
    ("dealt", "error", "message"),
    [
        (("AsKd", "2c7h9s", "3c", "4d", "QhQh"), ValueError, "round: H1: Qh stands twice"),
        (("AsKd", "2c7h9s", "3c", "4d", "QhKd"), ValueError, "Kd stands twice"),
        (("AsKd", "2c7h", "3c", "4d", "QhJh"), ValueError, "flop: 3 cards"),
        (("As", "2c7h9s", "3c", "4d", "QhJh"), ValueError, "hole: 2 cards"),
        (("AsKd", "2c7h9s", "3c4c", "4d", "QhJh"), ValueError, "turn: 1 card is"),
        (("AsKd", "2c7h9s", "3c", "4x", "QhJh"), ValueError, "river: cannot read"),
        (("AsKd", "2c7h9s", "3c", "4d", [52, 1]), ValueError, "dealer: 52"),
        (("AsKd", "2c7h9s", "3c", "4d", [1.0, 2]), TypeError, "dealer"),
        (("AsKd", "2c7h9s", "3c", "4d", [True, 2]), TypeError, "dealer"),
    ],
)
def test_wrong_rounds(dealt: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        GAME.outcome(Round(*dealt), action="call")
    with pytest.raises(error):
        TWIN.outcome(dealt, action="call")


@pytest.mark.parametrize(
    ("rules", "error", "message"),
    [
        ({"ante": (1, 2)}, ValueError, "ante: 10 odds"),
        ({"ante": 3}, TypeError, "ante: 10 odds"),
        ({"aa_bonus": (7,) * 10}, ValueError, "aa_bonus: 9 odds"),
        ({"aa_bonus": (-7,) * 9}, ValueError, "aa_bonus"),
        ({"call": 1.0}, TypeError, "call"),
        ({"weakest_qualifying": 0}, ValueError, "weakest_qualifying"),
        ({"weakest_qualifying": 7463}, ValueError, "weakest_qualifying"),
        ({"weakest_qualifying": True}, TypeError, "weakest_qualifying"),
    ],
)
def test_wrong_rules(rules: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        croupier.CasinoHoldem(**rules)


# Rounds, actions and names


@pytest.mark.parametrize("wrong", [None, 5, "AsKd", ("AsKd", "2c7h9s", "3c", "4c")])
def test_outcome_takes_a_round(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^round: a Round is needed"):
        croupier.CasinoHoldem().outcome(wrong, action="call")


@pytest.mark.parametrize("action", [1, True, b"call", ["call"], np.array(["call", "fold"])])
def test_actions_are_texts(action: Any) -> None:
    dealt = GAME.deal(1, 2)
    with pytest.raises(TypeError, match=r"^action: one of call, fold is needed, got "):
        GAME.settle(dealt, {"ante": 5}, action=action)
    with pytest.raises(TypeError, match=r"^action: one of call, fold is needed, got "):
        GAME.outcome(dealt, action=action)


def test_a_card_that_stands_twice_breaks_h1() -> None:
    for dealer in ("QhQh", "QhKd"):
        with pytest.raises(ValueError, match=r"^round: H1: .* stands twice"):
            Round("AsKd", "2c7h9s", "3c", "4d", dealer)


def test_odds_take_a_bet_and_an_outcome_of_the_game() -> None:
    folded, called = GAME.outcomes[0], GAME.outcomes[1]
    for outcome in (folded, called):
        for ask in (lambda bet, o: GAME.odds(bet, o), lambda bet, o: GAME.pay(bet, o, 100)):
            with pytest.raises(ValueError, match=r"^bet: one of ante, call, aa_bonus is needed"):
                ask("foo", outcome)
            with pytest.raises(TypeError, match=r"^bet: .* got int"):
                ask(1, outcome)
            for wrong in (None, 5, tuple(outcome)):
                with pytest.raises(TypeError, match=r"^outcome: one of game\.outcomes"):
                    ask("ante", wrong)
            with pytest.raises(ValueError, match=r"^outcome: one of game\.outcomes is needed"):
                ask("ante", outcome._replace(bonus=11))
            with pytest.raises(ValueError, match=r"^outcome: one of game\.outcomes is needed"):
                ask("ante", outcome._replace(hand=np.arange(2)))
    as_plain = Outcome(0, 1, "win")  # type: ignore[arg-type]
    assert GAME.odds("aa_bonus", as_plain) == -1


class Liar(str):
    """A text that claims to equal everything."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True


def test_names_are_what_they_read() -> None:
    for ask in (
        lambda name: GAME.odds(name, GAME.outcomes[1]),
        lambda name: GAME.settle(GAME.deal(1, 2), {name: 5}, action="call"),
        lambda name: GAME.outcome(GAME.deal(1, 2), action=name),
        lambda name: GAME.strategy(name),
        lambda name: GAME.exact("basic").to_pandas(name),
        lambda name: croupier.describe(1, name),
    ):
        with pytest.raises(ValueError, match=r"^\w+: one of .* is needed, got 'x'$"):
            ask(Liar("x"))


# Rules


@pytest.mark.parametrize("odds", [1.5, np.float64(2), np.float32(2), None, True, np.True_, [1],
                                  np.arange(1), np.ma.masked, np.timedelta64(3, "s"), 2j],
                         ids=repr)  # fmt: skip
def test_odds_are_no_floats(odds: Any) -> None:
    with pytest.raises(TypeError, match=r"^call: odds from 0 to .* got "):
        croupier.CasinoHoldem(call=odds)
    with pytest.raises(TypeError, match=r"^ante\[9\]: odds from 0 to .* got "):
        croupier.CasinoHoldem(ante=[*[1] * 9, odds])
    with pytest.raises(TypeError, match=r"^aa_bonus: odds from 0 to .* got "):
        GAME.strategy(aa_bonus=odds)


def test_a_masked_int_is_none() -> None:
    masked = np.ma.array(5745, mask=True)
    for make in (
        lambda: croupier.CasinoHoldem(weakest_qualifying=masked),
        lambda: croupier.Baccarat(decks=np.ma.array(8, mask=True)),
        lambda: croupier.ThaiHiLo().exact(stake=masked),
        lambda: croupier.ThaiHiLo().simulate(masked),
        lambda: croupier.CasinoHoldem(call=masked),
        lambda: croupier.ThaiHiLo(number=np.ma.array([1, 2, 3], mask=[0, 1, 0])),
        lambda: croupier.ThaiHiLo(number=list(np.ma.array([1, 2, 3], mask=[0, 1, 0]))),
        lambda: croupier.Baccarat(shoe=np.ma.array([32] * 10, mask=[1, *[0] * 9])),
        lambda: croupier.Baccarat(shoe=list(np.ma.array([32] * 10, mask=[1, *[0] * 9]))),
    ):
        with pytest.raises(TypeError, match=r"^\w+(\[1\])?: .* needed"):
            make()


# A round as a value

PARTS = ("AsKd", "2c7h9s", "3c", "4d", "QhJc")
NUMBERS = ((51, 45), (0, 22, 31), (4,), (9,), (42, 36))


@pytest.mark.parametrize(
    "parts",
    [
        PARTS,
        (["As", "Kd"], "2c 7h 9s", ("3c",), [9], bytes([42, 36])),
        (np.array([51, 45], np.int8), [0, 22, 31], np.array([4]), "4♦", np.array([36, 42])[::-1]),
        NUMBERS,
    ],
)
def test_a_round_is_one_value_however_it_was_made(parts: Any) -> None:
    made = Round(*parts)
    assert made == NUMBERS
    assert {type(card) for part in made for card in part} == {int}
    twins = [pickle.loads(pickle.dumps(made)), copy.deepcopy(made), Round._make(parts),
             made._replace(flop="2c7h9s")]  # fmt: skip
    for twin in twins:
        assert type(twin) is Round
        assert (twin, hash(twin), repr(twin)) == (made, hash(NUMBERS), repr(Round(*NUMBERS)))


def test_a_round_of_text_is_what_is_dealt() -> None:
    for index in range(200):
        dealt = GAME.deal(1, index)
        text = Round(*dealt.to_dict().values())
        assert (text, hash(text), type(dealt)) == (dealt, hash(dealt), Round)
        assert GAME.outcome(text, "call") == GAME.outcome(dealt, "call")


@pytest.mark.parametrize(
    ("place", "part", "error", "message"),
    [
        (0, "AsKdQd", ValueError, "hole: 2 cards are needed, got 3"),
        (2, "", ValueError, "turn: 1 card is needed, got 0"),
        (3, "4x", ValueError, "river: cannot read '4x'"),
        (3, [52], ValueError, "river: 52 is not a card number"),
        (1, [0.5, 1, 2], TypeError, "flop: "),
        (4, "QhAs", ValueError, "round: H1: As stands twice"),
    ],
)
def test_a_round_is_checked_when_it_is_made(
    place: int, part: Any, error: type[Exception], message: str
) -> None:
    parts: list[Any] = [*PARTS]
    parts[place] = part
    whole = Round(*PARTS)
    for make in (
        lambda: Round(*parts),
        lambda: Round._make(parts),
        lambda: whole._replace(**{Round._fields[place]: part}),
    ):
        with pytest.raises(error, match=f"^{message}"):
            make()
