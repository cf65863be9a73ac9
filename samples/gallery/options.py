"""Option prices: the formula of Black and Scholes, and the same by chance.

The second kernel simulates each price with random numbers of its own; the sums of
a block are added by warp shuffles, and only one thread of a block adds to memory.

    python options.py [PICTURE.png]
"""

import math
import sys

import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda
from pyk2ptx.cuda.random import (
    create_xoroshiro128p_states,
    xoroshiro128p_normal_float64,
)

THREADS = 128


@cuda.jit(device=True)
def normal_cdf(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


@cuda.jit
def formula(spots, strike, rate, volatility, years, prices):
    i = cuda.grid(1)
    if i < spots.size:
        spread = volatility * math.sqrt(years)
        growth = (rate + volatility**2 / 2) * years
        d = (math.log(spots[i] / strike) + growth) / spread
        owed = strike * math.exp(-rate * years)
        prices[i] = spots[i] * normal_cdf(d) - owed * normal_cdf(d - spread)


@cuda.jit
def chance(states, spot, strike, rate, volatility, years, draws, sums):
    """sums[0] += the payoffs of `draws` futures a thread, sums[1] their squares."""
    i = cuda.grid(1)
    drift = (rate - volatility**2 / 2) * years
    total = squares = 0.0
    for _ in range(draws):
        shock = xoroshiro128p_normal_float64(states, i)
        future = spot * math.exp(drift + volatility * math.sqrt(years) * shock)
        payoff = max(future - strike, 0.0) * math.exp(-rate * years)
        total += payoff
        squares += payoff * payoff
    for step in (16, 8, 4, 2, 1):
        total += cuda.shfl_down_sync(0xFFFFFFFF, total, step)
        squares += cuda.shfl_down_sync(0xFFFFFFFF, squares, step)
    if cuda.laneid == 0:
        cuda.atomic.add(sums, 0, total)
        cuda.atomic.add(sums, 1, squares)


def exact(spots, strike=100.0, rate=0.03, volatility=0.25, years=1.0):
    prices = cuda.device_array(spots.shape, np.float64)
    blocks = -(-spots.size // THREADS)
    formula[blocks, THREADS](cuda.to_device(spots), strike, rate, volatility, years, prices)
    return prices.copy_to_host()


def simulated(spot, draws, seed, strike=100.0, rate=0.03, volatility=0.25, years=1.0):
    """The price, and its standard error."""
    blocks = 4
    count = blocks * THREADS * draws
    states = create_xoroshiro128p_states(blocks * THREADS, seed=seed)
    sums = cuda.to_device(np.zeros(2))
    chance[blocks, THREADS](states, spot, strike, rate, volatility, years, draws, sums)
    mean, square = sums.copy_to_host() / count
    return mean, math.sqrt((square - mean**2) / count)


def main(file):
    spots = np.linspace(50, 150, 201)
    figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
    for years in (0.1, 0.5, 1.0, 2.0):
        axis.plot(spots, exact(spots, years=years), label=f"{years:g} years")
    few = np.linspace(60, 140, 9)
    means, errors = zip(*(simulated(spot, 40, i) for i, spot in enumerate(few)))
    axis.errorbar(few, means, 2 * np.array(errors), fmt="ko", ms=3, label="by chance, 1 year")
    axis.set(xlabel="price of the share", ylabel="price of the call at 100")
    axis.legend()
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "options.png")
