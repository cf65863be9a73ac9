"""Threads that wait for others in loops of their own: on the CPU device they let
these run, whatever the loop looks like, and where nobody can end the wait that
is an error, which names the line.
"""

import os
import signal
import subprocess
import time

import numpy as np
import pytest
from conftest import HEADER, PYK2PTX, Failed

# Every kernel: thread 0 of block 0 waits, the last one of the grid ends that.
# Each `wait` stands in `if i == 0:`; `give` is what ends it.
ATOMIC = "cuda.atomic.add(flag, 0, 1)"
PLAIN = "flag[0] = 1"
WAITS = {
    "add nothing": ("""
        while cuda.atomic.add(flag, 0, 0) == 0:
            pass""", ATOMIC),
    "max": ("""
        while cuda.atomic.max(flag, 0, 0) < 1:
            pass""", ATOMIC),
    "compare and swap": ("""
        while cuda.atomic.cas(flag, 0, 1, 2) != 1:
            pass""", ATOMIC),
    "exchange": ("""
        while cuda.atomic.exch(flag, 0, 0) == 0:
            pass""", ATOMIC),
    "load": ("""
        while cuda.atomic.load(flag, 0) == 0:
            cuda.nanosleep(100)""", ATOMIC),
    "volatile load": ("""
        while cuda.ldcv(flag, 0) == 0:
            cuda.threadfence()""", ATOMIC),
    "while True": ("""
        while True:
            if cuda.atomic.add(flag, 0, 0) != 0:
                break""", ATOMIC),
    "by a variable": ("""
        seen = 0
        while seen == 0:
            seen = cuda.atomic.or_(flag, 0, 0)""", ATOMIC),
    "by continue": ("""
        turns = 0
        while turns < 3:
            seen = cuda.atomic.add(flag, 0, 0)
            if seen == 0:
                continue
            turns += 1""", ATOMIC),
    "by continue in a for": ("""
        for turn in range(1 << 40):
            if cuda.atomic.add(flag, 0, 0) == 0:
                continue
            break""", ATOMIC),
    "by continue, one of two ways": ("""
        turns = 0
        while turns < 3:
            seen = cuda.atomic.add(flag, 0, 0)
            if turns < 2:
                if seen == 0:
                    continue
                cuda.threadfence()
            turns += 1""", ATOMIC),
    "by the else of a loop": ("""
        turns = 0
        while turns < 3:
            seen = cuda.atomic.add(flag, 0, 0)
            for j in range(3):
                if seen > j:
                    break
            else:
                continue
            turns += 1""", ATOMIC),
    "by the else of a loop, plain loads": ("""
        turns = 0
        while turns < 3:
            seen = cuda.ldcv(flag, 0)
            for j in range(3):
                if seen > j:
                    break
            else:
                continue
            turns += 1""", ATOMIC),
    "by a decision": ("""
        going = True
        while going:
            if cuda.atomic.add(flag, 0, 0) != 0:
                going = False""", ATOMIC),
    "that also works": ("""
        while cuda.atomic.add(flag, 0, 0) == 0:
            out[2] += 1
        out[2] = 0""", ATOMIC),
    "a step at a time": ("""
        t = 0
        while t < 3:
            if cuda.atomic.load(flag, 0) > t:
                cuda.atomic.add(flag, 0, 1)
                t += 1""", ATOMIC),
    "nested": ("""
        done = 0
        while done == 0:
            for j in range(4):
                while cuda.atomic.add(flag, 0, 0) == 0:
                    out[2] = j
                done += j
        out[2] = 0""", ATOMIC),
    "a long for": ("""
        for j in range(1 << 62):
            if cuda.atomic.load(flag, 0) != 0:
                break""", ATOMIC),
    "in a function": ("""
        wait_for(flag)""", ATOMIC),
    "by a function": ("""
        while not has_come(flag):
            pass""", ATOMIC),
    "plain load": ("""
        while flag[0] == 0:
            pass""", PLAIN),
    "plain load that works": ("""
        while flag[0] == 0:
            out[2] += 1
        out[2] = 0""", PLAIN),
    "plain load by a function": ("""
        while not is_set(flag):
            out[2] += 1
        out[2] = 0""", PLAIN),
    "one of many": ("""
        j = 0
        while flag[j] == 0:
            j = (j + 1) % flag.size
            cuda.threadfence()""", PLAIN),
    "by lanes": ("""
        pass
    if i < 32:
        while cuda.shfl_sync(0xffffffff, cuda.atomic.add(flag, 0, 0), 0) == 0:
            pass
    if i == 0:""", ATOMIC),
}
SOURCE = """
@cuda.jit(device=True)
def wait_for(flag):
    while cuda.atomic.add(flag, 0, 0) == 0:
        pass

@cuda.jit(device=True)
def has_come(flag):
    return cuda.atomic.add(flag, 0, 0) != 0

@cuda.jit(device=True)
def is_set(flag):
    return flag[0] != 0

@cuda.jit
def k(flag, out):
    i = cuda.grid(1)
    if i == 0:{wait}
        cuda.threadfence()
        out[0] = out[1] + 1
    if i == cuda.gridsize(1) - 1:
        out[1] = 6
        cuda.threadfence()
        {give}
"""


