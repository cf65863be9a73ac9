"""numba-cuda's own tests, with pyk2ptx in numba's place: see README.md.

    conformance.py [--tests FOLDER] [--jobs N] [--all] [--failures] [FILE ...]

The tests are those of numba-cuda's wheel, which tools/setup.sh unzips into .deps; FOLDER
is its numba_cuda/numba/cuda/tests. PYTHONPATH names the package, PYK2PTX_DEVICE the
device. What must pass, and what need not and why, is in expected.txt; the status is 1
where a test did otherwise, either way.
"""

import argparse
import collections
import fnmatch
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

import guest

HERE = Path(__file__).resolve().parent
FOLDERS = ("cudapy", "cudadrv", "nocuda", "doc_examples", "cudasim", "core", "nrt")
# Seconds a test; what hangs without heeding a signal is killed later.
LIMIT = 60
# Files that take long, in how many parts they run; they are begun first.
PARTS = {
    "cudapy/test_ufuncs.py": 6,
    "cudapy/test_cache_hints.py": 4,
    "doc_examples/test_random.py": 1,
    "cudapy/test_array_alignment.py": 2,
    "cudapy/test_atomics.py": 3,
    "cudapy/test_math.py": 3,
    "cudapy/test_intrinsics.py": 2,
    "cudapy/test_gufunc.py": 2,
    "cudapy/test_print.py": 2,
    "cudapy/test_complex.py": 2,
    "cudapy/test_caching.py": 2,
}


# ---- the table ----

CLASSES = {
    # Not run: no user of numba.cuda relies on it.
    "internal": "numba's internals",
    # Not run: it asks for NVRTC, nvJitLink, the driver's own API, CuPy, two GPUs.
    "toolkit": "needs more than a GPU",
    # What the tests skip themselves.
    "skip": "skipped",
    # Portable tests that do not pass: by design, or on one of the devices.
    "differs": "differs",
    "cpu": "differs on the CPU device",
    "gpu": "differs on a GPU",
    # Takes back what a row above says of a whole file.
    "portable": "must pass",
}


class Table:
    """expected.txt: a line "class: reason", below it the tests, indented: a file, and
    patterns of Class.test where not all are meant. The last that fits counts."""

    def __init__(self, text):
        self.rows = []
        heading = None
        for line in text.splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            if not line.startswith(" "):
                kind, _, reason = line.partition(": ")
                assert kind in CLASSES and reason, line
                heading = (kind, reason)
                continue
            file, *patterns = line.split()
            self.rows.append((file, patterns or ["*"], *heading))

    def find(self, file, test):
        """(class, reason) of a test; ("", "") for those that must pass."""
        for row_file, patterns, kind, reason in reversed(self.rows):
            if row_file == file and any(fnmatch.fnmatch(test, p) for p in patterns):
                return (kind, reason) if kind != "portable" else ("", "")
        return "", ""

    def is_left_out(self, file):
        """Whether no test of a file is to run."""
        rows = [row for row in self.rows if row[0] == file]
        return (
            bool(rows)
            and all(kind in ("internal", "toolkit") for _, _, kind, _ in rows)
            and any("*" in patterns for _, patterns, _, _ in rows)
        )

    def unused(self, names):
        """Patterns that fit no test, of the files whose tests are known."""
        for file, patterns, _, _ in self.rows:
            for pattern in patterns if file in names else ():
                if not fnmatch.filter(names[file], pattern):
                    yield f"{file} {pattern}"


def verdict(kind, outcome, device):
    """What is wrong with an outcome; "" where it is as expected."""
    if kind == "skip":
        return "" if outcome == "skip" else "it is no longer skipped"
    excused = kind == "differs" or kind == device
    if excused:
        return "" if outcome == "fail" else f"excused, but its outcome is {outcome}"
    return "" if outcome in ("pass", "xfail") else outcome


# ---- running ----


