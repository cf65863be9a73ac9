"""What `pyk2ptx run` tells of a launch on the CPU device besides its errors:
coverage, the trace of one thread, the page of --report."""

import os
import re
import shutil
import subprocess

import numpy as np
import pytest
from conftest import HEADER, PYK2PTX
from test_checks import run_checked

BRANCHES = """
@cuda.jit
def k(x):
    i = cuda.grid(1)
    if i < 5:
        x[i] = 1
    else:
        x[i] = 2
    for j in range(3):
        x[i] += j
    if i > 100:
        x[i] = 3
        x[i] = 4
"""
FIRST = len(HEADER.splitlines()) + 1  # the blank line before the decorator
X = np.zeros(8, np.float32)


def test_coverage(tmp_path):
    got = run_checked(tmp_path, BRANCHES, "1", "8", [X], "--coverage=k.info", check="")
    assert got.returncode == 0, got.stderr
    lines = (tmp_path / "k.info").read_text().splitlines()
    assert lines[0] == "TN:k" and lines[1] == "SF:k.py"
    counts = dict(
        map(int, line[3:].split(",")) for line in lines if line.startswith("DA:")
    )
    want = {3: 8, 4: 8, 5: 5, 7: 3, 8: 8, 9: 24, 10: 8, 11: 0, 12: 0}
    assert counts == {FIRST + line: count for line, count in want.items()}
    assert f"BRDA:{FIRST + 4},0,0,5" in lines and f"BRDA:{FIRST + 4},0,1,3" in lines
    assert f"BRDA:{FIRST + 10},0,0,0" in lines and f"BRDA:{FIRST + 10},0,1,8" in lines
    assert lines[-3:] == ["LF:9", "LH:7", "end_of_record"]


def test_coverage_of_device_functions_and_barriers(tmp_path):
    source = """
@cuda.jit(device=True)
def f(s, i):
    s[i] = i
    cuda.syncthreads()
    return s[63 - i]

@cuda.jit
def k(x):
    s = cuda.shared.array(64, float32)
    x[0] = cuda.atomic.add(x, 1, f(s, cuda.threadIdx.x))
"""
    got = run_checked(tmp_path, source, "2", "64", [X], "--coverage=-", check="")
    assert got.returncode == 0, got.stderr
    for line, count in {3: 128, 4: 128, 5: 128, 9: 128, 10: 128}.items():
        assert f"DA:{FIRST + line},{count}" in got.stdout


LINES = """from cuda import coop
@cuda.jit(device=True)
def f(x):
    return np.sum(x[:3]) + 1

@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    x[:2] = x[2:4]
    t = x[:3] * 2
    x[:3] += t
    x[4] = coop.sum(coop.this_block(), t[0])
    for d in (0, 1, 2):
        x[d] = f(x)
    for j in range(3): x[j] = j; x[j + 1] = 0
    if i < 2 and x[0] < 9: x[5] = 2; x[6] = 4
    elif i < 3:
        x[0], x[1] = x[1], x[0]
    y, z = sum(x[q] for q in range(i)), x[0]
    x[7] = y if y > z else z
"""


def test_a_line_counts_once_whatever_it_becomes(tmp_path):
    got = run_checked(tmp_path, LINES, "1", "8", [X], "--coverage=-", check="")
    assert got.returncode == 0, got.stderr
    counts = {3: 24, 7: 8, 8: 8, 9: 8, 10: 8, 11: 8, 12: 8, 13: 24, 14: 8, 15: 8,
              16: 6, 17: 1, 18: 8, 19: 8}
    found = dict(re.findall(r"^DA:(\d+),(\d+)$", got.stdout, re.M))
    assert found == {str(FIRST + k): str(v) for k, v in counts.items()}
    branches = re.findall(r"^BRDA:(\d+),0,(\d),(\d+)$", got.stdout, re.M)
    assert branches == [(str(FIRST + 15), "0", "2"), (str(FIRST + 15), "1", "6"),
                        (str(FIRST + 16), "0", "1"), (str(FIRST + 16), "1", "5")]
    assert "prelude" not in got.stdout


def test_trace_of_lines_that_are_much_work(tmp_path):
    got = run_checked(tmp_path, LINES, "1", "8", [X], "--trace=0:2", check="")
    assert got.returncode == 0, got.stderr
    assert "prelude" not in got.stdout
    lines = [int(x) - FIRST for x in re.findall(r"^k\.py:(\d+):", got.stdout, re.M)]
    # The loop in line 18 is a function of its own.
    assert lines == [7, 8, 9, 10, 11, 12, 13, 3, 13, 3, 13, 3, 14, 15, 16, 17, 18, 18,
                     19]


