"""What hands are worth, in numbers and in words."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from itertools import combinations
from math import comb
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from conftest import HANDS, output_of, table
from hand_inputs import EVERY_INTEGER, INTEGERS, Number
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier.hands import _shares


@table(HANDS["strengths"])
def test_strength(poker: ModuleType, row: dict[str, Any]) -> None:
    strength = poker.evaluate(row["cards"])
    assert type(strength) is int
    assert strength == row["strength"]
    assert poker.describe(strength) == row["text"]


@table(HANDS["showdowns"])
def test_showdown(poker: ModuleType, row: dict[str, Any]) -> None:
    strengths = [poker.evaluate(f"{row['board']} {hand}") for hand in row["hands"]]
    assert strengths == row.get("strengths", strengths)
    best = min(strengths)
    assert [i for i, strength in enumerate(strengths) if strength == best] == row["winners"]


def test_category_agrees_with_text(poker: ModuleType) -> None:
    for strength in range(1, 7463):
        assert poker.describe(strength).split(",")[0] == str(poker.category(strength)).capitalize()


def test_best_five_order(poker: ModuleType) -> None:
    for cards, five in [
        ("Ac 2d 3h 4s 5c 9h 9d", "5c4s3h2dAc"),
        ("Ac 2c 3c 4c 6c Kc Qc", "AcKcQc6c4c"),
        ("Ah 2h 3h 4h 5h Kc Qc", "5h4h3h2hAh"),
        ("6c 2d 3h 4s 5c Ah Ad", "6c5c4s3h2d"),
        ("Ts Ah Js Qs As Ks Ad", "AsKsQsJsTs"),
        ("2c 3d 3h 4s 5c 6d 6h", "6h5c4s3h2c"),
        ("Tc Td Th Ts Kc Kd 2c", "TsThTdTcKd"),
        ("7c 7d 7h Kc Kd Kh 2s", "KhKdKc7h7d"),
        ("2c 2d 2h Kc Ks Qc Qs", "2h2d2cKsKc"),
        ("2c 2d 2h Kc Qs Jh 9s", "2h2d2cKcQs"),
        ("Ac Ad Kh Ks Qc Qd 2h", "AdAcKsKhQd"),
        ("2c 2d Kh 5s 7c 9d Jh", "2d2cKhJh9d"),
        ("Jd Ac Ad 7d Qd 4d Td", "AdQdJdTd7d"),
        ("9d Ac 4h 7d Qd 3s Ts", "AcQdTs9d7d"),
        ("10s Jd Qc 9h Ks", "KsQcJdTs9h"),
    ]:
        assert poker.format_cards(poker.best_five(cards)) == five


def copies_of(hand: list[int]) -> list[int]:
    ranks = [card // 4 for card in hand]
    return [ranks.count(rank) for rank in ranks]


@given(hand=st.permutations(range(52)), n_cards=st.integers(5, 7))
def test_best_five_of_any_hand(poker: ModuleType, hand: list[int], n_cards: int) -> None:
    hand = hand[:n_cards]
    five = poker.best_five(hand).tolist()
    assert len(set(five)) == 5
    assert set(five) <= set(hand)
    assert poker.evaluate(five) == poker.evaluate(hand)
    ranks = [card // 4 for card in five]
    if ranks != [3, 2, 1, 0, 12]:
        assert sorted(zip(copies_of(five), ranks, five, strict=True), reverse=True) == list(
            zip(copies_of(five), ranks, five, strict=True)
        )
    if poker.category(poker.evaluate(hand)) not in {5, 8, 9}:
        for card in five:
            higher = {c for c in hand if c // 4 == card // 4 and c > card}
            assert higher <= set(five)


@given(hand=st.permutations(range(52)), n_cards=st.integers(5, 7), data=st.data())
def test_order_and_names_of_suits_do_not_matter(
    poker: ModuleType, hand: list[int], n_cards: int, data: st.DataObject
) -> None:
    hand = hand[:n_cards]
    strength = poker.evaluate(hand)
    assert poker.evaluate(data.draw(st.permutations(hand))) == strength
    suits = data.draw(st.permutations(range(4)))
    assert poker.evaluate([card // 4 * 4 + suits[card % 4] for card in hand]) == strength
    assert poker.evaluate_masks(poker.to_masks(hand)) == strength


@given(hand=st.permutations(range(52)), n_cards=st.integers(6, 7))
def test_strength_is_that_of_the_best_five(
    poker: ModuleType, hand: list[int], n_cards: int
) -> None:
    fives = poker.evaluate(list(combinations(hand[:n_cards], 5)))
    assert poker.evaluate(hand[:n_cards]) == fives.min()


def test_categories(poker: ModuleType) -> None:
    strengths = np.arange(1, 7463)
    categories = poker.category(strengths)
    assert categories.dtype == np.uint8
    assert (np.diff(categories.astype(int)) <= 0).all()
    assert np.bincount(categories).tolist() == HANDS["strengths_per_category"]
    assert [poker.category(s) for s in strengths.tolist()] == categories.tolist()
    assert list(poker.Category) == list(range(10))
    assert [category.name for category in poker.Category] == [
        "HIGH_CARD", "PAIR", "TWO_PAIR", "THREE_OF_A_KIND", "STRAIGHT", "FLUSH", "FULL_HOUSE",
        "FOUR_OF_A_KIND", "STRAIGHT_FLUSH", "ROYAL_FLUSH",
    ]  # fmt: skip


@pytest.mark.parametrize("strength", [1, np.uint16(1), np.int64(1), np.array(1), Number(1)])
def test_category_of_one(poker: ModuleType, strength: Any) -> None:
    assert poker.category(strength) is poker.Category.ROYAL_FLUSH


@pytest.mark.parametrize("dtype", EVERY_INTEGER)
def test_category_of_arrays(poker: ModuleType, dtype: str) -> None:
    strengths = np.array([[1, 2, 10, 11], [100, 127, 1, 12]], dtype)
    for layout in (strengths, strengths[:, ::-1][:, ::-1], np.asfortranarray(strengths)):
        categories = poker.category(layout)
        assert categories.dtype == np.uint8
        assert categories.tolist() == [[9, 8, 8, 7], [7, 7, 9, 7]]
    assert poker.category(strengths.tolist()).tolist() == [[9, 8, 8, 7], [7, 7, 9, 7]]
    assert poker.category(strengths[:0]).shape == (0, 4)


@pytest.mark.parametrize(
    "strength", [0, -1, 7463, 65535, 65537, 2**32 + 1, 2**64 + 1, -(2**64) + 1, 2**64 - 1]
)
def test_strength_out_of_range(poker: ModuleType, strength: int) -> None:
    with pytest.raises(ValueError, match=rf"^strength: .*{strength}"):
        poker.category(strength)
    with pytest.raises(ValueError, match=r"^strength: "):
        poker.category([1, 2, strength])
    with pytest.raises(ValueError, match=rf"^strength: .*{strength}"):
        poker.describe(strength)
    for dtype in INTEGERS:
        if np.iinfo(dtype).min <= strength <= np.iinfo(dtype).max:
            with pytest.raises(ValueError, match=r"^strength: "):
                poker.category(np.array([[1], [strength]], dtype))


@pytest.mark.parametrize("locale", ["en", "hi", "ro"])
def test_texts_differ(poker: ModuleType, locale: str) -> None:
    texts = [poker.describe(strength, locale) for strength in range(1, 7463)]
    assert len(set(texts)) == 7462
    assert texts == [croupier.describe(strength, locale=locale) for strength in range(1, 7463)]


@pytest.mark.parametrize(
    ("cards", "hindi", "romanian"),
    [
        ("AsKsQsJsTs", "रॉयल फ्लश", "Chintă roială"),
        ("9s8s7s6s5s", "स्ट्रेट फ्लश, 98765", "Chintă-culoare, 98765"),
        ("AsAcAdAhTs", "एक तरह के चार, AAAAT", "Careu, AAAAT"),
        ("AsAcAdKhKs", "फुल हाउस, AAAKK", "Full, AAAKK"),
        ("AsKs9s3s2s", "फ्लश, AK932", "Culoare, AK932"),
        ("As2c3d4h5s", "स्ट्रेट, 5432A", "Chintă, 5432A"),
        ("2s2c2d4h5s", "एक तरह के तीन, 22254", "Brelan, 22254"),
        ("2s2c3d3hAs", "दो जोड़े, 3322A", "Două perechi, 3322A"),
        ("2s2cTd9hAs", "पेअर, 22AT9", "O pereche, 22AT9"),
        ("2s3cTd9hAs", "हाई कार्ड, AT932", "Carte puternică, AT932"),
    ],
)
def test_texts_of_other_locales(poker: ModuleType, cards: str, hindi: str, romanian: str) -> None:
    strength = poker.evaluate(cards)
    assert poker.describe(strength, locale="hi") == hindi
    assert poker.describe(strength, locale="ro") == romanian


@pytest.mark.parametrize("locale", ["", "EN", "de", "en_GB", "hi\0", "\ud800", "en "])
def test_unknown_locale(poker: ModuleType, locale: str) -> None:
    with pytest.raises(ValueError, match=r"^locale: ") as caught:
        poker.describe(1, locale)
    for known in ("en", "hi", "ro"):
        assert known in str(caught.value).replace(repr(locale), "")


@pytest.mark.parametrize("locale", [None, 5, b"en", ["en"], True])
def test_locale_of_wrong_type(poker: ModuleType, locale: Any) -> None:
    with pytest.raises(TypeError, match=r"^locale: "):
        poker.describe(1, locale=locale)


@pytest.mark.parametrize(
    "strength", [None, True, np.True_, 1.0, np.float64(1), "1", ["1"], (1.0,), np.array([1.0]), {1}]
)
def test_strength_of_wrong_type(poker: ModuleType, strength: Any) -> None:
    for verb in (poker.describe, poker.category, poker.percentile):
        with pytest.raises(TypeError, match=r"^strength: "):
            verb(strength)
    assert poker.describe(np.uint16(1)) == "Royal flush"


NAMES = {
    "en": ["High card", "Pair", "Two pair", "Three of a kind", "Straight", "Flush", "Full house",
           "Four of a kind", "Straight flush", "Royal flush"],
    "hi": ["हाई कार्ड", "पेअर", "दो जोड़े", "एक तरह के तीन", "स्ट्रेट", "फ्लश", "फुल हाउस", "एक तरह के चार",
           "स्ट्रेट फ्लश", "रॉयल फ्लश"],
    "ro": ["Carte puternică", "O pereche", "Două perechi", "Brelan", "Chintă", "Culoare", "Full",
           "Careu", "Chintă-culoare", "Chintă roială"],
}  # fmt: skip


@pytest.mark.parametrize("locale", NAMES)
def test_describe_arrays(poker: ModuleType, locale: str) -> None:
    strengths = np.arange(1, 7463).reshape(2, 7, -1)
    texts = poker.describe(strengths, locale)
    assert (texts.dtype, texts.shape) == (object, strengths.shape)
    assert texts.ravel().tolist() == [poker.describe(s, locale) for s in range(1, 7463)]
    names = poker.describe(strengths, locale, ranks=False)
    assert (names.dtype, names.shape) == (object, strengths.shape)
    kinds = poker.category(strengths).ravel().tolist()
    assert names.ravel().tolist() == [NAMES[locale][kind] for kind in kinds]
    assert poker.describe(167, locale, ranks=np.False_) == NAMES[locale][6]
    assert poker.describe([], locale).tolist() == []


def test_equal_texts_are_one_object() -> None:
    texts = croupier.describe([[167, 1], [1, 167]])
    assert texts[0, 0] is texts[1, 1]
    assert texts[0, 1] is croupier.describe([1])[0]
    names = croupier.describe([167, 168], ranks=False)
    assert names[0] is names[1]


def test_described_arrays_are_fresh() -> None:
    texts = croupier.describe([1, 2])
    texts[:] = "changed"
    assert croupier.describe([1])[0] == "Royal flush"


@pytest.mark.parametrize("ranks", [None, 1, 0, "yes", np.array([True])])
def test_ranks_of_wrong_type(poker: ModuleType, ranks: Any) -> None:
    for strength in (1, [1]):
        with pytest.raises(TypeError, match=r"^ranks: a bool is needed, got "):
            poker.describe(strength, ranks=ranks)


def test_a_category_reads_like_one(poker: ModuleType) -> None:
    for number, kind in enumerate(poker.Category):
        name = NAMES["en"][number].lower()
        assert (str(kind), f"{kind}", "%s" % kind) == (name,) * 3  # noqa: UP031
        assert f"{kind:>20}|{kind:^20}|{kind!s:20}" == f"{name:>20}|{name:^20}|{name:20}"
        assert (
            f"{kind:d} {kind:03d} {kind:x} {kind:.1f}"
            == f"{number} 00{number} {number:x} {number}.0"
        )
        assert json.dumps([kind, {"kind": kind}]) == f'[{number}, {{"kind": {number}}}]'
        assert json.dumps({kind: 1}) == f'{{"{number}": 1}}'
        assert repr(kind) == f"<Category.{kind.name}: {number}>"
        assert (kind + 1, kind == number, int(kind), [*range(10)][kind]) == (
            number + 1, True, number, number,
        )  # fmt: skip
        assert pickle.loads(pickle.dumps(kind)) is kind
        assert np.array([kind]).tolist() == [number]


def share_of(counts: list[int], strength: int) -> float:
    return float(Fraction(sum(counts[strength:]), sum(counts)))


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_percentile(n_cards: int) -> None:
    counts = croupier.strength_histogram(n_cards).tolist()
    strengths = np.arange(1, 7463).reshape(2, -1)
    shares = croupier.percentile(strengths, n_cards)
    assert (shares.dtype, shares.shape) == (np.float64, strengths.shape)
    for strength in (1, 2, 10, 166, 1609, 3325, 7461, 7462):
        share = croupier.percentile(strength, n_cards=n_cards)
        assert type(share) is float
        assert share == share_of(counts, strength) == shares.ravel()[strength - 1]
    assert (np.diff(shares.ravel()) <= 0).all()
    assert shares[0, 0] == 1
    assert croupier.percentile([], n_cards).shape == (0,)


def test_percentile_of_five_cards_by_known_counts(poker: ModuleType) -> None:
    total = comb(52, 5)
    assert poker.percentile(1, 5) == 1
    assert poker.percentile(2, n_cards=5) == (total - 4) / total
    assert poker.percentile(7462, 5) == 1020 / total
    assert poker.percentile(6186, 5) == 1302540 / total  # the best hand without a pair
    assert poker.percentile([[1], [7462]], 5).tolist() == [[1], [1020 / total]]


def test_percentile_is_of_seven_cards_unless_said() -> None:
    assert croupier.percentile(7000) == croupier.percentile(7000, 7) != croupier.percentile(7000, 5)
    assert croupier.percentile(np.array(1)) == croupier.percentile(Number(1)) == 1
    first = croupier.percentile([1, 2])
    first[:] = 5
    assert croupier.percentile(1) == 1


@pytest.mark.parametrize("n_cards", [4, 8, 0, -5, 2**64 + 5])
def test_percentile_of_wrong_count(poker: ModuleType, n_cards: int) -> None:
    with pytest.raises(ValueError, match=r"^n_cards: "):
        poker.percentile(1, n_cards)


@pytest.mark.parametrize("n_cards", [None, 5.0, "5", True, [5], np.array([5, 6])])
def test_percentile_of_wrong_count_type(poker: ModuleType, n_cards: Any) -> None:
    with pytest.raises(TypeError, match=r"^n_cards: "):
        poker.percentile(1, n_cards)


def test_percentile_counts_once_in_a_process() -> None:
    program = """