class Job:
    """A file, or a part of one, in a process; after a crash in another one, which goes
    on behind the test that crashed."""

    def __init__(self, run, file, part=0, parts=1):
        self.file, self._run, self._part, self._parts = file, run, part, parts
        self.outcomes, self.names = {}, []
        self.folder = tempfile.mkdtemp(dir=run.folder)
        self._lines = Path(self.folder, "outcomes.jsonl")
        self.start()

    def _wanted(self, names):
        """Those of the file's tests that are this part's and have not run."""
        with open(self._lines, "a") as lines:
            lines.write(json.dumps(["(names)", "names", names]) + "\n")
        left_out = () if self._run.all else ("internal", "toolkit")
        mine = [
            name
            for name in names
            if self._run.table.find(self.file, name)[0] not in left_out
        ]
        return [n for n in mine[self._part :: self._parts] if n not in self.outcomes]

    def start(self):
        self._lines.touch()
        self._pid = os.fork()
        if self._pid:
            return
        try:
            os.setsid()
            os.chdir(self.folder)
            log = os.open("log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(log, 1)
            os.dup2(log, 2)
            guest.run(self._run.tests, self.file, self._wanted, self._lines, LIMIT)
            sys.stdout.flush()
        finally:
            # What the tests left behind is not of interest.
            os._exit(0)

    def is_done(self):
        """Whether it is; a test that hangs is ended."""
        pid, _ = os.waitpid(self._pid, os.WNOHANG)
        if not pid:
            if time.time() - self._lines.stat().st_mtime < LIMIT + 20:
                return False
            os.killpg(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        running, done = self._read()
        if done:
            return True
        log = Path(self.folder, "log").read_text(errors="replace")[-300:].strip()
        self.outcomes[running or "(process)"] = ("fail", f"crash or hang: {log}")
        if running:
            self.start()
        return not running

    def _read(self):
        """(the test that was running, whether the file's end was reached)"""
        running, done = None, False
        for line in self._lines.read_text().splitlines():
            name, outcome, told = json.loads(line)
            if outcome == "names":
                self.names = told
            elif outcome == "start":
                running = name
            elif outcome == "done":
                done = True
            else:
                running = None
                self.outcomes[name] = (outcome, told)
        running = None if running in self.outcomes else running
        return running, done or "(load)" in self.outcomes


class Run:
    """All files, some at a time."""

    def __init__(self, tests, table, folder, everything):
        self.tests, self.table, self.folder, self.all = tests, table, folder, everything

    def outcomes(self, files, jobs):
        """({file: {test: (outcome, error)}}, {file: names})"""
        files = sorted(files, key=lambda file: -PARTS.get(file, 0))
        waiting = [
            (file, part, PARTS.get(file, 1))
            for file in files
            for part in range(PARTS.get(file, 1))
        ]
        running, found, names = [], collections.defaultdict(dict), {}
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(Job(self, *waiting.pop(0)))
            for job in [job for job in running if job.is_done()]:
                running.remove(job)
                found[job.file] |= job.outcomes
                names[job.file] = job.names
            time.sleep(0.02)
        return found, names


# ---- the report ----


def report(found, names, table, device, args):
    """Prints the figures; whether all is as the table says."""
    count, reasons, wrong = collections.Counter(), collections.Counter(), []
    by_file = collections.defaultdict(collections.Counter)
    for file, outcomes in sorted(found.items()):
        for test, (outcome, told) in sorted(outcomes.items()):
            kind, reason = table.find(file, test)
            fault = "" if args.all else verdict(kind, outcome, device)
            if fault:
                wrong.append(f"{file}::{test}: {fault}\n    {told}")
            if kind in ("skip", "internal", "toolkit") or outcome == "xfail":
                count[kind or outcome, outcome] += 1
                continue
            by_file[file][outcome == "pass"] += 1
            count["portable", outcome] += 1
            if outcome != "pass":
                reasons[reason] += 1
            if args.failures and outcome != "pass":
                print(f"{file}::{test}\n    {told}")
    for file, passed in by_file.items():
        if args.by_file or args.all:
            print(f"{file:48} {passed[True]:4} of {sum(passed.values()):4}")
    if not args.files and not args.all:
        wrong += [f"expected.txt: no test is {row}" for row in table.unused(names)]
    for text in wrong:
        print(text)
    passed = count["portable", "pass"]
    total = passed + count["portable", "fail"] + count["portable", "skip"]
    print(
        f"conformance on the {device} device: {passed} of {total} portable tests pass "
        f"({100 * passed / max(total, 1):.1f} %); {total - passed} differ, for "
        f"{len(reasons)} reasons; {count['skip', 'skip']} are skipped, "
        f"{count['xfail', 'xfail']} fail with numba, too; {len(wrong)} not as expected"
    )
    for kind in ("internal", "toolkit") if args.all else ():
        ran = sum(n for (k, _), n in count.items() if k == kind)
        print(f"{CLASSES[kind]}: {count[kind, 'pass']} of {ran}")
    return not wrong


def default_tests():
    deps = os.environ.get("PYK2PTX_DEPS_DIR") or HERE.parents[1] / ".deps"
    return Path(deps, "numba-cuda/numba_cuda/numba/cuda/tests")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tests", type=Path, default=default_tests())
    jobs = os.environ.get("PYK2PTX_JOBS") or os.cpu_count()
    parser.add_argument("--jobs", type=int, default=int(jobs))
    parser.add_argument("--all", action="store_true", help="all classes, unjudged")
    parser.add_argument("--failures", action="store_true", help="each, with its error")
    parser.add_argument("--by-file", action="store_true", help="figures of each file")
    parser.add_argument("files", nargs="*", help="such as cudapy/test_array.py")
    args = parser.parse_args()
    tests = args.tests.resolve()
    if not (tests / "cudapy").is_dir():
        print(
            f"{tests} has no tests of numba-cuda; run tools/setup.sh", file=sys.stderr
        )
        return 1
    device = os.environ.setdefault("PYK2PTX_DEVICE", "cpu")
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    table = Table((HERE / "expected.txt").read_text())
    files = args.files or [
        f"{folder}/{path.name}"
        for folder in FOLDERS
        for path in sorted((tests / folder).glob("test_*.py"))
    ]
    if not args.files and not args.all:
        files = [file for file in files if not table.is_left_out(file)]
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pyk2ptx-conformance-") as folder:
        # Nothing of earlier builds; what is compiled is kept for this run.
        os.environ["PYK2PTX_CACHE_DIR"] = f"{folder}/cache"
        # Once, for all of the processes that are forked.
        guest.swap(str(tests))
        run = Run(str(tests), table, folder, args.all)
        found, names = run.outcomes(files, args.jobs)
    good = report(found, names, table, device, args)
    print(f"{time.monotonic() - began:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
