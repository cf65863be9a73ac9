#!/usr/bin/env python3
"""Figures of the code: what is to stay small, and what is to be 0.

    tools/figures.py             the figures, with the places behind them
    tools/figures.py --short     the figures alone
"""
import argparse
import ast
import re

import check_layers
from check_layers import FOLDERS, ROOMS, ROOT, folder_of, room_of

MOST_LINES_OF_FUNCTION = 60
MOST_LINES_OF_FILE = 500
MOST_FILES_OF_BUILTIN = 2
CODE = (".h", ".cpp", ".py")
GENERATED = re.compile(r"\bdo not edit\b")
# What is no code: comments, the texts of strings, the preprocessor's lines.
BLANKED = re.compile(r"""
    //[^\n]* | /\*.*?\*/
  | R"(?P<mark>[^("\s]*)\(.*?\)(?P=mark)"
  | "(?:[^"\\\n]|\\.)*"
  | (?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)+'
  | ^[ \t]*\#(?:[^\n\\]|\\.)*
""", re.X | re.S | re.M)
NO_FUNCTION = re.compile(r"\s*(?:inline\s+)?(?:typedef\s+)?"
                         r"(?:namespace|class|struct|union|enum)\b")


def blanked(text):
    """The text, with as many lines, of what is code."""
    return BLANKED.sub(lambda m: '""' * (m[0][0] in "\"R") + re.sub(r"[^\n]", "", m[0]), text)


def closing(text, at):
    """Behind the brace that closes the one at `at`."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, at):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    return len(text)


def outside_parentheses(text):
    """What of a declaration is in no parentheses; these are left empty."""
    while text != (text := re.sub(r"\([^()]*\)", "\0", text)):
        pass
    return text.replace("\0", "()")


def is_function(head):
    """Whether a brace behind `head` opens a function's body."""
    head = re.sub(r"operator\s*(?:[^\s\w(]+|\(\s*\))", "operator_", outside_parentheses(head))
    # Of templates, the parameters.
    while head != (head := re.sub(r"<[^<>]*>", "", head)):
        pass
    head = re.sub(r"^\s*template\b", "", head)
    return "()" in head and "=" not in head and not NO_FUNCTION.match(head)


def functions_of_cpp(text):
    """(first line, last line, head) of those outside of functions."""
    text = blanked(text)
    begin = 0
    at = 0
    for_brace = re.compile(r"[{};]")
    while match := for_brace.search(text, at):
        at = match.end()
        head = text[begin : match.start()]
        if match[0] != "{":
            begin = at if match[0] == "}" or outside_parentheses(head).count("(") == \
                outside_parentheses(head).count(")") else begin
            continue
        plain = outside_parentheses(head)
        in_parentheses = plain.count("(") != plain.count(")")
        is_member = (re.search(r"\)[\s\w]*:(?!:)", plain) and
                     re.search(r"[\w>]\s*$", plain) and is_function(head))
        if in_parentheses or is_member:
            at = closing(text, match.start())
        elif is_function(head):
            at = closing(text, match.start())
            first = begin + len(head) - len(head.lstrip())
            yield (text.count("\n", 0, first) + 1, text.count("\n", 0, at) + 1,
                   " ".join(head.split()))
            begin = at
        elif NO_FUNCTION.match(re.sub(r"^\s*template\s*<[^{]*>(?=\s*(?:class|struct))", "",
                                      head)) and not re.match(r"\s*enum\b", head):
            begin = at
        elif re.match(r'\s*extern\s*""\s*$', head) or not head.strip():
            begin = at
        else:
            # Of an array or an enumeration; what stands behind goes with it.
            at = closing(text, match.start())
    return


def functions_of_python(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno, node.name


def product():
    """{file: its text} of what is built and shipped, or builds and ships it."""
    files = {}
    for folder in FOLDERS:
        for file in check_layers.sources(folder, CODE):
            text = file.read_text(encoding="utf-8")
            if not GENERATED.search(text[:500]):
                files[file] = text
    return files


def long_functions(files):
    for file, text in files.items():
        found = functions_of_python if file.suffix == ".py" else functions_of_cpp
        for first, last, head in found(text):
            if last - first + 1 > MOST_LINES_OF_FUNCTION:
                name = re.search(r"[~\w:]+(?=\s*\()", head)
                yield last - first + 1, f"{place(file)}:{first}", name[0] if name else head


def long_files(files):
    for file, text in files.items():
        if (lines := text.count("\n")) > MOST_LINES_OF_FILE:
            yield lines, place(file), ""


def known_builtins(files):
    """How many files ask for a builtin by its name; its row is none of them."""
    known = {}
    for file, text in files.items():
        if file.suffix != ".py":
            for name in re.findall(r"\bBuiltin::(\w+)", blanked(text)):
                known.setdefault(name, set()).add(place(file))
    for name, names in known.items():
        if len(names) > MOST_FILES_OF_BUILTIN:
            yield len(names), name, ", ".join(sorted(names))


def place(file):
    return str(file.relative_to(ROOT))


def rooms():
    """{room: (lines, files)} of all that is code or a table."""
    counts = {}
    for folder in FOLDERS:
        for file in check_layers.sources(folder, (*CODE, ".def", ".inc", ".td")):
            house = next((h for h in ROOMS if file.is_relative_to(ROOT / h)), None)
            name = f"{house}/{room_of(file, house)}".rstrip("/") if house else \
                place(file.parent)
            lines, number = counts.get(name, (0, 0))
            counts[name] = lines + file.read_text(encoding="utf-8").count("\n"), number + 1
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--short", action="store_true")
    short = parser.parse_args().short
    print("lines  files  room")
    counts = rooms()
    for room, (lines, number) in sorted(counts.items()):
        print(f"{lines:6} {number:5}  {room}")
    print(f"{sum(lines for lines, _ in counts.values()):6} "
          f"{sum(number for _, number in counts.values()):5}  all\n")
    files = product()
    tables = [
        (f"functions of more than {MOST_LINES_OF_FUNCTION} lines", long_functions(files)),
        (f"files of more than {MOST_LINES_OF_FILE} lines", long_files(files)),
        (f"builtins that more than {MOST_FILES_OF_BUILTIN} files know", known_builtins(files)),
        ("includes against the direction",
         ((1, f"{place(file)}:{line}", problem)
          for file, line, _, problem in check_layers.includes() if problem)),
        ("files in circles of includes",
         ((1, place(file), "") for file in check_layers.circles())),
        ("modules in circles of imports",
         ((1, problem, "") for problem in [*check_layers.python_problems()][:-1]
          if "a circle of imports" in problem)),
    ]
    for title, rows in tables:
        rows = sorted(rows, key=lambda row: (-row[0], row[1]))
        print(f"{len(rows):6}  {title}")
        if not short:
            for number, where, what in rows:
                print(f"        {number:5}  {where}  {what}".rstrip())


if __name__ == "__main__":
    main()