import os, threading, croupier
calls = []
count = croupier._core.strength_histogram
croupier._core.strength_histogram = lambda n: calls.append(n) or count(n)
threads = [threading.Thread(target=croupier.percentile, args=(5,)) for _ in range(4)]
for thread in threads: thread.start()
if os.fork() == 0:
    os._exit(croupier.percentile(1) != 1)
print(os.waitstatus_to_exitcode(os.wait()[1]))
for thread in threads: thread.join()
before = len(calls)
print(croupier.percentile(1), croupier.percentile([1]).tolist(), len(calls) == before)
"""
    assert output_of(program, PYTHONWARNINGS="ignore").split() == ["0", "1.0", "[1.0]", "True"]


def test_percentile_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    _shares.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(croupier._core, "strength_histogram", raise_interrupt)
        with pytest.raises(KeyboardInterrupt):
            croupier.percentile(1, 5)
    assert croupier.percentile(1, 5) == 1


def raise_interrupt(*_: Any) -> Any:
    raise KeyboardInterrupt


@pytest.mark.usefixtures("isa")
def test_no_hand_holds_a_flush_and_a_full_house() -> None:
    suited = list(combinations(range(0, 52, 4), 5))
    others = np.array(list(combinations([card for card in range(52) if card % 4], 2)))
    for flush in suited[:: len(suited) // 200]:
        more = [card for card in range(0, 52, 4) if card not in flush]
        pairs = np.concatenate(
            [others, np.array([(a, b) for a in more for b in range(52) if b % 4])]
        )
        hands = np.empty((len(pairs), 7), np.uint8)
        hands[:, :5], hands[:, 5:] = flush, pairs
        assert set(croupier.category(croupier.evaluate(hands)).tolist()) <= {5, 8, 9}


@pytest.mark.usefixtures("isa")
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_histogram(n_cards: int) -> None:
    counts = croupier.strength_histogram(n_cards)
    assert (counts.dtype, counts.shape) == (np.int64, (7463,))
    assert counts[0] == 0
    assert counts.sum() == comb(52, n_cards)
    assert counts[1] == HANDS["royal_flush_counts"][str(n_cards)]
    categories = croupier.category(np.arange(1, 7463))
    totals = [int(counts[1:][categories == category].sum()) for category in range(10)]
    assert [*totals[:8], totals[8] + totals[9]] == HANDS["category_counts"][str(n_cards)]
    if n_cards == 5:
        assert (counts[1:] > 0).all()
        assert (croupier.strength_histogram(5, threads=1) == counts).all()


@pytest.mark.usefixtures("isa")
def test_histogram_equals_reference(reference_histogram: np.ndarray) -> None:
    assert (croupier.strength_histogram(5) == reference_histogram).all()


@pytest.mark.parametrize("n_cards", [-1, 0, 1, 4, 8, 52, 3 * 10**9, 2**32 + 5, 2**64 + 5])
def test_histogram_of_wrong_count(poker: ModuleType, n_cards: int) -> None:
    with pytest.raises(ValueError, match=rf"^n_cards: .*{n_cards}"):
        poker.strength_histogram(n_cards)


@pytest.mark.parametrize("n_cards", [None, 5.0, "5", True, [5], np.float64(5), np.array([5, 6])])
def test_histogram_of_wrong_type(poker: ModuleType, n_cards: Any) -> None:
    with pytest.raises(TypeError, match=r"^n_cards: "):
        poker.strength_histogram(n_cards)


@pytest.mark.usefixtures("isa")
def test_equals_phevaluator(phevaluator_hands: tuple[np.ndarray, np.ndarray]) -> None:
    hands, strengths = phevaluator_hands
    assert (croupier.evaluate(hands) == strengths).all()
    assert (croupier.evaluate(np.asfortranarray(hands), threads=2) == strengths).all()
    assert (croupier.evaluate_masks(croupier.to_masks(hands)) == strengths).all()
    few = slice(0, 50_000)
    evaluate = croupier.evaluate
    assert [evaluate(hand) for hand in hands[few].tolist()] == strengths[few].tolist()


@pytest.mark.usefixtures("isa")
def test_equals_reference(reference_hands: list[tuple[np.ndarray, np.ndarray]]) -> None:
    for hands, strengths in reference_hands:
        assert (croupier.evaluate(hands) == strengths).all()
        assert [croupier.evaluate(hand) for hand in hands.tolist()] == strengths.tolist()


@pytest.mark.parametrize("call", [croupier.category, croupier.describe, croupier.percentile])
def test_a_category_is_no_strength(call: Any) -> None:
    with pytest.raises(TypeError, match=r"^strength: .* needed, got the category flush$"):
        call(croupier.Category.FLUSH)
