"""What `pyk2ptx run --check=all` finds: kernels with a known defect, each with
its corrected twin, on which nothing may be found.

A line of the kernel that a report must name ends in `# Kind`, the place of the
report, or in `# note Kind`, the other place that belongs to it.
"""

import json
import re
import subprocess

import numpy as np
import pytest
from conftest import HEADER, PYK2PTX, ROOT, parameter_names, to_word

PLACE = re.compile(r"k\.py:(\d+):\d+: (error|warning|note): (.*)")
KIND = re.compile(r" \[(\w+)\]$")


def run_checked(folder, source, grid, block, args, *options, check="all"):
    (folder / "k.py").write_text(HEADER + source)
    words = [PYK2PTX, "run", "k.py::k", "--grid", grid, "--block", block]
    if not any(o.startswith("--device") for o in options):
        words.append("--device=cpu")
    if check:
        words.append(f"--check={check}")
    words += options
    for name, value in zip(parameter_names(source, "k"), args):
        words.append(f"{name}={to_word(value, folder / f'{name}.npy')}")
    return subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=120
    )


def expected(source):
    """(kind, line) of the reports and of their notes."""
    reports, notes = [], []
    for number, line in enumerate((HEADER + source).splitlines(), 1):
        for note, kind in re.findall(r"# (note )?([A-Z]\w+)", line):
            (notes if note else reports).append((kind, number))
    return sorted(reports), sorted(notes)


def found(text):
    reports, notes, last = [], [], None
    for line in text.splitlines():
        place = PLACE.match(line)
        if not place:
            continue
        kind = KIND.search(place[3])
        if kind and kind[1] == "MaybeUnset":
            continue
        if place[2] == "note":
            notes.append((last, int(place[1])))
        elif kind:
            last = kind[1]
            reports.append((last, int(place[1])))
    return sorted(reports), sorted(notes)


F4 = np.zeros(64, np.float32)
CASES = {}


def case(name, grid, block, args, bad, good, text=""):
    CASES[name] = (grid, block, args, bad, good, text)


case("shared without a barrier", "1", "64", [F4], """
@cuda.jit
def k(x):
    s = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    s[i] = i
    cuda.syncthreads()
    x[i] = s[63 - i]
    s[i] = x[i]  # DataRace
""".replace("    x[i] = s[63 - i]", "    x[i] = s[63 - i]  # note DataRace"), """
@cuda.jit
def k(x):
    s = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    s[i] = i
    cuda.syncthreads()
    x[i] = s[63 - i]
    cuda.syncthreads()
    s[i] = x[i]
""", "race on shared `s[")

case("a reduction without its barrier", "1", "64", [F4], """
@cuda.jit
def k(x):
    s = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    s[i] = 1
    step = 32
    while step:
        cuda.syncthreads()
        if i < step:
            s[i] += s[i + step]
        step //= 2
    x[i] = s[0]  # DataRace
""".replace("s[i] += s[i + step]", "s[i] += s[i + step]  # note DataRace"), """
@cuda.jit
def k(x):
    s = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    s[i] = 1
    step = 32
    while step:
        cuda.syncthreads()
        if i < step:
            s[i] += s[i + step]
        step //= 2
    cuda.syncthreads()
    x[i] = s[0]
""")

case("writes of one element", "1", "64", [F4], """
@cuda.jit
def k(x):
    x[cuda.threadIdx.x // 2] = cuda.threadIdx.x  # DataRace; # note DataRace
""", """
@cuda.jit
def k(x):
    x[cuda.threadIdx.x] = cuda.threadIdx.x
""", "write-write race on `x[0]`")

case("plus half", "2", "32", [F4], """
@cuda.jit
def k(array):
    array[0] += 0.5
""", """
@cuda.jit
def k(array):
    cuda.atomic.add(array, 0, 0.5)
""")

case("neighbours in global memory", "1", "64", [np.zeros(65, np.int8)], """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    x[i] = x[i + 1] + 1
""", """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    right = x[i + 1]
    cuda.syncthreads()
    x[i] = right + 1
""")

case("different blocks", "4", "16", [F4], """
@cuda.jit
def k(x):
    i = cuda.grid(1)
    x[i] = i  # note DataRace
    cuda.syncthreads()
    x[i] += x[(i + 16) % x.size]  # DataRace
""".replace("x.size]  # DataRace", "x.size]"), """
@cuda.jit
def k(x):
    i = cuda.grid(1)
    first = cuda.blockIdx.x * 16
    x[i] = i
    cuda.syncthreads()
    right = x[first + (i + 1) % 16]
    cuda.syncthreads()
    x[i] += right
""")

