"""The betting games: rules as data."""
