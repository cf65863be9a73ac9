"""Kernels that the package itself launches."""

from . import _intrinsics, random
from ._jit import jit

cuda_grid = _intrinsics.NAMES["grid"]
cuda_gridsize = _intrinsics.NAMES["gridsize"]
init_state = random.init_xoroshiro128p_state
jump = random.xoroshiro128p_jump


@jit(bounds="none")
def copy_elements(
    source, target, shape, from_strides, to_strides, from_start, to_start, itemsize
):
    # Of any layout: the arrays are the words from the first to the last that the
    # elements touch, strides and starts are in bytes.
    count = 1
    for extent in shape:
        count *= extent
    for i in range(cuda_grid(1), count, cuda_gridsize(1)):
        rest = i
        begin = from_start
        end = to_start
        for axis in range(len(shape) - 1, -1, -1):
            place = rest % shape[axis]
            rest //= shape[axis]
            begin += place * from_strides[axis]
            end += place * to_strides[axis]
        for word in range(itemsize // source.itemsize):
            target[end // source.itemsize + word] = source[
                begin // source.itemsize + word
            ]


@jit
def init_states(states, seed, start):
    init_state(states, 0, seed)
    for _ in range(start):
        jump(states, 0)
    for i in range(1, states.shape[0]):
        states[i]["s0"] = states[i - 1]["s0"]
        states[i]["s1"] = states[i - 1]["s1"]
        jump(states, i)
