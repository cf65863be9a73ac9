#!/usr/bin/env python3
"""Golden tests: a kernel whose trailing comment is the compiler's exact output.

A test is a file under tests/golden. It starts with a line for each run,

    # golden: --emit=ir

and ends with a section for each, in the same order:

    # === --emit=ir
    # kernel clear(x: i32[:])

The source above the sections goes to `pyk2ptx - --name=<file's name> ARGS` on
standard input, in the file's folder; a section holds its standard output and
then its standard error, byte for byte. A file is named fail_* exactly when its
runs exit with status 1 or 2; the others exit with 0. Files whose name or folder
starts with `_` are modules that tests import.

What compiles is also compiled for several architectures and given to ptxas, for
one of them with variants of its kernels; accepted PTX is remembered by its hash
(--cache). Together the tests must show every row of diagnostics.def, as [Kind] in
some output, and use every name of builtins.def, or the row stands with its reason
in tools/golden_exempt.txt.
"""
import argparse
import concurrent.futures
import dataclasses
import difflib
import hashlib
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests" / "golden"
ARCHITECTURES = [75, 90, 100, 120]
VARIANTS_ARCHITECTURE = "100"
VARIANTS = ["--variant=apart,small,align=16",
            "--variant=large,small-grid,block=128,per-thread=2"]
ASSEMBLER_FAILED, ASSEMBLER_PASSED, ASSEMBLER_CACHED = range(3)


@dataclasses.dataclass
class Test:
    path: pathlib.Path
    source: str  # what the compiler reads
    runs: list  # the arguments of each `# golden:` line
    sections: list  # the expected (arguments, lines)


@dataclasses.dataclass
class Outcome:
    messages: list  # why it failed; none if it passed
    statuses: list
    text: str  # the file as --update writes it


def read_test(path):
    lines = path.read_bytes().decode("utf-8", "surrogateescape").split("\n")
    first = next((i for i, line in enumerate(lines)
                  if line.startswith("# ===")), len(lines))
    runs = []
    for line in lines[:first]:
        if not line.startswith("# golden:"):
            break
        runs.append(line[len("# golden:"):].strip())
    sections = []
    for line in lines[first:]:
        if line.startswith("# ==="):
            sections.append((line[len("# ==="):].strip(), []))
        elif line.startswith("#"):
            sections[-1][1].append(line[2:])
    return Test(path, "\n".join(lines[:first]).rstrip("\n") + "\n", runs,
                sections)


def write_test(test, sections):
    text = test.source
    for args, lines in sections:
        text += f"\n# === {args}".rstrip(" ") + "\n"
        text += "".join(f"# {line}".rstrip(" ") + "\n" if not line.strip()
                        else f"# {line}\n" for line in lines)
    return text


def compile_source(options, test, args, *more):
    command = [options.pyk2ptx, "-", f"--name={test.path.name}",
               *shlex.split(args), *more]
    return subprocess.run(
        command, input=test.source.encode("utf-8", "surrogateescape"),
        capture_output=True, cwd=test.path.parent, timeout=120, check=False)


def output_lines(run):
    text = ""
    for stream in (run.stdout, run.stderr):
        part = stream.decode("utf-8", "backslashreplace")
        text += part if part.endswith("\n") or not part else part + "\n"
    return text.split("\n")[:-1]


def run_test(options, test):
    messages, statuses, actual = [], [], []
    if not test.runs:
        messages.append("it does not start with a `# golden:` line")
    for args in test.runs:
        try:
            run = compile_source(options, test, args)
        except subprocess.TimeoutExpired:
            messages.append(f"`{args}` did not end within 120 s")
            continue
        lines = output_lines(run)
        actual.append((args, lines))
        statuses.append(run.returncode)
        fails = test.path.name.startswith("fail_")
        if run.returncode not in (0, 1, 2):
            messages.append(f"`{args}` exits with status {run.returncode}:\n" +
                            "\n".join(lines[-40:]))
        elif (run.returncode != 0) != fails:
            messages.append(f"`{args}` exits with status {run.returncode}; its "
                            f"name asks for {'1 or 2' if fails else 0}")
        if options.twice and output_lines(
                compile_source(options, test, args)) != lines:
            messages.append(f"`{args}` gives another output the second time")
    text = write_test(test, actual)
    if not messages and not options.update:
        # The whole file is compared: what --update would change is what fails.
        expected = test.path.read_bytes().decode("utf-8", "surrogateescape")
        if expected != text:
            diff = "\n".join(difflib.unified_diff(
                expected.split("\n"), text.split("\n"), "expected", "actual",
                lineterm=""))
            messages.append(
                diff.encode("utf-8", "backslashreplace").decode("utf-8"))
    return Outcome(messages, statuses, text)


