"""Completion, definitions, the outline."""
import pytest
from client import span

TEXT = """import math
import numpy as np
from numba import cuda

N = 4

class Color:
    RED = 1

    @staticmethod
    def mix():
        pass

@cuda.jit(device=True)
def twice(x):
    return x * 2

@cuda.jit("void(float32[::1], int64)")
def kernel(a, n):
    i = cuda.grid(1)
    if i < n:
        a[i] = twice(N) + Color.RED
    i = 3
    a[i] = 1
"""


def labels(client, text, mark):
    """What is proposed at the end of `mark` in the text, which is opened."""
    client.open(text)
    result = client.at("textDocument/completion", text, mark, len(mark))
    return {item["label"]: item for item in result["items"]}


@pytest.mark.parametrize("line, wanted, kind", [
    ("x = cuda.", "grid", 3),
    ("x = cuda.", "threadIdx", 9),
    ("x = cuda.", "atomic", 9),
    ("x = cuda.gr", "grid", 3),
    ("x = cuda.threadIdx.", "x", 10),
    ("cuda.atomic.", "add", 3),
    ("x = np.", "float32", 7),
    ("x = np.", "sqrt", 3),
    ("x = math.", "pi", 21),
    ("x = math.", "sin", 3),
    ("x = a.", "shape", 10),
    ("x = a.", "reshape", 2),
    ("x = a.", "argmax", 2),
    ("x = a.sh", "size", 10),
    ("x = a[1:].", "shape", 10),
    ("x = (a.", "shape", 10),
    ("x = twice(math.", "sin", 3),
    ("x = Color.", "RED", 10),
    ("x = tw", "twice", 3),
    ("x = ", "i", 10),
    ("x = ", "abs", 3),
])
def test_completion(client, line, wanted, kind):
    text = TEXT.replace("        a[i] = twice(N) + Color.RED", f"        {line}")
    found = labels(client, text, line)
    assert found[wanted]["kind"] == kind


def test_completion_has_documentation(client):
    text = TEXT.replace("i = 3", "ii = cuda.")
    found = labels(client, text, "ii = cuda.")
    assert "absolute position" in found["grid"]["documentation"]["value"]


def test_completion_while_other_lines_are_broken(client):
    client.open(TEXT)
    client.wait()
    broken = TEXT.replace("i = 3", "i = a.").replace("return x * 2", "return x * (")
    client.change([{"text": broken}])
    result = client.at("textDocument/completion", broken, "i = a.", 6)
    assert "shape" in [item["label"] for item in result["items"]]
    broken = broken.replace("i = a.", "i = cuda.atomic.")
    client.change([{"text": broken}], version=3)
    result = client.at("textDocument/completion", broken, "i = cuda.atomic.", 16)
    assert "add" in [item["label"] for item in result["items"]]


def test_options_of_jit(client):
    text = TEXT.replace("@cuda.jit(device=True)", "@cuda.jit(")
    assert "fastmath=" in labels(client, text, "@cuda.jit(")


@pytest.mark.parametrize("line", ["x = 3.", "# cuda.", "x = nonsense.", "x = ."])
def test_nothing_to_complete(client, line):
    text = TEXT.replace("i = 3", line)
    assert labels(client, text, line) == {}


def go(client, text, mark, offset=0, uri="file:///nowhere/kernel.py"):
    client.open(text, uri)
    return client.at("textDocument/definition", text, mark, offset, uri)


@pytest.mark.parametrize("mark, offset, target", [
    ("twice(N)", 0, ("def twice", 4, 5)),
    ("twice(N)", 6, ("N = 4", 0, 1)),
    ("i < n", 0, ("i = cuda", 0, 1)),
    ("a[i] = 1", 2, ("i = 3", 0, 1)),
    ("i < n", 4, ("a, n):", 3, 1)),
    ("Color.RED", 1, ("class Color", 6, 5)),
    ("Color.RED", 7, ("RED = 1", 0, 3)),
    ("x * 2", 0, ("twice(x)", 6, 1)),
])
def test_definition(client, mark, offset, target):
    found = go(client, TEXT, mark, offset)
    name, skip, length = target
    begin = TEXT.index(name) + skip
    assert found["uri"] == "file:///nowhere/kernel.py"
    assert found["range"] == span(TEXT, TEXT[begin:begin + length], begin)


@pytest.mark.parametrize("mark, offset", [("cuda.grid", 6), ("    if", 0), ("= 4", 2)])
def test_no_definition(client, mark, offset):
    assert go(client, TEXT, mark, offset) is None


HELPER = "from numba import cuda\n\n\n@cuda.jit(device=True)\ndef half(x):\n    return x / 2\n"


@pytest.mark.parametrize("imports, mark, offset, whole", [
    ("from helper import half", "half(a", 0, False),
    ("from helper import half", "helper import", 1, True),
    ("from helper import half", "import half", 8, False),
    ("import helper as h", "h.half(a", 3, False),
    ("import helper as h", "h.half(a", 0, True),
    ("import helper", "import helper", 9, True),
])
def test_definitions_in_other_files(client, tmp_path, imports, mark, offset, whole):
    (tmp_path / "helper.py").write_text(HELPER)
    name = imports.split()[-1]
    call = "half" if name == "half" else f"{name}.half"
    text = (f"from numba import cuda\n{imports}\n\n\n@cuda.jit('void(float32[:])')\n"
            f"def k(a):\n    a[0] = {call}(a[0])\n")
    found = go(client, text, mark, offset, (tmp_path / "k.py").as_uri())
    assert found["uri"] == (tmp_path / "helper.py").as_uri()
    assert found["range"]["start"]["line"] == (0 if whole else 4)


def test_symbols(client):
    uri = client.open(TEXT)
    color, twice, kernel = client.request("textDocument/documentSymbol",
                                          {"textDocument": {"uri": uri}})
    assert (color["name"], color["kind"], color["children"][0]["name"]) == ("Color", 5, "mix")
    assert (twice["name"], twice["detail"]) == ("twice", "device function twice(int64)")
    assert kernel["detail"] == "kernel kernel(float32[::1], int64)"
    assert kernel["selectionRange"] == span(TEXT, "kernel", TEXT.index("def kernel"))
    assert kernel["range"]["end"]["line"] >= kernel["selectionRange"]["end"]["line"]


def test_symbols_of_nested_functions(client):
    uri = client.open("def f():\n    def g():\n        pass\n    def h():\n        pass\ndef i(): pass\n")
    f, i = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [each["name"] for each in f["children"]] == ["g", "h"]
    assert i["name"] == "i"
