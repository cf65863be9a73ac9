#!/usr/bin/env python3
"""Writes what follows from the compiler's tables: REFERENCE.md, the page of all
that kernels may use, and the golden test of libdevice.

    tools/reference.py            writes both; then tools/golden.py --update libdevice_all
    tools/reference.py --check    says whether they are current
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "REFERENCE.md"
GOLDEN = ROOT / "tests" / "golden" / "check" / "libdevice_all.py"
TYPES = {"h": "int16", "i": "int32", "l": "int64", "f": "float32", "d": "float64"}


def read(name):
    return (ROOT / "frontend" / name).read_text(encoding="utf-8")


def unescape(text):
    return text.replace('\\"', '"').replace("\\\\", "\\")


def table(name, macro):
    """The rows of a .def file: the text between the macro's parentheses, and
    the last `// ---- title ----` before each."""
    title = ""
    rows = []
    pattern = re.compile(
        rf'^// ---- (?P<title>.*?)(?: ----)?$|^{macro}\((?P<row>(?:[^"()]|"(?:[^"\\]|\\.)*"'
        r'|\([^()]*\))*)\)',
        re.MULTILINE,
    )
    for match in pattern.finditer(read(name)):
        if match["title"] is not None:
            title = match["title"].strip()
        else:
            rows.append((title, match["row"]))
    return rows


def strings(row):
    """The string literals of a row, those side by side joined."""
    parts = re.findall(r'((?:"(?:[^"\\]|\\.)*"\s*)+)', row)
    return [
        unescape("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', part))) for part in parts
    ]


def cell(text):
    return text.replace("|", "\\|")


def builtins():
    lines = []
    last = None
    for title, row in table("tables/builtins.def", "BUILTIN"):
        if title.startswith("what the checker makes"):
            continue
        if title != last:
            heading = title.split(";")[0].split(":")[0]
            lines += ["", f"### {heading[0].upper()}{heading[1:]}", "",
                      "| name | |", "| --- | --- |"]
            last = title
        name, doc = strings(row)[0], strings(row)[-1]
        if not name.startswith("cuda.coop._"):
            lines.append(f"| `{name}` | {cell(doc)} |")
    return lines


def primitives():
    """coop's functions, and its makers."""
    lines = ["", "### Cooperative primitives, further", "", "| name | |", "| --- | --- |"]
    for _, row in table("tables/coop.def", "COOP"):
        name, doc = strings(row)
        lines.append(f"| `cuda.coop.{name}` | {cell(doc)} |")
    lines += ["", "Of host code:", "", "| name | |", "| --- | --- |"]
    for _, row in table("tables/coop.def", "COOP_CLASS"):
        name, doc = strings(row)
        lines.append(f"| `cuda.coop.{name}` | {cell(doc)} |")
    lines += ["", "Host code makes these, by `make_` names or without it; kernels call what they "
              "give, with an array of bytes first or without.", "", "| name | |", "| --- | --- |"]
    for _, row in table("tables/coop.def", "COOP_MAKER"):
        sort, name, doc = strings(row)
        lines.append(f"| `cuda.coop.{sort}.make_{name}` | {cell(doc)} |")
    return lines


def golden(name, shows=""):
    """The golden test of that name, which must have `shows` in it."""
    for folder in ("check", "fail", "parse"):
        path = ROOT / "tests" / "golden" / folder / f"{name}.py"
        if path.exists():
            if not re.search(shows, path.read_text(encoding="utf-8")):
                sys.exit(f"{path} does not show {shows}")
            return f"[{name}]({path.relative_to(ROOT)})"
    sys.exit(f"there is no golden test {name}, which a table names")


def constructs():
    """Statements, expressions, patterns, and what values have."""
    lines = ["", "## The language"]
    for macro, heading in (("STATEMENT", "Statements"), ("EXPRESSION", "Expressions"),
                           ("PATTERN", "Patterns of `match`")):
        lines += ["", f"### {heading}", "", "| | | shown by |", "| --- | --- | --- |"]
        for _, row in table("tables/constructs.def", macro):
            what, doc, test = strings(row)
            lines.append(f"| {cell(what)} | {cell(doc)} | {golden(test)} |")
    lines += members()
    refused = [row.split(",")[0] for _, row in table("tables/refused.def", "REFUSED_METHOD")]
    lines += ["", "Methods that would make a new array are refused, each with what does "
              "the same: " + ", ".join(f"`.{name}`" for name in refused) + "."]
    return lines


OWNERS = {"Number": "numbers", "TypedNumber": "numbers", "Integer": "integers",
          "Time": "times", "Tuple": "tuples", "NumberType": "types of numbers"}


