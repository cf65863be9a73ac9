"""Kernels that the package itself launches."""

from . import _intrinsics, random
from ._jit import jit

cuda_grid = _intrinsics.NAMES["grid"]
cuda_gridsize = _intrinsics.NAMES["gridsize"]
init_state = random.init_xoroshiro128p_state
jump = random.xoroshiro128p_jump


@jit
def copy_words(source, target):
    for i in range(cuda_grid(1), source.size, cuda_gridsize(1)):
        target[i] = source[i]


@jit
def init_states(states, seed, start):
    init_state(states, 0, seed)
    for _ in range(start):
        jump(states, 0)
    for i in range(1, states.shape[0]):
        states[i]["s0"] = states[i - 1]["s0"]
        states[i]["s1"] = states[i - 1]["s1"]
        jump(states, i)
