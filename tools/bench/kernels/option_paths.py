import math

from numba import cuda, float32, int32, void
from numba.cuda.random import xoroshiro128p_normal_float32, xoroshiro128p_type


@cuda.jit(void(xoroshiro128p_type[::1], float32, float32, float32, float32, int32, float32[::1]))
def option_paths(states, start, strike, drift, volatility, steps, payoff):
    """What an option on the mean price of a path pays, by chance."""
    i = cuda.grid(1)
    if i < payoff.size:
        price = start
        total = float32(0.0)
        for _ in range(steps):
            z = xoroshiro128p_normal_float32(states, i)
            price *= math.exp(drift + volatility * z)
            total += price
        payoff[i] = max(total / float32(steps) - strike, float32(0.0))
