"""The server's life: what comes out of order, broken, unknown, cancelled; how it
ends."""
import json
import subprocess

import pytest
from client import PROGRAM, SECONDS, Client, ServerError, span

TEXT = """from numba import cuda

@cuda.jit("void(float32[::1])")
def k(a):
    a[cuda.grid(1)] = 1
"""


def test_shutdown_and_exit():
    assert Client().stop() == 0


def test_exit_without_shutdown():
    client = Client()
    client.notify("exit", None)
    assert client.process.wait(timeout=SECONDS) == 1


def test_the_end_of_input():
    client = Client()
    client.process.stdin.close()
    assert client.process.wait(timeout=SECONDS) == 1


def test_requests_after_shutdown_are_refused(client):
    client.open(TEXT)
    client.request("shutdown", None)
    with pytest.raises(ServerError) as error:
        client.at("textDocument/hover", TEXT, "a[")
    assert error.value.code == -32600


def test_requests_before_initialize_are_refused():
    client = Client(initialize=False)
    with pytest.raises(ServerError) as error:
        client.at("textDocument/hover", TEXT, "a[")
    assert error.value.code == -32002
    client.kill()


def test_initialize_twice(client):
    with pytest.raises(ServerError) as error:
        client.request("initialize", {"capabilities": {}})
    assert error.value.code == -32600


def test_unknown_methods(client):
    with pytest.raises(ServerError) as error:
        client.request("textDocument/nonsense", {})
    assert error.value.code == -32601
    client.notify("$/nonsense", {})
    client.notify("nonsense", {})
    assert client.stop() == 0


REQUESTS = ["hover", "completion", "definition", "documentSymbol", "codeAction", "inlayHint",
            "codeLens"]


@pytest.mark.parametrize("name", REQUESTS)
def test_unknown_texts(client, name):
    with pytest.raises(ServerError) as error:
        client.request(f"textDocument/{name}", {"textDocument": {"uri": "file:///no/such.py"},
                                                "position": {"line": 0, "character": 0}})
    assert error.value.code == -32602
    assert client.stop() == 0


@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("params", [
    {}, None, [], {"textDocument": 3}, {"position": {"line": -1, "character": -5}},
    {"position": {"line": 10**9, "character": 10**9}}, {"position": "here"},
    {"range": {"start": {"line": 9, "character": 0}, "end": {"line": 1, "character": 0}}},
    {"range": 7, "context": 9}, {"context": {"diagnostics": [1, {}, {"range": None}]}},
])
def test_requests_that_make_no_sense(client, name, params):
    uri = client.open(TEXT)
    if isinstance(params, dict):
        params = {"textDocument": {"uri": uri}, **params}
    try:
        client.request(f"textDocument/{name}", params)
    except ServerError as error:
        assert error.code == -32602
    assert client.stop() == 0


@pytest.mark.parametrize("params", [
    None, {}, [], {"textDocument": {}}, {"textDocument": {"uri": 1, "text": 2}},
    {"textDocument": {"uri": "file:///x.py"}},
])
def test_notifications_that_make_no_sense(client, params):
    for name in "didOpen", "didChange", "didClose", "didSave":
        client.notify(f"textDocument/{name}", params)
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///nowhere/kernel.py"},
                                             "contentChanges": [1, {}, {"text": 3}]})
    client.open(TEXT)
    client.change([1, {}, {"text": 3}, {"range": None, "text": TEXT + "\n"}])
    client.change([{"range": {"start": {"line": 50, "character": 9},
                              "end": {"line": 2, "character": 1}}, "text": "# x\n"}], version=3)
    client.wait(3)
    assert client.stop() == 0


@pytest.mark.parametrize("text", ["{", "[]", "3", '"x"', "{}", '{"jsonrpc": "1.0", "id": 1}', "\0",
                                  '{"jsonrpc": "2.0", "params": {}}'])
def test_texts_that_are_no_messages(client, text):
    client.send_text(text)
    client.receive()
    client.open(TEXT)
    assert client.wait() == []
    assert client.stop() == 0


def test_heads_that_are_none(client):
    client.send_bytes(b"Nonsense\r\n\r\n")
    client.send_bytes(b"Content-Type: x; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}")
    client.open(TEXT)
    assert client.wait() == []
    assert client.stop() == 0


def test_a_request_that_waits_can_be_cancelled(client):
    """Both arrive at once, behind work for the server."""
    uri = client.open(TEXT)
    ask = {"textDocument": {"uri": uri}, "position": {"line": 4, "character": 4}}
    messages = [{"id": 71, "method": "textDocument/hover", "params": ask},
                {"id": "x", "method": "textDocument/hover", "params": ask},
                {"method": "$/cancelRequest", "params": {"id": "x"}},
                {"method": "$/cancelRequest", "params": {"id": 12345}}]
    data = b""
    for message in messages:
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        data += b"Content-Length: %d\r\n\r\n%s" % (len(text), text)
    client.send_bytes(data)
    client.finish(71)
    answers = {each["id"]: each for each in client.unmatched}
    while "x" not in answers:
        message = client.receive()
        answers[message.get("id")] = message
    assert answers["x"]["error"]["code"] == -32800
    assert client.stop() == 0


def test_one_byte_after_the_other(client):
    text = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "shutdown"}).encode()
    for byte in b"Content-Length: %d\r\n\r\n%s" % (len(text), text):
        client.send_bytes(bytes([byte]))
    assert client.finish(5) is None


def test_help():
    done = subprocess.run([PROGRAM, "lsp", "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and "language server" in done.stdout
    done = subprocess.run([PROGRAM, "lsp", "--nonsense"], capture_output=True, text=True)
    assert done.returncode == 2 and "usage" in done.stderr


def many_lines(count):
    kernel = '''
@cuda.jit("void(float32[::1], float32[::1], int64)")
def k{0}(a, b, n):
    i = cuda.grid(1)
    if i < n:
        s = np.float32(0)
        for j in range(n):
            s += b[j] * 2
        a[i] = s
'''
    parts = ["import numpy as np\nfrom numba import cuda\n"]
    parts += [kernel.format(i) for i in range(count // 9)]
    return "".join(parts)


def test_ten_thousand_lines(client):
    text = many_lines(10000)
    client.open(text)
    assert client.wait() == []
    at = text.rindex("s += b")
    place = {"start": span(text, "s += b", at)["start"], "end": span(text, "s += b", at)["start"]}
    for version in range(2, 12):
        client.change([{"range": place, "text": "x"}], version=version)
    (found,) = client.wait(11)
    assert found["code"] in ("UseBeforeAssignment", "UnknownName")
    assert client.stop() == 0
