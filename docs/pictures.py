"""Draw the pictures of reports that the pages show: python docs/pictures.py."""

from pathlib import Path

import croupier

HERE = Path(__file__).parent / "pictures"
REPORTS = {
    "baccarat": (croupier.Baccarat().simulate(1_000_000, seed=1), {"bet": "banker"}),
    "casino_holdem": (croupier.CasinoHoldem().simulate(1_000_000, seed=1), {"bet": "main"}),
    "thai_hilo": (croupier.ThaiHiLo().simulate(100_000, seed=1), {"bet": "lo"}),
    "royal_casino": (croupier.RoyalCasino().simulate(1_000, seed=1), {}),
}

for name, (report, options) in REPORTS.items():
    report.plot(**options).savefig(HERE / f"{name}.png", dpi=80, metadata={"Software": None})
