"""Ctrl-C while a kernel runs on the CPU device: the launch raises, the program
goes on."""

import pytest

PROGRAM = """
import os, signal, sys, threading, time
import numpy as np
from pyk2ptx import cuda

@cuda.jit
def endless(out, kind):
    i = cuda.grid(1)
    out[i] = 1
    if kind == 0:
        while True:
            pass
    elif kind == 1:
        while True:
            out[i] += 1
    elif kind == 2:
        while cuda.atomic.add(out, 0, 1) != 0:
            out[i] = 3
    else:
        while True:
            cuda.syncthreads()

@cuda.jit
def plain(out):
    out[cuda.grid(1)] = 7

def press(after):
    timer = threading.Timer(after, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.daemon = True
    timer.start()

out = np.zeros(64, np.int32)
plain[8, 8](out)
"""


@pytest.mark.parametrize("workers", ["1", "4"])
def test_a_launch_raises_and_the_next_one_works(run_program, workers):
    text = (
        PROGRAM
        + """
for kind in 0, 1, 2, 3, 0:
    begin = time.monotonic()
    press(0.3)
    try:
        endless[8, 8](out, kind)
        print("ended")
    except KeyboardInterrupt:
        print("interrupted", time.monotonic() - begin < 10)
    out[:] = 0
    plain[8, 8](out)
    print(out.sum())
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
# It is Python's again.
press(0.1)
try:
    time.sleep(10)
except KeyboardInterrupt:
    print("Python's")
"""
    )
    got = run_program(text, PYK2PTX_CPU_THREADS=workers, PYK2PTX_DEVICE="cpu")
    assert got.split("\n")[:-1] == ["interrupted True", "448"] * 5 + ["Python's"]


def test_a_handler_of_the_users_own_hears_of_it_first(run_program):
    text = (
        PROGRAM
        + """
heard = []
signal.signal(signal.SIGINT, lambda *_: heard.append(1))

@cuda.jit
def long(out):
    n = 0
    for i in range(out[1]):
        for j in range(1000000):
            n += (i * j) ^ n
    out[0] = n

out[1] = 500
press(0.1)
long[1, 1](out)
print("ended", len(heard))
press(0.1)
press(0.4)
try:
    endless[8, 8](out, 0)
except KeyboardInterrupt:
    print("interrupted", len(heard) > 1)
"""
    )
    got = run_program(text, PYK2PTX_DEVICE="cpu")
    assert got == "ended 1\ninterrupted True\n"


def test_a_program_that_does_not_catch_it_ends(run_program):
    text = PROGRAM + "press(0.3)\nendless[8, 8](out, 1)\n"
    # Python ends by the signal itself.
    run_program(text, status=-2, PYK2PTX_DEVICE="cpu")
