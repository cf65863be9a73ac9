"""The cases of a set at a CPU's sizes, as cpu_kernels.py wants them."""
import functools
import sys

import numpy as np

sys.modules["cupy"] = None  # NumPy's arrays, whatever is installed

import harness  # noqa: E402
from common import SETS  # noqa: E402


def shrunk(kernels, powers, scale, other=None, tolerances=None):
    """Those that `powers` names: by what power of two each is smaller than on a GPU. `other` has arguments of a
    kernel in the place of its case's, `tolerances` what is allowed instead of what its case allows."""
    for name, power in powers.items():
        harness.SHRINK = power + 1 - scale.bit_length()
        case = SETS[kernels].cases[name]()
        arguments = case.args | (other or {}).get(name, {})
        # What cores write in any order is compared as the case does it.
        written = {key: functools.partial(derive[0], view) if derive else None
                   for key, array in case.args.items() if isinstance(array, np.ndarray)
                   for view, _, *derive in case.expect if np.may_share_memory(array, view)}
        for key in written.keys() - {*case.inout}:
            arguments[key].fill(0)  # also where the kernel writes nothing
        yield name, case.grid, case.block, arguments, written, (tolerances or {}).get(name, case.tol)
