"""Arrays on a GPU, on the fake driver: assignments, several devices, and those of
other libraries, taken and given."""

from fake_program import VECADD


def test_dlpack(run_program, fake_driver):
    run_program(
        VECADD
        + """
    class Foreign:
        "An array that has DLPack alone, as JAX's and TensorFlow's."
        streams = []
        def __init__(self, array, old=False):
            self.array, self.old = array, old
        def __dlpack__(self, *, stream=None, **more):
            Foreign.streams.append(stream)
            if self.old and more:
                raise TypeError("unexpected keyword")
            return self.array.__dlpack__(stream=stream, **more)
        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    a = cuda.to_device(one)
    c = cuda.device_array_like(a)
    before = live()
    for old in (False, True):
        vecadd[1, 128](Foreign(a), Foreign(a, old), Foreign(c, old))
        vecadd[1, 128, cuda.stream()](Foreign(a), Foreign(a, old), Foreign(c, old))
    assert (c.copy_to_host() == 2).all() and set(Foreign.streams) == {1}
    host = np.arange(24, dtype=np.int16).reshape(4, 6)
    device = cuda.to_device(host)
    assert device.__dlpack_device__() == (2, 0) and cuda.is_cuda_array(Foreign(device))
    taken = cuda.as_cuda_array(Foreign(device[::2, ::-1]))
    np.testing.assert_array_equal(taken.copy_to_host(), host[::2, ::-1])
    assert cuda.to_device(Foreign(device)).shape == (4, 6)
    c.copy_to_device(Foreign(a))
    assert (c.copy_to_host() == 1).all()
    # A capsule that nobody takes gives the array back, one that is taken keeps it.
    device.__dlpack__(stream=cuda.stream().ptr)
    kept = cuda.as_cuda_array(Foreign(cuda.to_device(host)))
    gc.collect()
    assert (kept.copy_to_host() == host).all()
    # An ordinary host array is copied.
    out = np.zeros(100, np.float32)
    class Host:
        def __dlpack__(self, **more):
            return out.__dlpack__(**more)
        def __dlpack_device__(self):
            return (1, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        vecadd[1, 128](a, a, Host())
    assert (out == 2).all() and not cuda.is_cuda_array(Host())
    """,
        **fake_driver,
    )


def test_streams_that_arrays_name(run_program, fake_driver):
    program = (
        VECADD
        + """
    a = cuda.to_device(one)
    class Foreign:
        __cuda_array_interface__ = a.__cuda_array_interface__ | {"stream": 64}
    launch = vecadd[1, 128, cuda.stream()]
    launch(a, a, a)
    fake.fakeFailNextSynchronize(719)
    try:
        cuda.as_cuda_array(Foreign())
        launch(Foreign(), a, a)
    except cuda.CudaAPIError as error:
        print(error.code)
    """
    )
    assert run_program(program, **fake_driver) == "719\n"
    shown = run_program(program, NUMBA_CUDA_ARRAY_INTERFACE_SYNC="0", **fake_driver)
    assert not shown


def test_records_of_other_libraries(run_program, fake_driver):
    run_program(
        """
    import numpy as np
    from pyk2ptx import cuda
    dtype = np.dtype([("x", "u1"), ("y", "f8"), ("n", [("a", "i4")])], align=True)
    host = np.zeros(5, dtype)
    host["y"] = range(5)
    device = cuda.to_device(host)
    class Foreign:
        __cuda_array_interface__ = device.__cuda_array_interface__
    taken = cuda.as_cuda_array(Foreign())
    assert taken.dtype.itemsize == dtype.itemsize
    assert taken.copy_to_host()["y"].tolist() == [0, 1, 2, 3, 4]
    times = cuda.to_device(np.array(["2020", "NaT"], "M8[ns]"))
    class Times:
        __cuda_array_interface__ = times.__cuda_array_interface__
    @cuda.jit
    def k(r, t):
        r[0].y = 1
        t[0] = t[1]
    k[1, 1](Foreign(), Times())
    """,
        **fake_driver,
    )


def test_assignments_stay_on_the_device(run_program, fake_driver):
    run_program(
        VECADD
        + """
    host = np.arange(24.0).reshape(4, 6)
    device = cuda.to_device(host)
    stream = cuda.stream()
    for key, value in [(..., 0), (slice(None), 3), (1, -1), ((slice(None), 2), 5.5),
                       (slice(1, 3), np.arange(6)), (..., np.arange(4)[:, None]),
                       ((slice(None, None, -2), slice(1, None, 3)), 7), ((1, 2), 9),
                       (0, [1, 2, 3, 4, 5, 6]), (slice(2, 3), np.ones((1, 1, 6)))]:
        for order in "CF":
            device.copy_to_device(host)
            target = device if order == "C" else cuda.to_device(np.asfortranarray(host))
            target.setitem(key, value, stream)
            expected = host.copy()
            expected[key] = value
            np.testing.assert_array_equal(target.copy_to_host(), expected)
    flags = cuda.to_device(np.zeros(5, bool))
    flags[:] = True
    flags[::2] = False
    assert flags.copy_to_host().tolist() == [False, True, False, True, False]
    for wrong in (np.ones(5), np.ones((2, 4, 6)), "text"):
        try:
            device[:] = wrong
        except ValueError:
            pass
        else:
            raise SystemExit(wrong)
    """,
        **fake_driver,
    )


def test_arrays_of_two_devices(run_program, fake_driver):
    run_program(
        VECADD
        + """
    host = np.arange(24.0).reshape(4, 6)
    here = cuda.to_device(host)
    with cuda.gpus[1]:
        there = cuda.to_device(host * 2)
    for key in (..., slice(None, None, 2), (slice(None), 1)):
        there.copy_to_device(host * 2)
        here[key] = there[key]
        there[key] = 5
        assert (there[key].copy_to_host() == 5).all()
        np.testing.assert_array_equal(here[key].copy_to_host(), host[key] * 2)
        assert cuda.get_current_device().id == 0
    there.copy_to_device(here)
    assert (there.copy_to_host() == here.copy_to_host()).all()
    there[::3] = cuda.to_device(np.float32(1))
    assert (there[::3].copy_to_host() == 1).all()
    """,
        PYK2PTX_FAKE_DEVICES="2",
        **fake_driver,
    )