case("a warp without syncwarp", "1", "32", [F4], """
@cuda.jit
def k(x):
    s = cuda.shared.array(32, float32)
    i = cuda.threadIdx.x
    s[i] = i  # note DataRace
    x[i] = s[31 - i]  # DataRace
""", """
@cuda.jit
def k(x):
    s = cuda.shared.array(32, float32)
    i = cuda.threadIdx.x
    s[i] = i
    cuda.syncwarp()
    x[i] = s[31 - i]
""", "no cuda.syncwarp()")

case("a shuffle does not order memory", "1", "32", [F4], """
@cuda.jit
def k(x):
    s = cuda.shared.array(32, float32)
    i = cuda.threadIdx.x
    s[i] = i  # note DataRace
    other = cuda.shfl_xor_sync(0xffffffff, i, 1)
    x[i] = s[other]  # DataRace
""", """
@cuda.jit
def k(x):
    s = cuda.shared.array(32, float32)
    i = cuda.threadIdx.x
    s[i] = i
    other = cuda.shfl_xor_sync(0xffffffff, i, 1)
    cuda.syncwarp()
    x[i] = s[other]
""")

case("an atomic and a plain access", "2", "32", [np.zeros(2, np.int32)], """
@cuda.jit
def k(x):
    cuda.atomic.add(x, 0, 1)  # note DataRace
    x[1] = x[0]  # DataRace
""".replace("    x[1] = x[0]", "    if cuda.grid(1) == 63:\n        x[1] = x[0]"), """
@cuda.jit
def k(x):
    cuda.atomic.add(x, 0, 1)
    cuda.atomic.max(x, 1, cuda.atomic.add(x, 0, 0))
""", "atomic-read race")

LAST_BLOCK = """
@cuda.jit
def k(x, partial, count):
    last = cuda.shared.array(1, np.int32)
    i = cuda.threadIdx.x
    if i == 0:
        partial[cuda.blockIdx.x] = cuda.blockIdx.x{first}
        {fence}
        last[0] = cuda.atomic.add(count, 0, 1) == cuda.gridDim.x - 1
    cuda.syncthreads()
    if last[0] and i < cuda.gridDim.x:
        x[i] = partial[i]{second}
"""
case("the last block without a fence", "8", "16",
     [F4, np.zeros(8, np.float32), np.zeros(1, np.int32)],
     LAST_BLOCK.format(fence="pass", first="  # note DataRace", second="  # DataRace"),
     LAST_BLOCK.format(fence="cuda.threadfence()", first="", second=""),
     "cuda.threadfence()")

case("off by one", "1", "64", [F4], """
@cuda.jit
def k(x):
    i = cuda.grid(1)
    x[i + 1] = i  # IndexOutside
""", """
@cuda.jit
def k(x):
    i = cuda.grid(1)
    if i + 1 < x.size:
        x[i + 1] = i
""", "index 64 is out of bounds for axis 0 with size 64 in x, "
     "block (0,0,0) thread (63,0,0)")

case("a divergent barrier", "1", "64", [F4], """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    if i < 32:
        cuda.syncthreads()  # DivergentBarrier
    else:
        cuda.syncthreads()  # note DivergentBarrier
    x[i] = i
""", """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    if i < 32:
        x[i] = 1
    cuda.syncthreads()
    x[i] = i
""")

case("a thread ends before a barrier", "1", "64", [F4], """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    if i >= 60:
        return  # note MissedBarrier
    cuda.syncthreads()  # MissedBarrier
    x[i] = i
""", """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    cuda.syncthreads()
    if i >= 60:
        return
    x[i] = i
""", "block (0,0,0) thread (0,0,0) waits at this barrier, to which "
     "block (0,0,0) thread (60,0,0) never comes")

case("threads reach the end while others wait", "1", "64", [F4], """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    if i < 60:
        cuda.syncthreads()  # MissedBarrier
    x[i] = i  # note MissedBarrier
""", """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    cuda.syncthreads()
    x[i] = i
""", "block (0,0,0) thread (0,0,0) waits at this barrier, to which "
     "block (0,0,0) thread (60,0,0) never comes")

