"""Quick fixes, and types behind names."""
import pytest
from client import position, span

HEAD = """import numpy as np
from numba import cuda

"""


def whole(text):
    return {"start": {"line": 0, "character": 0}, "end": position(text, len(text))}


def applied(text, edits):
    """The text with edits applied, as an editor does it."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:i]) for i in range(len(lines) + 1)]

    def offset(place):
        line = lines[place["line"]] if place["line"] < len(lines) else ""
        units = line.encode("utf-16-le")[:2 * place["character"]]
        return starts[place["line"]] + len(units.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda edit: -offset(edit["range"]["start"])):
        begin, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:begin] + edit["newText"] + text[end:]
    return text


def actions(client, text, place=None):
    uri = client.open(text)
    client.wait()
    found = client.request("textDocument/codeAction", {
        "textDocument": {"uri": uri}, "range": place or whole(text), "context": {"diagnostics": []}})
    return {action["title"]: applied(text, action["edit"]["changes"][uri]) for action in found}


def fixed(client, text, title):
    """The text after the one fix whose title has `title`, which leaves nothing wrong."""
    (result,) = [after for name, after in actions(client, text).items() if title in name]
    client.change([{"text": result}])
    assert client.wait(2) == []
    return result


TYPED = HEAD + """@cuda.jit("void(float32[::1], int64)")
def k(array, n):
    i = cuda.grid(1)
    LINE
"""


@pytest.mark.parametrize("wrong, right", [
    ("array[i] = aray[i]", "array[i] = array[i]"),
    ("array[i] = array.siz", "array[i] = array.size"),
    ("array[i] = cuda.threadIdx.w + cuda.thredIdx.x", None),
    ("array[i] = np.sqart(array[i])", "array[i] = np.sqrt(array[i])"),
    ("x = '😀'; array[i] = aray[i]", "x = '😀'; array[i] = array[i]"),
])
def test_the_nearest_name(client, wrong, right):
    text = TYPED.replace("LINE", wrong)
    if right:
        assert fixed(client, text, "Change to") == TYPED.replace("LINE", right)
    else:
        assert any("cuda.threadIdx.x" in title for title in actions(client, text))


def test_a_library_of_another_name_keeps_it(client):
    text = TYPED.replace("LINE", "array[i] = xp.sqart(array[i])").replace("np", "xp")
    assert "xp.sqrt(array[i])" in fixed(client, text, "Change to `xp.sqrt`")


@pytest.mark.parametrize("wrong, right", [
    ("array[array[i]] = n", "array[int(array[i])] = n"),
    ("for j in range(array[0]):\n        array[j] = n", "for j in range(int(array[0])):\n        array[j] = n"),
])
def test_conversions(client, wrong, right):
    text = TYPED.replace("LINE", wrong)
    assert fixed(client, text, "Convert with `int") == TYPED.replace("LINE", right)


UNTYPED = HEAD + """@cuda.jit
def k(a, n):
    a[0] = n
"""


def test_types_in_a_comment(client):
    after = fixed(client, UNTYPED, "in a comment")
    assert "# pyk2ptx: --sig 'k(float32[::1], float32)'\n@cuda.jit\n" in after


@pytest.mark.parametrize("decorator", ["@cuda.jit", "@cuda.jit()", "@cuda.jit(fastmath=True)"])
def test_types_in_the_decorator(client, decorator):
    after = fixed(client, UNTYPED.replace("@cuda.jit", decorator), "in the decorator")
    assert '@cuda.jit("void(float32[::1], float32)"' in after
    assert ("fastmath=True" in after) == ("fastmath" in decorator)


def test_types_of_a_method(client):
    text = HEAD + """class C:
    @staticmethod
    @cuda.jit
    def k(a):
        a[0] = 1
"""
    (after,) = [after for name, after in actions(client, text).items() if "comment" in name]
    assert "class C:\n    # pyk2ptx: --sig 'C.k(float32[::1])'\n    @staticmethod" in after


@pytest.mark.parametrize("indent", ["", "    "])
def test_a_function_that_is_none_of_the_device(client, indent):
    helper = f"{indent}def helper(x):\n{indent}    return x\n\n"
    text = HEAD + ("if True:\n" if indent else "") + helper + TYPED.removeprefix(HEAD).replace(
        "LINE", "array[i] = helper(array[i])")
    after = fixed(client, text, "Decorate `helper`")
    assert f"{indent}@cuda.jit(device=True)\n{indent}def helper(x):" in after


def test_float32(client):
    text = TYPED.replace("LINE", "array[i] = np.sqrt(n) * 2")
    place = span(text, "np.sqrt(n)")
    after = actions(client, text, {"start": place["start"], "end": place["end"]})
    assert after == {"Convert with `np.float32(...)`":
                     text.replace("np.sqrt(n)", "np.float32(np.sqrt(n))")}


def test_no_fixes_where_nothing_is_wrong(client):
    assert actions(client, TYPED.replace("LINE", "array[i] = n")) == {}


def test_only_those_of_the_range(client):
    text = TYPED.replace("LINE", "array[i] = aray[i]\n    array[i] = nn")
    assert list(actions(client, text, span(text, "nn"))) == ["Change to `n`"]


def hints(client, text, place=None):
    uri = client.open(text)
    found = client.request("textDocument/inlayHint", {
        "textDocument": {"uri": uri}, "range": place or whole(text)})
    return [(each["position"]["line"], each["label"]) for each in found]


def test_types_behind_names(client):
    text = HEAD + """@cuda.jit
def k(a, n: np.int32):
    i = cuda.grid(1)
    i = i + 1
    x, y = a[i], 2.5
    x = 3
    for j in range(n):
        x += j
    é = x

k[1, 1](np.zeros(3, np.float32), np.int32(3))
"""
    uri = client.open(text)
    found = client.request("textDocument/inlayHint", {"textDocument": {"uri": uri},
                                                      "range": whole(text)})
    shown = applied(text, [{"range": {"start": each["position"], "end": each["position"]},
                            "newText": each["label"]} for each in found])
    assert "def k(a: float32[::1], n: np.int32):" in shown
    assert "    i: int64 = cuda" in shown and "    i = i + 1" in shown
    assert "    x: float32, y: float = a[i]" in shown
    assert "    x: int64 = 3" in shown and "for j: int64 in range" in shown
    assert "    é: int64 = x" in shown


def test_hints_of_a_range(client):
    text = TYPED.replace("LINE", "x = i\n    y = x")
    place = span(text, "y = x")
    assert hints(client, text, place) == [(7, ": int64")]


def test_hints_of_several_types(client):
    text = HEAD + """@cuda.jit(device=True)
def f(x):
    y = x
    return y

@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = f(a[0]) + f(n)
"""
    assert (5, ": float32 | int32") in hints(client, text)


def test_no_hints_in_a_broken_text(client):
    assert hints(client, TYPED.replace("LINE", "x = (")) == []
