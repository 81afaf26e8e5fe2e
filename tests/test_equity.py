"""Equity against known figures, against plain enumeration, and samples against both."""

from __future__ import annotations

import copy
import json
import math
import pickle
import re
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from spots import random_range, random_spot

import croupier
from croupier.poker.combos import HAND_CLASSES
from croupier.poker.notation import UNIT
from croupier.poker.ranges import Range
from croupier.poker.spot import Spot
from croupier.reference.equity import equity as count_plainly
from croupier.reference.equity import ways

FIGURES = [
    ("AcAs KhKd", "", (1_388_072, 317_694), {2: (6_538, 6_538)}),
    ("AcAs KcKs", "", (1_410_336, 292_660), {2: (9_308, 9_308)}),
    ("Jc5c QdTd", "", (600_384, 1_096_118), {2: (15_802, 15_802)}),
    ("6d7d 2s2h", "", (891_821, 774_031), {2: (46_452, 46_452)}),
    ("AdAh AcAs", "", (37_210, 37_210), {2: (1_637_884, 1_637_884)}),
    ("AcAd KcKd QcQd", "", (924_864, 233_476, 204_228), {3: (8_186,) * 3}),
    ("AdKd AsAc", "6s Jc 5h", (19, 971), {}),
    ("AhKd QcQd", "4c 5d 6h 7s 8c", (0, 0), {2: (1, 1)}),
    ("AhKd QcQd 9hKs", "4c 5d 6h 7s 8c", (0, 0, 1), {}),
    ("ThAc AdTd TsAs", "4d 7s 6s Jd Jh", (0, 0, 0), {3: (1, 1, 1)}),
    ("TdJs 3s3d", "6c Qc Ad 6s Ac", (0, 0), {2: (1, 1)}),
    ("9c5h Qh4h AdKs AsKh", "9s Jc 3c Qc 8h", (0, 1, 0, 0), {}),
]
SHARES = {
    "AcAs KhKd": (0.81255490, 0.18744510),
    "AcAs KcKs": (0.82636611, 0.17363389),
    "Jc5c QdTd": (0.35524358, 0.64475642),
    "6d7d 2s2h": (0.53439518, 0.46560482),
    "AdAh AcAs": (0.5, 0.5),
    "AcAd KcKd QcQd": (0.67670251, 0.17231733, 0.15098017),
}


@pytest.mark.parametrize(("hands", "board", "wins", "ties"), FIGURES)
def test_figures(hands: str, board: str, wins: tuple[int, ...], ties: dict[int, Any]) -> None:
    equity = croupier.equity(*hands.split(), board=board)
    assert (equity.wins, equity.ties) == (wins, ties)
    assert sum(equity.equity) == 1
    assert equity.exact
    assert equity.std_error == (0.0,) * len(wins)
    for share, known in zip(equity.equity, SHARES.get(hands, ()), strict=False):
        assert isinstance(share, Fraction)
        assert float(share) == pytest.approx(known, abs=5e-9)


def test_ranges_that_are_published() -> None:
    # Any two cards against aces: 85.2037 %.
    aces = croupier.equity("AA", "random")
    assert float(aces.equity[0]) == pytest.approx(0.852037, abs=5e-7)
    assert aces.total == 6 * 1225 * 1_712_304


@pytest.mark.parametrize(("cards", "spots"), [(5, 1460), (4, 400), (3, 40), (0, 100)])
def test_random_spots_against_the_twin(cards: int, spots: int) -> None:
    random = np.random.default_rng(cards)
    for _ in range(spots):
        hands, board, dead = random_spot(random, cards)
        mine = croupier.equity(*hands, board=board, dead=dead)
        twin = count_plainly(*hands, board=board, dead=dead)
        assert [count * UNIT ** len(hands) for count in mine.counts] == twin
        assert sum(mine.equity) == 1


