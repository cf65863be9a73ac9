"""What machine code kernels become, above them."""
import os
import subprocess

import pytest
from client import ROOT, Client, ServerError

TEXT = """from numba import cuda
import numpy as np

@cuda.jit("void(float32[::1])")
def plain(a):
    a[cuda.grid(1)] = 1

@cuda.jit(launch_bounds=1024)
def shared(a):
    s = cuda.shared.array(512, np.float32)
    s[cuda.threadIdx.x % 512] = a[0]
    cuda.syncthreads()
    a[1] = s[3]

@cuda.jit
def untyped(a):
    a[0] = 1

shared[1, 1024](np.zeros(3, np.float32))
"""

found = subprocess.run([str(ROOT / "tools" / "find_tool.sh"), "ptxas"], capture_output=True,
                       text=True).stdout.strip()
needs_ptxas = pytest.mark.skipif(not found, reason="ptxas is not here")


@pytest.fixture
def client(monkeypatch):
    monkeypatch.setenv("PYK2PTX_PTXAS", found)
    made = Client(options={"arch": "sm_90"})
    yield made
    made.kill()


def lenses(client, text=TEXT):
    uri = client.open(text)
    return client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})


@needs_ptxas
def test_kernels_have_a_line(client):
    plain, shared = lenses(client)
    assert plain["range"]["start"] == {"line": 4, "character": 4}
    title = client.request("codeLens/resolve", plain)["command"]["title"]
    assert "registers, 0 bytes shared on sm_90; 100 % occupancy at 256 threads a block" in title
    resolved = client.request("codeLens/resolve", shared)
    assert resolved["range"] == shared["range"]
    assert "2048 bytes shared" in resolved["command"]["title"]
    assert "at 1024 threads" in resolved["command"]["title"]


@needs_ptxas
@pytest.mark.parametrize("arch, percent", [("sm_90", 50), ("sm_86", 33), ("sm_75", 25)])
def test_shared_memory_limits_occupancy(monkeypatch, arch, percent):
    """48 KiB a block of 8 warps: 4 of 228 KiB, 2 of 100, 1 of 64."""
    monkeypatch.setenv("PYK2PTX_PTXAS", found)
    client = Client(options={"arch": arch})
    text = TEXT.replace("512, np", "12288, np").replace("(launch_bounds=1024)", "")
    _, shared = lenses(client, text)
    title = client.request("codeLens/resolve", shared)["command"]["title"]
    assert f"49152 bytes shared on {arch}; {percent} % occupancy at 256 threads" in title
    client.kill()


@needs_ptxas
def test_others_are_answered_meanwhile(client):
    numbers = [client.start("codeLens/resolve", lens) for lens in lenses(client)]
    hover = client.at("textDocument/hover", TEXT, "a[cuda")
    assert "float32" in hover["contents"]["value"]
    waited = {message["id"] for message in client.unmatched}
    for number in numbers:
        if number not in waited:
            assert client.finish(number)["command"]["title"]
    assert client.stop() == 0


@needs_ptxas
def test_a_kernel_that_became_wrong(client):
    plain, _ = lenses(client)
    client.change([{"text": TEXT.replace("= 1\n", "= nonsense\n")}])
    title = client.request("codeLens/resolve", plain)["command"]["title"]
    assert title.startswith("not compiled: ") and "nonsense" in title


@needs_ptxas
@pytest.mark.parametrize("lens", [{}, {"data": 3}, {"data": {"uri": "file:///other.py", "kernel": "k"}}])
def test_lenses_of_nothing(client, lens):
    with pytest.raises(ServerError) as error:
        client.request("codeLens/resolve", lens)
    assert error.value.code == -32602


@needs_ptxas
def test_the_end_while_it_works(client):
    plain, _ = lenses(client)
    client.start("codeLens/resolve", plain)
    assert client.stop() == 0


def test_without_ptxas(monkeypatch, tmp_path):
    monkeypatch.setenv("PYK2PTX_PTXAS", str(tmp_path / "none"))
    client = Client()
    assert "codeLensProvider" not in client.capabilities
    client.kill()
    assert os.environ["PYK2PTX_PTXAS"]
