# golden: --emit=ir --passes=-inline-functions
from numba import cuda, float32
from numba.cuda.random import xoroshiro128p_type, xoroshiro128p_uniform_float32


@cuda.jit((xoroshiro128p_type[:], float32[:]))
def k(states, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = xoroshiro128p_uniform_float32(states, i)

# === --emit=ir --passes=-inline-functions
# function rotl__device(word: u64, count: i64) -> u64
#   word = word
#   return word << count | word >> 64 - count
#
# function xoroshiro128p_next__device(states: {s0: u64 @0, s1: u64 @8; 16}[:], index: i64) -> u64
#   first: u64 = states.s0[guard wrap(index)]
#   second: u64 = states.s1[guard wrap(index)]
#   mixed: u64 = first ^ second
#   states.s0[guard wrap(index)] = rotl__device(first, 55) ^ mixed ^ mixed << 14
#   states.s1[guard wrap(index)] = rotl__device(mixed, 36)
#   return first + second
#
# function uint64_to_unit_float64__device(word: u64) -> f64
#   return f64(word >> 11) * 1.1102230246251565e-16
#
# function uint64_to_unit_float32__device(word: u64) -> f32
#   return f32(uint64_to_unit_float64__device(word))
#
# function xoroshiro128p_uniform_float32__device(states: {s0: u64 @0, s1: u64 @8; 16}[:], index: i64) -> f32
#   return uint64_to_unit_float32__device(xoroshiro128p_next__device(states, index))
#
# kernel k(states: {s0: u64 @0, s1: u64 @8; 16}[:], out: f32[:])
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if i < out.size
#     out[i] = xoroshiro128p_uniform_float32__device(states, i)