case("shared memory that nobody wrote", "2", "32", [F4], """
@cuda.jit
def k(x):
    s = cuda.shared.array((4, 8), float32)
    i = cuda.threadIdx.x
    if i != 10:
        s[i // 8, i % 8] = i
    cuda.syncthreads()
    x[cuda.grid(1)] = s[i // 8, i % 8]  # UninitializedRead
""", """
@cuda.jit
def k(x):
    s = cuda.shared.array((4, 8), float32)
    i = cuda.threadIdx.x
    s[i // 8, i % 8] = i
    cuda.syncthreads()
    x[cuda.grid(1)] = s[i // 8, i % 8]
""", "shared `s[1, 2]` is read before it is written")

case("a local array that is not filled", "1", "32", [F4], """
@cuda.jit
def k(x):
    a = cuda.local.array(4, float32)
    for j in range(3):
        a[j] = j
    cuda.syncthreads()
    x[cuda.grid(1)] = a[cuda.threadIdx.x % 4]  # UninitializedRead
""", """
@cuda.jit
def k(x):
    a = cuda.local.array(4, float32)
    for j in range(4):
        a[j] = j
    cuda.syncthreads()
    x[cuda.grid(1)] = a[cuda.threadIdx.x % 4]
""", "local `a[3]`")

case("a variable that some path leaves unset, as a float where paths meet", "1", "32", [F4], """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    for j in range(2):
        n = j
        while n:
            n -= 1
            value = 1.5
        x[i] = value  # UnsetVariable
        value = 0
""", """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    for j in range(2):
        n = j
        while n:
            n -= 1
            value = 1.5
        value = 0
        x[i] = value
""")

case("a variable that some path leaves unset", "1", "32", [F4], """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    if i < 31:
        value = i
    x[i] = value  # UnsetVariable
""", """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    value = 0
    if i < 31:
        value = i
    x[i] = value
""", "`value` is read before it is set, by block (0,0,0) thread (31,0,0)")

case("a variable that has a slot of each type", "1", "32", [F4], """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    for j in range(3):
        for m in range(i - 1):
            value = m * 0.5
        x[i] += value  # UnsetVariable
        value = 3
""", """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    for j in range(3):
        for m in range(i + 1):
            value = m * 0.5
            x[i] += value
        value = 3
        x[i] += value
""", "`value` is read before it is set, by block (0,0,0) thread (0,0,0)")

case("threads that wait for ever", "1", "32", [F4], """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    if i < 16:
        cuda.syncwarp(0xffffffff)  # Deadlock; # note Deadlock
    else:
        cuda.syncthreads()
    x[i] = i
""".replace("syncthreads()\n", "syncthreads()  # LoneBarrier; # note Deadlock\n"), """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    if i < 16:
        cuda.syncwarp(0x0000ffff)
    else:
        cuda.syncwarp(0xffff0000)
    x[i] = i
""")


GROUP = """
@cuda.jit
def k(x, y):
    grid = cuda.cg.this_grid()
    i = cuda.grid(1)
    x[i] = i
    grid.sync()
    y[i] = x[(i + 37) % 64]  # note DataRace
    grid.sync()
    x[i] = y[i]  # DataRace
"""
case("a grid barrier is missing", "4", "16", [F4, F4],
     GROUP.replace("    grid.sync()\n    x[i] = y", "    x[i] = y"),
     GROUP.replace("  # note DataRace", "").replace("  # DataRace", ""),
     "nothing orders different blocks")

CLUSTER = """
@cuda.jit(cluster_dims=2)
def k(x):
    s = cuda.shared.array(32, float32)
    cluster = cuda.cg.this_cluster()
    i = cuda.threadIdx.x
    s[i] = i
    cluster.sync()
    other = cluster.map_shared_rank(s, 1 - cluster.block_rank())
    x[cuda.grid(1)] = other[31 - i]  # note DataRace
    cluster.sync()
    s[i] = 2  # DataRace
"""
case("a cluster's barrier is missing", "4", "32", [np.zeros(128, np.float32)],
     CLUSTER.replace("    cluster.sync()\n    s[i] = 2", "    s[i] = 2"),
     CLUSTER.replace("  # note DataRace", "").replace("  # DataRace", ""),
     "race on shared `s[")

