"""Prints a program as Python.

Everything that is no atom is in parentheses where its context could tell: what
is tested is the compiler's types and code, not its parser's precedence.
"""

HEADER = "import math\nimport numpy as np\nfrom numba import cuda, bfloat16\n"


def number(value):
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "math.inf" if value > 0 else "(-math.inf)"
    if isinstance(value, float) and value != value:
        return "math.nan"
    if isinstance(value, complex):
        return f"{value.imag!r}j" if value.real == 0 else f"({value!r})"
    text = repr(value)
    return f"({text})" if text.startswith("-") else text


def element_name(name):
    return name if name == "bfloat16" else "np.bool_" if name == "bool" else f"np.{name}"


def args(items):
    return ", ".join(expr(i) for i in items)


def bare(text):
    """Without the outer parentheses, where nothing stands around it."""
    if not text.startswith("(") or text.endswith(",)"):
        return text
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and at < len(text) - 1:
            return text
    inner = text[1:-1]
    return text if ":=" in inner or "," in inner else inner


def tuple_text(items):
    return "(" + "".join(expr(i) + ", " for i in items).rstrip() + ")" if len(items) == 1 \
        else "(" + args(items) + ")"


def slice_text(start, stop, step):
    text = f"{bare(expr(start)) if start else ''}:{bare(expr(stop)) if stop else ''}"
    return text + (f":{bare(expr(step))}" if step else "")


def expr(node):
    p = node.parts
    match node.op:
        case "lit":
            return number(p[0])
        case "none":
            return "None"
        case "is":
            return f"({expr(p[0])} is {'' if p[1] else 'not '}None)"
        case "key":
            return f"{p[0]}={bare(expr(p[1]))}"
        case "star":
            return "*" + expr(p[0])
        case "name" | "reg":
            return p[0]
        case "un":
            return f"(not {expr(p[1])})" if p[0] == "not" else f"({p[0]}{expr(p[1])})"
        case "bin":
            return f"({expr(p[1])} {p[0]} {expr(p[2])})"
        case "cmp":
            return "(" + expr(p[1][0]) + "".join(
                f" {op} {expr(x)}" for op, x in zip(p[0], p[1][1:])
            ) + ")"
        case "and" | "or" | "in":
            return f"({expr(p[0])} {node.op} {expr(p[1])})"
        case "ifelse":
            return f"({expr(p[1])} if {bare(expr(p[0]))} else {expr(p[2])})"
        case "walrus":
            return f"({p[0]} := {bare(expr(p[1]))})"
        case "call" | "fn":
            return f"{p[0]}({', '.join(bare(expr(a)) for a in p[1])})"
        case "cast":
            return f"{element_name(p[0])}({bare(expr(p[1]))})"
        case "index":
            return f"{expr(p[0])}[{', '.join(bare(expr(i)) for i in p[1])}]"
        case "slice":
            return slice_text(*p)
        case "dots":
            return "..."
        case "field" | "attr":
            return f"{expr(p[0])}.{p[1]}"
        case "tuple":
            return tuple_text(p[0])
        case "range":
            return f"range({', '.join(bare(expr(a)) for a in p[0])})"
        case "each":
            inner = args(p[1])
            return inner if p[0] == "in" else f"{p[0]}({inner})"
        case "gen":
            return f"{p[0]}({bare(expr(p[1]))} for {p[2]} in {expr(p[3])})"
        case "lambda":
            return f"(lambda {', '.join(p[0])}: {bare(expr(p[1]))})"
    raise ValueError(node.op)


def pattern(node):
    p = node.parts
    match node.op:
        case "one":
            return " | ".join(repr(v) for v in p[0])
        case "any":
            return p[0] or "_"
        case "all":
            return "(" + ", ".join(pattern(x) for x in p[0]) + ("," if len(p[0]) == 1 else "") + ")"
        case "as":
            return f"{pattern(p[0])} as {p[1]}"
    raise ValueError(node.op)


def target(node):
    if node.op == "tuple":
        return ", ".join(target(t) for t in node.parts[0])
    return expr(node)