def arguments():
    return [np.zeros(2, np.int32), np.zeros(3, np.int32)]


@pytest.mark.parametrize("grid,block", [(1, 64), (40, 32)])
@pytest.mark.parametrize("name", WAITS)
def test_others_run_meanwhile(launch, name, grid, block):
    wait, give = WAITS[name]
    if launch.device != "cpu" and ("plain" in name or name == "one of many"):
        pytest.skip("a GPU need not load again")
    launch.defects = ("races",)
    got = launch(SOURCE.format(wait=wait, give=give), "k", (grid,), (block,),
                 arguments())
    assert got[1].tolist() == [7, 6, 0]


@pytest.mark.parametrize(
    "option", ["--schedule=reverse", "--schedule=random:3", "--check=barriers", "-O0"]
)
@pytest.mark.parametrize("name", ["add nothing", "that also works", "in a function"])
def test_in_every_mode(launch, name, option):
    if launch.device != "cpu":
        pytest.skip("the CPU device's")
    wait, give = WAITS[name]
    got = launch(SOURCE.format(wait=wait, give=give), "k", (5,), (33,), arguments(),
                 options=[option])
    assert got[1].tolist() == [7, 6, 0]


LOCKS = """
@cuda.jit(device=True)
def lock(m):
    while cuda.atomic.cas(m, 0, 0, 1) != 0:
        pass
    cuda.threadfence()

@cuda.jit(device=True)
def unlock(m):
    cuda.threadfence()
    cuda.atomic.exch(m, 0, 0)

@cuda.jit
def spin(m, out):
    lock(m)
    out[0] += 1
    unlock(m)

@cuda.jit
def attempts(m, out):
    done = False
    while not done:
        if cuda.atomic.cas(m, 0, 0, 1) == 0:
            cuda.threadfence()
            out[0] += 1
            unlock(m)
            done = True

@cuda.jit
def tickets(m, out):
    mine = cuda.atomic.add(m, 1, 1)
    while cuda.atomic.add(m, 0, 0) != mine:
        pass
    cuda.threadfence()
    out[0] += 1
    cuda.threadfence()
    cuda.atomic.add(m, 0, 1)

@cuda.jit
def turns(m, out):
    i = cuda.grid(1)
    n = cuda.gridsize(1)
    for t in range(3):
        while cuda.atomic.add(m, 0, 0) != i:
            pass
        cuda.threadfence()
        out[0] += 1
        cuda.threadfence()
        cuda.atomic.exch(m, 0, (i + 1) % n)

@cuda.jit
def barrier(m, out):
    # Of all blocks, in reverse order, after the block's own.
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        mine = cuda.gridDim.x - 1 - cuda.blockIdx.x
        while cuda.atomic.add(m, 0, 0) != mine:
            pass
        out[0] += cuda.blockDim.x
        cuda.threadfence()
        cuda.atomic.add(m, 0, 1)
    cuda.syncthreads()

@cuda.jit
def together(m, out):
    # The block looks together.
    s = cuda.shared.array(1, np.int32)
    while True:
        if cuda.threadIdx.x == 0:
            s[0] = cuda.atomic.add(m, 0, 0)
        cuda.syncthreads()
        now = s[0]
        cuda.syncthreads()
        if now == cuda.gridDim.x - 1 - cuda.blockIdx.x:
            break
    cuda.atomic.add(out, 0, 1)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(m, 0, 1)
"""