case("a cluster's block that was not waited for", "2", "32", [F4], """
@cuda.jit(cluster_dims=2)
def k(x):
    s = cuda.shared.array(32, float32)
    cluster = cuda.cg.this_cluster()
    i = cuda.threadIdx.x
    s[i] = i
    other = cluster.map_shared_rank(s, 1 - cluster.block_rank())
    x[cuda.grid(1)] = other[i]
    cluster.sync()
""", CLUSTER.replace("  # note DataRace", "").replace("  # DataRace", ""))

MBARRIER = """
@cuda.jit
def k(x):
    s = cuda.shared.array(64, float32)
    bar = cuda.shared.array(1, np.uint64)
    i = cuda.threadIdx.x
    if i == 0:
        cuda.mbarrier_init(bar, 0, 64)
    cuda.syncthreads()
    s[i] = i  # note DataRace
    token = cuda.mbarrier_arrive(bar, 0)
    cuda.mbarrier_wait(bar, 0, token)
    x[i] = s[63 - i]  # DataRace
"""
case("an mbarrier that nobody waits for", "1", "64", [F4],
     MBARRIER.replace("    cuda.mbarrier_wait(bar, 0, token)\n", ""),
     MBARRIER.replace("  # note DataRace", "").replace("  # DataRace", ""))

FLAG = """
@cuda.jit
def k(x, flag):
    if cuda.threadIdx.x == 0 and cuda.blockIdx.x == 0:
        x[0] = 7  # note DataRace
        cuda.threadfence()
        cuda.atomic.add(flag, 0, 1)
    if cuda.threadIdx.x == 1 and cuda.blockIdx.x == 1:
        if cuda.atomic.add(flag, 0, 0) > 0:
            cuda.threadfence()
            x[1] = x[0]  # DataRace
"""
FLAGS = [F4, np.zeros(1, np.int32)]
case("an atomic of the block's scope between blocks", "2", "2", FLAGS,
     FLAG.replace("0, 1)", "0, 1, scope='block')").replace(
         "cuda.atomic.add(flag, 0, 1, scope='block')",
         "cuda.atomic.add(flag, 0, 1, scope='block')  # note DataRace").replace(
         "cuda.atomic.add(flag, 0, 0) > 0:",
         "cuda.atomic.add(flag, 0, 0) > 0:  # DataRace"),
     FLAG.replace("  # note DataRace", "").replace("  # DataRace", ""))
case("no fence behind the atomic that tells", "2", "2", FLAGS,
     FLAG.replace("            cuda.threadfence()\n", ""),
     FLAG.replace("  # note DataRace", "").replace("  # DataRace", ""))
case("release without acquire", "2", "2", FLAGS,
     FLAG.replace("        cuda.threadfence()\n        cuda.atomic.add(flag, 0, 1)",
                  "        cuda.atomic.add(flag, 0, 1, order='release')")
     .replace("            cuda.threadfence()\n", ""),
     FLAG.replace("        cuda.threadfence()\n        cuda.atomic.add(flag, 0, 1)",
                  "        cuda.atomic.add(flag, 0, 1, order='release')")
     .replace("            cuda.threadfence()\n", "")
     .replace("0, 0)", "0, 0, order='acquire')")
     .replace("  # note DataRace", "").replace("  # DataRace", ""))

WAITING = """
@cuda.jit
def k(x, flag):
    i = cuda.threadIdx.x
    if i == 0:
        while cuda.atomic.load(flag, 0) == 0:  # Deadlock; # note Deadlock
            pass
        cuda.threadfence()
        x[0] = x[1] + 1
    if i == 33:
        x[1] = 4
        cuda.threadfence()
        cuda.atomic.store(flag, 0, 1)
    x[10 + i] = 1  # note Deadlock
"""
case("a loop that waits for what nobody writes", "1", "40", FLAGS,
     WAITING.replace("store(flag, 0, 1)", "store(flag, 0, 0)"),
     WAITING.replace("  # Deadlock; # note Deadlock", "").replace(
         "  # note Deadlock", ""), "a loop that reads memory")


@pytest.mark.parametrize("name", CASES)
def test_a_defect_is_found(name, tmp_path):
    grid, block, args, bad, _, text = CASES[name]
    got = run_checked(tmp_path, bad, grid, block, args)
    assert got.returncode == 1, got.stdout + got.stderr
    reports, notes = found(got.stderr)
    want, want_notes = expected(bad)
    if want:
        assert {kind for kind, _ in reports} == {kind for kind, _ in want}, got.stderr
        # Which of two threads comes first is the schedule's choice.
        assert set(want + want_notes) == set(reports + notes), got.stderr
    else:
        assert {kind for kind, _ in reports} == {"DataRace"}, got.stderr
    assert text in got.stderr


