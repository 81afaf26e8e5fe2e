"""The ``croupier`` command as a process, and hands for it to rank."""

import os
import select
import signal
import subprocess
import sys
from functools import partial

import croupier

COMMAND = [sys.executable, "-m", "croupier"]
ROYAL = "As Ks Qs Js Ts"
HANDS = ["As Kd Th 9c 2s", "AsAdAhKcKd", "2c3c4c5c6c 7c 8c", "10h Ts 9♥ 9♠ ad kd", "2c3d4h5s7c"]
# A job in the background starts with this signal ignored.
HEAR_CTRL_C = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)


def text_answer(hand):
    strength = croupier.evaluate(hand)
    return f"{strength}\t{croupier.describe(strength)}\n"


def run(*words, stdin=b"", **options):
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([*COMMAND, *words], input=stdin, timeout=60, check=False, **options)


def open_pipe(**options):
    return subprocess.Popen(
        [*COMMAND, "evaluate"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        preexec_fn=HEAR_CTRL_C,
        **options,
    )


def read_line(descriptor):
    """One line as it comes; an empty one where it does not come within 30 seconds."""
    line = b""
    while not line.endswith(b"\n") and select.select([descriptor], [], [], 30)[0]:
        line += os.read(descriptor, 1000)
    return line
