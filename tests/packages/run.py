#!/usr/bin/env python3
"""Other people's packages of PyPI: their own tests on the CPU device.

    tests/packages/run.py [--simulator] [NAME...]
    tests/packages/run.py --pin NAME...

Each package's sdist (or wheel), which has its tests, and what it needs come from PyPI into
a scratch folder, .deps/packages, and are kept there; pins/NAME.txt has the hash of each file.
Its tests run by `python -m pyk2ptx -m pytest` in an environment with numba (numba.cuda alone
is replaced), those marked so also in one without (all of numba is); with --simulator first
with numba and its simulator, no pyk2ptx. Prints a row of a table for each, and writes a log.

The exit status is 1 where a test fails that is not known to, or a file is not the one that
was pinned, 77 (ctest: skipped) where PyPI is not reached, or the pins are for other machines.
--pin writes pins/NAME.txt anew, by what PyPI has today.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tarfile
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DEPS = pathlib.Path(os.environ.get("PYK2PTX_DEPS_DIR", ROOT / ".deps"))
# What all environments have; pip reads the sdists' metadata with the last two.
BASE = ["pytest", "pytest-timeout", "setuptools", "wheel"]
# What an environment without numba is without.
NUMBA = {"numba", "llvmlite", "numba-cuda"}
# What the pins' wheels are for.
MACHINE = "CPython 3.11 on x86_64 Linux"
SKIPPED = 77


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
    # Whether the tests are in its wheel; else they are in its sdist.
    wheel: bool = False
    # A folder of the sdist that has its modules, where they are not at its top.
    modules: str = ""
    environment: dict = dataclasses.field(default_factory=dict)
    # Tests that fail, by a part of their names, and why.
    known: dict = dataclasses.field(default_factory=dict)

    @property
    def pins(self):
        return HERE / "pins" / f"{self.name}.txt"

    @property
    def requirement(self):
        return f"{self.name}=={self.version}"

    @property
    def kinds(self):
        """What pip is told so that it takes the file that has the tests."""
        if self.wheel:
            return ["--only-binary", self.name]
        return ["--no-binary", self.name, "--no-build-isolation"]

    def pinned(self, has_numba):
        """(the line of the package, the lines of what it needs)."""
        lines = self.pins.read_text("utf-8").splitlines()
        own = [line for line in lines if line.startswith(f"{self.requirement} ")]
        rest = [
            line
            for line in lines
            if line not in own
            and not line.startswith("#")
            and (has_numba or line.partition("==")[0] not in NUMBA)
        ]
        return own, rest


def read_packages():
    rows = json.loads((HERE / "packages.json").read_text("utf-8"))
    return [Package(**row) for row in rows]


class Unreached(Exception):
    """PyPI gives nothing, or not what this machine can use."""


def pip(python, *arguments):
    command = [python, "-m", "pip", "--disable-pip-version-check", "-q", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        text = f"{' '.join(map(str, command))}\n{done.stderr.strip()}"
        lines = done.stderr.splitlines()
        broken = [line for line in lines if "connection broken by" in line]
        if broken:
            raise Unreached(broken[-1])
        sys.exit(text)
    return done.stdout


def make_environment(folder, lines):
    """The Python of an environment that has what the lines pin, made once."""
    python = folder / "bin" / "python"
    done = folder / "pins.txt"
    text = "\n".join(lines) + "\n"
    if not done.is_file() or done.read_text("utf-8") != text:
        here = f"{platform.python_implementation()} {sys.version_info[0]}."
        here += f"{sys.version_info[1]} on {platform.machine()} {platform.system()}"
        if here != MACHINE:
            raise Unreached(f"the pins are for {MACHINE}, this is {here}")
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        wanted = folder / "wanted.txt"
        wanted.write_text(text, "utf-8")
        pip(python, "install", "--no-deps", "--require-hashes", "-r", wanted)
        wanted.rename(done)
    return python


def environment_of(scratch, package, has_numba):
    kind = "numba" if has_numba else "bare"
    folder = scratch / f"{package.name}-{package.version}-{kind}"
    return make_environment(folder, package.pinned(has_numba)[1])


def unpack(archive, folder):
    """An sdist has a folder of its own in it, a wheel does not."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as file:
            file.extractall(folder)
        return
    with tarfile.open(archive) as file:
        file.extractall(folder.parent, filter="data")
        [inner] = {pathlib.Path(name).parts[0] for name in file.getnames()}
    if inner != folder.name:
        (folder.parent / inner).rename(folder)


