"""Kernels with signatures: checked when decorated, compiled when launched."""

import numpy as np
import pytest

from pyk2ptx import cuda, types

N = 5


def decorated(signature, **options):
    """A kernel that reads a global, by this signature."""

    @cuda.jit(signature, **options)
    def fill(a, n):
        i = cuda.grid(1)
        if i < n:
            a[i] = i * N

    return fill


def test_what_is_wrong_is_said_at_the_decorator():
    with pytest.raises(cuda.TypingError, match=r"py:\d+:\d+: error: name `nowhere`"):

        @cuda.jit("void(float32[:])")
        def unknown(a):
            a[0] = nowhere  # noqa: F821

    with pytest.raises(cuda.CompileError, match="BadSignature"):
        decorated("void(float33[:], int64)")
    with pytest.raises(cuda.CompileError, match="SignatureArity"):
        decorated((types.float32[:],))
    # The second of two.
    with pytest.raises(cuda.CompileError, match="error"):
        decorated(["void(float32[:], int64)", "void(float32, int64)"])
    with pytest.raises(cuda.CompileError, match="KernelReturnsValue"):

        @cuda.jit("void(float32)")
        def returns(a):
            return a


def test_a_device_function_that_a_kernel_calls_is_checked_with_it():
    @cuda.jit(device=True)
    def wrong(x):
        return x + nowhere  # noqa: F821

    with pytest.raises(cuda.CompileError, match="nowhere"):

        @cuda.jit("void(float32[:])")
        def kernel(a):
            a[0] = wrong(a[0])


def test_without_a_signature_the_launch_says_it():
    @cuda.jit
    def late(a):
        a[0] = nowhere  # noqa: F821

    with pytest.raises(cuda.CompileError, match="nowhere"):
        late[1, 1](np.zeros(1))


def test_globals_are_those_of_the_decorator(monkeypatch):
    kernel = decorated("void(float32[:], int64)")
    lazy = decorated(None)
    checked = cuda.check(kernel)
    monkeypatch.setitem(globals(), "N", 7)
    a = np.zeros(3, np.float32)
    for launched, factor in ((kernel, 5), (checked, 5), (lazy, 7)):
        launched[1, 4](a, 3)
        assert a.tolist() == [0, factor, 2 * factor]
    kernel.recompile()
    kernel[1, 4](a, 3)
    assert a.tolist() == [0, 7, 14]


def test_no_code_is_made_before_the_launch(run_program):
    shown = run_program(
        """
        import os, tempfile
        os.environ["PYK2PTX_CACHE_DIR"] = tempfile.mkdtemp()
        from pyk2ptx import cuda
        # Nor is a device looked for.
        os.environ["PYK2PTX_DEVICE"] = "gpu"

        @cuda.jit("void(float32[:])")
        def kernel(a):
            a[0] = 1

        print(os.listdir(os.environ["PYK2PTX_CACHE_DIR"]))
        """
    )
    assert shown == "[]\n"


def test_a_pickled_kernel_is_what_was_decorated(monkeypatch):
    import pickle

    kernel = decorated("void(float32[:], int64)")
    monkeypatch.setitem(globals(), "N", 9)
    a = np.zeros(2, np.float32)
    pickle.loads(pickle.dumps(kernel))[1, 2](a, 2)
    assert a.tolist() == [0, 5]


def test_a_signature_without_a_result_is_checked_too():
    for signature in ("(float32[:],)", (types.float32[:],), "float32[:]"):
        with pytest.raises(cuda.CompileError, match="nowhere"):

            @cuda.jit(signature)
            def kernel(a):
                a[0] = nowhere  # noqa: F821


def test_options_by_numbas_names():
    told = decorated(None, fastmath=True, max_registers=32).targetoptions
    assert told["fastmath"] is True and told["max_registers"] == 32
    assert told["device"] is False and told["extensions"] == [] and told["link"] == []
