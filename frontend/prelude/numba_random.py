# numba.cuda.random: kernels that import it call these functions as they would
# call a project file's. It makes the same numbers, bit for bit, as numba's.

import math

import numpy as np
from numba import cuda, float32, float64, from_dtype, uint64

xoroshiro128p_dtype = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)
xoroshiro128p_type = from_dtype(xoroshiro128p_dtype)


# SplitMix64 makes the state from a seed; both words begin equal.
@cuda.jit(device=True)
def init_xoroshiro128p_state(states, index, seed):
    word = uint64(seed) + uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> 30)) * uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> 27)) * uint64(0x94D049BB133111EB)
    word = word ^ (word >> 31)
    state = states[index]
    state.s0 = word
    state.s1 = word


@cuda.jit(device=True)
def rotl(word, count):
    word = uint64(word)
    return (word << count) | (word >> (64 - count))


@cuda.jit(device=True)
def xoroshiro128p_next(states, index):
    first = states[index].s0
    second = states[index].s1
    mixed = first ^ second
    states[index].s0 = rotl(first, 55) ^ mixed ^ (mixed << 14)
    states[index].s1 = rotl(mixed, 36)
    return first + second


# The state 2**64 steps on: the sum of the states at the bits of a polynomial.
@cuda.jit(device=True)
def xoroshiro128p_jump(states, index):
    first = uint64(0)
    second = uint64(0)
    for half in range(2):
        bits = uint64(0xBEAC0467EBA5FACB)
        if half == 1:
            bits = uint64(0xD86B048B86AA9922)
        for bit in range(64):
            if (bits >> bit) & 1:
                first ^= states[index].s0
                second ^= states[index].s1
            xoroshiro128p_next(states, index)
    states[index].s0 = first
    states[index].s1 = second


@cuda.jit(device=True)
def uint64_to_unit_float64(word):
    return float64(uint64(word) >> 11) * float64(2.0**-53)


@cuda.jit(device=True)
def uint64_to_unit_float32(word):
    return float32(uint64_to_unit_float64(word))


@cuda.jit(device=True)
def xoroshiro128p_uniform_float32(states, index):
    return uint64_to_unit_float32(xoroshiro128p_next(states, index))


@cuda.jit(device=True)
def xoroshiro128p_uniform_float64(states, index):
    return uint64_to_unit_float64(xoroshiro128p_next(states, index))


# Box and Muller's, of two uniform numbers; the float64 is made of float32's.
@cuda.jit(device=True)
def xoroshiro128p_normal_float32(states, index):
    radius = xoroshiro128p_uniform_float32(states, index)
    angle = xoroshiro128p_uniform_float32(states, index)
    return math.sqrt(float32(-2.0) * math.log(radius)) * math.cos(
        float32(2 * math.pi) * angle
    )


@cuda.jit(device=True)
def xoroshiro128p_normal_float64(states, index):
    radius = xoroshiro128p_uniform_float32(states, index)
    angle = xoroshiro128p_uniform_float32(states, index)
    return math.sqrt(float64(-2.0) * math.log(radius)) * math.cos(
        float64(2 * math.pi) * angle
    )
