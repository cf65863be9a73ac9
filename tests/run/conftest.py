"""Execution tests: kernels run by `pyk2ptx run` against the simulator.

Each test runs on every device of PYK2PTX_TEST_DEVICES ("cpu,gpu"; without it on
the CPU device and, where there is one, on the GPU) and is skipped on the others.
PYK2PTX names the program.

PYK2PTX_TEST_CHECK=all (or races,uninit, ...) runs everything on the CPU device
with these checks and fails where one finds something. `bounds` is left out where
the simulator says that the kernel relies on guarded indices, or where there is
no simulator to say.

PYK2PTX_TEST_PASSES=gpu runs everything on the CPU device with the optimizations
that are for GPUs, or with any other list that --passes= takes.
PYK2PTX_TEST_FACTS=1 compiles everything for what is true of its launch, as a JIT does,
and PYK2PTX_TEST_VARIANTS=1 twice, ahead of time, the launch choosing; without them every
tenth test that is compared with the simulator runs a second time in the one way and
every tenth in the other, with PYK2PTX_TEST_FACTS=0 none.
PYK2PTX_TEST_PER_THREAD=4 lets one thread do the work of several everywhere.
PYK2PTX_TEST_SHARE=5 runs every fifth test, for builds that are slow, and
PYK2PTX_TEST_CASES=16 sixteen of a test that has more parameters: of random programs, and
of tables of them. (Whoever changes what they are for runs all, and so do GPUs.)
PYK2PTX_TEST_LEVEL=1 has LLVM optimize less where a test does not say how much; of
every eight tests one keeps -O3. For builds in which LLVM is not what is tested. The
summary says how many tests each of them leaves.
"""

import os
import pathlib
import subprocess
import sys
import zlib

import numpy as np
import pytest
import simulator
from simulator import simulate

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from many import ManyLaunches  # noqa: E402

PYK2PTX = os.environ.get("PYK2PTX", str(ROOT / "build" / "bin" / "pyk2ptx"))
HEADER = "import math, cmath\nimport numpy as np\nfrom numba import cuda, float32, float64\n"


def pytest_collection_modifyitems(config, items):
    # Those of devices that are not here are skipped: of no use to a share.
    devices = selected_devices()
    here = [i for i in items if getattr(i, "callspec", None) is None
            or i.callspec.params.get("launch", devices[0]) in devices]  # fmt: skip

    def keep(kept, what):
        config.hook.pytest_deselected(items=list(set(items) - set(kept)))
        config.notes.append(f"{what}: {len(kept)} of {len(here)}")
        items[:] = kept
        return kept

    if most := int(os.environ.get("PYK2PTX_TEST_CASES", "0")):
        cases = {}
        for item in here:
            cases.setdefault((item.location[0], item.originalname), []).append(item)
        drawn = {item for each in cases.values() for item in sorted(each, key=draw_of)[:most]}
        here = keep([item for item in here if item in drawn], f"of each test {most} cases at most")
    share = int(os.environ.get("PYK2PTX_TEST_SHARE", "1"))
    if share > 1:
        here = keep(here[::share], f"every {share}th test")
    level = os.environ.get("PYK2PTX_TEST_LEVEL")
    if level:
        launching = [i for i in here if "launch" in i.fixturenames]
        for item in launching[::8]:
            item.add_marker(pytest.mark.full_level)
        full = len(launching[::8])
        config.notes.append(
            f"-O{level} or a test's own: {len(launching) - full} tests, -O3 or its own: {full}, "
            f"without the fixture: {len(here) - len(launching)}")  # fmt: skip


def draw_of(item):
    """The same each time, and without a pattern that parameters may have."""
    return zlib.crc32(item.nodeid.encode())


def pytest_configure(config):
    config.notes = []
    config.addinivalue_line("markers", "full_level: whatever PYK2PTX_TEST_LEVEL says")


def pytest_terminal_summary(terminalreporter, config):
    for note in config.notes:
        terminalreporter.write_line(f"PART: {note}")


def has_gpu():
    return any(pathlib.Path("/dev").glob("nvidia[0-9]*"))


def selected_devices():
    given = os.environ.get("PYK2PTX_TEST_DEVICES")
    if given:
        return given.split(",")
    return ["cpu", "gpu"] if has_gpu() else ["cpu"]


class Failed(Exception):
    def __init__(self, status, text):
        super().__init__(text)
        self.status, self.stderr = status, text