@pytest.mark.parametrize("kernel",
                         ["spin", "attempts", "tickets", "turns", "barrier", "together"])
def test_locks(launch, kernel):
    launch.defects = ("races",)
    got = launch(LOCKS, kernel, (12,), (40,), [np.zeros(2, np.int32), np.zeros(1, np.int32)])
    assert got[1][0] == 12 * 40 * (3 if kernel == "turns" else 1)


def test_a_pipeline_of_threads(launch):
    """More hand-overs than a wait in vain has looks."""
    source = """
@cuda.jit
def k(flag, out):
    i = cuda.threadIdx.x
    for t in range(10000):
        while cuda.atomic.load(flag, 0) % 2 != i:
            pass
        out[0] += 1
        cuda.threadfence()
        cuda.atomic.add(flag, 0, 1)
"""
    launch.defects = ("races",)
    got = launch(source, "k", (1,), (2,), [np.zeros(1, np.int32), np.zeros(1, np.int32)])
    assert got[1][0] == 20000


NEVER = {
    "spins": ("while cuda.atomic.add(flag, 0, 0) == 0: pass", 12),
    "own variables": ("while cuda.atomic.load(flag, 0) == 0: n += 1", 12),
    "a lock that nobody gives back": ("while cuda.atomic.cas(flag, 1, 0, 1) != 7: pass", 12),
    "in a function that calls itself": ("n = again(3, flag)", 7),
}


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("grid", [1, 6])
@pytest.mark.parametrize("name", ["spins", "a lock that nobody gives back",
                                  "in a function that calls itself"])
def test_a_wait_in_vain_is_an_error(launch, name, grid, workers, monkeypatch):
    in_vain(launch, name, grid, workers, monkeypatch)


def test_a_wait_in_vain_that_counts_is_an_error(launch, monkeypatch):
    in_vain(launch, "own variables", 2, 2, monkeypatch)


def in_vain(launch, name, grid, workers, monkeypatch):
    if launch.device != "cpu":
        pytest.skip("a GPU hangs")
    launch.defects = ("bounds", "races", "barriers", "uninit")
    monkeypatch.setenv("PYK2PTX_CPU_THREADS", str(workers))
    wait, line = NEVER[name]
    source = f"""
@cuda.jit(device=True)
def again(n, flag):
    while n == 0 and cuda.atomic.load(flag, 0) == 0: pass
    return 0 if n == 0 else again(n - 1, flag)
@cuda.jit
def k(flag, out):
    n = 0
    {wait}
    out[0] = n
"""
    with pytest.raises(Failed) as failed:
        launch(source, "k", (grid,), (2,), arguments())
    assert "DeadlockError: kernel `k`: block (0,0,0) thread (0,0,0)" in failed.value.stderr
    assert f"k.py:{line}:" in failed.value.stderr, failed.value.stderr


ENDLESS = {
    "pass": "while True: pass",
    "work": "while True: out[0] += 1",
    "math": "while True: x = math.sin(x)",
    "waits": "while cuda.atomic.load(out, 1) == 0: out[0] += 1",
    "barriers": "while True: cuda.syncthreads()",
}


@pytest.mark.parametrize("check", [(), ("--check=all",)])
@pytest.mark.parametrize("name", ENDLESS)
def test_an_interrupt_ends_it(tmp_path, name, check):
    (tmp_path / "k.py").write_text(
        HEADER + f"@cuda.jit\ndef k(out):\n    x = 0.5\n    {ENDLESS[name]}\n")
    np.save(tmp_path / "out.npy", np.zeros(2, np.int32))
    # As from a keyboard; the test's own runner may ignore the signal.
    process = subprocess.Popen(
        [PYK2PTX, "run", "k.py::k", "--device=cpu", "--grid=4", "--block=2",
         "out=out.npy", *check],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    time.sleep(1)
    assert process.poll() is None
    os.kill(process.pid, signal.SIGINT)
    process.communicate(timeout=20)
    # What a shell calls 130.
    assert process.returncode in (-signal.SIGINT, 130)
