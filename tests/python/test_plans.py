"""Launches that come again, and other libraries' arrays, on the fake driver.

The first launch of a kernel reads its arguments one by one; the next ones pack
them by the plan that it left. Both must give the same parameter block.
"""

import pathlib
import shutil
import subprocess
import sys
import sysconfig

import pytest

PREFIX = """
    import ctypes, gc, os, sys
    import numpy as np
    from pyk2ptx import _core, cuda

    class Launch(ctypes.Structure):
        _fields_ = [("entry", ctypes.c_char * 64), ("grid", ctypes.c_uint * 3),
                    ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint),
                    ("stream", ctypes.c_void_p), ("params", ctypes.c_ubyte * 512),
                    ("size", ctypes.c_size_t), ("cooperative", ctypes.c_bool)]

    fake = ctypes.CDLL(os.environ["PYK2PTX_LIBCUDA"])
    fake.fakeLastLaunch.restype = ctypes.POINTER(Launch)

    def block_of(kernel, *arguments):
        before = fake.fakeLaunchCount()
        kernel[1, 32](*arguments)
        assert fake.fakeLaunchCount() == before + 1
        launch = fake.fakeLastLaunch().contents
        return bytes(launch.params[: launch.size])

    def one(a):
        if cuda.grid(1) < 1:
            a[0] = a[0]

    def two(a):
        if cuda.grid(1) < 1:
            a[0, 0] = a[0, 0]

    def zero(a):
        a[()] = a[()]

    def same(function, *arguments):
        "The block of a first launch, which the next ones must repeat."
        kernel = cuda.jit(function)
        first = block_of(kernel, *arguments)
        for _ in range(3):
            assert block_of(kernel, *arguments) == first, arguments
        return first

    def words(*numbers):
        return np.array(numbers, np.int64).tobytes()

    def fails(kind, call, *arguments):
        before = fake.fakeLaunchCount()
        try:
            call(*arguments)
        except kind as error:
            assert fake.fakeLaunchCount() == before
            return str(error)
        raise SystemExit(f"no {kind.__name__} for {arguments}")
"""


def test_arguments(run_program, fake_driver):
    run_program(
        PREFIX
        + """
    host = np.arange(24, dtype=np.float32).reshape(4, 6)
    device = cuda.to_device(host)
    assert same(two, device) == words(device.address, 4, 6)
    assert same(two, device.T)[:24] == words(device.address, 6, 4)
    assert same(two, device[1:3, ::2])[:8] == words(device.address + 24)
    assert same(one, device[1]) == words(device.address + 24, 6)
    same(two, device[:, :0])
    same(zero, cuda.to_device(np.array(3.0)))

    def many(i, f, b, n, x, y, z, t, out):
        if n is None and b and t:
            out[i] = f + x + y + z

    scalars = (7, 2.5, True, None, np.float32(1.5), np.int16(-3), np.uint64(9),
               np.bool_(True), device[0])
    first = same(many, *scalars)
    kernel = cuda.jit(many)
    for i in range(4):
        # Types in turns: whatever was planned, the block is that of the types now.
        for swapped in (scalars, (8.5,) + scalars[1:], (2**63,) + scalars[1:],
                        scalars[:4] + (np.float64(1.5),) + scalars[5:],
                        scalars[:8] + (device[:, 0],)):
            if isinstance(swapped[0], float):
                continue
            assert block_of(kernel, *swapped) == same(many, *swapped)
    assert block_of(kernel, *scalars) == first

    @cuda.jit("void(int8, uint32, float32, float32[:])")
    def narrow(a, b, c, out):
        out[a] = b + c

    expected = block_of(narrow, 1, 2, 3.0, device[0])
    for _ in range(3):
        assert block_of(narrow, 1, 2, 3.0, device[0]) == expected
        for wrong in ((300, 2, 3.0), (1, -2, 3.0), (1, 2**32, 3.0), (1, 2, 1e39)):
            assert "range" in fails(OverflowError, narrow[1, 32], *wrong, device[0])
        fails(TypeError, narrow[1, 32], 1, 2, device[0], device[0])
        fails(TypeError, narrow[1, 32], 1, 2, 3.0)
        fails(ValueError, narrow[1, 32], 1, 2, 3.0,
              _core.Array(
                  None, 0, "float32", 4, (3,), (4,)))
    assert block_of(narrow, 1, 2, float("inf"), device[0]) != expected
    """,
        **fake_driver,
    )