def members():
    """What values have behind a dot: a table of each of arrays' two kinds, one
    of the others."""
    found = {macro: [(columns(row)[0], *strings(row)[:1], *strings(row)[-2:])
                     for _, row in table("tables/members.def", macro)]
             for macro in ("ATTRIBUTE", "METHOD")}
    lines = []
    for macro, heading in (("ATTRIBUTE", "Attributes of arrays"),
                           ("METHOD", "Methods of arrays")):
        lines += ["", f"### {heading}", "", "| | | shown by |", "| --- | --- | --- |"]
        for owner, name, doc, test in found[macro]:
            if owner.endswith("Array"):
                of = " (of complex numbers)" if owner == "ComplexArray" else ""
                lines.append(f"| `.{name}`{of} | {cell(doc)} | {shown_by(name, test)} |")
    lines += ["", "### What other values have", "", "| of | | | shown by |",
              "| --- | --- | --- | --- |"]
    for macro, mark in (("ATTRIBUTE", ""), ("METHOD", "()")):
        for owner, name, doc, test in found[macro]:
            if not owner.endswith("Array"):
                lines.append(f"| {OWNERS[owner]} | `.{name}{mark}` | {cell(doc)} | "
                             f"{shown_by(name, test)} |")
    return lines


def shown_by(name, test):
    return golden(test, rf"[.]{re.escape(name)}[^a-z_]")


def columns(row):
    """The words of a row that are no string literals."""
    return re.findall(r"\w+", re.sub(r'"(?:[^"\\]|\\.)*"', "", row))


# Of the frontend's folder.
SCALARS = "../runtime/include/pyk2ptx/scalars.def"


def types():
    others = {}
    for _, row in table(SCALARS, "SCALAR_ALIAS"):
        others.setdefault(columns(row)[0], []).append(f"`{strings(row)[0]}`")
    lines = ["", "### Numbers", "", "| type | also |", "| --- | --- |"]
    dtypes = {}
    for _, row in table(SCALARS, "SCALAR"):
        dtypes[columns(row)[0]] = strings(row)[0]
        lines.append(f"| `{strings(row)[0]}` | {', '.join(others.get(columns(row)[0], []))} |")
    other = [f"`{strings(row)[0]}` is {dtypes[columns(row)[0]]}"
             for _, row in table(SCALARS, "NUMBA_ALIAS")]
    return [*lines, "", "In signatures and behind `numba.` and `types.`, as in numba, "
            f"{' and '.join(other)}."]


def jit_options():
    lines = ["", "### Options of cuda.jit", "", "| option | |", "| --- | --- |"]
    for _, row in table("tables/jit_options.def", "JIT_OPTION"):
        name, use = (part.strip() for part in row.split(",")[:2])
        mark = "ignored: " if use == "Ignored" else ""
        lines.append(f"| `{name}` | {mark}{cell(strings(row)[-1])} |")
    return lines


def aliases():
    """NumPy's and operator's names that mean a row or an operator."""
    names = {strings(row)[0] for _, row in table("tables/aliases.def", "ALIAS")}
    names |= {strings(row)[0] for kind in ("BINARY", "LOGICAL", "COMPARE", "UNARY")
              for _, row in table("tables/operators.def", f"OPERATOR_{kind}")}
    return ["", "### Names of NumPy and operator for these and for Python's operators",
            "", ", ".join(f"`{name}`" for name in sorted(names)) + "."]


def half_names():
    """Functions of the 16-bit floats: those of both, and cuda.bf16's own."""
    both, brain = set(), set()
    for macro in "HALF", "HALF_BINARY", "HALF_FUNCTION", "HALF_COMPARE":
        for _, row in table("tables/half.def", macro):
            (brain if columns(row)[-1] == "Bf16" else both).add(strings(row)[0])
    return sorted(both), sorted(brain)


def group_methods():
    kinds = {"Grid": "cg.this_grid()", "Block": "cg.this_thread_block()",
             "Cluster": "cg.this_cluster()", "Tile": "cg.tiled_partition(group, size)",
             "Coalesced": "cg.coalesced_threads()"}
    lines = ["", "### What groups have", "", "| group | methods |", "| --- | --- |"]
    rows = [row for _, row in table("tables/group_methods.def", "GROUP_METHOD")]
    for kind, made in kinds.items():
        names = [f"`{strings(row)[0]}`" for row in rows if columns(row)[0] == kind]
        lines.append(f"| `{made}` | {', '.join(names)} |")
    return lines