def assembler_args(args):
    """A run's arguments without what chooses the output, and its lowest sm;
    None where the run promises no types (--emit=syntax)."""
    kept, lowest = [], "75"
    words = iter(shlex.split(args))
    for word in words:
        if word == "--emit=syntax":
            return None
        if word in ("-o", "--emit", "--arch", "-MF"):
            next(words, None)
        elif word.startswith("--arch="):
            lowest = word[len("--arch="):].split(",")[0].removeprefix("sm_")
        elif not word.startswith(("--emit=", "-MD", "-MF", "-v",
                                  "--save-temps", "--diagnostics")):
            kept.append(word)
    return shlex.join(kept), lowest


def architectures(lowest):
    if not lowest.isdigit():  # 90a loads nowhere else
        return [lowest]
    fitting = {int(lowest)} | {a for a in ARCHITECTURES if a >= int(lowest)}
    return [str(a) for a in sorted(fitting)]


def extern_option(ptx):
    """PTX that calls functions of other files is assembled to be linked."""
    names = re.findall(rb"^\.extern \.func (?:\([^)]*\) )?([\w$]+)", ptx,
                       re.MULTILINE)
    return ["-c"] if set(names) - {b"vprintf"} else []


def variant_options(args, arch):
    """VARIANTS, where the test's own arguments allow them."""
    own = re.search(r"--variant|block=|-G|--device-debug|--debug|--bounds=raise", args)
    return [] if own or arch != VARIANTS_ARCHITECTURE else VARIANTS


def missing_variants(ptx):
    """The entries that are not there once more for each of VARIANTS."""
    entries = re.findall(r"^\.visible \.entry ([\w$]+)\(", ptx.decode(), re.M)
    variant = re.compile(r"__variant[1-9]_*$")
    wanted = {entry for entry in entries if not variant.search(entry)}
    return [entry for entry in sorted(wanted) if sum(
        variant.sub("", each) == entry for each in entries) != 1 + len(VARIANTS)]


def assemble(options, test, args, arch):
    """Compiles the test for one architecture and gives its PTX to ptxas."""
    key = hashlib.sha256(
        repr((options.compiler_hash, options.ptxas_version, test.path.name,
              test.source, args, arch, VARIANTS)).encode("utf-8", "surrogateescape"))
    known = options.cache / key.hexdigest()
    if known.exists():
        return ASSEMBLER_CACHED, ""
    variants = variant_options(args, arch)
    run = compile_source(options, test, args, f"--arch=sm_{arch}", "--emit=ptx",
                         *variants)
    if run.returncode:
        return ASSEMBLER_FAILED, "does not compile:\n" + "\n".join(
            output_lines(run)[-20:])
    if missing := variants and missing_variants(run.stdout):
        return ASSEMBLER_FAILED, f"{missing} have not every variant"
    # The names in the PTX's comments change nothing for ptxas.
    ptx_key = hashlib.sha256(run.stdout + repr(
        (options.ptxas_version, arch)).encode()).hexdigest()
    state, output = ASSEMBLER_CACHED, ""
    if not (options.cache / ptx_key).exists():
        with tempfile.NamedTemporaryFile(suffix=".ptx") as file:
            file.write(run.stdout)
            file.flush()
            ptxas = subprocess.run(
                [options.ptxas, f"-arch=sm_{arch}", *extern_option(run.stdout),
                 "-o", "/dev/null",
                 file.name],
                capture_output=True, text=True, timeout=300, check=False)
        output = (ptxas.stdout + ptxas.stderr).replace(file.name, "PTX")
        if ptxas.returncode:
            return ASSEMBLER_FAILED, f"ptxas rejects it:\n{output}"
        (options.cache / ptx_key).touch()
        state = ASSEMBLER_PASSED
    known.touch()
    return state, ""


def check_assembler(options, pool, tests):
    """Messages for each PTX that ptxas refuses, and how many it accepted."""
    jobs = {}
    for test in tests:
        for args in test.runs:
            chosen = assembler_args(args)
            for arch in architectures(chosen[1]) if chosen else []:
                key = (test.path, chosen[0], arch)
                if key not in jobs:
                    jobs[key] = pool.submit(assemble, options, test, chosen[0],
                                            arch)
    failures, passed = [], 0
    for (path, args, arch), job in jobs.items():
        state, message = job.result()
        if state == ASSEMBLER_FAILED:
            failures.append(f"FAILED {path.relative_to(ROOT)} `{args}` for "
                            f"sm_{arch} {message}")
        else:
            passed += 1
    return failures, passed


def rows(table, macro, column):
    """A column of a .def file: 0 is the enumerator, 1 the string after it."""
    path = ROOT / "frontend" / table
    pattern = re.compile(rf'^{macro}\(\s*(\w+)\s*,[^"\n]*"([^"]+)"', re.M)
    text = path.read_text(encoding="utf-8").replace(",\n", ",")
    return [match[column + 1] for match in pattern.finditer(text)]


