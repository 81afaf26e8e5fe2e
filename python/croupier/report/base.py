"""What the reports of all games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from dataclasses import fields as fields_of
from typing import TYPE_CHECKING, Any, ClassVar, Self

from croupier.arguments import plural, read_name, read_seed, show, tell_apart
from croupier.report import plain
from croupier.report.tables import Rows, Table
from croupier.report.tally import Tally, join_ranges
from croupier.report.text import count_off, lay_out, list_option, to_html, wrap
from croupier.rules import Rules, find_rules

if TYPE_CHECKING:
    import matplotlib.figure
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Report(ABC):
    """The rules of a game, what was counted under them, and of which simulation.

    Made by the methods `exact` and `simulate` of a game, and by `from_dict`. Reports of a
    simulation of disjoint rounds add up: ``a + b``, or ``sum(reports)``, is the report of the
    rounds of all.

    Attributes
    ----------
    game : ThaiHiLo, Baccarat ...
        The game with its rules.
    tally : Tally
        What was counted, and of which rounds.
    seed : int or None
        The seed of the simulation; None in an exact report.

    Examples
    --------
    >>> import croupier
    >>> game = croupier.ThaiHiLo()
    >>> first, second = (
    ...     game.simulate(1000, seed=7, first_round=start) for start in (0, 1000)
    ... )
    >>> first + second == game.simulate(2000, seed=7)
    True
    """

    game: Rules
    tally: Tally
    seed: int | None = None

    # What a game's report gives

    @property
    @abstractmethod
    def unit(self) -> str:
        """What `ranges` are ranges of: "round", "shoe" or "match"."""

    @property
    @abstractmethod
    def details(self) -> dict[str, Any]:
        """What else decides the report: the stake, the strategy, the agents ..."""

    @classmethod
    @abstractmethod
    def _read_details(cls, game: Any, unit: str, details: dict[str, Any]) -> dict[str, Any]:
        """Read `details` from plain data: the further fields of this class by name."""

    @classmethod
    @abstractmethod
    def _width(cls, game: Any) -> int:
        """Tell how many counts there are."""

    @property
    @abstractmethod
    def _held(self) -> int | None:
        """How many units are counted, as `counts` have it; None where they cannot tell."""

    _computed: ClassVar[Mapping[str, type[Any]]]
    """What `_findings` tells, by name, and what it is in JSON; a float may be None there."""

    @abstractmethod
    def _findings(self) -> dict[str, Any]:
        """Tell what came of it: what follows from the counts."""

    @abstractmethod
    def _tables(self) -> dict[str, Table]:
        """Give the tables by name for CSV and pandas, the first one by default."""

    @abstractmethod
    def _shown(self) -> list[Rows]:
        """Give the tables for people: rows of texts, headings first."""

    @abstractmethod
    def plot(self, *, ax: Any = None) -> matplotlib.figure.Figure:
        """Draw it; needs Matplotlib."""

    def _notes(self) -> Iterator[str]:
        """Say what stands below the tables."""
        for missing in self.tally.missing[:1]:
            rounds = count_off(self.unit, self.tally.missing)
            size, units = missing.stop - missing.start, plural(self.unit)
            go_on = f"seed={self.seed}, first_{self.unit}={missing.start}, {units}={size}"
            yield f"missing: {rounds}"
            yield f"go on with {go_on}"

    # What all have

    @property
    def counts(self) -> tuple[int, ...]:
        """How many rounds had each outcome, or other sums."""
        return self.tally.counts

    @property
    def ranges(self) -> tuple[range, ...] | None:
        """The rounds that were simulated; None in an exact report."""
        return None if self.seed is None else self.tally.ranges

    @property
    def missing(self) -> tuple[range, ...] | None:
        """The rounds that were asked for and not simulated; None in an exact report."""
        return None if self.seed is None else self.tally.missing

    @property
    def rounds(self) -> int | None:
        """How many rounds it holds; None if it is exact."""
        return None if self.seed is None else self.tally.done

    @property
    def partial(self) -> bool:
        """Whether rounds are missing, as the simulation was interrupted."""
        return self.tally.partial

    @property
    def method(self) -> str:
        """How it was made: "exact" or "simulation"."""
        return "exact" if self.seed is None else "simulation"

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game and the details of the report."""
        return {**self.game.options, **self.details}

    def __add__(self, other: object) -> Self:
        """Merge two simulations of disjoint rounds."""
        if not isinstance(other, type(self)):
            return NotImplemented
        if self.seed is None or other.seed is None:
            raise ValueError("reports: only those of simulations add up")
        if self.game != other.game:
            difference = self.game.difference(other.game)
            raise ValueError(f"reports: the same rules are needed, got {difference}")
        if (self.unit, self.details) != (other.unit, other.details):
            difference = tell_apart(self.options, other.options)
            raise ValueError(f"reports: the same options are needed, got {difference}")
        if self.seed != other.seed:
            needed = "reports: the same seed is needed"
            raise ValueError(f"{needed}, got {self.seed} and {other.seed}")
        try:
            tally = self.tally + other.tally
        except ValueError as error:
            needed = f"reports: disjoint {plural(self.unit)} are needed"
            raise ValueError(f"{needed}, but {error}") from None
        return replace(self, tally=tally)

    def __radd__(self, other: object) -> Self:
        """Begin a sum."""
        return self if type(other) is int and other == 0 else NotImplemented

    def __getstate__(self) -> dict[str, Any]:
        """Leave what is computed behind."""
        return {field.name: getattr(self, field.name) for field in fields_of(self)}

    # Plain data

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as plain data, ready for JSON.

        Returns
        -------
        dict
            Exact values are ``"n/d"`` strings, integers beyond ``2**53 - 1`` strings too;
            what is not known is None. `from_dict` reads it.

        Examples
        --------
        >>> import croupier
        >>> croupier.ThaiHiLo().exact().to_dict()["bets"]["lo"]["rtp_exact"]
        '39/40'
        """
        return dict(plain.to_json(self._facts() | self._findings() | self._counts_to_dict()))

    def _facts(self) -> dict[str, Any]:
        ranges, missing = (
            None if rounds is None else [(r.start, r.stop) for r in rounds]
            for rounds in (self.ranges, self.missing)
        )
        return {
            "game": self.game.name,
            "method": self.method,
            "unit": self.unit,
            "partial": self.partial,
            "rounds": self.rounds,
            "ranges": ranges,
            "missing": missing,
            "seed": self.seed,
            "options": self.options,
            "rules_digest": self.game.digest,
        }

    def _counts_to_dict(self) -> dict[str, Any]:
        return {"counts": self.counts}

    @classmethod
    def _read_counts(cls, game: Any, data: Mapping[str, Any]) -> tuple[int, ...]:  # noqa: ARG003
        return tuple(plain.read_wholes(data, "counts"))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a report of any game from what `to_dict` gave.

        What follows from the counts is computed anew.

        Parameters
        ----------
        data : mapping of str
            As from `to_dict`, or from JSON of it.

        Returns
        -------
        Report
            Equal to the one that was saved. A partial simulation does not know its history,
            which its plot alone shows.

        Raises
        ------
        ValueError
            If a key is missing, unknown or has a bad value, counts do not add up to the rounds,
            or this version makes other rules of the options than those that were saved.
        TypeError
            If `data` is no mapping, or a value of another type.

        Examples
        --------
        >>> import croupier, json
        >>> report = croupier.Baccarat().simulate(1000, seed=7)
        >>> croupier.Report.from_dict(json.loads(json.dumps(report.to_dict()))) == report
        True
        """
        if not isinstance(data, Mapping):
            raise TypeError(f"data: a mapping is needed, got {type(data).__name__}")
        made = find_rules(plain.read_key(data, "game"))
        unit = read_name(plain.read_key(data, "unit"), "unit", tuple(made.reports))
        kind: Any = made.reports[unit]
        if not issubclass(kind, cls):
            needed = f"game: one with a {cls.__name__} is needed"
            raise ValueError(f"{needed}, got {made.name} with a {kind.__name__}")
        game, details = plain.read_options(made, data)
        with plain.naming("options"):
            fields = kind._read_details(game, unit, details)
        seed = plain.read_whole_or_none(data, "seed")
        report: Self = kind(
            game=game,
            tally=Tally(
                kind._read_counts(game, data),
                plain.read_ranges(data, "ranges"),
                plain.read_ranges(data, "missing"),
            ),
            seed=None if seed is None else read_seed(seed),
            **fields,
        )
        report._check()
        kept = plain.to_json(report._facts() | report._counts_to_dict())
        plain.check_same(kept, data, kind._computed)
        return report

    def _check(self) -> None:
        """Refuse counts that cannot be, and rounds that were not counted."""
        width, got = self._width(self.game), len(self.counts)
        if got != width:
            raise ValueError(f"counts: {width} of them are needed, got {got}")
        if self.seed is None:
            return
        done, held = self.tally.done, self._held
        if held is not None and held != done:
            raise ValueError(
                f"ranges: counts of {show(done)} {plural(self.unit)} are needed, got {show(held)}"
            )
        if not done and any(self.counts):
            raise ValueError(f"ranges: {plural(self.unit)} that were counted are needed, got none")
        try:
            join_ranges(self.tally.missing, self.tally.ranges)
        except ValueError as error:
            needed = f"missing: {plural(self.unit)} that were not counted are needed"
            raise ValueError(f"{needed}, but {error}") from None

    # Tables

    def to_csv(self, table: str | None = None) -> str:
        r"""Give a table as text with commas, a line a row.

        Parameters
        ----------
        table : str, optional
            What the rows are, as for `to_pandas`.

        Returns
        -------
        str
            Exact values are texts ``"n/d"``; what is not known is empty. Lines end with ``\r\n``.

        Examples
        --------
        >>> import croupier
        >>> print(croupier.ThaiHiLo().exact().to_csv("outcomes").splitlines()[1])
        1-1-1,0.004629629629629629,1/216
        """
        return self._read_table(table).to_csv()

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """Give a table as a data frame; needs pandas.

        Parameters
        ----------
        table : str, optional
            What the rows are: "bets" or "outcomes" of a game with bets; the first by default.

        Returns
        -------
        pandas.DataFrame
            Exact values are texts ``"n/d"`` in columns of their own, as ``rtp_exact`` and
            ``probability_exact``; so are counts of 2**63 and more, in ``count_exact``.
        """
        return self._read_table(table).to_pandas()

    def _read_table(self, table: str | None) -> Table:
        tables = self._tables()
        name = next(iter(tables)) if table is None else read_name(table, "table", tuple(tables))
        return tables[name]

    # Text

    def _title(self) -> str:
        parts = [self._subject, "exact"]
        if self.seed is not None:
            partial = ["partial"] if self.partial else []
            parts[1:] = [self._rounds_in_words(), *partial, f"seed {self.seed}"]
        options = [f"{name} {list_option(value)}" for name, value in self._listed.items()]
        return ", ".join(parts + options)

    @property
    def _subject(self) -> str:
        """Name what it is of."""
        return self.game.name

    @property
    def _listed(self) -> dict[str, Any]:
        """The options that the title lists."""
        return self.options

    def _rounds_in_words(self) -> str:
        return count_off(self.unit, self.tally.ranges)

    def __repr__(self) -> str:
        return f"<{self._title()}>"

    def __str__(self) -> str:
        tables = [line for table in self._shown() for line in lay_out(table)]
        notes = [line for note in self._notes() for line in wrap(note)]
        return "\n".join([*wrap(self._title()), *tables, *notes])

    def _repr_html_(self) -> str:
        return to_html(self._title(), self._shown(), self._notes())
