"""Poker between players: ranges of hole cards, and their equity."""
