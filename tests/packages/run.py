#!/usr/bin/env python3
"""Other people's packages of PyPI: their own tests on the CPU device.

    tests/packages/run.py [--simulator] [NAME...]

Each package's sdist, which has its tests, and what it needs come from PyPI into a scratch
folder (build/packages), and are kept there. Its tests run by `python -m pyk2ptx -m pytest`
in an environment with numba (numba.cuda alone is replaced), those marked so also in one
without (all of numba is); with --simulator also with numba and its simulator, no pyk2ptx.
Prints a table; the exit status is 1 where a test fails that is not known to, 77 where PyPI
is not reached.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What the tests of all need, and what all are run with.
BASE = ["pytest", "pytest-timeout"]


@dataclasses.dataclass
class Package:
    name: str
    version: str
    # What pytest is told.
    tests: list
    needs: list
    numba: str = "numba"
    # Whether it runs without numba, too.
    whole: bool = False
    # A folder of the sdist that has its modules, where they are not at its top.
    modules: str = ""
    environment: dict = dataclasses.field(default_factory=dict)
    # Tests that fail, by a part of their names, and why.
    known: dict = dataclasses.field(default_factory=dict)


def read_packages():
    rows = json.loads((ROOT / "tests/packages/packages.json").read_text("utf-8"))
    return [Package(**row) for row in rows]


class Unreached(Exception):
    """PyPI gives nothing."""


def pip(python, *arguments):
    command = [python, "-m", "pip", "--disable-pip-version-check", "-q", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Unreached(f"{' '.join(map(str, command))}\n{done.stderr.strip()}")


def environment_of(scratch, package, has_numba):
    """The Python of an environment with what a package needs."""
    needs = sorted([*BASE, *package.needs, *([package.numba] if has_numba else [])])
    kind = "numba" if has_numba else "bare"
    folder = scratch / f"{package.name}-{package.version}-{kind}"
    python = folder / "bin" / "python"
    done = folder / "needs.json"
    if not done.is_file() or json.loads(done.read_text("utf-8")) != needs:
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        pip(python, "install", *needs)
        done.write_text(json.dumps(needs), "utf-8")
    return python


def source_of(scratch, package):
    """The unpacked sdist."""
    folder = scratch / f"{package.name}-{package.version}"
    if folder.is_dir():
        return folder
    wanted = f"{package.name}=={package.version}"
    python = environment_of(scratch, package, True)
    pip(python, "download", "--no-deps", "--no-binary", ":all:", "-d", scratch, wanted)
    [archive] = scratch.glob(f"{package.name.replace('-', '_')}-{package.version}.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(scratch, filter="data")
    return folder


@dataclasses.dataclass
class Outcome:
    counts: dict
    failed: list
    seconds: float
    text: str

    def __str__(self):
        parts = [f"{number} {what}" for what, number in self.counts.items()]
        if not parts:
            return self.failed[0]
        return f"{', '.join(parts)} in {self.seconds:.0f} s"


def run_tests(package, folder, python, start, environment, limit):
    environment = {**os.environ, **package.environment, **environment}
    paths = [environment.get("PYTHONPATH", ""), package.modules and folder / package.modules]
    environment["PYTHONPATH"] = os.pathsep.join(str(path) for path in paths if path)
    command = [python, *start, "pytest", "-q", "-rfE", "-p", "no:cacheprovider"]
    begin = time.monotonic()
    try:
        done = subprocess.run(
            # The project's own options want plug-ins of its own.
            [*command, "-o", "addopts=", *package.tests],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired as error:
        text = (error.stdout or b"").decode()
        return Outcome({}, [f"more than {limit} s"], limit, text)
    seconds = time.monotonic() - begin
    lines = done.stdout.splitlines()
    last = lines[-1] if lines else ""
    counts = {
        what: int(number)
        for number, what in re.findall(
            r"(\d+) (passed|failed|error|skipped|xfailed|xpassed)", last
        )
    }
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if done.returncode not in (0, 1) or not counts:
        failed.append(f"pytest ends with {done.returncode}")
    return Outcome(counts, failed, seconds, done.stdout + done.stderr)


def run_package(package, scratch, built, has_simulator, limit):
    """The outcomes by the way that the tests were run."""
    folder = source_of(scratch, package)
    ours = {"PYTHONPATH": str(built), "PYK2PTX_DEVICE": "cpu"}
    with_numba = environment_of(scratch, package, True)
    start = ["-m", "pyk2ptx", "-m"]
    found = {}
    if has_simulator:
        found["simulator"] = run_tests(
            package, folder, with_numba, ["-m"], {"NUMBA_ENABLE_CUDASIM": "1"}, limit
        )
    found["beside numba"] = run_tests(package, folder, with_numba, start, ours, limit)
    if package.whole:
        bare = environment_of(scratch, package, False)
        found["without numba"] = run_tests(package, folder, bare, start, ours, limit)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / "build/packages")
    parser.add_argument("--built", type=pathlib.Path, default=ROOT / "build/python")
    parser.add_argument("--simulator", action="store_true")
    parser.add_argument("--limit", type=int, default=900, help="seconds a run")
    given = parser.parse_args()
    packages = read_packages()
    unknown = set(given.names) - {package.name for package in packages}
    if unknown:
        parser.error(f"there is no package {sorted(unknown)[0]}")
    scratch = given.scratch.resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    status = 0
    for package in packages:
        if given.names and package.name not in given.names:
            continue
        try:
            outcomes = run_package(
                package, scratch, given.built.resolve(), given.simulator, given.limit
            )
        except Unreached as error:
            print(f"{package.name}: {error}", file=sys.stderr)
            return 77
        for way, outcome in outcomes.items():
            print(f"| {package.name} {package.version} | {way} | {outcome} |", flush=True)
            log = scratch / f"{package.name}-{way.replace(' ', '-')}.log"
            log.write_text(outcome.text, "utf-8")
            if way == "simulator":
                continue
            for test in outcome.failed:
                why = next(
                    (why for part, why in package.known.items() if part in test), None
                )
                print(f"  {test}: {why or f'see {log}'}")
                status = status if why else 1
    return status


if __name__ == "__main__":
    sys.exit(main())
