#!/usr/bin/env python3
"""Checks every #include against the direction of dependencies.

frontend <- compiler <- runtime/jit <- tools, runtime <- runtime/jit; compiler
and runtime share pyk2ptx/abi.h alone. A folder's row below names what its files
may include besides their own folder and the C++ standard library.

Then: nobody asks what a builtin is by its name, or by where its row stands.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The folders, innermost first: a file belongs to the first that contains it.
FOLDERS = ["runtime/jit", "runtime/python", "runtime", "compiler", "frontend",
           "tools"]
ALLOWED = {
    "frontend": {"tree_sitter in parse"},
    "compiler": {"frontend", "llvm", "abi", "dlfcn", "system"},
    "runtime": {"dlfcn", "abi", "pthread in fork"},
    "runtime/jit": {"frontend", "compiler", "runtime", "llvm", "abi", "dlfcn",
                    "system"},
    "runtime/python": {"frontend", "compiler", "runtime", "runtime/jit", "llvm",
                       "abi", "dlfcn", "system", "python"},
    "tools": {"frontend", "compiler", "runtime", "runtime/jit", "llvm", "abi",
              "dlfcn", "system", "generated"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
# What the C++ standard names: no folder, no suffix, or one of C's own headers.
STANDARD = re.compile(r"[a-z_0-9]+|(assert|errno|float|limits|math|stddef|"
                      r"stdint|stdio|stdlib|string|time)\.h")
SYSTEM = re.compile(r"sys/\w+\.h|(unistd|fcntl|link|dirent|pthread|signal|ucontext|sched|spawn)\.h")


# Rows of builtins.def have an effect, which answers.
ASKED = re.compile(r"""\b(?:info|builtinInfo\([^()]*\))\.name\s*
                       (?:\.\s*(?:starts_with|ends_with|find|compare|substr)\b|[=!]=)
                       |[<>]=?\s*Builtin::|\bBuiltin::\w+\s*[<>]""", re.X)


def folder_of(path):
    relative = path.relative_to(ROOT).as_posix()
    return next(f for f in FOLDERS if relative.startswith(f + "/"))


def classify(file, quoted, name):
    """What an #include of `name` in `file` reaches, as ALLOWED calls it."""
    if name == "pyk2ptx/abi.h":
        return "abi"
    roots = [ROOT / f / "include" for f in FOLDERS] + [ROOT]
    for directory in ([file.parent] if quoted else []) + roots:
        target = (directory / name).resolve()
        if target.is_file() and target.is_relative_to(ROOT):
            return folder_of(target)
    if name.startswith("tree_sitter/"):
        in_parse = file.name.startswith("parse_") or file.name == "parse.cpp"
        return "tree_sitter in parse" if in_parse else "tree_sitter"
    if name.startswith(("llvm/", "llvm-c/")):
        return "llvm"
    if name.startswith(("nanobind/", "Python.h", "pyconfig.h", "structmember.h", "pybind11/")):
        return "python"
    if name == "dlfcn.h":
        return "dlfcn"
    # Only the system knows of forks.
    if name == "pthread.h" and file.name == "fork.cpp":
        return "pthread in fork"
    if SYSTEM.fullmatch(name):
        return "system"
    if name == "options.inc":
        return "generated"
    return "std" if STANDARD.fullmatch(name) else "unknown header"


def main():
    failures, count = [], 0
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp", ".def", ".inc") or (
                    folder_of(file) != folder):
                continue
            text = file.read_text(encoding="utf-8")
            for match in INCLUDE.finditer(text):
                count += 1
                reached = classify(file, match[1] == '"', match[2])
                if reached in ALLOWED[folder] | {folder, "std"}:
                    continue
                line = text.count("\n", 0, match.start(1)) + 1
                failures.append(
                    f"{file.relative_to(ROOT)}:{line}: {folder} may not "
                    f"include `{match[2]}` ({reached})")
    includes = len(failures)
    for folder in "frontend", "compiler":
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            text = file.read_text(encoding="utf-8")
            for match in ASKED.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                failures.append(f"{file.relative_to(ROOT)}:{line}: asks for a builtin's "
                                f"name or place, `{match[0]}`; its effect answers")
    print("\n".join(failures + [f"{count} includes, {includes} not allowed"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