def source_of(scratch, package):
    """The unpacked sdist or wheel."""
    folder = scratch / f"{package.name}-{package.version}"
    if folder.is_dir():
        return folder
    python = environment_of(scratch, package, True)
    files = scratch / f"{folder.name}-files"
    files.mkdir(exist_ok=True)
    wanted = files / "wanted.txt"
    wanted.write_text("\n".join(package.pinned(True)[0]), "utf-8")
    flags = ["--no-deps", "--require-hashes", "-d", files]
    pip(python, "download", *flags, *package.kinds, "-r", wanted)
    [archive] = [file for file in files.iterdir() if file != wanted]
    unpack(archive, folder)
    return folder


def pin(package, scratch):
    """Writes pins/NAME.txt: what pip would install for the package, and its own file."""
    folder = scratch / "pin"
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip(python, "install", "--upgrade", "pip", "setuptools", "wheel", "hatchling")
    resolve = ["install", "--dry-run", "--ignore-installed", "--report", "-"]
    needs = [*BASE, *package.needs, package.numba]
    reports = [
        pip(python, *resolve, "--only-binary", ":all:", *needs),
        pip(python, *resolve, "--no-deps", *package.kinds, package.requirement),
    ]
    lines = set()
    for item in (item for text in reports for item in json.loads(text)["install"]):
        name = re.sub("[-_.]+", "-", item["metadata"]["name"]).lower()
        digest = item["download_info"]["archive_info"]["hashes"]["sha256"]
        lines.add(f"{name}=={item['metadata']['version']} --hash=sha256:{digest}")
    package.pins.parent.mkdir(exist_ok=True)
    text = "\n".join(
        [f"# For {MACHINE}, by run.py --pin {package.name}", *sorted(lines)]
    )
    package.pins.write_text(text + "\n", "utf-8")


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


def progress(text):
    """What pytest's letters say of the tests that were run."""
    letters = "".join(re.findall(r"^([.FEsxX]+)(?: +\[ *\d+%\])?$", text, re.MULTILINE))
    return f"{letters.count('.')} of the first {len(letters)} passed"


def run_tests(package, folder, python, start, environment, limit):
    environment = {**os.environ, **package.environment, **environment}
    paths = [
        environment.get("PYTHONPATH", ""),
        package.modules and folder / package.modules,
    ]
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
        return Outcome({}, [f"more than {limit} s, {progress(text)}"], limit, text)
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


def report(package, outcomes, scratch):
    """Prints the rows of a package; whether a test failed that is not known to."""
    is_bad = False
    for way, outcome in outcomes.items():
        print(f"| {package.name} {package.version} | {way} | {outcome} |", flush=True)
        log = scratch / f"{package.name}-{way.replace(' ', '-')}.log"
        log.write_text(outcome.text, "utf-8")
        for test in outcome.failed if way != "simulator" else ():
            fits = (why for part, why in package.known.items() if part in test)
            why = next(fits, None)
            print(f"  {test}: {why or f'see {log}'}", flush=True)
            is_bad = is_bad or not why
    return is_bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--scratch", type=pathlib.Path, default=DEPS / "packages")
    parser.add_argument("--built", type=pathlib.Path, default=ROOT / "build/python")
    parser.add_argument("--simulator", action="store_true")
    parser.add_argument("--limit", type=int, default=900, help="seconds a run")
    parser.add_argument("--pin", action="store_true")
    given = parser.parse_args()
    packages = read_packages()
    unknown = set(given.names) - {package.name for package in packages}
    if unknown:
        parser.error(f"there is no package {sorted(unknown)[0]}")
    scratch = given.scratch.resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    bad = []
    for package in packages:
        if given.names and package.name not in given.names:
            continue
        if given.pin:
            pin(package, scratch)
            continue
        try:
            built = given.built.resolve()
            outcomes = run_package(
                package, scratch, built, given.simulator, given.limit
            )
        except Unreached as error:
            # tools/test.sh shows such lines.
            print(f"SKIPPED: {package.name} of PyPI: {error}")
            return SKIPPED
        if report(package, outcomes, scratch):
            bad.append(package.name)
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
