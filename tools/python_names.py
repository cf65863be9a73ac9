#!/usr/bin/env python3
"""Writes what the Python package has of the kernel language's names, from the
compiler's tables: cuda/_names.py, and the last part of cuda/__init__.pyi.

    tools/python_names.py            writes both
    tools/python_names.py --check    says whether they are current
"""
import sys
import textwrap

from reference import ROOT, SCALARS, columns, half_names, strings, table, write_or_check

PACKAGE = ROOT / "runtime" / "python" / "pyk2ptx" / "cuda"
DATA = PACKAGE / "_names.py"
STUB = PACKAGE / "__init__.pyi"
COOP_STUB = PACKAGE.parent / "coop" / "__init__.pyi"
MARK = "# ---- names of kernels: tools/python_names.py writes all that follows ----\n"
# CUDA's words for types in the names of conversions, and those of 8 bits.
WORDS = "int uint short ushort ll ull".split()
BYTES = "char uchar".split()


def builtins():
    """Dotted names and their documentation; an alias has its row's."""
    rows = {}
    for _, row in table("tables/builtins.def", "BUILTIN"):
        texts = strings(row)
        rows[texts[0]] = (texts[-1], "Register" in columns(row))
    for _, row in table("tables/aliases.def", "ALIAS"):
        name, of = strings(row)
        rows[name] = rows[of]
    return rows


def raw_conversions(half):
    """The conversions of a 16-bit float by CUDA's names."""
    bits = "short", "ushort"
    names = [f"{half}_as_{word}" for word in bits] + [f"{word}_as_{half}" for word in bits]
    names += [f"{half}2float", f"float2{half}", f"double2{half}"]
    for way in "rn", "rz", "rd", "ru":
        names += [f"{half}2{word}_{way}" for word in WORDS]
        names += [f"{word}2{half}_{way}" for word in [*WORDS, "float"]]
    names += [f"{half}2{word}_rz" for word in BYTES]
    return [f"__{name}" for name in names]


def brain_conversions():
    """cuda.bf16's own names of them."""
    wide = [f"{sign}int{bits}" for sign in ("", "u") for bits in (16, 32, 64)]
    names = [f"bfloat16_as_{name}" for name in ("int16", "uint16")]
    names += [f"{name}_as_bfloat16" for name in ("int16", "uint16")]
    names += ["bfloat16_to_float32", "float32_to_bfloat16", "float64_to_bfloat16",
              "bfloat16_to_int8_rz", "bfloat16_to_uint8_rz"]
    for way in "rn", "rz", "rd", "ru":
        names += [f"bfloat16_to_{name}_{way}" for name in wide]
        names += [f"{name}_to_bfloat16_{way}" for name in [*wide, "float32"]]
    return names


def namespaces():
    """What is behind a dot: {"atomic": {"add": doc}}, documentation or None."""
    members = {"libdevice": {}, "fp8": {}}
    for name, (doc, is_register) in builtins().items():
        library, *path = name.split(".")
        if name.startswith("cuda.coop._"):
            continue
        if library == "cuda" and len(path) == 2 and path[0] != "random":
            members.setdefault(path[0], {})[path[1]] = None if is_register else doc
    for _, row in table("tables/coop.def", "COOP"):
        members["coop"][strings(row)[0]] = strings(row)[1]
    for _, row in table("tables/group_methods.def", "GROUP_OPERATOR"):
        members["cg"][strings(row)[0]] = None
    for _, row in table("tables/libdevice.def", "LIBDEVICE"):
        members["libdevice"][columns(row)[0]] = None
    both, brain = half_names()
    all_names = [f"__{name}" for name in [*both, *brain]]
    members["fp16"] = dict.fromkeys(["float16", *both, *all_names, *raw_conversions("half")])
    members["bf16"] = dict.fromkeys(
        ["bfloat16", *both, *brain, *all_names, *brain_conversions(),
         *raw_conversions("bfloat16")])
    for macro in "FP8", "FP8_ALIAS":
        for _, row in table("tables/fp8.def", macro):
            name = strings(row)[0]
            members["fp8"] |= {name: None, f"__nv_{name}": None}
    for _, row in table("tables/named_constants.def", "INTEGER"):
        library, namespace, name = strings(row)[0].split(".")
        assert library == "cuda"
        members[namespace][name] = None
    return members


def registers():
    """Namespaces of values: threadIdx."""
    return {name.split(".")[1] for name, (_, is_register) in builtins().items()
            if is_register and name.count(".") == 2}


def plain():
    """{"syncthreads": documentation}; None for a value."""
    return {name.split(".")[1]: None if is_register else doc
            for name, (doc, is_register) in builtins().items()
            if name.startswith("cuda.") and name.count(".") == 1}


