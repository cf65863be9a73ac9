"""Forked processes: CUDA says that it cannot be used there, the CPU device works."""

VECADD = """
    import numpy as np
    from pyk2ptx import cuda

    @cuda.jit
    def vecadd(a, b, c):
        i = cuda.grid(1)
        c[i] = a[i] + b[i]

    n = 1000
    a = np.arange(n, dtype=np.float32)
    b = np.full(n, 2, np.float32)
    c = np.zeros(n, np.float32)
"""

FORK = """
    import os, sys
    def in_child(test):
        "Runs it in a forked process, whose status it must not change."
        process = os.fork()
        if process == 0:
            try:
                test()
            except BaseException as error:
                print(type(error).__name__, error, file=sys.stderr)
                os._exit(1)
            os._exit(0)
        assert os.waitpid(process, 0)[1] == 0

    def refused(function):
        try:
            function()
        except cuda.CudaAPIError as error:
            assert error.code == 3 and "forked" in str(error), error
            assert "spawn" in str(error)
        else:
            raise AssertionError("no error")
"""


def test_forks(run_program, fake_driver):
    run_program(
        VECADD
        + FORK
        + """
    device = cuda.to_device(a)
    stream, event = cuda.stream(), cuda.event()
    vecadd[1, 32](device, device, device)

    def child():
        for function in (lambda: cuda.device_array(3), device.copy_to_host,
                         lambda: vecadd[1, 32](device, device, device),
                         lambda: vecadd[1, 32](a, b, c), cuda.synchronize,
                         stream.synchronize, cuda.stream,
                         lambda: cuda.select_device(0)):
            refused(function)
        assert not cuda.is_available() and "forked" in str(cuda.cuda_error())
        os.environ["PYK2PTX_DEVICE"] = "cpu"
        vecadd[4, 250](a, b, c)
        assert (c == a + b).all() and cuda.get_current_device().is_cpu
        in_child(lambda: vecadd[4, 250](c, b, c))

    in_child(child)
    vecadd[1, 32](device, device, device)
    assert device.copy_to_host().shape == (n,)
    """,
        **fake_driver,
    )


def test_forks_before_the_first_call(run_program, fake_driver):
    run_program(
        VECADD
        + FORK
        + """
    def child():
        device = cuda.to_device(a)
        vecadd[4, 256](device, device, device)
        assert (device.copy_to_host() == 2 * a).all()
    in_child(child)
    child()
    in_child(lambda: refused(child))
    """,
        **fake_driver,
    )


def test_forks_of_the_cpu_device(run_program):
    run_program(
        VECADD
        + FORK
        + """
    def child():
        vecadd[4, 250](a, b, c)
        assert (c == a + b).all()
    child()
    in_child(child)
    in_child(lambda: in_child(child))
    """,
        PYK2PTX_DEVICE="cpu",
    )
