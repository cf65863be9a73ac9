"""What is told of what is under the cursor."""
import pytest

TEXT = """import math
import numpy as np
from numba import cuda

N = 4

@cuda.jit(device=True)
def twice(x):
    \"\"\"Two of them.\"\"\"
    return x * 2

@cuda.jit("void(float32[::1], float64[:, ::1], int64)")
def kernel(a, b, n):
    i = cuda.grid(1)
    s = cuda.shared.array(32, np.float32)
    t = cuda.threadIdx.x % 32
    s[t] = a[i + 1]
    if i < n:
        y = b[0, i] * 2.5
        z = twice(a[i]) + twice(n)
        w = math.sin(z) + math.sqrt(n)
        a[i] += N
"""


def hover(client, mark, offset=0, text=TEXT):
    result = client.at("textDocument/hover", text, mark, offset)
    return result["contents"]["value"] if result else ""


@pytest.fixture(autouse=True)
def opened(client):
    client.open(TEXT)
    assert client.wait() == []


@pytest.mark.parametrize("mark, offset, wanted", [
    ("i = cuda", 0, "i: int64"),
    ("a, b, n", 0, "a: float32[::1]"),
    ("a, b, n", 3, "b: float64[:, ::1]"),
    ("s = cuda", 0, "s: float32[::1]"),
    ("y = b", 0, "y: float64"),
    ("b[0, i] * 2.5", 0, "b: float64[:, ::1]"),
    ("* 2.5", 0, "b[0, i] * 2.5: float64"),
    ("twice(a[i])", 9, "a[i]: float32"),
    ("i < n", 2, "i < n: bool"),
    ("a[i] += N", 8, "N: int64 = 4"),
    ("a[i] += N", 2, "i: int64"),
])
def test_types(client, mark, offset, wanted):
    assert f"```python\n{wanted}" in hover(client, mark, offset)


@pytest.mark.parametrize("mark, offset, wanted", [
    ("y = b", 0, True), ("* 2.5", 0, True), ("i = cuda", 0, False), ("z = twice", 0, False),
    ("a[i + 1]", 0, False), ("2.5", 0, False), ("(n)\n        a[i]", 0, True),
])
def test_float64_is_marked(client, mark, offset, wanted):
    assert ("computed in float64" in hover(client, mark, offset)) == wanted


def test_an_index_that_is_checked(client):
    text = hover(client, "i + 1", 2)
    assert "index `i + 1`: checked" in text
    assert "counts from the end" not in text or "may" not in text


def test_an_index_that_is_proven(client):
    text = hover(client, "s[t]", 2)
    assert "index `t`: proven inside the array" in text
    assert "from 0 to 31" in text


@pytest.mark.parametrize("mark, offset, wanted", [
    ("cuda.grid", 5, "**cuda.grid**"),
    ("cuda.threadIdx.x", 15, "x index within its block"),
    ("math.sin", 5, "**math.sin**"),
    ("cuda.shared.array", 13, "an array that the block's threads share"),
    ("np.float32", 4, "type `float32`"),
])
def test_documentation(client, mark, offset, wanted):
    assert wanted in hover(client, mark, offset)


def test_a_device_function_has_all_its_types(client):
    text = hover(client, "twice(a", 1)
    assert "twice(float32) -> float32" in text and "twice(int64) -> int64" in text
    assert "a device function" in text and "Two of them." in text
    assert hover(client, "def twice", 5) == text


def test_places_in_a_function_of_several_types(client):
    text = hover(client, "return x * 2", 9)
    assert "x * 2: float32  # in twice(float32)" in text or "# in twice(float32)" in text
    assert "# in twice(int64)" in text


@pytest.mark.parametrize("mark, offset", [("import math", 2), ("    return", 0), ("@cuda.jit(device", 0)])
def test_nothing_to_tell(client, mark, offset):
    assert hover(client, mark, offset) == ""


def test_while_the_text_is_broken(client):
    broken = TEXT.replace("y = b[0, i] * 2.5", "y = b[0, i] * (")
    client.change([{"text": broken}])
    assert client.wait(2)
    assert "i: int64" in hover(client, "i = cuda", 0, broken)
    assert "z: float" in hover(client, "z = twice", 0, broken)


def test_while_another_kernel_is_wrong(client):
    text = TEXT + """
@cuda.jit("void(float32[::1])")
def other(c):
    c[0] = wrong
"""
    client.change([{"text": text}])
    assert client.wait(2)
    assert "proven" in hover(client, "s[t]", 2, text)
    assert "c: float32[::1]" in hover(client, "c[0] = wrong", 0, text)


def test_guessed_types_say_so(client):
    text = TEXT.replace('("void(float32[::1], float64[:, ::1], int64)")', "")
    client.change([{"text": text}])
    client.wait(2)
    assert "for the types that the text suggests" in hover(client, "i = cuda", 0, text)


def test_columns_are_utf16(client):
    text = TEXT.replace("    i = cuda.grid(1)", "    é = '😀😀'; i = cuda.grid(1)")
    client.change([{"text": text}])
    client.wait(2)
    assert "i: int64" in hover(client, "i = cuda", 0, text)