def test_configurations(run_program, fake_driver):
    run_program(
        PREFIX
        + """
    def nothing(a, b=5):
        pass

    kernel = cuda.jit(nothing)
    assert kernel[1, 32] is kernel[1, 32]
    def launch_of(key, *args, **named):
        kernel[key](*args, **named)
        launch = fake.fakeLastLaunch().contents
        return list(launch.grid), list(launch.block), launch.shared, launch.stream
    stream = cuda.stream()
    size = [4, 2]
    for _ in range(3):
        assert launch_of((1, 32), 1, 2) == ([1, 1, 1], [32, 1, 1], 0, None)
        assert launch_of((1, 64), 1, 2) == ([1, 1, 1], [64, 1, 1], 0, None)
        assert launch_of((1, 64, None, 16), 1) == ([1, 1, 1], [64, 1, 1], 16, None)
        assert launch_of(((1, 2), (4, 4, 2)), a=1) == ([1, 2, 1], [4, 4, 2], 0, None)
        assert launch_of((3, 32, stream), 1, b=2) == ([3, 1, 1], [32, 1, 1], 0, stream.ptr)
        assert launch_of((3, 32, stream.ptr), 1) == ([3, 1, 1], [32, 1, 1], 0, stream.ptr)
        key = (1, size)
        assert launch_of(key, 1) == ([1, 1, 1], size + [1], 0, None)
        size[0] *= 2
    launcher = kernel[1, 32]
    assert launcher.dispatcher is kernel and launcher.griddim == (1, 1, 1)
    assert "misses" in fails(TypeError, launcher)
    assert "2 arguments" in fails(TypeError, launcher, 1, 2, 3)
    assert "two values" in fails(TypeError, lambda: launcher(1, a=2))

    # A kernel and its launcher refer to each other; both go.
    import weakref
    gone = weakref.ref(kernel)
    del kernel, launcher
    gc.collect()
    assert gone() is None
    """,
        **fake_driver,
    )


def test_devices_in_turns(run_program, fake_driver):
    run_program(
        PREFIX
        + """
    import threading
    kernel = cuda.jit(one)
    arrays = []
    for i in range(2):
        with cuda.gpus[i]:
            arrays.append(cuda.device_array(5, np.float32))
    for _ in range(3):
        for i in range(2):
            with cuda.gpus[i]:
                assert block_of(kernel, arrays[i]) == words(arrays[i].address, 5)
    def work():
        for _ in range(200):
            kernel[1, 32](arrays[0])
    threads = [threading.Thread(target=work) for _ in range(4)]
    before = fake.fakeLaunchCount()
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert fake.fakeLaunchCount() == before + 800
    """,
        PYK2PTX_FAKE_DEVICES="2",
        **fake_driver,
    )


def test_threads(run_program, fake_driver):
    """On a free-threaded CPython they run at once."""
    run_program(
        PREFIX
        + """
    import threading
    def any(a, b):
        if cuda.grid(1) < 1:
            b[0] = a
    kernel = cuda.jit(any)
    arrays = [cuda.device_array(5, dtype) for dtype in ("f4", "f8", "i4")]
    sorts = [(1, arrays[0]), (1.5, arrays[1]), (True, arrays[2]), (np.int8(3), arrays[0])]
    for sort in sorts:
        kernel[1, 32](*sort)
    start = threading.Barrier(6)
    failed = []
    def work(own):
        start.wait()
        try:
            for i in range(300):
                kernel[1 + i % 3, 32](*sorts[(own + i // 7) % 4])
                kernel[1, 32, cuda.stream()](*sorts[own % 4])
                event = cuda.event()
                event.record()
                if i % 50 == 0:
                    cuda.jit(any)[1, 32](*sorts[own % 4])
                    kernel._forget()
        except BaseException as error:
            failed.append(error)
    before = fake.fakeLaunchCount()
    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failed, failed
    assert fake.fakeLaunchCount() == before + 6 * 606
    """,
        **fake_driver,
    )