@pytest.mark.parametrize(
    ("cards", "pairs", "classes"), [(0, 8, 4), (3, 14, 6), (4, 14, 30), (5, 14, 40)]
)
def test_ranges_are_sums_over_their_hands(cards: int, pairs: int, classes: int) -> None:
    """Each pair of hands played by itself, those that share a card left out."""
    random = np.random.default_rng(cards + 10)
    for _ in range(pairs):
        board = random.permutation(52)[:cards].tolist()
        ranges = [Range(random_range(random, classes)) for _ in range(2)]
        left = [hand.without(board).combos for hand in ranges]
        hands, weights = [], []
        for (first, one), (second, two) in product(*left):
            cards_of_both = croupier.parse_cards(first + second)
            if len(set(cards_of_both.tolist())) == 4:
                hands.append(cards_of_both.reshape(2, 2))
                weights.append(int(one * UNIT) * int(two * UNIT))
        rows = croupier.equity(
            np.array(hands), board=np.tile(board, (len(hands), 1)) if cards else ()
        )
        sums = [
            sum(weight * count for weight, count in zip(weights, column, strict=True))
            for column in rows.counts.T.tolist()
        ]
        equity = croupier.equity(*ranges, board=board)
        scale = Fraction(sum(sums), equity.total)
        assert [count * scale for count in equity.counts] == sums


def test_three_ranges_are_sums_over_their_hands() -> None:
    texts = ["AA, KsKh:0.5", "QQ, AsKs", "JJ:0.3, AhKh"]
    for board in ("2c 7d Jh", "2c 7d Jh Qs", ""):
        equity = croupier.equity(*texts, board=board)
        seen = set(croupier.parse_cards(board).tolist())
        ranges = [
            {
                tuple(croupier.parse_cards(pair).tolist()): int(weight * UNIT)
                for pair, weight in hand.without(seen).combos
            }
            for hand in map(Range, texts)
        ]
        sums = [0] * 8
        for held, weight in ways(ranges, frozenset(seen)):  # type: ignore[arg-type]
            known = [croupier.format_cards(pair) for pair in held]
            counts = croupier.equity(*known, board=board).counts
            sums = [total + weight * count for total, count in zip(sums, counts, strict=True)]
        scale = Fraction(sum(sums), equity.total)
        assert [count * scale for count in equity.counts] == sums
        assert sum(equity.equity) == 1


def test_the_matrix_of_all_classes_adds_up_to_any_two_against_any_two() -> None:
    """Known hands before the flop, put together, are what sorting on every board gives."""
    matrix = croupier.equity_matrix()
    assert matrix.names == HAND_CLASSES
    ordered = [
        sum(matrix.counts(row, column)[i] for row in range(169) for column in range(169))
        for i in range(3)
    ]
    any_two = croupier.equity("random", "random")
    assert [ordered[0], ordered[1], ordered[2]] == list(any_two.counts[1:])
    assert matrix.exact(0, 14) == croupier.equity("AA", "KK").equity[0]
    assert matrix.equity[0, 14] == pytest.approx(0.81946, abs=5e-6)
    assert (matrix.equity + matrix.equity.T == 1).all()


def test_a_matrix_of_a_few() -> None:
    for board, wide in (("", "QTs:0.5"), ("2c 7d Jh", "random:0.5"), ("2c 7d Jh Qs 3d", "random")):
        hands = ["AA", "KQs, 77", wide]
        matrix = croupier.equity_matrix(hands, board=board, dead="2s")
        for row, column in product(range(3), repeat=2):
            equity = croupier.equity(hands[row], hands[column], board=board, dead="2s")
            assert matrix.exact(row, column) == equity.equity[0]
            assert matrix.equity[row, column] == pytest.approx(float(equity.equity[0]))
    impossible = croupier.equity_matrix(["AsAh", "AsKs"])
    assert np.isnan(impossible.equity).all()
    assert impossible.counts(0, 1) == (0, 0, 0)


def test_rows_equal_spots_one_by_one() -> None:
    random = np.random.default_rng(5)
    for cards, count in ((0, 20), (3, 40), (4, 100), (5, 200)):
        deals = random.permuted(np.tile(np.arange(52), (count, 1)), axis=1)
        hands, board = deals[:, :6].reshape(count, 3, 2), deals[:, 6 : 6 + cards]
        rows = croupier.equity(hands, board=board if cards else (), threads=2)
        assert (rows.counts.dtype, rows.counts.shape) == (np.int64, (count, 8))
        for i in range(count):
            one = croupier.equity(*hands[i], board=board[i])
            assert rows.counts[i].tolist() == list(one.counts)
            assert rows.wins[i].tolist() == list(one.wins)
            assert rows.ties[i].tolist() == [sum(t[p] for t in one.ties.values()) for p in range(3)]
            assert rows.equity[i].tolist() == pytest.approx([float(e) for e in one.equity])
            assert rows.total[i] == one.total


