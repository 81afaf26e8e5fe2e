"""What the ``croupier`` command does first: it provides for Ctrl-C.

This stands beside the package because Python loads all of a package before anything in it
runs: here Ctrl-C is provided for before that.
"""

# What signal is made of; signal itself takes longer to load than all that stands here.
import _signal as signal  # type: ignore[import-not-found]


def on_interrupt(action: object = signal.SIG_DFL) -> None:
    """Set what Ctrl-C does, unless the process was started with it ignored; by default it ends."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, action)