# Its block is that of the launch.
VARIANT = "--variant=apart,small,small-grid,align=16,block={BLOCK}"

program = ManyLaunches(PYK2PTX)


class Part(str):
    """An argument that is part of another's array, as the command line writes it: whole[1:]."""


def to_word(value, path):
    """A Python value as an ARG of the command line."""
    if isinstance(value, Part):
        return str(value)
    if isinstance(value, np.ndarray):
        np.save(path, value)
        return str(path)
    if isinstance(value, tuple):
        names = getattr(value, "_fields", ("",) * len(value))
        words = [
            (f"{name}=" if name else "") + to_word(v, path.with_suffix(f".{i}.npy"))
            for i, (name, v) in enumerate(zip(names, value))
        ]
        return "(" + "".join(word + "," for word in words) + ")"
    if isinstance(value, (np.datetime64, np.timedelta64)):
        return f"{value.dtype}({int(value.astype(np.int64))})"
    if isinstance(value, np.generic):
        return f"{value.dtype}({value.item()!r})"
    return repr(value)


class Launcher:
    def __init__(self, device, folder):
        self.device, self.folder, self.count = device, folder, 0
        self.stdout = ""
        self.stays_inside = False
        self.level = ""
        # The checks that would rightly find something in a test's kernel.
        self.defects = ()
        # What a second run is compiled with.
        self.again = []

    def __call__(
        self, source, kernel, grid, block, args, sig=None, options=(), shared=0
    ):
        """Runs the kernel; the arguments as it left them. Failed if it failed."""
        self.count += 1
        folder = self.folder / str(self.count)
        folder.mkdir()
        (folder / "k.py").write_text(HEADER + source)
        words = [f"{folder / 'k.py'}::{kernel}", f"--device={self.device}"]
        words += ["--grid", ",".join(map(str, grid))]
        words += ["--block", ",".join(map(str, block))]
        if shared:
            words += ["--shared", str(shared)]
        if sig:
            words += ["--sig", f"{kernel}({sig})"]
        if self.level:
            words.append(f"-O{self.level}")
        words += options  # where a test's own level comes later, and counts
        words += self.checks(options)
        if passes := os.environ.get("PYK2PTX_TEST_PASSES"):
            words.append(f"--passes={passes}")
        if os.environ.get("PYK2PTX_TEST_FACTS") == "1":
            words.append("--facts")
        if os.environ.get("PYK2PTX_TEST_VARIANTS") and not is_plain(words):
            words += [VARIANT + ",per-thread=4", VARIANT]
        words = [word.replace("{BLOCK}", "x".join(map(str, block))) for word in words]
        if lanes := os.environ.get("PYK2PTX_TEST_PER_THREAD"):
            words.append(f"--per-thread={lanes}")
        names = parameter_names(source, kernel)
        for name, value in zip(names, args):
            words.append(f"{name}={to_word(value, folder / f'{name}.npy')}")
            if isinstance(value, np.ndarray):
                words += ["--out", f"{name}={folder / f'{name}.out.npy'}"]
        seconds = float(os.environ.get("PYK2PTX_TEST_TIMEOUT", 120))
        # pytest tells there which test runs, which is no reason for a new process.
        environment = {k: v for k, v in os.environ.items() if k != "PYTEST_CURRENT_TEST"}
        status, self.stdout = program.run(words, seconds, environment)
        if status is None:
            raise subprocess.TimeoutExpired(words, seconds, self.stdout)
        if status:
            raise Failed(status, self.stdout)
        return [
            np.load(folder / f"{name}.out.npy") if isinstance(v, np.ndarray) else v
            for name, v in zip(names, args)
        ]

    def checks(self, options):
        wanted = os.environ.get("PYK2PTX_TEST_CHECK", "")
        given = any(o.startswith(("--check", "--bounds", "--debug")) for o in options)
        if not wanted or given or self.device != "cpu":
            return []
        if wanted == "all":
            wanted = "bounds,races,barriers,uninit"
        kinds = [k for k in wanted.split(",") if k != "bounds" or self.stays_inside]
        kinds = [k for k in kinds if k not in self.defects]
        return ["--check=" + ",".join(kinds)] if kinds else []

    def check(
        self, source, kernel, grid, block, args, sig=None, options=(), shared=0,
        tolerance=0,
    ):
        """Runs it here and in the simulator; every array must be equal, nan to
        nan and -0 to -0, or within `tolerance`, relative, when that is given.
        The arrays are returned."""
        expected = [copy_of(a) for a in args]
        simulator.outside = 0
        simulate(HEADER + source, kernel, grid, block, expected, shared)
        self.stays_inside = not simulator.outside
        options = ("--fmad=false", *options)
        names = parameter_names(source, kernel)
        got = None
        for more in [[], self.again] if self.again and not is_plain(options) else [[]]:
            got = self(source, kernel, grid, block, args, sig, [*options, *more], shared)
            for name, want, have in zip(names, expected, got):
                if isinstance(want, np.ndarray):
                    assert_same(name, have, want, tolerance)
        return got


