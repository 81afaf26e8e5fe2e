"""The page of rules: every cited rule stands there, and settings and paytables are the games'."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.games import baccarat
from croupier.hands import Category

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
GAMES = {
    game.name: game()
    for game in (getattr(croupier, name) for name in croupier.__all__)
    if isinstance(game, type) and hasattr(game, "name") and hasattr(game, "digest")
}
LAST_RULES = {"H": 16, "B": 11, "T": 8, "R": 38}
FIXED = {"lost": Fraction(-1), "returned": Fraction(0)}

game_names = pytest.mark.parametrize("name", GAMES)


def texts() -> Iterator[tuple[str, str]]:
    """Yield what may cite rules: sources, tests and pages, each with its path."""
    for folder in ("python", "cpp", "docs", "tests", "bench"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".pyi", ".cpp", ".hpp", ".md"}:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    yield "README.md", (ROOT / "README.md").read_text(encoding="utf-8")


def slug(heading: str) -> str:
    return heading.lower().replace("'", "").replace(" ", "-")


def section(name: str) -> str:
    """Give a game's part of the page."""
    parts = re.split(r"^## (.+)\n", PAGE, flags=re.MULTILINE)
    return dict(zip(map(slug, parts[1::2]), parts[2::2], strict=True))[name]


def table(name: str, first_heading: str) -> list[list[str]]:
    """Give the rows of the one table of a game whose first heading is this."""
    blocks = re.findall(r"(?:^\|.*\|\n)+", section(name), flags=re.MULTILINE)
    tables = [
        [[cell.strip() for cell in line[1:-1].split("|")] for line in block.splitlines()]
        for block in blocks
    ]
    (rows,) = (rows for rows in tables if rows[0][0] == first_heading)
    return rows[2:]


