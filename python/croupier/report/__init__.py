"""What was counted, and what that makes of every bet."""

from croupier.report.betting import Report
from croupier.report.prices import BetReport

__all__ = ["BetReport", "Report"]
