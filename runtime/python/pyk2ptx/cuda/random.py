"""``numba.cuda.random``: states of the generator xoroshiro128+.

A state is two words; each thread uses its own. In kernels:
``xoroshiro128p_uniform_float32(states, i)`` and its like.
"""

from .. import _numpy
from .._device import memory
from ..types import xoroshiro128p_type  # noqa: F401
from ._intrinsics import Intrinsic

_FUNCTIONS = """
init_xoroshiro128p_state xoroshiro128p_jump xoroshiro128p_next
xoroshiro128p_uniform_float32 xoroshiro128p_uniform_float64
xoroshiro128p_normal_float32 xoroshiro128p_normal_float64
uint64_to_unit_float32 uint64_to_unit_float64
""".split()
globals().update({name: Intrinsic(f"cuda.random.{name}") for name in _FUNCTIONS})


def __getattr__(name):
    if name == "xoroshiro128p_dtype":
        np = _numpy.numpy()
        return np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def init_xoroshiro128p_states(states, seed, subsequence_start=0, stream=0):
    """Sets states on the device: state i is 2**64 * (start + i) steps from the seed's."""
    # A kernel, which is made of what is here.
    from ._kernels import init_states

    if len(states):
        init_states[1, 1, stream](states, _word(seed), subsequence_start)


def _word(seed):
    return _numpy.numpy().uint64(int(seed) & (2**64 - 1))


def create_xoroshiro128p_states(n, seed, subsequence_start=0, stream=0):
    """A device array of ``n`` states, of which no two meet in 2**64 steps."""
    states = memory.device_array(n, __getattr__("xoroshiro128p_dtype"), stream=stream)
    init_xoroshiro128p_states(states, seed, subsequence_start, stream)
    return states