def names_in(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


def odds_in(cell: str) -> Fraction:
    """Read a cell: what is paid stands first."""
    return FIXED[cell] if cell in FIXED else Fraction(re.match(r"[\d.]+", cell)[0])  # type: ignore[index]


def plain(value: Any) -> Any:
    """Give a setting as a table tells it: numbers as fractions, several as a list."""
    if isinstance(value, (tuple, list)):
        return [Fraction(entry) for entry in value]
    return value if isinstance(value, str) else [Fraction(value)]


# Numbers


def test_every_cited_rule_stands_on_the_page() -> None:
    anchors = set(re.findall(r'<a id="([a-z]\d+)"></a>', PAGE))
    citation = re.compile(rf"\b[{''.join(LAST_RULES)}][1-9]\d?\b")
    cited = {(path, rule) for path, text in texts() for rule in citation.findall(text)}
    assert {rule for path, rule in cited if path.startswith("cpp")} >= {"H16", "B9", "R16"}
    assert {(path, rule) for path, rule in cited if rule.lower() not in anchors} == set()


def test_every_rule_is_told_once_in_order_and_has_an_anchor() -> None:
    told = re.findall(r"^- <a id=\"(\w+)\"></a>\*\*(\w+)\*\* ", PAGE, flags=re.MULTILINE)
    assert [rule for _, rule in told] == [
        f"{letter}{number + 1}" for letter, last in LAST_RULES.items() for number in range(last)
    ]
    assert all(anchor == rule.lower() for anchor, rule in told)


@game_names
def test_pages_of_games_link_to_their_rules(name: str) -> None:
    page = ROOT / "docs" / f"{name.replace('-', '_')}.md"
    assert f"(rules.md#{name})" in page.read_text(encoding="utf-8")


# Settings


@game_names
def test_every_setting_stands_on_the_page_with_its_default(name: str) -> None:
    game = GAMES[name]
    told = {}
    for setting, _, default in table(name, "Setting"):
        value = re.match(r"`([^`]+)`", default)[1]  # type: ignore[index]
        quoted = re.fullmatch(r'"(.*)"', value)
        told[names_in(setting)[0]] = (
            quoted[1] if quoted else [Fraction(entry) for entry in value.split(", ")]
        )
    assert told == {rule.name: plain(getattr(game, rule.name)) for rule in fields(game)}


@game_names
def test_rules_name_the_settings_that_change_them(name: str) -> None:
    rows = {names_in(row[0])[0]: re.search(r"\((\w+)\)", row[0]) for row in table(name, "Setting")}
    named = {
        (setting, rule)
        for rule, text in re.findall(r"\*\*(\w+)\*\*((?:.|\n)*?)(?=\n\n|\n- )", section(name))
        for settings in re.findall(r"Settings?:([^.]*)", text)
        for setting in names_in(settings)
    }
    assert named == {(setting, rule[1]) for setting, rule in rows.items() if rule}


def test_choices_are_those_of_the_game() -> None:
    rows = {names_in(row[0])[0]: row[1] for row in table("royal-casino", "Setting")}
    assert re.findall(r"\d", rows.pop("players")) == ["2", "3", "4"]
    for setting, values in rows.items():
        with pytest.raises(ValueError, match="needed") as refusal:
            croupier.RoyalCasino(**{setting: "?"})
        choices = ", ".join(re.findall(r'`"([^"]+)"`', values))
        assert f"one of {choices} is needed" in str(refusal.value)


# Paytables


def test_paytable_of_casino_holdem() -> None:
    game = GAMES["casino-holdem"]
    rows = table("casino-holdem", "Hand")
    categories = [Category[hand.upper().replace(" ", "_")] for hand, *_ in rows]
    assert categories == sorted(Category, reverse=True)
    assert [odds_in(ante) for _, ante, _ in reversed(rows)] == list(game.ante)
    assert [odds_in(bonus) for *_, bonus in reversed(rows)] == [-1, *game.aa_bonus]


def test_results_of_casino_holdem() -> None:
    game = GAMES["casino-holdem"]
    told = {result: cells for result, _, *cells in table("casino-holdem", "Result")}
    for outcome in game.outcomes:
        if outcome.hand is not None:
            for bet, cell in zip(("ante", "call"), told[outcome.result], strict=True):
                paid = game.ante[outcome.hand] if cell == "by the paytable" else odds_in(cell)
                assert game.odds(bet, outcome) == paid
    assert {*told, "fold"} == {outcome.result for outcome in game.outcomes}


def test_paytable_of_baccarat() -> None:
    game = GAMES["baccarat"]
    rows = {names_in(bet)[0]: cells for bet, *cells in table("baccarat", "Bet")}
    assert tuple(rows) == game.bets
    for outcome in game.outcomes:
        place = ("player", "banker", "tie").index(outcome.winner)
        for bet, cells in rows.items():
            assert game.odds(bet, outcome) == odds_in(cells[place])


def test_third_cards_of_baccarat() -> None:
    game, cards = GAMES["baccarat"], ["Th", "Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h"]
    for totals, *cells in table("baccarat", r"Banker \ player's third card"):
        first, last = (totals.split("-") * 2)[:2]
        for total in range(int(first), int(last) + 1):
            for third, cell in zip(cards, cells, strict=True):
                right, wrong = {"H": ("2c", ""), "S": ("", "2c")}[cell]
                player, banker = f"Kd Qd {third}", f"Kc {cards[total]}"
                game.outcome(baccarat.Round(player, f"{banker} {right}"))
                with pytest.raises(ValueError, match="B6 to B9"):
                    game.outcome(baccarat.Round(player, f"{banker} {wrong}"))


def test_paytable_of_thai_hilo() -> None:
    game = GAMES["thai-hilo"]
    told: dict[str, set[Fraction]] = {}
    for bets, _, paid in table("thai-hilo", "Bets"):
        first, last = (names_in(bets) * 2)[:2]
        places = slice(game.bets.index(first), game.bets.index(last) + 1)
        told |= {bet: set(map(Fraction, paid.split(", "))) for bet in game.bets[places]}
    assert tuple(told) == game.bets
    for bet, paid in told.items():
        assert {game.odds(bet, outcome) for outcome in game.outcomes} == paid | {-1}


def test_points_of_royal_casino() -> None:
    rows = [int(points) for _, points in table("royal-casino", "Item")]
    pack = croupier.format_cards(range(52))
    everything, nothing = (
        GAMES["royal-casino"].position(["", ""], "", piles=[pack, ""], sweeps=[1, 0]).scores
    )
    *others, aces, sweeps = rows
    assert list(everything) == [*others, 4 * aces, sweeps]
    assert set(nothing) == {0}


MISNAMED: list[tuple[Any, tuple[Any, ...], dict[str, Any], str]] = [
    (croupier.Baccarat, (8,), {}, "settings by name are needed, got (8,)"),
    (croupier.Baccarat, (), {"deck": 8}, ("one of decks, shoe, player, tie, commission is needed, "
                                          "got 'deck'; did you mean decks?")),
    (croupier.CasinoHoldem, (), {"x": 1}, ("one of ante, call, aa_bonus, weakest_qualifying is "
                                           "needed, got 'x'")),
]  # fmt: skip


@pytest.mark.parametrize(("game", "places", "names", "message"), MISNAMED)
def test_settings_that_there_are_not_are_refused_in_words_of_the_game(
    game: Any, places: tuple[Any, ...], names: dict[str, Any], message: str
) -> None:
    with pytest.raises(TypeError) as caught:
        game(*places, **names)
    assert str(caught.value) == f"{game.__name__}: {message}"


def test_a_subclass_may_be_made_of_what_it_likes() -> None:
    class OneDeck(croupier.Baccarat):
        def __init__(self, title: str) -> None:
            super().__init__(decks=1)
            object.__setattr__(self, "title", title)

    assert OneDeck("punto").decks == 1
