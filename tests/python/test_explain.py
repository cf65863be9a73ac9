"""cuda.explain as text and in notebooks, errors in notebooks' cells, --cuda-check."""

import html.parser
import linecache
import math
import re

import numpy as np
import pytest

from pyk2ptx import _made_by_exec, cuda, errors
from pyk2ptx.cuda import _explain
from pyk2ptx.cuda._dispatcher import ptx_arch


class Outline(html.parser.HTMLParser):
    """Checks that tags are closed in order; collects text and attributes."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.text, self.styles = [], [], "", []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.styles += [value for name, value in attrs if name == "style"]
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@cuda.jit(device=True)
def helper(x):
    return math.exp(x) if x < 1 and x > -1 else x


@cuda.jit
def kernel(a, b):
    """<script>alert('no "markup" & co')</script>"""
    i = cuda.grid(1)
    if i < a.size:
        a[i] = helper(a[i]) + 1.0
        b[i] = b[i] * 2.5


def test_text():
    kernel[1, 4](np.zeros(4, np.float32), np.zeros(4))
    text = str(cuda.explain(kernel))
    assert "kernel(float32[::1], float64[::1])" in text
    assert f"architecture: {ptx_arch()}\n" in text and "shared memory: 0 bytes" in text
    # One statement computes in float64, and the other does not.
    [line] = [row for row in text.split("\n") if row.startswith("    line ")]
    first = kernel.py_func.__code__.co_firstlineno
    assert line.split() == ["line", f"{first + 6}:", "mul.rn.f64"] or "mul" in line
    narrow = str(cuda.explain(kernel, "void(float32[::1], float32[::1])"))
    assert "float64 arithmetic: none" in narrow


def test_html():
    kernel[1, 4](np.zeros(4, np.float32), np.zeros(4))
    text = cuda.explain(kernel)._repr_html_()
    outline = Outline(text)
    assert "script" not in outline.tags and "table" in outline.tags
    assert "<script>alert('no \"markup\" & co')</script>" in outline.text
    assert (
        "if x < 1 and x > -1" in outline.text
        and ".visible .entry kernel(" in outline.text
    )
    assert ".loc" not in outline.text and ".section" not in outline.text
    # The source's and the PTX's lines of a statement have one color.
    colors = [style for style in outline.styles if style.startswith("background")]
    assert len(colors) > len(set(colors)) > 3
    assert "float64" in text and "<b title='float64'>" in text


def test_nothing_to_explain():
    @cuda.jit
    def lazy(a):
        a[0] = 1

    with pytest.raises(ValueError, match="launch it, or give a signature"):
        cuda.explain(lazy)


def test_occupancy():
    assert _explain.occupancy("sm_90", 32, 0, 256) == (8, 1.0)
    assert _explain.occupancy("sm_75", 64, 0, 1024) == (1, 1.0)
    assert _explain.occupancy("sm_80", 255, 0, 1024) == (0, 0.0)
    assert _explain.occupancy("sm_90a", 16, 100_000, 128) == (2, 0.125)


def test_resources_by_ptxas():
    from pyk2ptx.cuda._sass import find_tool, resources

    if not find_tool("ptxas"):
        pytest.skip("no ptxas")
    ptx = kernel.inspect_asm("void(float32[::1], float64[::1])")
    arch = re.search(r"^\.target (\w+)", ptx, re.M)[1]
    [(registers, spilled)] = resources(ptx, arch).values()
    assert registers > 4 and spilled == 0
    assert resources("no PTX", arch) is None


def test_no_disassembler(monkeypatch):
    from pyk2ptx.cuda import _sass

    monkeypatch.setattr(_sass, "find_tool", lambda name: None)
    with pytest.raises(RuntimeError, match="nvdisasm is not to be found"):
        _sass.disassemble(b"")


def test_sass(tmp_path, monkeypatch):
    from pyk2ptx.cuda._sass import find_tool

    if not find_tool("ptxas"):
        pytest.skip("no ptxas")
    # What stands for the disassembler shows that it gets a cubin.
    tool = tmp_path / "nvdisasm"
    tool.write_text('#!/bin/sh\nfor f; do :; done\necho "$1"; head -c 4 "$f"\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PYK2PTX_NVDISASM", str(tool))
    shown = kernel.inspect_sass("void(float32[::1], float32[::1])")
    assert shown.endswith("\x7fELF")
    assert kernel.inspect_sass_cfg("void(float32[::1], float32[::1])").startswith(
        "-cfg"
    )


def run_cell(text, number=7):
    """As ipykernel runs a cell: compiled under a name that linecache knows."""
    name = f"/tmp/ipykernel_123/{number}.py"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope = {"cuda": cuda, "np": np}
    exec(compile(text, name, "exec"), scope)
    return scope


def test_errors_in_cells_show_the_source():
    scope = run_cell("@cuda.jit\ndef k(a):\n    a[0] = unknown + 1\n")
    with pytest.raises(errors.TypingError) as raised:
        scope["k"][1, 1](np.zeros(1))
    text = str(raised.value)
    assert text.startswith("/tmp/ipykernel_123/7.py:3:12: error: ")
    assert "    a[0] = unknown + 1\n" in text and "^~~~~~~" in text
    assert "[UnknownName]" in text


def test_cells_are_explained_and_run_again():
    first = run_cell("@cuda.jit\ndef k(a):\n    a[0] = 1\n", 8)["k"]
    second = run_cell("@cuda.jit\ndef k(a):\n    a[0] = 2\n", 9)["k"]
    a = np.zeros(1)
    second[1, 1](a)
    assert a[0] == 2
    first[1, 1](a)
    assert a[0] == 1
    assert "a[0] = 2" in cuda.explain(second)._repr_html_()


def test_lambdas_and_factories_in_cells():
    text = (
        "def make(n):\n"
        "    @cuda.jit\n"
        "    def k(a):\n"
        "        a[0] += n\n"
        "    return k\n"
        "double = cuda.jit(lambda x: 2 * x, device=True)\n"
        "@cuda.jit\n"
        "def apply(f, a):\n"
        "    a[0] = f(a[0])\n"
    )
    scope = run_cell(text, 10)
    a = np.ones(1)
    scope["make"](3)[1, 1](a)
    scope["make"](10)[1, 1](a)
    assert a[0] == 14
    scope["apply"][1, 1](scope["double"], a)
    assert a[0] == 28


def test_a_prompt_without_source_says_so():
    scope = {"cuda": cuda}
    exec("@cuda.jit\ndef k(a):\n    a[0] = 1\n", scope)
    _made_by_exec._texts.clear()
    with pytest.raises(errors.TypingError, match="must be in a file, in a notebook"):
        scope["k"][1, 1](np.zeros(1))
