"""Messages as one types: their places, kinds and notes; texts opened, changed
and closed."""
import pytest
from client import Client, position, span

TYPED = """from numba import cuda

@cuda.jit("void(float32[::1], int64)")
def k(a, n):
    i = cuda.grid(1)
    a[i] = nn
"""


def test_a_name_that_is_not_there(client):
    client.open(TYPED)
    (found,) = client.wait()
    assert found["code"] == "UnknownName"
    assert found["severity"] == 1
    assert found["source"] == "pyk2ptx"
    assert found["range"] == span(TYPED, "nn")
    assert "did you mean `n`?" in found["message"]


def test_correct_text_has_no_messages(client):
    client.open(TYPED.replace("nn", "n"))
    assert client.wait() == []


def test_messages_go_when_the_text_is_corrected(client):
    client.open(TYPED)
    assert client.wait()
    client.change([{"range": span(TYPED, "nn"), "text": "n"}])
    assert client.wait(2) == []
    client.change([{"text": TYPED}], version=3)
    assert len(client.wait(3)) == 1


def test_several_changes_at_once_are_applied_in_their_order(client):
    client.open(TYPED)
    client.wait()
    # The second edit's place is one of the text that the first one made.
    once = TYPED.replace("cuda.grid(1)", "cuda.grid(1) + 0")
    client.change([{"range": span(TYPED, "cuda.grid(1)"), "text": "cuda.grid(1) + 0"},
                   {"range": span(once, "nn"), "text": "mm"}])
    (found,) = client.wait(2)
    assert "`mm`" in found["message"]


def test_syntax_error(client):
    text = "def f(:\n    pass\n"
    client.open(text)
    (found,) = client.wait()
    assert found["code"] == "SyntaxError"
    assert found["range"]["start"]["line"] == 0


@pytest.mark.parametrize("line", ["é = 1; x = '😀😀'; a[i] = nn", "x = 'żółć'; a[i] = nn"])
def test_columns_are_utf16(client, line):
    text = TYPED.replace("a[i] = nn", line)
    client.open(text)
    found = [each for each in client.wait() if each["code"] == "UnknownName"]
    assert found[0]["range"] == span(text, "nn")


def test_changes_behind_characters_of_two_units(client):
    text = TYPED.replace("a[i] = nn", "x = '😀'; a[i] = nn")
    client.open(text)
    client.wait()
    client.change([{"range": span(text, "nn"), "text": "n"}])
    assert [each["code"] for each in client.wait(2)] == []


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends(client, end):
    text = TYPED.replace("\n", end)
    client.open(text)
    found = client.wait()
    if end == "\r":
        return  # Not lines of Python's to this compiler; only that nothing breaks.
    assert found[0]["range"] == span(TYPED, "nn")
    client.change([{"range": span(TYPED, "nn"), "text": "n"}])
    assert client.wait(2) == []


def test_notes_are_related_information(client):
    text = """from numba import cuda
N = input()

@cuda.jit("void(float32[::1])")
def k(a):
    a[0] = N
"""
    client.open(text)
    (found,) = client.wait()
    assert found["code"] == "NotConstant"
    (note,) = found["relatedInformation"]
    assert note["location"]["uri"] == "file:///nowhere/kernel.py"
    assert note["location"]["range"]["start"]["line"] == 1


def test_warnings_are_warnings(client):
    text = TYPED.replace("a[i] = nn", "if n > 3:\n        x = n\n    a[i] = x")
    client.open(text)
    (found,) = client.wait()
    assert (found["code"], found["severity"]) == ("MaybeUnset", 2)


def test_closing_takes_the_messages_back(client):
    uri = client.open(TYPED)
    assert client.wait()
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    client.versions.clear()
    while client.diagnostics[uri]:
        client.receive()
    assert client.diagnostics[uri] == []


