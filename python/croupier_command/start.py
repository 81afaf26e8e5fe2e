"""Start the ``croupier`` command."""

import croupier_command


def main() -> int:
    """Run the command as the whole of a process: no Ctrl-C, whenever it comes, shows a traceback.

    While the command loads and once it is done, Ctrl-C ends the process; in between, the
    first one is told to the command and the next one ends it.

    Returns
    -------
    int
        The exit status, as `croupier.cli.main` gives it.
    """
    croupier_command.on_interrupt()
    from croupier import cli

    try:
        croupier_command.on_interrupt(_raise_once)
        status = cli.main()
        croupier_command.on_interrupt()
    except KeyboardInterrupt:
        return 130
    return status


def _raise_once(*_: object) -> None:
    croupier_command.on_interrupt()
    raise KeyboardInterrupt
