"""Start the ``croupier`` command.

This stands beside the package because Python loads all of a package before anything in it
runs: here Ctrl-C is provided for before that.
"""

# What signal is made of; signal itself takes longer to load than all that stands here.
import _signal as signal  # type: ignore[import-not-found]


def main() -> int:
    """Run the command as the whole of a process: no Ctrl-C, whenever it comes, shows a traceback.

    While the command loads and once it is done, Ctrl-C ends the process; in between, the
    first one is told to the command and the next one ends it.

    Returns
    -------
    int
        The exit status, as `croupier.cli.main` gives it.
    """
    on_interrupt()
    from croupier import cli

    try:
        on_interrupt(_raise_once)
        status = cli.main()
        on_interrupt()
    except KeyboardInterrupt:
        return 130
    return status


def on_interrupt(action: object = signal.SIG_DFL) -> None:
    """Set what Ctrl-C does, unless the process was started with it ignored; by default it ends."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, action)


def _raise_once(*_: object) -> None:
    on_interrupt()
    raise KeyboardInterrupt
