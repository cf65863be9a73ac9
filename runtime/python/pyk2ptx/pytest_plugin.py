"""``pytest --cuda-check``: every kernel runs on the CPU device, with its checks.

A race, an index outside, a barrier that not all threads come to or a read of what
was never written fails the test that launched the kernel.
"""

import os


def pytest_addoption(parser):
    parser.getgroup("pyk2ptx").addoption(
        "--cuda-check",
        action="store_true",
        help="run pyk2ptx's kernels on the CPU device and check them",
    )


def pytest_configure(config):
    if config.getoption("--cuda-check"):
        os.environ["PYK2PTX_DEVICE"] = "cpu"
        # pytest loads this for every test suite.
        from .cuda import _dispatcher

        _dispatcher.check_all = True
