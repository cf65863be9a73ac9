#!/usr/bin/env python3
"""Checks every #include against the direction of dependencies.

frontend <- compiler <- runtime/jit <- tools, runtime <- runtime/jit; compiler
and runtime share pyk2ptx/abi.h alone, and all of them what numbers are
(NUMBERS). A folder's row below names what its files
may include besides their own folder and the C++ standard library.

A library is divided into rooms, its subfolders; ROOMS has them in order. A file
may include files of its own room, by name, and those of rooms before it, by
their path from the root; so there are no circles between rooms, and none within
one is allowed. No folder of sources has more than MOST_FILES.

Then: nobody asks what a builtin is by its name, or by where its row stands.

The Python package has no circles of imports, and an import inside a function has
its reason in a comment above it.
"""
import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The folders, innermost first: a file belongs to the first that contains it.
FOLDERS = ["runtime/jit", "runtime/python", "runtime", "compiler", "frontend",
           "tools"]
ALLOWED = {
    "frontend": {"tree_sitter in parse", "generated"},
    "compiler": {"frontend", "llvm", "abi", "dlfcn", "system", "generated"},
    "runtime": {"dlfcn", "abi", "pthread in fork"},
    "runtime/jit": {"frontend", "compiler", "runtime", "llvm", "abi", "dlfcn",
                    "system"},
    "runtime/python": {"frontend", "compiler", "runtime", "runtime/jit", "llvm",
                       "abi", "dlfcn", "system", "python"},
    "tools": {"frontend", "compiler", "runtime", "runtime/jit", "llvm", "abi",
              "dlfcn", "system", "generated"},
}
# "" is the library's own folder, whose files may include all its rooms.
ROOMS = {
    "frontend": ["messages", "types", "tables", "parse", "ir", "prelude",
                 "constants", "scopes", "evaluate", "emit", "hints", "values", "library", "primitives",
                 "kernels", "check"],
    "compiler": ["target", "facts", "analyze", "launch", "transform", "versions", "blocks", "host", "words",
                 "selection", "schedule", "switches", "backend",
                 "lower", ""],
    "runtime/jit": ["threads", "sanitize", "cpu", ""],
    "tools/pyk2ptx": ["output", "options", "plot", "run", "lsp", ""],
}
MOST_FILES = 40
# Of the runtime's headers, but about numbers: everybody's.
NUMBERS = ("scalars.def", "float16.h")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
# What the C++ standard names: no folder, no suffix, or one of C's own headers.
STANDARD = re.compile(r"[a-z_0-9]+|(assert|errno|float|limits|math|stddef|"
                      r"stdint|stdio|stdlib|string|time)\.h")
SYSTEM = re.compile(r"sys/\w+\.h|(unistd|malloc|fcntl|link|poll|dirent|pthread|signal|ucontext|"
                    r"sched|spawn|immintrin)\.h")


# Rows of builtins.def have an effect, which answers.
ASKED = re.compile(r"""\b(?:info|builtinInfo\([^()]*\))\.name\s*
                       (?:\.\s*(?:starts_with|ends_with|find|compare|substr)\b|[=!]=)
                       |[<>]=?\s*Builtin::|\bBuiltin::\w+\s*[<>]""", re.X)
# Undefined for the least integer.
ABSOLUTE = re.compile(r"\bstd::l{0,2}abs\(")
CREATE = re.compile(r"\bCreate[A-Z]\w*\(")


def folder_of(path):
    relative = path.relative_to(ROOT).as_posix()
    return next(f for f in FOLDERS if relative.startswith(f + "/"))


def line_of(text, place):
    return text.count("\n", 0, place) + 1


def arguments(text, start):
    """The arguments of a call, from behind its opening bracket on."""
    depth, found = 0, [""]
    for c in text[start:]:
        if c in ")]}" and depth == 0:
            break
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            found.append("")
        else:
            found[-1] += c
    return found