def vectors():
    """{"int64": ["long", "longlong"]}"""
    dtypes = {columns(row)[0]: strings(row)[0]
              for _, row in table(SCALARS, "SCALAR")}
    rows = {}
    for _, row in table("tables/vectors.def", "VECTOR"):
        rows.setdefault(dtypes[columns(row)[-1]], []).append(strings(row)[0])
    return rows


def block(names):
    return textwrap.fill(" ".join(sorted(names)), 88, break_long_words=False,
                         break_on_hyphens=False)


def data():
    members = namespaces()
    spaces = sorted(set(members) - registers())
    lines = ['"""Made by tools/python_names.py from the compiler\'s tables; do not edit.',
             "", "The names that kernels know of ``cuda``.", '"""', "",
             'PLAIN = """', block(plain()), '""".split()', "",
             "# What is behind a dot of them, as text: few programs need it.",
             f'NAMESPACES = "{" ".join(spaces)}".split()',
             "MEMBERS = {"]
    for name in sorted(members):
        text = block(members[name])
        short = f'    "cuda.{name}": "{text}",'
        lines += [short] if len(short) <= 88 else [f'    "cuda.{name}": """', text, '""",']
    lines += ["}", "", "# What makes cooperative primitives.", "COOP_MAKERS = {"]
    for sort in "block", "warp":
        names = [strings(row)[1] for _, row in table("tables/coop.def", "COOP_MAKER")
                 if strings(row)[0] == sort]
        short = f'    "{sort}": "{" ".join(sorted(names))}",'
        lines += [short] if len(short) <= 88 else [f'    "{sort}": """', block(names), '""",']
    lines += ["}", "", "# Vectors by their elements' type: int64x2 is long2, and longlong2.",
              "VECTORS = {"]
    for name, aliases in vectors().items():
        listed = ", ".join(f'"{alias}"' for alias in aliases)
        lines.append(f'    "{name}": [{listed}],')
    return "\n".join([*lines, "}", ""])


def declared(name, doc, indent=""):
    """A function of the stub, or a value."""
    if doc is None:
        return [f"{indent}{name}: Any"]
    text = doc.replace("\\", "\\\\").replace('"', '\\"')
    decorator = [f"{indent}@staticmethod"] if indent else []
    return [*decorator, f"{indent}def {name}(*args: Any, **options: Any) -> Any:",
            f'{indent}    """{text}"""', ""]


def stub():
    functions = plain()
    lines = []
    for name in sorted(n for n, doc in functions.items() if doc is not None):
        lines += declared(name, functions[name])
    lines += [f"{name}: int" for name in sorted(functions) if functions[name] is None]
    for name, members in sorted(namespaces().items()):
        lines += ["", f"class {name}:"]
        for member in sorted(members, key=lambda each: (members[each] is None, each)):
            if name in registers():
                lines.append(f"    {member}: int")
            else:
                lines += declared(member, members[member], "    ")
        if not lines[-1]:
            del lines[-1]
    lines.append("")
    for dtype, aliases in vectors().items():
        for name in [f"{dtype}x", *aliases]:
            lines += [f"{name}{count}: Any" for count in range(1, 5)]
    return MARK + "\n" + "\n".join(lines) + "\n"


def coop_stub():
    """What kernels call of coop, and the makers that host code does."""
    lines = ['"""Made by tools/python_names.py from the compiler\'s tables; do not edit."""',
             "", "from typing import Any", "",
             "class Primitive:", "    files: list[Any]", "    temp_storage_bytes: int",
             "    temp_storage_alignment: int",
             "    def __call__(self, *args: Any, **options: Any) -> Any: ...", "",
             "class StatefulFunction:",
             "    def __init__(self, op: Any, dtype: Any = None, name: Any = None) -> None: ...",
             "", "def gpu_struct(field_dict: Any, name: str = ...) -> Any: ...",
             "def register(*_compilers: Any) -> None: ..."]
    for sort in "block", "warp":
        lines += ["", f"class {sort}:"]
        if sort == "block":
            lines += ["    class BlockExchangeType:", "        StripedToBlocked: str", ""]
        for _, row in table("tables/coop.def", "COOP_MAKER"):
            if strings(row)[0] == sort:
                for name in strings(row)[1], f"make_{strings(row)[1]}":
                    made = declared(name, strings(row)[2], "    ")
                    lines += [line.replace("-> Any:", "-> Primitive:") for line in made]
        del lines[-1]
    lines.append("")
    members = namespaces()["coop"]
    for name in sorted(members):
        if name not in ("block", "warp"):
            lines += declared(name, members[name])
    return "\n".join(lines).rstrip() + "\n"


def main():
    kept, mark, _ = STUB.read_text(encoding="utf-8").partition(MARK)
    if not mark:
        sys.exit(f"{STUB} has no line {MARK}")
    return write_or_check(__doc__, {DATA: data(), STUB: kept + stub(),
                                    COOP_STUB: coop_stub()})


if __name__ == "__main__":
    sys.exit(main())