@pytest.mark.parametrize("kind", [np.int64, np.uint8, ">i2"])
def test_rows_of_any_integers(kind: Any) -> None:
    hands = np.array([[[51, 50], [47, 46]], [[0, 5], [9, 14]]])
    board = np.array([[20, 25, 30], [20, 25, 30]])
    expected = croupier.equity(hands, board=board).counts.tolist()
    assert (
        croupier.equity(hands.astype(kind)[::-1][::-1], board=board.astype(kind)).counts.tolist()
        == expected
    )
    assert croupier.equity(hands.tolist(), board=board.tolist()).counts.tolist() == expected
    assert croupier.equity(np.zeros((0, 2, 2), int)).counts.shape == (0, 4)


# What is refused


@pytest.mark.parametrize(
    ("hands", "options", "said"),
    [
        (["AA"], {}, "hands: 2 to 10 are needed, got 1"),
        (["AA"] * 11, {}, "hands: 2 to 10 are needed, got 11"),
        (["AsAh", "AsAd"], {}, "hands: players 1 and 2 cannot hold AsAh and AsAd at once"),
        (
            ["AA", "KK", "AsAh", "AcAd"],
            {},
            "hands: the players cannot hold their ranges at once: AA; KK; AsAh; AdAc",
        ),
        (
            ["AsAh", "KK"],
            {"board": "Kc Kd Kh"},
            "hands: player 2: no hand of KK is left beside board KcKdKh",
        ),
        (
            ["AsAh", "KsKh"],
            {"dead": "Ah"},
            "hands: player 1: no hand of AsAh is left beside",
        ),
        (["AA", ""], {}, "hands: player 2: a hand is needed, got an empty range"),
        (["AA", "KK:0"], {}, "hands: player 2: a hand is needed, got an empty range"),
        (["AA", "XX"], {}, "hands: player 2: cannot read 'XX' at index 0 of 'XX'"),
        (["AA", [1, 2, 3]], {}, "hands: player 2: 2 cards or a range are needed, got 3 cards"),
        (["AA", [1, [2, 3]]], {}, "hands: player 2: as long a row as the first is needed"),
        (["AA", [1]], {}, "hands: player 2: 2 cards or a range are needed, got 1 card"),
        (["AA", [1, 52]], {}, "hands: player 2: 52"),
        (
            ["AA", "random"],
            {"dead": list(range(44))},
            "dead: 9 cards are needed for hands and board, 8 are left",
        ),
        (["AA", "KK"], {"board": "2c"}, "board: 0, 3, 4 or 5 cards are needed, got 1"),
        (["AA", "KK"], {"board": "2c 2c 3d"}, "board: 2c stands twice"),
        (["AA", "KK"], {"board": "2c 4c 3d", "dead": "4c"}, "dead: 4c is on the board"),
        (["AA", "KK"], {"dead": "4c4c"}, "dead: 4c stands twice"),
        (["AA", "KK"], {"seed": 1}, "seed: samples or std_error is needed, got neither"),
        (
            ["AA", "KK"],
            {"first_sample": 1},
            "first_sample: samples or std_error is needed",
        ),
        (["AA", "KK"], {"samples": 1, "first_sample": -1}, "first_sample: an int from 0 to"),
        (
            ["AA", "KK"],
            {"samples": 2, "first_sample": 2**64 - 1},
            "samples: first_sample + samples",
        ),
        (
            ["AA", "KK"],
            {"samples": 2, "first_sample": 2**64 - 1, "std_error": 0.1},
            "samples: first_sample + samples",
        ),
        (["AA", "KK"], {"samples": -1}, "samples: an int from 0 to"),
        (
            ["AA", "KK"],
            {"samples": 1, "seed": 2**128},
            "seed: an int from 0 to 2**128 - 1 is needed",
        ),
        (["AA", "KK"], {"std_error": 0}, "std_error: a number above 0 is needed, got 0"),
        (["AA", "KK"], {"std_error": math.nan}, "std_error: a number above 0 is needed, got nan"),
        (
            ["AA", "KK"],
            {"std_error": Decimal("nan")},
            "std_error: a number above 0 is needed",
        ),
        (
            ["AA", "KK"],
            {"std_error": Fraction(10**400)},
            "std_error: a number above 0 is needed, got",
        ),
        (["AA", "KK"], {"max_exact": -1}, "max_exact: an int from 0 to"),
        (
            ["AsAh", "KsKh"],
            {"max_exact": 10**6},
            "max_exact: 1712304 runouts are needed, got 1000000; samples or",
        ),
        (["random"] * 3, {}, "max_exact: more than 1000000000 and up to"),
        (["AA", "KK"], {"threads": 0}, "threads: "),
    ],
)
def test_refusals(hands: list[Any], options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(said)):
        croupier.equity(*hands, **options)


