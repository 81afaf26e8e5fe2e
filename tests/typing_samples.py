"""What the documentation shows, typed: read by mypy like the package, and run by pytest."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, SupportsIndex, assert_type

import numpy as np
import numpy.typing as npt
import pandas as pd

import croupier
from croupier.games import baccarat, casino_holdem, thai_hilo
from croupier.games.casino_holdem import Decision
from croupier.games.game import Settlement
from croupier.games.royal_casino import RoyalMove, RoyalView
from croupier.report import BetReport, BettingReport


def one_hand() -> None:
    royal = [51, 47, 43, 39, 35]
    assert_type(croupier.evaluate("AsKsQsJsTs"), int)
    assert_type(croupier.evaluate(bytes(royal)), int)
    assert_type(croupier.evaluate(royal), int)
    assert_type(croupier.evaluate(tuple(royal)), int)
    assert_type(croupier.evaluate(set(royal)), int)
    assert_type(croupier.evaluate(card for card in royal), int)
    assert_type(croupier.evaluate([np.uint8(card) for card in royal], threads=None), int)
    assert_type(croupier.evaluate(croupier.parse_cards("AsKsQsJsTs")), int)
    assert_type(croupier.format_cards(royal), str)
    assert_type(croupier.format_cards(croupier.parse_cards("AsKs")), str)
    assert_type(croupier.describe(1, ranks=False), str)
    assert_type(croupier.category(np.uint16(1)), croupier.Category)
    assert_type(croupier.percentile(1, n_cards=5), float)


def many_hands() -> None:
    rows = np.array([[51, 47, 43, 39, 35], [20, 12, 8, 4, 1]], np.uint8)
    texts = ["AsKsQsJsTs", "7c5c4c3c2d"]
    assert_type(croupier.evaluate(rows.reshape(2, 5)), npt.NDArray[np.uint16])
    assert_type(croupier.evaluate(rows), Any)
    assert_type(croupier.evaluate(rows.tolist()), Any)
    assert_type(croupier.evaluate([[51, 47, 43, 39, 35]]), npt.NDArray[np.uint16])
    parsed = [croupier.parse_cards(text) for text in texts]
    assert_type(croupier.evaluate(parsed), npt.NDArray[np.uint16])
    out = np.empty(2, np.uint16)
    assert_type(croupier.evaluate(texts, out=out), npt.NDArray[np.uint16])
    assert_type(croupier.parse_cards(texts), npt.NDArray[np.uint8])
    assert_type(croupier.format_cards([[51, 47]]), npt.NDArray[np.str_])
    strengths = croupier.evaluate(texts, out=out)
    assert_type(croupier.describe(strengths), npt.NDArray[np.object_])
    assert_type(croupier.percentile(strengths), npt.NDArray[np.float64])
    assert_type(croupier.category(strengths), npt.NDArray[np.uint8])
    compared = croupier.compare(texts, "AhKhQhJhTh")
    assert_type(compared, tuple[int, ...] | npt.NDArray[np.bool_])


def frames_of_hands() -> None:
    frame = pd.DataFrame([[51, 47, 43, 39, 35], [20, 12, 8, 4, 1]])
    assert_type(croupier.evaluate(frame), npt.NDArray[np.uint16])
    assert_type(croupier.format_cards(frame), npt.NDArray[np.str_])
    texts = pd.Series(["AsKsQsJsTs", "7c5c4c3c2d"])
    frame["strength"] = croupier.evaluate(texts)
    assert frame["strength"].tolist() == [1, 7462]
    assert_type(croupier.parse_cards(texts), npt.NDArray[np.uint8])
    assert_type(croupier.evaluate(pd.Series([51, 47, 43, 39, 35])), int)
    frame["words"] = croupier.describe(frame["strength"])
    assert_type(croupier.category(texts.map(croupier.evaluate)), npt.NDArray[np.uint8])
    masks = pd.Series(croupier.to_masks(frame[[0, 1, 2, 3, 4]]))
    assert croupier.evaluate_masks(masks).tolist() == [1, 7462]
    frame["share"] = croupier.percentile(frame["strength"])


def baccarat_rounds() -> None:
    game = croupier.Baccarat()
    dealt = baccarat.Round("Kd 2c 4h", "9s 8d")
    assert_type(dealt, baccarat.Round)
    assert_type(dealt.player, tuple[int, ...])
    assert_type(game.deal(7, 0), baccarat.Round)
    assert_type(game.outcome(dealt), baccarat.Outcome)
    game.outcome(baccarat.Round([45, 0, 10], (31, 25)))
    game.outcome(baccarat.Round(np.array([45, 0, 10]), np.array([31, 25], np.uint8)))
    game.outcome(baccarat.Round("Kd 2c 4h", (31, 25)))
    stakes: list[Mapping[str, SupportsIndex]] = [{"banker": 10}, {"banker": np.int64(10)}]
    assert_type(game.settle(dealt, stakes[0]), Settlement)
    assert [game.settle(dealt, {"banker": stake}).returned for stake in (10, 20)] == [19, 39]
    player, banker = game.deal(seed=7, index=2**60)
    assert_type(player, tuple[int, ...])
    assert_type(game.deal_shoe(1, 2)[0].banker, tuple[int, ...])
    assert game.outcome(game.deal(7, 0)) in game.outcomes
    assert player[0] + banker[0] > 0


def baccarat_shoes() -> None:
    game = croupier.Baccarat(shoe=[128, *[32] * 9], commission="0.0415", tie=Fraction(17, 2))
    shoe = list(game.shoe)
    without_a_four = [*shoe[:4], shoe[4] - 1, *shoe[5:]]
    assert_type(game.exact_shoes([shoe, without_a_four]), npt.NDArray[np.int64])
    shoes = np.array(game.shoe) - np.eye(10, dtype=int)
    assert game.exact_shoes(shoes).shape == (10, len(game.outcomes))
    assert croupier.Baccarat(shoe=np.array(shoe)).shoe == game.shoe
    assert game.simulate_shoes(1, cut_card=np.int64(14), seed=1).rounds


def thai_hilo_rounds() -> None:
    game = croupier.ThaiHiLo(number=[1, 2, "5"], hi="1.1")
    entered = game.enter([thai_hilo.Shake(None, "overlap"), thai_hilo.Shake((2, 3, 1))])
    assert_type(entered.dice, tuple[int, int, int])
    assert game.enter([thai_hilo.Shake([2, 3, 1])]).dice == entered.dice
    assert_type(game.deal(seed=7, index=2**60).dice, tuple[int, int, int])
    assert_type(game.outcome(thai_hilo.Round([2, 3, 1])), thai_hilo.Outcome)
    assert_type(thai_hilo.Round(np.array([2, 3, 1])).dice, tuple[int, int, int])
    assert_type(thai_hilo.Shake([2, 3, 1], "overlap").dice, tuple[int, int, int] | None)
    game.outcome(thai_hilo.Round((2, 3, 1)))
    assert game.settle(entered, {"lo": 100, "number_1": np.int64(50)}).net > 0
    assert_type(game.odds("lo", game.outcomes[0]), Fraction)


def casino_holdem_rounds() -> None:
    game = croupier.CasinoHoldem(ante=[1] * 9 + [50], call="1/2", aa_bonus=(7,) * 9)
    dealt = casino_holdem.Round("AsKd", "Ah 2c 7d", "3c", "4d", "QhJh")
    assert_type(game.outcome(dealt, action="call"), casino_holdem.Outcome)
    assert_type(dealt.flop, tuple[int, ...])
    assert_type(casino_holdem.Seen("AsKd", [50, 0, 21]).hole, tuple[int, ...])
    mixed = casino_holdem.Round("AsKd", [50, 0, 21], (5,), np.array([9]), "QhJh")
    game.outcome(
        casino_holdem.Round("AsKd", [50, 0, 21], (5,), np.array([9]), "QhJh"), action="fold"
    )
    game.settle(mixed, {"ante": 100, "aa_bonus": 50}, action="call")
    played = game.deal(seed=7, index=2**60)
    assert_type(played.hole, tuple[int, ...])
    assert_type(game.strategy("basic").decide(played.hole, played.flop), Decision)

    def pair_or_ace(
        hole: npt.NDArray[np.uint8], flop: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.bool_]:
        paired = ((hole >> 2)[:, :, None] == (flop >> 2)[:, None, :]).any(axis=(1, 2))
        calls: npt.NDArray[np.bool_] = paired | (hole[:, 0] >> 2 == 12)
        return calls

    report = game.simulate(10, strategy=pair_or_ace, seed=1)
    assert_type(game.call_frequency(report), Fraction)


def reports() -> None:
    game = croupier.ThaiHiLo()
    pieces = [game.simulate(10, seed=1, first_round=first) for first in (0, 10)]
    assert_type(pieces[0] + pieces[1], BettingReport)
    merged = sum(pieces[1:], pieces[0])
    assert_type(merged, BettingReport)
    assert_type(croupier.Report.from_dict(merged.to_dict()), croupier.Report)
    assert_type(BettingReport.from_dict(merged.to_dict()), BettingReport)
    assert sum(pieces) == merged
    assert_type(merged.bets["lo"], BetReport)
    assert_type(merged.rounded, dict[str, float])
    assert_type(merged.to_dict(), dict[str, Any])
    assert_type(merged["lo"].confidence_interval(0.9), tuple[float, float])
    assert_type(merged["lo"].hit_rate_exact, Fraction | None)
    assert_type(merged.reprice(stake=30), BettingReport)
    assert_type(merged.to_csv("outcomes"), str)
    repriced = merged.reprice(croupier.ThaiHiLo(hi=2), stake=np.int64(100))
    assert repriced.bets["hi"].rtp >= merged.bets["hi"].rtp
    for outcome, chance in game.exact(stake=None).outcomes.items():
        assert outcome in game.outcomes
        assert 0 < chance < 1


def equities() -> None:
    wide = croupier.Range("QQ+, AKs") | croupier.Range(np.ones((13, 13)))
    spot = croupier.equity("AsAh", wide, [45, 46], board="2c 7d Jh")
    assert_type(spot, croupier.Equity)
    assert_type(spot.wins, tuple[int, ...])
    assert_type(spot.std_error, tuple[float, ...])
    sampled = croupier.equity("AA", "KK", samples=np.int64(10), seed=1)
    assert_type(sampled + croupier.equity("AA", "KK", samples=0, seed=1), croupier.Equity)
    rows = croupier.equity(np.array([[[51, 50], [47, 46]]]), board=[[0, 5, 10]])
    assert_type(rows, croupier.EquityRows)
    assert_type(rows.equity, npt.NDArray[np.float64])
    matrix = croupier.equity_matrix(["AA", wide], board=np.array([1, 2, 3]))
    assert_type(matrix.exact(0, 1), Fraction)
    assert_type(croupier.category_counts("AsAh"), dict[croupier.Category, int])
    assert_type(croupier.outs("AsAh", "2c7dJh")[croupier.Category.TWO_PAIR], npt.NDArray[np.uint8])


def royal_casino_moves() -> None:
    def first(view: RoyalView) -> RoyalMove:
        return view.legal_moves()[0]

    def last(view: RoyalView) -> str:
        return str(view.legal_moves()[-1])

    game = croupier.RoyalCasino()
    report = game.simulate(1, (first, last), seed=1, first_round=np.int64(3))
    assert report.agents == ("first", "last")
    state = game.start(seed=1)
    assert_type(game.choose(last, state), RoyalMove)
    assert state.play(last(state.view())) == state.play(state.legal_moves()[-1])
    assert_type(croupier.Build("5c 3d", 8, owner=1).cards, tuple[int, ...])
    assert_type(report.win_rate_intervals, tuple[tuple[float, float], ...])


SAMPLES = (
    one_hand,
    many_hands,
    frames_of_hands,
    baccarat_rounds,
    baccarat_shoes,
    thai_hilo_rounds,
    casino_holdem_rounds,
    equities,
    reports,
    royal_casino_moves,
)
