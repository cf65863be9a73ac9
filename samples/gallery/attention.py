"""Attention: softmax(Q Kᵀ / √d) V, the heart of a transformer, in one kernel.

A block computes one query's row. It needs the greatest score, then the sum of the
exponentials; both are reductions over the block, by warp shuffles and one more.

    python attention.py [PICTURE.png]
"""

import math
import sys

import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda, float32

THREADS, WARPS = 128, 4
MOST = 1024  # keys


@cuda.jit(device=True)
def over_block(value, function, parts):
    """function of all the block's values, for each of its threads."""
    for step in (16, 8, 4, 2, 1):
        value = function(value, cuda.shfl_xor_sync(0xFFFFFFFF, value, step))
    cuda.syncthreads()  # parts may still be read
    parts[cuda.threadIdx.x // 32] = value
    cuda.syncthreads()
    value = parts[0]
    for warp in range(1, WARPS):
        value = function(value, parts[warp])
    return value


@cuda.jit
def attend(queries, keys, values, causal, weights, out):
    scores = cuda.shared.array(MOST, float32)
    parts = cuda.shared.array(WARPS, float32)
    query, thread = cuda.blockIdx.x, cuda.threadIdx.x
    count, depth = keys.shape
    if causal:
        count = min(count, query + 1)
    greatest = float32(-np.inf)
    for k in range(thread, count, THREADS):
        score = float32(0)
        for d in range(depth):
            score += queries[query, d] * keys[k, d]
        scores[k] = score / math.sqrt(float32(depth))
        greatest = max(greatest, scores[k])
    greatest = over_block(greatest, max, parts)
    total = float32(0)
    for k in range(thread, count, THREADS):
        scores[k] = math.exp(scores[k] - greatest)
        total += scores[k]
    total = over_block(total, lambda a, b: a + b, parts)
    for k in range(thread, keys.shape[0], THREADS):
        weights[query, k] = scores[k] / total if k < count else 0
    for d in range(thread, values.shape[1], THREADS):
        mixed = float32(0)
        for k in range(count):
            mixed += scores[k] * values[k, d]
        out[query, d] = mixed / total


def attention(queries, keys, values, causal=False):
    """The rows, and the weights by which they are mixed."""
    if len(keys) > MOST:
        raise ValueError(f"at most {MOST} keys")
    out = cuda.device_array((len(queries), values.shape[1]), np.float32)
    weights = cuda.device_array((len(queries), len(keys)), np.float32)
    inputs = [cuda.to_device(array) for array in (queries, keys, values)]
    attend[len(queries), THREADS](*inputs, causal, weights, out)
    return out.copy_to_host(), weights.copy_to_host()


def positions(count, depth):
    """Sines of different lengths: near positions are alike."""
    angle = np.arange(count)[:, None] / 100.0 ** (np.arange(0, depth, 2) / depth)
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=1).astype(np.float32)


def main(file):
    x = positions(96, 32)
    figure, axes = plt.subplots(1, 2, figsize=(8, 4), layout="constrained")
    for axis, causal in zip(axes, (False, True)):
        axis.imshow(attention(x, x, x, causal)[1] ** 0.5, cmap="magma")
        axis.set(title="causal" if causal else "all", xlabel="key", ylabel="query")
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "attention.png")