def check_coverage(tests):
    """Messages for each row of the tables that no test shows."""
    outputs = "\n".join(line for test in tests for _, lines in test.sections
                        for line in lines)
    shown = set(re.findall(r"\[(\w+)\]", outputs))
    code = "\n".join(re.sub(r"#.*", "", test.source) for test in tests)
    used = set(re.findall(r"[A-Za-z_][\w.]*", code))
    for alias, name in (("np.", "numpy."), ("numba.cuda.", "cuda."), ("coop.", "cuda.coop.")):
        used |= {name + word[len(alias):] for word in used
                 if word.startswith(alias)}
    # `x.real` uses real, `cuda.threadIdx.x.foo` uses cuda.threadIdx.x.
    used |= {word[:i] for word in used for i, c in enumerate(word) if c == "."}

    exempt = {}
    for line in (ROOT / "tools" / "golden_exempt.txt").read_text().split("\n"):
        if line.strip() and not line.startswith("#"):
            name, _, reason = line.partition(" ")
            exempt[name] = reason.strip()
    kinds = rows("messages/diagnostics.def", "DIAGNOSTIC", 0)
    names = rows("tables/builtins.def", "BUILTIN", 1)
    failures = [f"no golden test shows [{kind}]" for kind in kinds
                if kind not in shown and kind not in exempt]
    # What a golden test cannot show, another must.
    others = "".join(path.read_text(encoding="utf-8") for folder in ("cli", "run")
                     for path in sorted((TESTS.parent / folder).glob("test_*.py")))
    failures += [f"no test in tests/cli or tests/run shows [{kind}]" for kind in kinds
                 if kind in exempt and f"{kind}" not in others]
    failures += [f"no golden test uses `{name}`" for name in names
                 if name not in used and name not in exempt]
    failures += [f"golden_exempt.txt: `{name}` is no row or has no reason"
                 for name, reason in exempt.items()
                 if name not in kinds + names or not reason]
    return [f"COVERAGE {failure}" for failure in failures]


def find_ptxas():
    found = subprocess.run([ROOT / "tools" / "find_tool.sh", "ptxas"],
                           capture_output=True, text=True, check=False)
    return found.stdout.strip()


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--pyk2ptx", default=ROOT / "build" / "bin" / "pyk2ptx")
    parser.add_argument("--update", action="store_true",
                        help="write the actual output into the tests")
    parser.add_argument("--twice", action="store_true",
                        help="also check that a second run gives the same")
    parser.add_argument("--no-ptxas", action="store_true")
    parser.add_argument("--cache", type=pathlib.Path, help="accepted PTX; "
                        "default golden-cache beside the program's folder")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("only", nargs="*",
                        help="only tests whose path contains one of these")
    options = parser.parse_args()
    options.pyk2ptx = pathlib.Path(options.pyk2ptx).resolve()
    if not options.cache:
        options.cache = options.pyk2ptx.parent.parent / "golden-cache"
    options.ptxas = "" if options.no_ptxas or options.update else find_ptxas()
    if options.ptxas:
        options.cache.mkdir(parents=True, exist_ok=True)
        options.ptxas_version = subprocess.check_output(
            [options.ptxas, "--version"])
        options.compiler_hash = hashlib.sha256(
            options.pyk2ptx.read_bytes()).hexdigest()
    return options


def main():
    options = parse_args()
    paths = [path for path in sorted(TESTS.rglob("*.py"))
             if not any(part.startswith("_") for part in
                        path.relative_to(TESTS).parts)]
    tests = [read_test(path) for path in paths
             if not options.only or any(o in str(path) for o in options.only)]
    passed = failed = skipped = 0
    compiled = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for test, outcome in zip(
                tests, pool.map(lambda t: run_test(options, t), tests)):
            if options.update and not any(
                    status not in (0, 1, 2) for status in outcome.statuses):
                data = outcome.text.encode("utf-8", "surrogateescape")
                if test.runs and data != test.path.read_bytes():
                    test.path.write_bytes(data)
                    print(f"updated {test.path.relative_to(ROOT)}")
            if outcome.messages:
                failed += 1
                print(f"FAILED {test.path.relative_to(ROOT)}")
                print("\n".join(outcome.messages))
            else:
                passed += 1
            if outcome.statuses and not any(outcome.statuses):
                compiled.append(test)
        if options.ptxas:
            failures, accepted = check_assembler(options, pool, compiled)
            print("".join(f"{failure}\n" for failure in failures), end="")
            print(f"ptxas accepts {accepted} of {accepted + len(failures)} PTX")
            passed += accepted
            failed += len(failures)
        elif not options.update:
            reason = "by --no-ptxas" if options.no_ptxas else "no ptxas found"
            print(f"SKIPPED: {reason}: {len(compiled)} tests not assembled")
            skipped += len(compiled)
    if not options.only:
        missing = check_coverage([read_test(path) for path in paths])
        print("".join(f"{line}\n" for line in missing), end="")
        failed += len(missing)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