def test_trace(tmp_path):
    got = run_checked(tmp_path, BRANCHES, "1", "8", [X], "--trace=0:6", check="")
    assert got.returncode == 0, got.stderr
    text = got.stdout
    at = f"k.py:{FIRST + 3}: i = cuda.grid(1)\n        i = 6\n"
    assert text.startswith(at), text
    assert f"k.py:{FIRST + 7}: x[i] = 2\n        x[6] = 2.0\n" in text
    assert text.count(f"k.py:{FIRST + 9}: x[i] += j\n") == 3
    assert "        j = 2\n" in text and "        x[6] = 5.0\n" in text
    assert f"k.py:{FIRST + 5}:" not in text and f"k.py:{FIRST + 11}:" not in text


def test_trace_of_a_thread_that_is_not_there(tmp_path):
    got = run_checked(tmp_path, BRANCHES, "1", "8", [X], "--trace=0:8", check="")
    assert got.returncode == 0 and "k.py:" not in got.stdout


TRANSPOSE = """
@cuda.jit
def k(x, out):
    tile = cuda.shared.array((32, 32), float32)
    i = cuda.threadIdx.x
    j = cuda.threadIdx.y
    tile[j, i] = x[j, i]
    cuda.syncthreads()
    out[i, j] = tile[i, j]
    if i > 40:
        out[0, 0] = 1
    out[0, 0] = i
"""


@pytest.fixture
def page(tmp_path):
    args = [np.zeros((32, 32), np.float32), np.zeros((32, 32), np.float32)]
    got = run_checked(
        tmp_path, TRANSPOSE, "1", "32,32", args, "--report=r.html", check=""
    )
    assert got.returncode == 1 and "[DataRace]" in got.stderr
    return tmp_path / "r.html"


def test_report(page):
    text = page.read_text()
    assert text.startswith("<!doctype html>") and text.endswith("</html>\n")
    assert not re.search(r"(src|href)=", text), "self-contained"
    assert "[DataRace]" in text
    never = f'<tr class="never"><td class="n">{FIRST + 10}</td><td class="c">0</td>'
    assert never in text
    assert "4 sectors of 32 bytes, 4 would do: coalesced" in text
    assert "32 sectors of 32 bytes, 4 would do: strided or scattered" in text
    assert "32-way bank conflict" in text and "no bank conflict" in text
    assert "Block of 32 × 32 × 1 threads" in text


def browser():
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return os.environ.get("PYK2PTX_CHROMIUM") or next(
        filter(None, map(shutil.which, names)), None
    )


@pytest.mark.skipif(not browser(), reason="no Chromium")
def test_report_in_a_browser(page):
    """It renders: the parsed page has its parts, and the picture is not empty."""
    words = [browser(), "--headless", "--no-sandbox", "--disable-gpu",
             f"--user-data-dir={page.parent / 'profile'}"]
    dom = subprocess.run(
        [*words, "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=110,
    ).stdout
    assert dom.count("<svg") >= 6 and dom.count("<tr") > 15
    shot = page.parent / "page.png"
    subprocess.run(
        [*words, f"--screenshot={shot}", "--window-size=1100,2400", page.as_uri()],
        capture_output=True, timeout=110, check=True,
    )
    assert shot.stat().st_size > 20000


@pytest.mark.skipif(not shutil.which("gdb"), reason="no gdb")
def test_gdb_stops_at_a_python_line(tmp_path):
    (tmp_path / "k.py").write_text(HEADER + BRANCHES)
    line = FIRST + 7
    program = [PYK2PTX, "run", "-G", "k.py", "--device=cpu", "--grid=1", "--block=8"]
    got = subprocess.run(
        ["gdb", "-q", "-nx", "-batch", "-ex", "set breakpoint pending on",
         "-ex", f"break k.py:{line}", "-ex", "run", "-ex", "frame",
         "--args", *program, "zeros(float32,8)"],
        cwd=tmp_path, capture_output=True, text=True, timeout=110,
    )
    if "ptrace" in got.stderr:
        pytest.skip("gdb may not trace here")
    assert f"k.py:{line}" in got.stdout, got.stdout + got.stderr
    assert "x[i] = 2" in got.stdout


def test_trace_of_narrow_floats_and_complex_numbers(tmp_path):
    source = """
@cuda.jit
def k(h, c):
    i = cuda.grid(1)
    h[i] = h[i] + 0.5
    c[i] = c[i] * 2j
"""
    args = [np.ones(4, np.float16), np.ones(4, np.complex64)]
    got = run_checked(tmp_path, source, "1", "4", args, "--trace=0:2", check="")
    assert got.returncode == 0, got.stderr
    assert "        h[2] = 1.5\n" in got.stdout and "%" not in got.stdout
    assert "        c[2].real = 0.0\n        c[2].imag = 2.0\n" in got.stdout