def unordered_creates(text):
    """Places of calls of IRBuilder with two arguments that are such calls: g++ and clang make these in different
    orders, and PTX would be another."""
    for match in CREATE.finditer(text):
        if sum(bool(CREATE.search(each)) for each in arguments(text, match.end())) > 1:
            yield match.start()


def target_of(file, quoted, name):
    """The file of ours that an #include of `name` in `file` reaches, or None."""
    roots = [ROOT / f / "include" for f in FOLDERS] + [ROOT]
    for directory in ([file.parent] if quoted else []) + roots:
        target = (directory / name).resolve()
        if target.is_file() and target.is_relative_to(ROOT):
            return target
    return None


def room_of(path, folder):
    relative = path.relative_to(ROOT / folder).parent.as_posix()
    return "" if relative == "." else relative


def room_problem(file, folder, quoted, name):
    """Why a file of a library may not include `name` of the same library."""
    target = target_of(file, quoted, name)
    if target is None or not target.is_relative_to(ROOT / folder):
        return None
    order = ROOMS[folder]
    here, there = room_of(file, folder), room_of(target, folder)
    if "include" in (here[:7], there[:7]):
        return None
    if here == there:
        return None if "/" not in name else "a file of its own room is included by its name"
    if order.index(there) > order.index(here):
        return f"`{there}` stands above `{here}`"
    if name != target.relative_to(ROOT).as_posix():
        return "another room's file is included by its path from the root"
    return None


def classify(file, quoted, name):
    """What an #include of `name` in `file` reaches, as ALLOWED calls it."""
    if name == "pyk2ptx/abi.h":
        return "abi"
    target = target_of(file, quoted, name)
    if target and target.parent.name == "pyk2ptx" and target.name in NUMBERS:
        return "numbers"
    if target:
        return folder_of(target)
    if name.startswith("tree_sitter/"):
        return "tree_sitter in parse" if file.parent.name == "parse" else "tree_sitter"
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
    if name == "options.inc" or re.fullmatch(r"(builtin|diagnostic)_\w+[.]inc", name):
        return "generated"
    return "std" if STANDARD.fullmatch(name) else "unknown header"


def modules_of_package():
    """{"pyk2ptx.cuda._jit": (file, its tree)}"""
    package = ROOT / "runtime" / "python" / "pyk2ptx"
    found = {}
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package.parent).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        found[name] = file, ast.parse(file.read_text(encoding="utf-8"))
    return found


def imported(node, name, is_package, modules):
    """The package's modules that an import statement of module `name` loads."""
    if isinstance(node, ast.Import):
        wanted = [alias.name for alias in node.names]
    else:
        parts = name.split(".") if is_package else name.split(".")[:-1]
        base = parts[: len(parts) - node.level + 1] if node.level else []
        head = ".".join([*base, *([node.module] if node.module else [])])
        wanted = [f"{head}.{alias.name}" if f"{head}.{alias.name}" in modules else head
                  for alias in node.names]
    # What is imported from outside of a package loads that, too.
    outer = {each.rsplit(".", depth)[0] for each in wanted
             for depth in range(1, each.count(".") + 1)}
    outer = {each for each in outer if not f"{name}.".startswith(f"{each}.")}
    return {each for each in {*wanted, *outer} if each in modules and each != name}


