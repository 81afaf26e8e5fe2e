"""``croupier info``: the version, the compiler and the instruction sets."""

import json
from argparse import ArgumentParser, Namespace

import croupier
from croupier.cli.parser import UsageError

SUMMARY = "Show the version, the compiler and the instruction sets."
EXAMPLE = "croupier info --json"


def add_arguments(_: ArgumentParser) -> None:
    """Take none."""


def run(arguments: Namespace) -> int:
    """Show what was built."""
    try:
        build = croupier.build_info()
    except ValueError as error:  # what the environment asks for is not the command's
        raise UsageError(f"croupier: {error}") from None
    if arguments.json:
        print(json.dumps(build))
        return 0
    for name, value in build.items():
        print(f"{name}: {', '.join(value) if isinstance(value, tuple) else value}")
    return 0