def test_a_text_that_is_no_file(client):
    uri = client.open(TYPED, "untitled:Untitled-1")
    (found,) = client.wait(uri=uri)
    assert found["code"] == "UnknownName"


def test_host_code_without_kernels_is_left_alone(client):
    client.open("import os\nprint(os.getcwd(), undefined)\n")
    assert client.wait() == []


UNTYPED = """import numpy as np
from numba import cuda

@cuda.jit
def k(a, n):
    i = cuda.grid(1)
    if i < n:
        a[i] = a[i].thing
"""


def test_a_kernel_without_types_is_told_what_to_write(client):
    text = UNTYPED.replace(".thing", " + 1")
    client.open(text)
    (found,) = client.wait()
    assert (found["code"], found["severity"]) == ("UntypedKernel", 3)
    assert "k(float32[::1], int64)" in found["message"]


def test_what_holds_for_all_types_is_found_without_types(client):
    text = UNTYPED.replace("a[i].thing", "undefined_name")
    client.open(text)
    kinds = {each["code"]: each for each in client.wait()}
    assert set(kinds) == {"UntypedKernel", "UnknownName"}
    assert kinds["UnknownName"]["range"] == span(text, "undefined_name")


def test_what_depends_on_types_is_not_told_of_guessed_ones(client):
    client.open(UNTYPED)
    assert [each["code"] for each in client.wait()] == ["UntypedKernel"]


@pytest.mark.parametrize("comment", ["# pyk2ptx: --sig 'k(float32[:], int64)'",
                                     "# pyk2ptx: --sig='k(float32[:], int64)' -DN=3"])
def test_a_comment_states_the_types(client, comment):
    client.open(comment + "\n" + UNTYPED)
    (found,) = client.wait()
    assert found["code"] == "UnknownAttribute"


@pytest.mark.parametrize("signature", ["k(float32[:]", "nope(float32)", "k(flot32[:], int64)"])
def test_a_wrong_comment_is_told_at_the_comment(client, signature):
    text = UNTYPED + f"\n# pyk2ptx: --sig '{signature}'\n"
    client.open(text)
    found = [each for each in client.wait() if each["severity"] == 1]
    assert found[0]["range"] == span(text, f"# pyk2ptx: --sig '{signature}'")


@pytest.mark.parametrize("launch", [
    "k[1, 32](np.zeros(8, np.float32), 8)",
    "n = int(input())\nd = cuda.to_device(np.ones(n, dtype='float32'))\nk[1, n](d, n)",
    "def main():\n    x = np.arange(9).astype(np.float32)\n    for _ in range(3):\n        k[1, 9](x, len(x))",
    "k.forall(9)(np.random.rand(9).astype(np.float32), 9)",
    "if __name__ == '__main__':\n    x = cuda.device_array((9,), np.float32)\n    k[1, 9, 0](x, x.size)",
])
def test_launches_state_the_types(client, launch):
    client.open(UNTYPED + "\n" + launch + "\n")
    (found,) = client.wait()
    assert found["code"] == "UnknownAttribute"
    assert "float32" in found["message"]


@pytest.mark.parametrize("launch", [
    "def main(x):\n    k[1, 9](x, 9)",
    "x = np.zeros(3)\nx = 4\nk[1, 9](x, 9)",
    "k[1, 9](*things)",
    "k[1, 9](np.zeros(3), 3, 4)",
])
def test_launches_that_tell_nothing(client, launch):
    client.open(UNTYPED + "\n" + launch + "\n")
    assert [each["code"] for each in client.wait()] == ["UntypedKernel"]


def test_launches_with_several_types_are_all_checked(client):
    text = UNTYPED.replace("a[i].thing", "a[i] << 1")
    client.open(text + "\nk[1, 9](np.zeros(3, np.int32), 3)\nk[1, 9](np.zeros(3), 3)\n")
    (found,) = client.wait()
    assert found["code"] == "OperandTypes"
    assert "float64" in found["message"]