EXCHANGE = """
    class Tensor(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("type", ctypes.c_int32),
                    ("device", ctypes.c_int32), ("ndim", ctypes.c_int32),
                    ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                    ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p),
                    ("strides", ctypes.c_void_p), ("offset", ctypes.c_uint64)]

    class Api(ctypes.Structure):
        _fields_ = [("version", ctypes.c_uint32 * 2), ("previous", ctypes.c_void_p),
                    ("functions", ctypes.c_void_p * 3), ("read", ctypes.c_void_p),
                    ("stream", ctypes.c_void_p)]

    reads, current = [], [0]

    @ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(Tensor))
    def read(array, tensor):
        reads.append(array)
        if array.tensor is None:
            return -1
        tensor[0] = array.tensor
        return 0

    @ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int32,
                       ctypes.POINTER(ctypes.c_void_p))
    def stream(kind, device, out):
        out[0] = current[0]
        return 0

    api = Api((1, 3), None, (0, 0, 0), ctypes.cast(read, ctypes.c_void_p),
              ctypes.cast(stream, ctypes.c_void_p))
    later = Api((2, 0), ctypes.addressof(api))
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

    class Array:
        # A later version, which names this one.
        __dlpack_c_exchange_api__ = capsule(
            ctypes.addressof(later), b"dlpack_exchange_api", None)

        def __init__(self, array, dense=False, **changes):
            self.array = array
            bits = array.dtype.itemsize * 8
            code = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}[array.dtype.kind]
            self.axes = np.array(array.shape, np.int64)
            self.steps = np.array(array.strides, np.int64) // array.dtype.itemsize
            self.tensor = Tensor(
                array.address, 2, 0, array.ndim, code, bits, 1, self.axes.ctypes.data,
                None if dense else self.steps.ctypes.data, 0)
            for name, value in changes.items():
                setattr(self.tensor, name, value)

        @property
        def __cuda_array_interface__(self):
            raise RuntimeError("the interface was asked")

    device = cuda.to_device(np.arange(24, dtype=np.float32).reshape(4, 6))
"""


def test_exchange_api(run_program, fake_driver):
    run_program(
        PREFIX
        + EXCHANGE
        + """
    for view in (device, device.T, device[1:3, ::2], device[:, :0]):
        assert same(two, Array(view)) == same(two, view)
    assert same(two, Array(device, dense=True)) == same(two, device)
    assert same(one, Array(device[2])) == same(one, device[2])
    assert same(one, Array(device[2], offset=8))[:8] == words(device.address + 56)
    assert same(zero, Array(cuda.to_device(np.array(1.0))))
    for dtype in "bool int8 uint16 int64 float16 float64 complex64 complex128".split():
        array = cuda.device_array(5, dtype)
        assert same(one, Array(array)) == same(one, array)
    half = cuda.device_array(5, np.uint16)
    def brain(a):
        a[0] = 1.5
    kernel = cuda.jit(brain)
    kernel[1, 32](Array(half, code=4))
    assert next(iter(kernel.overloads))[0].dtype == cuda.bfloat16
    assert reads

    # Pinned and managed memory are the GPU's, too.
    for kind in (3, 13):
        assert same(one, Array(device[0], type=kind)) == same(one, device[0])
    # Whatever is odd is the interface's to say, with and without a plan.
    kernel = cuda.jit(one)
    for _ in range(3):
        for odd in (dict(type=1), dict(device=1), dict(lanes=2), dict(code=9),
                    dict(ndim=9)):
            assert "was asked" in fails(
                RuntimeError, kernel[1, 32], Array(device[0], **odd))
        broken = Array(device[0])
        broken.tensor = None
        assert "was asked" in fails(RuntimeError, kernel[1, 32], broken)
        for wrong in (dict(data=None), dict(data=device.address + 1)):
            fails(ValueError, kernel[1, 32], Array(device[0], **wrong))
        block_of(kernel, Array(device[0]))

    # The same type may mean another thing by the memory of a derived class.
    class Derived(Array):
        __cuda_array_interface__ = device[0].__cuda_array_interface__
    count = len(reads)
    assert same(one, Derived(device[1])) == same(one, device[0])
    assert len(reads) == count

    class Graded(Array):
        __dlpack_c_exchange_api__ = capsule(
            ctypes.addressof(api), b"dlpack_exchange_api", None)
    assert same(one, Graded(device[1])) == same(one, device[1])

    # The stream that its owner writes in.
    mine, other = cuda.stream(), cuda.stream()
    array = Array(device[0])
    for _ in range(2):
        current[0] = 0
        fake.fakeFailNextSynchronize(719)
        kernel[1, 32](array)
        kernel[1, 32, mine](array)
        current[0] = mine.ptr
        kernel[1, 32, mine](array)
    current[0] = other.ptr
    assert "cuStreamSynchronize" in fails(cuda.CudaAPIError, kernel[1, 32, mine], array)
    """,
        **fake_driver,
    )


def test_exchange_api_leaves_nothing(run_program, fake_driver):
    run_program(
        PREFIX
        + EXCHANGE
        + """
    kernel = cuda.jit(two)
    array = Array(device)
    kernel[1, 32](array)
    before = sys.getrefcount(array), sys.getrefcount(Array), sys.getrefcount(None)
    for _ in range(10000):
        kernel[1, 32](array)
        reads.clear()
    after = sys.getrefcount(array), sys.getrefcount(Array), sys.getrefcount(None)
    assert all(abs(x - y) < 50 for x, y in zip(before, after)), (before, after)
    """,
        **fake_driver,
    )


