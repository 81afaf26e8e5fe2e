"""What was counted, and what that makes of every bet."""

from croupier.report.base import Report
from croupier.report.betting import BettingReport
from croupier.report.prices import BetReport

__all__ = ["BetReport", "BettingReport", "Report"]