def parameters(names, body, defaults=(), star=None):
    plain = len(names) - len(defaults)
    made = names[:plain] + [f"{n}={expr(x)}" for n, x in zip(names[plain:], defaults)]
    return made + ([f"*{star}"] if star else [])


def suite(out, indent, head, body):
    out.append(indent + head + ":")
    statements(out, indent + "    ", body)


def statements(out, indent, body):
    for node in body:
        statement(out, indent, node)
    if not body:
        out.append(indent + "pass")


def statement(out, indent, node):
    p = node.parts
    match node.op:
        case "set":
            out.append(indent + "".join(target(t) + " = " for t in p[0]) + bare(expr(p[1])))
        case "near":
            out.append(f"{indent}{expr(p[0])} = {bare(expr(p[1]))}")
        case "aug":
            out.append(f"{indent}{expr(p[0])} {p[1]}= {bare(expr(p[2]))}")
        case "do":
            out.append(indent + expr(p[0]))
        case "if":
            suite(out, indent, f"if {bare(expr(p[0]))}", p[1])
            rest = p[2]
            if len(rest) == 1 and rest[0].op == "if":
                at = len(out)
                statement(out, indent, rest[0])
                out[at] = indent + "el" + out[at].strip()
            elif rest:
                suite(out, indent, "else", rest)
        case "while" | "for":
            head = f"while {bare(expr(p[0]))}" if node.op == "while" else \
                f"for {target(p[0])} in {expr(p[1])}"
            suite(out, indent, head, p[-2])
            if p[-1]:
                suite(out, indent, "else", p[-1])
        case "return":
            out.append(indent + (f"return {bare(expr(p[0]))}" if p[0] else "return"))
        case "break" | "continue" | "pass":
            out.append(indent + node.op)
        case "def":
            suite(out, indent, f"def {p[0]}({', '.join(parameters(*p[1:]))})", p[2])
        case "match":
            out.append(f"{indent}match {bare(expr(p[0]))}:")
            for case in p[1]:
                shape, guard, body = case.parts
                head = "case " + pattern(shape) + (f" if {bare(expr(guard))}" if guard else "")
                suite(out, indent + "    ", head, body)
        case "barrier":
            out.append(indent + "cuda.syncthreads()")
        case "array":
            shape = p[2][0] if len(p[2]) == 1 else tuple(p[2])
            out.append(f"{indent}{p[0]} = cuda.{p[1]}.array({shape}, {element_name(p[3])})")
        case "del":
            out.append(f"{indent}del {p[0]}")
        case _:
            raise ValueError(node.op)


def constant(value):
    if isinstance(value, tuple):
        return "(" + ", ".join(map(repr, value)) + ("," if len(value) == 1 else "") + ")"
    return number(value)


def module(program, header=HEADER):
    out = header.splitlines()
    out += [f"{name} = {constant(value)}" for name, value in program.constants.items()]
    for function in program.functions:
        out += ["", "@cuda.jit(device=True)"]
        statement(out, "", function)
    out += ["", "@cuda.jit"]
    names = ", ".join(p.name for p in program.parameters)
    suite(out, "", f"def kernel({names})", program.body)
    return "\n".join(out) + "\n"


def signature(program, always=False):
    """For --sig, where a parameter's layout is not that of its argument."""
    if not always and not any(p.layout for p in program.parameters):
        return None
    return "kernel(" + ", ".join(type_text(p) for p in program.parameters) + ")"


def type_text(parameter):
    value = parameter.value
    if not hasattr(value, "dtype"):
        return {bool: "boolean", int: "int64", float: "float", complex: "complex"}[type(value)]
    if value.dtype.names:
        fields = ", ".join(f"{n}: {value.dtype[n].name}" for n in value.dtype.names)
        name = f"record({fields})"
    else:
        name = "boolean" if value.dtype.name == "bool" else value.dtype.name
    if not value.ndim:
        return name
    axes = [":"] * value.ndim
    if parameter.layout != "A":
        axes[0 if parameter.layout == "F" else -1] = "::1"
    return f"{name}[{','.join(axes)}]"