@pytest.mark.parametrize(
    ("hands", "options"),
    [
        (["AA", None], {}),
        (["AA", 5.0], {}),
        (["AA", "KK"], {"samples": 1.5}),
        (["AA", "KK"], {"samples": False}),
        (["AA", "KK"], {"samples": 0.0}),
        (["AA", "KK"], {"samples": ""}),
        (["AA", "KK"], {"std_error": 0.1, "progress": 5}),
        (["AA", "KK"], {"progress": "x"}),
        (["AA", "KK"], {"first_sample": np.array([1, 2])}),
        (["AA", "KK"], {"std_error": "x"}),
        (["AA", "KK"], {"std_error": True}),
        (["AA", "KK"], {"max_exact": 1e9}),
        (["AA", "KK"], {"board": 1.5}),
        (["AA", "KK"], {"threads": "2"}),
        (["AA", "KK"], {"samples": 1, "progress": 5}),
    ],
)
def test_wrong_types(hands: list[Any], options: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        croupier.equity(*hands, **options)


@pytest.mark.parametrize(
    ("hands", "options", "said"),
    [
        ([[[1, 2], [2, 3]]], {}, "hands: row 0: 2h stands twice"),
        (
            [[[1, 2], [4, 3]], [[1, 2], [5, 6]]],
            {"board": [[7, 8, 9], [6, 7, 8]]},
            "hands: row 1: 3h stands twice",
        ),
        ([[[1, 1], [4, 3]]], {}, "hands: row (0, 0): 2d stands twice"),
        ([[[1, 300], [4, 3]]], {}, "hands: row (0, 0): 300 is not a card"),
        ([[[1, 2], [4, 3]]], {"board": [[7, 8]]}, "board: 3, 4 or 5 cards are needed, got 2"),
        (
            [[[1, 2], [4, 3]]],
            {"board": [[7, 8, 9]] * 2},
            "board: one for each of 1 spots is needed, got shape (2, 3)",
        ),
        ([[1, 2], [4, 3]], {}, "hands: shape (n, 2 to 10 players, 2) is needed, got (2, 2)"),
        ([[[1, 2]]], {}, "hands: shape (n, 2 to 10 players, 2) is needed, got (1, 1, 2)"),
        *(
            ([[[1, 2], [4, 3]]], {name: value}, f"{name}: is not for an array of hands, which are")
            for name, value in {
                "dead": "As",
                "samples": 5,
                "std_error": 0.1,
                "seed": 1,
                "first_sample": 1,
                "max_exact": 5,
                "progress": print,
            }.items()
        ),
    ],
)
def test_rows_that_are_refused(hands: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(said)):
        croupier.equity(np.array(hands), **options)


def test_hands_in_one_list_are_refused() -> None:
    for hands in (["AA", "KK"], ("AsAh", Range("KK"))):
        with pytest.raises(ValueError, match="hands: each is an argument of its own, got one list"):
            croupier.equity(hands)  # type: ignore[call-overload]
    for wrong in ("AA", Range("AA"), 5):
        with pytest.raises(TypeError, match="hands: a sequence of hands is needed, got"):
            croupier.equity_matrix(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hands: at least one is needed, got none"):
        croupier.equity_matrix([])
    with pytest.raises(
        ValueError, match=r"row, column: two that can be held at once are needed, got AsAh and AsKs"
    ):
        croupier.equity_matrix(["AsAh", "AsKs"]).exact(0, 1)


def test_a_matrix_is_read_by_names_and_numbers() -> None:
    matrix = croupier.equity_matrix(["AA", "KK"])
    assert matrix.exact("AA", "KK") == matrix.exact(0, np.int64(1)) == 1 - matrix.exact(1, 0)
    assert matrix.counts("KK", "AA") == matrix.counts(1, 0)
    for row, said in ((-1, "row: an int"), (2, "row: an int"), ("QQ", "row: one of AA, KK is")):
        with pytest.raises(ValueError, match=f"^{said}"):
            matrix.counts(row, 0)
    with pytest.raises(TypeError, match=r"^column: an int"):
        matrix.exact(0, 0.5)  # type: ignore[arg-type]
    for hands, options, said in (
        (["AA", "XX"], {}, "hands: row 1: cannot read 'XX' at index 0 of 'XX'"),
        (
            ["KK", "AA"],
            {"board": "AsAhAd"},
            "hands: row 1: no hand of AA is left beside board",
        ),
        (["KK"], {"dead": list(range(44))}, "dead: 9 cards are needed"),
    ):
        with pytest.raises(ValueError, match=f"^{said}"):
            croupier.equity_matrix(hands, **options)


def test_weights_that_128_bits_do_not_count() -> None:
    wide = "22+:0.999983, A2s+:0.000017"
    with pytest.raises(ValueError, match="hands: weights of fewer decimals are needed"):
        croupier.equity(*[wide] * 6, board="2c 3c 4c 5c", max_exact=10**18)


# Faces


def test_faces() -> None:
    exact, sampled = croupier.equity("AA", "KK"), croupier.equity("AA", "KK", samples=100, seed=1)
    assert str(exact).splitlines()[0] == "equity of AA v KK, exact"
    assert str(exact).splitlines()[-1] == "61,642,944 deals"
    assert "samples 0 to 99, seed 1" in str(sampled)
    assert "std error" in str(sampled)
    assert "std error" not in str(exact)
    assert "<table>" in exact._repr_html_()
    facts = exact.to_dict()
    assert facts["method"] == "exact"
    assert facts["options"] == {"hands": ["AA", "KK"]}
    assert facts["equity"][0] == str(exact.equity[0])
    assert facts["ties"].keys() == {"2"}
    assert exact.to_csv().splitlines()[0] == "player,hand,equity,std_error,wins,ties,equity_exact"
    assert [bar.get_width() for bar in sampled.plot().axes[0].patches] == list(sampled.equity)[::-1]
    assert isinstance(exact.game, Spot)


def test_saved_and_read() -> None:
    wide = croupier.equity("22+:0.3, A2s+", "random", board="2c 7d Jh", dead="As")
    fine = croupier.equity("AA:0.999999, KK:0.7", "22+:0.123457, A2s+:0.999998", board="2c7dJh")
    assert fine.total > 2**53
    none = croupier.equity("AA", "KK", samples=0, seed=1)
    sampled = croupier.equity("AA", "KK", "QQ", samples=100, seed=2**100)
    for equity in (none, fine):
        assert croupier.Report.from_dict(json.loads(json.dumps(equity.to_dict()))) == equity
    for equity in (wide, sampled):
        data = json.loads(json.dumps(equity.to_dict()))
        for kind in (croupier.Report, croupier.Equity):
            assert kind.from_dict(data) == equity
        for key, value, said in (
            ("counts", data["counts"][1:], "counts: "),
            ("counts", [*data["counts"][:-1], -1], "counts["),
            ("total", "x", "total: "),
            ("total", data["total"] + 1 if type(data["total"]) is int else "1" * 20, "total: "),
            ("wins", [], "wins: "),
            ("equity", data["equity"][::-1], "equity["),
            ("seed", -1, "seed: "),
            ("options", 5, "options: "),
            ("options", {"hands": ["AA"]}, "options: hands: 2 to 10 are needed, got 1"),
            ("options", data["options"] | {"deck": 5}, "options: one of hands, board, dead is"),
            ("options", {"hands": ["AA", "QQ"]}, "rules_digest: "),
            ("rules_digest", "5", "rules_digest: "),
            ("unit", "round", "unit: "),
        ):
            with pytest.raises((ValueError, TypeError), match="^" + re.escape(said)):
                croupier.Report.from_dict(data | {key: value})
    with pytest.raises(ValueError, match=r"^game: one with a Equity is needed"):
        croupier.Equity.from_dict(croupier.ThaiHiLo().exact().to_dict())
    with pytest.raises(TypeError, match=r"^data: a mapping is needed, got list"):
        croupier.Equity.from_dict([])  # type: ignore[arg-type]


def test_a_pot_is_split_to_the_last_unit() -> None:
    three = croupier.equity("ThAc", "AdTd", "TsAs", board="4d 7s 6s Jd Jh")
    assert three.split(30_300) == (10_100,) * 3
    assert three.split(100) == (34, 33, 33)
    assert three.split(101) == (34, 34, 33)
    assert three.split(0) == (0, 0, 0)
    kings = croupier.equity("AcAs", "KhKd")
    assert kings.split(2**63 - 1)[0] == math.floor((2**63 - 1) * kings.equity[0] + Fraction(1, 2))
    sampled = croupier.equity("AA", "KK", "random", samples=1000, seed=1)
    for pot in range(50):
        for equity in (kings, sampled):
            shares = equity.split(pot)
            assert sum(shares) == pot
            for share, part in zip(shares, equity.equity, strict=True):
                assert abs(share - pot * part) < 1
    for wrong in (-1, 2**63):
        with pytest.raises(ValueError, match=r"^pot: an int from 0 to"):
            kings.split(wrong)
    with pytest.raises(TypeError, match=r"^pot: "):
        kings.split(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^pot: equity of a sample or more is needed, got none"):
        croupier.equity("AA", "KK", samples=0).split(1)


def test_results_are_values_that_cannot_be_changed() -> None:
    matrix = croupier.equity_matrix(["AA", "KK"], board="2c7dJh")
    rows = croupier.equity(np.array([[[51, 50], [45, 44]]]))
    for value in (matrix, rows):
        assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
        assert value != "AA"
    assert rows != croupier.equity(np.array([[[51, 50], [45, 40]]]))
    assert matrix != croupier.equity_matrix(["AA", "QQ"], board="2c7dJh")
    assert hash(matrix) == hash(pickle.loads(pickle.dumps(matrix)))
    weights = Spot(["AA", "KK"]).weights
    for array in (matrix.equity, rows.counts, weights):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 7


def test_a_whole_board_is_exact_and_its_options_are_read_all_the_same() -> None:
    spot, board = ("AsAh", "KsKh"), "2c7dJhQs3c"
    equity = croupier.equity(*spot, board=board, samples=5, seed=1, first_sample=3)
    assert (equity.exact, equity.counts) == (True, (0, 1, 0, 0))
    wrong: list[dict[str, Any]] = [
        {"samples": -5}, {"samples": 5, "seed": -1}, {"samples": 5, "first_sample": -1},
        {"std_error": -1},
    ]  # fmt: skip
    for options in wrong:
        with pytest.raises(ValueError, match=f"^{list(options)[-1]}: "):
            croupier.equity(*spot, board=board, **options)


def test_faces_of_a_matrix() -> None:
    matrix = croupier.equity_matrix(["AA", "QJs", "22+, A2s+, K2s+, Q2s+, J2s+, T2s+, 92s+"])
    assert repr(matrix) == "<equity of 3 ranges against each other>"
    frame = matrix.to_pandas()
    assert list(frame.columns) == list(frame.index) == list(matrix.names)
    assert frame.loc["AA", "QJs"] == float(croupier.equity("AA", "QJs").equity[0])
    axes = matrix.plot().axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()][:2] == ["AA", "QJs"]
