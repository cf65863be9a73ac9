#!/usr/bin/env python3
"""Runs clang-tidy on our .cpp files, two at a time, and remembers clean ones.

A build for development joins the files of a room, and so they are read here: what
they include is parsed once, which is most of the time. Files that are named are
read one by one, which shows as well what a file forgot to include.

A file is clean until it, one of our headers that it reaches, .clang-tidy or its
compile command changes.
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# CMake's precompiled headers, of gcc and of clang: a file is to include what it uses.
PRECOMPILED = re.compile(
    r"-Winvalid-pch|-Xclang -include(?:-pch)? -Xclang \S+/cmake_pch\S*"
    r"|-include \S+/cmake_pch\S*")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)


def reached(file, seen):
    """Adds `file` and every file of ours that it includes to `seen`."""
    if file in seen:
        return
    seen.add(file)
    roots = [file.parent, ROOT, *ROOT.glob("*/include"),
             *ROOT.glob("*/*/include")]
    for name in INCLUDE.findall(file.read_text(encoding="utf-8")):
        for directory in roots:
            target = (directory / name).resolve()
            if target.is_file() and target.is_relative_to(ROOT):
                reached(target, seen)
                break


def fingerprint(entry, config):
    files = set()
    reached(pathlib.Path(entry["file"]), files)
    digest = hashlib.sha256(config + entry["command"].encode())
    for file in sorted(files):
        digest.update(str(file).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def joined_files(entry):
    """The files that the entry's file joins; none if it is one itself."""
    file = pathlib.Path(entry["file"])
    if file.parent.name == "Unity" and file.name.startswith("unity_"):
        return INCLUDE.findall(file.read_text(encoding="utf-8"))
    return []


def entries_of(entry, named):
    """The entry without what CMake precompiles; of those that are joined, the entry
    of each whose path contains one of `named`."""
    entry = entry | {"command": PRECOMPILED.sub("", entry["command"])}
    if not named:
        return [entry]
    return [entry | {"file": file,
                     "command": entry["command"].replace(entry["file"], file)}
            for file in joined_files(entry) or [entry["file"]]
            if any(name in file for name in named)]


def is_checked(entry):
    """Whether it is ours and no test, whose names are GoogleTest's."""
    for name in joined_files(entry) or [entry["file"]]:
        file = pathlib.Path(name)
        if not (file.is_file() and file.is_relative_to(ROOT) and
                file.relative_to(ROOT).parts[0] in
                ("frontend", "compiler", "runtime", "tools")):
            return False
    return True


def tidy(entry, args, config):
    stamp = args.cache / fingerprint(entry, config)
    if stamp.exists():
        return "cached", ""
    command = [args.clang_tidy, "--quiet", "-p", args.cache, entry["file"],
               # clang does not know all of gcc's warnings.
               "--extra-arg=-Wno-unknown-warning-option"]
    if joined_files(entry):
        command.append("--checks=-bugprone-suspicious-include")
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        return "failed", run.stdout + run.stderr
    stamp.touch()
    return "clean", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=ROOT / "build", type=pathlib.Path)
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("files", nargs="*", help="only paths that contain these")
    args = parser.parse_args()
    args.cache = args.build / "tidy-cache"
    args.cache.mkdir(exist_ok=True)
    config = (ROOT / ".clang-tidy").read_bytes() + subprocess.check_output(
        [args.clang_tidy, "--version"])

    entries = [each for entry in json.loads(
        (args.build / "compile_commands.json").read_text())
        for each in entries_of(entry, args.files) if is_checked(each)]
    (args.cache / "compile_commands.json").write_text(json.dumps(entries))

    counts = {"clean": 0, "cached": 0, "failed": 0}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for state, output in pool.map(lambda e: tidy(e, args, config), entries):
            counts[state] += 1
            if output:
                print(output, flush=True)
    print(f"clang-tidy: {counts['clean']} clean, {counts['cached']} unchanged, "
          f"{counts['failed']} with findings")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