def is_plain(options):
    """Whether it is compiled for who looks at what it does, or has facts as it is."""
    plain = ("--facts", "--check", "--debug", "--bounds=raise", "--coverage", "--trace", "-G", "-O0")
    return any(option.startswith(plain) for option in options)


def copy_of(value):
    """An argument whose arrays, in tuples too, may be changed."""
    if isinstance(value, np.ndarray):
        return np.array(value, order="K", copy=True)
    if not isinstance(value, tuple):
        return value
    elements = [copy_of(element) for element in value]
    return type(value)(*elements) if hasattr(value, "_fields") else tuple(elements)


def parameter_names(source, kernel):
    after = source.split(f"def {kernel}(", 1)[1]
    inside = after.split(")", 1)[0]
    return [p.split(":")[0].strip(" *\n") for p in inside.split(",") if p.strip()]


def compiled_ptx(source, options):
    compiled = subprocess.run([PYK2PTX, "-", "--arch=sm_90", *options],
                              input=HEADER + source, capture_output=True, text=True)  # fmt: skip
    assert compiled.returncode == 0, compiled.stderr
    return compiled.stdout


def check_ptx(program, source, kernel, grid, block, arguments, options):
    """Every array must be as the simulator leaves it, where `program` runs the PTX (ptx_interpreter.py)."""
    text = compiled_ptx(source, options)
    names = parameter_names(source, kernel)
    expected, found = ([array.copy() for array in arguments] for _ in range(2))
    simulate(HEADER + source, kernel, grid, block, expected)
    program(text).launch(grid, block, dict(zip(names, found)))
    for name, have, want in zip(names, found, expected):
        assert_same(name, have, want)


def assert_same(name, got, want, tolerance=0):
    assert got.dtype == want.dtype and got.shape == want.shape, name
    if got.dtype.names:
        for field in got.dtype.names:
            assert_same(f"{name}.{field}", got[field], want[field], tolerance)
        return
    if tolerance:
        np.testing.assert_allclose(got, want, rtol=tolerance, err_msg=name)
        return
    if got.dtype.kind == "c":
        assert_same(name + ".real", got.real, want.real)
        return assert_same(name + ".imag", got.imag, want.imag)
    if got.dtype.kind in "mM":
        got, want = got.view(np.int64), want.view(np.int64)
    same = got == want
    if got.dtype.kind == "f":
        same = (same & (np.signbit(got) == np.signbit(want))) | (
            np.isnan(got) & np.isnan(want)
        )
    bad = np.argwhere(~same)
    lines = [
        f"{name}[{', '.join(map(str, at))}] is {got[tuple(at)]!r}, "
        f"not {want[tuple(at)]!r}"
        for at in bad[:10]
    ]
    assert not len(bad), f"{len(bad)} differ: " + "; ".join(lines)


@pytest.fixture(params=["cpu", "gpu"])
def launch(request, tmp_path):
    if request.param not in selected_devices():
        pytest.skip(f"no {request.param} selected; PYK2PTX_TEST_DEVICES=cpu,gpu")
    launcher = Launcher(request.param, tmp_path)
    if not request.node.get_closest_marker("full_level"):
        launcher.level = os.environ.get("PYK2PTX_TEST_LEVEL", "")
    # What only large launches would be compiled for.
    if not any(f"PYK2PTX_TEST_{what}" in os.environ for what in ("FACTS", "CHECK", "VARIANTS")):
        draw = draw_of(request.node) % 20
        launcher.again = {0: ["--facts"], 10: ["--facts", "--per-thread=4"], 5: [VARIANT],
                          15: [VARIANT + ",per-thread=4"]}.get(draw, [])  # fmt: skip
    return launcher
