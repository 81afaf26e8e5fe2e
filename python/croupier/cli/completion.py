"""``croupier completion``: what makes a shell complete the words of the command."""

from argparse import ArgumentParser, Namespace

from croupier.cli.parser import one_of

SUMMARY = "Write what lets a shell complete the words of croupier."
EXAMPLE = 'eval "$(croupier completion bash)"'

_SHELLS = ("bash", "zsh")


def add_arguments(parser: ArgumentParser) -> None:
    """Take a shell."""
    parser.add_argument(
        "shell", metavar="SHELL", choices=_SHELLS, type=one_of(_SHELLS), help=" or ".join(_SHELLS)
    )


def run(arguments: Namespace) -> int:
    """Write the shell's script."""
    try:
        import shtab
    except ImportError:
        raise RuntimeError("completion needs shtab: pip install 'croupier[cli]'") from None
    parser, _ = arguments.build_parser()
    print(shtab.complete(parser, arguments.shell))
    return 0