@pytest.fixture(scope="module")
def fake_cupy(tmp_path_factory):
    """A folder with a module `cupy` whose arrays have CuPy's getters."""
    if not shutil.which("cc"):
        pytest.fail("a C compiler is needed")
    source = pathlib.Path(__file__).with_name("fake_cupy.c")
    folder = tmp_path_factory.mktemp("cupy")
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-I", sysconfig.get_paths()["include"]]
        + ["-o", folder / "_fake_cupy.so", source],
        check=True,
    )
    (folder / "cupy").mkdir()
    (folder / "cupy/cuda").mkdir()
    (folder / "cupy/cuda/__init__.py").touch()
    (folder / "cupy/cuda/stream.py").write_text(
        "import _fake_cupy\n"
        "__pyx_capi__ = {'get_current_stream_ptr': _fake_cupy.stream_capsule}\n"
    )
    (folder / "cupy/__init__.py").write_text(
        "import _fake_cupy\n"
        "asked = 0\n"
        "tell = {}\n"
        "class ndarray(_fake_cupy.base):\n"
        "    @property\n"
        "    def __cuda_array_interface__(self):\n"
        "        global asked\n"
        "        asked += 1\n"
        "        strides = None if self._c_contiguous else tuple(self._strides)\n"
        "        return dict(shape=tuple(self._shape), typestr=self.dtype.str,\n"
        "                    data=(self.data.ptr, False), strides=strides, version=3,\n"
        "                    stream=_fake_cupy.stream() or 1) | tell\n"
    )
    return {"PYTHONPATH": f"{folder}:{sys.path[0]}:" + ":".join(sys.path[1:])}


CUPY = """
    import cupy, _fake_cupy
    device = cuda.to_device(np.arange(24, dtype=np.float32).reshape(4, 6))

    def wrap(array):
        dense = bool(array.is_c_contiguous())
        return cupy.ndarray(array.address, list(array.shape), list(array.strides),
                            np.dtype(array.dtype), dense)
"""


def test_cupy(run_program, fake_driver, fake_cupy):
    run_program(
        PREFIX
        + CUPY
        + """
    empty = wrap(device[:, :0])
    same(two, wrap(device))
    assert cupy.asked == 1
    for view in (device, device.T, device[1:3, ::2], device[:, :0]):
        assert same(two, wrap(view)) == same(two, view)
    assert same(one, wrap(device[2])) == same(one, device[2])
    assert same(zero, wrap(cuda.to_device(np.array(1.0))))
    for dtype in "bool int8 uint16 int64 float16 float64 complex64 complex128".split():
        array = cuda.device_array(5, dtype)
        assert same(one, wrap(array)) == same(one, array)
    assert cupy.asked == 1
    kernel = cuda.jit(one)
    block_of(kernel, wrap(device[0]))
    for _ in range(2):
        wrong = cupy.ndarray(0, [3], [4], np.dtype("f4"), True)
        fails(ValueError, kernel[1, 32], wrong)

    # The stream of its thread.
    mine, other = cuda.stream(), cuda.stream()
    array = wrap(device[0])
    for _ in range(2):
        _fake_cupy.set_stream(0)
        kernel[1, 32](array)
        _fake_cupy.set_stream(mine.ptr)
        kernel[1, 32, mine](array)
    fake.fakeFailNextSynchronize(719)
    _fake_cupy.set_stream(other.ptr)
    assert "cuStreamSynchronize" in fails(cuda.CudaAPIError, kernel[1, 32, mine], array)
    """,
        **{**fake_driver, **fake_cupy},
    )


@pytest.mark.parametrize(
    "tell",
    ["shape=(2,)", "data=(4096, False)", "typestr='<i4'", "strides=(8,)", "stream=3"],
)
def test_another_cupy(run_program, fake_driver, fake_cupy, tell):
    """A CuPy whose attributes mean something else is read by its interface."""
    run_program(
        PREFIX
        + CUPY
        + f"""
    told = dict({tell})
    cupy.tell = told
    array = wrap(device[0])
    if "typestr" in told:
        told_of = cuda.as_cuda_array(array)
        assert same(one, array) == same(one, told_of)
    else:
        kernel = cuda.jit(one)
        blocks = [block_of(kernel, array) for _ in range(3)]
        assert len(set(blocks)) == 1
        if "shape" in told:
            assert blocks[0] == words(device.address, 2)
        if "data" in told:
            assert blocks[0] == words(4096, 6)
    assert cupy.asked > 3
    """,
        **{**fake_driver, **fake_cupy},
    )