def python_problems():
    """Circles of imports at the top of files, and unexplained ones in functions."""
    modules = modules_of_package()
    needs, inside = {name: set() for name in modules}, []
    for name, (file, tree) in modules.items():
        lines = file.read_text(encoding="utf-8").split("\n")
        in_functions = {node for function in ast.walk(tree)
                        if isinstance(function, (ast.FunctionDef, ast.Lambda))
                        for node in ast.walk(function)}
        last = None
        for node in ast.walk(tree):
            if not isinstance(node, (ast.Import, ast.ImportFrom)):
                continue
            if node not in in_functions:
                needs[name] |= imported(node, name, file.name == "__init__.py", modules)
                continue
            inside.append(node)
            explained = lines[node.lineno - 2].lstrip().startswith("#")
            if not explained and last != (node.lineno - 1, node.col_offset):
                yield (f"{file.relative_to(ROOT)}:{node.lineno}: an import in a function, "
                       "without a comment above it that says why")
            last = node.end_lineno, node.col_offset
    # A module that none of those that are left needs goes, until only circles are left.
    while free := {name for name in needs if not needs[name] & set(needs)}:
        for name in free:
            del needs[name]
    while free := set(needs) - set().union(*needs.values()):
        for name in free:
            del needs[name]
    for name in sorted(needs):
        yield f"{name}: a circle of imports, by {', '.join(sorted(needs[name] & set(needs)))}"
    yield len(inside)


def sources(folder, suffixes=(".h", ".cpp", ".def", ".inc")):
    """The files of one of FOLDERS that are in no other."""
    return [file for file in sorted((ROOT / folder).rglob("*"))
            if file.suffix in suffixes and folder_of(file) == folder]


def includes():
    """(file, line, what is included, why it may not be or "") of all."""
    for folder in FOLDERS:
        for file in sources(folder):
            text = file.read_text(encoding="utf-8")
            for match in INCLUDE.finditer(text):
                reached = classify(file, match[1] == '"', match[2])
                problem = ""
                if reached not in ALLOWED[folder] | {folder, "std", "numbers"}:
                    problem = f"{folder} may not include it ({reached})"
                for house in ROOMS if not problem else ():
                    if file.is_relative_to(ROOT / house):
                        problem = room_problem(file, house, match[1] == '"', match[2])
                line = line_of(text, match.start(1))
                yield file, line, match, problem or ""


def circles():
    """Files of ours that include themselves through others."""
    reaches = {}
    for file, _, match, _ in includes():
        target = target_of(file, match[1] == '"', match[2])
        reaches.setdefault(file, set()).update({target} - {None})
    while free := {file for file in reaches if not reaches[file] & set(reaches)}:
        for file in free:
            del reaches[file]
    while free := set(reaches) - set().union(*reaches.values()):
        for file in free:
            del reaches[file]
    return sorted(reaches)


def main():
    failures, count = [], 0
    for file, line, match, problem in includes():
        count += 1
        if problem:
            failures.append(f"{file.relative_to(ROOT)}:{line}: `{match[2]}`: {problem}")
    failures += [f"{file.relative_to(ROOT)}: a circle of includes" for file in circles()]
    wrong = len(failures)
    for folder in sorted({file.parent for folder in FOLDERS
                          for file in (ROOT / folder).rglob("*.*")}):
        sources = [f for f in folder.iterdir() if f.suffix in (".h", ".cpp", ".def", ".py")]
        if len(sources) > MOST_FILES:
            failures.append(f"{folder.relative_to(ROOT)}: {len(sources)} files; a room has at "
                            f"most {MOST_FILES}")
    for folder in "frontend", "compiler":
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            text = file.read_text(encoding="utf-8")
            for match in ASKED.finditer(text):
                line = line_of(text, match.start())
                failures.append(f"{file.relative_to(ROOT)}:{line}: asks for a builtin's "
                                f"name or place, `{match[0]}`; its effect answers")
            for match in ABSOLUTE.finditer(text):
                line = line_of(text, match.start())
                failures.append(f"{file.relative_to(ROOT)}:{line}: std::abs of the least integer "
                                "is undefined; magnitudeOf, or std::fabs")
            for start in unordered_creates(text):
                line = line_of(text, start)
                failures.append(f"{file.relative_to(ROOT)}:{line}: two instructions are made in one call, in an order "
                                "that each C++ compiler chooses; a statement each")
    *problems, inside = python_problems()
    failures += problems
    print("\n".join(failures + [f"{count} includes, {wrong} not allowed; "
                                f"{inside} imports in functions"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