def small_floats():
    both, brain = half_names()
    rows = [(strings(row)[0], columns(row)[0]) for _, row in table("tables/fp8.def", "FP8")]
    forms = {
        "Encode": "(x, saturate, format): a number as the bits of an fp8",
        "Decode": "(bits, format): what they stand for",
        "EncodeExponent": "(x, saturate, rounding): a number's exponent as the bits of an e8m0",
        "DecodeExponent": "(bits): what they stand for",
    }
    constants = [name.split(".")[-1] for name in
                 (strings(row)[0] for _, row in table("tables/named_constants.def", "INTEGER"))
                 if re.match(r"cuda[.]fp8[.][A-Z]", name)]

    def listed(names):
        return ", ".join(f"`{name}`" for name in names)

    lines = ["", "### Floats of 16 and 8 bits", "",
             f"`cuda.fp16.NAME` and `cuda.bf16.NAME`: {listed(both)}.", "",
             f"`cuda.bf16.NAME` alone: {listed(brain)}.", "",
             "`cuda.fp16.__NAME` and `cuda.bf16.__NAME` are CUDA's own names of all of these whose "
             "names start with `h`; conversions too: `__float2half_rz`, `__half2int_rn`, "
             "`__ushort_as_half`, `__bfloat162float` and their like. cuda.bf16 has conversions of the "
             "form `float32_to_bfloat16_rz` and `bfloat16_as_int16` besides.", "",
             f"`cuda.fp8` has {listed(constants)}, and functions, which may also be written with "
             "CUDA's `__nv_`:", "", "| name | |", "| --- | --- |"]
    lines += [f"| `cuda.fp8.{name}` | {forms[form]} |" for name, form in rows]
    return lines


def libdevice():
    lines = ["", "### libdevice", "",
             "`cuda.libdevice.NAME`: what the GPU's own library has, by its types.",
             "Those in *italics* run on a GPU only.", "",
             "| function | result |", "| --- | --- |"]
    for _, row in table("tables/libdevice.def", "LIBDEVICE"):
        name = row.split(",")[0].strip()
        results, arguments = strings(row)
        mark = "*" if row.rstrip().endswith("Gpu") else ""
        shown = ", ".join(TYPES[t] for t in arguments)
        lines.append(f"| {mark}`{name}({shown})`{mark} | "
                     f"{', '.join(TYPES[t] for t in results)} |")
    return lines


def refusals():
    lines = ["", "## What kernels do not have, and what does the same work", "",
             "| | instead |", "| --- | --- |"]
    for _, row in table("tables/refused.def", "REFUSED"):
        what, instead = strings(row)
        what += "*" if what.endswith(".") else ""
        shown = what if "`" in what or " " in what else f"`{what}`"
        lines.append(f"| {cell(shown)} | {cell(instead)} |")
    return lines


def diagnostics():
    lines = ["", "## Messages", "",
             "`pyk2ptx explain KIND` says the same.", "",
             "| kind | message | |", "| --- | --- | --- |"]
    for _, row in table("messages/diagnostics.def", "DIAGNOSTIC"):
        kind = row.split(",")[0].strip()
        text, explanation = strings(row)[:2]
        lines.append(f"| {kind} | {cell(text)} | {cell(explanation)} |")
    return lines


def page():
    lines = [
        "# What kernels may use",
        "",
        "Made by tools/reference.py from the compiler's own tables; do not edit.",
        "What the language means is in [docs/explanation/meaning.md](docs/explanation/meaning.md).",
    ]
    lines += constructs() + types() + jit_options() + ["", "## Names"]
    lines += builtins() + primitives() + group_methods() + aliases() + small_floats() + libdevice() + refusals() + diagnostics()
    return "\n".join(lines) + "\n"


def libdevice_golden():
    lines = [
        "# golden: --emit=ir",
        "# Made by tools/reference.py from libdevice.def.",
        "from numba import cuda",
        "from numba.cuda import libdevice",
        "",
        "",
        '@cuda.jit("void(int16[::1], int32[::1], int64[::1], float32[::1], '
        'float64[::1])")',
        "def k(h, i, l, f, d):",
    ]
    for _, row in table("tables/libdevice.def", "LIBDEVICE"):
        name = row.split(",")[0].strip()
        results, arguments = strings(row)
        seen = {}
        targets = []
        for kind in results:
            targets.append(f"{kind}[{seen.get(kind, 0)}]")
            seen[kind] = seen.get(kind, 0) + 1
        given = ", ".join(f"{kind}[0]" for kind in arguments)
        lines.append(f"    {', '.join(targets)} = libdevice.{name}({given})")
    return "\n".join(lines) + "\n\n"


def write_or_check(about, texts):
    """{path: text}: writes those that are not so, or with --check names them; the exit
    status of a script about which its docstring tells."""
    parser = argparse.ArgumentParser(description=about.split("\n\n")[0])
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale = [path for path, text in texts.items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        name = path.relative_to(ROOT)
        if check:
            print(f"{name} is not current: run tools/{pathlib.Path(sys.argv[0]).name}")
        else:
            path.write_text(texts[path], encoding="utf-8")
            print(f"wrote {name}")
    return 1 if check and stale else 0


def main():
    _, mark, expected = GOLDEN.read_text(encoding="utf-8").partition("# ===")
    return write_or_check(__doc__, {PAGE: page(),
                                    GOLDEN: libdevice_golden() + mark + expected})


if __name__ == "__main__":
    sys.exit(main())