@pytest.mark.parametrize("schedule", ["forward", "reverse", "random:7"])
@pytest.mark.parametrize("name", CASES)
def test_nothing_is_found_in_the_twin(name, schedule, tmp_path):
    grid, block, args, _, good, _ = CASES[name]
    got = run_checked(tmp_path, good, grid, block, args, f"--schedule={schedule}")
    assert got.returncode == 0, got.stderr
    assert "[" not in got.stderr, got.stderr


def test_a_loop_that_waits_lets_others_run(tmp_path):
    args = [F4, np.zeros(1, np.int32)]
    got = run_checked(tmp_path, WAITING, "1", "40", args, check="")
    assert got.returncode == 0 and "x: float32 (64,) [5. 4. " in got.stdout, got.stderr
    never = WAITING.replace("store(flag, 0, 1)", "store(flag, 0, 0)")
    got = run_checked(tmp_path, never, "1", "40", args, check="")
    assert got.returncode == 1
    assert "DeadlockError: kernel `k`: block (0,0,0) thread (0,0,0)" in got.stderr


def test_writes_of_one_value_are_told_apart(tmp_path):
    source = "\n@cuda.jit\ndef k(x):\n    x[0] = 5\n"
    got = run_checked(tmp_path, source, "2", "8", [F4])
    assert got.returncode == 0 and "[SameValueRace]" in got.stderr
    assert "warning: `x[0]` is written by block (0,0,0) thread (0,0,0)" in got.stderr


@pytest.mark.parametrize("check", ["bounds", "races", "barriers", "uninit"])
def test_each_check_on_its_own(check, tmp_path):
    source = """
@cuda.jit
def k(x):
    s = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    if i == 63:
        return
    cuda.syncthreads()
    x[i + 2] = s[i]
    x[0] = i
"""
    kinds = {"bounds": "IndexOutside", "races": "DataRace",
             "barriers": "MissedBarrier", "uninit": "UninitializedRead"}
    got = run_checked(tmp_path, source, "1", "64", [F4], check=check)
    assert {kind for kind, _ in found(got.stderr)[0]} == {kinds[check]}


def test_a_report_has_both_lines_with_carets(tmp_path):
    source = """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    x[i] = i
    x[63 - i] = x[i] + 1
"""
    got = run_checked(tmp_path, source, "1", "64", [F4])
    lines = got.stderr.splitlines()
    assert "    x[63 - i] = x[i] + 1" in " ".join(lines)
    assert sum("^" in line for line in lines) >= 2
    assert "found " in got.stderr and " times; this is the first" in got.stderr


def test_json(tmp_path):
    got = run_checked(tmp_path, CASES["writes of one element"][3], "1", "64", [F4],
                      "--diagnostics=json")
    report = json.loads(got.stderr)["diagnostics"][0]
    assert report["kind"] == "DataRace" and report["severity"] == "error"
    assert report["notes"][0]["message"].startswith("the write by block")


def test_overlapping_views_and_narrow_types(tmp_path):
    """Neighbouring bytes are not one element; one element in two views is."""
    good = """
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    x[2 * i] = i
    x[1::2][i] = i
    y[::-1][i] = i
"""
    args = [np.zeros(64, np.int8), np.zeros(32, np.int16)[::2]]
    assert run_checked(tmp_path, good, "1", "16", args).returncode == 0
    bad = good.replace("y[::-1][i] = i", "y[::-1][i] = y[i]")
    got = run_checked(tmp_path, bad, "1", "16", args)
    assert got.returncode == 1 and "race on `y[" in got.stderr


def test_a_lock_orders_what_it_guards(tmp_path):
    source = """
@cuda.jit
def k(x, lock):
    while cuda.atomic.cas(lock, 0, 0, 1) != 0:
        pass
    cuda.threadfence()
    x[0] += 1
    cuda.threadfence()
    cuda.atomic.exch(lock, 0, 0)
"""
    args = [F4, np.zeros(1, np.int32)]
    got = run_checked(tmp_path, source, "4", "32", args)
    assert got.returncode == 0, got.stderr
    assert "[128. " in got.stdout
    got = run_checked(tmp_path, source.replace("threadfence", "threadfence_block"),
                      "4", "32", args)
    assert got.returncode == 1 and "nothing orders different blocks" in got.stderr


