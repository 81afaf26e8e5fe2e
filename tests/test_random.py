"""Random words and draws of the twin, against NumPy and by counting every way."""

from __future__ import annotations

import random as stdlib_random
import re
from collections import Counter
from fractions import Fraction
from itertools import islice, permutations, product
from math import prod
from pathlib import Path

import numpy as np
import pytest
from conftest import chi_square_p

from croupier.reference.random import (
    MOST_PER_WORD,
    Domain,
    block,
    deal,
    draw,
    draw_from,
    stream,
    take,
    word,
)

ROOT = Path(__file__).parents[1]
SEED = 0x0123456789ABCDEF_FEDCBA9876543210

# The known answers of the Random123 library.
KNOWN = [
    (0, (0, 0, 0, 0), "16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b"),
    (
        2**128 - 1,
        (2**64 - 1,) * 4,
        "87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0",
    ),
    (
        0x452821E638D01377 | 0xBE5466CF34E90C6C << 64,
        (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        "a528f45403e61d95 38c72dbd566e9788 a5a1610e72fd18b5 57bd43b5e52b7fe6",
    ),
]


@pytest.mark.parametrize(("seed", "counter", "words"), KNOWN)
def test_known_answers(seed: int, counter: tuple[int, int, int, int], words: str) -> None:
    assert " ".join(f"{number:016x}" for number in block(seed, counter)) == words


@pytest.mark.parametrize("domain", Domain)
def test_words_are_those_numpy_gives_in_a_row(domain: Domain) -> None:
    for first_block in (0, 1, 2**62):
        counter = (first_block + (domain << 192) - 1) % 2**256
        row = np.random.Philox(key=SEED, counter=counter).random_raw(40).tolist()
        assert [word(SEED, domain, 4 * first_block + i) for i in range(40)] == row


def test_the_numbers_of_the_domains_stay() -> None:
    assert {domain.name: int(domain) for domain in Domain} == {
        "THAI_HILO": 1,
        "BACCARAT": 2,
        "BACCARAT_SHOE": 3,
        "CASINO_HOLDEM": 4,
        "ROYAL_CASINO": 5,
        "ROYAL_CASINO_AGENTS": 6,
        "EQUITY": 7,
    }


def test_the_page_and_the_core_have_the_same_domains() -> None:
    page = (ROOT / "docs" / "random.md").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^\| (\d+) \|", page) == [str(int(domain)) for domain in Domain]
    header = (ROOT / "cpp" / "include" / "croupier" / "random.hpp").read_text(encoding="utf-8")
    listed = header.partition("enum class Domain")[2].partition("}")[0]
    names = ["k" + domain.name.title().replace("_", "") for domain in Domain]
    known = [name.replace("ThaiHilo", "ThaiHiLo") for name in names]
    assert re.findall(r"(k\w+) = (\d+)", listed) == [
        (name, str(int(domain))) for name, domain in zip(known, Domain, strict=True)
    ]


def test_streams_share_no_word() -> None:
    rng = stdlib_random.Random(3)
    seeds = [0, 1, 2**64, 2**127, *(rng.getrandbits(128) for _ in range(6))]
    words = [
        number
        for seed, domain, index, again in product(seeds, Domain, range(4), (False, True))
        for number in islice(stream(seed, domain, index, again), 8)
    ]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("bounds", [[6], [6, 6, 6], [52], [5, 4, 3], [7, 1, 2]])
def test_a_word_is_kept_exactly_so_often_for_every_result(bounds: list[int]) -> None:
    """The kept words of each result are an interval; its two ends tell how many they are."""
    total = prod(bounds)
    for number, result in enumerate(product(*map(range, bounds))):
        first = -(-number * 2**64 // total)
        last = -(-(number + 1) * 2**64 // total) - 1
        kept = last - first + 1
        while first * total % 2**64 < 2**64 % total:  # rejected: at most one
            first, kept = first + 1, kept - 1
        assert kept == 2**64 // total
        assert tuple(draw(iter([first]), bounds)) == result
        assert tuple(draw(iter([last]), bounds)) == result
        if first - 1 >= -(-number * 2**64 // total):
            assert draw(iter([first - 1, last]), bounds) == list(result)


def test_a_rejected_word_is_replaced() -> None:
    bounds = [10**9 + 7, 10**8]
    assert 2**64 % prod(bounds) > 0
    replaced = draw(iter([0, 2**63 + 1]), bounds)
    assert replaced == draw(iter([2**63 + 1]), bounds)
    total = prod(bounds)
    words = (word(SEED, Domain.CASINO_HOLDEM, number) for number in range(10_000))
    number = next(n for n, w in enumerate(words) if w * total % 2**64 < 2**64 % total)
    stand_in = stream(SEED, Domain.CASINO_HOLDEM, number, again=True)
    assert draw_from(SEED, Domain.CASINO_HOLDEM, number, bounds) == draw(stand_in, bounds)


def test_each_face_of_a_die_is_as_likely() -> None:
    """As taking a remainder is not: of 256 bytes 43 give a one and 42 a six."""
    drawn = [draw_from(SEED, Domain.CASINO_HOLDEM, n, [6] * 20) for n in range(6000)]
    faces = Counter(face for row in drawn for face in row)
    assert 0.0001 < chi_square_p([faces[face] for face in range(6)], [1] * 6) < 0.9999


def test_take_reaches_every_order_in_one_way() -> None:
    pack = ["a", "b", "c", "d"]
    orders = [tuple(take(pack, list(draws))) for draws in product(*map(range, (4, 3, 2, 1)))]
    assert sorted(orders) == sorted(permutations(pack))
    assert pack == ["a", "b", "c", "d"]


def test_shuffles_are_uniform() -> None:
    orders = Counter(
        tuple(deal(stream(SEED, Domain.ROYAL_CASINO, n), [0, 1, 2], 3)) for n in range(12_000)
    )
    assert 0.0001 < chi_square_p([orders[o] for o in permutations(range(3))], [1] * 6) < 0.9999
    last = Counter(
        deal(stream(SEED, Domain.CASINO_HOLDEM, n), list(range(5)), 5)[-1] for n in range(5000)
    )
    assert 0.0001 < chi_square_p([last[card] for card in range(5)], [1] * 5) < 0.9999


def test_a_shuffled_pack_stays() -> None:
    """The same golden pack as in the tests of the core."""
    seed = 0x0123456789ABCDEF | 0xFEDCBA9876543210 << 64
    pack = deal(stream(seed, Domain.ROYAL_CASINO, 0), list(range(52)), 52)
    assert pack[:16] == [29, 15, 37, 47, 41, 6, 14, 42, 48, 18, 51, 44, 17, 49, 2, 1]
    assert pack[-8:] == [0, 27, 40, 43, 35, 7, 38, 4]
    assert sorted(pack) == list(range(52))
    assert deal(stream(seed, Domain.ROYAL_CASINO, 0), list(range(52)), 9) == pack[:9]


def test_a_word_serves_as_many_draws_as_fit() -> None:
    assert prod(range(43, 53)) <= MOST_PER_WORD < prod(range(42, 53))
    assert 216**7 <= MOST_PER_WORD < 216**8
    assert Fraction(MOST_PER_WORD, 2**64) == Fraction(1, 16)
    words = iter(islice(stream(SEED, Domain.CASINO_HOLDEM, 0), 4))
    deal(words, list(range(52)), 20)
    assert len(list(words)) == 2