def test_options_of_the_editor():
    client = Client(options={"sig": ["k(float32[:], int64)"], "define": ["N=3"], "arch": "sm_80"})
    client.open(UNTYPED.replace("a[i].thing", "N + cuda.clusterIdx.x"))
    (found,) = client.wait()
    assert found["code"] == "NeedsArch"
    client.notify("workspace/didChangeConfiguration", {"settings": {"pyk2ptx": {"define": ["N=3"]}}})
    while client.diagnostics["file:///nowhere/kernel.py"] == [found]:
        client.receive()
    assert [each["code"] for each in client.diagnostics["file:///nowhere/kernel.py"]] == [
        "UntypedKernel"]
    client.kill()


IMPORTING = """from numba import cuda
from helper import twice

@cuda.jit("void(float32[::1])")
def k(a):
    a[0] = twice(a[0])
"""
HELPER = """from numba import cuda

@cuda.jit(device=True)
def twice(x):
    return x * 2
"""


def test_imports_are_followed(client, tmp_path):
    (tmp_path / "helper.py").write_text(HELPER)
    uri = client.open(IMPORTING, (tmp_path / "k.py").as_uri())
    assert client.wait(uri=uri) == []


def test_what_is_wrong_in_an_imported_file_is_told_at_the_import(client, tmp_path):
    (tmp_path / "helper.py").write_text(HELPER.replace("x * 2", "x * y"))
    uri = client.open(IMPORTING, (tmp_path / "k.py").as_uri())
    (found,) = client.wait(uri=uri)
    assert found["code"] == "UnknownName"
    assert found["range"] == span(IMPORTING, "from helper import twice")
    place, call = found["relatedInformation"]
    assert place["location"]["uri"] == (tmp_path / "helper.py").as_uri()
    assert place["location"]["range"] == span(HELPER.replace("x * 2", "x * y"), "y")
    assert call["location"]["range"] == span(IMPORTING, "twice(a[0])")


def test_an_open_import_counts_as_it_is_in_the_editor(client, tmp_path):
    (tmp_path / "helper.py").write_text(HELPER)
    uri = client.open(IMPORTING, (tmp_path / "k.py").as_uri())
    helper = client.open(HELPER, (tmp_path / "helper.py").as_uri())
    assert client.wait(uri=uri) == []
    client.wait(uri=helper)
    client.change([{"range": span(HELPER, "x * 2"), "text": "x * zz"}], helper)
    while not client.diagnostics[uri]:
        client.receive()
    assert client.diagnostics[uri][0]["code"] == "UnknownName"


def test_a_module_that_is_missing(client):
    client.open(IMPORTING)
    (found,) = client.wait()
    assert found["code"] in ("ImportFailed", "NotConstant")
    assert position(IMPORTING, 0)["line"] <= found["range"]["start"]["line"]


@pytest.mark.parametrize("decorator, body, wanted", [
    ("@cuda.jit(device=True)", "return x * nonsense", ["UnknownName"]),
    ("@cuda.jit(device=True)", "return x.thing", []),
    ("@cuda.jit('float32(float32)', device=True)", "return x.thing", ["UnknownAttribute"]),
    ("@cuda.jit('float32(float32)', device=True)", "return x * 2", []),
    ("@cuda.jit(device=True)", "return helper(x)", ["NotADeviceFunction"]),
    ("", "return x * nonsense", []),
])
def test_device_functions_that_nothing_calls(client, decorator, body, wanted):
    client.open(f"from numba import cuda\n\ndef helper(x):\n    return x\n\n{decorator}\n"
                f"def f(x):\n    {body}\n")
    assert [each["code"] for each in client.wait()] == wanted


def test_a_device_function_that_is_called_is_not_guessed(client):
    client.open("""from numba import cuda

@cuda.jit(device=True)
def f(x):
    return x[0] << 1

@cuda.jit("void(int32[::1])")
def k(a):
    a[0] = f(a)
""")
    assert client.wait() == []
