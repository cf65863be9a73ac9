"""vectorize, guvectorize, reduce."""

import numpy as np
import pytest

from pyk2ptx import cuda, float32, guvectorize, types, vectorize


@vectorize(["float32(float32, float32)", "float64(float64, float64)"], target="cuda")
def add_twice(a, b):
    """a and twice b"""
    return a + 2 * b


def test_vectorize():
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    b = np.arange(3, dtype=np.float32)
    result = add_twice(a, b)
    assert result.dtype == np.float32 and add_twice.__doc__ == "a and twice b"
    np.testing.assert_array_equal(result, a + 2 * b)
    np.testing.assert_array_equal(add_twice(a.T, 1), a.T + 2)
    assert (
        add_twice(1.0, 2.0) == 5 and add_twice(a.astype(float), b).dtype == np.float64
    )
    on_device = add_twice(cuda.to_device(a), b)
    np.testing.assert_array_equal(on_device.copy_to_host(), a + 2 * b)
    out = np.zeros((2, 3), np.float32)
    assert add_twice(a, 1, out=out) is out and (out == a + 2).all()
    device_out = cuda.device_array_like(a)
    add_twice(a, 1, out=device_out)
    np.testing.assert_array_equal(device_out.copy_to_host(), a + 2)
    assert add_twice(a[:0], b).shape == (0, 3)
    with pytest.raises(TypeError, match="2 arrays"):
        add_twice(a)
    with pytest.raises(TypeError, match="no signature"):
        add_twice(a.astype(complex), b)


def test_numbers_have_the_types_that_numpy_gives_them():
    """Which signature numba takes; where it finds none or several, what NumPy would cast to."""
    result = add_twice(1.0, 3.0)
    assert result == 7 and result.dtype == np.float64
    assert add_twice(np.float32(1), np.float32(3)).dtype == np.float32
    assert add_twice(1, 3).dtype == np.float64
    # Arrays say which, whatever the number is.
    with np.errstate(over="ignore"):
        assert add_twice(np.ones(2, np.float32), 1e300).dtype == np.float32
    assert add_twice(np.ones(2), 1e300).tolist() == [2e300, 2e300]
    assert add_twice(np.ones(2, np.int32), 1).dtype == np.float64

    @vectorize(["int32(int32, int32)", "float64(float64, float64)"], target="cuda")
    def plus(a, b):
        return a + b

    assert plus(np.arange(3, dtype=np.int32), 2.5).tolist() == [2, 3, 4]
    assert plus(np.arange(3.0), 2).tolist() == [2, 3, 4]
    assert plus(1, 2.5) == 3.5

    @vectorize(
        ["complex64(complex64, float32)", "float64(float64, float64)"], target="cuda"
    )
    def scaled(x, y):
        return x * y + x

    assert scaled(3.0, 4.0).dtype == np.float64 and scaled(3j, 4.0) == 15j

    @vectorize(["int64(int64, int64)"], target="cuda")
    def only(a, b):
        return a - b

    assert only(np.arange(3), 1.5).tolist() == [-1, 0, 1]
    with pytest.raises(
        TypeError, match=r"for \(float64, float64\), but for \(int64, int64\)"
    ):
        only(np.arange(3.0), 1.5)


def test_vectorize_without_signatures():
    @vectorize
    def half(x):
        return x / 2

    assert half(np.arange(3)).dtype == np.float64
    assert half(np.ones(3, np.float32)).dtype == np.float32
    assert half(np.float32(3)) == 1.5

    @vectorize([(types.float32, types.float32)], target="cuda")
    def larger(a, b):
        return a > b

    assert larger(np.arange(3), 1).tolist() == [False, False, True]

    @vectorize
    def nothing(x):
        pass

    with pytest.raises(TypeError, match="nothing returns nothing"):
        nothing(np.zeros(2))


def test_options_of_vectorize():
    with pytest.warns(RuntimeWarning, match="redundant"):
        vectorize(target="cuda", nopython=True)
    with pytest.raises(KeyError, match="Unrecognized options: what"):
        vectorize(what=1)
    with pytest.raises(TypeError, match="not supported: 'what'"):
        guvectorize(["void(float32[:], float32[:])"], "(n)->(n)", what=1)
    with pytest.raises(TypeError, match="nopython flag must be True"):
        guvectorize(["void(float32[:], float32[:])"], "(n)->(n)", nopython=False)


def test_misuse_of_guvectorize():
    def f(a, b):
        pass

    with pytest.raises(TypeError, match="cannot return values"):
        guvectorize(["int32(int32[:], int32[:])"], "(n)->(n)")(f)
    copy = guvectorize(["void(int32[:], int32[:])"], "(n)->(n)")(f)
    a = np.zeros(3, np.int32)
    for args in ((), (a, a, a)):
        with pytest.raises(TypeError, match="accepts 1 positional.*or 2 positional"):
            copy(*args)
    with pytest.raises(ValueError, match="both positional and keyword"):
        copy(a, a, out=a)


def test_vectorized_reduction():
    @vectorize([float32(float32, float32)])
    def larger(a, b):
        return max(a, b)

    assert larger.reduce(np.arange(1000, dtype=np.float32)) == 999


def test_guvectorize():
    @guvectorize(
        ["void(float32[:,:], float32[:,:], float32[:,:])"],
        "(m,n),(n,p)->(m,p)",
        target="cuda",
    )
    def product(A, B, C):
        m, n = A.shape
        n, p = B.shape
        for i in range(m):
            for j in range(p):
                C[i, j] = 0
                for k in range(n):
                    C[i, j] += A[i, k] * B[k, j]

    random = np.random.default_rng(0)
    A = random.random((5, 2, 3), np.float32)
    B = random.random((3, 4), np.float32)
    np.testing.assert_allclose(product(A, B), A @ B, rtol=1e-5)
    with pytest.raises(ValueError, match="`n`"):
        product(A, B.T)

    @guvectorize(["void(float64[:], float64, float64[:])"], "(n),()->()")
    def weighted(x, weight, out):
        out[0] = 0
        for value in x:
            out[0] += value * weight

    x = random.random((4, 7))
    np.testing.assert_allclose(weighted(x, 2.0), x.sum(1) * 2)
    np.testing.assert_allclose(weighted(x, np.arange(4.0)), x.sum(1) * np.arange(4))


@pytest.mark.parametrize("size", [1, 2, 3, 255, 256, 257, 1000, 32768, 32769, 100000])
def test_reduce(size):
    add = cuda.reduce(lambda a, b: a + b)

    @cuda.reduce
    def first_known(a, b):
        return a if a >= 0 else b

    a = np.random.default_rng(size).integers(0, 9, size)
    assert add(a) == a.sum() and add(a, init=5) == a.sum() + 5
    assert add(a, size=size // 2) == a[: size // 2].sum()
    # Associative, and not commutative: the order must be kept.
    known = np.where(np.arange(size) > size // 2, np.arange(size), -1)
    assert first_known(known, init=-1) == (size // 2 + 1 if size > 2 else known[-1])
    result = cuda.device_array(1, a.dtype)
    add(cuda.to_device(a), res=result)
    assert result[0] == a.sum()


def test_reduce_of_nothing():
    add = cuda.Reduce(lambda a, b: a + b)
    assert add(np.zeros(0), init=3) == 3
    with pytest.raises(TypeError):
        add(np.zeros((2, 2)))
