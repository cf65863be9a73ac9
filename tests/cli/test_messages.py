"""What is said of wrong inputs, and how."""

import json
import re

import pytest
from conftest import SAXPY, SINE, WARNS


def test_unreadable(pyk2ptx):
    for path, reason in [
        ("none.py", "No such file or directory"),
        (".", "Is a directory"),
        ("k.py/x.py", "Not a directory"),
    ]:
        process = pyk2ptx(path, "-o-", status=1)
        assert process.stderr.startswith("pyk2ptx: error: cannot read")
        assert f"`{path}`: {reason} [UnreadableFile]" in process.stderr


def test_too_large(pyk2ptx):
    path = pyk2ptx.folder / "huge.py"
    with path.open("wb") as file:
        file.truncate(1 << 31)
    text = pyk2ptx("huge.py", status=1).stderr
    assert "`huge.py`: it is larger than 2 GiB [UnreadableFile]" in text


def test_not_utf8(pyk2ptx):
    (pyk2ptx.folder / "latin.py").write_bytes(b"x = 1\n# caf\xe9\n")
    text = pyk2ptx("latin.py", status=1).stderr
    assert text.startswith("latin.py:2:6: error: not valid UTF-8 at byte 11;")
    assert "[NotUtf8]" in text


def test_no_kernel(pyk2ptx):
    for source in ["", "x = 1\n", "\n\n"]:
        text = pyk2ptx("-", stdin=source, status=1).stderr
        assert "<stdin>:1:1: error: no kernel found;" in text
        assert "[NoKernel]" in text


def test_every_source_is_read(pyk2ptx):
    for name in ["a.py", "b.py"]:
        pyk2ptx.write(name, SAXPY.replace("cuda.grid", "cuda.gird"))
    text = pyk2ptx("a.py", "b.py", "c.py", "-o", "x.ptx", status=1).stderr
    assert "`c.py`" in text
    text = pyk2ptx("a.py", "b.py", "-o", "x.ptx", status=1).stderr
    assert "a.py:5:" in text and "b.py:5:" in text


def test_no_libdevice(pyk2ptx):
    # An environment without any of the places, but for the fixed ones.
    text = pyk2ptx("doctor", env={"PATH": ""}, status=None).stdout
    if "not found: tried" not in text:
        pytest.skip("libdevice is at a fixed place")
    text = pyk2ptx("-", stdin=SINE, env={"PATH": ""}, status=3).stderr
    assert "`math.sin` needs libdevice" in text and "[LibdeviceMissing]" in text
    assert "/usr/local/cuda/nvvm/libdevice/libdevice.10.bc" in text


def test_search_order(pyk2ptx):
    """The first of several places wins, and each is tried."""
    folders = {"CUDA_PATH": "p", "CUDA_HOME": "h", "CONDA_PREFIX": "c"}
    env = {name: str(pyk2ptx.folder / path) for name, path in folders.items()}
    venv = pyk2ptx.folder / "v"
    wheel = "lib/python3.12/site-packages/nvidia/cu13"
    (venv / wheel).mkdir(parents=True)
    env["VIRTUAL_ENV"] = str(venv)
    where = ["p", "h", f"v/{wheel}", "c"]
    # The last one first: each then hides those after it.
    for root in reversed(where):
        pyk2ptx.write(f"{root}/nvvm/libdevice/libdevice.10.bc", "no bitcode")
        text = pyk2ptx("-", stdin=SINE, env=env, status=3).stderr
        assert f"`{pyk2ptx.folder}/{root}/nvvm/libdevice/libdevice.10.bc`" in text
    env["PYK2PTX_LIBDEVICE"] = "named.bc"
    text = pyk2ptx("-", stdin=SINE, env=env, status=3).stderr
    assert "cannot use libdevice `named.bc`: " in text and "[LibdeviceBroken]" in text


def test_json(pyk2ptx):
    process = pyk2ptx("k.py", "--diagnostics=json", "-o", "-")
    assert process.stdout.startswith("// pyk2ptx")
    assert json.loads(process.stderr) == {"diagnostics": []}

    pyk2ptx.write("b.py", SAXPY.replace("cuda.grid", "cuda.gird"))
    process = pyk2ptx("b.py", "--diagnostics=json", status=1)
    [first, *_] = json.loads(process.stderr)["diagnostics"]
    assert (first["file"], first["line"]) == ("b.py", 5)
    assert first["severity"] == "error"
    assert {"column", "endLine", "endColumn", "kind", "message"} <= set(first)

    process = pyk2ptx("none.py", "--diagnostics=json", status=1)
    [first] = json.loads(process.stderr)["diagnostics"]
    assert first["kind"] == "UnreadableFile"

    pyk2ptx.write("w.py", WARNS)
    process = pyk2ptx("w.py", "--diagnostics=json", "--werror", status=1)
    [first] = json.loads(process.stderr)["diagnostics"]
    assert first["severity"] == "warning"


def test_error_limit(pyk2ptx):
    body = "".join(f"    x[{i}] = unknown{i}\n" for i in range(30))
    source = SAXPY + "\n@cuda.jit('void(int64[:])')\ndef k(x):\n" + body

    def count(*args):
        text = pyk2ptx("-", *args, stdin=source, status=1).stderr
        return len(re.findall(r"\[UnknownName\]", text))

    assert count() == 20
    assert count("--error-limit=3") == 3
    assert count("-ferror-limit=0") == 30


def test_no_color_into_a_pipe(pyk2ptx):
    assert "\x1b" not in pyk2ptx("-", stdin="def f(:\n", status=1).stderr


def test_messages_do_not_mix_with_products(pyk2ptx):
    process = pyk2ptx("-", stdin=WARNS)
    assert process.stdout.startswith("// pyk2ptx")
    assert "warning" in process.stderr and "warning" not in process.stdout


def test_too_deep_indentation(pyk2ptx):
    def nested(levels):
        lines = [" " * i + "if True:" for i in range(levels)]
        return "\n".join(lines) + "\n" + " " * levels + "x = 1\n"

    for levels in (100, 150):
        text = pyk2ptx("-", stdin=nested(levels), status=1).stderr
        assert "too many levels of indentation [SyntaxError]" in text
        assert text.startswith(f"<stdin>:{101}:101: error:")
    assert "indentation" not in pyk2ptx("-", stdin=nested(99), status=1).stderr