@pytest.mark.parametrize("dtype", [
    np.dtype([("a", "i4"), ("b", "f8"), ("c", "i1")]),
    np.dtype([("a", "i4"), ("b", "f8")], align=True),
    np.dtype("S13"),
    np.dtype("U5"),
    np.dtype("M8[s]"),
    np.dtype("c16"),
], ids=str)
def test_a_race_at_the_end_of_an_array_of_any_elements(tmp_path, dtype):
    source = """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    x[63] = x[i]
"""
    run = run_checked(tmp_path, source, "1", "63", [np.zeros(64, dtype)], check="races")
    assert re.search(r"race on `x\[63\]`|`x\[63\]` is written by", run.stderr), run.stderr


def test_schedules_show_a_race_and_repeat_it(tmp_path):
    source = """
@cuda.jit
def k(x):
    x[0] = cuda.grid(1)
"""
    def last(*schedule):
        got = run_checked(tmp_path, source, "8", "32", [F4], *schedule, check="")
        assert got.returncode == 0, got.stderr
        return re.search(r"\[(\d+)", got.stdout)[1], got.stderr

    assert last("--schedule=forward")[0] == "255"
    assert last("--schedule=reverse")[0] == "0"
    value, told = last("--schedule=random")
    seed = re.search(r"--schedule=random:\d+", told)[0]
    assert last(seed)[0] == value
    assert len({last(f"--schedule=random:{n}")[0] for n in range(8)}) > 2


@pytest.mark.parametrize("option", ["--check=races", "--schedule=reverse"])
def test_only_the_cpu_device_checks(option, tmp_path):
    got = run_checked(tmp_path, CASES["plus half"][3], "1", "1", [F4], option,
                      "--device=gpu", check="")
    assert got.returncode == 2 and "use --device=cpu" in got.stderr


SQUARES = ["A=random(float32,67x45,1)", "B=random(float32,45x35,2)", "C=zeros(float32,67x35)"]
SAMPLES = [
    ("add_arrays/add_arrays.py", "add_arrays_gpu", "16", "64",
     ["arange(float32,1024)"] * 2 + ["zeros(float32,1024)"]),
    ("plus_half/plus_half.py", "cudakernel0", "1", "1", ["zeros(float32,2)"]),
    ("plus_half/plus_half.py", "cudakernel1", "4", "64", ["zeros(float32,256)"]),
    ("vecadd/vecadd.py", "vecadd", "4", "64", ["ones(256)"] * 3),
    ("vecadd/vecadd_index.py", "vecadd", "4", "64", ["ones(float32,256)"] * 3),
    ("vecadd/vecadd_error.py", "vecadd", "4", "64", ["ones(float32,256)"] * 3),
    ("vector_add_host/vecadd.py", "vecadd", "4", "64", ["ones(float32,256)"] * 3),
    ("matmul/matmul.py", "matmul", "3,5", "16,16", SQUARES),
    ("matmul/matmul.py", "matmul_tiled", "3,5", "16,16", SQUARES),
    ("segmented_reduction/three_segments.py", "segmented_reduction_kernel", "3", "2",
     ["arange(float32,12)", "zeros(float32,3)"]),
    ("segmented_reduction/segmented_reduction.py", "segmented_reduction_kernel", "2",
     "256", ["ones(float32,8192)", "zeros(float32,2)"]),
]


@pytest.mark.parametrize("file,kernel,grid,block,args", SAMPLES)
def test_nothing_is_found_in_a_sample(file, kernel, grid, block, args):
    got = subprocess.run(
        [PYK2PTX, "run", f"{ROOT / 'samples' / file}::{kernel}", "--check=all",
         "--grid", grid, "--block", block, *args],
        capture_output=True, text=True, timeout=120,
    )
    assert got.returncode == 0 and "[" not in got.stderr, got.stderr


def test_many_threads_on_one_cell():
    """The sample's kernel for one thread, run by many."""
    got = subprocess.run(
        [PYK2PTX, "run", f"{ROOT / 'samples/plus_half/plus_half.py'}::cudakernel0",
         "--check=all", "--grid", "4", "--block", "64", "zeros(float32,2)"],
        capture_output=True, text=True, timeout=120,
    )
    assert got.returncode == 1
    lines = [line for line in got.stderr.splitlines() if "[DataRace]" in line]
    assert lines and all("race on `array[" in line for line in lines)
